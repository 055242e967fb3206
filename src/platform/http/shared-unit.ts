import { isDeepStrictEqual } from 'node:util';
import type { Caller } from '../auth/actor.ts';
import { CallerChanged } from '../auth/recent-callers.ts';
import { Busy, busy } from '../compute/computation.ts';
import type { FirstStatement } from '../db/database.ts';
import { kindOfFailure, wasRolledBack } from '../db/sqlstate.ts';
import type { UnitOptions } from '../engine.ts';
import { Refusal } from '../refusal.ts';
import type { Answer, IdempotentRequest } from './idempotency.ts';
import type { RawAnswer, RequestInput, Route } from './route.ts';

/** A parsed request, ready to be carried out in a transaction. */
export interface Call {
  route: Route;
  options: UnitOptions;
  input: RequestInput<undefined, undefined, undefined>;
  idempotent: IdempotentRequest | null;
  /** Carries it out in a transaction of its own. `onCommit` is called when its COMMIT is sent. */
  alone: (onCommit?: () => void) => Promise<Answer | RawAnswer>;
}

type Together = (calls: Call[], onCommit: () => void) => Promise<Answer[]>;

/** Transactions of one organization at once: one is prepared while PostgreSQL writes the one before. */
const RUNNING_MAX = 2;
const TOGETHER_MAX = 16;
const WAITING_MAX = 200;
/** The ones before may be blocked by a row that the next ones do not need. */
const WAIT_MS_MAX = 250;
/** The bodies of a group: to price hundreds of lines in one turn would hold the event loop. */
const GROUP_BYTES_MAX = 32 * 1024;

/** A request of the group has to run alone, so all do. */
export class RunAlone extends Error {}

/**
 * For `.catch` inside the transaction, which is rolled back: one request at fault must not fail the others, and a refusal that
 * commits would commit them. What the whole transaction is retried for is still thrown.
 */
export function runAlone(error: unknown): never {
  throw kindOfFailure(error) ? error : new RunAlone();
}

interface Waiting {
  call: Call;
  bytes: number;
  settle: (answer: Promise<Answer | RawAnswer>) => void;
}

interface Line {
  running: number;
  /** The transactions that have not sent their COMMIT. */
  preparing: number;
  waiting: Waiting[];
  /** Starts the next group even if the ones before have not ended. */
  overdue?: NodeJS.Timeout | undefined;
}

/**
 * Lets requests share a transaction that would wait for each other's locks anyway. While a request of an organization is prepared,
 * the next ones wait, and then run as one group, each in the name of its own caller: eight sales cost half as much that way. The next
 * group is prepared while PostgreSQL writes the one before. A business that sends one request after the other never waits. If a
 * group is refused, each of its requests runs alone and gets its own answer.
 */
export class SharedUnits {
  readonly #together: Together;
  readonly #lines = new Map<string, Line>();

  constructor(together: Together) {
    this.#together = together;
  }

  run(call: Call, bytes: number): Promise<Answer | RawAnswer> {
    const { route, options, alone } = call;
    if (!route.together || !options.caller || bytes > GROUP_BYTES_MAX) return alone();
    const key = `${route.method} ${route.path} ${options.caller.organization?.id}`;
    const line = this.#lines.get(key) ?? { running: 0, preparing: 0, waiting: [] };
    this.#lines.set(key, line);
    if (line.waiting.length >= WAITING_MAX) return Promise.reject(busy());
    return new Promise((resolve) => {
      line.waiting.push({ call, bytes, settle: resolve });
      this.#runNext(key, line);
    });
  }

  #runNext(key: string, line: Line): void {
    if (line.running === 0 && line.waiting.length === 0) this.#lines.delete(key);
    if (line.waiting.length === 0) return;
    if (line.preparing === 0 && line.running < RUNNING_MAX) this.#start(key, line);
    else line.overdue ??= setTimeout(() => this.#start(key, line), WAIT_MS_MAX);
  }

  #start(key: string, line: Line): void {
    clearTimeout(line.overdue);
    line.overdue = undefined;
    const group = takeGroup(line);
    line.running++;
    line.preparing++;
    let isPrepared = false;
    const goOn = () => {
      if (!isPrepared) line.preparing--;
      isPrepared = true;
      this.#runNext(key, line);
    };
    void this.#runGroup(group, goOn).finally(() => {
      line.running--;
      goOn();
    });
  }

  async #runGroup(group: Waiting[], onCommit: () => void): Promise<void> {
    const calls = group.map(({ call }) => call);
    const answers = calls.length === 1 ? null : this.#together(calls, onCommit);
    if (!answers || (await mustRunAlone(answers))) {
      const alone = group.map(({ call }) => call.alone(onCommit));
      for (const [place, { settle }] of group.entries()) settle(alone[place]!);
      await Promise.allSettled(alone);
      return;
    }
    for (const [place, { settle }] of group.entries()) settle(answers.then((all) => all[place]!));
  }
}

/** The next request that waits, with all others that can share its transaction. */
function takeGroup(line: Line): Waiting[] {
  const first = line.waiting[0]!;
  const keys = new Set<string>();
  const group: Waiting[] = [];
  const left: Waiting[] = [];
  let bytes = 0;
  for (const waiting of line.waiting) {
    const key = waiting.call.idempotent?.key;
    // A request that is sent twice waits for the first: it gets the same answer.
    const isTwin = key !== undefined && keys.has(key);
    const hasRoom = group.length < TOGETHER_MAX && bytes + waiting.bytes <= GROUP_BYTES_MAX;
    const fits = hasRoom && !isTwin && canShare(first.call, waiting.call);
    if (fits) bytes += waiting.bytes;
    if (key) keys.add(key);
    (fits ? group : left).push(waiting);
  }
  line.waiting = left;
  return group;
}

/**
 * After a refusal or a refused statement, or if a caller was not confirmed, nothing of the group was written. After any other
 * failure that is not certain, and all of them fail.
 */
async function mustRunAlone(answers: Promise<unknown>): Promise<boolean> {
  try {
    await answers;
    return false;
  } catch (error) {
    const isOver = error instanceof RunAlone || error instanceof CallerChanged;
    return isOver || wasRolledBack(error) || (error instanceof Refusal && error.kind !== Busy);
  }
}

/** The statements that confirm the callers of a group: one for each session. */
export function confirmAll(calls: Call[]): FirstStatement[] | undefined {
  const bySession = Map.groupBy(calls, ({ options }) => sessionOf(options.caller!));
  const statements = [...bySession.values()].flatMap((same) => {
    const [first, ...others] = same.flatMap(({ options }) => options.first ?? []);
    if (!first) return [];
    const accept = (rows: unknown[]) => {
      for (const other of others) other.accept(rows);
      return first.accept(rows);
    };
    return [{ query: first.query, accept }];
  });
  return statements.length > 0 ? statements : undefined;
}

const sessionOf = ({ actor }: Caller): string => (actor.kind === 'user' ? actor.sessionId : actor.userId);

/** Confirmed by a statement both or already both, and with the same facts of the organization. */
const canShare = ({ options: one }: Call, { options: other }: Call): boolean =>
  (one.first === undefined) === (other.first === undefined) && isDeepStrictEqual(one.organization, other.organization);
