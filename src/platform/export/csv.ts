import { stringify } from 'csv-stringify/sync';
import type { Column, RowBatches } from './table.ts';

/** Spreadsheets take UTF-8 for what it is only if the file says so. */
const BYTE_ORDER_MARK = '\uFEFF';
/** A cell that begins with one of these is a formula to a spreadsheet, and this text comes from strangers. */
const FORMULA = /^[=+\-@\t\r]/;

/** A table as CSV (RFC 4180), a batch at a time. */
export async function* writeCsv<R>(columns: Column<R>[], batches: RowBatches<R>): AsyncIterable<Buffer> {
  yield Buffer.from(BYTE_ORDER_MARK + lines([columns.map(({ title }) => title)]));
  for await (const rows of batches)
    yield Buffer.from(lines(rows.map((row) => columns.map((column) => cell(column, row)))));
}

const lines = (cells: (string | null)[][]): string => stringify(cells, { record_delimiter: 'windows' });

function cell<R>(column: Column<R>, row: R): string | null {
  const value = column.value(row);
  return value !== null && column.kind === 'text' && FORMULA.test(value) ? `'${value}` : value;
}
