import { allows, Forbidden, OrganizationRequired } from '#platform/auth/permission.ts';
import type { CallerContext, TenantContext } from '#platform/context.ts';
import { validate } from '#platform/http/validate.ts';
import { InvalidRequest, NotFound, type Refusal, unknownReference } from '#platform/refusal.ts';
import type { SettingsSection } from '#platform/settings/section.ts';
import { changeSection, ofOrganization, readSections } from '#platform/settings/settings.ts';
import { organizationSettingsUpdated, userSettingsUpdated } from '../events.ts';
import { afterSettingsChanged } from '../hooks.ts';
import { selectMembership } from '../organization/organization.sql.ts';

interface SectionChange {
  section: string;
  value: Record<string, unknown>;
  version?: number | undefined;
}

/** Every section of the organization, and the caller's own. */
export async function describeSettings(ctx: TenantContext) {
  const { organization, user } = ctx.settingsSections;
  const [settings, own] = await Promise.all([
    readSections(ctx, ofOrganization(ctx), organization),
    readSections(ctx, { organizationId: ctx.organizationId, userId: ctx.userId }, user),
  ]);
  return { ...settings, user: own };
}

export async function changeOrganizationSettings(ctx: TenantContext, change: SectionChange) {
  const section = sectionNamed(ctx.settingsSections.organization, change.section);
  const value = checked(section, change.value);
  const done = await changeSection(ctx, ofOrganization(ctx), section, value, change.version);
  if (done.changed) {
    await afterSettingsChanged(ctx, { section: section.name, userId: null, ...done.changed });
    ctx.emit(organizationSettingsUpdated, { section: section.name, ...done.changed, ...actorOf(ctx) });
  }
  return { section: section.name, value: done.value, version: done.version };
}

/** A person's own settings, or with `members:read` another member's. */
export async function describeUserSettings(caller: CallerContext, userId: string | undefined) {
  const { ctx, targetUserId } = await enterFor(caller, userId, 'members:read', NotFound());
  const owner = { organizationId: ctx.organizationId, userId: targetUserId };
  return { userId: targetUserId, ...(await readSections(ctx, owner, ctx.settingsSections.user)) };
}

export async function changeUserSettings(
  caller: CallerContext,
  change: SectionChange & { userId?: string | undefined },
) {
  const section = sectionNamed(caller.settingsSections.user, change.section);
  const value = checked(section, change.value);
  const unknown = unknownReference('body.userId', 'This member');
  const { ctx, targetUserId } = await enterFor(caller, change.userId, 'members:write', unknown);
  const owner = { organizationId: ctx.organizationId, userId: targetUserId };
  const done = await changeSection(ctx, owner, section, value, change.version);
  if (done.changed) {
    await afterSettingsChanged(ctx, { section: section.name, userId: targetUserId, ...done.changed });
    ctx.emit(userSettingsUpdated, { targetUserId, section: section.name, ...done.changed, ...actorOf(ctx) });
  }
  return { userId: targetUserId, section: section.name, value: done.value, version: done.version };
}

/** A person needs no permission for their own settings. An API key always needs one. */
async function enterFor(
  caller: CallerContext,
  userId: string | undefined,
  permission: 'members:read' | 'members:write',
  unknown: Refusal,
): Promise<{ ctx: TenantContext; targetUserId: string }> {
  const { actor } = caller;
  const { organization } = caller.caller;
  if (!organization) throw OrganizationRequired();
  const targetUserId = userId ?? actor.userId;
  const own = actor.kind === 'user' && targetUserId === actor.userId;
  if (!own && !allows(organization.permissions, permission))
    throw Forbidden(`This needs the permission ${permission}.`);
  if (!own && !(await selectMembership(caller.tx, organization.id, targetUserId))) throw unknown;
  return { ctx: await caller.enter(organization.id, actor), targetUserId };
}

function sectionNamed(sections: SettingsSection[], name: string): SettingsSection {
  const found = sections.find((section) => section.name === name);
  if (found) return found;
  const message = `There is no section ${name}; there are ${sections.map((section) => section.name).join(', ')}.`;
  throw InvalidRequest.at('body.section', 'unknown_section', message);
}

const checked = (section: SettingsSection, value: Record<string, unknown>): Record<string, unknown> =>
  validate(section.change, value, 'body.value') as Record<string, unknown>;

const actorOf = (ctx: TenantContext): { userId?: string } => (ctx.userId ? { userId: ctx.userId } : {});
