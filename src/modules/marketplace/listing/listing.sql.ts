import { type RawBuilder, type Selectable, sql } from 'kysely';
import { z } from 'zod';
import type { WorkContext } from '#platform/context.ts';
import { filter, isOneOf, list, several } from '#platform/db/list.ts';
import type { MarketListings } from '#platform/db/schema.ts';
import { columnOf, mapOf, rowOf } from '#platform/db/table.ts';
import type { Tx } from '#platform/db/transaction.ts';
import { decimalWithin } from '#platform/money.ts';
import { folded } from '#platform/search/folded.ts';
import { wordsToSearch } from '#platform/search/words.ts';
import { isOpen } from '#platform/tenants.sql.ts';

/** The public data of a product. */
export type Listing = Omit<Selectable<MarketListings>, 'refreshedAt' | 'words'>;

const columns: RawBuilder<unknown> = sql.raw(
  `t.resource_id, t.organization_id, t.status, t.note, t.requested_at, t.seller_name, t.name, t.sort_name, t.description,
   t.category, t.category_key, t.kind, t.unit, t.images, t.price, t.currency, t.in_stock, t.is_archived`,
);

const SHOWN = sql`t.status = 'approved' AND NOT t.is_archived AND t.price IS NOT NULL
  AND ${isOpen('t.organization_id')}`;
const RESOURCE: { by: RawBuilder<unknown>; type: 'uuid' } = { by: sql`t.resource_id`, type: 'uuid' };
const Price = decimalWithin({ min: 0, max: 1_000_000_000_000, decimals: 2 });

/** Products that buyers see. */
export const productList = list<Listing, WorkContext>()({
  from: () => sql`market_listings t`,
  select: columns,
  filters: {
    search: filter(z.string().trim().min(1).max(200).optional().describe('Beginnings of words.'), (text) =>
      hasWords(text),
    ),
    category: filter(
      z.string().trim().min(1).max(100).optional().describe('Products of this category, in upper or lower case.'),
      (name) => sql`t.category_key = ${folded(name)}`,
    ),
    sellerId: filter(several(z.uuid()).optional().describe('Products of one of these sellers.'), (id) =>
      isOneOf(sql`t.organization_id`, id),
    ),
    currency: filter(several(z.string().regex(/^[A-Z]{3}$/, 'must be a currency such as DOP')).optional(), (currency) =>
      isOneOf(sql`t.currency`, currency),
    ),
    priceFrom: filter(Price.optional().describe('With taxes.'), (price) => sql`t.price >= ${price}::numeric`),
    priceTo: filter(Price.optional(), (price) => sql`t.price <= ${price}::numeric`),
    inStock: filter(
      z.boolean().optional().describe('Products that can be bought now, or only those that cannot.'),
      (isInStock) => sql`t.in_stock = ${isInStock}`,
    ),
  },
  scope: { collectionId: filter(z.uuid(), isIn) },
  where: () => SHOWN,
  sort: { name: { by: sql`t.sort_name`, type: 'text' }, price: { by: sql`t.price`, type: 'numeric' } },
  order: 'name',
  key: [RESOURCE],
});

/** A product that buyers see. */
export const selectShown = (tx: Tx, resourceId: string) =>
  rowOf<Listing>(tx)`
    SELECT ${columns} FROM market_listings t WHERE t.resource_id = ${resourceId} AND ${SHOWN}`;

/** Products that wait for the operator's decision, oldest first. */
export const reviewList = list<Listing, WorkContext>()({
  from: () => sql`market_listings t`,
  select: columns,
  filters: {},
  where: () => sql`t.status = 'requested'`,
  sort: { requested: { by: sql`t.requested_at`, type: 'timestamp with time zone' } },
  order: 'requested',
  key: [RESOURCE],
});

function hasWords(text: string): RawBuilder<unknown> {
  const words = wordsToSearch(text);
  if (words.length === 0) return sql`false`;
  return sql`t.words @@ to_tsquery('simple', ${words.map((word) => `'${word}':*`).join(' & ')})`;
}

function isIn(collectionId: string): RawBuilder<unknown> {
  return sql`EXISTS (
    SELECT FROM market_collections c WHERE c.id = ${collectionId} AND (
      c.kind = 'all' OR (c.kind = 'category' AND c.category_key = t.category_key)
      OR (c.kind = 'chosen' AND EXISTS (
        SELECT FROM market_collection_items i WHERE i.collection_id = c.id AND i.resource_id = t.resource_id))))`;
}

