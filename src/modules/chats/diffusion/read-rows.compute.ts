import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { InvalidRequest, Refusal } from '#platform/refusal.ts';
import { decoded } from '#platform/text.ts';

export interface GivenTable {
  bytes: Uint8Array;
  country: string;
  phoneColumn: string;
  nameColumn: string | null;
  /** The columns that the templates use; the others are not kept. */
  columns: string[];
}

/**
 * The rows as JSON texts of arrays, a few thousand each: they pass through the service as they are. A row is its number, its telephone
 * number, its name and its values: without the names of the fields a large file takes half the memory.
 */
interface ReadTable {
  columns: string[];
  count: number;
  slices: string[];
}

const ROWS_MAX = 100_000;
const COLUMNS_MAX = 100;
const CELL_LENGTH_MAX = 1_000;
const NAME_LENGTH_MAX = 200;
/** Of a sheet, uncompressed: a few kilobytes can become gigabytes. */
const XML_BYTES_MAX = 80_000_000;
const SLICE_ROWS = 2_000;
const PIECE_BYTES = 32_768;

/** Reads the rows of a CSV or XLSX file whose first row names the columns. */
export default async function readRows(given: GivenTable): Promise<ReadTable> {
  const isZip = given.bytes[0] === 0x50 && given.bytes[1] === 0x4b;
  const table = new Table(given);
  if (isZip) await readSheet(given.bytes, (cells) => table.add(cells));
  else await readCsv(given.bytes, (cells) => table.add(cells));
  return table.end();
}

/** Makes rows of lines, one at a time: a large file is never held as objects. */
class Table {
  readonly #given: GivenTable;
  readonly #slices: string[] = [];
  #columns: string[] | null = null;
  #places = { phone: 0, name: -1, kept: [] as [column: string, place: number][] };
  #slice: string[] = [];
  #count = 0;

  constructor(given: GivenTable) {
    this.#given = given;
  }

