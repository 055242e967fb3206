import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { type MarketOrder, marketOrders } from '../tables.ts';

export const lockUnpaid = (tenant: Tenant, now: Temporal.Instant, limit: number) =>
  rowsOf<MarketOrder>(tenant.tx)`
    SELECT * FROM market_orders WHERE organization_id = ${tenant.organizationId} AND pay_by <= ${now}::timestamptz
    ORDER BY pay_by, cart_id, attempt LIMIT ${limit} FOR UPDATE`;

export async function selectNextPayBy(tenant: Tenant): Promise<Temporal.Instant | null> {
  const rows = await rowsOf<{ at: string | null }>(tenant.tx)`
    SELECT min(pay_by) AS at FROM ${marketOrders.of(tenant)} o`;
  const { at } = rows[0]!;
  return at === null ? null : Temporal.Instant.from(at);
}
