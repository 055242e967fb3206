import type { TenantContext } from '../context.ts';
import { isAfter, realNow } from '../date.ts';
import { newId } from '../id.ts';
import { Refusal } from '../refusal.ts';
import { shortened } from '../text.ts';
import {
  type ExchangeChange,
  type ExchangeKey,
  type ExchangeRow,
  type ExchangeState,
  lockExchange,
  updateExchange,
} from './exchange.sql.ts';
import { type Attempt, type ExchangeDeclaration, isNo, type Reply, type Transactions } from './exchange-declaration.ts';

/** Providers keep a key for 24 hours. */
const KEY_LIVES_HOURS = 23;
const COME_BACK_AFTER_SECONDS = 5;
const CALLS_MAX = 4;
const PROBLEM_LENGTH_MAX = 1_000;

/** A declaration with its defaults, and the way to have it followed up. */
export type Follower<Q, A> = ExchangeDeclaration<Q, A> &
  Required<Pick<ExchangeDeclaration<Q, A>, 'mayOverlap' | 'retryAfter' | 'lookAfter' | 'leaseSeconds'>> & {
    enqueue(
      ctx: TenantContext,
      target: Pick<ExchangeRow, 'id' | 'jobGroup'> & { turn: number | null },
      startAt?: Temporal.Instant,
    ): void;
  };

/** Who takes a step. */
interface Stepper {
  id: string;
  /** The turn of a follow-up, which then schedules the next. Null: a caller, or news; these leave the schedule alone. */
  turn: number | null;
  isAwaited: boolean;
}

export interface Attempting extends Stepper {
  holder: string;
  /** The state when the attempt began, and the start of the exchange that it belongs to. */
  began: ExchangeState;
  createdAt: string | null;
}

interface Stepped<A> {
  row: ExchangeRow<A>;
  /** Another attempt is asking right now. */
  isHeld?: boolean;
  /** The error that prevented an outcome, or the refusal that is the outcome. It has been recorded. */
  error?: unknown;
}

/** One step: take the lease, ask, store the answer, book it. Null: this turn is over, or there is no such exchange. */
export async function step<Q, A>(
  follower: Follower<Q, A>,
  steps: Transactions,
  stepper: Stepper,
): Promise<Stepped<A> | null> {
  const attempt: Attempting = { ...stepper, holder: newId(), began: 'open', createdAt: null };
  let taken: Taken<Q, A> | null;
  try {
    await follower.makeReady?.(steps, stepper.id);
    taken = await steps.transaction((ctx) => take(follower, ctx, attempt));
  } catch (error) {
    return recordFailure(follower, steps, attempt, { error, wasAsked: false, mayOverlap: true });
  }
  if (!taken) return null;
  const { row, question, isHeld, leaseEndsAt } = taken;
  if (isUnsettled(row)) return settle(follower, steps, attempt);
  if (question === null || !leaseEndsAt) return { row, isHeld };
  const { state: began, createdAt } = row;
  return ask(follower, steps, { ...attempt, began, createdAt }, { row, question, leaseEndsAt });
}

interface Taken<Q, A> {
  /** As it was before this attempt. */
  row: ExchangeRow<A>;
  question: Q | null;
  isHeld: boolean;
  leaseEndsAt?: Temporal.Instant;
}

