import { sql } from 'kysely';
import type { TenantContext } from '#platform/context.ts';
import { lookedUp } from '#platform/db/looked-up.ts';
import { rowsOf } from '#platform/db/table.ts';
import { type PendingRecord, pendingRecords } from '../tables.ts';
import { paidSince } from './report.sql.ts';

export interface OpenDebt extends Pick<PendingRecord, 'contactId' | 'divisionId' | 'currency' | 'direction'> {
  isLoan: boolean;
  documents: number;
  /** Minor units of the documents' currency, and of the organization's at the rates of the documents. */
  amount: bigint;
  booked: bigint;
}

/** The unpaid part of invoices and loans in other currencies at the end of a day, by contact and division. */
export const selectOpenDebts = (ctx: TenantContext, day: Temporal.PlainDate) =>
  rowsOf<OpenDebt>(ctx.tx)`
    WITH since AS (${paidSince(ctx, day)}), unpaid AS (
      SELECT o.id FROM ${pendingRecords.of(ctx)} o WHERE o.is_open
      UNION SELECT since.pending_record_id FROM since
    )
    SELECT d.contact_id, d.division_id, d.currency, d.direction, d.kind = 'loan' AS is_loan, count(*)::int AS documents,
           sum(d.due - d.paid + coalesce(since.own, 0))::numeric(40,0) AS amount,
           sum(d.base_total - d.base_withheld - d.base_paid + coalesce(since.amount, 0))::numeric(40,0) AS booked
    FROM unpaid CROSS JOIN ${lookedUp(pendingRecords.of(ctx), 'd', sql`d.id = unpaid.id`)}
    LEFT JOIN since ON since.pending_record_id = d.id
    WHERE d.currency <> ${ctx.currency} AND d.status = 'issued' AND d.kind IN ('invoice', 'loan') AND d.date <= ${day}::date
      AND d.due - d.paid + coalesce(since.own, 0) <> 0
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 4, 1, 2, 3, 5`;
