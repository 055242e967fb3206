export { keepFile } from './file/file.ts';
export { holdFiles } from './file/links.ts';
export { QuotaExceeded, type ReceivedFile, receiveFile } from './file/receive.ts';
