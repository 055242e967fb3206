import { setTimeout as sleep } from 'node:timers/promises';
import { type JobInsert, PgBoss } from 'pg-boss';
import { toTimestamp } from '../date.ts';
import { keepAlive } from '../db/database.ts';
import { ExclusiveStatements } from '../db/exclusive.ts';
import type { Tx } from '../db/transaction.ts';
import { newId } from '../id.ts';
import type { Log } from '../log.ts';
import type { Job } from './job.ts';
import { type EnqueuedJob, GROUP_CONCURRENCY_MAX, type Queue } from './job-spec.ts';
import { insideTransaction, orderJobs } from './queue.sql.ts';

export const queues: Queue[] = ['default', 'deliveries'];
const DEAD_LETTERS = 'dead-letters';
/** A job whose worker stopped reporting for this long is given to another worker (pg-boss allows no less than 10). */
const HEARTBEAT_SECONDS = 10;
/** The queue knows limits by name: the name is the limit. */
const groupConcurrency = {
  default: 4,
  tiers: Object.fromEntries(
    Array.from({ length: GROUP_CONCURRENCY_MAX }, (_, index) => [String(index + 1), index + 1]),
  ),
};
const CLOSE_MS_MAX = 2_000;
/** Options of its connections that its own types leave out: one that does not answer is replaced. */
const timeouts: object = { ...keepAlive, query_timeout: 20_000 };

interface Envelope {
  job: string;
  payload: unknown;
}

export interface TakenJob {
  id: string;
  name: string;
  payload: unknown;
  attempt: number;
  lastAttempt: boolean;
  /** Identifies this attempt, so that a worker believed dead cannot settle a later attempt. */
  claim: { id: string; retryCount: number };
}

interface DeadLetter {
  id: string;
  job: string;
  payload: unknown;
  failedAt: string;
  error: unknown;
}

const rowOf = ({ job, payload, options }: EnqueuedJob, id: string): JobInsert<Envelope> => ({
  id,
  data: { job: job.name, payload },
  retryLimit: job.attempts - 1,
  retryDelay: job.backoffSeconds,
  retryBackoff: true,
  expireInSeconds: job.timeoutSeconds,
  ...(options.startAt && { startAfter: toTimestamp(options.startAt) }),
  ...(options.group && {
    group: { id: options.group, ...(options.groupConcurrency && { tier: String(options.groupConcurrency) }) },
  }),
});

/** The queue in PostgreSQL: pg-boss keeps the rows, the retries and the schedules. */
export class JobQueue {
  readonly #boss: PgBoss;
  readonly #taking: ExclusiveStatements;
  readonly #completions: Record<Queue, Gathering<TakenJob['claim']>>;

