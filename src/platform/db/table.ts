import { CompiledQuery, type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import { newId } from '../id.ts';
import { NotFound, orNotFound, VersionConflict } from '../refusal.ts';
import { tableColumns } from './columns.ts';
import { asJson, columnsOf, rowsAsJson } from './rows-as-json.ts';
import type { DB, TenantTable } from './schema.ts';
import { snakeCase } from './snake-case.ts';
import { pageQueryOf } from './statement.ts';
import { sendLater, type Tx } from './transaction.ts';

/** Whose rows, in which transaction, and when and by whom new ones are made. Every tenant context is one. */
export interface Tenant {
  readonly tx: Tx;
  readonly organizationId: string;
  readonly now?: Temporal.Instant;
  readonly userId?: string | null;
}

/** Runs a statement and answers its rows: `rowsOf<Project>(tenant.tx)`, followed by the text of the statement. */
export const rowsOf =
  <R>(tx: Tx) =>
  (text: TemplateStringsArray, ...values: unknown[]): Promise<R[]> =>
    sql<R>(text, ...values)
      .execute(tx)
      .then(({ rows }) => rows);

/** The first row, if there is one. */
export const rowOf =
  <R>(tx: Tx) =>
  (text: TemplateStringsArray, ...values: unknown[]): Promise<R | undefined> =>
    rowsOf<R>(tx)(text, ...values).then(([row]) => row);

/** The row of a statement that always answers exactly one, such as sums without GROUP BY. */
export const onlyRowOf =
  <R>(tx: Tx) =>
  (text: TemplateStringsArray, ...values: unknown[]): Promise<R> =>
    rowsOf<R>(tx)(text, ...values).then(([row]) => row!);

/** The first column of every row. */
export const columnOf =
  <V>(tx: Tx) =>
  (text: TemplateStringsArray, ...values: unknown[]): Promise<V[]> =>
    rowsOf<Record<string, V>>(tx)(text, ...values).then((rows) => rows.map(firstOf));

/**
 * Lets one transaction at a time count these rows and add to them. Call it before the count, so that requests at once do not exceed
 * a limit together.
 */
export const lockForLimit = ({ tx, organizationId }: Tenant, rows: string): Promise<unknown> =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${organizationId} limit of ${rows}`}, 0))`.execute(tx);

/** The first column of the first row, such as a count. Null where there is no row: its type then says so. */
export const scalarOf =
  <V>(tx: Tx) =>
  (text: TemplateStringsArray, ...values: unknown[]): Promise<V> =>
    rowsOf<Record<string, V>>(tx)(text, ...values).then(([row]) => (row ? firstOf(row) : (null as V)));

function firstOf<V>(row: Record<string, V>): V {
  for (const name in row) return row[name]!;
  throw new Error('The statement selects no column.');
}

/** Two columns as a map: the first, which is text, to the second. */
export const mapOf =
  <V>(tx: Tx) =>
  (text: TemplateStringsArray, ...values: unknown[]): Promise<Map<string, V>> =>
    rowsOf<Record<string, unknown>>(tx)(text, ...values).then(
      (rows) => new Map(rows.map((row) => Object.values(row) as [string, V])),
    );

/** How many rows a statement has inserted, changed or deleted. */
export const affectedBy =
  (tx: Tx) =>
  (text: TemplateStringsArray, ...values: unknown[]): Promise<number> =>
    sql(text, ...values)
      .execute(tx)
      .then(({ numAffectedRows }) => Number(numAffectedRows ?? 0));

/** `rowsOf` for the rows of one page, which are refused if they have too many bytes. */
export const pageRowsOf =
  <R>(tx: Tx) =>
  (text: TemplateStringsArray, ...values: unknown[]): Promise<R[]> =>
    tx.executeQuery<R>(pageQueryOf(sql(text, ...values).compile(tx))).then(({ rows }) => rows);

/** The JSON columns of a table with the type of what they hold: `table('events', json<{ payload: Payload }>())`. */
interface JsonColumns<J> {
  readonly holds?: J;
}
export const json = <J>(): JsonColumns<J> => ({});

type RowOf<T extends TenantTable, J> = Omit<Selectable<DB[T]>, 'organizationId' | keyof J> & J;
/** A caller decides which fields a change has, so there may be many shapes. */
const TEXTS_MAX = 1000;

/** A new row gets these from the context: its own id, the time and the person. Rows give only other values. */
const FILLED_IN = ['id', 'createdAt', 'updatedAt', 'createdBy'] as const;
type FilledIn = (typeof FILLED_IN)[number];
type NewRow<T extends TenantTable, J> = Omit<Insertable<DB[T]>, 'organizationId' | FilledIn | keyof J> &
  Partial<Pick<Insertable<DB[T]>, FilledIn & keyof Insertable<DB[T]>> & J>;
type Change<T extends TenantTable, J> = {
  [K in keyof (Omit<Updateable<DB[T]>, 'organizationId' | keyof J> & Partial<J>)]?:
    | (Omit<Updateable<DB[T]>, 'organizationId' | keyof J> & Partial<J>)[K]
    | RawBuilder<unknown>;
};

/** Equality on columns. A list matches any of its values, null matches NULL, undefined is left out. */
export type Match<R> = { readonly [K in keyof R]?: R[K] | readonly NonNullable<R[K]>[] | Temporal.Instant | undefined };

/** A row's id where the table has one, or the columns that identify it. */
export type Key<R> = string | Match<R>;

/** The columns to sort by, in order; `-createdAt` sorts descending. */
type Order<R> = (keyof R & string) | `-${keyof R & string}`;

interface ReadOptions<R, K extends keyof R> {
  columns?: readonly K[];
  orderBy?: readonly Order<R>[];
  limit?: number;
  lock?: Lock;
}

/** How a row is held until the transaction ends: against every change, against every change but of references, or against deletion. */
export type Lock = 'FOR UPDATE' | 'FOR NO KEY UPDATE' | 'FOR SHARE' | 'FOR KEY SHARE' | 'FOR UPDATE SKIP LOCKED';

/** The row of a declared table: `type Project = Row<typeof projects>`. */
export type Row<T> = T extends Table<infer N, infer J> ? RowOf<N, J> : never;

/**
 * Declares a table of organizations' rows. This is the one place that writes `organization_id = …`: the methods cover what
 * is asked of one table by equality, and `of` brings only the organization's rows into a statement written as SQL.
 */
export const table = <T extends TenantTable, J = unknown>(name: T, _json?: JsonColumns<J>): Table<T, J> =>
  new Table(name);

export class Table<T extends TenantTable, J = unknown> {
  readonly name: T;
  readonly #columns: Readonly<Record<string, string>>;
  readonly #all: readonly string[];
  readonly #filledIn: readonly FilledIn[];
  readonly #texts = new Map<string, string>();
  readonly #quoted: RawBuilder<unknown>;

  constructor(name: T) {
    this.name = name;
    this.#columns = tableColumns[name];
    this.#quoted = sql.raw(identifier(name));
    this.#all = Object.keys(this.#columns).filter((column) => column !== 'organizationId');
    this.#filledIn = FILLED_IN.filter((column) => column in this.#columns);
  }

  /** The organization's rows, for FROM and JOIN in SQL: `FROM ${projects.of(ctx)} p`. PostgreSQL flattens the sub-select. */
  of({ organizationId }: Pick<Tenant, 'organizationId'>): RawBuilder<RowOf<T, J>> {
    return sql`(SELECT * FROM ${this.#quoted} WHERE organization_id = ${organizationId})`;
  }

  /** The columns of a row with their alias, for SELECT and RETURNING in SQL. */
  columns(alias?: string): RawBuilder<unknown> {
    const prefix = alias ? `"${alias}".` : '';
    return sql.raw(
      this.#text(`columns ${prefix}`, () => this.#all.map((column) => prefix + identifier(column)).join(', ')),
    );
  }

  /** The names of columns for an INSERT in SQL. */
  names(columns: readonly string[]): RawBuilder<unknown> {
    return sql.raw(this.#text(`names ${columns.join()}`, () => columns.map(identifier).join(', ')));
  }

  async find<K extends keyof RowOf<T, J> = keyof RowOf<T, J>>(
    tenant: Tenant,
    key: Key<RowOf<T, J>>,
    options: Pick<ReadOptions<RowOf<T, J>, K>, 'columns' | 'lock' | 'orderBy'> = {},
  ): Promise<Pick<RowOf<T, J>, K> | undefined> {
    return (await this.all(tenant, typeof key === 'string' ? idIs(key) : key, { ...options, limit: 1 }))[0];
  }

  /** The row, or `NotFound`. */
  async get(tenant: Tenant, key: Key<RowOf<T, J>>): Promise<RowOf<T, J>> {
    return orNotFound(await this.find(tenant, key)) as RowOf<T, J>;
  }

  /** Locks the row for a change, or throws `NotFound`. A `version` that the caller read earlier must still be the row's. */
  async lock(tenant: Tenant, key: Key<RowOf<T, J>>, version?: number): Promise<RowOf<T, J>> {
    const row = orNotFound(await this.find(tenant, key, { lock: 'FOR UPDATE' }));
    if (version !== undefined && (row as { version?: number }).version !== version) throw VersionConflict();
    return row as RowOf<T, J>;
  }

  async all<K extends keyof RowOf<T, J> = keyof RowOf<T, J>>(
    tenant: Tenant,
    match: Match<RowOf<T, J>> = {},
    options: ReadOptions<RowOf<T, J>, K> = {},
  ): Promise<Pick<RowOf<T, J>, K>[]> {
    const { columns = this.#all, orderBy = [], limit, lock = '' } = options;
    if (Object.values(match).some((value) => Array.isArray(value) && value.length === 0)) return [];
    const where = this.#where(match);
    const text = this.#text(
      `read ${columns.join()} ${where.shape} ${orderBy.join()} ${limit === 1 ? 1 : limit === undefined} ${lock}`,
      () => {
        const order = orderBy.map((column) =>
          column.startsWith('-') ? `${identifier(column.slice(1))} DESC` : identifier(column),
        );
        return [
          `SELECT ${columns.map((column) => identifier(String(column))).join(', ')} FROM ${identifier(this.name)}`,
          where.text(),
          order.length > 0 ? `ORDER BY ${order.join(', ')}` : '',
          limit === undefined ? '' : limit === 1 ? 'LIMIT 1' : `LIMIT $${where.values.length + 2}`,
          lock,
        ].join(' ');
      },
    );
    return this.#run(tenant, text, limit === undefined || limit === 1 ? where.values : [...where.values, limit]);
  }

  async exists(tenant: Tenant, match: Key<RowOf<T, J>>): Promise<boolean> {
    const where = this.#where(typeof match === 'string' ? idIs(match) : match);
    const text = this.#text(
      `exists ${where.shape}`,
      () => `SELECT EXISTS (SELECT FROM ${identifier(this.name)} ${where.text()}) AS found`,
    );
    const [row] = await this.#run<{ found: boolean }>(tenant, text, where.values);
    return row!.found;
  }

  async count(tenant: Tenant, match: Match<RowOf<T, J>> = {}): Promise<number> {
    const where = this.#where(match);
    const text = this.#text(
      `count ${where.shape}`,
      () => `SELECT count(*)::int AS count FROM ${identifier(this.name)} ${where.text()}`,
    );
    const [row] = await this.#run<{ count: number }>(tenant, text, where.values);
    return row!.count;
  }

  /** The count that a limit is checked with before more rows are added. */
  async countForLimit(tenant: Tenant, match: Match<RowOf<T, J>> = {}): Promise<number> {
    const lock = lockForLimit(tenant, `${this.name} ${JSON.stringify(match)}`);
    const [, count] = await Promise.all([lock, this.count(tenant, match)]);
    return count;
  }

  /** The least value of a column, such as the next due time; null if no row has one. */
  async min<K extends keyof RowOf<T, J> & string>(
    tenant: Tenant,
    column: K,
    match: Match<RowOf<T, J>> = {},
  ): Promise<RowOf<T, J>[K] | null> {
    const where = this.#where(match);
    const text = this.#text(
      `min ${column} ${where.shape}`,
      () => `SELECT min(${identifier(column)}) AS least FROM ${identifier(this.name)} ${where.text()}`,
    );
    const [row] = await this.#run<{ least: RowOf<T, J>[K] | null }>(tenant, text, where.values);
    return row!.least;
  }

  /** Inserts the row, with its own id, the time and the person of the context where it gives no others. */
  async insert(tenant: Tenant, row: NewRow<T, J>): Promise<RowOf<T, J>> {
    return (await this.#insert(tenant, row))!;
  }

  /** Inserts the row unless another one has the same unique key; then undefined. */
  insertUnlessTaken(tenant: Tenant, row: NewRow<T, J>): Promise<RowOf<T, J> | undefined> {
    return this.#insert(tenant, row, ' ON CONFLICT DO NOTHING');
  }

  /** Inserts the row, or replaces the given columns of the one that has the same key, except those that it keeps. */
  async upsert(
    tenant: Tenant,
    given: NewRow<T, J>,
    key: readonly (keyof NewRow<T, J> & string)[],
    keeps: readonly string[] = ['createdAt', 'createdBy'],
  ): Promise<RowOf<T, J>> {
    const unchanged: readonly string[] = [...key, ...keeps];
    const [row] = this.#whole(tenant, [given]);
    const replaced = Object.keys(row!).filter((column) => !unchanged.includes(column));
    const sets = replaced.map((column) => `${identifier(column)} = excluded.${identifier(column)}`);
    const target = ['organizationId', ...key].map(identifier).join(', ');
    return (await this.#insert(tenant, row!, ` ON CONFLICT (${target}) DO UPDATE SET ${sets.join(', ')}`))!;
  }

  async #insert(tenant: Tenant, row: NewRow<T, J>, onConflict = ''): Promise<RowOf<T, J> | undefined> {
    const given = Object.entries(this.#whole(tenant, [row])[0]!).filter(([, value]) => value !== undefined);
    const text = this.#text(`insert ${given.map(([column]) => column).join()}${onConflict}`, () => {
      const names = given.map(([column]) => identifier(column));
      const places = given.map((_, index) => `$${index + 2}`);
      return (
        `INSERT INTO ${identifier(this.name)} (organization_id, ${names.join(', ')}) VALUES ($1, ${places.join(', ')})` +
        `${onConflict} RETURNING ${this.#all.map(identifier).join(', ')}`
      );
    });
    const values = given.map(([column, value]) => this.#value(column, value));
    return (await this.#run<RowOf<T, J>>(tenant, text, values))[0];
  }

  /**
   * Inserts rows that give the same columns, in one statement whose text does not depend on their number. A distributed
   * database refuses `SELECT $1 …` as the source of the organization, so it is read from a row of the same shard.
   */
  async insertMany(tenant: Tenant, rows: readonly NewRow<T, J>[]): Promise<void> {
    if (rows.length > 0) await tenant.tx.executeQuery(this.#insertMany(tenant, rows));
  }

  /** The same, sent with the next statement of the transaction or with COMMIT. */
  insertLater(tenant: Tenant, rows: readonly NewRow<T, J>[], refuse?: (error: unknown) => never): void {
    if (rows.length > 0) sendLater(tenant.tx, this.#insertMany(tenant, rows), refuse);
  }

  #insertMany(tenant: Tenant, rows: readonly NewRow<T, J>[]): CompiledQuery {
    return this.insertion(tenant, rows).compile(tenant.tx);
  }

  /** The INSERT of rows that give the same columns, as a part of a larger statement. */
  insertion(tenant: Omit<Tenant, 'tx'>, given: readonly NewRow<T, J>[]): RawBuilder<unknown> {
    const rows = this.#whole(tenant, given);
    const columns = columnsOf(rows);
    const names = this.#text(`insert names ${columns.join()}`, () => {
      const values = columns.map((column) => `g."${column}"`).join(', ');
      return `INSERT INTO ${identifier(this.name)} (organization_id, ${columns.map(identifier).join(', ')}) SELECT c.organization_id, ${values}`;
    });
    return sql`${sql.raw(names)} FROM event_counters c, ${this.given(rows)} AS g WHERE c.organization_id = ${tenant.organizationId}`;
  }

  /** The rows with what they leave out of `FILLED_IN`. Rows of one statement leave out the same. */
  #whole({ now, userId }: Pick<Tenant, 'now' | 'userId'>, rows: readonly NewRow<T, J>[]): readonly NewRow<T, J>[] {
    const first = rows[0] as Record<FilledIn, unknown>;
    const left = this.#filledIn.filter((column) => first[column] === undefined);
    if (left.length === 0) return rows;
    const values = { createdAt: now, updatedAt: now, createdBy: userId };
    return rows.map((row) => ({
      ...Object.fromEntries(left.map((column) => [column, column === 'id' ? newId() : values[column]])),
      ...row,
    }));
  }

  /** Rows that give the same columns, for FROM in SQL, with their place from 1 on: `FROM ${projects.given(rows)} AS g`. */
  given(rows: readonly NewRow<T, J>[]): RawBuilder<unknown> {
    const given = columnsOf(rows);
    const types = this.#text(`given ${given.join()}`, () =>
      given.map((column) => `"${column}" ${this.#typeOf(column)}`).join(', '),
    );
    return sql`ROWS FROM (jsonb_to_recordset(${rowsAsJson(rows)}::jsonb) AS (${sql.raw(types)})) WITH ORDINALITY`;
  }

  /** Changes the row and counts its version up, or throws `NotFound`. */
  async update(tenant: Tenant, key: Key<RowOf<T, J>>, change: Change<T, J>): Promise<RowOf<T, J>> {
    const { rows } = await sql<RowOf<T, J>>`
      ${this.#updateText(tenant, key, change)} RETURNING ${this.columns()}`.execute(tenant.tx);
    return orNotFound(rows[0]);
  }

  /** The same, unless the row has these values already: then its version and time stay. With `isMore`, parts in other tables change. */
  async change(tenant: Tenant, key: Key<RowOf<T, J>>, change: Change<T, J>, isMore = false): Promise<RowOf<T, J>> {
    if (isMore) return this.update(tenant, key, change);
    const given = Object.entries(change).filter(([column, value]) => value !== undefined && column !== 'updatedAt');
    if (given.length === 0) return this.get(tenant, key);
    const differs = given.map(
      ([column, value]) => sql`${sql.ref(column)} IS DISTINCT FROM ${this.#value(column, value)}`,
    );
    const { rows } = await sql<RowOf<T, J>>`
      ${this.#updateText(tenant, key, change)} AND (${sql.join(differs, sql` OR `)})
      RETURNING ${this.columns()}`.execute(tenant.tx);
    return rows[0] ?? this.get(tenant, key);
  }

  /** Changes every row that matches; answers how many. */
  async updateAll(tenant: Tenant, match: Match<RowOf<T, J>>, change: Change<T, J>): Promise<number> {
    const { numAffectedRows } = await this.#updateText(tenant, match, change).execute(tenant.tx);
    return Number(numAffectedRows);
  }

  /** Changes each row by its id and counts its version up, in one statement. All rows give the same columns. */
  async updateMany(
    tenant: Tenant,
    rows: readonly (Partial<Omit<NewRow<T, J>, 'id'>> & { readonly id: string })[],
  ): Promise<void> {
    if (rows.length === 0) return;
    const given = columnsOf(rows);
    const text = this.#text(`update many ${given.join()}`, () => {
      const typed = given.map((column) => `"${column}" ${this.#typeOf(column)}`);
      const sets = given.flatMap((column) => (column === 'id' ? [] : `${identifier(column)} = g."${column}"`));
      if ('version' in this.#columns && !given.includes('version')) sets.push('version = t.version + 1');
      return (
        `UPDATE ${identifier(this.name)} t SET ${sets.join(', ')} ` +
        `FROM jsonb_to_recordset($2::jsonb) AS g (${typed.join(', ')}) WHERE t.organization_id = $1 AND t.id = g.id`
      );
    });
    await this.#run(tenant, text, [rowsAsJson(rows)]);
  }

  /** Deletes every row that matches; answers how many. */
  async delete(tenant: Tenant, key: Key<RowOf<T, J>>): Promise<number> {
    const where = this.#where(typeof key === 'string' ? idIs(key) : key);
    const text = this.#text(`delete ${where.shape}`, () => `DELETE FROM ${identifier(this.name)} ${where.text()}`);
    const { numAffectedRows } = await tenant.tx.executeQuery(
      CompiledQuery.raw(text, [tenant.organizationId, ...where.values]),
    );
    return Number(numAffectedRows);
  }

  /** Deletes the row, or throws `NotFound`. */
  async remove(tenant: Tenant, key: Key<RowOf<T, J>>): Promise<void> {
    if ((await this.delete(tenant, key)) === 0) throw NotFound();
  }

  #updateText({ organizationId }: Tenant, key: Key<RowOf<T, J>>, change: Change<T, J>): RawBuilder<unknown> {
    const given = Object.entries(change).filter(([, value]) => value !== undefined);
    const sets = given.map(([column, value]) => sql`${sql.ref(column)} = ${this.#value(column, value)}`);
    if ('version' in this.#columns && !('version' in change)) sets.push(sql`version = version + 1`);
    const match = Object.entries(typeof key === 'string' ? { id: key } : key).filter(
      ([, value]) => value !== undefined,
    );
    const conditions = match.map(([column, value]) =>
      value === null
        ? sql`${sql.ref(column)} IS NULL`
        : Array.isArray(value)
          ? sql`${sql.ref(column)} = ANY (${value}::${sql.raw(this.#typeOf(column))}[])`
          : sql`${sql.ref(column)} = ${value}`,
    );
    const where = sql.join([sql`organization_id = ${organizationId}`, ...conditions], sql` AND `);
    return sql`UPDATE ${sql.table(this.name)} SET ${sql.join(sets)} WHERE ${where}`;
  }

  #where(match: Match<RowOf<T, J>>): { shape: string; values: unknown[]; text: () => string } {
    const given = Object.entries(match).filter(([, value]) => value !== undefined) as [string, unknown][];
    const values = given.flatMap(([, value]) => (value === null ? [] : [value]));
    const shape = given
      .map(([column, value]) => column + (value === null ? '=null' : Array.isArray(value) ? '=any' : ''))
      .join();
    const text = () => {
      let place = 1;
      const conditions = given.map(([column, value]) => {
        if (value === null) return ` AND ${identifier(column)} IS NULL`;
        place++;
        return Array.isArray(value)
          ? ` AND ${identifier(column)} = ANY ($${place}::${this.#typeOf(column)}[])`
          : ` AND ${identifier(column)} = $${place}`;
      });
      return `WHERE organization_id = $1${conditions.join('')}`;
    };
    return { shape, values, text };
  }

  /** Each shape of a statement is written once. */
  #text(shape: string, write: () => string): string {
    const known = this.#texts.get(shape);
    if (known !== undefined) return known;
    const text = write();
    if (this.#texts.size >= TEXTS_MAX) this.#texts.clear();
    this.#texts.set(shape, text);
    return text;
  }

  async #run<R>({ tx, organizationId }: Tenant, text: string, values: readonly unknown[]): Promise<R[]> {
    const { rows } = await tx.executeQuery<R>(CompiledQuery.raw(text, [organizationId, ...values]));
    return rows;
  }

  #typeOf(column: string): string {
    return this.#columns[column]!.replace('!', '');
  }

  #value(column: string, value: unknown): unknown {
    const type = this.#columns[column];
    // In a column that is NOT NULL, null is a JSON value.
    const isJson = type === 'jsonb!' || (type === 'jsonb' && value !== null);
    return isJson && !isRawBuilder(value) ? JSON.stringify(value, asJson) : value;
  }
}

const isRawBuilder = (value: unknown): boolean => (value as { isRawBuilder?: boolean } | null)?.isRawBuilder === true;

const idIs = <R>(id: string): Match<R> => ({ id }) as unknown as Match<R>;

const identifier = (name: string): string => `"${snakeCase(name)}"`;
