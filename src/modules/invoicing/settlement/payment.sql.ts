import { countRows } from '#platform/db/count.ts';
import type { Tenant } from '#platform/db/table.ts';
import type { PageWindow } from '#platform/http/page.ts';

export const paymentSources = [
  'account',
  'balance',
  'gift-card',
  'card',
  'withheld-itbis',
  'withheld-isr',
  'credit',
  'return',
] as const;
export type PaymentSource = (typeof paymentSources)[number];

export interface NewPayment {
  source: PaymentSource;
  /** The gift card, the credit or the return that it came from. */
  sourceId?: string | null;
  /** Minor units of the document's currency; and what it settles in the organization's. */
  amount: bigint;
  baseAmount: bigint;
  date: string;
  accountId?: string | null;
  method?: string | null;
  reference?: string | null;
  /** What it posted to the books. */
  recordId?: string | null;
}

export interface PendingPayment extends Required<NewPayment> {
  id: string;
  pendingRecordId: string;
  voidedAt: string | null;
  createdBy: string | null;
  createdAt: string;
}

const paymentColumns = [
  'id',
  'pendingRecordId',
  'source',
  'sourceId',
  'amount',
  'baseAmount',
  'date',
  'accountId',
  'method',
  'reference',
  'recordId',
  'voidedAt',
  'createdBy',
  'createdAt',
] as const;

export async function insertPayment(
  { tx, organizationId }: Tenant,
  payment: NewPayment & { id: string; pendingRecordId: string; createdBy: string | null },
  at: Temporal.Instant,
): Promise<PendingPayment> {
  const row = await tx
    .insertInto('pendingPayments')
    .values({ ...payment, organizationId, createdAt: at })
    .returning(paymentColumns)
    .executeTakeFirstOrThrow();
  return row as PendingPayment;
}

export async function lockPayment(
  { tx, organizationId }: Tenant,
  pendingRecordId: string,
  id: string,
): Promise<PendingPayment | undefined> {
  const row = await tx
    .selectFrom('pendingPayments')
    .select(paymentColumns)
    .where('organizationId', '=', organizationId)
    .where('pendingRecordId', '=', pendingRecordId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row as PendingPayment | undefined;
}

export async function voidPayment(
  { tx, organizationId }: Tenant,
  id: string,
  voidedBy: string | null,
  at: Temporal.Instant,
): Promise<PendingPayment> {
  const row = await tx
    .updateTable('pendingPayments')
    .set({ voidedAt: at, voidedBy })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returning(paymentColumns)
    .executeTakeFirstOrThrow();
  return row as PendingPayment;
}

/** The payments of a document, the oldest first; those that were taken back among them. */
export async function selectPayments(
  { tx, organizationId }: Tenant,
  pendingRecordId: string,
): Promise<PendingPayment[]> {
  const rows = await tx
    .selectFrom('pendingPayments')
    .select(paymentColumns)
    .where('organizationId', '=', organizationId)
    .where('pendingRecordId', '=', pendingRecordId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
  return rows as PendingPayment[];
}

export const selectPayment = async ({ tx, organizationId }: Tenant, id: string): Promise<PendingPayment | undefined> =>
  (await tx
    .selectFrom('pendingPayments')
    .select(paymentColumns)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()) as PendingPayment | undefined;

/** A page of the payments of a document, the oldest first, with those that were taken back. */
export async function selectPaymentPage(
  { tx, organizationId }: Tenant,
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
