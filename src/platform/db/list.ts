import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { TenantContext } from '../context.ts';
import { CalendarDate, Timestamp } from '../date.ts';
import {
  type CursorPage,
  cursorQuery,
  fromCursor,
  type Page,
  type PageRequest,
  pageQuery,
  pageWindow,
  ROWS_COUNTED_MAX,
  toCursor,
  toPage,
} from '../http/page.ts';
import { containsWords, isFoundInList } from '../search/search.sql.ts';
import { withJoinedNumbers } from '../search/words.ts';
import { tableColumns } from './columns.ts';
import type { TenantTable } from './schema.ts';
import { pageRowsOf, type Row, type Table } from './table.ts';
import type { Tx } from './transaction.ts';

/** A query parameter and the condition that it puts on the rows, which have the alias `t`. */
export interface Filter<S extends z.ZodType = z.ZodType> {
  schema: S;
  /** Null: no condition. */
  where(value: NonNullable<z.output<S>>, ctx: TenantContext): Condition | null | Promise<Condition | null>;
}
type Condition = RawBuilder<unknown>;
type Filters = Record<string, Filter>;

/** Something that rows are sorted by. Rows in which it is NULL would be unreachable, so they must not exist, or are left out. */
export interface SortKey {
  by: RawBuilder<unknown>;
  type: KeyType;
  /** The sorted list has only the rows in which the key is not NULL. */
  leavesOutNull?: boolean;
  /** Fixed, where the key does not turn around with the rest of the order. */
  direction?: 'ASC' | 'DESC';
}
type OrderPart = SortKey & Required<Pick<SortKey, 'direction'>>;
type KeyType = keyof typeof keyTypes;

interface Declaration<F extends Filters, H extends Filters, S extends string, C = TenantContext> {
  /** The FROM clause with the alias `t`; for one table, the table. */
  from: (ctx: C) => RawBuilder<unknown>;
  /** A cheaper source of the rows of a page, if there is one for its query. */
  inOrder?: (ctx: C, query: NoInfer<ValuesOf<F>> & { sort: string }) => Promise<InOrder<F> | null>;
  select: RawBuilder<unknown>;
  filters: F;
  /** Filters that the path or the rule sets, and the query cannot. */
  scope?: H;
  /** Conditions that always hold. */
  where?: (ctx: C) => Condition;
  /** The names that `sort` accepts; a minus in front sorts descending. */
  sort: Record<S, SortKey>;
  /** The order where the query asks for none. */
  order: NoInfer<S> | `-${NoInfer<S>}`;
  /** Makes the order unique; `t.id` by default. */
  key?: SortKey[];
  /** Rows of the list are groups: what they are grouped by, which must include every sort key. */
  groupBy?: RawBuilder<unknown>;
}

/** A source that has rows in the order of a query. */
interface InOrder<F extends Filters> {
  from: RawBuilder<unknown>;
  /** The filters whose rows it has, without others. */
  applies: (keyof F)[];
}

type QueryOf<F extends Filters> = { [K in keyof F]: F[K]['schema'] };
export type ValuesOf<F extends Filters> = { [K in keyof F]?: z.output<F[K]['schema']> | undefined };

/** Declares a list over one table, with its filters and sort keys by column name. */
export function listOf<
  T extends TenantTable,
  J,
  F extends Filters,
  S extends string,
  H extends Filters = Record<never, Filter>,
>(
  table: Table<T, J>,
  declaration: Omit<Declaration<F, H, S>, 'from' | 'select' | 'sort'> & { sort: Record<S, SortKey | Column<T>> },
): List<Row<Table<T, J>>, F & Updated<T>['filters'], H, S | Updated<T>['sort']> {
  const sort = Object.entries<SortKey | Column<T>>(declaration.sort).map(([name, key]) => [
    name,
    typeof key === 'string' ? columnKey(table.name, key) : key,
  ]);
  const isUpdated = 'updatedAt' in tableColumns[table.name];
  return new List({
    ...declaration,
    from: (tenant: TenantContext) => sql`${table.of(tenant)} t`,
    select: table.columns('t'),
    filters: { ...declaration.filters, ...(isUpdated && { updatedSince }) },
    sort: { ...Object.fromEntries(sort), ...(isUpdated && { updated }) },
  } as unknown as Declaration<F & Updated<T>['filters'], H, S | Updated<T>['sort']>);
}

