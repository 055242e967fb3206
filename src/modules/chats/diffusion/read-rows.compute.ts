import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { readTable, unreadable } from '#platform/import/read-table.ts';

interface GivenTable {
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
  slices: string[];
}

const ROWS_MAX = 100_000;
const CELL_LENGTH_MAX = 1_000;
const NAME_LENGTH_MAX = 200;
const SLICE_ROWS = 2_000;
const FILE = 'body.audience.fileId';

/** Reads the rows of a CSV or XLSX file whose first row names the columns. */
export default async function readRows(given: GivenTable): Promise<ReadTable> {
  const table = new Table(given);
  await readTable(given.bytes, FILE, (cells) => table.add(cells));
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
    if (++this.#count > ROWS_MAX) throw unreadable(FILE, `The file has more than ${ROWS_MAX} rows.`);
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
    if (this.#count === 0) throw unreadable(FILE, 'There are no rows in the file.');
    return { columns: this.#columns!, slices: this.#slices };
  }

  #begin(columns: string[]): void {
    this.#columns = columns;
    const place = (name: string, path: string): number => {
      const found = columns.indexOf(name);
      if (found < 0)
        throw unreadable(path, `There is no column ${name}: there are ${columns.slice(0, 20).join(', ')}.`);
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
