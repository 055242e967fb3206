import { z } from 'zod';
import { ticksToUpsert } from './clock.sql.ts';
import { countVersionUp } from './db/configured.ts';
import { type CompiledQuery, configurationOf, type LaterStatement, type Tx } from './db/transaction.ts';
import type { AnnouncedEvent, SealedRow } from './events/event.ts';
import { insertEvents } from './events/events.sql.ts';
import type { EnqueuedJob, EnqueueOptions, JobSpec } from './jobs/job-spec.ts';
import type { LateWrite } from './late.ts';
import type { OrganizationFacts } from './tenants.sql.ts';

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
export class Unit {
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
