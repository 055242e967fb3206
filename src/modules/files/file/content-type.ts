import { fileTypeFromBuffer } from 'file-type';

const OCTETS = 'application/octet-stream';
/** Types of text that only the file name distinguishes. None of them is run by a browser. */
const textTypes: Record<string, string> = {
  csv: 'text/csv',
  json: 'application/json',
  md: 'text/markdown',
  ics: 'text/calendar',
  vcf: 'text/vcard',
};
const CONTROL = /[^\P{Cc}\t\n\v\f\r\u0080-\u009f]/u;

/** The type of a file by its first bytes. The name decides only between kinds of plain text. */
export async function contentTypeOf(head: Buffer, name: string): Promise<string> {
  const sniffed = await fileTypeFromBuffer(head);
  if (sniffed) return sniffed.mime === 'application/xml' ? markupTypeOf(textOf(head)!) : sniffed.mime;
  const text = textOf(head);
  if (text === null) return OCTETS;
  if (/^\s*</.test(text)) return markupTypeOf(text);
  return textTypes[name.split('.').at(-1)!.toLowerCase()] ?? 'text/plain';
}

/** Whatever may be a page or a picture with scripts is called that, so that it is never shown by a browser. */
function markupTypeOf(text: string): string {
  if (/<svg[\s>]/i.test(text)) return 'image/svg+xml';
  if (/<(html|head|body|script|!doctype html)[\s>]/i.test(text)) return 'text/html';
  return text.trimStart().startsWith('<?xml') ? 'application/xml' : 'text/html';
}

function textOf(head: Buffer): string | null {
  // The last character may be cut in two.
  const text = new TextDecoder('utf-8').decode(head.subarray(0, Math.max(head.length - 3, Math.min(head.length, 4))));
  return CONTROL.test(text) || text.includes('\u{FFFD}') ? null : text;
}

/** Types that browsers show without running anything in them. Everything else is downloaded. */
const shownTypes =
  /^(image\/(png|jpeg|gif|webp|avif|bmp)|application\/pdf|text\/(plain|csv|markdown)|audio\/[\w.+-]+|video\/[\w.+-]+)$/;

export const mayBeShown = (contentType: string): boolean => shownTypes.test(contentType);

export const isPicture = (contentType: string): boolean => /^image\/(png|jpeg|gif|webp|avif|tiff)$/.test(contentType);
