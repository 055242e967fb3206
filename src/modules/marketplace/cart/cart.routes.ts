import { z } from 'zod';
import { exampleId as resourceId } from '#platform/http/example-ids.ts';
import { route } from '#platform/http/route.ts';
import { NotFound, ReferenceNotFound } from '#platform/refusal.ts';
import { NotServed } from '../delivery-method/offered.ts';
import {
  BuyerRequired,
  CartChanged,
  CartEmpty,
  changeOrOrder,
  DeliveryRequired,
  OrderRefused,
} from '../order/order.ts';
import { cartPage } from '../page/cart-page.ts';
import {
  AddedItems,
  Cart,
  CartAnswer,
  CartChange,
  CartForm,
  CartProblem,
  ChangedItems,
  NewCart,
  byCartId as params,
} from './cart.schema.ts';
import { addItems, CartFull, CartOrdered, changeItems, createCart, NotForSale, readCart, removeCart } from './cart.ts';
import { submitForm } from './form.ts';
import { OneMethodPerSeller } from './required-methods.ts';

const CARTS_PER_HOUR = 120;
const CHANGES_PER_HOUR = 1_200;
const ORDERS_PER_HOUR = 300;
const open = { attemptsPerHour: CHANGES_PER_HOUR, params } as const;

export const cartRoutes = [
  route('POST', '/v1/marketplace/cart', 'public', {
    action: 'createCart',
    summary: 'Create a cart',
    description:
      'Begins a cart, empty or with products of any sellers. Its `id` is unguessable and opens it: nothing else is needed. A cart that is not changed for 30 days is deleted.',
    attemptsPerHour: CARTS_PER_HOUR,
    status: 201,
    body: NewCart,
    returns: Cart,
    refusals: [ReferenceNotFound, NotForSale, CartFull],
    examples: { body: { items: [{ resourceId, quantity: '2' }] } },
    handler: (ctx, { body }) => createCart(ctx, body),
  }),
  route('POST', '/v1/marketplace/cart/form', 'public', {
    action: 'submitForm',
    summary: 'Send a form of a marketplace page',
    description:
      'For the forms on the pages of the marketplace: adds a product, sets a quantity, accepts prices, sets a coupon or orders, and leads to the cart with 303. Programs use the other endpoints.',
    attemptsPerHour: CHANGES_PER_HOUR,
    reachesProvider: true,
    takesForms: true,
    status: 303,
    body: CartForm,
    returns: { contentType: 'text/html' },
    form: { backTo: '/v1/marketplace/collection', words: { es: {}, en: {} } },
    refusals: [NotFound, ReferenceNotFound],
    examples: { body: { action: 'add', resourceId } },
    handler: (ctx, { body }) => submitForm(ctx, body),
  }),
  route('POST', '/v1/marketplace/cart/:cartId/items', 'public', {
    ...open,
    action: 'addItems',
    summary: 'Add products to a cart',
    description: 'Adds products, or more of those that are in the cart already.',
    body: AddedItems,
    returns: Cart,
    refusals: [ReferenceNotFound, NotForSale, CartFull, CartOrdered],
    examples: { body: { items: [{ resourceId, quantity: '1' }] } },
    handler: (ctx, { params, body }) => addItems(ctx, params.cartId, body),
  }),
  route('PATCH', '/v1/marketplace/cart/:cartId/items', 'public', {
    ...open,
    action: 'updateItems',
    summary: 'Change quantities in a cart',
    description:
      'Sets quantities; 0 takes a product out. `acceptPrices` accepts the present prices where they changed since the products were added.',
    body: ChangedItems,
    returns: Cart,
    refusals: [ReferenceNotFound, CartOrdered],
    examples: { body: { items: [{ resourceId, quantity: '3' }] } },
    handler: (ctx, { params, body }) => changeItems(ctx, params.cartId, body),
  }),
  route('GET', '/v1/marketplace/cart/:cartId', 'public', {
    ...open,
    action: 'readCart',
    summary: 'Read a cart',
    description:
      'The cart with prices, taxes, stock and availability as each seller has them now; a price that changed is shown with the previous one. An ordered cart shows the invoice of each seller and the page on which it is paid. A browser gets a page.',
    query: z.strictObject({ problem: CartProblem }),
    returns: CartAnswer,
    page: cartPage,
    handler: async (ctx, { params, query }) => ({
      ...(await readCart(ctx, params.cartId)),
      problem: query.problem ?? null,
    }),
  }),
  route('PATCH', '/v1/marketplace/cart/:cartId', 'public', {
    ...open,
    summary: 'Change or order a cart',
    description:
      'Sets the buyer, the delivery and its methods, notes and a coupon. `status: "ordered"` orders it: one invoice with each seller, by the same rules as their own sales, with the goods reserved. Either all sellers accept, or nothing is ordered and the refusal says why. Ordering again answers the same order. With `revision` the order is refused if anything that is paid has changed since; without it, if a price is not the one at which a product was added.',
    attemptsPerHour: ORDERS_PER_HOUR,
    reachesProvider: true,
    body: CartChange,
    returns: Cart,
    refusals: [
      ...[CartOrdered, CartEmpty, BuyerRequired, CartChanged, OrderRefused],
      ...[ReferenceNotFound, OneMethodPerSeller, NotServed, DeliveryRequired],
    ],
    examples: { body: { buyer: { name: 'Ana Pérez', email: 'ana@example.com' }, status: 'ordered' } },
    handler: (ctx, { params, body }) => changeOrOrder(ctx, params.cartId, body),
  }),
  route('DELETE', '/v1/marketplace/cart/:cartId', 'public', {
    ...open,
    summary: 'Delete a cart',
    description: 'Deletes a cart that was not ordered.',
    refusals: [CartOrdered],
    handler: (ctx, { params }) => removeCart(ctx, params.cartId),
  }),
];
