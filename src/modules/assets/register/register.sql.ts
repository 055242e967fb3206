import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { type Asset, assetDepreciations, assets } from '../tables.ts';

type Listed = Pick<
  Asset,
  'id' | 'name' | 'code' | 'category' | 'taxCategory' | 'divisionId' | 'acquiredOn' | 'disposedOn' | 'assetAccountId'
>;

/** An asset in a period. Amounts are minor units. */
export interface RegisterRow extends Listed {
  accumulatedAccountId: string;
  costBefore: bigint;
  acquired: bigint;
  costDisposed: bigint;
  depreciatedBefore: bigint;
  depreciated: bigint;
  depreciationDisposed: bigint;
}

/** Every asset that was acquired by the end of the period, with what each day of it has posted, as in the ledger. */
export const selectRegister = (tenant: Tenant, { from, to }: { from: string; to: string }) =>
  rowsOf<RegisterRow>(tenant.tx)`
    SELECT a.id, a.name, a.code, a.category, a.tax_category, a.division_id, a.acquired_on, a.disposed_on,
           a.asset_account_id, a.accumulated_account_id,
           CASE WHEN a.acquired_on < p.first AND coalesce(a.disposed_on >= p.first, true) THEN a.cost ELSE 0 END AS cost_before,
           CASE WHEN a.acquired_on >= p.first THEN a.cost ELSE 0 END AS acquired,
           CASE WHEN a.disposed_on BETWEEN p.first AND p.last THEN a.cost ELSE 0 END AS cost_disposed,
           (CASE WHEN coalesce(a.disposed_on >= p.first, true) THEN a.opening_depreciation
                 ELSE a.opening_depreciation + a.disposal_depreciation - a.accumulated END
             + coalesce(d.before, 0))::numeric(40,0) AS depreciated_before,
           (CASE WHEN a.disposed_on BETWEEN p.first AND p.last THEN a.disposal_depreciation ELSE 0 END
             + coalesce(d.within, 0))::numeric(40,0) AS depreciated,
           CASE WHEN a.disposed_on BETWEEN p.first AND p.last THEN a.accumulated ELSE 0 END AS depreciation_disposed
    FROM ${assets.of(tenant)} a
    CROSS JOIN (VALUES (${from}::date, ${to}::date)) AS p (first, last)
    LEFT JOIN (
      SELECT m.asset_id, sum(m.amount) FILTER (WHERE m.posted_on < ${from}::date) AS before,
             sum(m.amount) FILTER (WHERE m.posted_on >= ${from}::date) AS within
      FROM ${assetDepreciations.of(tenant)} m WHERE m.posted_on <= ${to}::date GROUP BY m.asset_id
    ) AS d ON d.asset_id = a.id
    WHERE a.acquired_on <= p.last
    ORDER BY a.category, a.acquired_on, a.id`;
