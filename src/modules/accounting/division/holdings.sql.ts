import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Tenant } from '#platform/db/table.ts';

/** A place where money is: a cash box, a bank account, … */
export interface MoneyAccount {
  id: string;
  name: string;
  kind: string;
  currency: string;
  chartAccountId: string;
  divisionId: string | null;
  archivedAt: string | null;
}

const accounts = (tx: Tx, organizationId: string) =>
  tx
    .selectFrom('accounts')
    .select(['id', 'name', 'kind', 'currency', 'chartAccountId', 'divisionId', 'archivedAt'])
    .where('organizationId', '=', organizationId);

export const selectMoneyAccounts = ({ tx, organizationId }: Tenant): Promise<MoneyAccount[]> =>
  accounts(tx, organizationId).orderBy('name').orderBy('id').execute();

/** One at a time among those who move the accounts' money; sales go on. */
export const lockMoneyAccounts = ({ tx, organizationId }: Tenant, ids: string[]): Promise<MoneyAccount[]> =>
  accounts(tx, organizationId)
    .where('id', '=', sql<string>`ANY (${ids}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

/** What the books hold of an account in a division, or in none. Minor units. */
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
  { tx, organizationId }: Tenant,
  filter: { chartAccountIds: string[]; divisionId: string | null; until: string | null },
): Promise<Holding[]> {
  const { until } = filter;
  const chosen = sql`
    organization_id = ${organizationId} AND account_id = ANY (${filter.chartAccountIds}::uuid[])
    AND (${filter.divisionId}::uuid IS NULL OR division_id = ${filter.divisionId}::uuid)`;
  const amounts = sql`account_id, division_id, own_debit - own_credit AS own, debit - credit AS base`;
  const { rows } = await sql<Holding>`
    SELECT account_id AS chart_account_id, division_id, sum(own)::bigint AS own, sum(base)::bigint AS base
    FROM (
      SELECT ${amounts} FROM ledger_months
      WHERE ${chosen} AND (${until}::date IS NULL OR month < date_trunc('month', ${until}::date))
      UNION ALL
      SELECT ${amounts} FROM ledger_days
      WHERE ${chosen} AND date >= date_trunc('month', ${until}::date) AND date <= ${until}::date
      UNION ALL
      SELECT ${amounts} FROM ledger_tail WHERE ${chosen} AND (${until}::date IS NULL OR date <= ${until}::date)
    ) AS parts
    GROUP BY account_id, division_id`.execute(tx);
  return rows;
}

export interface Spending {
  chartAccountId: string;
  code: string;
  name: string;
  /** The first day of the period. */
  period: string;
  amount: bigint;
}

/** What a division spent by account of expenses and period, in the organization's currency; periods without any are left out. */
export async function selectSpending(
  { tx, organizationId }: Tenant,
  filter: { divisionId: string; from: string; to: string; period: 'day' | 'week' | 'month' },
): Promise<Spending[]> {
  const chosen = sql`
    organization_id = ${organizationId} AND division_id = ${filter.divisionId}
    AND date BETWEEN ${filter.from}::date AND ${filter.to}::date`;
  const { rows } = await sql<Spending>`
    WITH categories AS MATERIALIZED (
      SELECT id, code, name FROM chart_accounts WHERE organization_id = ${organizationId} AND kind = 'expense'
    )
    SELECT c.id AS chart_account_id, c.code, c.name, date_trunc(${filter.period}, parts.date)::date AS period,
           sum(parts.debit - parts.credit)::bigint AS amount
    FROM (
      SELECT account_id, date, debit, credit FROM ledger_days
      WHERE ${chosen} AND account_id IN (SELECT id FROM categories)
      UNION ALL
      SELECT account_id, date, debit, credit FROM ledger_tail
      WHERE ${chosen} AND account_id IN (SELECT id FROM categories)
    ) AS parts JOIN categories c ON c.id = parts.account_id
    GROUP BY 1, 2, 3, 4
    HAVING sum(parts.debit - parts.credit) <> 0
    ORDER BY c.code, period`.execute(tx);
  return rows;
}
