import { setTimeout as sleep } from 'node:timers/promises';
import type { QueryResult } from 'kysely';
import pg from 'pg';
import { isUuid } from '../id.ts';
import { Configurations } from './configuration.ts';
import { ConnectionWatch } from './connection-watch.ts';
import { OrganizationGate } from './organization-gate.ts';
import { execute, executeTagged, send } from './packet.ts';
import { breaksConnection, kindOfFailure } from './sqlstate.ts';
import { hasPreparedMany } from './statement.ts';
import { BoundExecutor, CompiledQuery, explained, handleOf, type LaterStatement, type Tx } from './transaction.ts';

/** A check that is part of the first packet of a transaction, so that it costs no round trip. */
export interface FirstStatement {
  query: CompiledQuery;
  /** Throws, or answers the version of the organization's configuration, which the statement reads too. */
  accept: (rows: unknown[]) => { configurationVersion: bigint };
}

export interface TransactionOptions {
  /** The tenant whose rows are visible; none: no tenant row is. */
  organizationId?: string | null;
  readOnly?: boolean;
  /** Every statement finds its rows by key, so one plan fits all values and none is planned again. */
  byKey?: boolean;
  /** Does everything, checks deferred constraints, then rolls back. */
  dryRun?: boolean;
  /** Statements that are sent with BEGIN, before those of `work`. If an `accept` throws, nothing of the work takes effect. */
  first?: readonly FirstStatement[] | undefined;
  /** The last statements before COMMIT, sent with it in one message. */
  beforeCommit?: (tx: Tx) => LaterStatement[];
}

const COMMIT = CompiledQuery.raw('COMMIT');
/**
 * Connections force generic plans, also for the caller of a request. Left to choose, PostgreSQL may plan such a statement again on
 * every call: it compares with the cost of a generic plan of before the tables were analyzed.
 */
const CHOOSE_PLANS = CompiledQuery.raw('SET LOCAL plan_cache_mode = auto');
const ATTEMPTS_MAX = 6;
const READ_ENDS_AFTER_MS = 5;
/** A new connection, or a free one of the pool, must be available within this time. */
const CONNECT_MS_MAX = 5_000;
const CLOSE_MS_MAX = 2_000;
/** Long, because a new connection has to plan every statement again. */
const IDLE_MS_MAX = 10 * 60_000;

/** The database cannot serve this unit now. If the unit was being committed, its outcome is unknown. */
export class DatabaseUnreachable extends Error {
  constructor(cause: NodeJS.ErrnoException) {
    super(`The database cannot be reached: ${cause.message || cause.code}`, { cause });
  }
}

export class Database {
  readonly #pool: pg.Pool;
  /** A quarter of the connections is left for other organizations. */
  readonly #gate: OrganizationGate;
  readonly #configurations = new Configurations();
  /** Idle connections whose read-only transaction has not been ended yet. */
  readonly #endings = new Map<pg.PoolClient, NodeJS.Timeout>();
  readonly #watch: ConnectionWatch;

