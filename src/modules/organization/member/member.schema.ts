import { z } from 'zod';
import { roles } from '#modules/roles.ts';
import { permissions } from '#platform/auth/permission.ts';
import { Timestamp } from '#platform/date.ts';

const grantedRoles = roles.filter((role) => role !== 'owner');

export const Permissions = z
  .array(z.lazy(() => z.enum(permissions())))
  .min(1)
  .max(500)
  .overwrite((list) => [...new Set(list)].toSorted())
  .describe('Each is `area:read` or `area:write`; writing includes reading.');

/** What one gives to another. Ownership is not among the roles: it is transferred. */
export const GrantFields = {
  role: z.enum(grantedRoles).describe('A role of the house, or `custom` with a list of `permissions`.'),
  permissions: Permissions.optional().describe('With the role `custom`, and only with it.'),
};

/** A list of permissions and the role `custom` come together or not at all. */
export const permissionsMatchRole = (given: {
  role?: string | undefined;
  permissions?: string[] | undefined;
}): boolean => (given.role === 'custom') === (given.permissions !== undefined);

export const permissionsMatchRoleError = {
  error: 'goes with the role `custom`, and only with it',
  path: ['permissions'],
  params: { code: 'custom_role_only' },
};

export const MemberView = z.object({
  userId: z.uuid(),
  name: z.string(),
  email: z.string(),
  role: z.string(),
  permissions: z.array(z.string()).describe('All that the role or the list allows.'),
  active: z.boolean().describe('A member who is switched off has no access.'),
  joinedAt: Timestamp,
  lastSeenAt: Timestamp.nullable().describe('The last use of a session in this organization, within minutes.'),
});
