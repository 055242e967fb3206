import {
  CompiledQuery,
  DefaultQueryExecutor,
  type Dialect,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  type QueryResult,
  type RawBuilder,
} from 'kysely';
import type pg from 'pg';
import { compiler } from './compiler.ts';
import { type ConfigurationView, changesConfiguration } from './configuration.ts';
import { execute, send } from './packet.ts';
import { forgetRows } from './remembered.ts';
import type { DB } from './schema.ts';
import { isConsequence, kindOfFailure } from './sqlstate.ts';

/** The handle of one transaction. There is no other way to the database, so no query can leave its transaction. */
export type Tx = Kysely<DB>;
export { CompiledQuery, type RawBuilder };

/** A statement whose answer nobody waits for before COMMIT. */
export interface LaterStatement {
  query: CompiledQuery;
  /** Gets the rows once the transaction has committed. */
  accept?: (rows: unknown[]) => void;
  /** Explains its failure by throwing. */
  refuse?: (error: unknown) => never;
}

/** A later statement, or the function that makes it when it is sent. */
interface Postponed extends Pick<LaterStatement, 'refuse'> {
  query: CompiledQuery | (() => CompiledQuery);
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

export function handleOf(executor: BoundExecutor): Tx {
  const tx: Tx = new Kysely<DB>({ config: { dialect }, dialect, driver, executor });
  executors.set(tx, executor);
  return tx;
}

const executors = new WeakMap<Tx, BoundExecutor>();

/**
 * Sends a statement later: with the next one of this transaction whose answer is awaited, or with COMMIT. The order of statements
 * stays, so a later read sees it. If it fails, so does what follows, with the reason that `refuse` gives.
 */
export const sendLater = (tx: Tx, query: Postponed['query'], refuse?: LaterStatement['refuse']): void =>
  executors.get(tx)!.later({ query, ...(refuse && { refuse }) });

/** Sends what was left for later, without waiting for it: PostgreSQL works on it while the next statements are made. */
export const sendPostponed = (tx: Tx): void => executors.get(tx)!.sendPostponed();

/** The reason that `refuse` gives for a failure, or the failure itself. */
export function explained(error: unknown, refuse: LaterStatement['refuse']): unknown {
  try {
    refuse?.(error);
    return error;
  } catch (reason) {
    return reason;
  }
}

/** The configuration of the organization, as this transaction sees it. */
export const configurationOf = (tx: Tx): ConfigurationView => executors.get(tx)!.configuration;

/**
 * Runs a part of a transaction that may fail alone: then what it did is undone, and the transaction goes on. Its handle ends
 * with it, so a query that comes late cannot run behind its back. What the whole transaction is retried for is still thrown.
 */
export async function attemptPart<T>(tx: Tx, work: (part: Tx) => Promise<T>): Promise<PromiseSettledResult<T>> {
  const whole = executors.get(tx)!;
  const part = whole.part();
  await whole.command('SAVEPOINT part');
  forgetRows(tx);
  try {
    const value = await work(handleOf(part));
    await part.finish();
    part.close();
    await whole.command('RELEASE SAVEPOINT part');
    return { status: 'fulfilled', value };
  } catch (reason) {
    part.close();
    if (kindOfFailure(reason)) throw reason;
    await whole.command('ROLLBACK TO SAVEPOINT part; RELEASE SAVEPOINT part');
    return { status: 'rejected', reason };
  }
}

/** Sends what Kysely compiled over the connection of one transaction, at once: there is nothing to choose or to wait for. */
export class BoundExecutor extends DefaultQueryExecutor {
  readonly #client: pg.PoolClient;
  readonly configuration: ConfigurationView;
  #later: Postponed[] = [];
  #ended = false;
  /** Why a statement that was sent later failed: those after it fail only because of it. */
  failure: unknown;
  /** The first failure of a statement that was awaited. */
  #cause: unknown;

  constructor(client: pg.PoolClient, configuration: ConfigurationView) {
    super(compiler, adapter, { provideConnection: refuseConnection });
    this.#client = client;
    this.configuration = configuration;
  }

  /** From here on the connection belongs to someone else: a query that comes late must not run in their transaction. */
  close(): void {
    this.#ended = true;
  }

  /** Waits for the statements that were sent later, so that their failure is known. */
  async finish(): Promise<void> {
    const later = this.takeLater();
    if (later.length === 0) return;
    const outcomes = await Promise.allSettled(later.map(({ query }) => execute(this.#client, query)));
    const place = outcomes.findIndex(({ status }) => status === 'rejected');
    const failed = outcomes[place];
    if (failed?.status === 'rejected') throw this.failure ?? explained(failed.reason, later[place]!.refuse);
  }

  /** Another executor on the same connection, with an end of its own. */
  part(): BoundExecutor {
    return new BoundExecutor(this.#client, this.configuration);
  }

  /** A command that has no parameters and no result. */
  async command(text: string): Promise<void> {
    if (this.#ended) throw new Error('This transaction has ended.');
    this.sendPostponed();
    await send(this.#client, text);
  }

  later(statement: Postponed): void {
    if (this.#ended) throw new Error('This transaction has ended.');
    if (typeof statement.query !== 'function') this.#noteChange(statement.query);
    this.#later.push(statement);
  }

  /** The statements that were not sent yet, for the one who sends them or drops them. */
  takeLater(): LaterStatement[] {
    const taken = this.#later;
    this.#later = [];
    return taken.map(({ query, ...rest }) => {
      if (typeof query !== 'function') return { query, ...rest };
      const made = query();
      this.#noteChange(made);
      return { query: made, ...rest };
    });
  }

  #noteChange({ sql }: CompiledQuery): void {
    if (changesConfiguration(sql)) this.configuration.isChanged = true;
  }

  sendPostponed(): void {
    for (const { query, refuse } of this.takeLater())
      execute(this.#client, query).catch((error: unknown) => {
        this.failure ??= isConsequence(error) ? this.#cause : explained(error, refuse);
      });
  }

  override executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#ended) return Promise.reject(new Error('This transaction has ended.'));
    this.#noteChange(query);
    this.sendPostponed();
    return this.#outcomeOf(execute<R>(this.#client, query));
  }

  async #outcomeOf<R>(result: Promise<R>): Promise<R> {
    try {
      return await result;
    } catch (error) {
      if (!isConsequence(error)) this.#cause ??= error;
      throw this.failure ?? (isConsequence(error) ? (this.#cause ?? error) : error);
    }
  }
}

const refuseConnection = (): Promise<never> =>
  Promise.reject(
    new Error('A handler is already inside its transaction, and its connection cannot stream: page by key instead.'),
  );