/** The sellers of products that can be bought, by product. */
export const selectSellers = (tx: Tx, resourceIds: string[]) =>
  mapOf<string>(tx)`
    SELECT t.resource_id, t.organization_id FROM market_listings t
    WHERE t.resource_id = ANY (${resourceIds}::uuid[]) AND ${SHOWN}`;

export async function hasListings(tx: Tx, organizationId: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM market_listings WHERE organization_id = ${organizationId} LIMIT 1`.execute(tx);
  return rows.length > 0;
}

/** Those of these products that are listed. */
export const selectListedIds = (tx: Tx, organizationId: string, ids: string[]) =>
  columnOf<string>(tx)`
    SELECT t.resource_id FROM market_listings t
    WHERE t.organization_id = ${organizationId} AND t.resource_id = ANY (${ids}::uuid[])`;

export const selectReview = (tx: Tx, resourceId: string) =>
  rowOf<Listing>(tx)`
    SELECT ${columns} FROM market_listings t WHERE t.resource_id = ${resourceId} AND t.status = 'requested'`;

/** Replaces what is kept of these products of an organization. */
export async function replaceListings(
  tx: Tx,
  organizationId: string,
  ids: string[],
  listings: (Listing & { words: string[] })[],
): Promise<void> {
  const rows = JSON.stringify(listings, (_, value: unknown) => (value === undefined ? null : value));
  await sql`
    DELETE FROM market_listings
    WHERE organization_id = ${organizationId} AND resource_id = ANY (${ids}::uuid[])
      AND resource_id <> ALL (${listings.map(({ resourceId }) => resourceId)}::uuid[])`.execute(tx);
  await sql`
    INSERT INTO market_listings (resource_id, organization_id, status, note, requested_at, seller_name, name, sort_name,
      description, category, category_key, kind, unit, images, price, currency, in_stock, is_archived, words, refreshed_at)
    SELECT g."resourceId", ${organizationId}::uuid, g.status, g.note, g."requestedAt", g."sellerName", g.name, g."sortName",
      g.description, g.category, g."categoryKey", g.kind, g.unit, g.images, g.price, g.currency, g."inStock", g."isArchived",
      array_to_tsvector(g.words), clock_timestamp()
    FROM jsonb_to_recordset(${rows}::jsonb) AS g ("resourceId" uuid, status text, note text, "requestedAt" timestamptz,
      "sellerName" text, name text, "sortName" text, description text, category text, "categoryKey" text, kind text,
      unit text, images text[], price numeric, currency text, "inStock" boolean, "isArchived" boolean, words text[])
    ON CONFLICT (resource_id) DO UPDATE SET status = excluded.status, note = excluded.note,
      requested_at = excluded.requested_at, seller_name = excluded.seller_name, name = excluded.name,
      sort_name = excluded.sort_name, description = excluded.description, category = excluded.category,
      category_key = excluded.category_key, kind = excluded.kind, unit = excluded.unit, images = excluded.images,
      price = excluded.price, currency = excluded.currency, in_stock = excluded.in_stock,
      is_archived = excluded.is_archived, words = excluded.words, refreshed_at = excluded.refreshed_at
    WHERE market_listings.organization_id = excluded.organization_id`.execute(tx);
}

/** The products of an organization after one of them, for reading all of them in parts. */
export const selectListedAfter = (tx: Tx, organizationId: string, after: string | null, limit: number) =>
  columnOf<string>(tx)`
    SELECT t.resource_id FROM market_listings t
    WHERE t.organization_id = ${organizationId} AND t.resource_id > coalesce(${after}::uuid, '00000000-0000-0000-0000-000000000000')
    ORDER BY t.resource_id LIMIT ${limit}`;

/** The organizations with products that were not looked at since then. */
export const selectStaleSellers = (tx: Tx, before: Temporal.Instant, limit: number) =>
  columnOf<string>(tx)`
    SELECT DISTINCT s.organization_id FROM (
      SELECT t.organization_id FROM market_listings t
      WHERE t.refreshed_at < ${before}::timestamptz AND ${isOpen('t.organization_id')}
      ORDER BY t.refreshed_at LIMIT ${limit}) AS s`;
