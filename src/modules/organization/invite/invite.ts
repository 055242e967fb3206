import { randomBytes } from 'node:crypto';
import { ensureUser, findUserByEmail, findUsers, signIn } from '#modules/identity/index.ts';
import { UserRequired } from '#platform/auth/permission.ts';
import type { CallerContext, TenantContext, WorkContext } from '#platform/context.ts';
import { toTimestamp } from '#platform/date.ts';
import { type PageRequest, pageWindow, toPage } from '#platform/http/page.ts';
import { takeFromBucket } from '#platform/http/rate-limit.sql.ts';
import { tooManyRequests } from '#platform/http/rate-limit.ts';
import { hashSecret, newId, newSecret } from '#platform/id.ts';
import { NotFound, refusal } from '#platform/refusal.ts';
import { admitMember, isActiveMember } from '../member/member.sql.ts';
import { GrantExceedsRights, mayGrant, type Rights, rightsOf } from '../member/rights.ts';
import { findOrganization, setActiveOrganization } from '../organization/organization.sql.ts';
import { invitationExpiry } from '../ticks.ts';
import {
  expireInvitations,
  findByToken,
  type Invitation,
  lockInvitation,
  lockInvitationsAround,
  nextExpiry,
  replaceToken,
  revokeInvitations,
  selectInvitations,
  updateInvitation,
  upsertInvitation,
} from './invite.sql.ts';
import { expiryLetter, invitationLetter } from './letters.ts';

const LIFE = { hours: 7 * 24 };
const LETTERS_PER_HOUR = 200;
const EXPIRED_PER_TICK = 200;

export const AlreadyMember = refusal(422, 'already_member', 'This address already belongs to a member.');
export const InvitationExpired = refusal(410, 'invitation_expired', 'This invitation ran out: ask for a new one.');
export const InvitationSettled = refusal(410, 'invitation_settled', 'This invitation was already answered or revoked.');
export const InvitationForAnotherAddress = refusal(
  422,
  'invitation_for_another_address',
  'This invitation is for another e-mail address than yours.',
);
export const AccountExists = refusal(409, 'account_exists', 'This address has an account: sign in and accept.');

interface GivenGrant {
  role: string;
  permissions?: string[] | undefined;
}

