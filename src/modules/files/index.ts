export { type DocumentHead, documentHeads, findDocument } from './document/heads.ts';
export { readForVisitors } from './document/share.ts';
export { type FoundContent, findContent, readContent } from './file/content.ts';
export { deleteFile, FileInUse } from './file/delete.ts';
export { keepFile } from './file/file.ts';
export { holdFiles, lockFiles, moveAttachments, releaseFiles, replaceHeldFiles, requireFiles } from './file/links.ts';
export { QuotaExceeded, type ReceivedFile, receiveFile } from './file/receive.ts';
export { linkTo, serveObject } from './file/serve.ts';
export { type FieldSources, fillInFields } from './hooks.ts';
