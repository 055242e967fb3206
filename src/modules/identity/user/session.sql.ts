import { toTimestamp } from '#platform/date.ts';
import type { Tx } from '#platform/db/database.ts';

export interface NewSession {
  id: string;
  userId: string;
  kind: 'cookie' | 'token';
  secretHash: Buffer;
  organizationId: string | null;
  name: string | null;
  userAgent: string;
  address: string;
  authenticatedAt: Temporal.Instant | null;
  createdAt: Temporal.Instant;
  lastUsedAt: Temporal.Instant;
  expiresAt: Temporal.Instant;
}

export const insertSession = (tx: Tx, session: NewSession): Promise<unknown> =>
  tx.insertInto('sessions').values(session).execute();

/** The organization a new session starts in: the one used last, while the person still belongs to it. */
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

/** A new secret at each step up: the one that was known before proves less than the one that is known now. */
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
