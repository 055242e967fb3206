import { configured } from '#platform/db/configured.ts';
import type { Tenant } from '#platform/db/table.ts';
import { postingRules } from '../tables.ts';

/** The account of each posting rule, by the name of the rule. */
export const selectPostingRules = (tenant: Tenant): Promise<Map<string, string>> =>
  configured(tenant, 'posting rules', async () => {
    const rows = await postingRules.all(tenant, {}, { columns: ['name', 'chartAccountId'] });
    return new Map(rows.map(({ name, chartAccountId }) => [name, chartAccountId]));
  });
