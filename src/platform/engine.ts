import { z } from 'zod';
import { type Actor, type Caller, system } from './auth/actor.ts';
import { OrganizationClosed } from './auth/permission.ts';
import { ticksToUpsert } from './clock.sql.ts';
import type { ThreadPool } from './compute/thread-pool.ts';
import type { RequestFacts, Services, TenantContext, TenantSteps, WorkContext } from './context.ts';
import { businessNow, realNow } from './date.ts';
import { countVersionUp } from './db/configured.ts';
import {
  attemptPart,
  type CompiledQuery,
  configurationOf,
  type Database,
  type FirstStatement,
  type LaterStatement,
  type Tx,
} from './db/database.ts';
import type { Snapshots } from './db/snapshot.ts';
import type { Wake } from './db/wake.ts';
import { insertCounter, insertCursorsOf } from './events/cursors.sql.ts';
import type { AnnouncedEvent, EventType, SealedRow } from './events/event.ts';
import { insertEvents } from './events/events.sql.ts';
import { newId } from './id.ts';
import { type Job, type JobContext, job } from './jobs/job.ts';
import type { EnqueuedJob, EnqueueOptions, JobSpec } from './jobs/job-spec.ts';
import type { JobQueue, TakenJob } from './jobs/queue.ts';
import { Late, type LateWrite } from './late.ts';
import type { Log } from './log.ts';
import type { Mail, Mailer } from './mail/mail.ts';
import type { Module } from './module.ts';
import { Refusal } from './refusal.ts';
import type { Storage } from './storage/storage.ts';
import { enterOrganization, isErased, type OrganizationFacts } from './tenants.sql.ts';

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
      // The same for every attempt, so that mail systems can drop a letter that was sent twice.
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

/** More would hold up the event loop while the statement is made. */
const LATE_PARTS_MAX = 50;

/** The parts of a statement that is sent with COMMIT. */
interface LateStatement {
  tx: Tx;
  write: LateWrite<never, unknown>;
  shape: string;
  parts: unknown[];
  /** Its answer, once it was sent. */
  rows?: unknown[];
}

/** Events, jobs and ticks that one attempt has announced and not yet written. */
class Unit {
  readonly readOnly: boolean;
  readonly isRepeated: boolean;
  organization: OrganizationFacts | undefined;
  now: Temporal.Instant | undefined;
  /** The earliest wish for each tick. */
  readonly wakes = new Map<string, Temporal.Instant>();
  readonly events: AnnouncedEvent[] = [];
  readonly sealed: SealedRow[] = [];
  readonly jobs: EnqueuedJob[] = [];
  readonly late: LateStatement[] = [];
  /** The topics of live streams that this unit has changed. */
  readonly topics = new Set<string>();

  constructor(readOnly: boolean, isRepeated = false) {
    this.readOnly = readOnly;
    this.isRepeated = isRepeated;
  }

  enqueue(job: JobSpec, payload: unknown, options: EnqueueOptions = {}): void {
    this.jobs.push({ job, payload: z.parse(job.payload, payload), options });
  }

  /** Returns a function that discards everything announced after this call. */
  mark(): () => void {
    const [events, jobs, late, wakes] = [this.events.length, this.jobs.length, this.late.length, new Map(this.wakes)];
    const sealed = this.sealed.length;
    return () => {
      this.events.length = events;
      this.sealed.length = sealed;
      this.late.length = late;
      this.jobs.length = jobs;
      this.wakes.clear();
      for (const [tick, at] of wakes) this.wakes.set(tick, at);
    };
  }

