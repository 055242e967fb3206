import { z } from 'zod';
import { invalidField, PageTooDeep, type Refusal } from '../refusal.ts';

export const ROWS_COUNTED_MAX = 10_000;

/** Query parameters of every list. */
export const pageQuery = {
  page: z.coerce.number().int().min(1).max(ROWS_COUNTED_MAX).default(1).describe('From 1.'),
  itemsPerPage: z.coerce.number().int().min(1).max(200).default(25),
  count: z
    .enum(['estimate', 'exact'])
    .default('estimate')
    .describe('`total` is exact up to 10,000; ask `exact` to count beyond.'),
};

/** The same in a body, where nothing is coerced. */
export const pageBody = {
  ...pageQuery,
  page: z.number().int().min(1).max(ROWS_COUNTED_MAX).default(1).describe('From 1.'),
  itemsPerPage: z.number().int().min(1).max(200).default(25),
};

/** The answer of a list that pages by cursor only. */
export const cursorPageOf = <S extends z.ZodType>(item: S) =>
  z.object({
    data: z.array(item).describe('The rows of this page.'),
    nextCursor: z.string().nullable().describe('Send it as `cursor` for the next page; null on the last one.'),
  });

export interface CursorPage<T> {
  data: T[];
  nextCursor: string | null;
}

export interface Page<T> extends CursorPage<T> {
  page: number;
  itemsPerPage: number;
  total: number;
  totalIsLowerBound?: true;
  hasMore: boolean;
}

/** Fields of a page other than its rows. */
export const PageInfo = z.object({
  page: z.number().int(),
  itemsPerPage: z.number().int(),
  total: z.number().int().describe('Exact up to 10,000.'),
  totalIsLowerBound: z.literal(true).optional().describe('There are more rows than `total` says.'),
  hasMore: z.boolean(),
  nextCursor: z.string().nullable().optional().describe('Send it as `cursor` to go on from here.'),
});

export const pageOf = <S extends z.ZodType>(item: S) =>
  z.object({ data: z.array(item).describe('The rows of this page.'), ...PageInfo.shape });

export interface PageRequest {
  page: number;
  itemsPerPage: number;
  count: 'estimate' | 'exact';
}

interface PageWindow {
  offset: number;
  /** One row more than the page shows, to know whether there is another. */
  limit: number;
  /** How far to count: one row beyond the reported limit. Null counts everything. */
  countLimit: number | null;
}

/** Rows are counted up to `countedMax`, unless the exact number is asked for. */
export function pageWindow(request: PageRequest, countedMax = ROWS_COUNTED_MAX): PageWindow {
  const offset = (request.page - 1) * request.itemsPerPage;
  if (offset + request.itemsPerPage > ROWS_COUNTED_MAX) throw PageTooDeep();
  return {
    offset,
    limit: request.itemsPerPage + 1,
    countLimit: request.count === 'exact' ? null : countedMax + 1,
  };
}

export function toPage<T>(request: PageRequest, rows: T[], counted: number, countedMax = ROWS_COUNTED_MAX) {
  const isLowerBound = request.count === 'estimate' && counted > countedMax;
  const reached = (request.page - 1) * request.itemsPerPage + rows.length;
  return {
    data: rows.slice(0, request.itemsPerPage),
    page: request.page,
    itemsPerPage: request.itemsPerPage,
    total: isLowerBound ? Math.max(countedMax, reached) : counted,
    ...(isLowerBound && { totalIsLowerBound: true as const }),
    hasMore: rows.length > request.itemsPerPage,
  };
}

/** A cursor contains the sort key of a row: the longest are names of 300 characters, which JSON and Base64 make longer. */
const CURSOR_LENGTH_MAX = 3_000;

/** Query parameters of a list by key. */
export const cursorQuery = {
  cursor: z
    .string()
    .max(CURSOR_LENGTH_MAX)
    .optional()
    .describe('`nextCursor` of the page before: every page costs the same.'),
};

/** Where a list by key goes on: the key of the last row shown, opaque to the caller. */
export const toCursor = (key: string[]): string => Buffer.from(JSON.stringify(key)).toString('base64url');

/** The path says where the cursor was given; only the route knows, so it replaces the plain `cursor`. */
export function cursorRefused(path: string): Refusal {
  return invalidField(path, 'is not a cursor that this list has given');
}

export function fromCursor<S extends z.ZodType>(cursor: string, key: S): z.output<S> {
  try {
    return z.parse(key, JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw cursorRefused('cursor');
  }
}

/** The query of a list that is computed in memory. */
export const memoryQuery = { ...pageQuery, ...cursorQuery };

/** A page of rows that are all in memory; by number, or after the row of a cursor. */
export function pageInMemory<T>(
  query: PageRequest & { cursor?: string | undefined },
  rows: T[],
  keyOf: (row: T) => string,
): Page<T> {
  const request = query.cursor === undefined ? query : { ...query, page: 1 };
  const start = query.cursor === undefined ? pageWindow(request).offset : positionAfter(query.cursor, rows, keyOf);
  const end = start + request.itemsPerPage;
  const shown = rows.slice(start, end + 1);
  const last = shown.length > request.itemsPerPage ? rows[end - 1]! : null;
  return { ...toPage(request, shown, rows.length), nextCursor: last && toCursor([keyOf(last), String(end)]) };
}

/** A row that has been deleted since then leaves its position. */
function positionAfter<T>(cursor: string, rows: T[], keyOf: (row: T) => string): number {
  const [key, position] = fromCursor(cursor, z.tuple([z.string(), z.string().regex(/^\d{1,9}$/)]));
  const found = rows.findIndex((row) => keyOf(row) === key);
  return found >= 0 ? found + 1 : Number(position);
}
