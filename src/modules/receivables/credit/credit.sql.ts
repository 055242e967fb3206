import { sql } from 'kysely';
import { ofContacts } from '#modules/contacts/index.ts';
import type { Debtor } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { toTimestamp } from '#platform/date.ts';
import { listOf, oneOf } from '#platform/db/list.ts';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { type Credit, creditEvents, creditInstalments, credits } from '../tables.ts';
import { CreditDirection, CreditStatus } from './credit.schema.ts';

/** Credits on which a day has changed something: an instalment is late, or late enough for its fee. */
export const selectCreditsToAttend = (tenant: Tenant, day: string, limit: number) =>
  rowsOf<Pick<Credit, 'id' | 'pendingRecordId'>>(tenant.tx)`
    SELECT c.id, c.pending_record_id FROM ${credits.of(tenant)} c
    WHERE c.attend_on <= ${day}::date ORDER BY c.attend_on, c.id LIMIT ${limit}`;

/**
 * Credits that have changed since the end of a day: made, ended, or with later events. The newest first, so that the first plan of a
 * document comes last.
 */
export async function selectCreditsChangedSince(
  tenant: Tenant,
  { day, end }: { day: string; end: Temporal.Instant },
  limit: number,
): Promise<Credit[]> {
  const after = sql`${toTimestamp(end)}::timestamptz`;
  return rowsOf<Credit>(tenant.tx)`
    SELECT c.* FROM ${credits.of(tenant)} c
    WHERE (c.status = 'active' OR c.ended_at >= ${after}) AND (c.created_at >= ${after} OR c.ended_at >= ${after} OR EXISTS (
      SELECT FROM ${creditEvents.of(tenant)} e WHERE e.credit_id = c.id AND e.date > ${day}::date AND e.voided_at IS NULL))
    ORDER BY c.created_at DESC LIMIT ${limit}`;
}

/** The contacts with unpaid instalments that fall due on one of these days, by currency, after one of them. */
export const selectInstalmentDebtors = (
  tenant: Tenant,
  dueOn: string[],
  { after, limit }: { after: Debtor | null; limit: number },
) =>
  rowsOf<Debtor>(tenant.tx)`
    SELECT DISTINCT c.contact_id, c.currency FROM ${credits.of(tenant)} c
    JOIN ${creditInstalments.of(tenant)} i ON i.credit_id = c.id
    WHERE c.status = 'active' AND c.direction = 'granted' AND c.contact_id IS NOT NULL AND i.due_on = ANY (${dueOn}::date[])
      AND i.open_late_fee + i.open_interest + i.open_capital > 0
      ${after ? sql`AND (c.contact_id, c.currency) > (${after.contactId}::uuid, ${after.currency})` : sql``}
    ORDER BY 1, 2 LIMIT ${limit}`;

export const creditList = listOf(credits, {
  filters: {
    status: oneOf('status', CreditStatus),
    direction: oneOf('direction', CreditDirection),
    contactId: ofContacts(),
  },
  sort: { created: 'createdAt' },
  order: '-created',
});

interface Owed {
  creditId: string;
  open: bigint;
  due: bigint;
  overdue: bigint;
}

/** The amounts owed of each of these credits by a day. */
export async function selectOwed(tenant: Tenant, creditIds: string[], today: string): Promise<Map<string, Owed>> {
  const rows = await rowsOf<Owed>(tenant.tx)`
    SELECT i.credit_id, coalesce(sum(owed), 0)::numeric(40,0) AS open,
           coalesce(sum(owed) FILTER (WHERE i.due_on <= ${today}::date), 0)::numeric(40,0) AS due,
           coalesce(sum(owed) FILTER (WHERE i.due_on < ${today}::date), 0)::numeric(40,0) AS overdue
    FROM ${creditInstalments.of(tenant)} i
    CROSS JOIN LATERAL (SELECT i.open_late_fee + i.open_interest + i.open_capital AS owed) AS line
    WHERE i.credit_id = ANY (${creditIds}::uuid[])
    GROUP BY i.credit_id`;
  return new Map(rows.map((row) => [row.creditId, row]));
}

