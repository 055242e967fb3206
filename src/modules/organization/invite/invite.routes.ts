import { z } from 'zod';
import { SignedIn } from '#modules/identity/index.ts';
import { allows, Forbidden, OrganizationRequired, UserRequired } from '#platform/auth/permission.ts';
import type { CallerContext, TenantContext } from '#platform/context.ts';
import { exampleId } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { NotFound } from '#platform/refusal.ts';
import { GrantExceedsRights } from '../member/rights.ts';
import { Invitation, InvitationUpdate, NewcomerAcceptance, NewInvitation } from './invite.schema.ts';
import { invitationList } from './invite.sql.ts';
import {
  AccountExists,
  AlreadyMember,
  acceptAsNewcomer,
  answerInvitation,
  changeInvitation,
  describeInvitations,
  InvitationExpired,
  InvitationForAnotherAddress,
  InvitationSettled,
  invite,
  revokeInvitation,
} from './invite.ts';

export const inviteRoutes = [
  route('POST', '/v1/organization/invite', 'members:write', {
    summary: 'Invite someone',
    description:
      'Sends an e-mail with a secret token that works for seven days. Inviting the same address again renews the invitation, and the earlier token stops working. No one can give rights that they do not have; only owners and admins invite admins; no one is invited as owner.',
    status: 201,
    body: NewInvitation,
    returns: Invitation,
    refusals: [AlreadyMember, GrantExceedsRights],
    examples: { body: { email: 'pedro@example.com', role: 'seller' } },
    handler: (ctx, { body }) => invite(ctx, body),
  }),
  route('GET', '/v1/organization/invite', 'members:read', {
    summary: 'List the invitations',
    description: 'All invitations of the organization with their status, newest first. Tokens are never shown.',
    query: invitationList.query,
    returns: pageOf(Invitation),
    examples: { query: { status: 'pending' } },
    handler: (ctx, { query }) => invitationList.page(ctx, query, (rows) => describeInvitations(ctx, rows)),
  }),
  route('PATCH', '/v1/organization/invite', 'caller', {
    summary: 'Accept, decline or change an invitation',
    description:
      'The invited person answers with the `token` of the e-mail, signed in with the invited address: `accept` makes them a member and moves the session into the organization, `decline` closes the invitation. A caller with `members:write` can `change` a pending one by its `id`: its role, its permissions, and with `renew` its expiry, which sends a new e-mail with a new token.',
    body: InvitationUpdate,
    returns: Invitation,
    refusals: [
      InvitationExpired,
      InvitationSettled,
      InvitationForAnotherAddress,
      UserRequired,
      OrganizationRequired,
      Forbidden,
      GrantExceedsRights,
    ],
    examples: { body: { action: 'accept', token: 'inv_6Jq1…' } },
    handler: async (ctx, { body }) =>
      body.action === 'change'
        ? changeInvitation(await enterToInvite(ctx), body)
        : answerInvitation(ctx, body.token, body.action),
  }),
  route('DELETE', '/v1/organization/invite', 'members:write', {
    summary: 'Revoke an invitation',
    description: 'Closes a pending invitation; its token stops working at once.',
    body: z.strictObject({ id: z.uuid() }),
    refusals: [InvitationSettled],
    examples: { body: { id: exampleId } },
    handler: (ctx, { body }) => revokeInvitation(ctx, body.id),
  }),
  route('POST', '/v1/organization/invite/accept', 'public', {
    summary: 'Accept an invitation without an account',
    description:
      'For an invited address that has no account yet: the token proves the address, so this creates the account, the membership and a session in one step. If the address has an account, sign in and accept with PATCH /v1/organization/invite.',
    provesIdentity: true,
    attemptsPerHour: 60,
    body: NewcomerAcceptance,
    returns: SignedIn,
    refusals: [NotFound, InvitationExpired, InvitationSettled, AccountExists],
    examples: { body: { token: 'inv_6Jq1…', name: 'Pedro Martínez', wants: 'token' } },
    handler: (ctx, { body }) => acceptAsNewcomer(ctx, body),
  }),
];

/** Only callers who change an invitation need a right in its organization; those who answer one do not. */
async function enterToInvite(ctx: CallerContext): Promise<TenantContext> {
  const { organization } = ctx.caller;
  if (!organization) throw OrganizationRequired();
  if (!allows(organization.permissions, 'members:write')) throw Forbidden('This needs the permission members:write.');
  return ctx.enter(organization.id, ctx.actor);
}
