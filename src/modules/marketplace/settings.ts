import { z } from 'zod';
import { requireDivisions } from '#modules/accounting/index.ts';
import { findResources } from '#modules/catalog/index.ts';
import type { ChangedSettings } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { unknownReference } from '#platform/refusal.ts';
import { settingsSection } from '#platform/settings/section.ts';

export const marketplaceSettings = settingsSection({
  name: 'marketplace',
  description: 'How orders of the marketplace and the website are sold and delivered.',
  fields: {
    divisionId: z
      .uuid()
      .nullable()
      .default(null)
      .describe(
        'The division (branch) that sells on the marketplace and on the website. Null: one that has the goods.',
      ),
    deliveryResourceId: z
      .uuid()
      .nullable()
      .default(null)
      .describe(
        'The service that is charged once for an order that is delivered, unless there are delivery methods. Null: delivery is free.',
      ),
    unpaidDays: z
      .number()
      .int()
      .min(1)
      .max(365)
      .nullable()
      .default(7)
      .describe('Days after which an order that nobody has paid is canceled and its goods are released. Null: never.'),
  },
});

export async function requireKnownSettings(ctx: TenantContext, change: ChangedSettings): Promise<void> {
  if (change.section !== marketplaceSettings.name) return;
  const { divisionId, deliveryResourceId } = change.new;
  if (typeof divisionId === 'string') await requireDivisions(ctx, [divisionId], 'body.value.divisionId', true);
  if (typeof deliveryResourceId === 'string')
    await requireService(ctx, deliveryResourceId, 'body.value.deliveryResourceId');
}

/** Deliveries are charged as a service. */
export async function requireService(ctx: TenantContext, id: string, path: string): Promise<void> {
  const service = (await findResources(ctx, [id])).get(id);
  if (service?.kind !== 'service') throw unknownReference(path, 'This service');
}
