import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { ofContacts } from '#modules/contacts/index.ts';
import { isPaidBy, paymentIsUndone } from '#modules/invoicing/index.ts';
import { dates, filter, list, oneOf } from '#platform/db/list.ts';
import { affectedBy, mapOf, onlyRowOf, rowOf, type Tenant } from '#platform/db/table.ts';
import { Currency } from '#platform/money.ts';
import {
  balanceMovements,
  creditEvents,
  type PaymentReceipt,
  paymentReceiptLines,
  paymentReceipts,
  type ReceiptLine,
} from '../tables.ts';

export const receiptStates = ['issued', 'void'] as const;

/** A payment of a document is undone where the document has it; one of a credit may be of interest only. */
const isUndone = (tenant: Tenant, line: RawBuilder<unknown>) => sql`(${paymentIsUndone(tenant, sql`${line}.record_id`)}
  OR EXISTS (SELECT FROM ${creditEvents.of(tenant)} e WHERE e.record_id = ${line}.record_id AND e.voided_at IS NOT NULL))`;

export const receiptList = list<PaymentReceipt>()({
  from: (ctx) => sql`${paymentReceipts.of(ctx)} t`,
  select: paymentReceipts.columns('t'),
  filters: {
    direction: oneOf('direction', z.enum(['sale', 'purchase'])),
    contactId: ofContacts(),
    currency: oneOf('currency', Currency),
    number: oneOf('number', z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)),
    state: filter(z.enum(receiptStates).optional().describe('`void`: all of its payments are undone.'), (state) =>
      state === 'void' ? sql`t.voided_at IS NOT NULL` : sql`t.voided_at IS NULL`,
    ),
    documentId: filter(
      z.uuid().optional().describe('Receipts of payments of this document.'),
      (id, ctx) =>
        sql`t.id IN (SELECT l.receipt_id FROM ${paymentReceiptLines.of(ctx)} l WHERE l.pending_record_id = ${id})`,
    ),
    ...dates('date'),
  },
  sort: { date: { by: sql`t.date`, type: 'date' }, created: { by: sql`t.id`, type: 'uuid' } },
  order: '-date',
});

/** The totals of these receipts. */
export const selectTotals = (tenant: Tenant, ids: string[]) =>
  mapOf<bigint>(tenant.tx)`
    SELECT l.receipt_id, sum(l.settled + l.interest + l.late_fee + l.advance)::numeric(40,0)
    FROM ${paymentReceiptLines.of(tenant)} l WHERE l.receipt_id = ANY (${ids}) GROUP BY l.receipt_id`;

/** Notes whether the payment of a line is undone now. Undefined: it was noted already, or the record has no receipt. */
export const updateUndone = (tenant: Tenant, recordId: string) =>
  rowOf<Pick<ReceiptLine, 'receiptId' | 'undone'>>(tenant.tx)`
    UPDATE payment_receipt_lines l SET undone = NOT l.undone
    WHERE l.organization_id = ${tenant.organizationId} AND l.record_id = ${recordId} AND l.undone <> ${isUndone(tenant, sql`l`)}
    RETURNING l.receipt_id, l.undone`;

/** Counts payments of a receipt that are not undone. It is void without any. */
export const addValidPayments = (tenant: Tenant, receiptId: string, added: number) =>
  affectedBy(tenant.tx)`
    UPDATE payment_receipts SET valid_payments = valid_payments + ${added},
      voided_at = CASE WHEN valid_payments + ${added} = 0 THEN ${tenant.now}::timestamptz END
    WHERE organization_id = ${tenant.organizationId} AND id = ${receiptId}`;

/** Receipts that differ from their payments, and gaps in their numbers. */
export const recountReceipts = (tenant: Tenant) =>
  onlyRowOf<{ counted: bigint; differences: number }>(tenant.tx)`
    WITH lines AS (
      SELECT l.receipt_id, (count(*) FILTER (WHERE NOT l.undone))::int AS valid, bool_or(l.undone <> ${isUndone(tenant, sql`l`)}
          OR l.settled > 0 AND NOT ${isPaidBy(tenant, { recordId: sql`l.record_id`, amount: sql`l.settled` })}
          OR l.interest + l.late_fee <> (SELECT coalesce(sum(e.interest + e.late_fee), 0)
            FROM ${creditEvents.of(tenant)} e WHERE e.record_id = l.record_id)
          OR l.advance <> (SELECT coalesce(sum(m.amount), 0) FROM ${balanceMovements.of(tenant)} m
            WHERE m.record_id = l.record_id AND m.kind IN ('topup', 'overpayment'))) AS differs
      FROM ${paymentReceiptLines.of(tenant)} l GROUP BY l.receipt_id),
    gaps AS (
      SELECT r.direction FROM ${paymentReceipts.of(tenant)} r GROUP BY r.direction HAVING max(r.number) <> count(*))
    SELECT count(*)::numeric(40,0) AS counted,
           ((count(*) FILTER (WHERE l.receipt_id IS NULL OR l.differs OR l.valid <> r.valid_payments))
             + (SELECT count(*) FROM gaps))::int AS differences
    FROM ${paymentReceipts.of(tenant)} r LEFT JOIN lines l ON l.receipt_id = r.id`;