export interface Totals extends Record<TotalledAmount, bigint> {
  direction: Credit['direction'];
  currency: string;
  credits: number;
}
type TotalledAmount =
  | 'principal'
  | 'openCapital'
  | 'openInterest'
  | 'openLateFee'
  | 'due'
  | 'overdue'
  | 'paid'
  | 'paidInterest'
  | 'paidLateFee';

/** Totals of all credits, by direction and currency. */
export const selectTotalsOfCredits = (tenant: Tenant, today: string) =>
  rowsOf<Totals>(tenant.tx)`
    WITH owed AS (
      SELECT credit_id, sum(open_capital) AS capital, sum(open_interest) AS interest, sum(open_late_fee) AS late_fee,
             sum(open_capital + open_interest + open_late_fee) FILTER (WHERE due_on <= ${today}::date) AS due,
             sum(open_capital + open_interest + open_late_fee) FILTER (WHERE due_on < ${today}::date) AS overdue
      FROM ${creditInstalments.of(tenant)} i GROUP BY credit_id),
    paid AS (
      SELECT credit_id, sum(late_fee + interest + capital) AS total, sum(interest) AS interest, sum(late_fee) AS late_fee
      FROM ${creditEvents.of(tenant)} e WHERE voided_at IS NULL GROUP BY credit_id)
    SELECT c.direction, c.currency,
           (count(*) FILTER (WHERE c.status = 'active'))::int AS credits,
           coalesce(sum(c.principal) FILTER (WHERE c.status = 'active'), 0)::numeric(40,0) AS principal,
           coalesce(sum(owed.capital) FILTER (WHERE c.status = 'active'), 0)::numeric(40,0) AS open_capital,
           coalesce(sum(owed.interest) FILTER (WHERE c.status = 'active'), 0)::numeric(40,0) AS open_interest,
           coalesce(sum(owed.late_fee) FILTER (WHERE c.status = 'active'), 0)::numeric(40,0) AS open_late_fee,
           coalesce(sum(owed.due) FILTER (WHERE c.status = 'active'), 0)::numeric(40,0) AS due,
           coalesce(sum(owed.overdue) FILTER (WHERE c.status = 'active'), 0)::numeric(40,0) AS overdue,
           coalesce(sum(paid.total), 0)::numeric(40,0) AS paid,
           coalesce(sum(paid.interest), 0)::numeric(40,0) AS paid_interest,
           coalesce(sum(paid.late_fee), 0)::numeric(40,0) AS paid_late_fee
    FROM ${credits.of(tenant)} c
    LEFT JOIN owed ON owed.credit_id = c.id
    LEFT JOIN paid ON paid.credit_id = c.id
    WHERE c.status <> 'canceled'
    GROUP BY c.direction, c.currency
    ORDER BY c.direction, c.currency`;

const CREDITS_CONSIDERED_MAX = 5_000;

/**
 * The documents of the newest credits of which one of these amounts is due, or falls due next if nothing is due. What is owed by us is
 * negative.
 */
export const selectDueInstalments = (ctx: TenantContext, currency: string, balances: bigint[]) =>
  rowsOf<{ documentId: string; balance: bigint }>(ctx.tx)`
    SELECT c.pending_record_id AS document_id,
           (sum(i.open_late_fee + i.open_interest + i.open_capital)
             * CASE c.direction WHEN 'granted' THEN 1 ELSE -1 END)::numeric(40,0) AS balance
    FROM (
      SELECT * FROM ${credits.of(ctx)} n WHERE n.status = 'active' AND n.currency = ${currency}
      ORDER BY n.created_at DESC, n.id DESC LIMIT ${CREDITS_CONSIDERED_MAX}) AS c
    JOIN ${creditInstalments.of(ctx)} i ON i.credit_id = c.id AND i.due_on <= greatest(c.next_due_on, ${ctx.today}::date)
    GROUP BY c.pending_record_id, c.direction
    HAVING sum(i.open_late_fee + i.open_interest + i.open_capital)
      * CASE c.direction WHEN 'granted' THEN 1 ELSE -1 END = ANY (${balances}::bigint[])
    ORDER BY c.pending_record_id`;
