import { PDFiumLibrary } from '@hyzyla/pdfium';
import { unzipSync } from 'fflate';
import { Parser } from 'htmlparser2';
import { decoded } from '#platform/text.ts';

export interface Extracted {
  /** Null: nothing can be read from it, and `reason` says why. */
  text: string | null;
  reason: string | null;
}

const TEXT_LENGTH_MAX = 400_000;
const PAGES_MAX = 500;
/** The limit for the uncompressed text of a Word file: a few kilobytes can become gigabytes. */
const XML_BYTES_MAX = 20_000_000;
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

export interface Readable {
  bytes: Uint8Array;
  contentType: string;
  /** Whether bytes at its end are missing. */
  isCut?: boolean;
}

/** Reads the text of a document or page. */
export default async function extract({ bytes, contentType, isCut }: Readable): Promise<Extracted> {
  const type = contentType.split(';')[0]!.trim().toLowerCase();
  const read = await readAs(type, bytes, isCut);
  if (read === undefined) return { text: null, reason: `Text cannot be read from ${type || 'this type'}.` };
  const text = tidy(read);
  return text ? { text, reason: null } : { text: null, reason: 'There is no text in it.' };
}

async function readAs(type: string, bytes: Uint8Array, isCut?: boolean): Promise<string | undefined> {
  if (type === 'application/pdf') return readPdf(bytes);
  if (type === DOCX) return readWord(bytes);
  if (type === 'text/html' || type === 'application/xhtml+xml') return readHtml(decoded(bytes, isCut));
  if (type.startsWith('text/') || type === 'application/json') return decoded(bytes, isCut);
  return undefined;
}

async function readPdf(bytes: Uint8Array): Promise<string> {
  const library = await PDFiumLibrary.init();
  try {
    const document = await library.loadDocument(Buffer.from(bytes));
    let text = '';
    for (let page = 0; page < Math.min(document.getPageCount(), PAGES_MAX); page++) {
      text += `${document.getPage(page).getText()}\n\n`;
      if (text.length > TEXT_LENGTH_MAX) break;
    }
    return text;
  } finally {
    library.destroy();
  }
}

function readWord(bytes: Uint8Array): string {
  const files = unzipSync(bytes, {
    filter: ({ name, originalSize }) => name === 'word/document.xml' && originalSize <= XML_BYTES_MAX,
  });
  const xml = files['word/document.xml'];
  return xml ? readMarkup(decoded(xml), { xml: true, blocks: new Set(['w:p', 'w:tr']), text: new Set(['w:t']) }) : '';
}

const BLOCKS = new Set(
  'p div section article header footer main li ul ol table tr h1 h2 h3 h4 h5 h6 br blockquote pre dt dd title'.split(
    ' ',
  ),
);
const SKIPPED = new Set(['script', 'style', 'noscript', 'template', 'svg', 'nav', 'form', 'iframe']);

const readHtml = (html: string): string => readMarkup(html, { xml: false, blocks: BLOCKS, text: null });

/** The text between tags. Only elements in `text` have some, where it is given. */
function readMarkup(
  markup: string,
  { xml, blocks, text }: { xml: boolean; blocks: Set<string>; text: Set<string> | null },
): string {
  const parts: string[] = [];
  let length = 0;
  let skipped = 0;
  let inText = 0;
  const parser = new Parser(
    {
      onopentag: (name) => {
        if (SKIPPED.has(name)) skipped++;
        if (text?.has(name)) inText++;
        if (blocks.has(name)) parts.push('\n\n');
      },
      onclosetag: (name) => {
        if (SKIPPED.has(name)) skipped--;
        if (text?.has(name)) inText--;
        if (blocks.has(name)) parts.push('\n\n');
      },
      ontext: (data) => {
        if (skipped > 0 || (text && inText === 0) || length > TEXT_LENGTH_MAX) return;
        parts.push(xml ? data : data.replace(/\s+/g, ' '));
        length += data.length;
      },
    },
    { xmlMode: xml, decodeEntities: true },
  );
  parser.end(markup);
  return parts.join('');
}

/** Without control characters and repeated blanks; PostgreSQL cannot store U+0000. */
const tidy = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{C}\n\t]/gu, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .slice(0, TEXT_LENGTH_MAX)
    .toWellFormed();
