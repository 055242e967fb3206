import { setTimeout as pause } from 'node:timers/promises';
import type { Wake } from '../db/wake.ts';
import type { Log } from '../log.ts';
import type { Job } from './job.ts';
import type { Queue } from './job-spec.ts';
import { type JobQueue, queues, type TakenJob } from './queue.ts';

const POLL_MS = 1_000;
/** A short pause, so that one statement takes several jobs that arrive at about the same time. */
const GATHER_MS = 10;
const HEARTBEAT_MS = 3_000;

/**
 * Takes jobs from the queues and runs them in parallel. One poller per queue asks for as many jobs as there are free
 * places, so a job that hangs occupies one place and delays no other.
 */
export class Worker {
  readonly #jobs: Map<string, Job>;
  readonly #queue: JobQueue;
  readonly #wake: Wake;
  readonly #log: Log;
  readonly #concurrency: number;
  readonly #run: (job: Job, taken: TakenJob, signal: AbortSignal) => Promise<void>;
  readonly #stopping = new AbortController();
  readonly #pollers: Promise<void>[] = [];

  constructor(options: {
    jobs: Job[];
    queue: JobQueue;
    wake: Wake;
    log: Log;
    concurrency: number;
    run: (job: Job, taken: TakenJob, signal: AbortSignal) => Promise<void>;
  }) {
    this.#jobs = new Map(options.jobs.map((job) => [job.name, job]));
    this.#queue = options.queue;
    this.#wake = options.wake;
    this.#log = options.log;
    this.#concurrency = options.concurrency;
    this.#run = options.run;
  }

  async start(): Promise<void> {
    await this.#queue.schedule([...this.#jobs.values()]);
    for (const queue of queues) this.#pollers.push(this.#poll(queue));
  }

  /** Takes no new jobs and waits for the running ones, within the given time; the rest is retried by another worker. */
  async stop(withinMs: number): Promise<void> {
    this.#stopping.abort();
    await Promise.race([Promise.all(this.#pollers), new Promise((resolve) => setTimeout(resolve, withinMs).unref())]);
  }

  async #poll(queue: Queue): Promise<void> {
    const active = new Map<TakenJob, Promise<void>>();
    const beat = setInterval(() => {
      if (active.size > 0) this.#queue.keepAlive(queue, [...active.keys()]).catch((error) => this.#warn(error));
    }, HEARTBEAT_MS);
    const bell = new Bell();
    const offJobs = this.#wake.onJobs(() => bell.ring());
    this.#stopping.signal.addEventListener('abort', () => bell.ring());
    while (!this.#stopping.signal.aborted) {
      const free = this.#concurrency - active.size;
      const taken = free > 0 ? await this.#take(queue, free) : [];
      for (const job of taken) {
        const done = this.#perform(queue, job).finally(() => {
          active.delete(job);
          bell.ring();
        });
        active.set(job, done);
      }
      await bell.wait(POLL_MS);
      await pause(GATHER_MS);
    }
    offJobs();
    await Promise.all(active.values());
    clearInterval(beat);
  }

  async #take(queue: Queue, limit: number): Promise<TakenJob[]> {
    try {
      return await this.#queue.take(queue, limit);
    } catch (error) {
      this.#warn(error);
      return [];
    }
  }

  async #perform(queue: Queue, taken: TakenJob): Promise<void> {
    const log = this.#log.child({ job: taken.name, jobId: taken.id, attempt: taken.attempt });
    try {
      const job = this.#jobs.get(taken.name);
      if (!job) throw new Error(`No module declares the job ${taken.name}.`);
      await this.#run(job, taken, AbortSignal.timeout(job.timeoutSeconds * 1000));
      await this.#queue.complete(queue, taken);
    } catch (error) {
      log.warn({ err: error }, 'job failed');
      await this.#queue.fail(queue, taken, error).catch((failure) => this.#warn(failure));
    }
  }

  #warn(error: unknown): void {
    this.#log.warn({ err: error }, 'job queue unreachable');
  }
}

/** Waits for a ring or a timeout; a ring while nobody waits is remembered. */
class Bell {
  #rung = false;
  #wakeUp: (() => void) | undefined;

  ring(): void {
    this.#rung = true;
    this.#wakeUp?.();
  }

  async wait(timeoutMs: number): Promise<void> {
    if (!this.#rung) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, timeoutMs);
        this.#wakeUp = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#rung = false;
    this.#wakeUp = undefined;
  }
}
