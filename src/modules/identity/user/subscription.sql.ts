import { type Insertable, type Selectable, sql } from 'kysely';
import type { NotificationSubscriptions } from '#platform/db/schema.ts';
import { rowsOf } from '#platform/db/table.ts';
import type { Tx } from '#platform/db/transaction.ts';

/** A channel for notifications: an e-mail address, or the push address of a browser. */
export type Subscription = Pick<Selectable<NotificationSubscriptions>, 'id' | 'userId' | 'channel' | 'target'>;

export const upsertSubscription = (tx: Tx, row: Insertable<NotificationSubscriptions>) =>
  tx
    .insertInto('notificationSubscriptions')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['userId', 'target']).doUpdateSet({ keys: row.keys, channel: row.channel }),
    )
    .returning(['id', 'channel', 'target', 'createdAt'])
    .executeTakeFirstOrThrow();

export const moveEmailSubscription = (tx: Tx, userId: string, email: string): Promise<unknown> =>
  tx
    .updateTable('notificationSubscriptions')
    .set({ target: email })
    .where('userId', '=', userId)
    .where('channel', '=', 'email')
    .execute();

/** Deletes all but the newest subscriptions of a person, because unused devices accumulate. */
export const deleteOldSubscriptions = (tx: Tx, userId: string, kept: number): Promise<unknown> =>
  sql`
    DELETE FROM notification_subscriptions WHERE id IN (
      SELECT id FROM notification_subscriptions WHERE user_id = ${userId} ORDER BY created_at DESC, id DESC OFFSET ${kept})
  `.execute(tx);

export const selectSubscriptions = (tx: Tx, userIds: string[]) =>
  rowsOf<Subscription>(tx)`
    SELECT id, user_id, channel, target FROM notification_subscriptions
    WHERE user_id = ANY (${userIds}::uuid[]) ORDER BY id`;

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

export const selectAnyPushSubscription = (tx: Tx) =>
  tx
    .selectFrom('notificationSubscriptions')
    .select(['target', 'keys'])
    .where('channel', '=', 'web-push')
    .limit(1)
    .executeTakeFirst();
