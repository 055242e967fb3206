import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import {
  type CompiledQuery,
  DefaultQueryExecutor,
  type Dialect,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import pg from 'pg';
import { toTimestamp } from '../date.ts';
import type { DB } from './schema.ts';

/** The handle of one transaction. There is no other way to the database, so no query can leave its transaction. */
export type Tx = Kysely<DB>;
export type { CompiledQuery };

export interface TransactionOptions {
  /** The tenant whose rows are visible; none: no tenant row is. */
  organizationId?: string | null;
  readOnly?: boolean;
  /** Does everything, checks deferred constraints, then rolls back. */
  dryRun?: boolean;
  /** The last statements before COMMIT, sent with it in one message. */
  beforeCommit?: (tx: Tx) => CompiledQuery[];
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const RETRYABLE = new Set(['40001', '40P01']);
const ATTEMPTS_MAX = 6;
/** Beyond this many distinct texts a connection stops preparing: a prepared statement is held for its whole life. */
const NAMED_STATEMENTS_MAX = 1000;

/** Thrown to run the whole unit of work again, as after a deadlock. */
export class RetryTransaction extends Error {}

export class Database {
  readonly #pool: pg.Pool;

  constructor(options: { url: string; poolSize: number; onError: (error: Error) => void }) {
    this.#pool = new pg.Pool({
      connectionString: options.url,
      max: options.poolSize,
      pipeline: true,
      types: { getTypeParser: parserOf },
      application_name: 'colmado',
      connectionTimeoutMillis: 10_000,
      idleTimeoutMillis: 30_000,
    } as pg.PoolConfig);
    this.#pool.on('error', (error) => {
      if (!this.#pool.ending) options.onError(error);
    });
    // The statements of a broken connection fail by themselves; unheard, the same error would end the process.
    this.#pool.on('connect', (client) => client.on('error', () => {}));
  }

  /**
   * Runs `work` in one transaction and commits it. `BEGIN` and the tenant travel in one message with the first query, so
   * the transaction costs no round trip of its own. `work` runs again from the start after a serialization failure or a
   * deadlock, so it must touch nothing outside its transaction.
   */
  async transaction<T>(options: TransactionOptions, work: (tx: Tx) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#attempt(options, work);
      } catch (error) {
        if (attempt >= ATTEMPTS_MAX || !isRetryable(error)) throw error;
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 2 ** attempt * 5));
      }
    }
  }

  async #attempt<T>(options: TransactionOptions, work: (tx: Tx) => Promise<T>): Promise<T> {
    const begin = beginText(options);
    const client = await this.#pool.connect();
    const connection = new BoundExecutor(client);
    const tx = handleOf(connection);
    // Sent, not awaited: if it fails, so does every statement behind it.
    send(client, begin).catch(() => {});
    let result: T;
    try {
      result = await work(tx);
      if (options.dryRun) await send(client, 'SET CONSTRAINTS ALL IMMEDIATE');
    } catch (error) {
      connection.close();
      await this.#rollBack(client);
      throw error;
    }
    const last = options.dryRun || options.readOnly ? [] : (options.beforeCommit?.(tx) ?? []);
    connection.close();
    if (options.dryRun) {
      await this.#rollBack(client);
      return result;
    }
    if (options.readOnly) {
      // Nothing hangs on the outcome of a read-only COMMIT: neither the answer nor the next transaction waits for it.
      send(client, 'COMMIT').catch(() => {});
      client.release();
      return result;
    }
    await this.#commit(client, last);
    return result;
  }

  async #commit(client: pg.PoolClient, lastStatements: CompiledQuery[]): Promise<void> {
    // Straight to the driver: through Kysely they would be sent a few microtasks later, behind COMMIT.
    const last = lastStatements.map((statement) => execute(client, statement));
    const committed = send(client, 'COMMIT');
    const outcomes = await Promise.allSettled([...last, committed]);
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) {
      const broken = outcomes.at(-1)?.status === 'rejected';
      client.release(broken ? (failed.reason as Error) : undefined);
      throw failed.reason;
    }
    client.release();
    // After a failed statement PostgreSQL answers COMMIT with the tag ROLLBACK, and no error.
    if ((await committed).command !== 'COMMIT') throw new Error('The transaction was rolled back at COMMIT.');
  }

  async #rollBack(client: pg.PoolClient): Promise<void> {
    try {
      await send(client, 'ROLLBACK');
      client.release();
    } catch (error) {
      client.release(error as Error);
    }
  }

  /** One statement by exact key on global tables, in a transaction of its own that costs nothing: who is calling? */
  async lookUp<T>(query: (tx: Tx) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect();
    const connection = new BoundExecutor(client);
    try {
      return await query(handleOf(connection));
    } finally {
      connection.close();
      client.release();
    }
  }

  /** A statement outside any transaction, for hints such as NOTIFY. */
  async signal(text: string, values: unknown[]): Promise<void> {
    await this.#pool.query(text, values);
  }

  async close(): Promise<void> {
    await this.#pool.end();
  }
}

