import type { z } from 'zod';
import type { Actor, ApiKeyActor, Caller, UserActor } from './auth/actor.ts';
import type { Compute } from './compute/computation.ts';
import type { Config } from './config.ts';
import type { Snapshot } from './db/snapshot.ts';
import type { Tx } from './db/transaction.ts';
import type { EntityKind } from './entity-kind.ts';
import type { AnnouncedEvent, EventType, SealedRow } from './events/event.ts';
import type { Implementation } from './hook.ts';
import type { Operation, OperationRequest } from './http/operation.ts';
import type { EnqueueOptions, JobSpec, TenantJobSpec } from './jobs/job-spec.ts';
import type { Late, LateWrite } from './late.ts';
import type { Log } from './log.ts';
import type { Mail } from './mail/mail.ts';
import type { Connections } from './ports/connections.ts';
import type { Port } from './ports/port.ts';
import type { Secrets } from './secrets.ts';
import type { SettingsSection } from './settings/section.ts';
import type { Storage } from './storage/storage.ts';
import type { StoredKind } from './storage/stored-kind.ts';
import type { Tick } from './tick.ts';

/*
 * Four contexts say what a piece of work may do:
 *
 *                         without an organization   in one organization
 *   in a transaction      WorkContext               TenantContext
 *   in steps              Steps                     TenantSteps
 *
 * A transaction touches nothing but the database; providers, storage, mail and the threads that compute are reached in steps.
 * `enter` leads from the left to the right, `transaction` from steps into a transaction.
 */

/** Available to every piece of work, inside or outside a transaction. */
export interface Services {
  config: Config;
  secrets: Secrets;
  connections: Connections;
  eventTypes: EventType[];
  /** Every section of settings that some module declares. */
  settingsSections: { organization: SettingsSection[]; user: SettingsSection[] };
  /** Kinds of things that a comment may refer to, by field: `invoiceId`. */
  entityKinds: ReadonlyMap<string, EntityKind>;
  /** The implementations of all hooks, in module order. */
  implementations: readonly Implementation[];
  /** All kinds of bytes that modules keep in the storage. */
  storedKinds: readonly StoredKind[];
  /** The API's own operations, for parts of the service that act for a person. */
  operations: Operations;
  /** The public address of this service, without a trailing slash. */
  publicUrl: string;
}

/** Work inside one transaction. Jobs and emails are sent only if the transaction commits. */
export interface WorkContext extends Services {
  tx: Tx;
  /** The business time: real, except in a sandbox organization. */
  now: Temporal.Instant;
  log: Log;
  request: RequestFacts;
  /** The caller; null: anonymous, or the service itself. */
  caller: Caller | null;
  enqueue<S extends z.core.$ZodType>(job: JobSpec<S>, payload: z.core.input<S>, options?: EnqueueOptions): void;
  mail(mail: Mail): void;
  /**
   * Opens one organization in this same transaction, after a capability or the caller's right has been checked. A closed one refuses
   * everything but reading by its members.
   */
  enter(organizationId: string, actor?: Actor, options?: { whileClosed?: boolean }): Promise<TenantContext>;
  /** Begins the event stream of a new organization, with every subscriber at its start. */
  startStream(organizationId: string): Promise<void>;
}

/** Work for one organization: the everyday context of a rule. */
export interface TenantContext extends WorkContext {
  organizationId: string;
  actor: Actor;
  /** The person on whose behalf this is done, for payload fields that must name one. */
  userId: string | null;
  today: Temporal.PlainDate;
  timeZone: string;
  /** The currency of the organization's books. */
  currency: string;
  /** The organization's country, as ISO 3166-1 alpha-2. */
  country: string;
  /** The business time at this instant, to order work after a lock it waited for; `now` is when the work began. */
  clock(): Temporal.Instant;
  enqueue<S extends z.ZodRawShape>(
    job: TenantJobSpec<S>,
    payload: z.input<z.ZodObject<S>>,
    options?: EnqueueOptions,
  ): void;
  enqueue<S extends z.core.$ZodType>(
    job: JobSpec<S> & { perOrganization?: undefined },
    payload: z.core.input<S>,
    options?: EnqueueOptions,
  ): void;
  emit<S extends z.ZodObject>(type: EventType<S>, payload: z.input<S>): void;
  /** The events of this transaction so far. */
  announced(): readonly AnnouncedEvent[];
  /** Puts a row that never changes into the hash chain of the organization, with the first event of this transaction. */
  seal(row: SealedRow): void;
  /**
   * Does something that may fail alone: what it wrote and announced is then undone and forgotten, and the work goes on. It
   * must use the context that it is given.
   */
  attempt<T>(work: (ctx: TenantContext) => Promise<T>): Promise<PromiseSettledResult<T>>;
  /**
   * Leaves a row for the end of the transaction, because writing it locks a row that others wait for. It is sent with COMMIT, or
   * earlier where the answer is needed.
   */
  late<P, R>(write: LateWrite<P, R>, part: P): Late<R>;
  /** Sends the statements that were left for the end, for a query that must see what they write. */
  sendLate(): Promise<void>;
  /** Whether this transaction is tried again after it collided with another, or after one of its late statements failed. */
  isRepeated: boolean;
  /** Wakes the live streams that follow this topic, such as the id of a conversation, after the commit. */
  wakeReaders(topic: string): void;
  /** Asks for a tick of this organization no later than then, by its own clock. */
  wakeAt(tick: Tick, at: Temporal.Instant): void;
}

