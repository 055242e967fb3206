import { z } from 'zod';
import { type Caller, system } from './auth/actor.ts';
import { OrganizationClosed } from './auth/permission.ts';
import type { ThreadPool } from './compute/thread-pool.ts';
import type { RequestFacts, Services, TenantContext, TenantSteps, WorkContext } from './context.ts';
import { realNow } from './date.ts';
import type { Database, FirstStatement } from './db/database.ts';
import type { Snapshots } from './db/snapshot.ts';
import type { Tx } from './db/transaction.ts';
import type { Wake } from './db/wake.ts';
import { insertCounter, insertCursorsOf } from './events/cursors.sql.ts';
import type { AnnouncedEvent } from './events/event.ts';
import { newId } from './id.ts';
import type { Job, JobContext } from './jobs/job.ts';
import type { JobQueue, TakenJob } from './jobs/queue.ts';
import type { Log } from './log.ts';
import type { Mailer } from './mail/mail.ts';
import { messageIdOf, sealMail, sendMail } from './mail/send-mail.ts';
import type { Module } from './module.ts';
import { Refusal } from './refusal.ts';
import type { Storage } from './storage/storage.ts';
import { tenantContext } from './tenant-context.ts';
import { enterOrganization, isErased, type OrganizationFacts } from './tenants.sql.ts';
import { Unit } from './unit.ts';

export interface UnitOptions {
  organization?: OrganizationFacts | null;
  caller?: Caller | null;
  request?: RequestFacts;
  log?: Log;
  readOnly?: boolean;
  /** See `TransactionOptions`. */
  byKey?: boolean;
  dryRun?: boolean;
  /** Whether the service itself may enter a closed organization. Default: outside of requests. */
  whileClosed?: boolean;
  first?: readonly FirstStatement[] | undefined;
  /** Called when the work is done and its last statements are sent with COMMIT. */
  onCommit?: (() => void) | undefined;
}

interface UnitOutcome<T> {
  result: T;
  events: AnnouncedEvent[];
}

/** Runs units of work: one transaction each, with everything that must happen together with it. */
export class Engine {
  readonly services: Services;
  readonly storage: Storage;
  readonly threads: ThreadPool;
  readonly modules: Module[];
  readonly #database: Database;
  readonly #queue: JobQueue;
  readonly #wake: Wake;
  readonly #snapshots: Snapshots;
  readonly #mailer: Mailer;
  readonly #log: Log;

  constructor(options: {
    services: Services;
    storage: Storage;
    threads: ThreadPool;
    modules: Module[];
    database: Database;
    queue: JobQueue;
    wake: Wake;
    snapshots: Snapshots;
    mailer: Mailer;
    log: Log;
  }) {
    this.services = options.services;
    this.storage = options.storage;
    this.threads = options.threads;
    this.modules = options.modules;
    this.#database = options.database;
    this.#queue = options.queue;
    this.#wake = options.wake;
    this.#snapshots = options.snapshots;
    this.#mailer = options.mailer;
    this.#log = options.log;
  }

