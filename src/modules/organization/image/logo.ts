import sharp from 'sharp';
import type { TenantContext } from '#platform/context.ts';
import type { Organization } from '../organization/organization.sql.ts';
import { fileOf } from './image.ts';

/** The image of the organization for paper: printers and PDFs know PNG, not WebP. */
export async function organizationLogo(ctx: TenantContext, { imageKey }: Organization): Promise<Buffer | null> {
  const bytes = imageKey ? await ctx.storage.get(fileOf(imageKey, 512)) : null;
  return bytes && sharp(bytes).png().toBuffer();
}
