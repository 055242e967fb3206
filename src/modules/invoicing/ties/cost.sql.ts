import { sql } from 'kysely';
import type { Tenant } from '#platform/db/table.ts';
import type { Sold } from '../posting/goods.ts';

/** What a sale has cost beside its goods. The amount is minor units of the organization's currency. */
export interface Cost {
  id: string;
  elementId: string | null;
  costElementId: string | null;
  recordId: string | null;
  amount: bigint;
  description: string | null;
}

/** The costs of a sale that stand; what a void purchase cost does not count. */
export async function selectCosts({ tx, organizationId }: Tenant, pendingRecordId: string): Promise<Cost[]> {
  const { rows } = await sql<Cost>`
    SELECT c.id, c.element_id, c.cost_element_id, c.record_id, c.amount, e.description
    FROM pending_costs c
    LEFT JOIN pending_elements e ON e.organization_id = c.organization_id AND e.id = c.cost_element_id
    LEFT JOIN pending_records d ON d.organization_id = e.organization_id AND d.id = e.pending_record_id
    WHERE c.organization_id = ${organizationId} AND c.pending_record_id = ${pendingRecordId}
      AND d.status IS DISTINCT FROM 'void'
    ORDER BY c.created_at, c.id`.execute(tx);
  return rows;
}

export async function insertCosts(
  { tx, organizationId }: Tenant,
  pendingRecordId: string,
  costs: Omit<Cost, 'description'>[],
  by: { userId: string | null; at: Temporal.Instant },
): Promise<void> {
  const column = <K extends keyof Omit<Cost, 'description'>>(name: K) => costs.map((cost) => cost[name]);
  await sql`
    INSERT INTO pending_costs (organization_id, pending_record_id, created_by, created_at, id, element_id, cost_element_id,
      record_id, amount)
    SELECT ${organizationId}::uuid, ${pendingRecordId}::uuid, ${by.userId}::uuid, ${by.at}::timestamptz, given.*
    FROM unnest(${column('id')}::uuid[], ${column('elementId')}::uuid[], ${column('costElementId')}::uuid[],
      ${column('recordId')}::uuid[], ${column('amount')}::bigint[]) AS given`.execute(tx);
}

/** Those that were there. */
export async function deleteCosts(
  { tx, organizationId }: Tenant,
  pendingRecordId: string,
  ids: string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    DELETE FROM pending_costs
    WHERE organization_id = ${organizationId} AND pending_record_id = ${pendingRecordId} AND id = ANY (${ids}::uuid[])
    RETURNING id`.execute(tx);
  return rows.map(({ id }) => id);
}

export interface CostSource {
  id: string;
  /** What it is worth, and how much of that is the cost of some sale already. */
  value: bigint;
  used: bigint;
}

/** A line of a purchase, valued at the rate of its document. */
export interface CostElement extends CostSource, Sold {
  pendingRecordId: string;
}

export async function selectCostElements({ tx, organizationId }: Tenant, ids: string[]): Promise<CostElement[]> {
  const { rows } = await sql<CostElement>`
    SELECT e.id, e.pending_record_id, e.resource_id, e.resource_list_id, e.chart_account_id,
           CASE WHEN d.net = 0 THEN 0 ELSE round(e.net * d.base_net::numeric / d.net) END::bigint AS value,
           coalesce((SELECT sum(c.amount) FROM pending_costs c
                     WHERE c.organization_id = e.organization_id AND c.cost_element_id = e.id), 0)::bigint AS used
    FROM pending_elements e
    JOIN pending_records d ON d.organization_id = e.organization_id AND d.id = e.pending_record_id
    WHERE e.organization_id = ${organizationId} AND e.id = ANY (${ids}::uuid[])
      AND d.direction = 'purchase' AND d.kind = 'invoice' AND d.status = 'issued'`.execute(tx);
  return rows;
}

/** How much of each of these records is the cost of some sale already. */
export async function selectRecordCosts({ tx, organizationId }: Tenant, ids: string[]): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ recordId: string; used: bigint }>`
    SELECT record_id, sum(amount)::bigint AS used FROM pending_costs
    WHERE organization_id = ${organizationId} AND record_id = ANY (${ids}::uuid[])
    GROUP BY record_id`.execute(tx);
  return new Map(rows.map(({ recordId, used }) => [recordId, used]));
}
