import type { TenantContext } from '../context.ts';
import { realNow } from '../date.ts';
import { newId } from '../id.ts';
import { type ExchangeRow, finishExchanges, leaseExchanges, lockExchanges } from './exchange.sql.ts';
import type { Reply, Transactions } from './exchange-declaration.ts';
import { type Attempting, attemptOf, conclude, type Follower } from './exchange-step.ts';

/** The turn of exchanges that nobody has followed up yet. */
export const FIRST_TURN = 0;

interface Taken<Q, A> {
  row: ExchangeRow<A>;
  question: Q;
  leaseEndsAt: Temporal.Instant;
}

type Asked<Q, A> = Taken<Q, A> & ({ reply: Reply<A> } | { error: unknown });

/**
 * The first step of many exchanges: one transaction takes their leases, all are asked at once, and one transaction stores and books
 * those that are done. Everything else goes its usual way by itself: exchanges that an earlier run of the job has asked (`alone`),
 * and answers other than done.
 */
export async function stepMany<Q, A>(
  follower: Follower<Q, A>,
  steps: Transactions,
  ids: readonly string[],
  alone: (id: string) => Promise<void>,
): Promise<void> {
  const holder = newId();
  const taken = await steps.transaction((ctx) => takeMany(follower, ctx, ids, holder));
  const asked = await Promise.all(taken.map((each) => askOne(follower, steps, each)));
  const finished = await finishMany(follower, steps, asked, holder);
  const attemptFor = ({ row }: Taken<Q, A>): Attempting => ({
    id: row.id,
    turn: FIRST_TURN,
    isAwaited: false,
    holder,
    began: 'open',
    createdAt: row.createdAt,
  });
  const takenIds = new Set(taken.map(({ row }) => row.id));
  const rest = [
    ...asked
      .filter(({ row }) => !finished.has(row.id))
      .map((each) => () => conclude(follower, steps, attemptFor(each), each, follower.mayOverlap(each.question))),
    ...ids.filter((id) => !takenIds.has(id)).map((id) => () => alone(id)),
  ];
  const failures: unknown[] = [];
  // An answer that fails must not keep the answers of the others from being stored.
  for (const work of rest) await work().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

async function takeMany<Q, A>(
  follower: Follower<Q, A>,
  ctx: TenantContext,
  ids: readonly string[],
  holder: string,
): Promise<Taken<Q, A>[]> {
  const rows = (await lockExchanges<A>(ctx, follower.name, ids)).filter(isFresh);
  const questions = await follower.batch!.prepare(
    ctx,
    rows.map(({ id }) => id),
  );
  const now = realNow();
  const leaseEndsAt = now.add({ seconds: follower.leaseSeconds });
  const lease = { askedAt: now, heldBy: holder, heldUntil: leaseEndsAt };
  await leaseExchanges(ctx, follower.name, [...questions.keys()], lease);
  return rows.flatMap((row) => {
    const question = questions.get(row.id);
    return question === undefined ? [] : [{ row, question, leaseEndsAt }];
  });
}

const isFresh = ({ turn, state, askedAt, heldUntil }: ExchangeRow): boolean =>
  turn === FIRST_TURN && state === 'open' && askedAt === null && heldUntil === null;

async function askOne<Q, A>(follower: Follower<Q, A>, steps: Transactions, taken: Taken<Q, A>): Promise<Asked<Q, A>> {
  try {
    return { ...taken, reply: await follower.ask(taken.question, attemptOf(taken.row, taken.leaseEndsAt, steps)) };
  } catch (error) {
    return { ...taken, error };
  }
}

/** Stores and books the answers that are done, and answers which. None, if booking fails: each is then stored before it is booked. */
async function finishMany<Q, A>(
  follower: Follower<Q, A>,
  steps: Transactions,
  asked: Asked<Q, A>[],
  holder: string,
): Promise<Set<string>> {
  const done = new Map(
    asked.flatMap((each) =>
      'reply' in each && each.reply.state === 'done' && each.reply.answer !== null ? [[each.row.id, each.reply]] : [],
    ) as [string, Reply<A>][],
  );
  if (done.size === 0) return new Set();
  try {
    return await steps.transaction(async (ctx) => {
      const rows = await lockExchanges<A>(ctx, follower.name, [...done.keys()]);
      const own = rows
        .filter(({ heldBy, state, settledState }) => heldBy === holder && state === 'open' && settledState === 'open')
        .map(({ id }) => ({ id, answer: done.get(id)!.answer!, reference: done.get(id)!.reference ?? null }));
      await follower.batch!.settle(ctx, own);
      await finishExchanges(ctx, follower.name, own, realNow());
      return new Set(own.map(({ id }) => id));
    });
  } catch {
    return new Set();
  }
}
