import { z } from 'zod';
import { type StoreFact, type StoreLine, tooLarge } from '#modules/apps/index.ts';
import { fromMillionths, toMillionths } from '#platform/decimal.ts';

const Id = z.union([z.number().int(), z.string().max(60)]).transform(String);
const Amount = z.string().regex(/^-?\d{1,12}(\.\d{1,6})?$/);
const Instant = z.iso.datetime({ offset: true }).transform((text) => Temporal.Instant.from(text));
const text = (max: number) => z.string().transform((value) => value.slice(0, max));
const optional = z.string().trim().max(500).nullish();

const TaxLines = z
  .array(z.object({ price: Amount }))
  .max(50)
  .default([]);
const Discounts = z
  .array(z.object({ amount: Amount }))
  .max(100)
  .default([]);

const Customer = z.object({ id: Id, email: optional, phone: optional, first_name: optional, last_name: optional });

const Order = z.object({
  id: Id,
  name: text(60),
  updated_at: Instant,
  cancelled_at: z.string().nullish(),
  currency: z.string().length(3),
  total_price: Amount,
  taxes_included: z.boolean(),
  email: optional,
  phone: optional,
  customer: Customer.nullish(),
  line_items: z
    .array(
      z.object({
        variant_id: Id.nullish(),
        product_id: Id.nullish(),
        sku: z.string().max(200).nullish(),
        title: text(500),
        quantity: z.number().int().min(0).max(1_000_000),
        price: Amount,
        discount_allocations: Discounts,
        tax_lines: TaxLines,
      }),
    )
    .max(1000),
  shipping_lines: z
    .array(z.object({ title: text(500), price: Amount, discount_allocations: Discounts, tax_lines: TaxLines }))
    .max(50)
    .default([]),
});

const Product = z.object({
  id: Id,
  title: text(150),
  updated_at: Instant,
  variants: z
    .array(
      z.object({
        id: Id,
        title: z.string().max(500).nullish(),
        sku: z.string().max(200).nullish(),
        barcode: z.string().max(200).nullish(),
        price: Amount.nullish(),
      }),
    )
    .max(2000),
});

/** The topic is not signed: an order must not be taken for the message that it was deleted, which has only its id. */
const DeletedOrder = z.object({ id: Id, line_items: z.never().optional() });
const Level = z.object({ inventory_item_id: Id, available: z.number().int().nullable(), updated_at: Instant });

export function readShopMessage(topic: string, body: Uint8Array): StoreFact {
  const given: unknown = JSON.parse(Buffer.from(body).toString());
  if (topic === 'app/uninstalled') return { kind: 'disconnected' };
  if (/^(customers\/(data_request|redact)|shop\/redact)$/.test(topic))
    return { kind: 'attention', message: `The store asks about personal data: ${topic}.` };
  if (topic === 'orders/delete') return { kind: 'removed', of: 'order', externalId: DeletedOrder.parse(given).id };
  if (topic === 'products/delete')
    return { kind: 'removed', of: 'product', externalId: z.object({ id: Id }).parse(given).id };
  if (topic.endsWith('s/too_large'))
    return { kind: 'attention', message: tooLarge(`${topic.slice(0, -11)} ${z.object({ id: Id }).parse(given).id}`) };
  if (topic.startsWith('orders/')) return { kind: 'order', order: orderOf(Order.parse(given)) };
  if (topic.startsWith('products/')) return productsOf(Product.parse(given));
  if (topic.startsWith('customers/')) return customerFact(given);
  if (topic === 'inventory_levels/update') return stockOf(Level.parse(given));
  return { kind: 'attention', message: `Messages of the kind ${topic} are not understood.` };
}

function orderOf(order: z.output<typeof Order>) {
  const lines = [
    ...order.line_items
      .filter(({ quantity }) => quantity > 0)
      .map((line) =>
        lineOf(
          { ...line, externalId: line.variant_id ?? line.product_id ?? null },
          line.quantity,
          order.taxes_included,
        ),
      ),
    ...order.shipping_lines.map((line) => lineOf({ ...line, externalId: null }, 1, order.taxes_included)),
  ];
  const person =
    order.customer ?? (order.email || order.phone ? { id: null, email: order.email, phone: order.phone } : null);
  return {
    externalId: order.id,
    number: order.name,
    changedAt: order.updated_at,
    isCanceled: typeof order.cancelled_at === 'string',
    currency: order.currency,
    total: order.total_price,
    customer:
      person && customerOf({ ...person, email: person.email || order.email, phone: person.phone || order.phone }),
    lines,
  };
}

interface GivenLine {
  externalId: string | null;
  sku?: string | null | undefined;
  title: string;
  price: string;
  discount_allocations: { amount: string }[];
  tax_lines: { price: string }[];
}

function lineOf(line: GivenLine, quantity: number, taxesIncluded: boolean): StoreLine {
  const sum = (amounts: string[]): bigint => amounts.reduce((total, amount) => total + toMillionths(amount), 0n);
  const discount = sum(line.discount_allocations.map(({ amount }) => amount));
  const tax = sum(line.tax_lines.map(({ price }) => price));
  const gross = toMillionths(line.price) * BigInt(quantity) - discount;
  return {
    externalId: line.externalId,
    sku: line.sku?.trim() || null,
    name: line.title,
    quantity: String(quantity),
    net: fromMillionths(taxesIncluded ? gross - tax : gross),
    tax: fromMillionths(tax),
  };
}

interface Person {
  id: string | null;
  email?: string | null | undefined;
  phone?: string | null | undefined;
  first_name?: string | null | undefined;
  last_name?: string | null | undefined;
}

const customerOf = ({ id, email, phone, first_name, last_name }: Person) => ({
  externalId: id,
  name: [first_name, last_name].filter(Boolean).join(' ').slice(0, 200) || email || phone || 'Cliente de la tienda',
  email: email || null,
  phone: phone || null,
});

function customerFact(given: unknown): StoreFact {
  const customer = Customer.extend({ updated_at: Instant }).parse(given);
  return {
    kind: 'customer',
    changedAt: customer.updated_at,
    customer: { ...customerOf(customer), externalId: customer.id },
  };
}

function productsOf({ title, updated_at, variants }: z.output<typeof Product>): StoreFact {
  const products = variants.map((variant) => ({
    externalId: variant.id,
    sku: variant.sku?.trim() || null,
    barcode: variant.barcode?.trim() || null,
    name: variant.title && variant.title !== 'Default Title' ? `${title}, ${variant.title}`.slice(0, 200) : title,
    price: variant.price ?? null,
  }));
  return { kind: 'products', changedAt: updated_at, products };
}

const stockOf = ({ inventory_item_id, available, updated_at }: z.output<typeof Level>): StoreFact => ({
  kind: 'stock',
  changedAt: updated_at,
  externalId: inventory_item_id,
  quantity: String(available ?? 0),
});