  constructor(options: { url: string; poolSize: number; onError: (error: Error) => void }) {
    this.#pool = new pg.Pool({
      connectionString: options.url,
      max: options.poolSize,
      pipeline: true,
      application_name: 'colmado',
      connectionTimeoutMillis: CONNECT_MS_MAX,
      idleTimeoutMillis: IDLE_MS_MAX,
      ...keepAlive,
    } as pg.PoolConfig);
    this.#gate = new OrganizationGate(options.poolSize - Math.ceil(options.poolSize / 4));
    this.#watch = new ConnectionWatch(options.url, this.#pool);
    this.#pool.on('error', (error) => {
      if (!this.#pool.ending) options.onError(error);
    });
    this.#pool.on('connect', (client) => {
      // The statements of a broken connection fail by themselves; without a listener the error would end the process.
      client.on('error', () => {});
      send(client, 'SET plan_cache_mode = force_generic_plan').catch(() => {});
    });
  }

  /**
   * Runs `work` in one transaction and commits it. `BEGIN` and the tenant travel in one message with the first query, so
   * the transaction costs no round trip of its own. `work` runs again from the start after a serialization failure or a
   * deadlock, so it must touch nothing outside its transaction.
   */
  transaction<T>(options: TransactionOptions, work: (tx: Tx) => Promise<T>): Promise<T> {
    const persist = () => this.#persist(() => this.#attempt(options, work), options.readOnly);
    return options.organizationId ? this.#gate.run(options.organizationId, persist) : persist();
  }

  /** Retries after collisions, and after stale plans: every connection of the pool may have one. */
  async #persist<T>(attempt: () => Promise<T>, isReadOnly = false): Promise<T> {
    for (let collisions = 0, stale = 0; ; ) {
      try {
        return await attempt();
      } catch (error) {
        const kind = kindOfFailure(error);
        if (isAway(kind, isReadOnly)) throw new DatabaseUnreachable(error as NodeJS.ErrnoException);
        if (kind === 'stale' && ++stale <= this.#pool.options.max) continue;
        if (kind !== 'collision' || ++collisions >= ATTEMPTS_MAX) throw error;
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 2 ** collisions * 5));
      }
    }
  }

  async #attempt<T>(options: TransactionOptions, work: (tx: Tx) => Promise<T>): Promise<T> {
    const begin = beginText(options);
    const { client, unended } = await this.#connect();
    const connection = new BoundExecutor(client, this.#configurations.view());
    const tx = handleOf(connection);
    // Sent, not awaited: if it fails, so does every statement behind it.
    send(client, (unended ? 'COMMIT; ' : '') + begin).catch(() => {});
    const accepted = options.first && acceptAll(client, options.first);
    if (!options.byKey) execute(client, CHOOSE_PLANS).catch(() => {});
    // Only in a transaction of the organization can the statement see its version.
    if (accepted && options.organizationId) connection.configuration.versions.set(options.organizationId, accepted);
    let result: T;
    try {
      result = await afterCheck(accepted, work(tx));
      if (options.dryRun) {
        await connection.finish();
        await send(client, 'SET CONSTRAINTS ALL IMMEDIATE');
      }
    } catch (error) {
      connection.close();
      await this.#rollBack(client, breaksConnection(error));
      throw error;
    }
    if (options.dryRun) {
      connection.close();
      await this.#rollBack(client);
    } else if (options.readOnly) {
      connection.close();
      this.#endLater(client);
    } else {
      await this.#commit(client, connection, options.beforeCommit?.(tx) ?? []);
    }
    return result;
  }

  /** A connection, and whether its last read-only transaction is still to be ended by the next packet. */
  async #connect(): Promise<{ client: pg.PoolClient; unended: boolean }> {
    const client = await this.#pool.connect();
    clearTimeout(this.#endings.get(client));
    return { client, unended: this.#endings.delete(client) };
  }

  /**
   * Nothing depends on the outcome of a read-only COMMIT, so it needs no packet of its own: it goes with the next BEGIN of
   * the connection, or alone if none follows at once.
   */
  #endLater(client: pg.PoolClient): void {
    const end = (): void => {
      this.#endings.delete(client);
      send(client, 'COMMIT').catch(() => {});
    };
    if (!hasPreparedMany(client)) this.#endings.set(client, setTimeout(end, READ_ENDS_AFTER_MS));
    release(client);
  }

  #commit(client: pg.PoolClient, connection: BoundExecutor, last: LaterStatement[]): Promise<void> {
    connection.close();
    const sent = [...connection.takeLater(), ...last].map(({ query, ...rest }) => ({
      result: execute(client, query),
      ...rest,
    }));
    return this.#finishCommit(client, connection, sent, executeTagged(client, COMMIT));
  }

  async #finishCommit(
    client: pg.PoolClient,
    connection: BoundExecutor,
    sent: (Omit<LaterStatement, 'query'> & { result: Promise<QueryResult<unknown>> })[],
    committed: ReturnType<typeof executeTagged>,
  ): Promise<void> {
    const outcomes = await Promise.allSettled([...sent.map(({ result }) => result), committed]);
    const place = outcomes.findIndex((outcome) => outcome.status === 'rejected');
    const failed = outcomes[place];
    if (failed?.status === 'rejected') {
      // After a failed statement PostgreSQL skips COMMIT: the transaction is still open.
      await this.#rollBack(client, breaksConnection(failed.reason));
      throw connection.failure ?? explained(failed.reason, sent[place]?.refuse);
    }
    release(client);
    // A transaction that had failed before answers COMMIT with the tag ROLLBACK, and no error.
    if ((await committed).tag !== 'COMMIT')
      throw connection.failure ?? new Error('The transaction was rolled back at COMMIT.');
    for (const { result, accept } of sent) accept?.((await result).rows);
  }

  async #rollBack(client: pg.PoolClient, isWornOut = false): Promise<void> {
    try {
      await send(client, 'ROLLBACK');
      release(client, isWornOut);
    } catch (error) {
      client.release(error as Error);
    }
  }

  /** One statement by exact key on global tables, in a transaction of its own that costs nothing: who is calling? */
  lookUp<T>(query: (tx: Tx) => Promise<T>): Promise<T> {
    return this.#persist(async () => {
      const { client, unended } = await this.#connect();
      if (unended) send(client, 'COMMIT').catch(() => {});
      const connection = new BoundExecutor(client, this.#configurations.view());
      let isWornOut = false;
      try {
        return await query(handleOf(connection));
      } catch (error) {
        isWornOut = breaksConnection(error);
        throw error;
      } finally {
        connection.close();
        release(client, isWornOut);
      }
    });
  }

  /** A statement outside any transaction, for hints such as NOTIFY. */
  async signal(text: string, values: unknown[]): Promise<void> {
    await this.lookUp((tx) => tx.executeQuery(CompiledQuery.raw(text, values)));
  }

  async close(): Promise<void> {
    for (const timer of this.#endings.values()) clearTimeout(timer);
    await Promise.race([this.#pool.end(), sleep(CLOSE_MS_MAX, undefined, { ref: false })]);
    this.#watch.stop();
  }
}

/** All of them read the same version of the configuration. */
async function acceptAll(client: pg.PoolClient, statements: readonly FirstStatement[]): Promise<bigint> {
  const rows = await Promise.all(statements.map(async ({ query }) => (await execute(client, query)).rows));
  return statements.map(({ accept }, place) => accept(rows[place]!).configurationVersion)[0]!;
}

/** The outcome of the work, or the error of the check that was sent before it: that one is the reason for what followed. */
async function afterCheck<T>(accepted: Promise<bigint> | undefined, work: Promise<T>): Promise<T> {
  const [check, outcome] = await Promise.allSettled([accepted, work]);
  if (check.status === 'rejected') throw check.reason;
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}

/** Gives a connection back to the pool, or ends it: what it has prepared stays in the memory of PostgreSQL until then. */
const release = (client: pg.PoolClient, isWornOut = false): void =>
  client.release(isWornOut || hasPreparedMany(client));

function beginText(options: TransactionOptions): string {
  const begin = options.readOnly ? 'BEGIN READ ONLY' : 'BEGIN';
  return options.organizationId ? `${begin}; ${tenantText(options.organizationId)}` : begin;
}

/** The value is a literal because Citus forwards only literal `SET LOCAL`; the pattern makes that safe. */
export function tenantText(organizationId: string): string {
  if (!isUuid(organizationId)) throw new Error('An organization id must be a UUID.');
  return `SET LOCAL app.organization_id = '${organizationId}'`;
}

/** Whether the server takes no work now; a server that only reads takes no writes. */
const isAway = (kind: ReturnType<typeof kindOfFailure>, isReadOnly: boolean): boolean =>
  kind === 'outage' || kind === 'busy' || (kind === 'readOnly' && !isReadOnly);

/** Finds peers that disappeared while a connection is idle; `ConnectionWatch` finds those that do not answer. */
export const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
