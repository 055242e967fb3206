import { sql } from 'kysely';
import { awaitedGoods, orderedGoods } from '#modules/invoicing/index.ts';
import { lookedUp } from '#platform/db/looked-up.ts';
import type { RowsQuery } from '#platform/db/nested.ts';
import type { Tenant } from '#platform/db/table.ts';
import { deliveries, deliveryCancellations, deliveryLines } from '../tables.ts';

type Organization = Pick<Tenant, 'organizationId'>;

/**
 * Goods that are ordered, bought and not delivered yet, or on their way from another division: `resource_id`, `division_id` (null: the
 * document names none) and `quantity`. Reads only documents and deliveries that are open.
 */
export const incomingGoods = (tenant: Organization): RowsQuery => sql`
  ${orderedGoods(tenant)}
  UNION ALL
  SELECT a.resource_id, a.division_id, a.quantity - coalesce((
      SELECT sum(l.counted) FROM ${deliveryLines.of(tenant)} l
      CROSS JOIN ${lookedUp(deliveries.of(tenant), 'd', sql`d.id = l.delivery_id`)}
      WHERE l.element_id = a.element_id AND d.status <> 'canceled'), 0) - coalesce((
      SELECT sum(c.quantity) FROM ${deliveryCancellations.of(tenant)} c WHERE c.element_id = a.element_id), 0)
  FROM (${awaitedGoods(tenant)}) a
  UNION ALL
  SELECT l.resource_id, d.to_division_id, l.quantity
  FROM ${deliveries.of(tenant)} d CROSS JOIN ${lookedUp(deliveryLines.of(tenant), 'l', sql`l.delivery_id = d.id`)}
  WHERE d.kind = 'transfer' AND d.status = 'sent' AND l.received IS NULL`;

/** The deliveries of purchases, each with its `pending_record_id`. */
export const purchaseDeliveries = (tenant: Organization): RowsQuery => sql`
  SELECT d.id, d.pending_record_id FROM ${deliveries.of(tenant)} d WHERE d.kind = 'purchase'`;
