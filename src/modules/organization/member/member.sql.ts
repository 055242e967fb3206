import { sql } from 'kysely';
import { countRows } from '#platform/db/count.ts';
import type { Tx } from '#platform/db/database.ts';
import type { PageWindow } from '#platform/http/page.ts';
import { containsFolded } from '#platform/search/search.sql.ts';

export interface Member {
  userId: string;
  name: string;
  email: string;
  role: string;
  permissions: string[];
  active: boolean;
  joinedAt: string;
}

export interface MemberFilter {
  organizationId: string;
  search: string | null;
  role: string | null;
  active: boolean | null;
}

const matching = (tx: Tx, filter: MemberFilter) =>
  tx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.userId')
    .where('memberships.organizationId', '=', filter.organizationId)
    .$if(filter.search !== null, (query) =>
      query.where(containsFolded(sql`users.name || ' ' || users.email`, filter.search!)),
    )
    .$if(filter.role !== null, (query) => query.where('memberships.role', '=', filter.role as never))
    .$if(filter.active !== null, (query) => query.where('memberships.active', '=', filter.active!));

/** The people of an organization, by name. */
export async function selectMembers(
  tx: Tx,
  filter: MemberFilter,
  window: PageWindow,
): Promise<{ rows: (Member & { lastSeenAt: string | null })[]; counted: number }> {
  const [rows, counted] = await Promise.all([
    matching(tx, filter)
      .select([...memberColumns, lastSeenAt])
      .orderBy('users.name')
      .orderBy('users.id')
      .offset(window.offset)
      .limit(window.limit)
      .execute(),
    countRows(tx, matching(tx, filter).select('users.id'), window.countLimit),
  ]);
  return { rows, counted };
}

const memberColumns = [
  'memberships.userId',
  'users.name',
  sql<string>`users.email`.as('email'),
  'memberships.role',
  'memberships.permissions',
  'memberships.active',
  'memberships.joinedAt',
] as const;

const lastSeenAt = sql<string | null>`(
  SELECT max(s.last_used_at) FROM sessions s
  WHERE s.user_id = memberships.user_id AND s.organization_id = memberships.organization_id)`.as('lastSeenAt');

/** Holds these members as they are until the transaction ends; always in the same order, so that no two wait in a circle. */
export const lockMembers = (tx: Tx, organizationId: string, userIds: string[]): Promise<Member[]> =>
  tx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.userId')
    .select(memberColumns)
    .where('memberships.organizationId', '=', organizationId)
    .where('memberships.userId', '=', sql<string>`ANY (${userIds}::uuid[])`)
    .orderBy('memberships.userId')
    .forUpdate('memberships')
    .execute();

export async function isActiveMember(tx: Tx, organizationId: string, email: string): Promise<boolean> {
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

export const updateMember = (
  tx: Tx,
  organizationId: string,
  userId: string,
  change: { role?: string; permissions?: string[]; active?: boolean },
): Promise<unknown> =>
  tx
    .updateTable('memberships')
    .set(change as never)
    .where('organizationId', '=', organizationId)
    .where('userId', '=', userId)
    .execute();

/** Makes someone a member, or lets a member who was switched off back in. An active member keeps what they have. */
export const admitMember = (
  tx: Tx,
  member: {
    organizationId: string;
    userId: string;
    role: string;
    permissions: string[];
    joinedAt: Temporal.Instant;
  },
): Promise<unknown> =>
  tx
    .insertInto('memberships')
    .values(member as never)
    .onConflict((conflict) =>
      conflict
        .columns(['organizationId', 'userId'])
        .doUpdateSet({ role: member.role as never, permissions: member.permissions, active: true })
        .where('memberships.active', '=', false),
    )
    .execute();

export const deleteMember = (tx: Tx, organizationId: string, userId: string): Promise<unknown> =>
  tx.deleteFrom('memberships').where('organizationId', '=', organizationId).where('userId', '=', userId).execute();

/** The person's sessions go on, without this organization. */
export const leaveInSessions = (tx: Tx, organizationId: string, userId: string): Promise<unknown> =>
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
