import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { ofContacts } from '#modules/contacts/index.ts';
import { paymentIsUndone } from '#modules/invoicing/index.ts';
import { dates, filter, list, oneOf } from '#platform/db/list.ts';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { Currency } from '#platform/money.ts';
import {
  creditEvents,
  type PaymentReceipt,
  paymentReceiptLines,
  paymentReceipts,
  type ReceiptLine,
} from '../tables.ts';

export const receiptStates = ['issued', 'void'] as const;

/** A receipt with the sum and the state of its payments. Amounts are minor units. */
export interface ListedReceipt extends PaymentReceipt {
  total: bigint;
  state: (typeof receiptStates)[number];
}

/** A payment of a document is undone where the document has it; one of a credit may be of interest only. */
const isUndone = (tenant: Tenant, line: RawBuilder<unknown>) => sql`(${paymentIsUndone(tenant, sql`${line}.record_id`)}
  OR EXISTS (SELECT FROM ${creditEvents.of(tenant)} e WHERE e.record_id = ${line}.record_id AND e.voided_at IS NOT NULL))`;

const isVoid = (tenant: Tenant) => sql`NOT EXISTS (
  SELECT FROM ${paymentReceiptLines.of(tenant)} l WHERE l.receipt_id = t.id AND NOT ${isUndone(tenant, sql`l`)})`;

export const receiptList = list<PaymentReceipt>()({
  from: (ctx) => sql`${paymentReceipts.of(ctx)} t`,
  select: paymentReceipts.columns('t'),
  filters: {
    direction: oneOf('direction', z.enum(['sale', 'purchase'])),
    contactId: ofContacts(),
    currency: oneOf('currency', Currency),
    number: oneOf('number', z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)),
    state: filter(z.enum(receiptStates).optional().describe('`void`: all of its payments are undone.'), (state, ctx) =>
      state === 'void' ? isVoid(ctx) : sql`NOT ${isVoid(ctx)}`,
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

/** The totals and states of these receipts. */
export const selectSums = (tenant: Tenant, ids: string[]) =>
  rowsOf<Pick<ListedReceipt, 'id' | 'total' | 'state'>>(tenant.tx)`
    SELECT l.receipt_id AS id, sum(l.settled + l.interest + l.late_fee + l.advance)::numeric(40,0) AS total,
           CASE WHEN bool_and(${isUndone(tenant, sql`l`)}) THEN 'void' ELSE 'issued' END AS state
    FROM ${paymentReceiptLines.of(tenant)} l WHERE l.receipt_id = ANY (${ids}) GROUP BY l.receipt_id`;

export interface ReadLine extends ReceiptLine {
  undone: boolean;
}

export const selectLines = (tenant: Tenant, receiptId: string) =>
  rowsOf<ReadLine>(tenant.tx)`
    SELECT ${paymentReceiptLines.columns('l')}, ${isUndone(tenant, sql`l`)} AS undone
    FROM ${paymentReceiptLines.of(tenant)} l WHERE l.receipt_id = ${receiptId} ORDER BY l.position`;