/** Lists of tables with `updatedAt` can follow changes: `updatedSince=…&sort=updated`. */
type Updated<T extends TenantTable> = 'updatedAt' extends keyof (typeof tableColumns)[T]
  ? { filters: { updatedSince: typeof updatedSince }; sort: 'updated' }
  : { filters: Record<never, Filter>; sort: never };

export const updated: SortKey = { by: sql`t.updated_at`, type: 'timestamp with time zone' };

type Column<T extends TenantTable> = Exclude<keyof (typeof tableColumns)[T], 'organizationId'> & string;

function columnKey<T extends TenantTable>(table: T, column: Column<T>): SortKey {
  const declared = (tableColumns[table] as Record<string, string>)[column]!;
  if (!declared.endsWith('!')) throw new Error(`${table}.${column} can be NULL: sort by coalesce(…) instead.`);
  return { by: sql.ref(`t.${column}`), type: declared.slice(0, -1) as KeyType };
}

/** Declares a list over any FROM clause. A list of a person's own rows has another context than the organization's. */
export const list =
  <R, C extends { tx: Tx } = TenantContext>() =>
  <F extends Filters, S extends string, H extends Filters = Record<never, Filter>>(
    declaration: Declaration<F, H, S, C>,
  ): List<R, F, H, S, C> =>
    new List(declaration);

/** One list: its query parameters, its conditions, its order, and its pages by number and by cursor. */
export class List<R, F extends Filters, H extends Filters, S extends string, C extends { tx: Tx } = TenantContext> {
  /** The query of a list that pages by number or by cursor (`/v1`). */
  readonly query;
  /** The query of a list that pages by cursor only (`/v2`). */
  readonly cursorQuery;
  readonly #declaration: Declaration<F, H, S, C>;

  constructor(declaration: Declaration<F, H, S, C>) {
    this.#declaration = declaration;
    const names = Object.keys(declaration.sort) as S[];
    const sort = z
      .enum(names.flatMap((name): (S | `-${S}`)[] => [name, `-${name}`]) as [S | `-${S}`])
      .default(declaration.order as never)
      .describe('The order; a minus sorts descending.');
    const filters = Object.fromEntries(
      Object.entries(declaration.filters).map(([name, { schema }]) => [name, schema]),
    ) as QueryOf<F>;
    const { itemsPerPage } = pageQuery;
    this.query = z.strictObject({ ...filters, sort, ...pageQuery, ...cursorQuery });
    this.cursorQuery = z.strictObject({ ...filters, sort, itemsPerPage, ...cursorQuery });
  }

  /** A page with its total; by number, or after a cursor. */
  async page<V = R>(
    ctx: C,
    query: ListRequest<F, H, S> & PageRequest,
    describe?: (rows: R[]) => V[] | Promise<V[]>,
    counting?: Counting,
  ): Promise<Page<V>> {
    const request = query.cursor === undefined ? query : { ...query, page: 1 };
    const window = pageWindow(request, counting?.upTo);
    const where = await this.#matching(ctx, query);
    const [rows, counted] = await Promise.all([
      this.#select(ctx, query, window, where),
      counting?.count ? counting.count(window.countLimit) : this.#count(ctx, where, window.countLimit),
    ]);
    const { shown, nextCursor } = this.#cut(rows, query);
    return { ...toPage(request, rows, counted, counting?.upTo), data: await described(shown, describe), nextCursor };
  }

  /** A page by cursor. It costs the same wherever it is, because nothing is counted or skipped. */
  async next<V = R>(
    ctx: C,
    query: ListRequest<F, H, S>,
    describe?: (rows: R[]) => V[] | Promise<V[]>,
  ): Promise<CursorPage<V>> {
    const rows = await this.#select(ctx, query, { limit: query.itemsPerPage + 1, offset: 0 });
    const { shown, nextCursor } = this.#cut(rows, query);
    return { data: await described(shown, describe), nextCursor };
  }