async function take<Q, A>(
  follower: Follower<Q, A>,
  ctx: TenantContext,
  { id, turn, holder, isAwaited }: Attempting,
): Promise<Taken<Q, A> | null> {
  const key = keyOf(follower, id);
  const row = await lockExchange<A>(ctx, key);
  if (!row || (turn !== null && row.turn !== turn)) return null;
  // A caller has the outcome; whether the provider takes it back, only a follow-up or news finds out.
  const isAskable = row.state === 'open' || (row.state === 'done' && follower.watchAfter !== undefined && !isAwaited);
  if (isUnsettled(row) || !isAskable) return { row, question: null, isHeld: false };
  const now = realNow();
  if (isLeased(row, now)) {
    const isHeld = row.heldBy !== null;
    const soon = now.add({ seconds: COME_BACK_AFTER_SECONDS });
    // A caller waits. A follow-up and news come back: the attempt may have died, or have asked before there was news.
    if (!isAwaited) follower.enqueue(ctx, { ...row, turn }, isHeld ? soon : Temporal.Instant.from(row.heldUntil!));
    return { row, question: null, isHeld };
  }
  const question = await follower.prepare(ctx, id, row);
  if (question === null) {
    const over = { state: 'refused', settledState: 'refused', dueAt: null, turn: row.turn + 1 } as const;
    return { row: await updateExchange<A>(ctx, key, over), question, isHeld: false };
  }
  const heldUntil = now.add({ seconds: follower.leaseSeconds });
  const asked = row.askedAt === null ? { askedAt: now } : {};
  await updateExchange(ctx, key, { ...asked, attempts: row.attempts + 1, heldBy: holder, heldUntil });
  return { row, question, isHeld: false, leaseEndsAt: heldUntil };
}

const isLeased = ({ heldUntil }: Pick<ExchangeRow<unknown>, 'heldUntil'>, now: Temporal.Instant): boolean =>
  heldUntil !== null && isAfter(heldUntil, now);

async function ask<Q, A>(
  follower: Follower<Q, A>,
  steps: Transactions,
  attempt: Attempting,
  { row: before, question, leaseEndsAt }: { row: ExchangeRow<A>; question: Q; leaseEndsAt: Temporal.Instant },
): Promise<Stepped<A>> {
  let row = before;
  for (let calls = 1; ; calls++) {
    try {
      const reply = await follower.ask(question, attemptOf(row, leaseEndsAt, steps));
      const kept = { ...reply, goesOn: reply.goesOn === true && calls < CALLS_MAX, error: null };
      row = await steps.transaction((ctx) => keep(follower, ctx, attempt, kept));
      // Without its lease it leaves the next call to the attempt that has it.
      const mayGoOn = kept.goesOn && row.heldBy === attempt.holder;
      if (!isUnsettled(row) && !mayGoOn) return { row };
    } catch (error) {
      return recordFailure(follower, steps, attempt, {
        error,
        wasAsked: true,
        mayOverlap: follower.mayOverlap(question),
      });
    }
    if (isUnsettled(row)) return settle(follower, steps, attempt);
  }
}

/** The state of the exchange before an attempt asks. */
export function attemptOf<A>(
  { id, createdAt, askedAt, answer, reference }: ExchangeRow<A>,
  leaseEndsAt: Temporal.Instant,
  { compute, storage }: Transactions,
): Attempt<A> {
  const isKeyForgotten = askedAt !== null && secondsSince(askedAt) > KEY_LIVES_HOURS * 3_600;
  return { key: id, createdAt, askedAt, isKeyForgotten, answer, reference, leaseEndsAt, compute, storage };
}

/** Stores and books what one attempt of a batch brought. */
export async function conclude<Q, A>(
  follower: Follower<Q, A>,
  steps: Transactions,
  attempt: Attempting,
  asked: { reply: Reply<A> } | { error: unknown },
  mayOverlap: boolean,
): Promise<Stepped<A>> {
  try {
    if ('error' in asked) throw asked.error;
    const kept = { ...asked.reply, goesOn: false, error: null };
    const row = await steps.transaction((ctx) => keep(follower, ctx, attempt, kept));
    if (!isUnsettled(row)) return { row };
  } catch (error) {
    return recordFailure(follower, steps, attempt, { error, wasAsked: true, mayOverlap });
  }
  return settle(follower, steps, attempt);
}

