import { setImmediate } from 'node:timers/promises';
import { stringify } from 'csv-stringify/sync';
import { guarded } from './formula-guard.ts';
import type { Column, RowBatches } from './table.ts';

/** Spreadsheets recognize UTF-8 only by its byte order mark. */
const BYTE_ORDER_MARK = '\uFEFF';
const SLICE_LENGTH = 200_000;
/** A table as CSV (RFC 4180), a batch at a time. */
export async function* writeCsv<R>(columns: Column<R>[], batches: RowBatches<R>): AsyncIterable<Buffer> {
  yield Buffer.from(BYTE_ORDER_MARK + lines([columns.map(({ title }) => guarded(title))]));
  for await (const rows of batches)
    for (const slice of slicesOf(rows, columns)) {
      yield Buffer.from(lines(slice));
      await setImmediate();
    }
}

/** The cells of a batch, a few hundred kilobytes at a time, so that no batch holds the event loop. */
function* slicesOf<R>(rows: R[], columns: Column<R>[]): Iterable<(string | null)[][]> {
  let slice: (string | null)[][] = [];
  let length = 0;
  for (const row of rows) {
    const cells = columns.map((column) => cell(column, row));
    slice.push(cells);
    for (const text of cells) length += text?.length ?? 0;
    if (length < SLICE_LENGTH) continue;
    yield slice;
    [slice, length] = [[], 0];
  }
  if (slice.length > 0) yield slice;
}

/** By itself `stringify` quotes only the delimiter of rows, and readers end a row at a lone line feed too. */
const lines = (cells: (string | null)[][]): string =>
  stringify(cells, { record_delimiter: 'windows', quoted_match: ['\r', '\n'] });

function cell<R>(column: Column<R>, row: R): string | null {
  const value = column.value(row);
  return value === null || column.kind !== 'text' ? value : guarded(value);
}
