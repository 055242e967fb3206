import { z } from 'zod';
import { FreshAuthenticationRequired } from '#platform/auth/authenticate.ts';
import { OrganizationRequired, UserRequired } from '#platform/auth/permission.ts';
import { exampleId } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { NotFound, ReferenceNotFound } from '#platform/refusal.ts';
import { ChangedMember, Member, MemberChange } from './member.schema.ts';
import { memberList } from './member.sql.ts';
import {
  changeMember,
  describeMember,
  leave,
  OwnerCannotLeave,
  OwnerUntouchable,
  OwnMembership,
  transferOwnership,
} from './member.ts';
import { GrantExceedsRights, OwnerRequired } from './rights.ts';

export const memberRoutes = [
  route('GET', '/v1/organization/users', 'members:read', {
    summary: 'List the members',
    description: 'The members of the organization by name, deactivated ones included. People who left are not listed.',
    query: memberList.query,
    returns: pageOf(Member),
    examples: { query: { search: 'jose', active: 'true' } },
    handler: (ctx, { query }) => memberList.page(ctx, query, (rows) => rows.map(describeMember)),
  }),
  route('PATCH', '/v1/organization/user/toggle', 'members:write', {
    action: 'update',
    summary: 'Deactivate or activate a member, or change their role',
    description:
      'A deactivated member loses access with the next request: their API keys and open invitations end, and their live streams close. With fewer rights than before, their API keys keep only the permissions that they still have, and invitations that exceed them are revoked. The owner, oneself and members with more rights cannot be changed, and no one can give rights that they do not have; only owners and admins make admins.',
    body: MemberChange,
    returns: ChangedMember,
    refusals: [NotFound, OwnerUntouchable, OwnMembership, GrantExceedsRights],
    examples: { body: { userId: exampleId, active: false } },
    handler: (ctx, { body }) => changeMember(ctx, body),
  }),
  route('POST', '/v1/organization/leave', 'user', {
    action: 'leave',
    summary: 'Leave the organization',
    description:
      'Removes the caller from the organization of the request: their API keys and open invitations end. Only a new invitation brings them back. The owner must transfer the ownership first.',
    refusals: [OrganizationRequired, OwnerCannotLeave],
    handler: (ctx) => leave(ctx),
  }),
  route('POST', '/v1/organization/owner/transfer', 'organization:write', {
    action: 'transferOwnership',
    summary: 'Transfer the ownership',
    description:
      'The owner makes another active member the owner and stays as an admin; both get an e-mail. Needs a fresh authentication: POST /v1/user/login/controller with a credential.',
    body: z.strictObject({ userId: z.uuid().describe('The member who becomes the owner.') }),
    returns: ChangedMember,
    refusals: [UserRequired, FreshAuthenticationRequired, OwnerRequired, ReferenceNotFound],
    examples: { body: { userId: exampleId } },
    handler: (ctx, { body }) => transferOwnership(ctx, body.userId),
  }),
];
