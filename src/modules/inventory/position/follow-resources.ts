import { findResources } from '#modules/catalog/index.ts';
import type { TenantContext } from '#platform/context.ts';
import type { RecordedEvent } from '#platform/events/event.ts';
import { updateResourceMinimum } from './position.sql.ts';

/** Positions without a minimum of their own follow that of their resource, so that the list of what is low is right. */
export async function followResources(ctx: TenantContext, events: RecordedEvent[]): Promise<void> {
  const changed = events
    .filter(({ payload }) => 'minStockAlert' in ((payload.new as object) ?? {}))
    .map(({ payload }) => payload.resourceId as string);
  if (changed.length === 0) return;
  const resources = await findResources(ctx, [...new Set(changed)]);
  for (const { id, minStockAlert } of resources.values()) {
    await updateResourceMinimum(ctx.tx, ctx.organizationId, id, minStockAlert);
  }
}
