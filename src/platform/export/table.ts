import type { CursorPage } from '../http/page.ts';

/** One column of a table that leaves the service as a file. */
export interface Column<R> {
  title: string;
  /** Numbers and dates arrive in a spreadsheet as such, so that it can sum and sort them. */
  kind: 'text' | 'number' | 'date';
  /** Text as it is, a decimal, or `YYYY-MM-DD`; null leaves the cell empty. */
  value: (row: R) => string | null;
}

/** The rows in batches: one batch is in memory at a time. */
export type RowBatches<R> = AsyncIterable<R[]>;

/** Pages through a list by key, a batch at a time, until a batch is not full. */
export async function* batchesByKey<R>(size: number, read: (after: R | null) => Promise<R[]>): RowBatches<R> {
  let last: R | null = null;
  for (;;) {
    const rows: R[] = await read(last);
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
    last = rows.at(-1)!;
  }
}

/** Reads a list by cursor, a page at a time, to its end. */
export async function* batchesByCursor<R>(read: (cursor: string | undefined) => Promise<CursorPage<R>>): RowBatches<R> {
  let cursor: string | undefined;
  do {
    const { data, nextCursor } = await read(cursor);
    if (data.length > 0) yield data;
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
}
