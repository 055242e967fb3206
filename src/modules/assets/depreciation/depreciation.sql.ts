import { sql } from 'kysely';
import { mapOf, onlyRowOf, rowsOf, scalarOf, type Tenant } from '#platform/db/table.ts';
import { type Asset, assetDepreciations, assets } from '../tables.ts';

/** The earliest month that is to be depreciated. */
export const selectNextMonth = (tenant: Tenant) =>
  scalarOf<string | null>(tenant.tx)`
    SELECT a.next_month FROM ${assets.of(tenant)} a WHERE a.state = 'active'
    ORDER BY a.next_month LIMIT 1`;

/** The assets whose next month this is. A transaction that waited for another one sees its result. */
export const lockDue = (tenant: Tenant, month: string) =>
  rowsOf<Asset>(tenant.tx)`
    SELECT ${assets.columns('a')} FROM ${assets.of(tenant)} a
    WHERE a.state = 'active' AND a.next_month = ${month}::date
    ORDER BY a.id FOR UPDATE`;

/** The depreciation of these assets that was posted for a month or a later one, by asset. */
export const selectDepreciatedSince = (tenant: Tenant, ids: string[], month: string) =>
  mapOf<bigint>(tenant.tx)`
    SELECT d.asset_id, sum(d.amount)::numeric(40,0) AS amount FROM ${assetDepreciations.of(tenant)} d
    WHERE d.asset_id = ANY (${ids}::uuid[]) AND d.month >= ${month}::date
    GROUP BY d.asset_id`;

/** Adds the depreciation of a month. The version stays: people who change an asset meanwhile change other fields. */
export const updateDepreciated = (
  { tx, organizationId }: Tenant,
  amounts: { id: string; amount: bigint }[],
  nextMonth: string,
  at: Temporal.Instant,
): Promise<unknown> =>
  sql`
    UPDATE assets a SET accumulated = a.accumulated + given.amount, next_month = ${nextMonth}::date, updated_at = ${at}::timestamptz
    FROM unnest(${amounts.map(({ id }) => id)}::uuid[], ${amounts.map(({ amount }) => amount)}::bigint[]) AS given (id, amount)
    WHERE a.organization_id = ${organizationId} AND a.id = given.id`.execute(tx);

/** Whether what each asset has accumulated is what was posted for it. */
export const recountDepreciation = (tenant: Tenant) =>
  onlyRowOf<{ counted: bigint; differences: number }>(tenant.tx)`
    SELECT count(*)::numeric(40,0) AS counted,
           (count(*) FILTER (WHERE a.accumulated <> a.opening_depreciation + coalesce(a.disposal_depreciation, 0)
              + coalesce(d.amount, 0)))::int AS differences
    FROM ${assets.of(tenant)} a
    LEFT JOIN (SELECT m.asset_id, sum(m.amount) AS amount FROM ${assetDepreciations.of(tenant)} m GROUP BY m.asset_id) AS d
      ON d.asset_id = a.id`;
