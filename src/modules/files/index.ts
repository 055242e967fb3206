export { findContent } from './file/content.ts';
export { keepFile } from './file/file.ts';
export { holdFiles, lockFiles, releaseFiles, replaceHeldFiles, requireFiles } from './file/links.ts';
export { QuotaExceeded, type ReceivedFile, receiveFile } from './file/receive.ts';
