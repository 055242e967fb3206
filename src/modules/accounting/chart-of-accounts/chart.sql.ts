import type { Tenant } from '#platform/db/table.ts';
import { accounts, type ChartAccount, chartAccounts, postingRules } from '../tables.ts';

/** The whole chart, by code: it has at most some thousand accounts. */
export const selectChart = (tenant: Tenant): Promise<ChartAccount[]> =>
  chartAccounts.all(tenant, {}, { orderBy: ['code'] });

/** The chart, locked against other changes of it until the transaction ends. Postings do not wait. */
export const lockChart = (tenant: Tenant): Promise<ChartAccount[]> =>
  chartAccounts.all(tenant, {}, { orderBy: ['id'], lock: 'FOR NO KEY UPDATE' });

/** The posting rules and the money account that need this account as it is. */
export async function selectUses(
  tenant: Tenant,
  chartAccountId: string,
): Promise<{ rules: string[]; moneyAccount: string | null }> {
  const [rules, account] = await Promise.all([
    postingRules.all(tenant, { chartAccountId }, { columns: ['name'], orderBy: ['name'] }),
    accounts.find(tenant, { chartAccountId }, { columns: ['name'] }),
  ]);
  return { rules: rules.map(({ name }) => name), moneyAccount: account?.name ?? null };
}
