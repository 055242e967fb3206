import { sql } from 'kysely';
import type { z } from 'zod';
import { affectedBy, rowOf, rowsOf } from '#platform/db/table.ts';
import type { Tx } from '#platform/db/transaction.ts';
import type { Language } from '#platform/pages/language.ts';
import { isOpen } from '#platform/tenants.sql.ts';
import type { CartBuyer, CartDelivery, CartView } from './cart.schema.ts';

export type CartRefusal = NonNullable<CartView['refusal']>;

export interface CartRow {
  id: string;
  sealedId: Buffer;
  /** The organization on whose website it is filled. Null: the marketplace. */
  shopId: string | null;
  status: 'open' | 'ordering' | 'undoing' | 'ordered';
  attempt: number;
  buyer: z.output<typeof CartBuyer> | null;
  delivery: z.output<typeof CartDelivery> | null;
  deliveryMethodIds: string[];
  /** The sellers of these methods, once the cart is being ordered: a deleted method does not say whose it was. */
  deliveredBy: string[];
  notes: string;
  coupon: string | null;
  language: Language;
  refusal: CartRefusal | null;
  version: number;
  expiresAt: string;
  orderedAt: string | null;
}

export interface CartItem {
  resourceId: string;
  organizationId: string;
  quantity: string;
  seenPrice: string;
  seenCurrency: string;
}

const columns = sql.raw(
  'id, sealed_id, shop_id, status, attempt, buyer, delivery, delivery_method_ids, delivered_by, notes, coupon, language, refusal, version, expires_at, ordered_at',
);

export const insertCart = (
  tx: Tx,
  cart: Pick<CartRow, 'id' | 'sealedId' | 'shopId' | 'language'> & { hash: Buffer },
  { now, expiresAt }: { now: Temporal.Instant; expiresAt: Temporal.Instant },
): Promise<unknown> =>
  tx
    .insertInto('marketCarts')
    .values({ ...cart, status: 'open', createdAt: now, updatedAt: now, expiresAt })
    .execute();

/** The cart that an id opens, unless it has expired. */
export const selectCartByHash = (tx: Tx, hash: Buffer, now: Temporal.Instant, lock: boolean) =>
  rowOf<CartRow>(tx)`
    SELECT ${columns} FROM market_carts WHERE hash = ${hash} AND expires_at > ${now}::timestamptz
    ${lock ? sql`FOR UPDATE` : sql``}`;

export const selectCart = (tx: Tx, id: string) =>
  rowOf<CartRow>(tx)`SELECT ${columns} FROM market_carts WHERE id = ${id}`;

export const lockCart = (tx: Tx, id: string) =>
  rowOf<CartRow>(tx)`SELECT ${columns} FROM market_carts WHERE id = ${id} FOR UPDATE`;

type Changed = 'status' | 'attempt' | 'buyer' | 'delivery' | 'deliveryMethodIds' | 'deliveredBy' | 'notes' | 'coupon';
type CartFields = Partial<Pick<CartRow, Changed | 'refusal'>> & { orderedAt?: Temporal.Instant };

export const updateCart = (
  tx: Tx,
  id: string,
  change: CartFields,
  { now, expiresAt }: { now: Temporal.Instant; expiresAt: Temporal.Instant },
): Promise<unknown> => {
  const json = (value: unknown) => (value === null || value === undefined ? value : JSON.stringify(value));
  const { buyer, delivery, refusal, ...plain } = change;
  const given = { ...plain, buyer: json(buyer), delivery: json(delivery), refusal: json(refusal) };
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return tx
    .updateTable('marketCarts')
    .set({ ...set, updatedAt: now, expiresAt, version: sql`version + 1` } as never)
    .where('id', '=', id)
    .execute();
};

export const deleteCart = (tx: Tx, id: string): Promise<unknown> =>
  tx.deleteFrom('marketCarts').where('id', '=', id).execute();

/** Deletes carts that have expired and answers how many. A cart that is being ordered is finished first. */
export const deleteExpired = (tx: Tx, now: Temporal.Instant, limit: number) =>
  affectedBy(tx)`
    DELETE FROM market_carts WHERE id IN (
      SELECT id FROM market_carts WHERE expires_at <= ${now}::timestamptz AND status IN ('open', 'ordered')
      ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)`;

/** The items of a cart. While it is open, those of closed sellers are not in it. */
export const selectItems = (tx: Tx, cartId: string) =>
  rowsOf<CartItem>(tx)`
    SELECT i.resource_id, i.organization_id, trim_scale(i.quantity)::text AS quantity, i.seen_price, i.seen_currency
    FROM market_cart_items i JOIN market_carts c ON c.id = i.cart_id
    WHERE i.cart_id = ${cartId} AND (c.status <> 'open' OR ${isOpen('i.organization_id')})
    ORDER BY i.organization_id, i.added_at, i.resource_id`;

/** Puts items into a cart, or replaces their quantities and prices. */
export const upsertItems = (tx: Tx, cartId: string, items: CartItem[], now: Temporal.Instant): Promise<unknown> =>
  sql`
    INSERT INTO market_cart_items (cart_id, resource_id, organization_id, quantity, seen_price, seen_currency, added_at)
    SELECT ${cartId}::uuid, g."resourceId", g."organizationId", g.quantity, g."seenPrice", g."seenCurrency", ${now}::timestamptz
    FROM jsonb_to_recordset(${JSON.stringify(items)}::jsonb) AS g ("resourceId" uuid, "organizationId" uuid,
      quantity numeric, "seenPrice" numeric, "seenCurrency" text)
    ON CONFLICT (cart_id, resource_id) DO UPDATE SET quantity = excluded.quantity, seen_price = excluded.seen_price,
      seen_currency = excluded.seen_currency`.execute(tx);

export const deleteItems = (tx: Tx, cartId: string, resourceIds: string[]): Promise<unknown> =>
  sql`
    DELETE FROM market_cart_items WHERE cart_id = ${cartId} AND resource_id = ANY (${resourceIds}::uuid[])`.execute(tx);

/** Takes the products of closed sellers out of a cart, before it is ordered. */
export const deleteClosedItems = (tx: Tx, cartId: string): Promise<unknown> =>
  sql`DELETE FROM market_cart_items i WHERE i.cart_id = ${cartId} AND NOT ${isOpen('i.organization_id')}`.execute(tx);
