import { rowsOf, type Tenant } from '#platform/db/table.ts';
import type { MarketOrder } from '../tables.ts';

export const lockUnpaid = (tenant: Tenant, now: Temporal.Instant, limit: number) =>
  rowsOf<MarketOrder>(tenant.tx)`
    SELECT * FROM market_orders WHERE organization_id = ${tenant.organizationId} AND pay_by <= ${now}::timestamptz
    ORDER BY pay_by, cart_id, attempt LIMIT ${limit} FOR UPDATE`;