/** Invites an address. An open invitation of the same address is renewed: the token of the earlier letter is dead. */
export async function invite(ctx: TenantContext, { email, role, permissions = [] }: GivenGrant & { email: string }) {
  if (!mayGrant(await rightsOf(ctx, 'members:write'), { role, permissions })) throw GrantExceedsRights();
  if (await isActiveMember(ctx.tx, ctx.organizationId, email)) throw AlreadyMember();
  const invitation = await upsertInvitation(ctx.tx, {
    organizationId: ctx.organizationId,
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
  const token = newSecret('inv');
  await replaceToken(ctx.tx, ctx.organizationId, invitation.id, hashSecret(token), ctx.now);
  const { organization, invitedBy } = await describeInvitation(ctx, invitation);
  ctx.mail(invitationLetter(ctx, { invitation, token, from: invitedBy.name, organization: organization.name }));
  ctx.wakeAt(invitationExpiry, Temporal.Instant.from(invitation.expiresAt));
}

/** Gives an open invitation other rights, or renews it with a new token and letter. Who changes it answers for it. */
export async function changeInvitation(
  ctx: TenantContext,
  id: string,
  change: Partial<GivenGrant> & { renew?: boolean | undefined },
) {
  const rights = await rightsOf(ctx, 'members:write');
  const invitation = requireOpen(ctx, await lockInvitation(ctx.tx, ctx.organizationId, id));
  const { role, permissions = [] } = change.role ? { ...change, role: change.role } : invitation;
  if (!mayGrant(rights, { role, permissions })) throw GrantExceedsRights();
  const changed = await updateInvitation(ctx.tx, ctx.organizationId, id, {
    role,
    permissions,
    invitedBy: ctx.userId!,
    expiresAt: change.renew ? ctx.now.add(LIFE) : invitation.expiresAt,
  });
  if (change.renew) await sendToken(ctx, changed);
  return describeInvitation(ctx, changed);
}

export async function revokeInvitation(ctx: TenantContext, id: string): Promise<void> {
  const invitation = await lockInvitation(ctx.tx, ctx.organizationId, id);
  if (!invitation) throw NotFound();
  if (invitation.status !== 'pending') throw InvitationSettled();
  await settle(ctx, id, 'revoked');
}

/** The invited person says yes or no. A yes makes them a member and moves their session in. */
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

/** Someone without an account accepts: the token came to their address, so it proves the address as a code would. */
export async function acceptAsNewcomer(
  ctx: WorkContext,
  given: { token: string; name?: string | undefined; wants: 'cookie' | 'token' },
) {
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

/** Enters the organization that a token opens. The row stays locked, so that of two answers at once only one counts. */
async function openInvitation(ctx: WorkContext, token: string) {
  const found = await findByToken(ctx.tx, hashSecret(token));
  if (!found) throw NotFound();
  const tenant = await ctx.enter(found.organizationId);
  const invitation = requireOpen(tenant, await lockInvitation(ctx.tx, found.organizationId, found.entityId));
  return { tenant, invitation };
}

/** Open by the organization's clock, whether or not that clock has been attended to. */
function requireOpen(ctx: TenantContext, invitation: Invitation | undefined): Invitation {
  if (!invitation) throw NotFound();
  if (invitation.status === 'expired') throw InvitationExpired();
  if (invitation.status !== 'pending') throw InvitationSettled();
  if (invitation.expiresAt <= toTimestamp(ctx.now)) throw InvitationExpired();
  return invitation;
}

async function admit(ctx: TenantContext, invitation: Invitation, userId: string): Promise<Invitation> {
  const { role, permissions } = invitation;
  await admitMember(ctx.tx, { organizationId: ctx.organizationId, userId, role, permissions, joinedAt: ctx.now });
  return updateInvitation(ctx.tx, ctx.organizationId, invitation.id, {
    status: 'accepted',
    acceptedBy: userId,
    settledAt: ctx.now,
  });
}

const settle = (ctx: TenantContext, id: string, status: 'declined' | 'revoked'): Promise<Invitation> =>
  updateInvitation(ctx.tx, ctx.organizationId, id, { status, settledAt: ctx.now });

/** Revokes what a member may no longer give, and what would let them in by another door. */
export async function withdrawInvitations(
  ctx: TenantContext,
  member: { userId: string; email: string },
  left: Rights,
): Promise<void> {
  const open = await lockInvitationsAround(ctx.tx, ctx.organizationId, member);
  const unfounded = open.filter((invitation) => invitation.email === member.email || !mayGrant(left, invitation));
  if (unfounded.length === 0) return;
  const ids = unfounded.map(({ id }) => id);
  await revokeInvitations(ctx.tx, ctx.organizationId, ids, ctx.now);
}

/** Settles the invitations that ran out, tells who made them, and says when the next one does. */
export async function settleExpired(ctx: TenantContext): Promise<Temporal.Instant | null> {
  const expired = await expireInvitations(ctx.tx, ctx.organizationId, ctx.now, EXPIRED_PER_TICK);
  for (const invitation of await describeInvitations(ctx, expired)) {
    if (invitation.invitedBy.email) ctx.mail(expiryLetter(invitation.invitedBy.email, invitation));
  }
  return nextExpiry(ctx.tx, ctx.organizationId);
}

export interface InvitationsQuery extends PageRequest {
  status?: string | undefined;
  search?: string | undefined;
}

export async function listInvitations(ctx: TenantContext, query: InvitationsQuery) {
  const { status = null, search = null } = query;
  const filter = { organizationId: ctx.organizationId, status, search };
  const { rows, counted } = await selectInvitations(ctx.tx, filter, pageWindow(query));
  return toPage(query, await describeInvitations(ctx, rows), counted);
}

const describeInvitation = async (ctx: TenantContext, invitation: Invitation) =>
  (await describeInvitations(ctx, [invitation]))[0]!;

/** Who closed their account has no name and no address any more. */
async function describeInvitations(ctx: TenantContext, invitations: Invitation[]) {
  if (invitations.length === 0) return [];
  const [organization, inviters] = await Promise.all([
    findOrganization(ctx.tx, ctx.organizationId),
    findUsers(ctx.tx, [...new Set(invitations.map(({ invitedBy }) => invitedBy))]),
  ]);
  return invitations.map((invitation) => {
    const inviter = inviters.find(({ id }) => id === invitation.invitedBy);
    const invitedBy = {
      userId: invitation.invitedBy,
      name: inviter?.name || (inviter?.email ?? ''),
      email: inviter?.email ?? null,
    };
    return { ...invitation, organization: { id: organization.id, name: organization.name }, invitedBy };
  });
}
