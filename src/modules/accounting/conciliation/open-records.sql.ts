import { type RawBuilder, sql } from 'kysely';
import { joinRows, joinSets } from '#platform/db/keep-plans.ts';
import { columnOf, mapOf, scalarOf, type Tenant } from '#platform/db/table.ts';
import {
  accounts,
  conciliatedRecords,
  conciliations,
  ledgerEntries,
  ledgerTransfers,
  records,
  statementLines,
} from '../tables.ts';

/** Those records of an account that the bank does not have by the end of a day. Without a day: that are in no conciliation. */
interface OpenRecords {
  accountId: string;
  until: string | null;
  /** Only those of this month, named by its first day. */
  month?: string | undefined;
}

/** A record, its entry and its transfers have the same date, so each table is read for the month only. */
export const isInMonth = (date: RawBuilder<unknown>, { month }: Pick<OpenRecords, 'month'>): RawBuilder<unknown> =>
  month === undefined
    ? sql`true`
    : sql`${date} >= ${month}::date AND ${date} < (${month}::date + interval '1 month')::date`;

/** The entries that move the account: their amounts in its currency, negative if they take from it. */
const movementsOf = (tenant: Pick<Tenant, 'organizationId'>, open: OpenRecords) => {
  const { accountId, until } = open;
  const account = sql`(SELECT a.chart_account_id FROM ${accounts.of(tenant)} a WHERE a.id = ${accountId})`;
  const isInTime = sql`(${until}::date IS NULL OR t.date <= ${until}::date) AND ${isInMonth(sql`t.date`, open)}`;
  return sql`
    SELECT t.entry_id, t.date, t.debit_amount AS amount FROM ${ledgerTransfers.of(tenant)} t
    WHERE t.debit_account_id = ${account} AND ${isInTime}
    UNION ALL
    SELECT t.entry_id, t.date, -t.credit_amount FROM ${ledgerTransfers.of(tenant)} t
    WHERE t.credit_account_id = ${account} AND ${isInTime}`;
};

/** The records that the bank has: on the day of the lines that they are matched with, or else on the last day of their conciliation. */
const recordsAtBank = (tenant: Pick<Tenant, 'organizationId'>, { accountId, until }: OpenRecords) => sql`
  SELECT c.record_id
  FROM ${conciliatedRecords.of(tenant)} c
  JOIN ${conciliations.of(tenant)} k ON k.id = c.conciliation_id
  LEFT JOIN (
    SELECT l.conciliation_id, l.match, max(l.date) AS date FROM ${statementLines.of(tenant)} l
    WHERE l.account_id = ${accountId} AND l.match IS NOT NULL GROUP BY l.conciliation_id, l.match) AS m
    ON m.conciliation_id = c.conciliation_id AND m.match = c.match
  WHERE c.account_id = ${accountId} AND (${until}::date IS NULL OR coalesce(m.date, k.until) <= ${until}::date)`;

/** The ids of open records with what they add to the account. Whole sets are joined, so call `joinSets` before. */
const openRecords = (tenant: Pick<Tenant, 'organizationId'>, open: OpenRecords) => sql`
  SELECT r.id, sum(s.amount) AS amount
  FROM (${movementsOf(tenant, open)}) AS s
  JOIN ${ledgerEntries.of(tenant)} e
    ON e.id = s.entry_id AND e.reverses_id IS NULL AND ${isInMonth(sql`e.date`, open)}
  JOIN ${records.of(tenant)} r
    ON r.id = e.record_id AND r.version = e.version AND r.status = 'posted' AND ${isInMonth(sql`r.date`, open)}
  WHERE NOT EXISTS (SELECT FROM (${recordsAtBank(tenant, open)}) AS b WHERE b.record_id = r.id)
  GROUP BY r.id HAVING sum(s.amount) <> 0`;

/** The months in which an account moves, each by its first day, the newest first. */
export const selectMovedMonths = (tenant: Tenant, open: OpenRecords): Promise<string[]> =>
  columnOf<string>(tenant.tx)`
    SELECT DISTINCT date_trunc('month', s.date)::date AS month FROM (${movementsOf(tenant, open)}) AS s ORDER BY month DESC`;

export const isOpenIn = (
  tenant: Pick<Tenant, 'organizationId'>,
  record: RawBuilder<unknown>,
  open: OpenRecords,
): RawBuilder<unknown> => sql`${record} IN (SELECT o.id FROM (${openRecords(tenant, open)}) AS o)`;

/** The sum that all open records of an account add to it. */
export async function selectOpenAmount(tenant: Tenant, open: OpenRecords): Promise<bigint> {
  await joinSets(tenant);
  return (await scalarOf<bigint>(tenant.tx)`
    SELECT coalesce(sum(o.amount), 0)::numeric(40,0) FROM (${openRecords(tenant, open)}) AS o`)!;
}

/** The amounts that the current versions of these records add to an account. */
export async function selectAmountsIn(
  tenant: Tenant,
  accountId: string,
  recordIds: string[],
): Promise<Map<string, bigint>> {
  await joinRows(tenant);
  return mapOf<bigint>(tenant.tx)`
    SELECT r.id, sum(CASE WHEN t.debit_account_id = a.chart_account_id THEN t.debit_amount ELSE 0 END
                   - CASE WHEN t.credit_account_id = a.chart_account_id THEN t.credit_amount ELSE 0 END)::numeric(40,0)
    FROM ${accounts.of(tenant)} a
    JOIN ${records.of(tenant)} r ON r.id = ANY (${recordIds}::uuid[])
    JOIN ${ledgerEntries.of(tenant)} e ON e.record_id = r.id AND e.version = r.version AND e.reverses_id IS NULL
    JOIN ${ledgerTransfers.of(tenant)} t ON t.entry_id = e.id
    WHERE a.id = ${accountId} GROUP BY r.id`;
}