  constructor(options: { url: string; log: Log; works: boolean }) {
    this.#boss = new PgBoss({
      connectionString: options.url,
      application_name: 'colmado jobs',
      max: options.works ? 4 : 1,
      ...timeouts,
      migrate: false,
      createSchema: false,
      supervise: options.works,
      schedule: options.works,
      superviseIntervalSeconds: 2,
      monitorIntervalSeconds: 2,
      reindex: false,
    });
    const onError = (error: Error): void => options.log.error({ err: error }, 'job queue');
    this.#boss.on('error', onError);
    const taking = { url: options.url, connections: queues.length, name: 'colmado jobs', onError };
    this.#taking = new ExclusiveStatements(taking);
    const completions = (queue: Queue) =>
      new Gathering<TakenJob['claim']>((claims) => this.#boss.complete(queue, claims));
    this.#completions = { default: completions('default'), deliveries: completions('deliveries') };
  }

  /** Installs or updates the tables, as the database's owner. */
  static async install(ownerUrl: string): Promise<void> {
    const boss = new PgBoss({ connectionString: ownerUrl, max: 1, supervise: false, schedule: false, reindex: false });
    boss.on('error', () => {});
    await boss.start();
    const options = { retentionSeconds: 60 * 24 * 3600, heartbeatSeconds: HEARTBEAT_SECONDS };
    await boss.createQueue(DEAD_LETTERS, options);
    for (const queue of queues) await boss.createQueue(queue, { ...options, deadLetter: DEAD_LETTERS });
    await boss.stop({ graceful: false });
  }

  async start(): Promise<void> {
    await this.#boss.start();
  }

  async stop(): Promise<void> {
    await Promise.race([this.#boss.stop({ graceful: false }), sleep(CLOSE_MS_MAX, undefined, { ref: false })]);
    await this.#taking.close();
  }

  /** Enqueues in the caller's transaction, a queue at a time: the jobs exist if and only if it commits. */
  async insert(tx: Tx, jobs: EnqueuedJob[]): Promise<void> {
    const db = insideTransaction(tx);
    for (const [queue, group] of Map.groupBy(jobs, ({ job }) => job.queue)) {
      const ids = group.map(() => newId());
      const rows = group.map((job, index) => rowOf(job, ids[index]!));
      await this.#boss.insert(queue, rows, { db });
      if (group.some(({ options }) => options.group)) await orderJobs(tx, queue, ids);
    }
  }

  /**
   * Takes the oldest jobs that may run, those of a group in their order, however many workers there are. The statement passes over
   * rows that another worker has locked, and counts the running jobs of a group as its snapshot shows them: two at once would take
   * jobs behind the first ones, and too many.
   */
  async take(queue: Queue, limit: number): Promise<TakenJob[]> {
    const jobs = await this.#boss.fetch<Envelope>(queue, {
      db: { executeSql: (text, values = []) => this.#taking.run(`jobs ${queue}`, text, values) },
      batchSize: limit,
      includeMetadata: true,
      groupConcurrency,
    });
    return jobs.map((job) => ({
      id: job.id,
      name: job.data.job,
      payload: job.data.payload,
      attempt: job.retryCount + 1,
      lastAttempt: job.retryCount >= job.retryLimit,
      claim: { id: job.id, retryCount: job.retryCount },
    }));
  }

  /** Settles jobs that end at about the same time with one statement. */
  async complete(queue: Queue, taken: TakenJob): Promise<void> {
    await this.#completions[queue].add(taken.claim);
  }

  async fail(queue: Queue, taken: TakenJob, error: unknown): Promise<void> {
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    await this.#boss.fail(queue, taken.claim, { message, stack });
  }

  async keepAlive(queue: Queue, taken: TakenJob[]): Promise<void> {
    await this.#boss.touch(
      queue,
      taken.map(({ claim }) => claim),
    );
  }

  /** Brings the stored schedules in line with the declarations. pg-boss fires each once, however many processes run. */
  async schedule(jobs: Job[]): Promise<void> {
    const declared = jobs.filter((job) => job.cron);
    for (const job of declared) {
      const envelope: Envelope = { job: job.name, payload: {} };
      const options = { key: job.name, tz: job.cron!.timeZone, retryLimit: 2, expireInSeconds: job.timeoutSeconds };
      await this.#boss.schedule(job.queue, job.cron!.expression, envelope, options);
    }
    for (const { name, key } of await this.#boss.getSchedules()) {
      if (!declared.some((job) => job.name === key)) await this.#boss.unschedule(name, key);
    }
  }

  /** The jobs that failed for good, newest first. */
  async deadLetters(): Promise<DeadLetter[]> {
    const jobs = await this.#boss.findJobs<Envelope>(DEAD_LETTERS, { queued: true });
    return jobs
      .map((job) => ({
        id: job.id,
        job: job.data.job,
        payload: job.data.payload,
        failedAt: job.createdOn.toISOString(),
        error: job.sourceOutput,
      }))
      .sort((a, b) => b.failedAt.localeCompare(a.failedAt));
  }

  /** Gives the dead letters back to their queues. */
  async redrive(ids?: string[]): Promise<number> {
    return this.#boss.redrive(DEAD_LETTERS, ids ? { ids } : {});
  }

  async depths(): Promise<{ queue: string; ready: number; active: number; failed: number }[]> {
    const found = await this.#boss.getQueues([...queues, DEAD_LETTERS]);
    return found.map((queue) => ({
      queue: queue.name,
      ready: queue.readyCount,
      active: queue.activeCount,
      failed: queue.failedCount,
    }));
  }
}

/** Batches calls: items that arrive while one batch is handled make the next batch. */
class Gathering<T> {
  readonly #handle: (items: T[]) => Promise<unknown>;
  #waiting: T[] = [];
  #next: Promise<unknown> | undefined;
  #present: Promise<unknown> = Promise.resolve();

  constructor(handle: (items: T[]) => Promise<unknown>) {
    this.#handle = handle;
  }

  add(item: T): Promise<unknown> {
    this.#waiting.push(item);
    this.#next ??= this.#present.then(() => {
      const items = this.#waiting;
      this.#waiting = [];
      this.#next = undefined;
      const handled = this.#handle(items);
      this.#present = handled.catch(() => {});
      return handled;
    });
    return this.#next;
  }
}
