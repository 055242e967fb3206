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

const AddedItem = z.strictObject({
  resourceId: z.uuid().describe('A product, from its page.'),
  quantity: quantityOf({ above: 0 }).default('1').describe('How many are added to those in the cart.'),
});
const ChangedItem = z.strictObject({
  resourceId: z.uuid().describe('A product in the cart, or a new one.'),
  quantity: quantityOf({ min: 0 }).describe('0 takes it out of the cart.'),
});

const itemsOf = <S extends z.ZodType<{ resourceId: string }>>(item: S) =>
  uniqueList(item, { min: 1, max: ITEMS_MAX, by: ({ resourceId }) => resourceId });

const ShopId = z
  .uuid()
  .describe('The organization on whose own website it is filled, with products of its shop. Default: the marketplace.');

export const NewCart = z.strictObject({
  items: itemsOf(AddedItem).optional().describe('What it begins with. Default: nothing.'),
  shopId: ShopId.optional(),
});
export const AddedItems = z.strictObject({ items: itemsOf(AddedItem).describe('What is added.') });
export const ChangedItems = z.strictObject({
  items: itemsOf(ChangedItem).optional().describe('New quantities.'),
  acceptPrices: z.literal(true).optional().describe('Accepts the present prices of everything in the cart.'),
});

export const CartBuyer = z.strictObject({
  name: z.string().trim().min(1).max(200).describe('Of the person who buys.'),
  email: z.email().max(254).describe('Where the sellers write.'),
  phone: z.string().trim().min(5).max(40).optional().describe('Where the sellers call.'),
  taxId: z.string().trim().min(5).max(30).optional().describe('RNC or cédula, for a receipt with fiscal credit.'),
});

export const CartDelivery = z.strictObject({
  line1: z.string().trim().min(1).max(200).describe('Street and number.'),
  line2: z.string().trim().max(200).optional().describe('Building, floor, apartment.'),
  city: z.string().trim().min(1).max(100).describe('Or municipality.'),
  province: z.string().trim().max(100).optional().describe('Decides which delivery methods serve the address.'),
  sector: z.string().trim().max(100).optional().describe('The part of the city.'),
  instructions: z.string().trim().max(500).optional().describe('For who brings it.'),
});

export const CartChange = z.strictObject({
  version: readVersion,
  buyer: CartBuyer.optional().describe('Who buys. Needed for an order.'),
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
  resourceId: z.uuid().describe('The product; in an order, of the line.'),
  name: z.string().describe('Of the product.'),
  unit: z.string().nullable().describe('In which it is sold; null: none.'),
  imageUrl: z.string().nullable().describe('The first picture; null: none.'),
  quantity: z.string().describe('In units of the product.'),
  unitPrice: z.string().nullable().describe('Of one unit, before discount and taxes. Null: it cannot be bought now.'),
  previousPrice: z
    .string()
    .nullable()
    .describe('The price at which it was put into the cart, if it is another one. `acceptPrices` clears it.'),
  discount: z.string().describe('Off the whole line, before taxes.'),
  tax: z.string().describe('On the whole line.'),
  total: z.string().describe('With taxes.'),
  isExtra: z.boolean().describe('The buyer did not put it in: the charge of a delivery in an order.'),
  problem: z
    .enum(['not_listed', 'no_price', 'out_of_stock', 'refused_by_seller'])
    .nullable()
    .describe('Why it cannot be bought now.'),
});

const methodFields = {
  name: z.string().describe('Of the method.'),
  kind: z.enum(deliveryKinds).describe('`pickup`: the buyer collects the goods; `delivery`: they are brought.'),
  details: z.string().describe('Opening hours, or when the goods arrive.'),
  branch: z
    .object({
      name: z.string().describe('Of the branch.'),
      address: z.string().nullable().describe('Of the branch; null: not known.'),
      phone: z.string().nullable().describe('Of the branch; null: not known.'),
    })
    .nullable()
    .describe('Where the goods are collected.'),
};

const Order = z.object({
  number: z.string().describe('Of the invoice.'),
  state: z
    .enum(['draft', 'void', 'open', 'partial', 'paid', 'past-due', 'converted'])
    .describe('Of the invoice: whether it is paid, due or canceled.'),
  paid: z.string().describe('What was paid of it.'),
  balance: z.string().describe('What is still to be paid.'),
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
        date: z.string().describe('When it left.'),
        receivedAt: Timestamp.nullable().describe('Null: not confirmed yet.'),
        carrier: z.string().nullable().describe('Who brings it; null: the seller, or not known.'),
        trackingNumber: z.string().nullable().describe('The carrier’s number; null: none.'),
        trackingUrl: z.string().nullable().describe('Where it can be followed; null: nowhere.'),
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
    name: z.string().describe('The name of the business.'),
    url: z.string().nullable().describe('Null: it is closed.'),
    logoUrl: z.string().nullable(),
    colour: z.string().nullable().describe('Of the pages, as `#rrggbb`; null: the standard one.'),
  })
  .meta({ id: 'Shop' });

