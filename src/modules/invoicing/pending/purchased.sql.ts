import { sql } from 'kysely';
import { lookedUp } from '#platform/db/looked-up.ts';
import type { RowsQuery } from '#platform/db/nested.ts';
import type { Tenant } from '#platform/db/table.ts';
import { pendingElements, pendingRecords } from '../tables.ts';

/** Queries of purchases, for the statements of other modules. */
type Organization = Pick<Tenant, 'organizationId'>;

const linesOf = (tenant: Organization) => lookedUp(pendingElements.of(tenant), 'e', sql`e.pending_record_id = d.id`);

/**
 * The goods of open purchase orders that are in no invoice yet: `resource_id`, `division_id` and `quantity`. A line with an account of
 * its own brings no stock.
 */
export const orderedGoods = (tenant: Organization): RowsQuery => sql`
  SELECT e.resource_id, d.division_id, e.quantity - e.converted AS quantity
  FROM ${pendingRecords.of(tenant)} d CROSS JOIN ${linesOf(tenant)}
  WHERE d.is_open AND d.kind = 'order' AND d.direction = 'purchase'
    AND e.converted < e.quantity AND e.resource_id IS NOT NULL AND e.chart_account_id IS NULL`;

/** The goods of bought invoices that are delivered later, with their `element_id`. What is delivered already is not deducted. */
export const awaitedGoods = (tenant: Organization): RowsQuery => sql`
  SELECT e.id AS element_id, e.resource_id, d.division_id, e.quantity
  FROM ${pendingRecords.of(tenant)} d CROSS JOIN ${linesOf(tenant)}
  WHERE d.deliver_later AND NOT d.fulfilled AND d.status = 'issued' AND d.kind = 'invoice' AND d.direction = 'purchase'
    AND e.resource_id IS NOT NULL AND e.chart_account_id IS NULL`;

/** Lines of bought invoices with their supplier. Amounts are minor units of `currency`. */
export const boughtLines = (tenant: Organization): RowsQuery => sql`
  SELECT e.pending_record_id, e.resource_id, d.contact_id, d.date, d.currency, d.prices_include_tax, e.quantity, e.unit_price,
         e.discount, e.net
  FROM ${pendingElements.of(tenant)} e CROSS JOIN ${lookedUp(pendingRecords.of(tenant), 'd', sql`d.id = e.pending_record_id`)}
  WHERE d.kind = 'invoice' AND d.direction = 'purchase' AND d.status = 'issued' AND d.contact_id IS NOT NULL`;

/** Notes whether anything of an invoice is still to be delivered. Its version stays: nobody changed a field of it. */
export const updateFulfilled = (tenant: Tenant, id: string, fulfilled: boolean): Promise<unknown> =>
  pendingRecords.update(tenant, id, { fulfilled, version: sql`version` });
