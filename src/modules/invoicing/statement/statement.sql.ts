import { sql } from 'kysely';
import type { TenantContext } from '#platform/context.ts';
import { onlyRowOf, rowsOf, type Tenant } from '#platform/db/table.ts';
import { type PaymentSource, pendingPayments, pendingRecords } from '../tables.ts';

/** Which debts of a contact: ours or theirs, in one currency. */
export interface Debts {
  contactId: string;
  direction: 'sale' | 'purchase';
  currency: string;
}

/** A document or a refund that made the debt larger, or a payment that made it smaller. */
export interface DebtMovement {
  id: string;
  date: string;
  documentId: string;
  documentKind: 'invoice' | 'loan';
  number: bigint | null;
  fiscalNumber: string | null;
  reference: string | null;
  /** Null: a document. */
  source: PaymentSource | null;
  method: string | null;
  /** Positive for documents and refunds, negative for payments. */
  amount: bigint;
}

const isOfDebts = ({ contactId, direction, currency }: Debts) =>
  sql`d.contact_id = ${contactId} AND d.direction = ${direction} AND d.currency = ${currency}
    AND d.status = 'issued' AND d.kind IN ('invoice', 'loan')`;

/**
 * The movements since a day, oldest first; on the same day documents come before payments. As in the books, a voided payment
 * does not count, except that of a card: it counts until the day of its refund. A payment for the part that stays paid follows
 * it with the same record, so that part is no refund, and the second payment no new one.
 */
export async function selectDebtMovements(
  ctx: TenantContext,
  debts: Debts,
  { from, limit }: { from: string; limit: number },
): Promise<DebtMovement[]> {
  const paid = sql`
    SELECT p.id, p.date, d.id AS document_id, d.kind AS document_kind, d.number, d.fiscal_number, p.reference, p.source, p.method,
           p.amount, p.created_at, p.voided_at, p.record_id
    FROM ${pendingRecords.of(ctx)} d JOIN ${pendingPayments.of(ctx)} p ON p.pending_record_id = d.id WHERE ${isOfDebts(debts)}`;
  const line = sql`id, date, document_id, document_kind, number, fiscal_number, reference, source, method`;
  return rowsOf<DebtMovement>(ctx.tx)`
    WITH cards AS (
      SELECT c.*, (c.voided_at AT TIME ZONE ${ctx.timeZone})::date AS refunded_on,
             row_number() OVER parts AS part, lead(c.amount, 1, 0::bigint) OVER parts AS kept
      FROM (${paid} AND p.source = 'card') AS c
      WINDOW parts AS (PARTITION BY c.document_id, c.record_id ORDER BY c.id)
    )
    SELECT ${line}, amount FROM (
      SELECT d.id, d.date, d.id AS document_id, d.kind AS document_kind, d.number, d.fiscal_number, d.reference,
             NULL::text AS source, NULL::text AS method, d.due AS amount, d.created_at
      FROM ${pendingRecords.of(ctx)} d WHERE ${isOfDebts(debts)} AND d.date >= ${from}::date
      UNION ALL
      SELECT ${line}, -amount, created_at
      FROM (${paid} AND p.source <> 'card' AND p.voided_at IS NULL AND p.date >= ${from}::date) AS other
      UNION ALL
      SELECT ${line}, -amount, created_at FROM cards WHERE part = 1 AND date >= ${from}::date
      UNION ALL
      SELECT id, refunded_on, document_id, document_kind, number, fiscal_number, reference, source, method, amount - kept, voided_at
      FROM cards WHERE refunded_on >= ${from}::date
    ) AS m
    ORDER BY m.date, m.source IS NOT NULL, m.created_at, m.id LIMIT ${limit}`;
}

/** The debt of now, and the part of it that was due before a day. */
export const selectDebt = (tenant: Tenant, debts: Debts, day: string) =>
  onlyRowOf<{ debt: bigint; overdue: bigint }>(tenant.tx)`
    SELECT coalesce(sum(d.balance), 0)::numeric(40,0) AS debt,
           coalesce(sum(d.balance) FILTER (WHERE d.due_on < ${day}::date), 0)::numeric(40,0) AS overdue
    FROM ${pendingRecords.of(tenant)} d WHERE ${isOfDebts(debts)} AND d.is_open`;
