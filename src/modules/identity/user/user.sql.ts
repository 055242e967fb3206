import { type Insertable, type NotNull, type Selectable, sql, type Updateable } from 'kysely';
import type { Users } from '#platform/db/schema.ts';
import type { Tx } from '#platform/db/transaction.ts';

const columns = ['id', 'email', 'name', 'locale', 'passwordHash', 'passkeyHandle', 'createdAt'] as const;

/** An account that is not closed. Closed accounts have no address. */
export type User = Pick<Selectable<Users>, (typeof columns)[number]> & { email: string };

const users = (tx: Tx) => tx.selectFrom('users').select(columns).$narrowType<{ email: NotNull }>();

export const findUserByEmail = (tx: Tx, email: string): Promise<User | undefined> =>
  users(tx).where('email', '=', email).executeTakeFirst();

export const findUser = (tx: Tx, id: string): Promise<User> => users(tx).where('id', '=', id).executeTakeFirstOrThrow();

export const findUsers = (tx: Tx, ids: string[]) =>
  tx
    .selectFrom('users')
    .select(['id', 'email', 'name', 'locale'])
    .where('id', '=', sql<string>`ANY (${ids}::uuid[])`)
    .where('closedAt', 'is', null)
    .execute();

/** Creates the account unless the address has one, so that two concurrent codes create one account. */
export async function ensureUser(tx: Tx, user: Insertable<Users> & { email: string }): Promise<User> {
  await tx
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute();
  return (await findUserByEmail(tx, user.email))!;
}

export const setPassword = (tx: Tx, userId: string, passwordHash: string): Promise<unknown> =>
  tx.updateTable('users').set({ passwordHash }).where('id', '=', userId).execute();

export const updateUser = (tx: Tx, userId: string, change: Updateable<Users>): Promise<unknown> =>
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

/** The organizations that a person owns and the number of other members, locked so that no one joins meanwhile. */
export async function lockOwned(tx: Tx, userId: string): Promise<{ id: string; name: string; others: number }[]> {
  // Two statements: the second counts the members after the first got its locks.
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

/** Deletes the personal data: the person's work stays, under an account without a name. */
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
