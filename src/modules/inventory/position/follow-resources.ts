import { findResources, resourceUpdated } from '#modules/catalog/index.ts';
import { subscriber } from '#platform/events/subscriber.ts';
import { updateResourceMinimum } from './position.sql.ts';

/** Positions without a minimum of their own take over that of their resource, so that the list of low stock is right. */
export const followResources = subscriber({
  name: 'inventory/follow-resources',
  follows: [resourceUpdated],
  handle: async (ctx, events) => {
    const changed = events
      .filter(({ payload }) => 'minStockAlert' in payload.new)
      .map(({ payload }) => payload.resourceId);
    if (changed.length === 0) return;
    const resources = await findResources(ctx, [...new Set(changed)]);
    for (const { id, minStockAlert } of resources.values()) {
      await updateResourceMinimum(ctx, id, minStockAlert);
    }
  },
});
