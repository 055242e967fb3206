import type { Tx } from '#platform/db/database.ts';

/** What someone is given: a role, or a list of permissions where the role is `custom`. */
export interface Grant {
  role: string;
  permissions: string[];
}

/** The grant of an active member; it cannot change before this transaction ends. */
export const lockMemberRights = (tx: Tx, organizationId: string, userId: string): Promise<Grant | undefined> =>
  tx
    .selectFrom('memberships')
    .select(['role', 'permissions'])
    .where('organizationId', '=', organizationId)
    .where('userId', '=', userId)
    .where('active', '=', true)
    .forShare()
    .executeTakeFirst();

/** The permissions of a live key; it cannot be revoked before this transaction ends. */
export async function lockKeyRights(tx: Tx, organizationId: string, keyId: string): Promise<string[]> {
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