  /** How many rows there are, counted no further than the limit. */
  async count(ctx: C, values: ValuesOf<F> & ValuesOf<H>, limit: number | null): Promise<number> {
    return this.#count(ctx, await this.where(ctx, values), limit);
  }

  /** The conditions of the filters on the rows `t`, for a statement that sums them. */
  async where(ctx: C, values: ValuesOf<F> & ValuesOf<H>): Promise<Condition> {
    const { filters, scope = {} as H, where } = this.#declaration;
    const given = Object.entries<Filter>({ ...filters, ...scope }).flatMap(([name, filter]) => {
      const value = (values as Record<string, unknown>)[name];
      return value === undefined || value === null ? [] : [filter.where(value, ctx as never)];
    });
    const conditions = (await Promise.all(given)).filter((condition) => condition !== null);
    return sql.join([where?.(ctx) ?? sql`true`, ...conditions], sql` AND `);
  }

  /** The conditions of a page: those of the filters, and that there is a key to sort by. */
  async #matching(ctx: C, query: ListRequest<F, H, S>): Promise<Condition> {
    const { by, leavesOutNull } = this.#keyOf(query.sort);
    const where = await this.where(ctx, query);
    return leavesOutNull ? sql`${where} AND ${by} IS NOT NULL` : where;
  }

  #keyOf(sort: string): SortKey {
    return this.#declaration.sort[sort.replace(/^-/, '') as S];
  }

  async #select(
    ctx: C,
    query: ListRequest<F, H, S>,
    { limit, offset }: { limit: number; offset: number },
    whole?: Condition,
  ): Promise<Listed<R>[]> {
    const { from, inOrder, select } = this.#declaration;
    const { cursor, sort } = query;
    const ordered = inOrder ? await inOrder(ctx, query) : null;
    const applied = ordered && Object.fromEntries(ordered.applies.map((name) => [name, undefined]));
    const where = applied || !whole ? await this.#matching(ctx, { ...query, ...applied }) : whole;
    const order = this.#order(sort);
    const after = cursor === undefined ? null : readCursor(cursor, sort, order);
    const keys = sql.join(order.map(({ by }) => sql`(${by})::text`));
    return pageRowsOf<Listed<R>>(ctx.tx)`
      SELECT ${select}, json_build_array(${keys})::text AS sort_keys FROM ${ordered?.from ?? from(ctx)}
      WHERE ${where} ${after ? sql`AND ${behind(order, after)}` : sql``} ${this.#groups}
      ORDER BY ${sql.join(order.map(({ by, direction }) => sql`${by} ${sql.raw(direction)}`))}
      ${offset > 0 ? sql`OFFSET ${offset}` : sql``} LIMIT ${limitText(limit)}`;
  }

  async #count(ctx: C, where: Condition, limit: number | null): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*)::int AS count FROM (
        SELECT FROM ${this.#declaration.from(ctx)} WHERE ${where} ${this.#groups}
        ${limit === null ? sql`` : sql`LIMIT ${limitText(limit)}`}) AS matching`.execute(ctx.tx);
    return rows[0]!.count;
  }

  get #groups(): RawBuilder<unknown> {
    const { groupBy } = this.#declaration;
    return groupBy ? sql`GROUP BY ${groupBy}` : sql``;
  }

  /** The sort key and what makes it unique, each with its direction. */
  #order(sort: string): OrderPart[] {
    const { key = [ID] } = this.#declaration;
    const direction = sort.startsWith('-') ? 'DESC' : 'ASC';
    return [this.#keyOf(sort), ...key].map((part) => ({ direction, ...part }));
  }

  #cut(rows: Listed<R>[], { itemsPerPage, sort }: { itemsPerPage: number; sort: string }) {
    const shown = rows.slice(0, itemsPerPage);
    const last = rows.length > itemsPerPage ? shown.at(-1)! : null;
    const nextCursor = last && toCursor([sort, ...(JSON.parse(last.sortKeys) as string[])]);
    // Not deleted: V8 would turn a row that lost a property into a hash table. Answers leave out what is undefined.
    for (const row of shown as { sortKeys?: string | undefined }[]) row.sortKeys = undefined;
    return { shown: shown as R[], nextCursor };
  }
}

/** How far rows are counted, and if there is one, a cheaper way to count than to read the list. */
export interface Counting {
  upTo: number;
  count?: (limit: number | null) => Promise<number>;
}

/** `sortKeys` is a JSON array: only that of the last row of a page is read. */
type Listed<R> = R & { sortKeys: string };

type ListRequest<F extends Filters, H extends Filters, S extends string> = ValuesOf<F> &
  ValuesOf<H> & { sort: S | `-${S}`; itemsPerPage: number; cursor?: string | undefined };

/** The usual sizes of pages, and the limits of counts. */
const USUAL_LIMITS = new Set([5, 10, 20, 25, 50, 100, 200, 500, 1_000, ROWS_COUNTED_MAX].map((rows) => rows + 1));

/**
 * A usual limit is part of the text. PostgreSQL expects an unknown one to be a tenth of the table, so it would plan such a
 * statement again on every call, which takes longer than to read the page.
 */
export const limitText = (limit: number): RawBuilder<unknown> =>
  USUAL_LIMITS.has(limit) ? sql.raw(String(limit)) : sql`${limit}`;

const ID: SortKey = { by: sql.ref('t.id'), type: 'uuid' };

async function described<R, V>(rows: R[], describe?: (rows: R[]) => V[] | Promise<V[]>): Promise<V[]> {
  return describe ? describe(rows) : (rows as unknown as V[]);
}

function readCursor(cursor: string, sort: string, order: OrderPart[]): string[] {
  const key = z.tuple([z.literal(sort), ...order.map(({ type }) => keyTypes[type])] as unknown as [z.ZodString]);
  return fromCursor(cursor, key).slice(1);
}

/**
 * The rows after a key. A comparison of rows lets an index seek it. Where the last parts run in another direction, or are columns
 * of another table, the index seeks the parts before them.
 */
function behind(order: OrderPart[], values: string[]): Condition {
  const parts = order.map((part, index) => ({
    ...part,
    value: sql`${values[index]}::${sql.raw(part.type)}`,
    sign: sql.raw(part.direction === 'ASC' ? '>' : '<'),
  }));
  const { direction, sign } = parts[0]!;
  const turn = parts.findIndex((part) => part.direction !== direction);
  const rows = (some: typeof parts, comparison: RawBuilder<unknown>) =>
    sql`(${sql.join(some.map(({ by }) => by))}) ${comparison} (${sql.join(some.map(({ value }) => value))})`;
  const from = rows(parts.slice(0, turn < 0 ? -1 : turn), sql`${sign}=`);
  if (turn < 0) return parts.length > 2 ? sql`${from} AND ${rows(parts, sign)}` : rows(parts, sign);
  const alternatives = parts.map((part, index) => {
    const equal = parts.slice(0, index).map(({ by, value }) => sql`${by} = ${value}`);
    return sql`(${sql.join([...equal, sql`${part.by} ${part.sign} ${part.value}`], sql` AND `)})`;
  });
  return sql`${from} AND (${sql.join(alternatives, sql` OR `)})`;
}

/** How a key travels in a cursor: a value that PostgreSQL cannot read must be refused before it gets there. */
const keyTypes = {
  uuid: z.uuid(),
  text: z.string().refine((text) => !text.includes('\0')),
  date: CalendarDate,
  integer: z.string().regex(/^-?\d{1,9}$/),
  bigint: z.string().regex(/^-?\d{1,18}$/),
  numeric: z.string().regex(/^-?\d{1,40}(\.\d{1,40})?$/),
  boolean: z.enum(['true', 'false']),
  'timestamp with time zone': z.string().refine(isInstant),
} as const;

function isInstant(text: string): boolean {
  try {
    return Temporal.Instant.from(text.replace(' ', 'T')).epochMilliseconds > 0;
  } catch {
    return false;
  }
}

/** One value or several: `state=open,partial`, or the parameter repeated. */
export const several = <S extends z.ZodType<string | number>>(item: S, max = 100) =>
  z.preprocess(
    (value) => (typeof value === 'string' && value.includes(',') ? value.split(',') : value),
    z.union([item, z.array(item).min(1).max(max)]),
  );

/** Rows whose column has one of the values. */
export const oneOf = <S extends z.ZodType<string | number>>(column: string, item: S, description = ONE_OR_SEVERAL) =>
  filter(several(item).optional().describe(description), (value) => isOneOf(sql.ref(`t.${column}`), value));

export const ONE_OR_SEVERAL = 'Only with this value, or one of several with commas between.';

/** The same for a column of few values. One value is part of the text, so that PostgreSQL knows how rare it is. */
export const oneOfFew = <S extends z.ZodType<string>>(column: string, item: S) =>
  filter(several(item).optional().describe(ONE_OR_SEVERAL), (value) =>
    isOneOf(sql.ref(`t.${column}`), typeof value === 'string' ? sql.lit(value) : value),
  );

/** A comparison with one value keeps the order of an index; with several it need not. */
export const isOneOf = (column: RawBuilder<unknown>, value: unknown): Condition =>
  Array.isArray(value) ? sql`${column} = ANY (${value})` : sql`${column} = ${value}`;

/** Rows whose boolean column is so. The value is part of the text, so that an index of such rows can be used. */
export const flag = (column: string, description = 'Only those, or with `false` only the others.') =>
  filter(z.boolean().optional().describe(description), (value) => sql`t.${sql.ref(column)} = ${sql.lit(value)}`);

/** Rows whose column is set or not: `taken` by `takenAt`. */
export const isSet = (column: string, description = 'Only those, or with `false` only the others.') =>
  filter(z.boolean().optional().describe(description), (value) =>
    value ? sql`${sql.ref(`t.${column}`)} IS NOT NULL` : sql`${sql.ref(`t.${column}`)} IS NULL`,
  );

/** `from` and `to` on a date column, both included. */
export const dates = (column: string) => ({
  from: filter(
    CalendarDate.optional().describe('This day or later.'),
    (value) => sql`${sql.ref(`t.${column}`)} >= ${value}::date`,
  ),
  to: filter(
    CalendarDate.optional().describe('This day or earlier.'),
    (value) => sql`${sql.ref(`t.${column}`)} <= ${value}::date`,
  ),
});

/** Rows found by the beginnings of their words, as `indexText` indexed them under this kind. */
export const search = (kind: string, description: string) =>
  filter(z.string().trim().min(1).max(200).optional().describe(description), async (value, ctx) => {
    const joined = withJoinedNumbers(value);
    const found = await isFoundInList(ctx, kind, value);
    return joined === value ? found : sql`(${found} OR ${await isFoundInList(ctx, kind, joined)})`;
  });

/** Rows of a short table that have each word somewhere in these columns. */
export const containing = (columns: string[], description: string) =>
  filter(z.string().trim().min(1).max(200).optional().describe(description), (value) =>
    containsWords(sql`concat_ws(' ', ${sql.join(columns.map((column) => sql.ref(`t.${column}`)))})`, value),
  );

export const filter = <S extends z.ZodType>(schema: S, where: Filter<S>['where']): Filter<S> => ({ schema, where });

/** Rows in use unless the query asks for archived ones, or for all. */
export const archived = filter(
  z
    .union([z.boolean(), z.literal('all')])
    .default(false)
    .describe('Archived ones instead of those in use, or `all`.'),
  (value) => (value === 'all' ? null : value ? sql`t.archived_at IS NOT NULL` : sql`t.archived_at IS NULL`),
);

/** Rows that changed at this time or later. */
export const updatedSince = filter(
  Timestamp.optional().describe(
    'Changed at this time or later; where the list has `archived`, archived ones only with `archived=all`. With `sort=updated` the cost does not grow with the list. Begin a minute before the last poll: a change is visible once it is committed.',
  ),
  (since) => sql`t.updated_at >= ${since}::timestamptz`,
);

/** The same filter with a value that holds where the query says nothing. */
export const byDefault = <S extends z.ZodType>({ schema, where }: Filter<S>, value: NonNullable<z.output<S>>) => ({
  schema: schema.default(value as never),
  where,
});
