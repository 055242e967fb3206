import { sql } from 'kysely';
import { startOf } from '#platform/db/step.ts';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { chartAccounts, divisionTransfers, ledgerDays, ledgerMonths, ledgerTail } from '../tables.ts';

/** The balance of an account in a division, or in none. Minor units. */
export interface Holding {
  chartAccountId: string;
  divisionId: string | null;
  /** In the account's currency. */
  own: bigint;
  /** In the organization's. */
  base: bigint;
}

/** The balances of accounts, apart for each division, up to a day: whole months, the days of the last one, the open tail. */
export async function selectHoldings(
  tenant: Tenant,
  filter: { chartAccountIds: string[]; divisionId: string | null; until: string | null },
): Promise<Holding[]> {
  const { until } = filter;
  const chosen = sql`
    account_id = ANY (${filter.chartAccountIds}::uuid[])
    AND (${filter.divisionId}::uuid IS NULL OR division_id = ${filter.divisionId}::uuid)`;
  const amounts = sql`account_id, division_id, own_debit - own_credit AS own, debit - credit AS base`;
  return rowsOf<Holding>(tenant.tx)`
    SELECT account_id AS chart_account_id, division_id, sum(own)::numeric(40,0) AS own, sum(base)::numeric(40,0) AS base
    FROM (
      SELECT ${amounts} FROM ${ledgerMonths.of(tenant)} AS months
      WHERE ${chosen} AND (${until}::date IS NULL OR month < date_trunc('month', ${until}::date))
      UNION ALL
      SELECT ${amounts} FROM ${ledgerDays.of(tenant)} AS days
      WHERE ${chosen} AND date >= date_trunc('month', ${until}::date) AND date <= ${until}::date
      UNION ALL
      SELECT ${amounts} FROM ${ledgerTail.of(tenant)} AS tail WHERE ${chosen} AND (${until}::date IS NULL OR date <= ${until}::date)
    ) AS parts
    GROUP BY account_id, division_id`;
}

interface Spending {
  chartAccountId: string;
  code: string;
  name: string;
  /** The first day of the period. */
  period: string;
  amount: bigint;
}

/** The spending of a division by account of expenses and period, in the organization's currency; periods without any are left out. */
export async function selectSpending(
  tenant: Tenant,
  filter: { divisionId: string; from: string; to: string; period: 'day' | 'week' | 'month'; weekStart: number },
): Promise<Spending[]> {
  const chosen = sql`
    division_id = ${filter.divisionId}
    AND date BETWEEN ${filter.from}::date AND ${filter.to}::date`;
  return rowsOf<Spending>(tenant.tx)`
    WITH categories AS MATERIALIZED (
      SELECT id, code, name FROM ${chartAccounts.of(tenant)} a WHERE kind = 'expense'
    )
    SELECT c.id AS chart_account_id, c.code, c.name, ${startOf(sql`parts.date`, filter.period, filter.weekStart)} AS period,
           sum(parts.debit - parts.credit)::numeric(40,0) AS amount
    FROM (
      SELECT account_id, date, debit, credit FROM ${ledgerDays.of(tenant)} AS days
      WHERE ${chosen} AND account_id IN (SELECT id FROM categories)
      UNION ALL
      SELECT account_id, date, debit, credit FROM ${ledgerTail.of(tenant)} AS tail
      WHERE ${chosen} AND account_id IN (SELECT id FROM categories)
    ) AS parts JOIN categories c ON c.id = parts.account_id
    GROUP BY 1, 2, 3, 4
    HAVING sum(parts.debit - parts.credit) <> 0
    ORDER BY c.code, period`;
}

export interface Moved {
  accountId: string;
  arrived: bigint;
  left: bigint;
}

/** Amounts moved to and from a division after a moment, by account; null: since the beginning. */
export async function selectMoved(tenant: Tenant, divisionId: string, since: string | null): Promise<Moved[]> {
  const later = sql`moved_at > coalesce(${since}::timestamptz, '-infinity')`;
  return rowsOf<Moved>(tenant.tx)`
    SELECT account_id, sum(arrived)::numeric(40,0) AS arrived, sum(gone)::numeric(40,0) AS "left"
    FROM (
      SELECT to_account_id AS account_id, amount AS arrived, 0 AS gone FROM ${divisionTransfers.of(tenant)} AS incoming
      WHERE ${later} AND to_division_id = ${divisionId}
      UNION ALL
      SELECT from_account_id, 0, amount FROM ${divisionTransfers.of(tenant)} AS outgoing WHERE ${later} AND from_division_id = ${divisionId}
    ) AS sides
    GROUP BY account_id`;
}
