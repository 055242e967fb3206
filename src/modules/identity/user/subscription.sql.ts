import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

export interface SubscriptionRow {
  id: string;
  userId: string;
  channel: 'web-push' | 'email';
  target: string;
  keys: Buffer | null;
}

export const upsertSubscription = (tx: Tx, row: SubscriptionRow & { createdAt: Temporal.Instant }) =>
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

export async function selectSubscriptions(tx: Tx, userIds: string[]): Promise<SubscriptionRow[]> {
  const { rows } = await sql<SubscriptionRow>`
    SELECT id, user_id, channel, target, keys FROM notification_subscriptions
    WHERE user_id = ANY (${userIds}::uuid[]) ORDER BY id`.execute(tx);
  return rows;
}

export const deleteSubscription = (tx: Tx, userId: string, id: string): Promise<unknown> =>
  tx.deleteFrom('notificationSubscriptions').where('userId', '=', userId).where('id', '=', id).execute();