function beginText(options: TransactionOptions): string {
  const begin = options.readOnly ? 'BEGIN READ ONLY' : 'BEGIN';
  return options.organizationId ? `${begin}; ${tenantText(options.organizationId)}` : begin;
}

/** The value is a literal because Citus forwards only literal `SET LOCAL`; the pattern makes that safe. */
export function tenantText(organizationId: string): string {
  if (!UUID.test(organizationId)) throw new Error('An organization id must be a UUID.');
  return `SET LOCAL app.organization_id = '${organizationId}'`;
}

const isRetryable = (error: unknown): boolean =>
  error instanceof RetryTransaction || RETRYABLE.has((error as { code?: string }).code ?? '');

/** Whether a statement failed because of that unique or check constraint. */
export const violates = (error: unknown, constraint: string): boolean =>
  (error as { constraint?: string }).constraint === constraint;

/** The table whose rows still point at what a statement would have removed or changed, if that is why it failed. */
export const referencingTable = (error: unknown): string | undefined => {
  const { code, table } = error as { code?: string; table?: string };
  return code === '23503' ? table : undefined;
};

export const isTimeout = (error: unknown): boolean => (error as { code?: string }).code === '57014';

/** What is sent within one turn of the event loop leaves in one packet: BEGIN, the tenant and the first queries. */
function send(client: pg.PoolClient, query: string | pg.QueryArrayConfig): Promise<pg.QueryArrayResult> {
  const { stream } = (client as pg.PoolClient & { connection: { stream: Socket } }).connection;
  if (stream.writableCorked === 0) {
    stream.cork();
    process.nextTick(() => stream.uncork());
  }
  return client.query(query as pg.QueryArrayConfig);
}

async function execute<R>(client: pg.PoolClient, query: CompiledQuery): Promise<QueryResult<R>> {
  const result = await send(client, {
    ...statementOf(query.sql),
    values: query.parameters.map(parameterOf),
    rowMode: 'array',
  });
  const names = result.fields?.map((field) => camelCase(field.name)) ?? [];
  const rows = result.rows.map((row) => objectOf(names, row as unknown[])) as R[];
  return result.command === 'SELECT' ? { rows } : { rows, numAffectedRows: BigInt(result.rowCount ?? 0) };
}

const adapter = new PostgresAdapter();

/** Kysely asks for a driver, and never uses it: transactions are begun and ended here, by the platform. */
const driver = new DummyDriver();
const dialect: Dialect = {
  createAdapter: () => adapter,
  createDriver: () => driver,
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => compiler,
};

function handleOf(executor: BoundExecutor): Tx {
  const tx: Tx = new Kysely<DB>({ config: { dialect }, dialect, driver, executor });
  executors.set(tx, executor);
  return tx;
}

const executors = new WeakMap<Tx, BoundExecutor>();

/**
 * Runs a part of a transaction that may fail alone: then what it did is undone, and the transaction goes on. Its handle ends
 * with it, so a query that comes late cannot run behind its back. What the whole transaction is retried for is still thrown.
 */
