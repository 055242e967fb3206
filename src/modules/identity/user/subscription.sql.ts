import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

/** Where a person wants to hear of notifications: an e-mail address, or the push address of a browser. */
export interface Subscription {
  id: string;
  userId: string;
  channel: 'web-push' | 'email';
  target: string;
}

export const upsertSubscription = (tx: Tx, row: Subscription & { keys: Buffer | null; createdAt: Temporal.Instant }) =>
  tx
    .insertInto('notificationSubscriptions')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['userId', 'target']).doUpdateSet({ keys: row.keys, channel: row.channel }),
    )
    .returning(['id', 'channel', 'target', 'createdAt'])
    .executeTakeFirstOrThrow();

/** Forgotten devices pile up: beyond the newest few of a person they go. */
export const deleteOldSubscriptions = (tx: Tx, userId: string, kept: number): Promise<unknown> =>
  sql`
    DELETE FROM notification_subscriptions WHERE id IN (
      SELECT id FROM notification_subscriptions WHERE user_id = ${userId} ORDER BY created_at DESC, id DESC OFFSET ${kept})
  `.execute(tx);

export async function selectSubscriptions(tx: Tx, userIds: string[]): Promise<Subscription[]> {
  const { rows } = await sql<Subscription>`
    SELECT id, user_id, channel, target FROM notification_subscriptions
    WHERE user_id = ANY (${userIds}::uuid[]) ORDER BY id`.execute(tx);
  return rows;
}

export const selectPushSubscription = (tx: Tx, userId: string, id: string) =>
  tx
    .selectFrom('notificationSubscriptions')
    .select(['target', 'keys'])
    .where('userId', '=', userId)
    .where('id', '=', id)
    .where('channel', '=', 'web-push')
    .executeTakeFirst();

export const deleteSubscription = (tx: Tx, userId: string, id: string): Promise<unknown> =>
  tx.deleteFrom('notificationSubscriptions').where('userId', '=', userId).where('id', '=', id).execute();
