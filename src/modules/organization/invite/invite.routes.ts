import { z } from 'zod';
import { Email, SignedIn, Wants } from '#modules/identity/index.ts';
import { allows, Forbidden, OrganizationRequired, UserRequired } from '#platform/auth/permission.ts';
import type { CallerContext, TenantContext } from '#platform/context.ts';
import { exampleId } from '#platform/http/example-ids.ts';
import { pageOf, pageQuery } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { NotFound } from '#platform/refusal.ts';
import { GrantFields, permissionsMatchRole, permissionsMatchRoleError } from '../member/member.schema.ts';
import { GrantExceedsRights } from '../member/rights.ts';
import { InvitationView, statuses, Token } from './invite.schema.ts';
import {
  AccountExists,
  AlreadyMember,
  acceptAsNewcomer,
  answerInvitation,
  changeInvitation,
  InvitationExpired,
  InvitationForAnotherAddress,
  InvitationSettled,
  invite,
  listInvitations,
  revokeInvitation,
} from './invite.ts';

export const inviteRoutes = [
  route({
    method: 'POST',
    path: '/v1/organization/invite',
    summary: 'Invite someone',
    description:
      'Sends a letter with a token that only the letter holds. It works for seven days. Inviting the same address again renews the invitation: the earlier token is dead. Nobody gives more than they hold; only owners and admins invite admins; nobody is invited as owner.',
    access: { permission: 'members:write' },
    status: 201,
    body: z.strictObject({ email: Email, ...GrantFields }).refine(permissionsMatchRole, permissionsMatchRoleError),
    returns: InvitationView,
    refusals: [AlreadyMember, GrantExceedsRights],
    examples: { body: { email: 'pedro@example.com', role: 'seller' } },
    handler: (ctx, { body }) => invite(ctx, body),
  }),
  route({
    method: 'GET',
    path: '/v1/organization/invite',
    summary: 'List the invitations',
    description: 'Every invitation of the organization, newest first, with what became of it. Tokens are never shown.',
    access: { permission: 'members:read' },
    query: z.strictObject({
      ...pageQuery,
      status: z.enum(statuses).optional(),
      search: z.string().max(100).optional().describe('Part of the address.'),
    }),
    returns: pageOf(InvitationView),
    examples: { query: { status: 'pending' } },
    handler: (ctx, { query }) => listInvitations(ctx, query),
  }),
  route({
    method: 'PATCH',
    path: '/v1/organization/invite',
    summary: 'Accept, decline or change an invitation',
    description:
      'The invited person answers with the `token` of the letter, signed in with the invited address: `accept` makes them a member and moves the session into the organization, `decline` closes the invitation. Someone with `members:write` can `change` an open one by its `id`: its role, its permissions, and with `renew` its expiry, which sends a new letter with a new token.',
    access: 'caller',
    body: z.discriminatedUnion('action', [
      z.strictObject({ action: z.literal('accept'), token: Token }),
      z.strictObject({ action: z.literal('decline'), token: Token }),
      z
        .strictObject({
          action: z.literal('change'),
          id: z.uuid(),
          role: GrantFields.role.optional(),
          permissions: GrantFields.permissions,
          renew: z.boolean().optional(),
        })
        .refine(permissionsMatchRole, permissionsMatchRoleError),
    ]),
    returns: InvitationView,
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
        ? changeInvitation(await enterToInvite(ctx), body.id, body)
        : answerInvitation(ctx, body.token, body.action),
  }),
  route({
    method: 'DELETE',
    path: '/v1/organization/invite',
    summary: 'Revoke an invitation',
    description: 'Closes an open invitation; its token stops working at once.',
    access: { permission: 'members:write' },
    status: 204,
    body: z.strictObject({ id: z.uuid() }),
    returns: z.void(),
    refusals: [InvitationSettled],
    examples: { body: { id: exampleId } },
    handler: (ctx, { body }) => revokeInvitation(ctx, body.id),
  }),
  route({
    method: 'POST',
    path: '/v1/organization/invite/accept',
    summary: 'Accept an invitation without an account',
    description:
      'For an invited address that has no account yet: the token proves the address, so this makes the account, the membership and a session in one step. Where the address has an account, sign in and accept with PATCH /v1/organization/invite.',
    access: 'public',
    provesIdentity: true,
    attemptsPerHour: 60,
    body: z.strictObject({ token: Token, name: z.string().trim().max(200).optional(), wants: Wants }),
    returns: SignedIn,
    refusals: [NotFound, InvitationExpired, InvitationSettled, AccountExists],
    examples: { body: { token: 'inv_6Jq1…', name: 'Pedro Martínez', wants: 'token' } },
    handler: (ctx, { body }) => acceptAsNewcomer(ctx, body),
  }),
];

/** One path, two kinds of callers: only those who change an invitation need a right in its organization. */
async function enterToInvite(ctx: CallerContext): Promise<TenantContext> {
  const { organization } = ctx.caller;
  if (!organization) throw OrganizationRequired();
  if (!allows(organization.permissions, 'members:write')) throw Forbidden('This needs the permission members:write.');
  return ctx.enter(organization.id, ctx.actor);
}
