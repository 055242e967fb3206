import type { TenantContext } from '#platform/context.ts';
import { toMillionths } from '#platform/decimal.ts';
import { selectUnusable } from '../stock/lots.sql.ts';
import { positionKey, stockPositions } from '../tables.ts';

export interface Available {
  /** In stock, not reserved, and neither expired nor blocked, in millionths. */
  quantity: bigint;
  /** The rule of the division about negative stock; null: that of the resource. */
  negativeRule: boolean | null;
}

/** The available stock of each resource in each division. Resources that never were in a division are left out. */
export async function availableStock(
  ctx: TenantContext,
  resourceIds: string[],
  divisionIds: string[],
): Promise<Map<string, Map<string, Available>>> {
  const [positions, unusable] = await Promise.all([
    stockPositions.all(
      ctx,
      { resourceId: resourceIds, divisionId: divisionIds },
      { columns: ['resourceId', 'divisionId', 'quantity', 'reserved', 'negativeRule'] },
    ),
    selectUnusable(ctx, resourceIds),
  ]);
  const quantityOf = (position: (typeof positions)[number]): bigint =>
    toMillionths(position.quantity) - toMillionths(position.reserved) - (unusable.get(positionKey(position)) ?? 0n);
  const byDivision = Map.groupBy(positions, ({ divisionId }) => divisionId);
  return new Map(
    [...byDivision].map(([divisionId, held]) => [
      divisionId,
      new Map(
        held.map((position) => [
          position.resourceId,
          { quantity: quantityOf(position), negativeRule: position.negativeRule },
        ]),
      ),
    ]),
  );
}
