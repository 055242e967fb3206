import type { z } from 'zod';
import type { WorkContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { fromMillionths, toMillionths } from '#platform/decimal.ts';
import { givenFields } from '#platform/http/change.ts';
import { hashSecret, newId, newSecret } from '#platform/id.ts';
import { languageOfRequest } from '#platform/pages/language.ts';
import { orNotFound, refusal, unknownReference, VersionConflict } from '#platform/refusal.ts';
import { offeredMethods } from '../delivery-method/offered.ts';
import { selectSellers } from '../listing/listing.sql.ts';
import { requireShop, shopSellers } from '../shop/shop.ts';
import {
  type AddedItems,
  type CartChange,
  type ChangedItems,
  ITEMS_MAX,
  type NewCart,
  SELLERS_MAX,
} from './cart.schema.ts';
import {
  type CartItem,
  type CartRow,
  deleteCart,
  deleteItems,
  insertCart,
  selectCartByHash,
  selectItems,
  updateCart,
  upsertItems,
} from './cart.sql.ts';
import { bySeller, describeCart } from './describe.ts';
import { type CartTerms, offerIn } from './offer-in.ts';
import { requireMethods } from './required-methods.ts';

export const CartOrdered = refusal('cart_ordered', 'This cart was already ordered: start a new one.', 409);
export const CartFull = refusal('cart_full', 'A cart has at most 100 items of at most 20 sellers: order these first.');
export const NotForSale = refusal(
  'not_for_sale',
  'This product is not for sale at the moment: remove it from the cart.',
);

const OPEN_DAYS = 30;
const ORDERED_DAYS = 180;
const RANDOM_BYTES = 24;
const QUANTITY_MAX = 1_000_000n * 1_000_000n;

/** Each change keeps a cart alive; it outlives its order for as long as buyers ask about it. */
export const lifeOf = (status: CartRow['status']) => {
  const now = realNow();
  return { now, expiresAt: now.add({ hours: 24 * (status === 'ordered' ? ORDERED_DAYS : OPEN_DAYS) }) };
};

export const cartPurpose = (id: string): string => `marketplace cart ${id}`;

export async function createCart(work: WorkContext, { items = [], ...given }: z.output<typeof NewCart>) {
  const shopId = given.shopId ?? null;
  if (shopId !== null) await requireShop(work, shopId);
  const [id, secret] = [newId(), newSecret('crt', RANDOM_BYTES)];
  const language = languageOfRequest(work.request);
  const sealedId = work.secrets.encrypt(secret, cartPurpose(id));
  await insertCart(work.tx, { id, hash: hashSecret(secret), sealedId, shopId, language }, lifeOf('open'));
  const terms = { shopId, coupon: null, delivery: null, deliveryMethodIds: [] };
  await putItems(work, { id, ...terms }, [], items);
  return readCart(work, secret);
}

/** The cart behind an unguessable id. */
export const openCart = async (work: WorkContext, secret: string, lock = false): Promise<CartRow> =>
  orNotFound(await selectCartByHash(work.tx, hashSecret(secret), realNow(), lock));

export const readCart = async (work: WorkContext, secret: string) =>
  describeCart(work, secret, await openCart(work, secret));

/** A cart that may be changed. */
async function holdCart(work: WorkContext, secret: string): Promise<CartRow> {
  const cart = await openCart(work, secret, true);
  if (cart.status !== 'open') throw CartOrdered();
  return cart;
}

/** Adds items; more of what is in the cart already. */
export async function addItems(work: WorkContext, secret: string, { items }: z.output<typeof AddedItems>) {
  const cart = await holdCart(work, secret);
  const present = await selectItems(work.tx, cart.id);
  const more = items.map(({ resourceId, quantity }) => {
    const before = present.find((item) => item.resourceId === resourceId);
    return { resourceId, quantity: before ? added(before.quantity, quantity) : quantity };
  });
  await putItems(work, cart, present, more);
  await updateCart(work.tx, cart.id, { refusal: null }, lifeOf('open'));
  return readCart(work, secret);
}

function added(one: string, other: string): string {
  const quantity = toMillionths(one) + toMillionths(other);
  if (quantity > QUANTITY_MAX) throw CartFull('A cart has at most a million units of a product.');
  return fromMillionths(quantity);
}

export async function changeItems(
  work: WorkContext,
  secret: string,
  { items = [], acceptPrices = false }: { items?: z.output<typeof ChangedItems>['items']; acceptPrices?: boolean },
) {
  const cart = await holdCart(work, secret);
  const present = await selectItems(work.tx, cart.id);
  for (const [place, { resourceId }] of items.entries()) {
    if (!present.some((item) => item.resourceId === resourceId))
      throw unknownReference(`body.items[${place}].resourceId`, 'This item of the cart');
  }
  const isGone = ({ quantity }: { quantity: string }): boolean => toMillionths(quantity) === 0n;
  const goneIds = items.filter(isGone).map(({ resourceId }) => resourceId);
  await deleteItems(work.tx, cart.id, goneIds);
  const kept = present.filter(({ resourceId }) => !goneIds.includes(resourceId));
  const changes = new Map(items.map(({ resourceId, quantity }) => [resourceId, quantity]));
  const changed = kept.map((item) => ({ ...item, quantity: changes.get(item.resourceId) ?? item.quantity }));
  await upsertItems(work.tx, cart.id, changed, realNow());
  if (acceptPrices) await seePrices(work, cart, changed);
  const goneSellers = [...bySeller(present).keys()].filter((seller) => !bySeller(kept).has(seller));
  const deliveryMethodIds = await methodsWithout(work, cart, goneSellers);
  await updateCart(work.tx, cart.id, { deliveryMethodIds, refusal: null }, lifeOf('open'));
  return readCart(work, secret);
}

/** The chosen methods, without those of sellers whose products have left the cart. */
async function methodsWithout(work: WorkContext, { deliveryMethodIds }: CartRow, sellers: string[]): Promise<string[]> {
  if (deliveryMethodIds.length === 0) return deliveryMethodIds;
  const gone = new Set<string>();
  for (const seller of sellers)
    for (const { id } of (await offeredMethods(await work.enter(seller))).methods) gone.add(id);
  return deliveryMethodIds.filter((id) => !gone.has(id));
}

/** Takes the present prices as seen, of what can be bought. */
async function seePrices(work: WorkContext, cart: CartRow, items: CartItem[]): Promise<void> {
  const seen: CartItem[] = [];
  for (const [organizationId, own] of bySeller(items)) {
    const { currency, products } = await offerIn(cart, await work.enter(organizationId), own);
    for (const [place, { unitPrice }] of products.entries())
      if (unitPrice !== null) seen.push({ ...own[place]!, seenPrice: unitPrice, seenCurrency: currency });
  }
  await upsertItems(work.tx, cart.id, seen, realNow());
}

/** Puts products into a cart at the prices that they have now. One that cannot be bought is refused with its place. */
async function putItems(
  work: WorkContext,
  cart: Pick<CartRow, 'id'> & CartTerms,
  present: CartItem[],
  wanted: { resourceId: string; quantity: string }[],
): Promise<void> {
  if (wanted.length === 0) return;
  const ids = wanted.map(({ resourceId }) => resourceId);
  const sellers = cart.shopId === null ? await selectSellers(work.tx, ids) : await shopSellers(work, cart.shopId, ids);
  const items = wanted.map((item, place) => {
    const organizationId = sellers.get(item.resourceId);
    if (!organizationId) throw unknownReference(`body.items[${place}].resourceId`, 'This product');
    return { ...item, organizationId, seenPrice: '0', seenCurrency: '' };
  });
  const all = new Map([...present, ...items].map((item) => [item.resourceId, item.organizationId]));
  if (all.size > ITEMS_MAX || new Set(all.values()).size > SELLERS_MAX) throw CartFull();
  const priced: CartItem[] = [];
  for (const [organizationId, own] of bySeller(items)) {
    const { currency, products } = await offerIn({ ...cart, coupon: null }, await work.enter(organizationId), own);
    for (const [place, { unitPrice, problem, resourceId }] of products.entries()) {
      if (problem && problem !== 'out_of_stock') throw notForSale(wanted, resourceId, problem);
      priced.push({ ...own[place]!, seenPrice: unitPrice!, seenCurrency: currency });
    }
  }
  await upsertItems(work.tx, cart.id, priced, realNow());
}

function notForSale(wanted: { resourceId: string }[], resourceId: string, code: string) {
  const place = wanted.findIndex((item) => item.resourceId === resourceId);
  return NotForSale.at(`body.items[${place}].resourceId`, code);
}

/** Changes who buys, where it goes and how, the notes and the coupon. */
export async function changeCart(
  work: WorkContext,
  secret: string,
  { version, buyer, delivery, deliveryMethodIds, notes, coupon }: z.output<typeof CartChange>,
): Promise<CartRow> {
  const cart = await holdCart(work, secret);
  if (version !== undefined && version !== cart.version) throw VersionConflict();
  await requireMethods(work, cart, { delivery, deliveryMethodIds });
  const change = givenFields({ buyer, delivery, deliveryMethodIds, notes, coupon });
  await updateCart(work.tx, cart.id, { ...change, refusal: null }, lifeOf('open'));
  return openCart(work, secret);
}

export async function removeCart(work: WorkContext, secret: string): Promise<void> {
  await deleteCart(work.tx, (await holdCart(work, secret)).id);
}
