import { countRows } from '#platform/db/count.ts';
import type { Tx } from '#platform/db/database.ts';
import type { PageWindow } from '#platform/http/page.ts';
import { type PendingPayment, paymentColumns } from '../pending/payment.sql.ts';

export const selectPayment = async (tx: Tx, organizationId: string, id: string): Promise<PendingPayment | undefined> =>
  (await tx
    .selectFrom('pendingPayments')
    .select(paymentColumns)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()) as PendingPayment | undefined;

/** The payments of a document, the oldest first; those that were taken back among them. */
export async function selectPaymentPage(
  tx: Tx,
  organizationId: string,
  pendingRecordId: string,
  window: PageWindow,
): Promise<{ rows: PendingPayment[]; counted: number }> {
  const matching = tx
    .selectFrom('pendingPayments')
    .where('organizationId', '=', organizationId)
    .where('pendingRecordId', '=', pendingRecordId);
  const [rows, counted] = await Promise.all([
    matching
      .select(paymentColumns)
      .orderBy('createdAt')
      .orderBy('id')
      .offset(window.offset)
      .limit(window.limit)
      .execute(),
    countRows(tx, matching.select('id'), window.countLimit),
  ]);
  return { rows: rows as PendingPayment[], counted };
}

/**
 * What a contact still owes, or is owed, in a currency: the invoices that fell due first come first. Those in instalments are
 * paid through their credit.
 */
export const selectOpenInvoices = (
  tx: Tx,
  organizationId: string,
  filter: { contactId: string; direction: 'sale' | 'purchase'; currency: string },
  limit: number,
) =>
  tx
    .selectFrom('pendingRecords')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('contactId', '=', filter.contactId)
    .where('isOpen', '=', true)
    .where('kind', '=', 'invoice')
    .where('direction', '=', filter.direction)
    .where('currency', '=', filter.currency)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('credits')
            .select('credits.id')
            .where('credits.organizationId', '=', organizationId)
            .whereRef('credits.pendingRecordId', '=', 'pendingRecords.id')
            .where('credits.status', '=', 'active'),
        ),
      ),
    )
    .orderBy('dueOn')
    .orderBy('date')
    .orderBy('id')
    .limit(limit)
    .execute();
