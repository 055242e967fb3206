import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

/** A payment by card that goes back to the card. */
export interface PaymentRefund {
  id: string;
  paymentId: string;
  status: 'requested' | 'settled' | 'failed';
  /** Why it failed. */
  reason: string | null;
  recordId: string | null;
  /** When the bank sent back what had gone to the card. */
  bouncedAt: string | null;
  createdAt: string;
}

const columns = ['id', 'paymentId', 'status', 'reason', 'recordId', 'bouncedAt', 'createdAt'] as const;

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

/** Whether the payment goes back, or went, by another refund than this one. */
export const hasOtherRefund = async (tx: Tx, organizationId: string, { id, paymentId }: PaymentRefund) =>
  (await refunds(tx, organizationId)
    .where('paymentId', '=', paymentId)
    .where('id', '<>', id)
    .where('status', '<>', 'failed')
    .limit(1)
    .executeTakeFirst()) !== undefined;

export const lockRefund = async (tx: Tx, organizationId: string, id: string): Promise<PaymentRefund> =>
  (await refunds(tx, organizationId).where('id', '=', id).forUpdate().executeTakeFirstOrThrow()) as PaymentRefund;

type RefundChange = Partial<Pick<PaymentRefund, 'status' | 'reason' | 'recordId'>> & { bouncedAt?: Temporal.Instant };

export const updateRefund = async (
  tx: Tx,
  organizationId: string,
  id: string,
  change: RefundChange,
): Promise<PaymentRefund> =>
  (await tx
    .updateTable('paymentRefunds')
    .set(change)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()) as PaymentRefund;

/** The last refund of each of these payments that has one, by payment. */
export async function selectRefundsOf(
  tx: Tx,
  organizationId: string,
  paymentIds: string[],
): Promise<Map<string, PaymentRefund>> {
  if (paymentIds.length === 0) return new Map();
  const rows = await refunds(tx, organizationId)
    .where('paymentId', '=', sql<string>`ANY (${paymentIds}::uuid[])`)
    .distinctOn('paymentId')
    .orderBy('paymentId')
    .orderBy('id', 'desc')
    .execute();
  return new Map((rows as PaymentRefund[]).map((refund) => [refund.paymentId, refund]));
}
