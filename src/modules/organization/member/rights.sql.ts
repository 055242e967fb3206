import type { Role } from '#modules/roles.ts';
import type { Tenant } from '#platform/db/table.ts';

/** A role, with a list of permissions if the role is `custom`. */
export interface Grant {
  role: Role;
  permissions: string[];
}

/** The grant of an active member, locked against changes. */
export const lockMemberRights = ({ tx, organizationId }: Tenant, userId: string): Promise<Grant | undefined> =>
  tx
    .selectFrom('memberships')
    .select(['role', 'permissions'])
    .where('organizationId', '=', organizationId)
    .where('userId', '=', userId)
    .where('active', '=', true)
    .forShare()
    .executeTakeFirst();

/** The permissions of a live key, locked against changes. */
export async function lockKeyRights({ tx, organizationId }: Tenant, keyId: string): Promise<string[]> {
  const row = await tx
    .selectFrom('apiKeys')
    .select('permissions')
    .where('organizationId', '=', organizationId)
    .where('id', '=', keyId)
    .where('revokedAt', 'is', null)
    .forShare()
    .executeTakeFirst();
  return row?.permissions ?? [];
}
