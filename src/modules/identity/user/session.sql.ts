import type { Insertable } from 'kysely';
import { toTimestamp } from '#platform/date.ts';
import type { Sessions } from '#platform/db/schema.ts';
import type { Tx } from '#platform/db/transaction.ts';

export const insertSession = (tx: Tx, session: Insertable<Sessions>): Promise<unknown> =>
  tx.insertInto('sessions').values(session).execute();

/** The organization of a new session: the one used last, if the person still belongs to it. */
export async function selectLastOrganization(tx: Tx, userId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('memberships')
    .leftJoin('sessions', (join) =>
      join
        .onRef('sessions.userId', '=', 'memberships.userId')
        .onRef('sessions.organizationId', '=', 'memberships.organizationId'),
    )
    .select('memberships.organizationId')
    .where('memberships.userId', '=', userId)
    .where('memberships.active', '=', true)
    .orderBy('sessions.lastUsedAt', (order) => order.desc().nullsLast())
    .orderBy('memberships.joinedAt')
    .limit(1)
    .executeTakeFirst();
  return row?.organizationId ?? null;
}

export const selectSessions = (tx: Tx, userId: string, now: Temporal.Instant) =>
  tx
    .selectFrom('sessions')
    .select(['id', 'kind', 'name', 'userAgent', 'address', 'createdAt', 'lastUsedAt', 'expiresAt'])
    .where('userId', '=', userId)
    .where('expiresAt', '>', toTimestamp(now))
    .orderBy('lastUsedAt', 'desc')
    .limit(200)
    .execute();

export async function deleteSession(tx: Tx, userId: string, id: string): Promise<boolean> {
  const result = await tx.deleteFrom('sessions').where('userId', '=', userId).where('id', '=', id).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

export const deleteOtherSessions = (tx: Tx, userId: string, keptId: string): Promise<unknown> =>
  tx.deleteFrom('sessions').where('userId', '=', userId).where('id', '!=', keptId).execute();

export const deleteSessions = (tx: Tx, userId: string): Promise<unknown> =>
  tx.deleteFrom('sessions').where('userId', '=', userId).execute();

/** Replaces the secret at each new authentication, so that a secret that leaked before it gains nothing. */
export const renewSession = (
  tx: Tx,
  id: string,
  secretHash: Buffer,
  authenticatedAt: Temporal.Instant,
): Promise<unknown> => tx.updateTable('sessions').set({ secretHash, authenticatedAt }).where('id', '=', id).execute();

export const markAuthenticated = (tx: Tx, id: string, authenticatedAt: Temporal.Instant): Promise<unknown> =>
  tx.updateTable('sessions').set({ authenticatedAt }).where('id', '=', id).execute();

export const deleteExpiredSessions = (tx: Tx, now: Temporal.Instant): Promise<unknown> =>
  tx.deleteFrom('sessions').where('expiresAt', '<', toTimestamp(now)).execute();
