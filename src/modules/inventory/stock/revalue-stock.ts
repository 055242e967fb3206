import type { TenantContext } from '#platform/context.ts';
import { newId } from '#platform/id.ts';
import { writeAdjustment } from './adjustment-record.ts';
import { adjust } from './change-stock.ts';
import { positionKey, type Stock } from './open-stock.ts';
import { toUnits } from './quantity.ts';
import { replay } from './replay.ts';
import { saveStock, settle } from './save-stock.ts';
import { selectHistory } from './stock.sql.ts';

/**
 * A movement of an earlier day changes what everything after it costs. All movements of the resource are valued again in
 * one pass, wherever the goods went; what stock is now worth more or less is one adjustment per position, dated today.
 */
export async function revalue(ctx: TenantContext, stock: Stock, resourceIds: string[]): Promise<void> {
  settle(stock);
  stock.date = ctx.today.toString();
  stock.cause = { kind: 'stock-revaluation', id: newId() };
  for (const resourceId of resourceIds) {
    const history = await selectHistory(ctx.tx, ctx.organizationId, resourceId);
    const holdings = replay(
      history.map((movement) => ({
        ...movement,
        position: positionKey(movement),
        quantity: toUnits(movement.quantity),
      })),
    );
    for (const [key, holding] of holdings) {
      // A position that was empty may have been deleted since.
      const position = stock.positions.get(key);
      if (position) adjust(stock, position, holding, holding.value - position.holding.value);
    }
  }
  await saveStock(ctx, stock);
  await writeAdjustment(ctx, stock);
}
