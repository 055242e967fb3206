import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { ensureUser, findUserByEmail, findUsers, signIn } from '#modules/identity/index.ts';
import { grantCapability, resolveCapability, revokeCapabilities } from '#platform/auth/capability.ts';
import { UserRequired } from '#platform/auth/permission.ts';
import type { CallerContext, TenantContext, WorkContext } from '#platform/context.ts';
import { toTimestamp } from '#platform/date.ts';
import { takeFromBucket } from '#platform/http/limits/rate-limit.sql.ts';
import { tooManyRequests } from '#platform/http/limits/rate-limit.ts';
import { newId } from '#platform/id.ts';
import { takeLetters } from '#platform/mail/quota.ts';
import { NotFound, refusal } from '#platform/refusal.ts';
import { generalSettings } from '#platform/settings/general.ts';
import { readSettings } from '#platform/settings/settings.ts';
import { tick } from '#platform/tick.ts';
import { afterMemberRemoved } from '../hooks.ts';
import { admitMember, isActiveMember } from '../member/member.sql.ts';
import { GrantExceedsRights, mayGrant, type Rights, rightsOf } from '../member/rights.ts';
import { findOrganization, setActiveOrganization } from '../organization/organization.sql.ts';
import { announceMember } from '../rights-events.ts';
import { type Invitation, invitations } from '../tables.ts';
import type { InvitationChange, NewcomerAcceptance, NewInvitation } from './invite.schema.ts';
import { expireInvitations, lockInvitationsOf, upsertInvitation } from './invite.sql.ts';
import { expiryLetter, invitationLetter } from './letters.ts';

export const invitationExpiry = tick('invitations');

const CAPABILITY = 'invitation';
const LIFE = { hours: 7 * 24 };
const LETTERS_PER_HOUR = 200;
const EXPIRED_PER_TICK = 200;

export const AlreadyMember = refusal(
  'already_member',
  'This e-mail address already belongs to a member: change that member instead.',
);
export const InvitationExpired = refusal('invitation_expired', 'This invitation has expired: ask for a new one.', 410);
export const InvitationSettled = refusal(
  'invitation_settled',
  'This invitation was already answered or revoked: ask for a new one.',
  410,
);
export const InvitationForAnotherAddress = refusal(
  'invitation_for_another_address',
  'This invitation is for another e-mail address: sign in with that one.',
);
export const AccountExists = refusal('account_exists', 'This address has an account: sign in and accept there.', 409);

/** Invites an address. Renews a pending invitation of the same address: its earlier token stops working. */
export async function invite(ctx: TenantContext, given: z.output<typeof NewInvitation>) {
  const { email, role, permissions = [] } = given;
  if (!mayGrant(await rightsOf(ctx, 'members:write'), { role, permissions })) throw GrantExceedsRights();
  if (await isActiveMember(ctx, email)) throw AlreadyMember();
  const invitation = await upsertInvitation(ctx, {
    id: newId(),
    email,
    role,
    permissions,
    invitedBy: ctx.userId!,
    createdAt: ctx.now,
    expiresAt: ctx.now.add(LIFE),
  });
  await sendToken(ctx, invitation);
  return describeInvitation(ctx, invitation);
}

async function sendToken(ctx: TenantContext, invitation: Invitation): Promise<void> {
  const waitSeconds = await takeFromBucket(ctx.tx, `invitation letters ${ctx.organizationId}`, LETTERS_PER_HOUR, 3600);
  if (waitSeconds > 0) throw tooManyRequests(waitSeconds);
  await takeLetters(ctx, [invitation.email]);
  const opens = { organizationId: ctx.organizationId, kind: CAPABILITY, entityId: invitation.id };
  await revokeCapabilities(ctx, opens);
  const token = await grantCapability(ctx, opens, { prefix: 'inv' });
  const { organization, invitedBy } = await describeInvitation(ctx, invitation);
  const style = await readSettings(ctx, generalSettings);
  const names = { from: invitedBy.name, organization: organization.name };
  ctx.mail(invitationLetter(ctx, { invitation, token, ...names, style }));
  ctx.wakeAt(invitationExpiry, Temporal.Instant.from(invitation.expiresAt));
}

/** Changes the rights of a pending invitation, or renews it with a new token. The caller becomes its inviter. */
export async function changeInvitation(ctx: TenantContext, { id, renew, ...change }: InvitationChange) {
  const rights = await rightsOf(ctx, 'members:write');
  const invitation = requireOpen(ctx, await invitations.lock(ctx, id));
  const { role, permissions = [] } = change.role ? { ...change, role: change.role } : invitation;
  if (!mayGrant(rights, { role, permissions })) throw GrantExceedsRights();
  const changed = await invitations.update(ctx, id, {
    role,
    permissions,
    invitedBy: ctx.userId!,
    expiresAt: renew ? ctx.now.add(LIFE) : undefined,
  });
  if (renew) await sendToken(ctx, changed);
  return describeInvitation(ctx, changed);
}