export async function attemptPart<T>(tx: Tx, work: (part: Tx) => Promise<T>): Promise<PromiseSettledResult<T>> {
  const whole = executors.get(tx)!;
  const part = whole.part();
  await whole.command('SAVEPOINT part');
  try {
    const value = await work(handleOf(part));
    part.close();
    await whole.command('RELEASE SAVEPOINT part');
    return { status: 'fulfilled', value };
  } catch (reason) {
    part.close();
    if (isRetryable(reason)) throw reason;
    await whole.command('ROLLBACK TO SAVEPOINT part; RELEASE SAVEPOINT part');
    return { status: 'rejected', reason };
  }
}

/** Sends what Kysely compiled over the connection of one transaction, at once: there is nothing to choose or to wait for. */
class BoundExecutor extends DefaultQueryExecutor {
  readonly #client: pg.PoolClient;
  #ended = false;

  constructor(client: pg.PoolClient) {
    super(compiler, adapter, { provideConnection: refuseConnection });
    this.#client = client;
  }

  /** From here on the connection belongs to someone else: a query that comes late must not run in their transaction. */
  close(): void {
    this.#ended = true;
  }

  /** Another executor on the same connection, with an end of its own. */
  part(): BoundExecutor {
    return new BoundExecutor(this.#client);
  }

  /** A command that has no parameters and no result. */
  async command(text: string): Promise<void> {
    if (this.#ended) throw new Error('This transaction has ended.');
    await send(this.#client, text);
  }

  override async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#ended) throw new Error('This transaction has ended.');
    return execute(this.#client, query);
  }
}

const refuseConnection = (): Promise<never> =>
  Promise.reject(
    new Error('A handler is already inside its transaction, and its connection cannot stream: page by key instead.'),
  );

/** The code says `organizationId`, the database `organization_id`; both names are made once and remembered. */
class SnakeCaseCompiler extends PostgresQueryCompiler {
  protected override sanitizeIdentifier(identifier: string): string {
    return super.sanitizeIdentifier(snakeCase(identifier));
  }
}

const compiler = new SnakeCaseCompiler();

const snakeCase = remembered((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
const camelCase = remembered((name) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()));

function remembered(convert: (name: string) => string): (name: string) => string {
  const known = new Map<string, string>();
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const converted = convert(name);
    if (known.size < 10_000) known.set(name, converted);
    return converted;
  };
}

function objectOf(names: string[], row: unknown[]): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (let i = 0; i < names.length; i++) object[names[i]!] = row[i];
  return object;
}

const statementNames = new Map<string, string>();

function statementOf(text: string): { text: string; name?: string } {
  // A setting holds its value in its text: preparing it would keep one statement per organization.
  if (text.startsWith('SET ')) return { text };
  let name = statementNames.get(text);
  if (name === undefined) {
    if (statementNames.size >= NAMED_STATEMENTS_MAX) return { text };
    name = `s${createHash('sha1').update(text).digest('hex').slice(0, 20)}`;
    statementNames.set(text, name);
  }
  return { text, name };
}

function parameterOf(value: unknown): unknown {
  if (value instanceof Temporal.Instant) return toTimestamp(value);
  if (value instanceof Temporal.PlainDate) return value.toString();
  return value;
}

/** Rows come out in the form in which they travel: text for times, dates and numerics, bigint for 64-bit integers. */
function parserOf(oid: number, format?: string): (text: never) => unknown {
  const parser = format === 'binary' ? undefined : parsers.get(oid);
  return (parser ?? pg.types.getTypeParser(oid, format as 'text')) as (text: never) => unknown;
}

/** PostgreSQL's `2026-11-15 01:33:10.123456+00` becomes `2026-11-15T01:33:10.123Z`. */
const asTimestamp = (text: string): string =>
  text.endsWith('+00')
    ? `${text.slice(0, 10)}T${text.slice(11, 19)}.${`${text.slice(20, -3)}000`.slice(0, 3)}Z`
    : new Date(text).toISOString();

const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, BigInt],
  [pg.types.builtins.TIMESTAMPTZ, asTimestamp],
  [pg.types.builtins.DATE, (text) => text],
  [pg.types.builtins.NUMERIC, (text) => text],
]);
