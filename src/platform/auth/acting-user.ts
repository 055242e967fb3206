import type { TenantContext } from '../context.ts';
import { findOwner } from '../owner.sql.ts';

/** Who acts, where an event must name a person: the caller, the maker of the key, else the organization's owner. */
export async function actingUser(ctx: TenantContext): Promise<string> {
  if (ctx.userId) return ctx.userId;
  const owner = await findOwner(ctx.tx, ctx.organizationId);
  if (!owner) throw new Error(`Organization ${ctx.organizationId} has no owner.`);
  return owner.userId;
}
