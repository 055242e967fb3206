import { type RawBuilder, sql } from 'kysely';
import { mapOf, type Row, rowsOf, type Tenant } from '#platform/db/table.ts';
import type { Sold } from '../posting/goods.ts';
import { pendingCosts, pendingElements, pendingRecords } from '../tables.ts';

/** A cost of a sale in addition to its goods, in minor units of the organization's currency. */
export type Cost = Pick<Row<typeof pendingCosts>, 'id' | 'elementId' | 'costElementId' | 'recordId' | 'amount'>;

export type DescribedCost = Cost & { description: string | null };

export const selectCosts = (tenant: Tenant, pendingRecordId: string) =>
  rowsOf<DescribedCost>(tenant.tx)`${costsOf(tenant, pendingRecordId)}`;

/** The costs of a sale, without those of void purchases. */
export const costsOf = (tenant: Tenant, pendingRecordId: string): RawBuilder<unknown> => sql`
  SELECT c.id, c.element_id, c.cost_element_id, c.record_id, c.amount, e.description
  FROM ${pendingCosts.of(tenant)} c
  LEFT JOIN ${pendingElements.of(tenant)} e ON e.id = c.cost_element_id
  LEFT JOIN ${pendingRecords.of(tenant)} d ON d.id = e.pending_record_id
  WHERE c.pending_record_id = ${pendingRecordId} AND d.status IS DISTINCT FROM 'void'
  ORDER BY c.created_at, c.id`;

interface CostSource {
  id: string;
  /** Its value, and how much of that is the cost of a sale already. */
  value: bigint;
  used: bigint;
}

/** A line of a purchase, valued at the rate of its document. */
export interface CostElement extends CostSource, Sold {
  pendingRecordId: string;
}

export const selectCostElements = (tenant: Tenant, ids: string[]) =>
  rowsOf<CostElement>(tenant.tx)`
    SELECT e.id, e.pending_record_id, e.resource_id, e.resource_list_id, e.chart_account_id,
           CASE WHEN d.net = 0 THEN 0 ELSE round(e.net * d.base_net::numeric / d.net) END::bigint AS value,
           coalesce((SELECT sum(c.amount) FROM ${pendingCosts.of(tenant)} c
                     WHERE c.cost_element_id = e.id), 0)::bigint AS used
    FROM ${pendingElements.of(tenant)} e
    JOIN ${pendingRecords.of(tenant)} d ON d.id = e.pending_record_id
    WHERE e.id = ANY (${ids}::uuid[])
      AND d.direction = 'purchase' AND d.kind = 'invoice' AND d.status = 'issued'`;

/** The amounts of these records that are the cost of a sale already. */
export const selectRecordCosts = (tenant: Tenant, ids: string[]) =>
  mapOf<bigint>(tenant.tx)`
    SELECT c.record_id, sum(c.amount)::numeric(40,0) AS used FROM ${pendingCosts.of(tenant)} c
    WHERE c.record_id = ANY (${ids}::uuid[]) GROUP BY c.record_id`;
