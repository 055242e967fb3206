import { describeOrganization, findOrganization } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { documentTemplates } from '../tables.ts';
import { plainTemplate } from './template.ts';

/** How the organization presents itself on hosted pages: its name, its logo, and the colour of its documents. */
export async function brandOf(ctx: TenantContext): Promise<{ name: string; logoUrl: string | null; colour: string }> {
  const [organization, template] = await Promise.all([
    findOrganization(ctx.tx, ctx.organizationId),
    documentTemplates.find(ctx, { isDefault: true }),
  ]);
  const { name, imageUrl } = describeOrganization(ctx, organization);
  const { accentColor, showLogo } = template ?? plainTemplate;
  return { name, logoUrl: showLogo ? imageUrl : null, colour: accentColor };
}
