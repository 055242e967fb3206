import type { TenantContext } from '../../context.ts';
import type { Wake } from '../../db/wake.ts';
import type { Log } from '../../log.ts';

/** Finds what no hint announced, such as entries that another process wrote while it could not be heard. */
const POLL_MS = 10_000;
const RETRY_MS = 1_000;
const TOPICS_AT_ONCE = 500;

/** The result of a read for one topic: its entries after a place, in order, and its current state. */
export interface Brought<E, S> {
  entries: E[];
  state: S;
}

export interface Numbered {
  seq: bigint | string;
}

/**
 * A feed that many live streams follow at once. One read serves all of them: the events of an organization (one topic), or the
 * conversations that somebody looks at (a topic each).
 */
export interface LiveSource<E extends Numbered, S> {
  name: string;
  wokenBy: 'events' | 'topic';
  /** How many entries of a topic one read brings at most. */
  batch: number;
  /** For each topic what comes after its place. A topic that is left out has nothing new. */
  read(unit: TenantContext, places: ReadonlyMap<string, bigint>): Promise<Map<string, Brought<E, S>>>;
}

const placeAfter = (entries: readonly Numbered[], before: bigint): bigint =>
  entries.length > 0 ? BigInt(entries.at(-1)!.seq) : before;

/** The newest read of a topic. A stream that missed it reads once for itself. */
class Tail<E extends Numbered, S> {
  from: bigint;
  place: bigint;
  entries: E[] = [];
  state: S | null = null;
  /** Counts the states, so that each follower notices a new one. */
  stateNumber = 0;
  followers = 0;
  readonly waiting = new Set<() => void>();

  constructor(place: bigint) {
    this.from = place;
    this.place = place;
  }

  accept({ entries, state }: Brought<E, S>): void {
    const isChanged = JSON.stringify(state) !== JSON.stringify(this.state);
    if (isChanged) {
      this.state = state;
      this.stateNumber += 1;
    }
    if (entries.length > 0) {
      this.from = this.place;
      this.entries = entries;
      this.place = placeAfter(entries, this.place);
    }
    if (isChanged || entries.length > 0) for (const wake of [...this.waiting]) wake();
  }
}

type Run = <T>(work: (unit: TenantContext) => Promise<T>) => Promise<T>;

/** Reads inside one organization, by the service itself. */
type Within = <T>(organizationId: string, work: (unit: TenantContext) => Promise<T>) => Promise<T>;

/** All topics of one source in one organization. At most one read is under way. */
class Group<E extends Numbered, S> {
  readonly tails = new Map<string, Tail<E, S>>();
  readonly #pending = new Set<string>();
  readonly #source: LiveSource<E, S>;
  readonly #run: Run;
  readonly #log: Log;
  readonly #poll: NodeJS.Timeout;
  #isReading = false;

  constructor(source: LiveSource<E, S>, run: Run, log: Log) {
    this.#source = source;
    this.#run = run;
    this.#log = log;
    this.#poll = setInterval(() => this.hint(...this.tails.keys()), POLL_MS).unref();
  }

  get wokenBy(): 'events' | 'topic' {
    return this.#source.wokenBy;
  }