/** Stores an answer. A late one, from an attempt whose lease has ended, may count as well. */
async function keep<Q, A>(
  follower: Follower<Q, A>,
  ctx: TenantContext,
  attempt: Attempting,
  reply: Reply<A> & { error: Refusal | null },
): Promise<ExchangeRow<A>> {
  const key = keyOf(follower, attempt.id);
  const row = (await lockExchange<A>(ctx, key))!;
  const isMine = row.heldBy === attempt.holder;
  const release = isMine && !reply.goesOn ? { heldBy: null, heldUntil: null } : {};
  if (!counts(row, reply.state, attempt)) return updateOrKeep(ctx, key, row, release);
  const kept: ExchangeChange = {
    state: reply.state,
    reference: reply.reference ?? row.reference,
    ...problemOf(reply.error),
    failures: 0,
    ...(reply.answer !== null && { answer: reply.answer }),
    ...release,
  };
  const after = { ...row, state: reply.state, failures: 0, ...release };
  if (reply.goesOn || isUnsettled(after)) return updateExchange<A>(ctx, key, kept);
  return endStep(follower, ctx, key, { ...kept, ...(await schedule(follower, ctx, after, attempt.turn)) });
}

const updateOrKeep = async <A>(
  ctx: TenantContext,
  key: ExchangeKey,
  row: ExchangeRow<A>,
  change: ExchangeChange,
): Promise<ExchangeRow<A>> => (Object.keys(change).length > 0 ? updateExchange<A>(ctx, key, change) : row);

/**
 * Whether an answer changes what is known. A refusal yields to a late answer that it was done after all. What was done yields
 * only to a look that began afterwards: an attempt that ran at the same time may be refused because it was done already.
 */
function counts(row: ExchangeRow, state: ExchangeState, attempt: Attempting): boolean {
  if (isOutdated(row, attempt)) return false;
  if (row.state === 'open') return true;
  if (row.state === 'done') return attempt.began === 'done';
  return state === 'done' || state === 'open';
}

/** The exchange has started from the beginning since: the attempt was for an earlier intent. */
const isOutdated = (row: ExchangeRow, { createdAt }: Attempting): boolean =>
  createdAt !== null && createdAt !== row.createdAt;

async function settle<Q, A>(follower: Follower<Q, A>, steps: Transactions, attempt: Attempting): Promise<Stepped<A>> {
  try {
    return { row: await steps.transaction((ctx) => settleNow(follower, ctx, attempt)) };
  } catch (error) {
    const row = await steps.transaction((ctx) => noteFailure(follower, ctx, attempt, error, true));
    return { row, error };
  }
}

async function settleNow<Q, A>(
  follower: Follower<Q, A>,
  ctx: TenantContext,
  { id, turn, isAwaited }: Attempting,
): Promise<ExchangeRow<A>> {
  const key = keyOf(follower, id);
  const row = (await lockExchange<A>(ctx, key))!;
  if (!isUnsettled(row)) return row;
  const { settledState: before, ...settled } = row;
  await follower.settle(ctx, { ...settled, before, isAwaited });
  const after = { ...row, settledState: row.state, failures: 0 };
  const next =
    waitOf(follower, after) === null ? { dueAt: null, turn: row.turn + 1 } : await schedule(follower, ctx, after, turn);
  return updateExchange<A>(ctx, key, { settledState: row.state, settledAt: realNow(), failures: 0, ...next });
}

interface Failure {
  error: unknown;
  /** Whether the provider may have heard of it in this attempt. */
  wasAsked: boolean;
  mayOverlap: boolean;
}

/** Records that an attempt got no answer, or the refusal of the provider as the outcome. */
async function recordFailure<Q, A>(
  follower: Follower<Q, A>,
  steps: Transactions,
  attempt: Attempting,
  { error, wasAsked, mayOverlap }: Failure,
): Promise<Stepped<A>> {
  const row = await steps.transaction(async (ctx) => {
    const before = await lockExchange<A>(ctx, keyOf(follower, attempt.id));
    if (!before) throw error;
    // The provider gave a reference or an answer before, so it knows the request: a refused look-up is not an outcome.
    const isUnanswered = before.state === 'open' && before.answer === null && before.reference === null;
    const isOutcome = isNo(error) && isUnanswered && (wasAsked || before.askedAt === null);
    if (!isOutcome) return noteFailure(follower, ctx, attempt, error, mayOverlap || isNo(error));
    return keep(follower, ctx, attempt, { state: 'refused', answer: null, error });
  });
  if (!isUnsettled(row)) return { row, error };
  const settled = await settle(follower, steps, attempt);
  return { ...settled, error: settled.error ?? error };
}

