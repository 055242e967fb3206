import { sql } from 'kysely';
import { list } from '#platform/db/list.ts';
import type { Tenant } from '#platform/db/table.ts';
import { pendingElements, pendingRecords } from '../tables.ts';

/** An item that a contact has bought before, with its last price. */
interface PreviousItem {
  resourceId: string | null;
  description: string;
  unit: string | null;
  times: number;
  quantity: string;
  lastOn: string;
  lastUnitPrice: string;
  currency: string;
  pendingRecordId: string;
}

/** Whose items are listed, and of how many of the newest documents. */
interface Buyer extends Tenant {
  contactId: string;
  direction: string;
  documents: number;
}

/** Reads only the contact's newest documents, so that the cost does not grow with their number. */
const boughtItems = (buyer: Buyer) => sql`(
  WITH recent AS (
    SELECT d.id, d.date, d.currency FROM ${pendingRecords.of(buyer)} d
    WHERE d.contact_id = ${buyer.contactId}
      AND d.direction = ${buyer.direction} AND d.kind = 'invoice' AND d.status = 'issued'
    ORDER BY d.date DESC, d.id DESC LIMIT ${buyer.documents}),
  lines AS (
    SELECT e.*, r.date, r.currency,
           row_number() OVER (PARTITION BY e.item_key ORDER BY r.date DESC, r.id DESC, e.position) AS place,
           count(*) OVER (PARTITION BY e.item_key)::int AS times,
           sum(e.quantity) OVER (PARTITION BY e.item_key) AS bought
    FROM recent r JOIN ${pendingElements.of(buyer)} e ON e.pending_record_id = r.id)
  SELECT * FROM lines WHERE place = 1) t`;

export const previousItems = list<PreviousItem, Buyer>()({
  from: boughtItems,
  select: sql`t.resource_id, t.description, t.unit, t.times, trim_scale(t.bought) AS quantity, t.date AS last_on,
    trim_scale(t.unit_price) AS last_unit_price, t.currency, t.pending_record_id`,
  filters: {},
  sort: { times: { by: sql`t.times`, type: 'integer' }, last: { by: sql`t.date`, type: 'date' } },
  order: '-times',
  key: [
    { by: sql`t.date`, type: 'date', direction: 'DESC' },
    { by: sql`t.item_key`, type: 'text', direction: 'ASC' },
  ],
});

/** An item that is sold together with others. */
export interface Companion {
  resourceId: string;
  /** In how many of the documents that were read. */
  together: number;
  documents: number;
}

/** The items whose company is asked for, and in how many of the newest sales. */
interface Basket extends Tenant {
  resourceIds: string[];
  documents: number;
}

/**
 * The other items in the newest sales of these items. Ids grow with time, so for each item it reads only the end of an
 * index, however often the item was sold.
 */
const soldTogether = (basket: Basket) => sql`(
  WITH baskets AS (
    SELECT DISTINCT sold.id FROM unnest(${basket.resourceIds}::uuid[]) AS item (id)
    CROSS JOIN LATERAL (
      SELECT d.id FROM ${pendingElements.of(basket)} e
      JOIN ${pendingRecords.of(basket)} d ON d.id = e.pending_record_id
      WHERE e.resource_id = item.id
        AND d.direction = 'sale' AND d.kind = 'invoice' AND d.status = 'issued'
      ORDER BY e.pending_record_id DESC LIMIT ${basket.documents}) AS sold
    ORDER BY sold.id DESC LIMIT ${basket.documents})
  SELECT e.resource_id, count(DISTINCT b.id)::int AS together, (SELECT count(*)::int FROM baskets) AS documents
  FROM baskets b
  JOIN ${pendingElements.of(basket)} e ON e.pending_record_id = b.id
  WHERE e.resource_id IS NOT NULL AND e.resource_id <> ALL (${basket.resourceIds}::uuid[])
  GROUP BY e.resource_id) t`;

export const companions = list<Companion, Basket>()({
  from: soldTogether,
  select: sql`t.resource_id, t.together, t.documents`,
  filters: {},
  sort: { together: { by: sql`t.together`, type: 'integer' } },
  order: '-together',
  key: [{ by: sql`t.resource_id`, type: 'uuid', direction: 'ASC' }],
});
