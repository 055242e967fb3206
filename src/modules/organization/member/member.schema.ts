import { z } from 'zod';
import { roles } from '#modules/roles.ts';
import { permissions } from '#platform/auth/permission.ts';
import { Timestamp } from '#platform/date.ts';

const grantedRoles = roles.filter((role) => role !== 'owner');

export const Permissions = z
  .array(z.lazy(() => z.enum(permissions())).meta({ id: 'Permission' }))
  .min(1)
  .max(500)
  .overwrite((list) => [...new Set(list)].toSorted())
  .describe('Each is `area:read` or `area:write`; writing includes reading.');

/** The rights that one person gives to another. Ownership is not among the roles, because it is transferred. */
export const grantFields = {
  role: z.enum(grantedRoles).describe('A predefined role, or `custom` with a list of `permissions`.'),
  permissions: Permissions.optional().describe('With the role `custom`, and only with it.'),
};

/** A list of permissions and the role `custom` come together or not at all. */
export const permissionsMatchRole = z.refine<{ role?: string | undefined; permissions?: string[] | undefined }>(
  ({ role, permissions }) => (role === 'custom') === (permissions !== undefined),
  {
    error: 'goes with the role `custom`, and only with it',
    path: ['permissions'],
    params: { code: 'custom_role_only' },
  },
);

export const MemberChange = z
  .strictObject({
    userId: z.uuid().describe('The member who changes.'),
    active: z.boolean().optional().describe('False takes all access away, until it is true again.'),
    role: grantFields.role.optional(),
    permissions: grantFields.permissions,
  })
  .check(permissionsMatchRole)
  .refine(({ active, role }) => active !== undefined || role !== undefined, {
    error: 'give `active`, `role` or both',
    path: ['active'],
    params: { code: 'required' },
  });

const member = {
  userId: z.uuid().describe('The member.'),
  name: z.string().describe('What colleagues see.'),
  email: z.string().describe('With which the member signs in.'),
  role: z.string().describe('A predefined role, or `custom` with a list of permissions.'),
  permissions: z.array(z.string()).describe('All permissions of the role or of the list.'),
  active: z.boolean().describe('A deactivated member has no access.'),
  joinedAt: Timestamp.describe('When the member joined.'),
};
export const ChangedMember = z.object(member);
export const Member = z.object({
  ...member,
  lastSeenAt: Timestamp.nullable().describe('The last use of a session in this organization, within minutes.'),
});
