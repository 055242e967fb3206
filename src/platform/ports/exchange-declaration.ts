import { Busy, type Compute } from '../compute/computation.ts';
import type { TenantContext, TenantSteps } from '../context.ts';
import type { Queue } from '../jobs/job-spec.ts';
import { Refusal } from '../refusal.ts';
import type { Storage } from '../storage/storage.ts';
import type { ExchangeState } from './exchange.sql.ts';
import { isRefusal, type Port, ProviderTimeout, ProviderUnavailable } from './port.ts';
import type { Schedule } from './schedule.ts';

/** An exchange reaches its provider between transactions, in a request or in a job. */
export type Transactions = Pick<TenantSteps, 'transaction' | 'compute' | 'storage'>;

/** How one kind of request is asked, followed up and booked. `Q` is the prepared question, `A` the answer. */
export interface ExchangeDeclaration<Q, A> {
  /** `accounting/payout`: also the name of the job that follows up. */
  name: string;
  /** Does what takes time and needs no transaction, such as signing, before the lease is taken. */
  makeReady?(steps: Transactions, id: string): Promise<void>;
  /**
   * Reads what is asked and opens the provider, in the transaction that takes the lease. Null: there is nothing to ask any
   * more. A refusal is an outcome only if the provider was never asked: it may have acted while it could be reached.
   */
  prepare(ctx: TenantContext, id: string, before: Pick<Attempt<A>, 'askedAt' | 'answer'>): Promise<Q | null>;
  /** Asks the provider, or looks at what it answered before. No transaction is open. */
  ask(question: Q, attempt: Attempt<A>): Promise<Reply<A>>;
  /**
   * Books an outcome. Called once for every change of `state`, in the transaction that records it. Never throw a refusal
   * here: the provider has already acted, so whatever is thrown only leads to another try.
   */
  settle(ctx: TenantContext, settled: Settled<A>): Promise<void>;
  /** Shows how far it is: called when an attempt has ended without an outcome and the next one is scheduled. */
  note?(ctx: TenantContext, progress: ExchangeProgress<A>): Promise<void>;
  /** It is not followed up any more, and there is still no outcome. */
  giveUp?(ctx: TenantContext, progress: ExchangeProgress<A>): Promise<void>;
  /** Whether two calls with the same key at once have one effect. If not, the next one waits until the lease has ended. */
  mayOverlap?(question: Q): boolean;
  /** For `beginMany`. Not for providers that take back what they did. */
  batch?: ExchangeBatch<Q, A>;
  /** The first follow-up. Default: a minute, in which the request that began the exchange asks itself. */
  followUpAfterSeconds?: number;
  /** After an attempt without an answer. Default: for about a day. */
  retryAfter?: Schedule;
  /** After an answer that the provider has not finished. Default: every hour for a week. */
  lookAfter?: Schedule;
  /** For a provider that may reverse an outcome. A schedule that always answers null: look only when the provider sends a notice. */
  watchAfter?: Schedule;
  /** Longer than all calls of one attempt together. Default: 90. */
  leaseSeconds?: number;
  queue?: Queue;
}

/** How many exchanges are prepared and booked together, so that a campaign costs a few statements for each batch. */
export interface ExchangeBatch<Q, A> {
  /** Like `prepare`, for exchanges that were never asked. Those that are left out are prepared and asked by themselves. */
  prepare(ctx: TenantContext, ids: readonly string[]): Promise<Map<string, Q>>;
  /** Like `settle`, for exchanges that are done. Every other outcome is settled by itself. */
  settle(ctx: TenantContext, done: readonly { id: string; answer: A }[]): Promise<void>;
}

export interface Attempt<A> {
  /** The provider's idempotency key, the same for every attempt. */
  key: string;
  createdAt: string;
  /** When the provider was first asked; null: never before. */
  askedAt: string | null;
  /** Providers forget a key after a day: asking under it again could have the effect twice. */
  isKeyForgotten: boolean;
  /** The last answer; null: there was none. */
  answer: A | null;
  reference: string | null;
  /** Another attempt may begin then. */
  leaseEndsAt: Temporal.Instant;
  /** For answers that take time to read. */
  compute: Compute;
  /** For bytes that are sent along. */
  storage: Storage;
}

export interface Reply<A> {
  /** `open`: the provider has not finished. `refused`: it did nothing. `lost`: nobody will ever know. */
  state: ExchangeState;
  /** Plain JSON, stored before anything is booked. */
  answer: A | null;
  /** The provider's own name for the request; its news is found by it. */
  reference?: string | null;
  /** Another call follows at once, now that this answer is stored: first reserve, then capture. */
  goesOn?: boolean;
}

export interface ExchangeProgress<A> {
  id: string;
  answer: A | null;
  reference: string | null;
  attempts: number;
  /** Why the last attempt gave no answer; null: it gave one. */
  problem: string | null;
  /** When the next attempt is due. */
  dueAt: string | null;
}

export interface Settled<A> {
  id: string;
  state: ExchangeState;
  /** The state that was booked before. Other than `open`: the provider changed its mind. */
  before: ExchangeState;
  answer: A | null;
  reference: string | null;
  /** The message and the code of a refusal; null where the provider gave an answer. */
  problem: string | null;
  problemCode: string | null;
  /** Whether a caller waits for the result. */
  isAwaited: boolean;
}

/** After a timeout nobody knows, and a busy moment passes; every other refusal of a provider means that nothing was done. */
export const isNo = (error: unknown): error is Refusal =>
  error instanceof Refusal && !isRefusal(error, ProviderTimeout, ProviderUnavailable, Busy);

/** Opens a port in the transaction that prepares a question. */
export const openPort = <T>(ctx: TenantContext, port: Port<T>): Promise<T> =>
  ctx.connections.open(ctx.tx, ctx.organizationId, port);
