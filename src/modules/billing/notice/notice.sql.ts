import type { Insertable } from 'kysely';
import { toTimestamp } from '#platform/date.ts';
import type { Tx } from '#platform/db/database.ts';
import type { BillingNotices } from '#platform/db/schema.ts';

/** False: it is stored already. */
export async function insertNotice(tx: Tx, notice: Insertable<BillingNotices>): Promise<boolean> {
  const rows = await tx
    .insertInto('billingNotices')
    .values(notice)
    .onConflict((conflict) => conflict.doNothing())
    .returning('eventId')
    .execute();
  return rows.length > 0;
}

export interface NoticeKey {
  adapter: string;
  eventId: string;
}

export const selectNotice = (tx: Tx, { adapter, eventId }: NoticeKey) =>
  tx
    .selectFrom('billingNotices')
    .select(['subject', 'objectId', 'customerId', 'handledAt'])
    .where('adapter', '=', adapter)
    .where('eventId', '=', eventId)
    .executeTakeFirst();

export const markHandled = (tx: Tx, { adapter, eventId }: NoticeKey, at: Temporal.Instant): Promise<unknown> =>
  tx
    .updateTable('billingNotices')
    .set({ handledAt: at })
    .where('adapter', '=', adapter)
    .where('eventId', '=', eventId)
    .execute();

export const deleteOldNotices = (tx: Tx, before: Temporal.Instant): Promise<unknown> =>
  tx.deleteFrom('billingNotices').where('receivedAt', '<', toTimestamp(before)).execute();
