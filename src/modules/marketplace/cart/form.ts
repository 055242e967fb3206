import type { z } from 'zod';
import type { Steps } from '#platform/context.ts';
import { RawAnswer } from '#platform/http/route.ts';
import { isRefusal } from '#platform/ports/port.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { NotServed } from '../delivery-method/offered.ts';
import { CartChanged, CartEmpty, changeOrOrder, DeliveryRequired, OrderRefused } from '../order/order.ts';
import { NO_CITY } from './address.ts';
import { type CartChange, type CartForm, cartIdPattern } from './cart.schema.ts';
import { addItems, CartFull, CartOrdered, changeItems, createCart, NotForSale, openCart } from './cart.ts';
import { cartPath } from './describe.ts';

/** A browser has one cart on the marketplace, and one in each shop. */
const cookieOf = (shopId: string | null): string => (shopId === null ? 'market_cart' : `cart_${shopId}`);
const COOKIE_DAYS = 30;

/** The cart that a browser filled last, by its cookie. */
export function cartOf({ request }: Pick<Steps, 'request'>, shopId: string | null = null): string | null {
  const id = request.cookies[cookieOf(shopId)] ?? '';
  return cartIdPattern.test(id) ? id : null;
}

/** Performs the action of a form and leads back to the cart, which shows a problem that the buyer can correct. */
export async function submitForm(steps: Steps, form: z.output<typeof CartForm>): Promise<RawAnswer> {
  const shopId = form.shopId ?? null;
  const begun = form.action === 'add' ? await liveCart(steps, shopId) : null;
  const cartId = form.cartId ?? begun ?? (await newCart(steps, shopId));
  const problem = await act(steps, cartId, form).then(
    () => null,
    (error: unknown) => {
      // A cart that is ordered or empty by now shows that itself.
      if (isRefusal(error, CartOrdered, CartEmpty)) return null;
      if (isRefusal(error, CartChanged, OrderRefused, CartFull, NotForSale, DeliveryRequired, NotServed))
        return error.kind.code;
      throw error;
    },
  );
  steps.request.setCookie(cookieOf(shopId), cartId, { maxAgeSeconds: COOKIE_DAYS * 24 * 3600 });
  // On the host of the page: a website has a domain of its own, and the policy of a page lets its forms lead nowhere else.
  const place = form.action === 'deliver' ? '#handover' : '';
  const location = `${cartPath(cartId)}${problem ? `?problem=${problem}` : place}`;
  return new RawAnswer(null, { location }, 303);
}

const newCart = async (steps: Steps, shopId: string | null): Promise<string> =>
  (await steps.transaction((work) => createCart(work, { ...(shopId && { shopId }) }))).id;

/** The cart of the cookie, while it can be filled. */
async function liveCart(steps: Steps, shopId: string | null): Promise<string | null> {
  const id = cartOf(steps, shopId);
  if (!id) return null;
  const cart = await steps.transaction((work) => openCart(work, id).catch(() => null));
  return cart?.status === 'open' && cart.shopId === shopId ? id : null;
}

async function act(steps: Steps, cartId: string, form: z.output<typeof CartForm>): Promise<unknown> {
  const { action, resourceId, quantity, coupon = null, revision } = form;
  if (action === 'add')
    return steps.transaction((work) =>
      addItems(work, cartId, { items: [{ resourceId: resourceId!, quantity: quantity ?? '1' }] }),
    );
  if (action === 'set')
    return steps.transaction((work) =>
      changeItems(work, cartId, { items: [{ resourceId: resourceId!, quantity: quantity! }] }),
    );
  if (action === 'accept') return steps.transaction((work) => changeItems(work, cartId, { acceptPrices: true }));
  if (action === 'coupon') return changeOrOrder(steps, cartId, { coupon });
  // First, so that nothing that the buyer has typed is lost if the order is refused.
  await save(steps, cartId, changeIn(form));
  if (action === 'order') return changeOrOrder(steps, cartId, { status: 'ordered', revision });
}

function changeIn(form: z.output<typeof CartForm>): z.output<typeof CartChange> {
  const { action, name, email, phone, taxId, line1, city, sector, province, methods, notes } = form;
  return {
    delivery: line1 ? { line1, city: city ?? NO_CITY, sector, province } : null,
    ...(name && email && { buyer: { name, email, phone, taxId } }),
    ...((notes !== undefined || action === 'order') && { notes: notes ?? '' }),
    ...(methods && { deliveryMethodIds: Object.values(methods) }),
  };
}

/** Saves a form. A delivery method that is refused is not chosen, and the rest is kept. */
async function save(steps: Steps, cartId: string, change: z.output<typeof CartChange>): Promise<void> {
  await changeOrOrder(steps, cartId, change).catch(async (error: unknown) => {
    if (!isRefusal(error, NotServed, ReferenceNotFound)) throw error;
    await changeOrOrder(steps, cartId, { ...change, deliveryMethodIds: [] });
    throw isRefusal(error, NotServed) ? error : DeliveryRequired();
  });
}
