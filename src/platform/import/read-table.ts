import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { InvalidRequest, Refusal } from '../refusal.ts';
import { decoded } from '../text.ts';

const COLUMNS_MAX = 100;
/** The limit for an uncompressed sheet: a few kilobytes can become gigabytes. */
const XML_BYTES_MAX = 80_000_000;
const PIECE_BYTES = 32_768;

/** Takes the cells of a row, with its number in the spreadsheet. */
type AddRow = (cells: string[], row: number) => void;

export const unreadable = (path: string, message: string): Refusal => InvalidRequest.at(path, 'unreadable', message);

/**
 * Reads the rows of a CSV file, or of the first sheet of a workbook, one at a time: a large file is never held as objects. `path` is
 * the field that names the file. For threads only.
 */
export async function readTable(bytes: Uint8Array, path: string, add: AddRow): Promise<void> {
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf)
    throw unreadable(path, 'Old .xls files and files with a password cannot be read: save it as .xlsx or .csv.');
  await (isZip ? readSheet : readCsv)(bytes, path, add);
}

interface CsvRow {
  record: string[];
  info: { records: number; empty_lines: number };
}

async function readCsv(bytes: Uint8Array, path: string, add: AddRow): Promise<void> {
  const text = decoded(bytes);
  // Above the headings there may be a title.
  const line = text.split(/\r|\n/, 20).find((each) => /[,;\t]/.test(each)) ?? '';
  const count = (sign: string) => line.split(sign).length;
  const delimiter = [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0]!;
  const parser = parse({ delimiter, relax_column_count: true, skip_empty_lines: true, bom: true, info: true });
  // In pieces: given everything at once, the parser would hold all rows until they are read.
  Readable.from(piecesOf(Buffer.from(text))).pipe(parser);
  try {
    // As a spreadsheet numbers them: empty rows count, and a text of several lines is in one row.
    for await (const { record, info } of parser as AsyncIterable<CsvRow>) add(record, info.records + info.empty_lines);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw unreadable(path, `The file is not CSV: ${(error as Error).message}`);
  }
}

function* piecesOf(bytes: Buffer): Iterable<Buffer> {
  for (let place = 0; place < bytes.length; place += PIECE_BYTES) yield bytes.subarray(place, place + PIECE_BYTES);
}

/** The cells of the first sheet. Most files are CSV, so only a workbook loads what reads workbooks: it takes 12 MB. */
async function readSheet(bytes: Uint8Array, path: string, add: AddRow): Promise<void> {
  const [{ strFromU8, unzipSync }, { Parser }] = [await import('fflate'), await import('htmlparser2')];
  // Some programs write every name with a prefix: `x:row`.
  const plain = (name: string): string => name.slice(name.indexOf(':') + 1);
  const walk: Walk = (xml, { open, close, text }) => {
    const handler = {
      onopentag: (name: string, attributes: Record<string, string>) => open(plain(name), attributes),
      onclosetag: (name: string) => close?.(plain(name)),
      ontext: text,
    };
    new Parser(handler, { xmlMode: true }).end(xml);
  };
  const unzip = (...names: string[]): string[] => {
    try {
      const isWanted = ({ name, originalSize }: { name: string; originalSize: number }) =>
        originalSize <= XML_BYTES_MAX && names.includes(name);
      const files = unzipSync(bytes, { filter: isWanted });
      return names.map((name) => (files[name] ? strFromU8(files[name]) : ''));
    } catch {
      throw unreadable(path, 'The file is damaged.');
    }
  };
  const [book, relations] = unzip('xl/workbook.xml', 'xl/_rels/workbook.xml.rels');
  const [shared, sheet] = unzip('xl/sharedStrings.xml', `xl/${firstSheet(walk, book!, relations!)}`);
  if (!sheet) throw unreadable(path, 'The file is no spreadsheet, or is too large.');
  readCells(walk, sheet, textsOf(walk, shared!), add);
}

/** The file of the first sheet as people see them; the files are numbered in the order in which sheets were added. */
function firstSheet(walk: Walk, book: string, relations: string): string {
  let id: string | undefined;
  let target: string | undefined;
  walk(book, {
    open: (name, attributes) => {
      if (name === 'sheet') id ??= attributes['r:id'];
    },
  });
  walk(relations, {
    open: (name, { Id, Target }) => {
      if (name === 'Relationship' && Id === id) target ??= Target;
    },
  });
  return target?.replace(/^\/xl\//, '') ?? 'worksheets/sheet1.xml';
}

function textsOf(walk: Walk, xml: string): string[] {
  const texts: string[] = [];
  let isText = false;
  walk(xml, {
    open: (name) => {
      if (name === 'si') texts.push('');
      isText = name === 't';
    },
    close: () => (isText = false),
    text: (text) => {
      if (isText && texts.length > 0) texts[texts.length - 1] += text;
    },
  });
  return texts;
}

function readCells(walk: Walk, xml: string, shared: string[], add: AddRow): void {
  let row: string[] = [];
  let number = 0;
  let cell: { place: number; type: string; text: string } | null = null;
  let isText = false;
  walk(xml, {
    open: (name, { r = '', t = '' }) => {
      if (name === 'row') [row, number] = [[], Number(r) || number + 1];
      else if (name === 'c') cell = { place: columnOf(r, row.length), type: t, text: '' };
      isText = name === 'v' || name === 't';
    },
    close: (name) => {
      isText = false;
      if (name === 'row') add(row, number);
      if (name !== 'c' || !cell || cell.place >= COLUMNS_MAX) return;
      while (row.length < cell.place) row.push('');
      row[cell.place] = textOf(cell, shared);
    },
    text: (text) => {
      if (isText && cell) cell.text += text;
    },
  });
}

/** A number is written as people see it: `7.460000000017E12` is a barcode, and `0.30000000000000004` is 0.3. */
function textOf({ type, text }: { type: string; text: string }, shared: string[]): string {
  if (type === 's') return shared[Number(text)] ?? '';
  if ((type !== '' && type !== 'n') || !/E|\d{16}|\.\d{12}/i.test(text)) return text;
  const exact = String(Number(Number(text).toPrecision(15)));
  return /^-?[\d.]+$/.test(exact) ? exact : text;
}

/** `B7` is the second column. Without a reference, cells follow one another. */
function columnOf(reference: string, next: number): number {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0];
  return letters ? [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1 : next;
}

type Walk = (
  xml: string,
  on: {
    open: (name: string, attributes: Record<string, string>) => unknown;
    close?: (name: string) => unknown;
    text?: (text: string) => void;
  },
) => void;
