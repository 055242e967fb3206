import type { Tx } from './db/transaction.ts';

/** The organization that a person owns; the first, if there are several. */
export async function findOwnedBy(tx: Tx, email: string): Promise<string | undefined> {
  const owned = await tx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.userId')
    .select('memberships.organizationId')
    .where('users.email', '=', email)
    .where('memberships.role', '=', 'owner')
    .orderBy('memberships.joinedAt')
    .executeTakeFirst();
  return owned?.organizationId;
}

/** Who answers for an organization, and its name: for e-mails that the service writes by itself. */
export async function findOwner(
  tx: Tx,
  organizationId: string,
): Promise<{ userId: string; email: string; name: string; organizationName: string } | undefined> {
  const owner = await tx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.userId')
    .innerJoin('organizations', 'organizations.id', 'memberships.organizationId')
    .select(['users.id as userId', 'users.email', 'users.name', 'organizations.name as organizationName'])
    .where('memberships.organizationId', '=', organizationId)
    .where('memberships.role', '=', 'owner')
    .executeTakeFirst();
  return owner && { ...owner, email: owner.email! };
}