  /** One unit of work. `work` may run several times (deadlocks); only the attempt that commits has an effect. */
  async run<T>(
    options: UnitOptions,
    work: (ctx: WorkContext & Partial<TenantContext>) => Promise<T>,
  ): Promise<UnitOutcome<T>> {
    let unit = new Unit(options.readOnly ?? false);
    let attempts = 0;
    const result = await this.#database.transaction(
      {
        organizationId: options.organization?.id ?? null,
        readOnly: options.readOnly ?? false,
        byKey: options.byKey ?? false,
        dryRun: options.dryRun ?? false,
        first: options.first,
        beforeCommit: (tx) => {
          options.onCommit?.();
          return unit.lastStatements(tx);
        },
      },
      async (tx) => {
        unit = new Unit(options.readOnly ?? false, attempts++ > 0);
        const ctx = this.#workContext(tx, unit, options);
        const tenant = options.organization
          ? tenantContext(ctx, unit, options.organization, options.caller?.actor ?? system)
          : ctx;
        const value = await work(tenant).catch(keepIfCommitting);
        if (unit.jobs.length > 0) await this.#queue.insert(tx, unit.jobs);
        if (options.dryRun) await unit.sendLate();
        return value;
      },
    );
    if (!options.dryRun) this.#announce(unit);
    if (result instanceof Refusal) throw result;
    return { result, events: unit.events };
  }

  /** A unit of work inside one organization, by the service itself. */
  async within<T>(
    organizationId: string,
    work: (ctx: TenantContext) => Promise<T>,
    options: Pick<UnitOptions, 'log' | 'whileClosed'> = {},
  ): Promise<T> {
    const { result } = await this.run(options, async (ctx) => work(await ctx.enter(organizationId)));
    return result;
  }

  /** Work in steps inside one organization, by the service itself. */
  stepsWithin(organizationId: string, log: Log, whileClosed = true): TenantSteps {
    return this.tenantSteps({ organizationId, actor: system, log, request: noRequest }, (work) =>
      this.within(organizationId, work, { log, whileClosed }),
    );
  }

  /** Runs a job that a worker has taken. In an organization that is closed it waits. */
  async runJob(declared: Job, taken: TakenJob, signal: AbortSignal, log: Log): Promise<void> {
    const { whileClosed = false } = declared;
    let letters = 0;
    const ctx: JobContext = {
      ...this.services,
      storage: this.storage,
      compute: (declared, input) => this.threads.run(SERVICE, declared, input),
      log,
      request: noRequest,
      signal,
      jobId: taken.id,
      attempt: taken.attempt,
      lastAttempt: taken.lastAttempt,
      // The same for every attempt, so that mail systems can drop an e-mail that was sent twice.
      sendMail: (mail) =>
        this.#mailer.send({ messageId: messageIdOf(this.services, `${taken.id}.${letters++}`), ...mail }),
      transaction: async (work) => (await this.run({ log }, work)).result,
      enter: (organizationId) => this.stepsWithin(organizationId, log, whileClosed),
    };
    const payload = z.parse(declared.payload, taken.payload);
    await declared.run(ctx, payload).catch(async (error: unknown) => {
      if (!(error instanceof Refusal) || error.kind !== OrganizationClosed) throw error;
      await this.run({ log }, (unit) => this.#postpone(unit, declared, payload));
    });
  }

  /** Puts a job off that found its organization closed; in one that is erased there is nothing left to do. */
  async #postpone(ctx: WorkContext, declared: Job, payload: unknown): Promise<void> {
    const { organizationId } = payload as { organizationId?: string };
    if (organizationId && (await isErased(ctx.tx, organizationId))) return;
    ctx.enqueue(declared, payload, { startAt: realNow().add(CLOSED_JOBS_WAIT) });
  }

  /** The context of work in steps for one organization; `transaction` opens a step. */
  tenantSteps(
    facts: Pick<TenantSteps, 'organizationId' | 'actor' | 'log' | 'request'>,
    transaction: TenantSteps['transaction'],
  ): TenantSteps {
    const { connections } = this.services;
    return {
      ...this.services,
      ...facts,
      userId: facts.actor.userId,
      storage: this.storage,
      compute: (declared, input) => this.threads.run(facts.organizationId, declared, input),
      transaction,
      snapshot: (signal) => this.#snapshots.open(facts.organizationId, signal),
      port: (port) => transaction(({ tx, organizationId }) => connections.open(tx, organizationId, port)),
    };
  }

  #workContext(tx: Tx, unit: Unit, options: UnitOptions): WorkContext {
    const log = options.log ?? this.#log;
    const ctx: WorkContext = {
      ...this.services,
      tx,
      now: realNow(),
      log,
      request: options.request ?? noRequest,
      caller: options.caller ?? null,
      enqueue: (declared, payload, enqueueOptions) => unit.enqueue(declared, payload, enqueueOptions),
      // With its own id, because a dead letter that is sent again is another job.
      mail: (mail) =>
        ctx.enqueue(sendMail, {
          sealed: sealMail(this.services, { messageId: messageIdOf(this.services, newId()), ...mail }),
        }),
      startStream: async (organizationId) => {
        await insertCounter(tx, organizationId);
        await insertCursorsOf(tx, organizationId, subscribersOf(this.modules));
      },
      enter: async (organizationId, actor = system, { whileClosed = options.whileClosed ?? !options.request } = {}) => {
        const facts = await enterOrganization(tx, organizationId);
        const mayRead = actor !== system && options.readOnly;
        if (facts.closedAt !== null && !mayRead && !whileClosed) throw OrganizationClosed();
        return tenantContext(ctx, unit, facts, actor);
      },
    };
    return ctx;
  }

  #announce(unit: Unit): void {
    const organizationId = unit.organization?.id;
    if (organizationId && unit.events.length > 0) this.#wake.hintEvents(organizationId);
    if (organizationId) for (const topic of unit.topics) this.#wake.hintTopic(organizationId, topic);
    if (unit.jobs.length > 0) this.#wake.hintJobs();
  }
}

const subscribersOf = (modules: Module[]): string[] =>
  modules.flatMap((module) => module.subscribers ?? []).map((subscriber) => subscriber.name);

/** A refusal that commits passes through the transaction as a value and is thrown after it. */
function keepIfCommitting(error: unknown): Refusal {
  if (error instanceof Refusal && error.commits) return error;
  throw error;
}

/** Until a job looks again whether its organization was reopened. */
const CLOSED_JOBS_WAIT = { hours: 6 };

/** Owns the computations of jobs without an organization. */
const SERVICE = 'service';

const noRequest: RequestFacts = {
  id: 'none',
  address: '',
  network: '',
  userAgent: '',
  ifNoneMatch: '',
  headers: {},
  body: new Uint8Array(),
  cookies: {},
  setCookie: () => {},
  clearCookie: () => {},
};
