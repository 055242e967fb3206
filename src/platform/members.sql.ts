import { sql } from 'kysely';
import type { Tenant } from './db/table.ts';

/** Which of these people are active members of the organization. */
export async function selectActiveMembers(
  { tx, organizationId }: Tenant,
  userIds: readonly string[],
): Promise<Set<string>> {
  if (userIds.length === 0) return new Set();
  const rows = await tx
    .selectFrom('memberships')
    .select('userId')
    .where('organizationId', '=', organizationId)
    .where('userId', '=', sql<string>`ANY (${userIds}::uuid[])`)
    .where('active', '=', true)
    .execute();
  return new Set(rows.map(({ userId }) => userId));
}

/** The role of each of these people who is an active member, with the permissions that were given to them alone. */
export async function selectRights(
  { tx, organizationId }: Tenant,
  userIds: readonly string[],
): Promise<{ userId: string; role: string; permissions: string[] }[]> {
  if (userIds.length === 0) return [];
  return tx
    .selectFrom('memberships')
    .select(['userId', 'role', 'permissions'])
    .where('organizationId', '=', organizationId)
    .where('userId', '=', sql<string>`ANY (${userIds}::uuid[])`)
    .where('active', '=', true)
    .execute();
}

/** How many people are active members of the organization. */
export async function countActiveMembers({ tx, organizationId }: Tenant): Promise<number> {
  const { members } = await tx
    .selectFrom('memberships')
    .select(({ fn }) => fn.countAll<bigint>().as('members'))
    .where('organizationId', '=', organizationId)
    .where('active', '=', true)
    .executeTakeFirstOrThrow();
  return Number(members);
}
