import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import { type AsyncFlateStreamHandler, Zip, type ZipInputFile } from 'fflate';
import { shortened } from '../text.ts';
import type { Column, RowBatches } from './table.ts';

/** The most rows of a sheet, its heading included; a longer table continues on another sheet. */
const SHEET_ROWS_MAX = 1_048_576;
const CELL_LENGTH_MAX = 32_767;
/** More text than this is compressed before the next row is written, so that no batch holds the event loop. */
const SLICE_LENGTH = 200_000;
/** The same rows make the same bytes, whenever they are asked for. */
const FILE_TIME = '2000-01-01T00:00:00';

/** A table as an Office Open XML workbook, a batch at a time: nothing but the batch is held in memory. */
export async function* writeXlsx<R>(
  columns: Column<R>[],
  batches: RowBatches<R>,
  sheetRowsMax = SHEET_ROWS_MAX,
): AsyncIterable<Buffer> {
  const book = new Workbook(columns.length);
  const heading = columns.map(({ title }) => textCell(title, STYLE.heading));
  await book.openSheet(heading);
  yield* book.taken();
  for await (const rows of batches) {
    for (const row of rows) {
      if (book.rowsInSheet === sheetRowsMax) await book.openSheet(heading);
      book.writeRow(columns.map((column) => cell(column, row)));
      if (!book.isSliceFull) continue;
      await book.flush();
      yield* book.taken();
    }
    await book.flush();
    yield* book.taken();
  }
  await book.close();
  yield* book.taken();
}

/** Writes the parts of a workbook into a zip, in the order in which they come. */
class Workbook {
  readonly #zip: Zip;
  readonly #letters: string[];
  #chunks: Buffer[] = [];
  #failure: Error | null = null;
  #sheet: Part | null = null;
  #sheets = 0;
  #pending = '';
  rowsInSheet = 0;

