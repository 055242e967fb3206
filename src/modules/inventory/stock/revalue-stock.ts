import type { TenantContext } from '#platform/context.ts';
import { RetryTransaction } from '#platform/db/database.ts';
import { toMillionths } from '#platform/decimal.ts';
import { newId } from '#platform/id.ts';
import { selectMadeOf } from '../production/recipe.sql.ts';
import { writeAdjustment } from './adjustment-record.ts';
import { adjust } from './change-stock.ts';
import { positionKey, type Stock } from './open-stock.ts';
import { replay } from './replay.ts';
import { saveStock, settle } from './save-stock.ts';
import { selectHistory, updateRevalued } from './stock.sql.ts';

/**
 * A movement of an earlier day changes what everything after it costs. All movements of the resources, and of what was made
 * of them since, are valued again in one pass, wherever the goods went; what stock is now worth more or less is one
 * adjustment per position, dated today.
 */
export async function revalue(ctx: TenantContext, stock: Stock, resourceIds: string[], since: string): Promise<void> {
  const { tx, organizationId } = ctx;
  const affected = await selectMadeOf(tx, organizationId, resourceIds, since);
  // Something else was made of it before this had its turn: run again, and hold that too.
  if (affected.some((id) => !stock.resources.has(id))) throw new RetryTransaction();
  settle(stock);
  stock.date = ctx.today.toString();
  stock.cause = { kind: 'stock-revaluation', id: newId() };
  stock.documentId = null;
  const history = await selectHistory(tx, organizationId, affected);
  const { holdings, used } = replay(
    history.map((movement) => ({
      ...movement,
      position: positionKey(movement),
      quantity: toMillionths(movement.quantity),
      documentKey: movement.documentId && `${movement.documentId} ${movement.resourceId}`,
    })),
  );
  for (const [key, holding] of holdings) {
    const position = stock.positions.get(key);
    if (position) adjust(stock, position, holding, holding.value - position.holding.value);
    // An empty one was deleted since; one that holds something is newer than what was locked: run again, and hold it too.
    else if (holding.quantity !== 0n) throw new RetryTransaction();
  }
  if (used.length > 0) await updateRevalued(tx, organizationId, used);
  await saveStock(ctx, stock);
  await writeAdjustment(ctx, stock);
}
