import { sql } from 'kysely';
import { z } from 'zod';
import { CalendarDate } from '#platform/date.ts';
import { filter, listOf, oneOf, search } from '#platform/db/list.ts';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { budgetAmounts, budgets, chartAccounts, ledgerMonths, ledgerTail, ledgerTransfers } from '../tables.ts';

export const budgetList = listOf(budgets, {
  filters: {
    search: search('budget', 'Beginnings of words of the name or the notes.'),
    divisionId: oneOf('divisionId', z.uuid()),
    projectId: oneOf('projectId', z.uuid()),
    date: filter(
      CalendarDate.optional().describe('Only budgets that this day is in.'),
      (date) => sql`${date}::date BETWEEN t.starts_on AND t.ends_on`,
    ),
  },
  sort: { start: 'startsOn', name: 'name' },
  order: '-start',
});

/** The debits less the credits of an account in a month, in minor units of the organization's currency. */
interface MonthlyNet {
  accountId: string;
  month: string;
  net: bigint;
}

/** The movements of accounts of income and expense by month, from the first day of a month to the last of another. */
export async function selectMonthlyNet(
  tenant: Tenant,
  filters: { from: string; to: string; divisionId: string | null; projectId: string | null },
): Promise<MonthlyNet[]> {
  const { from, to, divisionId, projectId } = filters;
  const ofDivision = sql`(${divisionId}::uuid IS NULL OR division_id = ${divisionId}::uuid)`;
  const within = sql`BETWEEN ${from}::date AND ${to}::date AND ${ofDivision}`;
  const totals = sql`
    SELECT account_id, month, debit - credit AS net FROM ${ledgerMonths.of(tenant)} AS months WHERE month ${within}
    UNION ALL
    SELECT account_id, date_trunc('month', date)::date, debit - credit FROM ${ledgerTail.of(tenant)} AS tail WHERE date ${within}`;
  // The totals of the ledger are not kept by project.
  const transfers = sql`
    SELECT side.account_id, date_trunc('month', t.date)::date AS month, side.net
    FROM ${ledgerTransfers.of(tenant)} t
    CROSS JOIN LATERAL (VALUES (t.debit_account_id, t.amount), (t.credit_account_id, -t.amount)) AS side (account_id, net)
    WHERE t.project_id = ${projectId}::uuid AND t.date ${within}`;
  return rowsOf<MonthlyNet>(tenant.tx)`
    SELECT moved.account_id, moved.month, sum(moved.net)::numeric(40,0) AS net
    FROM (${projectId === null ? totals : transfers}) AS moved
    JOIN ${chartAccounts.of(tenant)} a ON a.id = moved.account_id
    WHERE a.kind IN ('income', 'expense')
    GROUP BY 1, 2 HAVING sum(moved.net) <> 0`;
}

interface BudgetSums {
  budgetId: string;
  income: bigint;
  expense: bigint;
}

export async function selectBudgetSums(tenant: Tenant, ids: string[]): Promise<Map<string, BudgetSums>> {
  const of = (kind: string) => sql`coalesce(sum(b.amount) FILTER (WHERE a.kind = ${kind}), 0)::numeric(40,0)`;
  const rows = await rowsOf<BudgetSums>(tenant.tx)`
    SELECT b.budget_id, ${of('income')} AS income, ${of('expense')} AS expense
    FROM ${budgetAmounts.of(tenant)} b JOIN ${chartAccounts.of(tenant)} a ON a.id = b.chart_account_id
    WHERE b.budget_id = ANY (${ids}::uuid[]) GROUP BY b.budget_id`;
  return new Map(rows.map((row) => [row.budgetId, row]));
}
