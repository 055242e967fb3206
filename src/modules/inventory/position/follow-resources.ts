import { onlyDivision } from '#modules/accounting/index.ts';
import { findResources, type Resource, resourceCreated, resourceUpdated } from '#modules/catalog/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { subscriber } from '#platform/events/subscriber.ts';
import { insertMissingPositions } from '../stock/stock.sql.ts';
import { stockPositions } from '../tables.ts';
import { alertIfLow } from './low.ts';
import { updateResourceMinimums } from './position.sql.ts';

/** Positions without a minimum of their own take over that of their resource, so that the list of low stock is right. */
export const followResources = subscriber({
  name: 'inventory/follow-resources',
  follows: [resourceCreated, resourceUpdated],
  handle: async (ctx, events) => {
    const created = new Set<string>();
    const changed = new Set<string>();
    for (const { payload } of events)
      if (!('new' in payload)) created.add(payload.resourceId);
      else if ('minStockAlert' in payload.new) changed.add(payload.resourceId);
    if (created.size + changed.size === 0) return;
    const resources = [...(await findResources(ctx, [...created.union(changed)])).values()];
    await planInOnlyDivision(ctx, resources);
    const minimums = new Map(
      resources
        .filter(({ id, minStockAlert }) => minStockAlert !== null || changed.has(id))
        .map(({ id, minStockAlert }) => [id, minStockAlert]),
    );
    if (minimums.size === 0) return;
    const before = await stockPositions.all(
      ctx,
      { resourceId: [...minimums.keys()] },
      { orderBy: ['resourceId', 'divisionId'], lock: 'FOR UPDATE' },
    );
    await updateResourceMinimums(ctx, minimums);
    // A new product is not announced before it had stock.
    for (const position of before.filter(({ resourceId }) => changed.has(resourceId)))
      alertIfLow(ctx, position, position.quantity, position.minimum ?? minimums.get(position.resourceId)!);
  },
});

/** With one division, a product with a minimum is kept there, even if it never had stock. */
async function planInOnlyDivision(ctx: TenantContext, resources: Resource[]): Promise<void> {
  const planned = resources.filter(
    ({ tracksStock, archivedAt, minStockAlert }) => tracksStock && archivedAt === null && Number(minStockAlert) > 0,
  );
  const divisionId = planned.length > 0 ? await onlyDivision(ctx) : null;
  if (divisionId === null) return;
  await insertMissingPositions(
    ctx,
    planned.map(({ id: resourceId }) => ({ resourceId, divisionId })),
  );
}
