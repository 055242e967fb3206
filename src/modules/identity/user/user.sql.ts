import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

export interface User {
  id: string;
  email: string;
  name: string;
  locale: string;
  passwordHash: string | null;
  passkeyHandle: Buffer;
  createdAt: string;
}

const columns = ['id', 'email', 'name', 'locale', 'passwordHash', 'passkeyHandle', 'createdAt'] as const;

export async function findUserByEmail(tx: Tx, email: string): Promise<User | undefined> {
  const row = await tx.selectFrom('users').select(columns).where('email', '=', email).executeTakeFirst();
  return row as User | undefined;
}

export async function findUser(tx: Tx, id: string): Promise<User> {
  const row = await tx.selectFrom('users').select(columns).where('id', '=', id).executeTakeFirstOrThrow();
  return row as User;
}

export const findUsers = (tx: Tx, ids: string[]) =>
  tx
    .selectFrom('users')
    .select(['id', 'email', 'name', 'locale'])
    .where('id', '=', sql<string>`ANY (${ids}::uuid[])`)
    .where('closedAt', 'is', null)
    .execute();

/** Makes the account unless the address has one: two verified codes at once make one account. */
export async function ensureUser(
  tx: Tx,
  user: { id: string; email: string; name: string; passkeyHandle: Buffer; createdAt: Temporal.Instant },
): Promise<User> {
  await tx
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute();
  const found = await findUserByEmail(tx, user.email);
  return found!;
}

export const setPassword = (tx: Tx, userId: string, passwordHash: string): Promise<unknown> =>
  tx.updateTable('users').set({ passwordHash }).where('id', '=', userId).execute();

export const updateUser = (tx: Tx, userId: string, change: { name?: string; locale?: string }): Promise<unknown> =>
  tx.updateTable('users').set(change).where('id', '=', userId).execute();

export async function countPasskeys(tx: Tx, userId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('passkeys')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

export const selectOrganizationsOf = (tx: Tx, userId: string) =>
  tx
    .selectFrom('memberships')
    .innerJoin('organizations', 'organizations.id', 'memberships.organizationId')
    .select([
      'organizations.id',
      'organizations.name',
      'organizations.sandbox',
      'memberships.role',
      'memberships.permissions',
    ])
    .where('memberships.userId', '=', userId)
    .where('memberships.active', '=', true)
    .orderBy('memberships.joinedAt')
    .limit(1000)
    .execute();

/** The organizations this person owns, with how many others belong to each. Nobody joins them before the transaction ends. */
export async function lockOwned(tx: Tx, userId: string): Promise<{ id: string; name: string; others: number }[]> {
  // Two statements: the second counts who had joined when the first got its locks.
  const [, { rows }] = await Promise.all([
    sql`
      SELECT FROM organizations
      WHERE id IN (SELECT organization_id FROM memberships WHERE user_id = ${userId} AND role = 'owner')
      ORDER BY id FOR UPDATE`.execute(tx),
    sql<{ id: string; name: string; others: number }>`
      SELECT o.id, o.name, (SELECT count(*)::int - 1 FROM memberships m WHERE m.organization_id = o.id) AS others
      FROM memberships own JOIN organizations o ON o.id = own.organization_id
      WHERE own.user_id = ${userId} AND own.role = 'owner'`.execute(tx),
  ]);
  return rows;
}

/** Forgets the person: what they did stays, under an account without a name. */
export async function closeUser(tx: Tx, userId: string, at: Temporal.Instant): Promise<void> {
  await Promise.all([
    tx.deleteFrom('sessions').where('userId', '=', userId).execute(),
    tx.deleteFrom('passkeys').where('userId', '=', userId).execute(),
    tx.deleteFrom('passkeyChallenges').where('userId', '=', userId).execute(),
    tx.deleteFrom('notificationSubscriptions').where('userId', '=', userId).execute(),
    tx
      .updateTable('users')
      .set({ email: null, name: '', passwordHash: null, closedAt: at })
      .where('id', '=', userId)
      .execute(),
  ]);
}
