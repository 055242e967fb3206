import type { z } from 'zod';
import { requireFreshAuthentication } from '#modules/identity/index.ts';
import { permissionsOf } from '#modules/roles.ts';
import { OrganizationRequired } from '#platform/auth/permission.ts';
import type { TenantContext, UserContext, WorkContext } from '#platform/context.ts';
import type { Language } from '#platform/pages/language.ts';
import { NotFound, refusal, unknownReference } from '#platform/refusal.ts';
import { generalSettings } from '#platform/settings/general.ts';
import { readSettings } from '#platform/settings/settings.ts';
import { narrowKeys } from '../api-key/api-key.sql.ts';
import { afterMemberLeft, afterMemberRemoved } from '../hooks.ts';
import { withdrawInvitations } from '../invite/invite.ts';
import { findOrganization } from '../organization/organization.sql.ts';
import { announceMember } from '../rights-events.ts';
import type { MemberChange } from './member.schema.ts';
import {
  deleteMember,
  leaveInSessions,
  lockMembers,
  type Member,
  selectOrganizationIds,
  updateMember,
} from './member.sql.ts';
import {
  GrantExceedsRights,
  mayGrant,
  noRights,
  OwnerRequired,
  type Rights,
  requirePerson,
  rightsOf,
  rightsOfGrant,
} from './rights.ts';

export const OwnerUntouchable = refusal(
  'owner_untouchable',
  'The owner cannot be changed or deactivated: only they can transfer the ownership.',
);
export const OwnMembership = refusal(
  'own_membership',
  'You cannot change your own membership: ask another member, or leave.',
);
export const OwnerCannotLeave = refusal('owner_cannot_leave', 'The owner cannot leave: transfer the ownership first.');

export const describeMember = <M extends Member>(member: M) => ({
  ...member,
  permissions: [...permissionsOf(member.role, member.permissions)],
});

/** Activates or deactivates a member, or changes their role. Rights that they lose end at once. */
export async function changeMember(ctx: TenantContext, { userId, ...change }: z.output<typeof MemberChange>) {
  const members = await lockMembers(ctx, [userId, ...(ctx.userId ? [ctx.userId] : [])]);
  const rights = await rightsOf(ctx, 'members:write');
  const member = members.find((candidate) => candidate.userId === userId);
  if (!member) throw NotFound();
  if (member.role === 'owner') throw OwnerUntouchable();
  if (userId === ctx.userId) throw OwnMembership();
  const { active = member.active } = change;
  const { role, permissions } = change.role ? { role: change.role, permissions: change.permissions ?? [] } : member;
  const grant = { role, permissions };
  if (!mayGrant(rights, member) || !mayGrant(rights, grant)) throw GrantExceedsRights();
  await updateMember(ctx, userId, { ...grant, active });
  announceMember(ctx, userId, { before: member, after: { ...grant, active } });
  await withdrawGrants(ctx, member, active ? rightsOfGrant(grant) : noRights);
  if (member.active && !active) await endMembership(ctx, userId);
  return describeMember({ ...member, ...grant, active });
}

/** Withdraws the keys and invitations of a member that exceed the rights that they keep. */
async function withdrawGrants(ctx: TenantContext, member: Member, kept: Rights): Promise<void> {
  await narrowKeys(ctx, member.userId, kept.permissions);
  await withdrawInvitations(ctx, member, kept);
}

/** Removes the caller: only a new invitation brings them back. */
export async function leave(ctx: UserContext): Promise<void> {
  if (!ctx.caller.organization) throw OrganizationRequired();
  const tenant = await ctx.enter(ctx.caller.organization.id, ctx.actor, { whileClosed: true });
  const [member] = await lockMembers(tenant, [ctx.actor.userId]);
  if (!member) throw OrganizationRequired();
  if (member.role === 'owner') throw OwnerCannotLeave();
  await removeMember(tenant, member);
  announceMember(tenant, member.userId, { before: member });
}

async function removeMember(ctx: TenantContext, member: Member): Promise<void> {
  await deleteMember(ctx, member.userId);
  await withdrawGrants(ctx, member, noRights);
  await endMembership(ctx, member.userId);
  await afterMemberRemoved(ctx, member.userId);
}

async function endMembership(ctx: TenantContext, userId: string): Promise<void> {
  await leaveInSessions(ctx, userId);
  await afterMemberLeft(ctx, userId);
}

/**
 * Removes a person who closes their account from all organizations, without an event: a transaction has events of one
 * organization. Identity refuses owners of organizations with others.
 */
export async function leaveEverywhere(ctx: WorkContext, userId: string): Promise<void> {
  for (const organizationId of await selectOrganizationIds(ctx.tx, userId)) {
    const tenant = await ctx.enter(organizationId, undefined, { whileClosed: true });
    const [member] = await lockMembers(tenant, [userId]);
    if (member) await removeMember(tenant, member);
  }
}

/** The old owner becomes admin before the new one becomes owner, because an index allows only one owner. */
export async function transferOwnership(ctx: TenantContext, userId: string) {
  const person = requirePerson(ctx);
  requireFreshAuthentication(person);
  const members = await lockMembers(ctx, [person.userId, userId]);
  const owner = members.find((member) => member.userId === person.userId);
  if (owner?.role !== 'owner') throw OwnerRequired();
  const successor = members.find((member) => member.userId === userId && member !== owner);
  if (!successor?.active) throw unknownReference('body.userId', 'Another active member with this id');
  const newOwner = { ...successor, role: 'owner' as const, permissions: [] };
  await updateMember(ctx, owner.userId, { role: 'admin' });
  await updateMember(ctx, successor.userId, { role: newOwner.role, permissions: newOwner.permissions });
  announceMember(ctx, owner.userId, { before: owner, after: { ...owner, role: 'admin' } });
  announceMember(ctx, successor.userId, { before: successor, after: newOwner });
  await writeToBoth(ctx, owner, successor);
  return describeMember(newOwner);
}

async function writeToBoth(ctx: TenantContext, owner: Member, successor: Member): Promise<void> {
  const [{ name }, { language }] = await Promise.all([
    findOrganization(ctx.tx, ctx.organizationId),
    readSettings(ctx, generalSettings),
  ]);
  const { former, next } = transferLetters[language];
  ctx.mail({ to: owner.email, ...former(name, successor.name || successor.email) });
  ctx.mail({ to: successor.email, ...next(name, owner.name || owner.email) });
}

const transferLetters: Record<Language, Record<'former' | 'next', (organization: string, other: string) => Words>> = {
  es: {
    former: (organization, successor) => ({
      subject: `Ya no eres dueño de ${organization}`,
      text: `${successor} es ahora el dueño de ${organization}. Tú sigues dentro, como administrador.\n\nSi no fuiste tú quien lo pidió, escríbenos cuanto antes.`,
    }),
    next: (organization, former) => ({
      subject: `Ahora eres dueño de ${organization}`,
      text: `${former} te pasó ${organization}. Desde ahora puedes hacerlo todo ahí, también pasarlo a otra persona.`,
    }),
  },
  en: {
    former: (organization, successor) => ({
      subject: `You no longer own ${organization}`,
      text: `${successor} is now the owner of ${organization}. You stay as an administrator.\n\nIf you did not ask for this, write to us at once.`,
    }),
    next: (organization, former) => ({
      subject: `You now own ${organization}`,
      text: `${former} transferred ${organization} to you. From now on you can do everything there, also transfer it to someone else.`,
    }),
  },
};

interface Words {
  subject: string;
  text: string;
}
