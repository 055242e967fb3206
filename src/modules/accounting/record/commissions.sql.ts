import { sql } from 'kysely';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { records } from '../tables.ts';

/** The commissions that were posted for sellers, by month. Minor units of the organization's currency. */
export const selectCommissions = (
  tenant: Tenant,
  filter: { from: string; to: string; sellerId?: string | undefined },
) =>
  rowsOf<{ sellerId: string; month: string; amount: bigint }>(tenant.tx)`
    SELECT seller_id, to_char(date, 'YYYY-MM') AS month, sum(base_amount)::numeric(40,0) AS amount
    FROM ${records.of(tenant)} r WHERE kind = 'commission' AND status = 'posted'
      AND seller_id IS NOT NULL AND date BETWEEN ${filter.from}::date AND ${filter.to}::date
      ${filter.sellerId ? sql`AND seller_id = ${filter.sellerId}` : sql``}
    GROUP BY 1, 2`;
