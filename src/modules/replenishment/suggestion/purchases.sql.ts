import { type RawBuilder, sql } from 'kysely';
import { purchaseDeliveries } from '#modules/fulfilment/index.ts';
import { boughtArrivals } from '#modules/inventory/index.ts';
import { boughtLines } from '#modules/invoicing/index.ts';
import { lookedUp } from '#platform/db/looked-up.ts';
import type { RowsQuery } from '#platform/db/nested.ts';
import { rowsOf, type Tenant } from '#platform/db/table.ts';

/** How many purchases of a product are searched for one of its supplier. */
const PURCHASES_MAX = 20;

/** The last purchase of a product from a supplier, else from anybody. */
export const lastPurchase = (
  tenant: Pick<Tenant, 'organizationId'>,
  resourceId: RawBuilder<unknown>,
  supplierId: RawBuilder<unknown>,
): RowsQuery => sql`
  SELECT b.* FROM (
    SELECT a.date, a.id, a.cause_kind, a.cause_id FROM (${boughtArrivals(tenant)}) a
    WHERE a.resource_id = ${resourceId} ORDER BY a.date DESC, a.id DESC LIMIT ${sql.lit(PURCHASES_MAX)}) AS newest
  LEFT JOIN ${lookedUp(sql`(${purchaseDeliveries(tenant)})`, 'd', sql`newest.cause_kind = 'delivery' AND d.id = newest.cause_id`)} ON true
  CROSS JOIN ${lookedUp(
    sql`(${boughtLines(tenant)})`,
    'b',
    sql`b.resource_id = ${resourceId} AND b.pending_record_id = coalesce(d.pending_record_id, newest.cause_id)`,
  )}
  ORDER BY (b.contact_id = ${supplierId}) DESC NULLS LAST, newest.date DESC, newest.id DESC LIMIT 1`;

/** A line of a bought invoice. Amounts are minor units of its currency. */
export interface Purchase {
  contactId: string;
  date: string;
  currency: string;
  pricesIncludeTax: boolean;
  quantity: string;
  unitPrice: string;
  discount: bigint;
  net: bigint;
}

export interface Source {
  resourceId: string;
  /** Null if anybody may be the supplier. */
  supplierId: string | null;
}

/** The last purchases of products, each from its supplier if there is one, else from anybody; undefined where there is none. */
export async function selectLastPurchases(tenant: Tenant, wanted: Source[]): Promise<(Purchase | undefined)[]> {
  const rows = await rowsOf<Purchase & { place: number }>(tenant.tx)`
    SELECT x.place::int AS place, b.contact_id, b.date, b.currency, b.prices_include_tax, b.quantity, b.unit_price, b.discount,
           b.net
    FROM unnest(${wanted.map(({ resourceId }) => resourceId)}::uuid[], ${wanted.map(({ supplierId }) => supplierId)}::uuid[])
      WITH ORDINALITY AS x (resource_id, supplier_id, place)
    CROSS JOIN LATERAL (${lastPurchase(tenant, sql`x.resource_id`, sql`x.supplier_id`)}) b`;
  const found = new Map(rows.map(({ place, ...purchase }) => [place - 1, purchase]));
  return wanted.map((_, place) => found.get(place));
}
