import { sql } from 'kysely';
import type { Tenant } from '#platform/db/table.ts';
import { type PaymentSource, pendingPayments, pendingRecords } from '../tables.ts';

/** Which debts of a contact: ours or theirs, in one currency. */
export interface Debts {
  contactId: string;
  direction: 'sale' | 'purchase';
  currency: string;
}

/** A document that made the debt larger, or a payment that made it smaller. */
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
  /** Positive for documents, negative for payments. */
  amount: bigint;
}

const isOfDebts = ({ contactId, direction, currency }: Debts) =>
  sql`d.contact_id = ${contactId} AND d.direction = ${direction} AND d.currency = ${currency}
    AND d.status = 'issued' AND d.kind IN ('invoice', 'loan')`;

/** The movements since a day, oldest first; on the same day documents come before payments. */
export async function selectDebtMovements(
  tenant: Tenant,
  debts: Debts,
  { from, limit }: { from: string; limit: number },
): Promise<DebtMovement[]> {
  const { rows } = await sql<DebtMovement>`
    SELECT m.* FROM (
      SELECT d.id, d.date, d.id AS document_id, d.kind AS document_kind, d.number, d.fiscal_number, d.reference,
             NULL::text AS source, NULL::text AS method, d.due AS amount, d.created_at
      FROM ${pendingRecords.of(tenant)} d WHERE ${isOfDebts(debts)} AND d.date >= ${from}::date
      UNION ALL
      SELECT p.id, p.date, d.id, d.kind, d.number, d.fiscal_number, p.reference, p.source, p.method, -p.amount, p.created_at
      FROM ${pendingRecords.of(tenant)} d JOIN ${pendingPayments.of(tenant)} p ON p.pending_record_id = d.id
      WHERE ${isOfDebts(debts)} AND p.date >= ${from}::date AND p.voided_at IS NULL
    ) AS m
    ORDER BY m.date, m.source IS NOT NULL, m.created_at, m.id LIMIT ${limit}`.execute(tenant.tx);
  return rows;
}

/** The debt of now, and the part of it that was due before a day. */
export async function selectDebt(
  tenant: Tenant,
  debts: Debts,
  day: string,
): Promise<{ debt: bigint; overdue: bigint }> {
  const { rows } = await sql<{ debt: bigint; overdue: bigint }>`
    SELECT coalesce(sum(d.balance), 0)::numeric(40,0) AS debt,
           coalesce(sum(d.balance) FILTER (WHERE d.due_on < ${day}::date), 0)::numeric(40,0) AS overdue
    FROM ${pendingRecords.of(tenant)} d WHERE ${isOfDebts(debts)} AND d.is_open`.execute(tenant.tx);
  return rows[0]!;
}
