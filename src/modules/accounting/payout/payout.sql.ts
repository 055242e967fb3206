import { columnOf, type Tenant } from '#platform/db/table.ts';
import { payoutTransfers } from '../tables.ts';

/** The payouts of transfers that are not older than that. */
export const selectPayoutIdsSince = (tenant: Tenant, adapter: string, createdAt: string) =>
  columnOf<string>(tenant.tx)`
    SELECT payout_id FROM ${payoutTransfers.of(tenant)} t
    WHERE adapter = ${adapter} AND created_at >= ${createdAt}::timestamptz AND payout_id IS NOT NULL
    ORDER BY created_at LIMIT 1000`;
