import { columnOf, type Tenant } from '#platform/db/table.ts';
import { type ChartAccount, chartAccounts, ledgerMonths, ledgerTail } from '../tables.ts';

/** The whole chart, by code: it has at most some thousand accounts. */
export const selectChart = (tenant: Tenant): Promise<ChartAccount[]> =>
  chartAccounts.all(tenant, {}, { orderBy: ['code'] });

/**
 * The chart, locked against other changes of it until the transaction ends. Postings do not wait. It is read after the lock, because
 * a change that it waited for may have added accounts.
 */
export async function lockChart(tenant: Tenant): Promise<ChartAccount[]> {
  await chartAccounts.all(tenant, {}, { columns: ['id'], orderBy: ['id'], lock: 'FOR NO KEY UPDATE' });
  return chartAccounts.all(tenant, {}, { orderBy: ['id'] });
}

/** Those of these accounts that have movements. */
export const selectMoved = (tenant: Tenant, ids: string[]): Promise<string[]> =>
  columnOf<string>(tenant.tx)`
    SELECT c.id FROM ${chartAccounts.of(tenant)} c
    WHERE c.id = ANY (${ids}::uuid[])
      AND (EXISTS (SELECT FROM ${ledgerTail.of(tenant)} t WHERE t.account_id = c.id)
        OR EXISTS (SELECT FROM ${ledgerMonths.of(tenant)} m WHERE m.account_id = c.id))`;
