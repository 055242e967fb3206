import type { TenantContext } from '#platform/context.ts';
import { earlierDate } from '#platform/date.ts';
import { remembered } from '#platform/db/remembered.ts';
import { RetryTransaction } from '#platform/db/sqlstate.ts';
import { toMillionths } from '#platform/decimal.ts';
import { newId } from '#platform/id.ts';
import { mapInTurns } from '#platform/turns.ts';
import { selectMadeOf, updatePartsCosts } from '../production/recipe.sql.ts';
import { positionKey, stockMovements } from '../tables.ts';
import { writeAdjustment } from './adjustment-record.ts';
import { adjust } from './change-stock.ts';
import { findCheckpoint, keepCheckpoints } from './checkpoints.ts';
import { correctCosts, keepCosts } from './correct-costs.ts';
import { openStock, type Stock } from './open-stock.ts';
import { type ReplayedMovement, replay } from './replay.ts';
import { saveStock, settle } from './save-stock.ts';
import { type Cause, type HistoricMovement, positionsInHand, selectHistory, selectLinked } from './stock.sql.ts';

/** The first day that movements have changed, while their revaluation waits, by resource. */
const waiting = remembered(() => ({ isOpen: false, since: new Map<string, string>() }));

/** Revalues once at the end what `work` moves on earlier days, instead of after each movement. */
export async function revalueOnce<T>(ctx: TenantContext, work: () => Promise<T>): Promise<T> {
  const wanted = waiting(ctx.tx);
  wanted.isOpen = true;
  const done = await work().finally(() => {
    wanted.isOpen = false;
  });
  const keys = positionsInHand(ctx, new Set(wanted.since.keys()));
  if (keys.length > 0) {
    const since = [...wanted.since.values()].toSorted()[0]!;
    const date = ctx.today.toString();
    const stock = await openStock(ctx, { cause: newCause(), since, date, keys, serials: [], evenArchived: true });
    await revalue(ctx, stock, [...wanted.since.keys()], since);
    wanted.since.clear();
  }
  return done;
}

/** Revalues now, or later with everything else that waits. Answers whether it has. */
export async function revalueSoon(
  ctx: TenantContext,
  stock: Stock,
  resourceIds: string[],
  since: string,
): Promise<boolean> {
  const { isOpen, since: firstDays } = waiting(ctx.tx);
  if (!isOpen) {
    await revalue(ctx, stock, resourceIds, since);
    return true;
  }
  for (const id of resourceIds) firstDays.set(id, earlierDate(firstDays.get(id) ?? since, since));
  return false;
}

/**
 * Revalues the movements of the resources and of the products made of them since the last checkpoint, because a movement of an earlier
 * day changes the cost of everything after it. The difference is one adjustment per position, dated today, and goods that were sold
 * pass it on to the cost of sales.
 */
export async function revalue(ctx: TenantContext, stock: Stock, resourceIds: string[], since: string): Promise<void> {
  await applyRevaluation(ctx, stock, resourceIds, since, newCause());
  await writeAdjustment(ctx, stock);
}

const newCause = (): Cause => ({ kind: 'stock-revaluation', id: newId() });

/** Revalues and saves the stock. The caller posts its transfers, which are dated today. */
export async function applyRevaluation(
  ctx: TenantContext,
  stock: Stock,
  resourceIds: string[],
  since: string,
  cause: Cause,
): Promise<void> {
  const affected = await selectMadeOf(ctx, resourceIds, since);
  // Another product was made of it before the lock: run again to lock that too.
  if (affected.some((id) => !stock.resources.has(id))) throw new RetryTransaction();
  settle(stock);
  stock.date = ctx.today.toString();
  stock.cause = cause;
  stock.documentId = null;
  const begun = await findCheckpoint(ctx, affected, since);
  const history = await selectHistory(ctx, affected, begun?.date);
  const toReplay = (rows: HistoricMovement[]) =>
    mapInTurns(rows, (row) => replayed(row, stock.accounts.betweenDivisions));
  const back = history.flatMap(({ quantity, documentId }) => (Number(quantity) > 0 ? (documentId ?? []) : []));
  const linked = begun && back.length > 0 ? await selectLinked(ctx, affected, begun.date, back) : [];
  const beginning = begun ? { ...begun, linked: await toReplay(linked) } : undefined;
  const { holdings, used, changed, monthEnds } = await replay(await toReplay(history), beginning);
  const byId = new Map(history.map((movement) => [movement.id, movement]));
  for (const [key, holding] of holdings) {
    const position = stock.positions.get(key);
    if (position) adjust(stock, position, holding, holding.value - position.holding.value);
    // A missing position that holds something was created after the lock: run again to lock it. An empty one was deleted.
    else if (holding.quantity !== 0n) throw new RetryTransaction();
  }
  await stockMovements.updateMany(
    ctx,
    used.map(({ id, value }) => ({ id, revalued: value })),
  );
  if (used.length > 0)
    await updatePartsCosts(
      ctx,
      used.map(({ id }) => id),
    );
  const corrected = correctCosts(
    stock,
    changed.map(({ movement, value }) => ({ ...byId.get(movement.id)!, booked: movement.booked, value })),
  );
  await saveStock(ctx, stock);
  await keepCosts(ctx, corrected);
  await keepCheckpoints(ctx, affected, begun, monthEnds);
}

export const replayed = (movement: HistoricMovement, betweenDivisions: string): ReplayedMovement => ({
  ...movement,
  position: positionKey(movement),
  quantity: toMillionths(movement.quantity),
  documentKey: movement.documentId && `${movement.documentId} ${movement.resourceId}`,
  isInTransit: movement.counterAccountId === betweenDivisions,
});
