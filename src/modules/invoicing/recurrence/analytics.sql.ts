import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { pendingRecords, recurrencies, recurrencyValues } from '../tables.ts';

/** The monthly recurring revenue at the end of a month, and its changes during the month. */
export interface MonthOfSubscriptions {
  place: number;
  mrr: bigint;
  customers: number;
  before: bigint;
  customersBefore: number;
  new: bigint;
  expansion: bigint;
  contraction: bigint;
  churned: bigint;
  churnedCustomers: number;
}

/** Compares the revenue of each customer on each day with the day before in the list. */
export const selectSubscriptionMonths = (tenant: Tenant, days: string[]) =>
  rowsOf<MonthOfSubscriptions>(tenant.tx)`
    WITH worth AS (
      SELECT at.place, coalesce(p.contact_id, r.id) AS customer, sum(v.monthly) AS monthly
      FROM unnest(${days}::date[]) WITH ORDINALITY AS at (day, place)
      CROSS JOIN ${recurrencies.of(tenant)} r
      JOIN ${pendingRecords.of(tenant)} p ON p.id = r.pending_record_id
      CROSS JOIN LATERAL (
        SELECT x.monthly FROM ${recurrencyValues.of(tenant)} x
        WHERE x.recurrency_id = r.id AND x.from_on <= at.day
        ORDER BY x.from_on DESC LIMIT 1) v
      WHERE p.direction = 'sale' AND v.monthly > 0
      GROUP BY at.place, customer),
    change AS (
      SELECT coalesce(later.place, earlier.place + 1) AS place,
             coalesce(later.monthly, 0) AS now, coalesce(earlier.monthly, 0) AS before
      FROM worth later FULL JOIN worth earlier
        ON earlier.customer = later.customer AND earlier.place + 1 = later.place)
    SELECT month.place::int,
           coalesce(sum(now), 0)::numeric(40,0) AS mrr,
           (count(*) FILTER (WHERE now > 0))::int AS customers,
           coalesce(sum(before), 0)::numeric(40,0) AS before,
           (count(*) FILTER (WHERE before > 0))::int AS customers_before,
           coalesce(sum(now) FILTER (WHERE before = 0), 0)::numeric(40,0) AS new,
           coalesce(sum(now - before) FILTER (WHERE before > 0 AND now > before), 0)::numeric(40,0) AS expansion,
           coalesce(sum(before - now) FILTER (WHERE now > 0 AND now < before), 0)::numeric(40,0) AS contraction,
           coalesce(sum(before) FILTER (WHERE now = 0), 0)::numeric(40,0) AS churned,
           (count(*) FILTER (WHERE now = 0))::int AS churned_customers
    FROM generate_series(2, ${days.length}::int) AS month (place)
    LEFT JOIN change ON change.place = month.place
    GROUP BY month.place
    ORDER BY month.place`;
