import { sql } from 'kysely';
import type { Tenant } from '#platform/db/table.ts';
import { type MarketOrder, marketOrders } from '../tables.ts';

export async function lockUnpaid(tenant: Tenant, now: Temporal.Instant, limit: number): Promise<MarketOrder[]> {
  const { rows } = await sql<MarketOrder>`
    SELECT * FROM market_orders WHERE organization_id = ${tenant.organizationId} AND pay_by <= ${now}::timestamptz
    ORDER BY pay_by, cart_id, attempt LIMIT ${limit} FOR UPDATE`.execute(tenant.tx);
  return rows;
}

export async function selectNextPayBy(tenant: Tenant): Promise<Temporal.Instant | null> {
  const { rows } = await sql<{ at: string | null }>`
    SELECT min(pay_by) AS at FROM ${marketOrders.of(tenant)} o`.execute(tenant.tx);
  const { at } = rows[0]!;
  return at === null ? null : Temporal.Instant.from(at);
}
