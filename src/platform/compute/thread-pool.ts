import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { refusalOf } from '../refusal.ts';
import { busy, type Computation, TooComplex } from './computation.ts';
import { FairQueue } from './fair-queue.ts';
import type { Outcome, TaskMessage } from './messages.ts';

/** At least two, so that one slow task leaves a thread for others. */
const THREADS_MAX = Math.max(2, Math.min(8, availableParallelism()));
const WAITING_PER_OWNER = 20;
const WAITING_IN_ALL = 200;
const WAIT_MAX_MS = 20_000;
const IDLE_MS = 30_000;
const MEMORY = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 12, stackSizeMb: 4 };
/** The flag of `npm start` is for the main thread. In a thread it would override the limit above, and cost 20 MB more. */
const MAIN_FLAG = process.execArgv.find((flag) => flag.startsWith('--max-semi-space-size='));

interface Waiting {
  owner: string;
  message: TaskMessage;
  deadlineMs: number;
  endsThread: boolean;
  settle: (outcome: Promise<unknown>) => void;
}

/**
 * Threads for work that takes time: parsing, drawing, decoding, signing. They start with the first task and end when idle. Each
 * organization has its own line and at most all threads but one, so none can use up the pool. The queue is bounded: beyond that a
 * request is refused with 503 and `Retry-After`.
 */
export class ThreadPool {
  readonly #queue = new FairQueue<Waiting>({ perOwner: WAITING_PER_OWNER, inAll: WAITING_IN_ALL });
  readonly #idle: Thread[] = [];
  readonly #threads = new Set<Thread>();
  /** How many threads work for each owner. */
  readonly #runningFor = new Map<string, number>();
  #closed = false;

  /** Runs a declared function for an owner, in general an organization. */
  run<I, O>(owner: string, { file, deadlineMs, endsThread }: Computation<I, O>, input: I): Promise<O> {
    return new Promise<unknown>((resolve, reject) => {
      const settle = (outcome: Promise<unknown>): void => {
        clearTimeout(timer);
        resolve(outcome);
      };
      const waiting: Waiting = { owner, message: { file, input }, deadlineMs, endsThread, settle };
      const timer = setTimeout(() => this.#queue.remove(owner, waiting) && reject(busy()), WAIT_MAX_MS).unref();
      if (this.#closed || !this.#queue.add(owner, waiting)) settle(Promise.reject(busy()));
      else this.#startNext();
    }) as Promise<O>;
  }

  /** Refuses waiting tasks and ends the threads, running tasks included. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const { settle } of this.#queue.drain()) settle(Promise.reject(busy()));
    await Promise.all([...this.#threads].map((thread) => thread.end()));
  }

  #startNext(): void {
    while (this.#idle.length > 0 || this.#threads.size < THREADS_MAX) {
      const next = this.#queue.take((owner) => (this.#runningFor.get(owner) ?? 0) < THREADS_MAX - 1);
      if (!next) return;
      next.settle(this.#runIn(this.#idle.pop() ?? this.#newThread(), next));
    }
  }

  async #runIn(thread: Thread, { owner, message, deadlineMs, endsThread }: Waiting): Promise<unknown> {
    this.#runningFor.set(owner, (this.#runningFor.get(owner) ?? 0) + 1);
    try {
      return await thread.run(message, deadlineMs);
    } finally {
      if (endsThread) void thread.end();
      const running = this.#runningFor.get(owner)! - 1;
      if (running > 0) this.#runningFor.set(owner, running);
      else this.#runningFor.delete(owner);
      if (!thread.ended) this.#idle.push(thread);
      this.#startNext();
    }
  }

  #newThread(): Thread {
    const thread = new Thread(() => {
      this.#threads.delete(thread);
      const place = this.#idle.indexOf(thread);
      if (place >= 0) this.#idle.splice(place, 1);
    });
    this.#threads.add(thread);
    return thread;
  }
}

function startWorker(): Worker {
  if (MAIN_FLAG) setFlagsFromString('--max-semi-space-size=0');
  const worker = new Worker(new URL('./thread.ts', import.meta.url), { resourceLimits: MEMORY });
  // Compiled code is cached by the flags of the process.
  if (MAIN_FLAG) worker.once('online', () => setFlagsFromString(MAIN_FLAG));
  return worker;
}

/** One thread, which runs one task at a time. */
class Thread {
  readonly #worker = startWorker();
  readonly #onEnd: () => void;
  #idleTimer: NodeJS.Timeout | undefined;
  #finish: ((outcome: Outcome) => void) | undefined;
  ended = false;

  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
    this.#worker.unref();
    this.#worker.on('message', (outcome: Outcome) => this.#finish?.(outcome));
    this.#worker.on('error', (error: NodeJS.ErrnoException) => {
      this.#retire();
      this.#finish?.(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooComplex : { kind: 'failed', error });
    });
    this.#worker.on('exit', () => {
      this.#retire();
      this.#finish?.({ kind: 'failed', error: new Error('A thread ended during its task.') });
    });
  }

  async run(message: TaskMessage, deadlineMs: number): Promise<unknown> {
    clearTimeout(this.#idleTimer);
    this.#worker.ref();
    const deadline = setTimeout(() => {
      this.#finish?.(tooComplex);
      void this.end();
    }, deadlineMs);
    const outcome = await new Promise<Outcome>((resolve) => {
      this.#finish = resolve;
      this.#worker.postMessage(message);
    });
    this.#finish = undefined;
    clearTimeout(deadline);
    this.#worker.unref();
    if (!this.ended) this.#idleTimer = setTimeout(() => void this.end(), IDLE_MS).unref();
    return resultOf(outcome);
  }

  async end(): Promise<void> {
    this.#retire();
    await this.#worker.terminate();
  }

  #retire(): void {
    if (this.ended) return;
    this.ended = true;
    clearTimeout(this.#idleTimer);
    this.#onEnd();
  }
}

const tooComplex: Outcome = { kind: 'refused', code: TooComplex.code, detail: TooComplex.title, errors: [] };

function resultOf(outcome: Outcome): unknown {
  if (outcome.kind === 'done') return asBuffer(outcome.value);
  if (outcome.kind === 'failed') throw outcome.error;
  throw refusalOf(outcome.code)(outcome.detail, { errors: outcome.errors });
}

/** Copying turns a Buffer into a plain array of bytes. */
const asBuffer = (value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;
