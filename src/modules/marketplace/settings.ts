import { z } from 'zod';
import { requireDivisions } from '#modules/accounting/index.ts';
import type { ChangedSettings } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { settingsSection } from '#platform/settings/section.ts';

export const marketplaceSettings = settingsSection({
  name: 'marketplace',
  fields: {
    divisionId: z
      .uuid()
      .nullable()
      .default(null)
      .describe(
        'The division (branch) that sells on the marketplace and on the website. Null: one that has the goods.',
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

export async function requireSellingDivision(ctx: TenantContext, change: ChangedSettings): Promise<void> {
  const { divisionId } = change.new;
  if (change.section !== marketplaceSettings.name || typeof divisionId !== 'string') return;
  await requireDivisions(ctx, [divisionId], 'body.value.divisionId', true);
}
