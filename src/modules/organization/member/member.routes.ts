import { z } from 'zod';
import { roles } from '#modules/roles.ts';
import { FreshAuthenticationRequired } from '#platform/auth/authenticate.ts';
import { OrganizationRequired, UserRequired } from '#platform/auth/permission.ts';
import { exampleId } from '#platform/http/example-ids.ts';
import { pageOf, pageQuery } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { NotFound, ReferenceNotFound } from '#platform/refusal.ts';
import { GrantFields, MemberView, permissionsMatchRole, permissionsMatchRoleError } from './member.schema.ts';
import {
  changeMember,
  leave,
  listMembers,
  OwnerCannotLeave,
  OwnerRequired,
  OwnerUntouchable,
  OwnMembership,
  transferOwnership,
} from './member.ts';
import { GrantExceedsRights } from './rights.ts';

export const memberRoutes = [
  route({
    method: 'GET',
    path: '/v1/organization/users',
    summary: 'List the members',
    description: 'The people of the organization by name, also those who are switched off. Who left is not listed.',
    access: { permission: 'members:read' },
    query: z.strictObject({
      ...pageQuery,
      search: z.string().max(100).optional().describe('Part of the name or address; accents and case do not matter.'),
      role: z.enum(roles).optional(),
      active: z.boolean().optional(),
    }),
    returns: pageOf(MemberView),
    examples: { query: { search: 'jose', active: 'true' } },
    handler: (ctx, { query }) => listMembers(ctx, query),
  }),
  route({
    method: 'PATCH',
    path: '/v1/organization/user/toggle',
    action: 'update',
    summary: 'Switch a member off or on, or change their role',
    description:
      'A member who is switched off loses access with their next request: API keys and open invitations of theirs end, live streams close. With fewer rights than before, their API keys shrink to what is left and invitations beyond it are revoked. Nobody can change the owner, themselves, or someone who holds more than they do, nor give more than they hold; only owners and admins make admins.',
    access: { permission: 'members:write' },
    body: z
      .strictObject({
        userId: z.uuid(),
        active: z.boolean().optional(),
        role: GrantFields.role.optional(),
        permissions: GrantFields.permissions,
      })
      .refine(permissionsMatchRole, permissionsMatchRoleError)
      .refine(({ active, role }) => active !== undefined || role !== undefined, {
        error: 'give `active`, `role` or both',
        path: ['active'],
        params: { code: 'required' },
      }),
    returns: MemberView.omit({ lastSeenAt: true }),
    refusals: [NotFound, OwnerUntouchable, OwnMembership, GrantExceedsRights],
    examples: { body: { userId: exampleId, active: false } },
    handler: (ctx, { body: { userId, ...change } }) => changeMember(ctx, userId, change),
  }),
  route({
    method: 'POST',
    path: '/v1/organization/leave',
    action: 'leave',
    summary: 'Leave the organization',
    description:
      'The caller goes out of the organization of the request: API keys and open invitations of theirs end. Only a new invitation brings them back. The owner transfers the ownership first.',
    access: 'user',
    status: 204,
    returns: z.void(),
    refusals: [OrganizationRequired, OwnerCannotLeave],
    handler: (ctx) => leave(ctx),
  }),
  route({
    method: 'POST',
    path: '/v1/organization/owner/transfer',
    action: 'transferOwnership',
    summary: 'Transfer the ownership',
    description:
      'The owner makes another active member the owner and stays as an admin; both get a letter. Needs a fresh authentication: POST /v1/user/login/controller with a credential.',
    access: { permission: 'organization:write' },
    body: z.strictObject({ userId: z.uuid().describe('The member who becomes the owner.') }),
    returns: MemberView.omit({ lastSeenAt: true }),
    refusals: [UserRequired, FreshAuthenticationRequired, OwnerRequired, ReferenceNotFound],
    examples: { body: { userId: exampleId } },
    handler: (ctx, { body }) => transferOwnership(ctx, body.userId),
  }),
];
