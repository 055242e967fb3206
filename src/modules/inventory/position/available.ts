import type { Tenant } from '#platform/db/table.ts';
import { toMillionths } from '#platform/decimal.ts';
import { stockPositions } from '../tables.ts';

export interface Available {
  /** In stock and not reserved, in millionths. */
  quantity: bigint;
  /** The rule of the division about negative stock; null: that of the resource. */
  negativeRule: boolean | null;
}

/** The available stock of each resource in each division. Resources that never were in a division are left out. */
export async function availableStock(
  tenant: Tenant,
  resourceIds: string[],
  divisionIds: string[],
): Promise<Map<string, Map<string, Available>>> {
  const positions = await stockPositions.all(
    tenant,
    { resourceId: resourceIds, divisionId: divisionIds },
    { columns: ['resourceId', 'divisionId', 'quantity', 'reserved', 'negativeRule'] },
  );
  const byDivision = Map.groupBy(positions, ({ divisionId }) => divisionId);
  return new Map(
    [...byDivision].map(([divisionId, held]) => [
      divisionId,
      new Map(
        held.map(({ resourceId, quantity, reserved, negativeRule }) => [
          resourceId,
          { quantity: toMillionths(quantity) - toMillionths(reserved), negativeRule },
        ]),
      ),
    ]),
  );
}
