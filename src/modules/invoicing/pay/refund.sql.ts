import type { Tx } from '#platform/db/database.ts';

/** A payment by card that goes back to the card. */
export interface PaymentRefund {
  id: string;
  paymentId: string;
  status: 'requested' | 'settled' | 'failed';
  /** The provider's name for it. */
  reference: string | null;
  /** Why it failed. */
  reason: string | null;
  recordId: string | null;
  createdAt: string;
}

const columns = ['id', 'paymentId', 'status', 'reference', 'reason', 'recordId', 'createdAt'] as const;

const refunds = (tx: Tx, organizationId: string) =>
  tx.selectFrom('paymentRefunds').select(columns).where('organizationId', '=', organizationId);

export const insertRefund = async (
  tx: Tx,
  refund: {
    organizationId: string;
    id: string;
    paymentId: string;
    createdBy: string | null;
    createdAt: Temporal.Instant;
  },
): Promise<PaymentRefund> =>
  (await tx
    .insertInto('paymentRefunds')
    .values({ ...refund, status: 'requested' })
    .returning(columns)
    .executeTakeFirstOrThrow()) as PaymentRefund;

export const selectRefund = async (tx: Tx, organizationId: string, id: string) =>
  (await refunds(tx, organizationId).where('id', '=', id).executeTakeFirst()) as PaymentRefund | undefined;

/** By the provider's name for it, while nobody knows whether the money went back. */
export const selectAwaitedRefund = async (tx: Tx, organizationId: string, reference: string) =>
  (await refunds(tx, organizationId)
    .where('reference', '=', reference)
    .where('status', '=', 'requested')
    .limit(1)
    .executeTakeFirst()) as PaymentRefund | undefined;

export const lockRefund = async (tx: Tx, organizationId: string, id: string): Promise<PaymentRefund> =>
  (await refunds(tx, organizationId).where('id', '=', id).forUpdate().executeTakeFirstOrThrow()) as PaymentRefund;

export const updateRefund = async (
  tx: Tx,
  organizationId: string,
  id: string,
  change: Partial<Pick<PaymentRefund, 'status' | 'reference' | 'reason' | 'recordId'>>,
): Promise<PaymentRefund> =>
  (await tx
    .updateTable('paymentRefunds')
    .set(change)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()) as PaymentRefund;

/** The last refund of each payment of a document that has one, by payment. */
export async function selectRefundsOf(
  tx: Tx,
  organizationId: string,
  pendingRecordId: string,
): Promise<Map<string, PaymentRefund>> {
  const rows = await tx
    .selectFrom('paymentRefunds as r')
    .innerJoin('pendingPayments as p', (join) =>
      join.onRef('p.organizationId', '=', 'r.organizationId').onRef('p.id', '=', 'r.paymentId'),
    )
    .select(columns.map((column) => `r.${column}` as const))
    .where('r.organizationId', '=', organizationId)
    .where('p.pendingRecordId', '=', pendingRecordId)
    .distinctOn('r.paymentId')
    .orderBy('r.paymentId')
    .orderBy('r.id', 'desc')
    .execute();
  return new Map((rows as PaymentRefund[]).map((refund) => [refund.paymentId, refund]));
}