const SellerPart = z
  .object({
    seller: Seller.describe('Who sells these products.'),
    currency: z.string(),
    items: z.array(Item).describe('The products of this seller.'),
    discount: z.string().describe('Off all lines, before taxes.'),
    tax: z.string().describe('On all lines.'),
    total: z.string().describe('What is paid to this seller, with taxes.'),
    delivery: z
      .object({
        name: z.string().describe('Of the method or service.'),
        price: z.string().describe('With taxes.'),
        isCharged: z.boolean().describe('Whether `total` includes it.'),
      })
      .nullable()
      .describe(
        'What the chosen method costs; of a seller without methods, what is charged once the cart has a `delivery`. `total` includes it if it is charged. In an order it is an item.',
      ),
    deliveryMethods: z.array(DeliveryOption).describe('To choose from while the cart is open.'),
    deliveryProblem: z
      .enum(['method_required', 'address_required', 'not_served'])
      .nullable()
      .describe('Why the goods cannot reach the buyer yet.'),
    order: Order.nullable().describe('The invoice of this seller; null: not ordered yet.'),
  })
  .meta({ id: 'CartPart' });

export const Cart = z.object({
  id: z.string().describe('Unguessable: it opens the cart.'),
  url: z.string().describe('Its page.'),
  shop: Shop.nullable().describe('The shop to which it belongs. Null: the marketplace.'),
  status: z
    .enum(['open', 'ordering', 'undoing', 'ordered'])
    .describe('`ordering` and `undoing`: an order is being made, or taken back.'),
  version: z.number().int(),
  revision: z.string().describe('Changes with everything that the buyer pays. Send it back with the order.'),
  sellers: z.array(SellerPart).describe('Its parts: each seller has an invoice of their own.'),
  totals: z
    .array(z.object({ currency: z.string(), total: z.string().describe('What is to be paid in this currency.') }))
    .describe('By currency.'),
  buyer: CartBuyer.nullable().describe('Who buys; null: not given yet.'),
  delivery: CartDelivery.nullable().describe('Where it is brought; null: it is collected.'),
  deliveryMethodIds: z.array(z.uuid()).describe('The chosen methods.'),
  notes: z.string().describe('For the sellers; may be empty.'),
  coupon: z.string().nullable().describe('The code of a discount; null: none.'),
  couponApplies: z.boolean().describe('Whether a seller gives a discount for it.'),
  couponUsedUp: z.boolean().describe('It would apply, but has been used as often as it allows.'),
  canBeOrdered: z.boolean().describe('Whether everything is available at the prices that the buyer has seen.'),
  refusal: z
    .object({
      code: z.string().describe('The reason, for programs.'),
      message: z.string().describe('The reason, for people.'),
      seller: z.string().nullable().describe('The name of the seller who refused; null: none did.'),
    })
    .nullable()
    .describe('Why the last order was refused.'),
  expiresAt: Timestamp.describe('When it is deleted, unless it is used before.'),
  orderedAt: Timestamp.nullable().describe('When it was ordered; null: it was not.'),
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
export const CartAnswer = Cart.extend({
  problem: z.enum(problems).nullable().describe('Why the last form changed nothing; null: it did.'),
});

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
    action: z.enum(['add', 'set', 'accept', 'coupon', 'deliver', 'order']).describe('What the form does.'),
    cartId: z.string().min(20).max(100).optional().describe('Default: the cart of the browser, or a new one.'),
    shopId: ShopId.optional(),
    resourceId: z.uuid().optional().describe('The product, to add or set it.'),
    quantity: quantityOf({ min: 0 }).optional(),
    coupon: field(Coupon).describe('The code of a discount.'),
    name: field(CartBuyer.shape.name).describe('Of the buyer, to order.'),
    email: field(CartBuyer.shape.email).describe('Of the buyer, to order.'),
    phone: field(z.string().trim().min(5).max(40)).describe('Of the buyer.'),
    taxId: field(z.string().trim().min(5).max(30)).describe('RNC or cédula, for a receipt with fiscal credit.'),
    line1: field(CartDelivery.shape.line1).describe('Street and number, where it is brought.'),
    city: field(CartDelivery.shape.city).describe('Or municipality, where it is brought.'),
    sector: field(z.string().trim().max(100)).describe('The part of the city.'),
    province: field(z.string().trim().max(100)).describe('Decides which delivery methods serve the address.'),
    methods: z
      .record(z.uuid(), z.uuid())
      .refine((methods) => Object.keys(methods).length <= SELLERS_MAX, 'has too many sellers')
      .optional()
      .describe('The chosen delivery method of each seller, by the id of the seller.'),
    notes: field(z.string().trim().max(2000)).describe('For the sellers.'),
    revision: z.string().max(64).optional().describe('As read: refused if a price, tax or stock has changed since.'),
  })
  .superRefine((form, context) => {
    for (const name of needed[form.action])
      if (form[name] === undefined)
        context.addIssue({ code: 'custom', path: [name], message: 'is required', params: { code: 'required' } });
  });
