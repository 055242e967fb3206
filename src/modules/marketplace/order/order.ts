import { z } from 'zod';
import { OrganizationClosed } from '#platform/auth/permission.ts';
import type { JobFacts, Steps, WorkContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { job } from '#platform/jobs/job.ts';
import { isRefusal } from '#platform/ports/port.ts';
import { refusal } from '#platform/refusal.ts';
import type { CartChange, CartView } from '../cart/cart.schema.ts';
import {
  type CartRefusal,
  type CartRow,
  deleteClosedItems,
  lockCart,
  selectCart,
  selectItems,
  updateCart,
} from '../cart/cart.sql.ts';
import { changeCart, lifeOf, openCart, readCart } from '../cart/cart.ts';
import { bySeller, describeCart, isAsSeen } from '../cart/describe.ts';
import type { DeliveryProblem } from '../cart/offer-in.ts';
import { NotServed } from '../delivery-method/offered.ts';
import { sendConfirmation } from './letter.ts';
import { confirmWithSeller, placeWithSeller, undoWithSeller } from './with-seller.ts';

export const BuyerRequired = refusal('buyer_required', 'An order needs its buyer: give `buyer` first.');
export const DeliveryRequired = refusal(
  'delivery_required',
  'An order needs a way to reach its buyer: give `deliveryMethodIds`, and `delivery` if it goes to an address.',
);
export const CartEmpty = refusal('cart_empty', 'The cart is empty: add items first.');
export const CartChanged = refusal(
  'cart_changed',
  'A price or the stock has changed: look at the cart again, accept the prices, and order with its revision.',
  409,
);
export const OrderRefused = refusal(
  'order_refused',
  'A seller could not accept the order, so nothing was ordered: see `detail`.',
);

const FINISH_AFTER_SECONDS = 20;

/**
 * Ordering makes an invoice with each seller. Sellers are different organizations, and so different transactions: the cart says
 * how far it is, each step is done once however often it is repeated, and a job finishes what a request has begun.
 *
 *   open → ordering → ordered   every seller has accepted: receipts are issued, and the payment pages are shown
 *                   ↘ undoing → open   one refused: the invoices of the others are void, and nobody has paid any
 */
export async function changeOrOrder(steps: Steps, secret: string, given: z.output<typeof CartChange>) {
  if (given.status === undefined)
    return steps.transaction(async (work) => describeCart(work, secret, await changeCart(work, secret, given)));
  const { id, attempt } = await steps.transaction((work) => beginOrder(work, secret, given));
  await advanceOrder(steps, id).catch(async (error: unknown) => {
    // An ordered cart stays ordered: answer it, and leave the rest to the job.
    const cart = await steps.transaction(({ tx }) => selectCart(tx, id));
    if (cart?.status !== 'ordered') throw error;
    steps.log.error({ err: error, cartId: id }, 'An order is not confirmed with all sellers yet.');
  });
  const view = await steps.transaction((work) => readCart(work, secret));
  // Another request may have begun another attempt meanwhile: its outcome is not that of this one.
  const now = await steps.transaction(({ tx }) => selectCart(tx, id));
  if (view.status === 'open' && view.refusal && now?.attempt === attempt) throw refusedBy(view.refusal);
  return view;
}

const refusedBy = ({ message, seller, code }: CartRefusal) =>
  OrderRefused(seller ? `${seller}: ${message}` : message, {
    errors: [{ path: 'body.status', code, message }],
  });

/** Commits the cart to being ordered, at the prices that the buyer has seen. */
export async function beginOrder(
  work: WorkContext,
  secret: string,
  given: z.output<typeof CartChange>,
): Promise<CartRow> {
  const before = await openCart(work, secret, true);
  if (before.status !== 'open') return before;
  const cart = await changeCart(work, secret, given);
  const view = await describeCart(work, secret, cart);
  refuseUnready(cart, view, given.revision);
  await deleteClosedItems(work.tx, cart.id);
  const attempt = cart.attempt + 1;
  const { deliveryMethodIds } = view;
  const deliveredBy = view.sellers.flatMap(({ seller, deliveryMethods }) =>
    deliveryMethods.length > 0 ? seller.id : [],
  );
  const begun = { status: 'ordering', attempt, deliveryMethodIds, deliveredBy } as const;
  await updateCart(work.tx, cart.id, begun, lifeOf('ordering'));
  const startAt = realNow().add({ seconds: FINISH_AFTER_SECONDS });
  work.enqueue(finishOrder, { cartId: cart.id }, { startAt });
  return { ...cart, status: 'ordering', attempt };
}

function refuseUnready(
  { buyer, deliveryMethodIds }: CartRow,
  { sellers, revision, deliveryMethodIds: offered }: CartView,
  seen: string | undefined,
): void {
  if (sellers.length === 0) throw CartEmpty();
  if (!buyer) throw BuyerRequired.at('body.buyer', 'required');
  refuseUndeliverable(sellers);
  const missing = sellers.flatMap(({ items }) => items).find(({ problem }) => problem !== null);
  if (missing) {
    const message = `${missing.name || missing.resourceId} cannot be bought now.`;
    throw CartChanged.at('body.status', missing.problem!, message);
  }
  const isChosen = deliveryMethodIds.length === offered.length;
  const isAgreed = seen === undefined ? isAsSeen(sellers) && isChosen : seen === revision;
  if (!isAgreed) throw CartChanged.at('body.revision', 'changed');
}

function refuseUndeliverable(sellers: CartView['sellers']): void {
  const part = sellers.find(({ deliveryProblem }) => deliveryProblem !== null);
  if (!part) return;
  const kind = part.deliveryProblem === 'not_served' ? NotServed : DeliveryRequired;
  const path = part.deliveryProblem === 'method_required' ? 'body.deliveryMethodIds' : 'body.delivery';
  const message = `${part.seller.name}: ${deliveryMessages[part.deliveryProblem!]}`;
  throw kind.at(path, part.deliveryProblem!, message);
}

const deliveryMessages: Record<DeliveryProblem, string> = {
  method_required: 'Choose one of `deliveryMethods`.',
  address_required: 'This delivery method needs an address.',
  not_served: NotServed.title,
};

/** Continues an order from its current state. Several callers may do so concurrently. */
async function advanceOrder(steps: Steps, cartId: string): Promise<void> {
  const read = () => steps.transaction(({ tx }) => selectCart(tx, cartId));
  const sellers = await steps.transaction(async ({ tx }) => [...bySeller(await selectItems(tx, cartId)).keys()]);
  const cart = await read();
  if (cart?.status === 'ordering') await place(steps, cart, sellers);
  const after = await read();
  if (after?.status === 'undoing') {
    for (const seller of sellers) await undoWithSeller(steps, seller, after);
    await moveCart(steps, after, 'undoing', { status: 'open' });
  }
  if (after?.status === 'ordered') await confirm(steps, after, sellers);
}

/** A seller who has closed since confirms the order when it is reopened. The others do not wait for that. */
async function confirm(steps: Steps, cart: CartRow, sellers: string[]): Promise<void> {
  let closed: unknown = null;
  for (const seller of sellers)
    await confirmWithSeller(steps.enter(seller), cart).catch((error: unknown) => {
      if (!isRefusal(error, OrganizationClosed)) throw error;
      closed = error;
    });
  if (closed) throw closed;
}

async function place(steps: Steps, cart: CartRow, sellers: string[]): Promise<void> {
  for (const seller of sellers) {
    const refused = await placeWithSeller(steps, seller, cart);
    if (refused) return moveCart(steps, cart, 'ordering', { status: 'undoing', refusal: refused });
  }
  await moveCart(steps, cart, 'ordering', { status: 'ordered', orderedAt: realNow(), refusal: null });
}

/** Moves the cart to its next state, unless a concurrent caller did. */
const moveCart = (
  steps: Steps,
  { id, attempt }: CartRow,
  from: CartRow['status'],
  change: Parameters<typeof updateCart>[2],
): Promise<void> =>
  steps.transaction(async (work) => {
    const cart = await lockCart(work.tx, id);
    if (cart?.status !== from || cart.attempt !== attempt) return;
    await updateCart(work.tx, id, change, lifeOf(change.status!));
    if (change.status === 'ordered') await sendConfirmation(work, { ...cart, status: 'ordered' });
  });

/** Finishes an order whose request ended early. After the last attempt nothing is ordered. */
export const finishOrder = job({
  name: 'marketplace/finish-order',
  payload: z.object({ cartId: z.uuid() }),
  run: (steps, { cartId }) => advanceOrder(steps, cartId).catch((error: unknown) => giveUp(steps, cartId, error)),
});

async function giveUp(steps: Steps & JobFacts, cartId: string, error: unknown): Promise<void> {
  if (!steps.lastAttempt) throw error;
  const cart = await steps.transaction(({ tx }) => selectCart(tx, cartId));
  if (cart?.status !== 'ordering') throw error;
  const refused = { code: 'order_failed', message: 'The order could not be finished. Try again.', seller: null };
  await moveCart(steps, cart, 'ordering', { status: 'undoing', refusal: refused });
  await steps.transaction(async (work) => work.enqueue(finishOrder, { cartId }));
  steps.log.error({ err: error, cartId }, 'An order was given up and is undone.');
}
