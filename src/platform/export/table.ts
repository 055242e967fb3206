import type { CursorPage } from '../http/page.ts';

/** One column of a table that leaves the service as a file. */
export interface Column<R> {
  title: string;
  /** Numbers and dates arrive in a spreadsheet as such, so that it can sum and sort them. */
  kind: 'text' | 'number' | 'date' | 'time';
  /** Text as it is, a decimal, `YYYY-MM-DD`, or a wall time `YYYY-MM-DD HH:MM:SS`; null leaves the cell empty. */
  value: (row: R) => string | null;
}

/** The kinds of columns for rows of one type: `const { text, number, date, time } = columnsOf<Row>()`. */
export function columnsOf<R>() {
  const ofKind =
    (kind: Column<R>['kind']) =>
    (title: string, value: (row: R) => string | null | undefined): Column<R> => ({
      title,
      kind,
      value: (row) => value(row) ?? null,
    });
  return { text: ofKind('text'), number: ofKind('number'), date: ofKind('date'), time: ofKind('time') };
}

/** An instant as the wall time of a zone, for a column of times. */
export const wallTime = (instant: string, timeZone: string): string =>
  Temporal.Instant.from(instant)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
    .replace('T', ' ');

/** The day of an instant in a zone, for a column of dates. */
export const wallDate = (instant: string, timeZone: string): string => wallTime(instant, timeZone).slice(0, 10);

/** The rows in batches: one batch is in memory at a time. */
export type RowBatches<R> = AsyncIterable<R[]>;

/** Reads a list by cursor, a page at a time, to its end. */
export async function* batchesByCursor<R>(read: (cursor: string | undefined) => Promise<CursorPage<R>>): RowBatches<R> {
  let cursor: string | undefined;
  do {
    const { data, nextCursor } = await read(cursor);
    if (data.length > 0) yield data;
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
}
