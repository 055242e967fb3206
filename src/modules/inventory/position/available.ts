import type { Tenant } from '#platform/db/table.ts';
import { toMillionths } from '#platform/decimal.ts';
import { stockPositions } from '../tables.ts';

/** The available quantity of each resource (in stock and not reserved), in millionths: in one division, or with null in all of them. */
export async function availableStock(
  tenant: Tenant,
  resourceIds: string[],
  divisionId: string | null,
): Promise<Map<string, bigint>> {
  const positions = await stockPositions.all(
    tenant,
    { resourceId: resourceIds, ...(divisionId !== null && { divisionId }) },
    { columns: ['resourceId', 'quantity', 'reserved'] },
  );
  const left = new Map(resourceIds.map((id) => [id, 0n]));
  for (const { resourceId, quantity, reserved } of positions)
    left.set(resourceId, left.get(resourceId)! + toMillionths(quantity) - toMillionths(reserved));
  return left;
}
