import {
  beforeOrganizationClosed,
  describeOrganization,
  findOrganization,
  organizationSettingsUpdated,
  requireOwner,
} from '#modules/organization/index.ts';
import { OrganizationClosed } from '#platform/auth/permission.ts';
import type { TenantContext } from '#platform/context.ts';
import { realNow, toTimestamp } from '#platform/date.ts';
import { refusal } from '#platform/refusal.ts';
import { lockClosing, setClosed } from './closing.sql.ts';
import { mailOwner } from './letter.ts';

export const AnotherName = refusal(
  'another_name',
  'This is not the name of the organization: type it exactly to confirm.',
);

/** The real time in which an organization can be reopened. */
export const REOPENED_WITHIN = { hours: 30 * 24 };

/** Stops everything in the organization. Its name, typed again, shows that the owner means this one. */
export async function closeOrganization(ctx: TenantContext, name: string) {
  const owner = requireOwner(ctx);
  const before = await lockClosing(ctx.tx, ctx.organizationId);
  if (name !== before.name) throw AnotherName.at('body.name');
  if (before.closedAt === null) {
    await beforeOrganizationClosed(ctx);
    const closedAt = realNow();
    await setClosed(ctx.tx, ctx.organizationId, closedAt);
    announce(ctx, owner.userId, null, toTimestamp(closedAt));
    await mailOwner(ctx, owner.email, { event: 'closed', name, until: dayOf(ctx, closedAt) });
  }
  return describe(ctx);
}

/** Lets everything go on where it stopped. What fell due meanwhile is done now. */
export async function reopenOrganization(ctx: TenantContext) {
  const owner = requireOwner(ctx);
  const before = await lockClosing(ctx.tx, ctx.organizationId);
  if (before.erasedAt !== null) throw OrganizationClosed();
  if (before.closedAt !== null) {
    await setClosed(ctx.tx, ctx.organizationId, null);
    announce(ctx, owner.userId, before.closedAt, null);
    await mailOwner(ctx, owner.email, { event: 'reopened', name: before.name });
  }
  return describe(ctx);
}

const describe = async (ctx: TenantContext) => ({
  ...describeOrganization(ctx, await findOrganization(ctx.tx, ctx.organizationId)),
  role: 'owner',
});

const announce = ({ emit }: TenantContext, userId: string, before: string | null, after: string | null): void =>
  emit(organizationSettingsUpdated, {
    section: 'closing',
    old: { closedAt: before },
    new: { closedAt: after },
    userId,
  });

const dayOf = ({ timeZone }: TenantContext, closedAt: Temporal.Instant): string =>
  closedAt.add(REOPENED_WITHIN).toZonedDateTimeISO(timeZone).toPlainDate().toString();
