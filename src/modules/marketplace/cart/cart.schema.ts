import { z } from 'zod';
import { Coupon } from '#modules/catalog/index.ts';
import { Timestamp } from '#platform/date.ts';
import { plainDecimal } from '#platform/decimal.ts';
import { readVersion } from '#platform/http/change.ts';
import { decimalWithin } from '#platform/money.ts';
import { uniqueList } from '#platform/unique-list.ts';
import { DeliveryZone, deliveryKinds } from '../delivery-method/delivery-method.schema.ts';
import { Seller } from '../listing/listing.schema.ts';

export const ITEMS_MAX = 100;
export const SELLERS_MAX = 20;

export const cartIdPattern = /^crt_[\w-]{32}$/;
export const byCartId = z.strictObject({ cartId: z.string().min(20).max(100) });

const quantityOf = (limits: { above?: number; min?: number }) =>
  decimalWithin({ ...limits, max: 1_000_000, decimals: 6 }).transform((text) => plainDecimal(text));

const AddedItem = z.strictObject({ resourceId: z.uuid(), quantity: quantityOf({ above: 0 }).default('1') });
const ChangedItem = z.strictObject({
  resourceId: z.uuid(),
  quantity: quantityOf({ min: 0 }).describe('0 takes it out of the cart.'),
});

const itemsOf = <S extends z.ZodType<{ resourceId: string }>>(item: S) =>
  uniqueList(item, { min: 1, max: ITEMS_MAX, by: ({ resourceId }) => resourceId });

const ShopId = z
  .uuid()
  .describe('The organization on whose own website it is filled, with products of its shop. Default: the marketplace.');

export const NewCart = z.strictObject({ items: itemsOf(AddedItem).optional(), shopId: ShopId.optional() });
export const AddedItems = z.strictObject({ items: itemsOf(AddedItem) });
export const ChangedItems = z.strictObject({
  items: itemsOf(ChangedItem).optional(),
  acceptPrices: z.literal(true).optional().describe('Accepts the present prices of everything in the cart.'),
});

export const CartBuyer = z.strictObject({
  name: z.string().trim().min(1).max(200),
  email: z.email().max(254),
  phone: z.string().trim().min(5).max(40).optional(),
  taxId: z.string().trim().min(5).max(30).optional().describe('RNC or cédula, for a receipt with fiscal credit.'),
});

export const CartDelivery = z.strictObject({
  line1: z.string().trim().min(1).max(200),
  line2: z.string().trim().max(200).optional(),
  city: z.string().trim().min(1).max(100).describe('Or municipality.'),
  province: z.string().trim().max(100).optional(),
  sector: z.string().trim().max(100).optional(),
  instructions: z.string().trim().max(500).optional(),
});

export const CartChange = z.strictObject({
  version: readVersion,
  buyer: CartBuyer.optional(),
  delivery: CartDelivery.nullable().optional().describe('Null: it is collected at the sellers’.'),
  deliveryMethodIds: uniqueList(z.uuid(), { max: SELLERS_MAX })
    .optional()
    .describe('One of `deliveryMethods` of each seller who has some. It replaces the earlier choice.'),
  notes: z.string().trim().max(2000).optional().describe('For the sellers.'),
  coupon: Coupon.nullable().optional().describe('The code of a discount. It applies at the sellers who know it.'),
  status: z.literal('ordered').optional().describe('Orders everything in the cart: one invoice for each seller.'),
  revision: z
    .string()
    .max(64)
    .optional()
    .describe('As read: refused with `cart_changed` if a price, a tax or the stock has changed since.'),
});

const Item = z.object({
  resourceId: z.uuid(),
  name: z.string(),
  unit: z.string().nullable(),
  imageUrl: z.string().nullable(),
  quantity: z.string(),
  unitPrice: z.string().nullable().describe('Of one unit, before discount and taxes. Null: it cannot be bought now.'),
  previousPrice: z
    .string()
    .nullable()
    .describe('The price at which it was put into the cart, if it is another one. `acceptPrices` clears it.'),
  discount: z.string(),
  tax: z.string(),
  total: z.string().describe('With taxes.'),
  isExtra: z.boolean().describe('The buyer did not put it in: the charge of a delivery in an order.'),
  problem: z
    .enum(['not_listed', 'no_price', 'out_of_stock', 'refused_by_seller'])
    .nullable()
    .describe('Why it cannot be bought now.'),
});

const methodFields = {
  name: z.string(),
  kind: z.enum(deliveryKinds),
  details: z.string(),
  branch: z
    .object({ name: z.string(), address: z.string().nullable(), phone: z.string().nullable() })
    .nullable()
    .describe('Where the goods are collected.'),
};

const Order = z.object({
  number: z.string().describe('Of the invoice.'),
  state: z.enum(['draft', 'void', 'open', 'partial', 'paid', 'past-due', 'converted']),
  paid: z.string(),
  balance: z.string(),
  payUrl: z.string().nullable().describe('The page on which this part is paid. Null for a moment after the order.'),
  payBy: Timestamp.nullable().describe('The part is canceled then, unless something of it is paid. Null: it stays.'),
  delivery: z.object(methodFields).nullable().describe('The method as it was chosen. Null: the seller had none.'),
  deliveryState: z
    .enum(['preparing', 'partial', 'on_its_way', 'delivered'])
    .nullable()
    .describe(
      'Where its goods are: nothing has left, a part has, everything has, or it has arrived. Null: there are none.',
    ),
  shipments: z
    .array(
      z.object({
        date: z.string(),
        receivedAt: Timestamp.nullable().describe('Null: not confirmed yet.'),
        carrier: z.string().nullable(),
        trackingNumber: z.string().nullable(),
        trackingUrl: z.string().nullable(),
      }),
    )
    .describe('What has left, the last first.'),
});

