import { sql } from 'kysely';
import { z } from 'zod';
import { keepPlans } from '#platform/db/keep-plans.ts';
import { containing, dates, filter, isSet, list, listOf, oneOf } from '#platform/db/list.ts';
import { lookedUp } from '#platform/db/looked-up.ts';
import { affectedBy, rowsOf, type Tenant } from '#platform/db/table.ts';
import {
  type Conciliation,
  chartAccounts,
  conciliatedRecords,
  conciliations,
  ledgerEntries,
  ledgerTransfers,
  records,
  type StatementLine,
  statementLines,
} from '../tables.ts';
import type { BookedLine } from './booked-before.ts';

/** A year of a busy account. */
const BOOKED_LINES_MAX = 1_000;

/** The amount that a posted record adds to an account, in minor units of the account's currency. */
export interface OpenMovement {
  recordId: string;
  date: string;
  description: string;
  reference: string | null;
  paymentMethod: string | null;
  contactId: string | null;
  amount: bigint;
}

/** The records of an account that are in no conciliation, by date. */
export async function selectOpenMovements(
  tenant: Tenant,
  filter: {
    accountId: string;
    chartAccountId: string;
    recordIds?: string[] | null;
    from?: string | null;
    until?: string | null;
    limit: number;
  },
): Promise<OpenMovement[]> {
  await keepPlans(tenant);
  const { recordIds = null, from = null, until = null } = filter;
  const entries = recordIds
    ? sql`t.entry_id IN (SELECT e.id FROM ${ledgerEntries.of(tenant)} e WHERE e.record_id = ANY (${recordIds}::uuid[]))`
    : sql`(${from}::date IS NULL OR t.date >= ${from}::date) AND (${until}::date IS NULL OR t.date <= ${until}::date)`;
  return rowsOf<OpenMovement>(tenant.tx)`
    SELECT r.id AS record_id, r.date, r.description, r.reference, r.payment_method, r.contact_id, sum(s.amount)::numeric(40,0) AS amount
    FROM (
      SELECT t.entry_id, t.debit_amount AS amount FROM ${ledgerTransfers.of(tenant)} t
      WHERE t.debit_account_id = ${filter.chartAccountId} AND ${entries}
      UNION ALL
      SELECT t.entry_id, -t.credit_amount FROM ${ledgerTransfers.of(tenant)} t
      WHERE t.credit_account_id = ${filter.chartAccountId} AND ${entries}
    ) AS s
    CROSS JOIN ${lookedUp(ledgerEntries.of(tenant), 'e', sql`e.id = s.entry_id AND e.reverses_id IS NULL`)}
    CROSS JOIN ${lookedUp(records.of(tenant), 'r', sql`r.id = e.record_id AND r.version = e.version AND r.status = 'posted'`)}
    WHERE NOT EXISTS (SELECT FROM ${conciliatedRecords.of(tenant)} c
      WHERE c.account_id = ${filter.accountId} AND c.record_id = r.id)
    GROUP BY r.id, r.date, r.description, r.reference, r.payment_method, r.contact_id HAVING sum(s.amount) <> 0
    ORDER BY r.date, r.id LIMIT ${filter.limit}`;
}

/** The records of a conciliation with their amounts. They cannot change while it holds them. */
export const selectConciliatedMovements = (tenant: Tenant, conciliationId: string) =>
  rowsOf<OpenMovement>(tenant.tx)`
    SELECT r.id AS record_id, r.date, r.description, r.reference, r.payment_method, r.contact_id, c.amount
    FROM ${conciliatedRecords.of(tenant)} c JOIN ${records.of(tenant)} r ON r.id = c.record_id
    WHERE c.conciliation_id = ${conciliationId}
    ORDER BY r.date, r.id`;

/** The latest conciliated lines that matched one record entered by hand, latest first. */
export const selectBookedLines = (tenant: Tenant, accountId: string) =>
  rowsOf<BookedLine>(tenant.tx)`
    SELECT l.amount, l.description, l.reference, a.id AS chart_account_id, a.name AS chart_account_name
    FROM (SELECT * FROM ${statementLines.of(tenant)} s
          WHERE s.account_id = ${accountId} AND s.conciliation_id IS NOT NULL
          ORDER BY s.date DESC, s.id DESC LIMIT ${BOOKED_LINES_MAX}) l
    CROSS JOIN LATERAL (
      SELECT min(c.record_id::text)::uuid AS record_id FROM ${conciliatedRecords.of(tenant)} c
      WHERE c.conciliation_id = l.conciliation_id AND c.match = l.match HAVING count(*) = 1) AS single
    JOIN ${records.of(tenant)} r ON r.id = single.record_id AND r.source_kind IS NULL AND r.kind IN ('income', 'expense')
    JOIN ${chartAccounts.of(tenant)} a ON a.id = r.chart_account_id AND a.archived_at IS NULL AND a.postable
    ORDER BY l.date DESC, l.id DESC`;

/** The last conciliation of an account that is not canceled, the next number, and the balance conciliated so far. */
export async function selectProgress(
  tenant: Tenant,
  accountId: string,
): Promise<{ last: Conciliation | undefined; next: number; balance: bigint }> {
  const [last, { rows }] = await Promise.all([
    conciliations.find(tenant, { accountId, canceledAt: null }, { orderBy: ['-number'] }),
    sql<{ next: number; balance: bigint }>`
      SELECT coalesce(max(number), 0) + 1 AS next,
             coalesce(sum(total_in - total_out) FILTER (WHERE canceled_at IS NULL), 0)::numeric(40,0) AS balance
      FROM ${conciliations.of(tenant)} c WHERE account_id = ${accountId}`.execute(tenant.tx),
  ]);
  return { last, ...rows[0]! };
}

export const conciliationList = list<Conciliation & { lineCount: number }>()({
  from: (tenant) => sql`${conciliations.of(tenant)} t CROSS JOIN LATERAL (
    SELECT count(*)::int AS line_count FROM ${statementLines.of(tenant)} l WHERE l.conciliation_id = t.id) AS lines`,
  select: sql`${conciliations.columns('t')}, lines.line_count`,
  filters: { canceled: isSet('canceledAt', 'Only canceled ones, or only the others.') },
  scope: { accountId: oneOf('accountId', z.uuid()) },
  sort: { number: { by: sql`t.number`, type: 'integer' } },
  order: '-number',
});

/** The lines of imported statements; `conciliated: false` are those in no conciliation. */
export const lineList = listOf(statementLines, {
  filters: { ...dates('date'), search: containing(['description', 'reference'], 'In the description and reference.') },
  scope: {
    accountId: oneOf('accountId', z.uuid()),
    conciliated: isSet('conciliationId'),
    amount: filter(z.bigint(), (amount) => sql`t.amount IN (${amount}, ${-amount})`),
  },
  sort: { date: 'date' },
  order: 'date',
});

type NewStatementLine = Pick<StatementLine, 'nth' | 'date' | 'amount' | 'description' | 'reference'> & {
  /** In hexadecimal. */
  hash: string;
};

/** Inserts the lines that are not known yet, and returns how many these are. */
export async function insertStatementLines(
  tenant: Tenant,
  of: { accountId: string; importId: string },
  lines: NewStatementLine[],
): Promise<number> {
  if (lines.length === 0) return 0;
  const rows = lines.map(({ hash, nth, date, amount, description, reference }) => {
    return { ...of, hash: Buffer.from(hash, 'hex'), nth, date, amount, description, reference };
  });
  return affectedBy(tenant.tx)`
    ${statementLines.insertion(tenant, rows)} ON CONFLICT (organization_id, account_id, hash, nth) DO NOTHING`;
}