export async function revokeInvitation(ctx: TenantContext, id: string): Promise<void> {
  if ((await invitations.lock(ctx, id)).status !== 'pending') throw InvitationSettled();
  await settle(ctx, id, 'revoked');
}

/** The invited person answers. Accepting makes them a member and moves their session into the organization. */
export async function answerInvitation(ctx: CallerContext, token: string, answer: 'accept' | 'decline') {
  const { actor } = ctx;
  if (actor.kind !== 'user') throw UserRequired();
  const { tenant, invitation } = await openInvitation(ctx, token);
  if (invitation.email !== actor.email) throw InvitationForAnotherAddress();
  if (answer === 'decline') return describeInvitation(tenant, await settle(tenant, invitation.id, 'declined'));
  const accepted = await admit(tenant, invitation, actor.userId);
  await setActiveOrganization(ctx.tx, actor.sessionId, tenant.organizationId);
  return describeInvitation(tenant, accepted);
}

/** Accepts for someone without an account: the token was sent to their address, so it proves the address. */
export async function acceptAsNewcomer(ctx: WorkContext, given: z.output<typeof NewcomerAcceptance>) {
  const { tenant, invitation } = await openInvitation(ctx, given.token);
  const { email } = invitation;
  if (await findUserByEmail(ctx.tx, email)) throw AccountExists();
  const user = await ensureUser(ctx.tx, {
    id: newId(),
    email,
    name: given.name ?? '',
    passkeyHandle: randomBytes(64),
    createdAt: ctx.now,
  });
  await admit(tenant, invitation, user.id);
  return signIn(ctx, user.id, given.wants);
}

/** Enters the organization of a token and locks the invitation, so that only one of two concurrent answers counts. */
async function openInvitation(ctx: WorkContext, token: string) {
  const found = await resolveCapability(ctx, token, CAPABILITY);
  if (!found) throw NotFound();
  const tenant = await ctx.enter(found.organizationId);
  return { tenant, invitation: requireOpen(tenant, await invitations.lock(tenant, found.entityId)) };
}

/** The tick that expires invitations may be late, so the time is checked too. */
function requireOpen(ctx: TenantContext, invitation: Invitation): Invitation {
  if (invitation.status === 'expired') throw InvitationExpired();
  if (invitation.status !== 'pending') throw InvitationSettled();
  if (invitation.expiresAt <= toTimestamp(ctx.now)) throw InvitationExpired();
  return invitation;
}

async function admit(ctx: TenantContext, { id, role, permissions }: Invitation, userId: string): Promise<Invitation> {
  const isNew = await admitMember(ctx, { userId, role, permissions, joinedAt: ctx.now });
  if (isNew) {
    await afterMemberRemoved(ctx, userId);
    announceMember(ctx, userId, { after: { role, permissions, active: true } }, userId);
  }
  return invitations.update(ctx, id, { status: 'accepted', acceptedBy: userId, settledAt: ctx.now });
}

const settle = (ctx: TenantContext, id: string, status: 'declined' | 'revoked'): Promise<Invitation> =>
  invitations.update(ctx, id, { status, settledAt: ctx.now });

/** Revokes the invitations that exceed the rights that a member keeps, and those addressed to the member. */
export async function withdrawInvitations(ctx: TenantContext, member: { userId: string; email: string }, kept: Rights) {
  const pending = await lockInvitationsOf(ctx, member);
  const withdrawn = pending.filter((invitation) => invitation.email === member.email || !mayGrant(kept, invitation));
  if (withdrawn.length === 0) return;
  const ids = withdrawn.map(({ id }) => id);
  await invitations.updateAll(ctx, { id: ids }, { status: 'revoked', settledAt: ctx.now });
}

/** Expires overdue invitations and notifies their inviters; the result is when the next one expires. */
export async function settleExpired(ctx: TenantContext): Promise<string | null> {
  const expired = await expireInvitations(ctx, ctx.now, EXPIRED_PER_TICK);
  const { language } = await readSettings(ctx, generalSettings);
  for (const invitation of await describeInvitations(ctx, expired)) {
    if (invitation.invitedBy.email) ctx.mail(expiryLetter(invitation.invitedBy.email, invitation, language));
  }
  return invitations.min(ctx, 'expiresAt', { status: 'pending' });
}

const describeInvitation = async (ctx: TenantContext, invitation: Invitation) =>
  (await describeInvitations(ctx, [invitation]))[0]!;

/** People who closed their account have no name and no address any more. */
export async function describeInvitations(ctx: TenantContext, rows: Invitation[]) {
  if (rows.length === 0) return [];
  const [{ id, name }, inviters] = await Promise.all([
    findOrganization(ctx.tx, ctx.organizationId),
    findUsers(ctx.tx, [...new Set(rows.map(({ invitedBy }) => invitedBy))]),
  ]);
  return rows.map((invitation) => {
    const inviter = inviters.find((user) => user.id === invitation.invitedBy);
    const invitedBy = {
      userId: invitation.invitedBy,
      name: inviter?.name || (inviter?.email ?? ''),
      email: inviter?.email ?? null,
    };
    return { ...invitation, organization: { id, name }, invitedBy };
  });
}
