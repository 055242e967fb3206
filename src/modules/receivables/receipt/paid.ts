import { type RecordRow, selectRecords } from '#modules/accounting/index.ts';
import {
  isWriteOff,
  PaymentIsVoid,
  type PendingRecord,
  selectPaymentsOfRecords,
  selectPendingRecords,
} from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { refusal, requireKnown } from '#platform/refusal.ts';
import { balanceMovements, creditEvents, credits } from '../tables.ts';

export const PaymentsApart = refusal(
  'payments_apart',
  'A receipt is for payments of one contact, in one currency and one direction: print one for each.',
);

/** An amount of a payment and what it was for. */
export interface Part {
  recordId: string;
  direction: 'sale' | 'purchase';
  currency: string;
  amount: bigint;
  document: PendingRecord | null;
  kind: 'document' | 'interest' | 'lateFee' | 'advance';
  /** Still to be paid of the document. */
  due: bigint;
}

/** The payments of one receipt. */
export interface Paid {
  /** In the order in which they are named. */
  records: RecordRow[];
  parts: Part[];
  direction: 'sale' | 'purchase';
  currency: string;
  contactId: string | null;
  /** The day of the last payment. */
  date: string;
}

/** The payments that have these records, if they can be on one receipt. */
export async function findPaid(ctx: TenantContext, recordIds: string[], path: string): Promise<Paid> {
  const [records, parts] = await Promise.all([selectRecords(ctx, recordIds), partsOf(ctx, recordIds)]);
  const byId = new Map(records.map((record) => [record.id, record]));
  const paid = new Set(parts.map(({ recordId }) => recordId));
  requireKnown(recordIds, { has: (id) => byId.has(id) && paid.has(id) }, path, 'The payment');
  if (records.some(({ status }) => status === 'void')) throw PaymentIsVoid();
  const { direction, currency } = parts[0]!;
  const { contactId } = records[0]!;
  if (
    parts.some((part) => part.direction !== direction || part.currency !== currency) ||
    records.some((record) => record.contactId !== contactId)
  )
    throw PaymentsApart();
  const date = records
    .map((record) => record.date)
    .sort()
    .at(-1)!;
  return { records: recordIds.map((id) => byId.get(id)!), parts, direction, currency, contactId, date };
}

/** The parts of the payments: documents, interest and fees of credits, and money in advance. */
async function partsOf(ctx: TenantContext, recordId: string[]): Promise<Part[]> {
  const [payments, events, movements] = await Promise.all([
    selectPaymentsOfRecords(ctx, recordId),
    creditEvents.all(ctx, { recordId }),
    balanceMovements.all(ctx, { recordId, kind: ['topup', 'overpayment'] }),
  ]);
  const live = payments.filter(({ voidedAt }) => !voidedAt);
  const paid = live.filter((payment) => payment.source !== 'return' && !isWriteOff(payment));
  // A payment by card that was refunded in part is followed by one with the same record for the rest.
  if (payments.some((payment) => !live.some((other) => other.recordId === payment.recordId))) throw PaymentIsVoid();
  const creditIds = [...new Set(events.map(({ creditId }) => creditId))];
  const ofCredits = await credits.all(ctx, { id: creditIds }, { columns: ['id', 'pendingRecordId'] });
  const documentOfCredit = new Map(ofCredits.map(({ id, pendingRecordId }) => [id, pendingRecordId]));
  const documentIds = [...paid.map(({ pendingRecordId }) => pendingRecordId), ...documentOfCredit.values()];
  const documents = await selectPendingRecords(ctx, [...new Set(documentIds)]);
  const byId = new Map(documents.map((document) => [document.id, document]));
  const partOf = (id: string, part: Pick<Part, 'recordId' | 'amount' | 'kind'>): Part => {
    const document = byId.get(id)!;
    const { direction, currency, balance: due } = document;
    return { ...part, document, direction, currency, due };
  };
  const parts: Part[] = [
    ...paid.map((payment) =>
      partOf(payment.pendingRecordId, { recordId: payment.recordId!, amount: payment.amount, kind: 'document' }),
    ),
    ...events.flatMap((event) =>
      (['interest', 'lateFee'] as const).map((kind) =>
        partOf(documentOfCredit.get(event.creditId)!, { recordId: event.recordId!, amount: event[kind], kind }),
      ),
    ),
    ...movements.map((movement) => ({ ...movement, document: null, kind: 'advance' as const, due: 0n })),
  ];
  return parts.filter(({ amount }) => amount > 0n);
}
