import { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { dates, listOf, oneOf, oneOfFew, search } from '#platform/db/list.ts';
import { mapOf, rowsOf, type Tenant } from '#platform/db/table.ts';
import { inDecimals } from '#platform/money.ts';
import { assets } from '../tables.ts';
import { AssetState } from './asset.schema.ts';

export const assetList = listOf(assets, {
  filters: {
    search: search('asset', 'Beginnings of words of the name, code, serial number, category, location or custodian.'),
    state: oneOfFew('state', AssetState),
    category: oneOf('category', z.string().max(100)),
    taxCategory: oneOf('taxCategory', z.enum(['1', '2', '3'])),
    divisionId: oneOf('divisionId', z.uuid()),
    ...dates('acquiredOn'),
  },
  sort: { acquired: 'acquiredOn', name: 'name', cost: 'cost' },
  order: '-acquired',
});

/** The sums of all assets that match and are still there. */
export async function sumAssets(ctx: TenantContext, query: Parameters<typeof assetList.where>[1]) {
  const rows = await rowsOf<{ cost: bigint; accumulatedDepreciation: bigint; bookValue: bigint }>(ctx.tx)`
    SELECT coalesce(sum(t.cost), 0)::numeric(40,0) AS cost,
           coalesce(sum(t.accumulated), 0)::numeric(40,0) AS accumulated_depreciation,
           coalesce(sum(t.cost - t.accumulated), 0)::numeric(40,0) AS book_value
    FROM ${assets.of(ctx)} t
    WHERE t.state <> 'disposed' AND ${await assetList.where(ctx, query)}`;
  return inDecimals(rows[0]!, ctx.currency);
}

/** The accounts of the chart to which assets in use are posted, each with the name of one of these assets. */
export const selectPostedAssets = (tenant: Tenant, chartAccountIds: string[]): Promise<Map<string, string>> =>
  mapOf<string>(tenant.tx)`
    SELECT DISTINCT ON (u.id) u.id, a.name
    FROM ${assets.of(tenant)} a
    CROSS JOIN LATERAL (VALUES (a.asset_account_id), (a.accumulated_account_id), (a.expense_account_id)) AS u (id)
    WHERE a.state IN ('active', 'depreciated') AND u.id = ANY (${chartAccountIds}::uuid[])
    ORDER BY u.id, a.name`;