const DeliveryOption = z.object({
  id: z.uuid(),
  ...methodFields,
  zones: z.array(DeliveryZone).describe('Empty: everywhere.'),
  price: z.string().describe('For this order, with taxes.'),
  freeFrom: z.string().nullable().describe('Free from this total of the products.'),
  untilFree: z.string().nullable().describe('How much more of products makes it free. Null: it is free, or never.'),
  isServed: z.boolean().describe('Whether it serves the address of the cart.'),
});

const Shop = z
  .object({
    id: z.uuid(),
    name: z.string(),
    url: z.string().nullable().describe('Null: it is closed.'),
    logoUrl: z.string().nullable(),
    colour: z.string().nullable(),
  })
  .meta({ id: 'Shop' });

const SellerPart = z
  .object({
    seller: Seller,
    currency: z.string(),
    items: z.array(Item),
    discount: z.string(),
    tax: z.string(),
    total: z.string(),
    delivery: z
      .object({ name: z.string(), price: z.string().describe('With taxes.'), isCharged: z.boolean() })
      .nullable()
      .describe(
        'What the chosen method costs; of a seller without methods, what is charged once the cart has a `delivery`. `total` includes it if it is charged. In an order it is an item.',
      ),
    deliveryMethods: z.array(DeliveryOption).describe('To choose from while the cart is open.'),
    deliveryProblem: z
      .enum(['method_required', 'address_required', 'not_served'])
      .nullable()
      .describe('Why the goods cannot reach the buyer yet.'),
    order: Order.nullable(),
  })
  .meta({ id: 'CartPart' });

export const Cart = z.object({
  id: z.string().describe('Unguessable: it opens the cart.'),
  url: z.string(),
  shop: Shop.nullable().describe('The shop to which it belongs. Null: the marketplace.'),
  status: z.enum(['open', 'ordering', 'undoing', 'ordered']),
  version: z.number().int(),
  revision: z.string().describe('Changes with everything that the buyer pays. Send it back with the order.'),
  sellers: z.array(SellerPart),
  totals: z.array(z.object({ currency: z.string(), total: z.string() })),
  buyer: CartBuyer.nullable(),
  delivery: CartDelivery.nullable(),
  deliveryMethodIds: z.array(z.uuid()).describe('The chosen methods.'),
  notes: z.string(),
  coupon: z.string().nullable(),
  couponApplies: z.boolean(),
  couponUsedUp: z.boolean().describe('It would apply, but has been used as often as it allows.'),
  canBeOrdered: z.boolean().describe('Whether everything is available at the prices that the buyer has seen.'),
  refusal: z
    .object({ code: z.string(), message: z.string(), seller: z.string().nullable() })
    .nullable()
    .describe('Why the last order was refused.'),
  expiresAt: Timestamp,
  orderedAt: Timestamp.nullable(),
});
export type CartView = z.input<typeof Cart>;

const problems = [
  ...['cart_changed', 'order_refused', 'cart_full', 'not_for_sale'],
  ...['delivery_required', 'not_served'],
] as const;
export const CartProblem = z
  .enum(problems)
  .optional()
  .describe('Shown on the page: why the last form changed nothing.');
export const CartAnswer = Cart.extend({ problem: z.enum(problems).nullable() });

/** A form sends what was left empty as an empty text. */
const field = <S extends z.ZodType>(schema: S) =>
  z.union([z.literal('').transform(() => undefined), schema]).optional();

const needed = {
  add: ['resourceId'],
  set: ['cartId', 'resourceId', 'quantity'],
  accept: ['cartId'],
  coupon: ['cartId'],
  deliver: ['cartId'],
  order: ['cartId', 'name', 'email'],
} as const;

export const CartForm = z
  .strictObject({
    action: z.enum(['add', 'set', 'accept', 'coupon', 'deliver', 'order']),
    cartId: z.string().min(20).max(100).optional().describe('Default: the cart of the browser, or a new one.'),
    shopId: ShopId.optional(),
    resourceId: z.uuid().optional(),
    quantity: quantityOf({ min: 0 }).optional(),
    coupon: field(Coupon),
    name: field(CartBuyer.shape.name),
    email: field(CartBuyer.shape.email),
    phone: field(z.string().trim().min(5).max(40)),
    taxId: field(z.string().trim().min(5).max(30)),
    line1: field(CartDelivery.shape.line1),
    city: field(CartDelivery.shape.city),
    sector: field(z.string().trim().max(100)),
    province: field(z.string().trim().max(100)),
    methods: z
      .record(z.uuid(), z.uuid())
      .refine((methods) => Object.keys(methods).length <= SELLERS_MAX, 'has too many sellers')
      .optional()
      .describe('The chosen delivery method of each seller, by the id of the seller.'),
    notes: field(z.string().trim().max(2000)),
    revision: z.string().max(64).optional(),
  })
  .superRefine((form, context) => {
    for (const name of needed[form.action])
      if (form[name] === undefined)
        context.addIssue({ code: 'custom', path: [name], message: 'is required', params: { code: 'required' } });
  });
