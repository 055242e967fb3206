import { requireFreshAuthentication } from '#modules/identity/index.ts';
import { permissionsOf } from '#modules/roles.ts';
import { OrganizationRequired } from '#platform/auth/permission.ts';
import type { TenantContext, UserContext, WorkContext } from '#platform/context.ts';
import { type PageRequest, pageWindow, toPage } from '#platform/http/page.ts';
import { NotFound, refusal, unknownReference } from '#platform/refusal.ts';
import { narrowKeys } from '../api-key/api-key.sql.ts';
import { withdrawInvitations } from '../invite/invite.ts';
import { findOrganization } from '../organization/organization.sql.ts';
import {
  deleteMember,
  leaveInSessions,
  lockMembers,
  type Member,
  selectMembers,
  selectOrganizationIds,
  updateMember,
} from './member.sql.ts';
import {
  GrantExceedsRights,
  mayGrant,
  noRights,
  type Rights,
  requirePerson,
  rightsOf,
  rightsOfGrant,
} from './rights.ts';

export const OwnerUntouchable = refusal(
  422,
  'owner_untouchable',
  'The owner cannot be changed or switched off: only they can transfer the ownership.',
);
export const OwnMembership = refusal(
  422,
  'own_membership',
  'You cannot change your own membership: ask another member, or leave.',
);
export const OwnerRequired = refusal(403, 'owner_required', 'Only the owner of the organization can do this.');
export const OwnerCannotLeave = refusal(
  422,
  'owner_cannot_leave',
  'The owner cannot leave: transfer the ownership first.',
);

export interface MembersQuery extends PageRequest {
  search?: string | undefined;
  role?: string | undefined;
  active?: boolean | undefined;
}

export async function listMembers(ctx: TenantContext, query: MembersQuery) {
  const { search = null, role = null, active = null } = query;
  const filter = { organizationId: ctx.organizationId, search, role, active };
  const { rows, counted } = await selectMembers(ctx.tx, filter, pageWindow(query));
  return toPage(query, rows.map(describeMember), counted);
}

const describeMember = <M extends Member>(member: M) => ({
  ...member,
  permissions: [...permissionsOf(member.role, member.permissions)],
});

export interface MemberChange {
  active?: boolean | undefined;
  role?: string | undefined;
  permissions?: string[] | undefined;
}

/** Switches a member off or on, or gives them another role. What they can no longer do stops at once. */
export async function changeMember(ctx: TenantContext, userId: string, change: MemberChange) {
  const members = await lockMembers(ctx.tx, ctx.organizationId, [userId, ...(ctx.userId ? [ctx.userId] : [])]);
  const rights = await rightsOf(ctx, 'members:write');
  const member = members.find((candidate) => candidate.userId === userId);
  if (!member) throw NotFound();
  if (member.role === 'owner') throw OwnerUntouchable();
  if (userId === ctx.userId) throw OwnMembership();
  const { active = member.active, role } = change;
  const grant = role ? { role, permissions: change.permissions ?? [] } : member;
  if (!mayGrant(rights, member) || !mayGrant(rights, grant)) throw GrantExceedsRights();
  const changed = { ...member, role: grant.role, permissions: grant.permissions, active };
  await updateMember(ctx.tx, ctx.organizationId, userId, {
    role: changed.role,
    permissions: changed.permissions,
    active,
  });
  await withdrawGrants(ctx, changed, active ? rightsOfGrant(grant) : noRights);
  if (member.active && !active) await endAccess(ctx, userId);
  return describeMember(changed);
}

/** What someone gave to programs and to others cannot outlive their own right to it. */
async function withdrawGrants(ctx: TenantContext, member: Member, left: Rights): Promise<void> {
  await narrowKeys(ctx.tx, ctx.organizationId, member.userId, left.permissions);
  await withdrawInvitations(ctx, member, left);
}

async function endAccess(ctx: TenantContext, userId: string): Promise<void> {
  await leaveInSessions(ctx.tx, ctx.organizationId, userId);
}

/** The person goes for good: only a new invitation brings them back. */
export async function leave(ctx: UserContext): Promise<void> {
  if (!ctx.caller.organization) throw OrganizationRequired();
  const tenant = await ctx.enter(ctx.caller.organization.id, ctx.actor);
  const [member] = await lockMembers(ctx.tx, tenant.organizationId, [ctx.actor.userId]);
  if (!member) throw OrganizationRequired();
  if (member.role === 'owner') throw OwnerCannotLeave();
  await removeMember(tenant, member);
}

async function removeMember(ctx: TenantContext, member: Member): Promise<void> {
  await deleteMember(ctx.tx, ctx.organizationId, member.userId);
  await withdrawGrants(ctx, member, noRights);
  await endAccess(ctx, member.userId);
}

/** A person who closes their account leaves everywhere; identity has refused owners of organizations with others. */
export async function leaveEverywhere(ctx: WorkContext, userId: string): Promise<void> {
  for (const organizationId of await selectOrganizationIds(ctx.tx, userId)) {
    const tenant = await ctx.enter(organizationId);
    const [member] = await lockMembers(ctx.tx, organizationId, [userId]);
    if (member) await removeMember(tenant, member);
  }
}

/** Hands the organization over. There is always exactly one owner: the old one steps back before the new one steps up. */
export async function transferOwnership(ctx: TenantContext, userId: string) {
  const person = requirePerson(ctx);
  requireFreshAuthentication(person);
  const members = await lockMembers(ctx.tx, ctx.organizationId, [person.userId, userId]);
  const owner = members.find((member) => member.userId === person.userId);
  if (owner?.role !== 'owner') throw OwnerRequired();
  const successor = members.find((member) => member.userId === userId && member !== owner);
  if (!successor?.active) throw unknownReference('body.userId', 'Another active member with this id');
  await updateMember(ctx.tx, ctx.organizationId, owner.userId, { role: 'admin' });
  await updateMember(ctx.tx, ctx.organizationId, successor.userId, { role: 'owner', permissions: [] });
  await writeToBoth(ctx, owner, successor);
  return describeMember({ ...successor, role: 'owner', permissions: [] });
}

async function writeToBoth(ctx: TenantContext, owner: Member, successor: Member): Promise<void> {
  const { name } = await findOrganization(ctx.tx, ctx.organizationId);
  ctx.mail({
    to: owner.email,
    subject: `Ya no eres dueño de ${name}`,
    text: `${successor.name || successor.email} es ahora el dueño de ${name}. Tú sigues dentro, como administrador.\n\nSi no fuiste tú quien lo pidió, escríbenos cuanto antes.`,
  });
  ctx.mail({
    to: successor.email,
    subject: `Ahora eres dueño de ${name}`,
    text: `${owner.name || owner.email} te pasó ${name}. Desde ahora puedes hacerlo todo ahí, también pasarlo a otra persona.`,
  });
}
