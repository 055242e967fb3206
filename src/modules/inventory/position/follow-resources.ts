import { onlyDivision } from '#modules/accounting/index.ts';
import { findResources, type Resource, resourceCreated, resourceUpdated } from '#modules/catalog/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { subscriber } from '#platform/events/subscriber.ts';
import { insertMissingPositions } from '../stock/stock.sql.ts';
import { stockPositions } from '../tables.ts';
import { alertIfLow } from './low.ts';
import { updateResourceMinimum } from './position.sql.ts';

/** Positions without a minimum of their own take over that of their resource, so that the list of low stock is right. */
export const followResources = subscriber({
  name: 'inventory/follow-resources',
  follows: [resourceCreated, resourceUpdated],
  handle: async (ctx, events) => {
    const changed = events
      .filter(({ payload }) => !('new' in payload) || 'minStockAlert' in payload.new)
      .map(({ payload }) => payload.resourceId);
    if (changed.length === 0) return;
    const resources = [...(await findResources(ctx, [...new Set(changed)])).values()];
    await planInOnlyDivision(ctx, resources);
    const isNew = (id: string) =>
      events.every(({ payload }) => payload.resourceId !== id || !('new' in payload && 'minStockAlert' in payload.new));
    for (const { id, minStockAlert } of resources) {
      if (minStockAlert === null && isNew(id)) continue;
      const before = await stockPositions.all(ctx, { resourceId: id }, { orderBy: ['divisionId'], lock: 'FOR UPDATE' });
      await updateResourceMinimum(ctx, id, minStockAlert);
      // A new product is not announced before it had stock.
      if (!isNew(id))
        for (const position of before) alertIfLow(ctx, position, position.quantity, position.minimum ?? minStockAlert);
    }
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