  constructor(columns: number) {
    this.#letters = Array.from({ length: columns }, (_, index) => columnName(index));
    this.#zip = new Zip((error, chunk) => {
      if (error) this.#failure = error;
      else this.#chunks.push(Buffer.from(chunk));
    });
  }

  async openSheet(heading: string[]): Promise<void> {
    await this.#closeSheet();
    this.#sheets += 1;
    this.rowsInSheet = 0;
    this.#sheet = this.#open(`xl/worksheets/sheet${this.#sheets}.xml`);
    const frozen = '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>';
    const view = `<sheetViews><sheetView workbookViewId="0">${frozen}</sheetView></sheetViews>`;
    this.#pending += `${XML}<worksheet ${MAIN}>${view}<sheetData>`;
    this.writeRow(heading);
  }

  writeRow(cells: string[]): void {
    const row = ++this.rowsInSheet;
    const placed = cells.map((written, index) => written && `<c r="${this.#letters[index]}${row}"${written}</c>`);
    this.#pending += `<row r="${row}">${placed.join('')}</row>`;
  }

  get isSliceFull(): boolean {
    return this.#pending.length >= SLICE_LENGTH;
  }

  async flush(): Promise<void> {
    const slice = Buffer.from(this.#pending);
    this.#pending = '';
    await this.#sheet?.push(slice, false);
  }

  async close(): Promise<void> {
    await this.#closeSheet();
    const numbers = Array.from({ length: this.#sheets }, (_, index) => index + 1);
    for (const [name, content] of Object.entries(partsOf(numbers))) {
      await this.#open(name).push(Buffer.from(XML + content), true);
    }
    this.#zip.end();
  }

  /** The bytes compressed since the last call. */
  taken(): Buffer[] {
    if (this.#failure) throw this.#failure;
    const chunks = this.#chunks;
    this.#chunks = [];
    return chunks;
  }

  #open(name: string): Part {
    const part = new Part(name);
    this.#zip.add(part);
    return part;
  }

  async #closeSheet(): Promise<void> {
    if (!this.#sheet) return;
    const rest = Buffer.from(`${this.#pending}</sheetData></worksheet>`);
    this.#pending = '';
    await this.#sheet.push(rest, true);
    this.#sheet = null;
  }
}

const deflate = promisify(deflateRaw) as (bytes: Buffer, options: object) => Promise<Buffer<ArrayBuffer>>;

/**
 * A file in the zip. Node compresses it outside of the main thread, each slice by itself: slices that end with a flush are joined
 * to one stream.
 */
class Part implements ZipInputFile {
  readonly filename: string;
  readonly mtime = FILE_TIME;
  readonly compression = 8;
  size = 0;
  crc = 0;
  /** Set by the zip. */
  ondata?: AsyncFlateStreamHandler;

  constructor(filename: string) {
    this.filename = filename;
  }

  async push(slice: Buffer, isLast: boolean): Promise<void> {
    this.size += slice.length;
    this.crc = crc32(slice, this.crc);
    const finishFlush = isLast ? constants.Z_FINISH : constants.Z_SYNC_FLUSH;
    this.ondata!(null, await deflate(slice, { level: constants.Z_BEST_SPEED, finishFlush }), isLast);
  }
}

const STYLE = { date: 1, heading: 2, time: 3 };
const DECIMAL = /^-?\d+(\.\d+)?$/;
const DATE = /^\d{4}-\d\d-\d\d$/;
/** Before it, spreadsheets count a day that never was; such a date stays text. */
const FIRST_DATE = '1900-03-01';
const DAY_ZERO = Temporal.PlainDate.from('1899-12-30');
const MIDNIGHT_ZERO = DAY_ZERO.toPlainDateTime();

/** The rest of a `<c …>` element, up to its end; empty for an empty cell. */
function cell<R>(column: Column<R>, row: R): string {
  const value = column.value(row);
  if (value === null) return '';
  if (column.kind === 'number' && DECIMAL.test(value)) return `><v>${value}</v>`;
  if (column.kind === 'date' && DATE.test(value) && value >= FIRST_DATE)
    return ` s="${STYLE.date}"><v>${DAY_ZERO.until(value).days}</v>`;
  if (column.kind === 'time' && value >= FIRST_DATE) return ` s="${STYLE.time}"><v>${daysAt(value)}</v>`;
  return textCell(value);
}

/** Days since the beginning, with the time as their fraction. */
const daysAt = (wallTime: string): number =>
  MIDNIGHT_ZERO.until(wallTime.replace(' ', 'T')).total({ unit: 'days', relativeTo: MIDNIGHT_ZERO });

const textCell = (text: string, style?: number): string =>
  `${style === undefined ? '' : ` s="${style}"`} t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is>`;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };

/** Text as XML may hold it: control characters and non-characters have no place there, not even escaped. */
const escaped = (text: string): string =>
  shortened(text, CELL_LENGTH_MAX)
    .replace(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>\r]/g, (character) => entities[character]!);

/** `A`, …, `Z`, `AA`, … */
function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The parts other than the sheets: the list of parts, their relations, and the formats of dates and times. */
const partsOf = (sheets: number[]): Record<string, string> => ({
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${SPREADSHEET}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${SPREADSHEET}.styles+xml"/>${sheets
    .map((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${SPREADSHEET}.worksheet+xml"/>`)
    .join('')}</Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="${OFFICE}"><sheets>${sheets
    .map((n) => `<sheet name="${n}" sheetId="${n}" r:id="rId${n}"/>`)
    .join('')}</sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">${sheets
    .map((n) => `<Relationship Id="rId${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`)
    .join('')}<Relationship Id="styles" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet ${MAIN}><fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="4"><xf xfId="0"/><xf xfId="0" numFmtId="14" applyNumberFormat="1"/><xf xfId="0" fontId="1" applyFont="1"/><xf xfId="0" numFmtId="22" applyNumberFormat="1"/></cellXfs></styleSheet>`,
});