async function noteFailure<Q, A>(
  follower: Follower<Q, A>,
  ctx: TenantContext,
  attempt: Attempting,
  error: unknown,
  releases: boolean,
): Promise<ExchangeRow<A>> {
  const key = keyOf(follower, attempt.id);
  const row = (await lockExchange<A>(ctx, key))!;
  if (isOutdated(row, attempt)) return row;
  // Without a holder the lease prevents other attempts while the call may still be in flight.
  const lease = row.heldBy === attempt.holder ? { heldBy: null, ...(releases && { heldUntil: null }) } : {};
  const failed = { ...problemOf(error), failures: row.failures + 1, ...lease };
  const after = { ...row, ...failed };
  return endStep(follower, ctx, key, { ...failed, ...(await schedule(follower, ctx, after, attempt.turn)) });
}

/** Ends a step without a change of state, and shows how far it is. */
async function endStep<Q, A>(
  follower: Follower<Q, A>,
  ctx: TenantContext,
  key: ExchangeKey,
  change: ExchangeChange,
): Promise<ExchangeRow<A>> {
  const row = await updateExchange<A>(ctx, key, change);
  if (row.state === 'open' && !isUnsettled(row) && row.dueAt !== null) await follower.note?.(ctx, row);
  return row;
}

/** Has it followed up. One follow-up waits at any time: only the one of this turn schedules the next, or anyone if none waits. */
async function schedule<Q, A>(
  follower: Follower<Q, A>,
  ctx: TenantContext,
  row: ExchangeRow<A>,
  turn: number | null,
): Promise<Pick<ExchangeChange, 'turn' | 'dueAt'>> {
  if (row.dueAt !== null && row.turn !== turn) return {};
  const seconds = waitOf(follower, row);
  const next = row.turn + 1;
  if (seconds === null) {
    if (row.dueAt !== null && (row.state === 'open' || isUnsettled(row)))
      await follower.giveUp?.(ctx, { ...row, dueAt: null });
    return { turn: next, dueAt: null };
  }
  const dueAt = realNow().add({ milliseconds: Math.round(seconds * 1_000) });
  const heldUntil = row.heldUntil ? Temporal.Instant.from(row.heldUntil) : dueAt;
  const startAt = Temporal.Instant.compare(heldUntil, dueAt) > 0 ? heldUntil : dueAt;
  follower.enqueue(ctx, { ...row, turn: next }, startAt);
  return { turn: next, dueAt: startAt };
}

function waitOf<Q, A>(follower: Follower<Q, A>, row: ExchangeRow<A>): number | null {
  const { attempts, failures, createdAt } = row;
  const progress = { attempts, failures, ageSeconds: secondsSince(createdAt) };
  if (isUnsettled(row) || failures > 0) return follower.retryAfter(progress);
  if (row.state === 'open') return follower.lookAfter(progress);
  return row.state === 'done' ? (follower.watchAfter?.(progress) ?? null) : null;
}

function problemOf(error: unknown): Pick<ExchangeRow, 'problem' | 'problemCode'> {
  if (error === null) return { problem: null, problemCode: null };
  if (!(error instanceof Refusal)) return { problem: 'Something went wrong here.', problemCode: null };
  return { problem: shortened(error.message, PROBLEM_LENGTH_MAX), problemCode: error.kind.code };
}

const isUnsettled = ({ state, settledState }: ExchangeRow): boolean => state !== settledState;

const keyOf = ({ name }: { name: string }, id: string): ExchangeKey => ({ kind: name, id });

const secondsSince = (at: string): number => realNow().since(Temporal.Instant.from(at)).total('seconds');