  close(): void {
    clearInterval(this.#poll);
  }

  hint(...topics: string[]): void {
    for (const topic of topics) if (this.tails.has(topic)) this.#pending.add(topic);
    if (!this.#isReading && this.#pending.size > 0) void this.#readPending();
  }

  /** Reads for one follower that is further back than the others. */
  async readFrom(topic: string, place: bigint): Promise<E[]> {
    const brought = await this.#run((unit) => this.#source.read(unit, new Map([[topic, place]])));
    return brought.get(topic)?.entries ?? [];
  }

  async #readPending(): Promise<void> {
    this.#isReading = true;
    try {
      // Batch all hints of one turn of the event loop into one read.
      await new Promise<void>((done) => setImmediate(done));
      while (this.#pending.size > 0) await this.#readSome();
    } catch (error) {
      this.#log.warn({ err: error }, 'live streams could not be read; trying again');
      setTimeout(() => this.hint(...this.tails.keys()), RETRY_MS).unref();
    } finally {
      this.#isReading = false;
    }
  }

  async #readSome(): Promise<void> {
    const topics = [...this.#pending].slice(0, TOPICS_AT_ONCE);
    for (const topic of topics) this.#pending.delete(topic);
    const wanted = topics.flatMap((topic) => {
      const tail = this.tails.get(topic);
      return tail ? [[topic, tail.place] as const] : [];
    });
    if (wanted.length === 0) return;
    const brought = await this.#run((unit) => this.#source.read(unit, new Map(wanted)));
    for (const [topic, news] of brought) {
      this.tails.get(topic)?.accept(news);
      if (news.entries.length >= this.#source.batch) this.#pending.add(topic);
    }
  }
}

/** One reader of a live stream. */
export class Follower<E extends Numbered, S> {
  readonly #tail: Tail<E, S>;
  readonly #readFrom: (place: bigint) => Promise<E[]>;
  readonly #gone: AbortSignal;
  readonly #leave: () => void;
  #place: bigint;
  #stateNumber = 0;

  constructor(
    tail: Tail<E, S>,
    place: bigint,
    { readFrom, leave, gone }: { readFrom(place: bigint): Promise<E[]>; leave(): void; gone: AbortSignal },
  ) {
    this.#tail = tail;
    this.#place = place;
    this.#readFrom = readFrom;
    this.#leave = leave;
    this.#gone = gone;
  }

  /** News since the last call; null if nothing came in this time. The state is null if it did not change. */
  async next(timeoutMs: number): Promise<Brought<E, S | null> | null> {
    for (;;) {
      const news = await this.#take();
      if (news) return news;
      if (!(await this.#wait(timeoutMs))) return null;
    }
  }

  leave(): void {
    this.#leave();
  }

  async #take(): Promise<Brought<E, S | null> | null> {
    const tail = this.#tail;
    const isBehind = this.#place < tail.from;
    const read = isBehind ? await this.#readFrom(this.#place) : tail.entries;
    const entries = read.filter(({ seq }) => BigInt(seq) > this.#place);
    this.#place = placeAfter(entries, isBehind && entries.length === 0 ? tail.from : this.#place);
    const state = tail.stateNumber > this.#stateNumber ? tail.state : null;
    this.#stateNumber = tail.stateNumber;
    return entries.length > 0 || state !== null ? { entries, state } : null;
  }

  #wait(timeoutMs: number): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (isWoken: boolean): void => {
        clearTimeout(timer);
        this.#tail.waiting.delete(wake);
        this.#gone.removeEventListener('abort', stop);
        resolve(isWoken);
      };
      const [wake, stop] = [() => settle(true), () => settle(false)];
      const timer = setTimeout(stop, timeoutMs);
      this.#tail.waiting.add(wake);
      this.#gone.addEventListener('abort', stop);
      if (this.#gone.aborted) stop();
    });
  }
}

/** Where a stream begins, and where its feed ended when it was opened. */
export interface Start {
  organizationId: string;
  topic: string;
  place: bigint;
  end: bigint;
  gone: AbortSignal;
}

/** The reads of all live streams of this process: one listener, and one read however many streams wait for it. */
export class LiveReads {
  readonly #within: Within;
  readonly #log: Log;
  /** By organization, then by the name of their source. */
  readonly #groups = new Map<string, Map<string, Group<Numbered, unknown>>>();

  constructor({ within, wake, log }: { within: Within; wake: Wake; log: Log }) {
    this.#within = within;
    this.#log = log;
    wake.onEvents((organizationId) => this.#hint(organizationId, 'events', ''));
    wake.onTopic((organizationId, topic) => this.#hint(organizationId, 'topic', topic));
  }

  /** Follows a topic. Delivers everything after `place`, each entry once and in order. */
  follow<E extends Numbered, S>(source: LiveSource<E, S>, start: Start): Follower<E, S> {
    const { organizationId, topic, place, end, gone } = start;
    const groups = this.#groups.get(organizationId) ?? new Map<string, Group<Numbered, unknown>>();
    this.#groups.set(organizationId, groups);
    const group = (groups.get(source.name) ?? this.#newGroup(source, organizationId)) as unknown as Group<E, S>;
    groups.set(source.name, group as unknown as Group<Numbered, unknown>);
    const tail = group.tails.get(topic) ?? new Tail<E, S>(end);
    group.tails.set(topic, tail);
    tail.followers += 1;
    let isGone = false;
    const leave = (): void => {
      if (isGone) return;
      isGone = true;
      tail.followers -= 1;
      if (tail.followers === 0) group.tails.delete(topic);
      if (group.tails.size > 0) return;
      group.close();
      groups.delete(source.name);
      if (groups.size === 0) this.#groups.delete(organizationId);
    };
    group.hint(topic);
    return new Follower(tail, place, { readFrom: (from) => group.readFrom(topic, from), leave, gone });
  }

  #hint(organizationId: string, wokenBy: 'events' | 'topic', topic: string): void {
    for (const group of this.#groups.get(organizationId)?.values() ?? [])
      if (group.wokenBy === wokenBy) group.hint(topic);
  }

  #newGroup<E extends Numbered, S>(source: LiveSource<E, S>, organizationId: string): Group<E, S> {
    const run: Run = (work) => this.#within(organizationId, work);
    return new Group(source, run, this.#log);
  }
}
