import { unguarded } from '#platform/export/formula-guard.ts';
import { readTable, unreadable } from '#platform/import/read-table.ts';
import { folded } from '#platform/search/folded.ts';

interface GivenImport {
  bytes: Uint8Array;
  /** A file must have one of the key columns. */
  columns: { headings: string[]; isList: boolean; isKey: boolean }[];
  rowsAtOnce: number;
}

/** The rows as JSON texts of arrays, some hundred each, so that none holds the event loop: the row's number, then a cell for each column. */
interface ReadImport {
  count: number;
  /** The headings of the file, by column; null: the file does not have it. */
  headings: (string | null)[];
  ignored: string[];
  slices: string[];
}

const FILE = 'body.fileId';
const ROWS_MAX = 20_000;
const CELL_LENGTH_MAX = 11_000;
/** Above the headings there may be a title, an address, a date. */
const HEADING_ROWS_MAX = 20;
const HEADINGS_SHOWN_MAX = 20;
/** On average, in a slice. */
const ROW_LENGTH_MAX = 1_000;
/** The limit for all cells together: a workbook can repeat a long text a million times. */
const LENGTH_MAX = 40_000_000;

/** Reads the rows of a CSV or XLSX file, with its columns in the order of the declared ones. */
export default async function readImport({ bytes, columns, rowsAtOnce }: GivenImport): Promise<ReadImport> {
  const read: ReadImport = { count: 0, headings: [], ignored: [], slices: [] };
  const above: string[][] = [];
  let places: number[][] | null = null;
  const slices = collectSlices(read.slices, rowsAtOnce);
  await readTable(bytes, FILE, (given, row) => {
    const cells = Array.from(given, tidy);
    if (cells.every((cell) => cell === '')) return;
    if (places === null) {
      places = placesOf(cells, columns);
      if (places) Object.assign(read, headingsOf(cells, places));
      else if (above.push(cells) > HEADING_ROWS_MAX) throw noHeadings(above, columns);
      return;
    }
    if (++read.count > ROWS_MAX) throw unreadable(FILE, `A file has at most ${ROWS_MAX} rows: import it in parts.`);
    const wanted = places.map((own) => own.flatMap((place) => cells[place] || []).join('; '));
    slices.add(JSON.stringify([row, ...wanted]));
  });
  slices.finish();
  if (places === null) throw noHeadings(above, columns);
  if (read.count === 0) throw unreadable(FILE, 'There are no rows in the file.');
  return read;
}

/** Joins texts of JSON to arrays of limited size. */
function collectSlices(slices: string[], rowsMax: number): { add(text: string): void; finish(): void } {
  let slice: string[] = [];
  let length = 0;
  let sliceLength = 0;
  const finish = () => {
    if (slice.length > 0) slices.push(`[${slice.join(',')}]`);
    [slice, sliceLength] = [[], 0];
  };
  const add = (text: string) => {
    slice.push(text);
    length += text.length;
    sliceLength += text.length;
    if (length > LENGTH_MAX) throw unreadable(FILE, 'The file has too much text: import it in parts.');
    if (slice.length === rowsMax || sliceLength >= rowsMax * ROW_LENGTH_MAX) finish();
  };
  return { add, finish };
}

const tidy = (cell: string | undefined): string =>
  unguarded(
    (cell ?? '')
      .slice(0, CELL_LENGTH_MAX)
      .toWellFormed()
      .replace(/[^\P{Cc}\n\t]/gu, '')
      .trim(),
  );

const keyOf = (heading: string): string => folded(heading).replace(/[^\p{L}\p{N}]/gu, '');

/** The places of each column in the file; null: this is not the row of headings. */
function placesOf(cells: string[], columns: GivenImport['columns']): number[][] | null {
  const keys = cells.map(keyOf);
  const places = columns.map(({ headings }) => {
    const own = new Set(headings.map(keyOf));
    return keys.flatMap((key, place) => (own.has(key) ? place : []));
  });
  if (!columns.some(({ isKey }, column) => isKey && places[column]!.length > 0)) return null;
  for (const [column, [first, second]] of places.entries()) {
    if (second === undefined || columns[column]!.isList) continue;
    throw unreadable(FILE, `The columns ${cells[first!]} and ${cells[second]} are the same: leave one out.`);
  }
  return places;
}

function headingsOf(cells: string[], places: number[][]): Pick<ReadImport, 'headings' | 'ignored'> {
  const known = new Set(places.flat());
  return {
    headings: places.map(([first]) => (first === undefined ? null : cells[first]!)),
    ignored: cells.filter((cell, place) => cell !== '' && !known.has(place)).map((cell) => cell.slice(0, 200)),
  };
}

function noHeadings([first = []]: string[][], columns: GivenImport['columns']) {
  const needed = columns.flatMap(({ isKey, headings }) => (isKey ? headings[0]! : [])).join(', ');
  const found = first.slice(0, HEADINGS_SHOWN_MAX).join(', ');
  return unreadable(FILE, `No row of headings was found: it has one of ${needed}. The file begins with ${found}.`);
}
