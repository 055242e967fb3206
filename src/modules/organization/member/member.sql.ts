import { type Insertable, sql, type Updateable } from 'kysely';
import { z } from 'zod';
import { type Role, roles } from '#modules/roles.ts';
import { filter, flag, list, oneOf } from '#platform/db/list.ts';
import type { Memberships } from '#platform/db/schema.ts';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import type { Tx } from '#platform/db/transaction.ts';
import { containsWords } from '#platform/search/search.sql.ts';

export interface Member {
  userId: string;
  name: string;
  email: string;
  role: Role;
  permissions: string[];
  active: boolean;
  joinedAt: string;
}

export const memberList = list<Member & { lastSeenAt: string | null }>()({
  from: ({ organizationId }) => sql`(
    SELECT m.*, u.name, u.email FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE m.organization_id = ${organizationId}) t`,
  select: sql`t.user_id, t.name, t.email, t.role, t.permissions, t.active, t.joined_at, (
    SELECT max(s.last_used_at) FROM sessions s
    WHERE s.user_id = t.user_id AND s.organization_id = t.organization_id) AS last_seen_at`,
  filters: {
    // Unlike in other lists, an empty text finds everybody.
    search: filter(z.string().trim().max(100).optional().describe('In the name and the address.'), (text) =>
      containsWords(sql`t.name || ' ' || t.email`, text),
    ),
    role: oneOf('role', z.enum(roles), 'Members with one of these roles.'),
    active: flag('active', 'Active members only, or deactivated ones.'),
  },
  sort: { name: { by: sql`t.name`, type: 'text' }, joined: { by: sql`t.joined_at`, type: 'timestamp with time zone' } },
  order: 'name',
  key: [{ by: sql`t.user_id`, type: 'uuid' }],
});

/** Locks members, always in the order of their ids, so that no two transactions wait for each other. */
export const lockMembers = ({ tx, organizationId }: Tenant, userIds: string[]) =>
  rowsOf<Member>(tx)`
    SELECT m.user_id, u.name, u.email, m.role, m.permissions, m.active, m.joined_at
    FROM memberships m JOIN users u ON u.id = m.user_id
    WHERE m.organization_id = ${organizationId} AND m.user_id = ANY (${userIds}::uuid[])
    ORDER BY m.user_id FOR UPDATE OF m`;

export async function isActiveMember({ tx, organizationId }: Tenant, email: string): Promise<boolean> {
  const row = await tx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.userId')
    .select('users.id')
    .where('users.email', '=', email)
    .where('memberships.organizationId', '=', organizationId)
    .where('memberships.active', '=', true)
    .executeTakeFirst();
  return row !== undefined;
}

export const updateMember = ({ tx, organizationId }: Tenant, userId: string, change: Updateable<Memberships>) =>
  tx
    .updateTable('memberships')
    .set(change)
    .where('organizationId', '=', organizationId)
    .where('userId', '=', userId)
    .execute();

/** Adds a member, or activates a deactivated one with the new rights. An active member keeps theirs: then the answer is false. */
export const admitMember = async (
  { tx, organizationId }: Tenant,
  member: Omit<Insertable<Memberships>, 'organizationId'>,
): Promise<boolean> =>
  (await tx
    .insertInto('memberships')
    .values({ ...member, organizationId })
    .onConflict((conflict) =>
      conflict
        .columns(['organizationId', 'userId'])
        .doUpdateSet((inserted) => ({
          role: inserted.ref('excluded.role'),
          permissions: inserted.ref('excluded.permissions'),
          active: true,
        }))
        .where('memberships.active', '=', false),
    )
    .returning('userId')
    .executeTakeFirst()) !== undefined;

export const deleteMember = ({ tx, organizationId }: Tenant, userId: string): Promise<unknown> =>
  tx.deleteFrom('memberships').where('organizationId', '=', organizationId).where('userId', '=', userId).execute();

/** Takes the organization out of the person's sessions, which go on. */
export const leaveInSessions = ({ tx, organizationId }: Tenant, userId: string): Promise<unknown> =>
  tx
    .updateTable('sessions')
    .set({ organizationId: null })
    .where('userId', '=', userId)
    .where('organizationId', '=', organizationId)
    .execute();

export async function selectOrganizationIds(tx: Tx, userId: string): Promise<string[]> {
  const rows = await tx.selectFrom('memberships').select('organizationId').where('userId', '=', userId).execute();
  return rows.map((row) => row.organizationId);
}

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
