import type { Tenant } from '#platform/db/table.ts';
import { postingRules } from '../tables.ts';

/** The account of each posting rule, by the name of the rule. */
export async function selectPostingRules(tenant: Tenant): Promise<Map<string, string>> {
  const rows = await postingRules.all(tenant, {}, { columns: ['name', 'chartAccountId'] });
  return new Map(rows.map(({ name, chartAccountId }) => [name, chartAccountId]));
}