  /** Sends the statements that were left for COMMIT, because someone needs their answers now. */
  async sendLate(): Promise<void> {
    const unsent = this.late.filter(({ rows }) => !rows);
    // In one packet. After one that fails PostgreSQL refuses the rest, so the first failure is the reason.
    const sent = await Promise.allSettled(
      unsent.map(async (statement) => {
        statement.rows = (await statement.tx.executeQuery(this.#queryOf(statement))).rows;
      }),
    );
    const place = sent.findIndex(({ status }) => status === 'rejected');
    if (place < 0) return;
    const { reason } = sent[place] as PromiseRejectedResult;
    unsent[place]!.write.refuse?.(reason);
    throw reason;
  }

  /**
   * Adds a part to the last statement where that has the same shape. Not in a transaction that is repeated: a statement for many
   * may have failed because it wanted more fiscal numbers than a range has left.
   */
  addLate<P>(tx: Tx, write: LateWrite<P, unknown>, part: P): { statement: LateStatement; place: number } {
    const shape = write.shapeOf(part);
    const last = this.late.at(-1);
    const isSame = last?.tx === tx && last.write === write && last.shape === shape && !last.rows;
    if (last && isSame && last.parts.length < LATE_PARTS_MAX && !this.isRepeated)
      return { statement: last, place: last.parts.push(part) - 1 };
    const statement = { tx, write, shape, parts: [part] };
    this.late.push(statement);
    return { statement, place: 0 };
  }

  #queryOf({ tx, write, parts }: LateStatement): CompiledQuery<unknown> {
    return write.make({ tx, organizationId: this.organization!.id }, parts as never[]);
  }

  /** Sent with COMMIT in one message. Hot rows come last: the counters of documents, then that of events. */
  lastStatements(tx: Tx): LaterStatement[] {
    const { organization, now } = this;
    if (!organization || !now) return [];
    const statements: LaterStatement[] = [];
    if (configurationOf(tx).isChanged) statements.push({ query: countVersionUp(tx, organization.id) });
    for (const statement of this.late.filter(({ rows }) => !rows)) {
      const accept = (rows: unknown[]) => (statement.rows = rows);
      const { refuse } = statement.write;
      statements.push({ query: this.#queryOf(statement), accept, ...(refuse && { refuse }) });
    }
    const ticks = this.wakes.size > 0 ? ticksToUpsert(organization, this.wakes) : null;
    const { events, sealed } = this;
    if (events.length > 0)
      statements.push({ query: insertEvents(tx, organization.id, now, { events, sealed, ticks }) });
    else if (ticks) statements.push({ query: ticks.compile(tx) });
    return statements;
  }
}

function tenantContext(ctx: WorkContext, unit: Unit, organization: OrganizationFacts, actor: Actor): TenantContext {
  const clock = () => businessNow(organization);
  const now = clock();
  if (unit.organization?.id !== organization.id && (unit.events.length > 0 || unit.wakes.size > 0)) {
    throw new Error('A unit of work that has announced something of one organization cannot enter another.');
  }
  unit.organization = organization;
  unit.now = now;
  let today: Temporal.PlainDate | undefined;
  const tenant: TenantContext = {
    ...ctx,
    now,
    clock,
    organizationId: organization.id,
    actor,
    userId: actor.userId,
    timeZone: organization.timeZone,
    currency: organization.currency,
    country: organization.country,
    get today() {
      today ??= now.toZonedDateTimeISO(organization.timeZone).toPlainDate();
      return today;
    },
    enqueue: (job: JobSpec, payload: unknown, options?: EnqueueOptions) =>
      unit.enqueue(
        job,
        'perOrganization' in job ? { ...(payload as object), organizationId: organization.id } : payload,
        options,
      ),
    emit: (type, payload) => {
      if (unit.readOnly) throw new Error(`${type.type} is emitted by a route that declares no effect.`);
      unit.events.push({ id: newId(), type: type as unknown as EventType, payload: type.payload.parse(payload) });
    },
    announced: () => unit.events,
    seal: (row) => {
      unit.sealed.push(row);
    },
    wakeReaders: (topic) => {
      unit.topics.add(topic);
    },
    wakeAt: ({ name }, at) => {
      const earliest = unit.wakes.get(name);
      if (!earliest || Temporal.Instant.compare(at, earliest) < 0) unit.wakes.set(name, at);
    },
    late: lateOn(unit, ctx.tx),
    sendLate: () => unit.sendLate(),
    isRepeated: unit.isRepeated,
    attempt: async (work) => {
      const forget = unit.mark();
      const outcome = await attemptPart(tenant.tx, async (part) => {
        const value = await work({ ...tenant, tx: part, late: lateOn(unit, part) });
        // Send late statements now: a failure at COMMIT would roll back the other parts too.
        await unit.sendLate();
        return value;
      });
      if (outcome.status === 'rejected') forget();
      return outcome;
    },
  };
  return tenant;
}

/** The same unit of work for another caller of the same organization. */
export const asCaller = (ctx: TenantContext, { caller, request, log }: UnitOptions): TenantContext => ({
  ...ctx,
  caller: caller!,
  actor: caller!.actor,
  userId: caller!.actor.userId,
  request: request ?? ctx.request,
  log: log ?? ctx.log,
  attempt: (work) => ctx.attempt((part) => work(asCaller(part, { caller, request, log }))),
});

const lateOn =
  (unit: Unit, tx: Tx): TenantContext['late'] =>
  (write, part) => {
    const { statement, place } = unit.addLate(tx, write, part);
    return new Late(
      () => unit.sendLate(),
      () => {
        if (!statement.rows) throw new Error('This is known once the transaction has committed.');
        return statement.rows[place] as never;
      },
    );
  };

const subscribersOf = (modules: Module[]): string[] =>
  modules.flatMap((module) => module.subscribers ?? []).map((subscriber) => subscriber.name);

/** A refusal that commits passes through the transaction as a value and is thrown after it. */
function keepIfCommitting(error: unknown): Refusal {
  if (error instanceof Refusal && error.commits) return error;
  throw error;
}

const mailPurpose = 'mail job';
const sealMail = (services: Services, mail: Mail): string =>
  services.secrets.encrypt(JSON.stringify(mail), mailPurpose).toString('base64');

const messageIdOf = ({ publicUrl }: Services, id: string): string => `<${id}@${new URL(publicUrl).hostname}>`;

/** Emails are sent after the transaction. The payload is encrypted, because an email may carry a code. */
export const sendMail = job({
  name: 'platform/send-mail',
  payload: z.object({ sealed: z.string() }),
  run: async (ctx, { sealed }) => {
    await ctx.sendMail(JSON.parse(ctx.secrets.decrypt(Buffer.from(sealed, 'base64'), mailPurpose).toString()) as Mail);
  },
});

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