  add(cells: string[]): void {
    if (this.#columns === null) {
      this.#begin(cells.map(tidy));
      return;
    }
    if (cells.every((cell) => cell === undefined || cell.trim() === '')) return;
    if (++this.#count > ROWS_MAX) throw refused('body.audience.fileId', `The file has more than ${ROWS_MAX} rows.`);
    const { phone, name, kept } = this.#places;
    const row = [
      this.#count,
      phoneOf(cells[phone] ?? '', this.#given.country),
      tidy(cells[name] ?? '')
        .slice(0, NAME_LENGTH_MAX)
        .toWellFormed(),
      Object.fromEntries(kept.map(([column, place]) => [column, tidy(cells[place] ?? '')])),
    ];
    this.#slice.push(JSON.stringify(row));
    if (this.#slice.length === SLICE_ROWS) this.#flush();
  }

  end(): ReadTable {
    this.#flush();
    if (this.#count === 0) throw refused('body.audience.fileId', 'There are no rows in the file.');
    return { columns: this.#columns!, count: this.#count, slices: this.#slices };
  }

  #begin(columns: string[]): void {
    this.#columns = columns;
    const place = (name: string, path: string): number => {
      const found = columns.indexOf(name);
      if (found < 0) throw refused(path, `There is no column ${name}: there are ${columns.slice(0, 20).join(', ')}.`);
      return found;
    };
    const { phoneColumn, nameColumn, columns: used } = this.#given;
    this.#places = {
      phone: place(phoneColumn, 'body.audience.phoneColumn'),
      name: nameColumn === null ? -1 : place(nameColumn, 'body.audience.nameColumn'),
      kept: used.filter((column) => columns.includes(column)).map((column) => [column, columns.indexOf(column)]),
    };
  }

  #flush(): void {
    if (this.#slice.length > 0) this.#slices.push(`[${this.#slice.join(',')}]`);
    this.#slice = [];
  }
}

const refused = (path: string, message: string): Refusal => InvalidRequest.at(path, 'unreadable', message);

const tidy = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, CELL_LENGTH_MAX)
    .toWellFormed();

/** E.164. Spreadsheets turn numbers into `1.8095550123E10`. */
function phoneOf(cell: string, country: string): string | null {
  const text = cell.trim();
  const digits = /^\d(\.\d+)?E\+?\d+$/i.test(text) ? String(Number(text)) : text;
  const parsed = parsePhoneNumberFromString(digits, { defaultCountry: country as never, extract: false });
  const international = parsed?.isValid() ? parsed : parsePhoneNumberFromString(`+${digits.replace(/\D/g, '')}`);
  const found = parsed?.isValid() ? parsed : international?.isValid() ? international : parsed;
  return found?.isPossible() && !found.ext ? found.number : null;
}

async function readCsv(bytes: Uint8Array, add: (cells: string[]) => void): Promise<void> {
  const text = decoded(bytes);
  const firstLine = text.slice(0, text.search(/\r|\n|$/));
  const count = (sign: string) => firstLine.split(sign).length;
  const delimiter = [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0]!;
  const parser = parse({ delimiter, relax_column_count: true, skip_empty_lines: true, bom: true });
  // In pieces: given everything at once, the parser would hold all rows until they are read.
  Readable.from(piecesOf(Buffer.from(text))).pipe(parser);
  try {
    for await (const cells of parser) add(cells as string[]);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw refused('body.audience.fileId', `The file is not CSV: ${(error as Error).message}`);
  }
}

function* piecesOf(bytes: Buffer): Iterable<Buffer> {
  for (let place = 0; place < bytes.length; place += PIECE_BYTES) yield bytes.subarray(place, place + PIECE_BYTES);
}

/** The cells of the first sheet. Most files are CSV, so only a workbook loads what reads workbooks: it takes 12 MB. */
async function readSheet(bytes: Uint8Array, add: (cells: string[]) => void): Promise<void> {
  const [{ strFromU8, unzipSync }, { Parser }] = [await import('fflate'), await import('htmlparser2')];
  const walk: Walk = (xml, { open, close, text }) =>
    new Parser({ onopentag: open, onclosetag: close, ontext: text }, { xmlMode: true }).end(xml);
  let files: Record<string, Uint8Array>;
  try {
    files = unzipSync(bytes, {
      filter: ({ name, originalSize }) =>
        originalSize <= XML_BYTES_MAX && ['xl/sharedStrings.xml', 'xl/worksheets/sheet1.xml'].includes(name),
    });
  } catch {
    throw refused('body.audience.fileId', 'The file is damaged.');
  }
  const sheet = files['xl/worksheets/sheet1.xml'];
  if (!sheet) throw refused('body.audience.fileId', 'The file is no spreadsheet, or is too large.');
  const shared = files['xl/sharedStrings.xml'] ? textsOf(walk, strFromU8(files['xl/sharedStrings.xml'])) : [];
  readCells(walk, strFromU8(sheet), shared, add);
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

function readCells(walk: Walk, xml: string, shared: string[], add: (cells: string[]) => void): void {
  let row: string[] = [];
  let cell: { place: number; type: string; text: string } | null = null;
  let isText = false;
  walk(xml, {
    open: (name, { r = '', t = '' }) => {
      if (name === 'row') row = [];
      else if (name === 'c') cell = { place: columnOf(r, row.length), type: t, text: '' };
      isText = name === 'v' || name === 't';
    },
    close: (name) => {
      isText = false;
      if (name === 'row') add(row);
      if (name !== 'c' || !cell || cell.place >= COLUMNS_MAX) return;
      while (row.length < cell.place) row.push('');
      row[cell.place] = cell.type === 's' ? (shared[Number(cell.text)] ?? '') : cell.text;
    },
    text: (text) => {
      if (isText && cell) cell.text += text;
    },
  });
}

/** `B7` is the second column. Without a reference, cells follow one another. */
function columnOf(reference: string, next: number): number {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0];
  return letters ? [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1 : next;
}

type Walk = (
  xml: string,
  on: {
    open: (name: string, attributes: Record<string, string>) => void;
    close: (name: string) => void;
    text: (text: string) => void;
  },
) => void;
