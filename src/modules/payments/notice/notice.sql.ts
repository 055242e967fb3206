import type { Insertable } from 'kysely';
import { toTimestamp } from '#platform/date.ts';
import type { Tx } from '#platform/db/database.ts';
import type { PaymentNotices } from '#platform/db/schema.ts';

/** Stores a notice. False: it is stored already. */
export async function insertNotice(tx: Tx, notice: Insertable<PaymentNotices>): Promise<boolean> {
  const rows = await tx
    .insertInto('paymentNotices')
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

/** A notice that is not handled yet, locked so that it is handled once. */
export const lockNotice = (tx: Tx, { adapter, eventId }: NoticeKey) =>
  tx
    .selectFrom('paymentNotices')
    .select(['adapter', 'subject', 'objectId', 'merchantId'])
    .where('adapter', '=', adapter)
    .where('eventId', '=', eventId)
    .where('handledAt', 'is', null)
    .forUpdate()
    .executeTakeFirst();

export const markHandled = (tx: Tx, { adapter, eventId }: NoticeKey, at: Temporal.Instant): Promise<unknown> =>
  tx
    .updateTable('paymentNotices')
    .set({ handledAt: at })
    .where('adapter', '=', adapter)
    .where('eventId', '=', eventId)
    .execute();

export const deleteOldNotices = (tx: Tx, before: Temporal.Instant): Promise<unknown> =>
  tx.deleteFrom('paymentNotices').where('receivedAt', '<', toTimestamp(before)).execute();