/** The API's own operations, run inside the service for a person who is not there. */
export interface Operations {
  readonly all: readonly Operation[];
  find(id: string): Operation | undefined;
  perform(
    operation: Operation,
    caller: Caller,
    request: OperationRequest,
    options?: PerformOptions,
  ): Promise<{ status: number; body: unknown }>;
  /** Acts for a member with the given permissions, as far as they still hold them. Null: they are not a member any more. */
  delegateOf(
    ctx: Pick<TenantContext, 'tx' | 'organizationId'>,
    person: { userId: string; delegateId: string; permissions: readonly string[] },
  ): Promise<Caller | null>;
}

export interface PerformOptions {
  /** Does all the work and rolls it back: the answer is what would have happened. */
  dryRun?: boolean;
  /** Runs in the transaction of the operation, so that both commit or none. */
  book?: (ctx: TenantContext, answer: { status: number; body: unknown }) => Promise<void>;
}

/** A request of someone who is known, outside of an organization. */
export interface CallerContext<A extends UserActor | ApiKeyActor = UserActor | ApiKeyActor> extends WorkContext {
  actor: A;
  caller: Caller;
}

/** A person about their own account, never an API key. */
export type UserContext = CallerContext<UserActor>;

/**
 * Work in steps: no transaction is open while it waits, sends or asks a provider; each step opens its own. Without an
 * organization until it enters one.
 */
export interface Steps extends Services {
  storage: Storage;
  /** Runs a declared function in another thread. */
  compute: Compute;
  log: Log;
  request: RequestFacts;
  transaction<T>(work: (ctx: WorkContext) => Promise<T>): Promise<T>;
  enter(organizationId: string): TenantSteps;
}

/** Work in steps for one organization. Providers are reached from here only. */
export interface TenantSteps extends Services {
  organizationId: string;
  actor: Actor;
  userId: string | null;
  storage: Storage;
  /** Runs a declared function in another thread, in the organization's own line. */
  compute: Compute;
  log: Log;
  request: RequestFacts;
  transaction<T>(work: (ctx: TenantContext) => Promise<T>): Promise<T>;
  /** Opens the rows of one moment, to be read for as long as it takes, until the signal ends it. */
  snapshot(signal: AbortSignal): Promise<Snapshot>;
  /** The organization's connection to a provider. */
  port<T>(port: Port<T>): Promise<T>;
}

/** The facts of a running job. */
export interface JobFacts {
  /** Aborted when the time of the job is over. */
  signal: AbortSignal;
  /** The same for every attempt. */
  jobId: string;
  attempt: number;
  /** Whether no further attempt will be made if this one fails. */
  lastAttempt: boolean;
  sendMail(mail: Mail): Promise<void>;
}

/** The request as the transport received it; empty in jobs. */
export interface RequestFacts {
  id: string;
  address: string;
  /** The address as limits count it: of IPv6 the /64. */
  network: string;
  userAgent: string;
  /** The version of the answer that the caller already holds. */
  ifNoneMatch: string;
  /** As received, for signatures over them. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Uint8Array;
  cookies: Readonly<Record<string, string | undefined>>;
  setCookie(name: string, value: string, options?: { maxAgeSeconds?: number }): void;
  clearCookie(name: string): void;
}
