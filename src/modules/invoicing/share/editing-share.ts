import { Unauthenticated } from '#platform/auth/authenticate.ts';
import { grantCapability, resolveCapability, revokeCapabilities } from '#platform/auth/capability.ts';
import { allows, Forbidden, OrganizationRequired } from '#platform/auth/permission.ts';
import type { TenantContext, WorkContext } from '#platform/context.ts';
import { NotFound } from '#platform/refusal.ts';

const KIND = 'pending-edit';
/** Sharing again for editing revokes the previous id. */
const LIVE_SHARES = 1;

const capabilityOf = ({ organizationId }: TenantContext, entityId: string) => ({
  organizationId,
  kind: KIND,
  entityId,
});

/** Makes an unguessable id with which anyone may edit the taxes of this one document. */
export const shareForEditing = (ctx: TenantContext, pendingRecordId: string): Promise<string> =>
  grantCapability(ctx, capabilityOf(ctx, pendingRecordId), { prefix: 'pre', newest: LIVE_SHARES });

export const revokeEditing = (ctx: TenantContext, pendingRecordId: string): Promise<unknown> =>
  revokeCapabilities(ctx, capabilityOf(ctx, pendingRecordId));

/** Enters the organization for a member who may edit documents, or one document for the holder of its editing share id. */
export async function openForEditing(
  ctx: WorkContext,
  shareId: string | undefined,
): Promise<{ ctx: TenantContext; only?: string }> {
  if (shareId !== undefined) {
    const opened = await resolveCapability(ctx, shareId, KIND);
    if (!opened) throw NotFound();
    return { ctx: await ctx.enter(opened.organizationId), only: opened.entityId };
  }
  if (!ctx.caller) throw Unauthenticated();
  const { organization, actor } = ctx.caller;
  if (!organization) throw OrganizationRequired();
  if (!allows(organization.permissions, 'invoicing:write')) throw Forbidden();
  return { ctx: await ctx.enter(organization.id, actor) };
}
