import { z } from 'zod';
import { type StoreCustomer, type StoreFact, tooLarge } from '#modules/apps/index.ts';

export const Id = z.union([z.number().int(), z.string().max(60)]).transform(String);
const Amount = z.string().regex(/^-?\d{1,12}(\.\d{1,6})?$/);
/** Times in GMT, without a zone. */
export const GmtTime = z
  .string()
  .max(40)
  .transform((text, ctx) => {
    try {
      return Temporal.Instant.from(/Z|[+-]\d\d:\d\d$/.test(text) ? text : `${text}Z`);
    } catch {
      ctx.addIssue({ code: 'custom', message: 'is not a time' });
      return z.NEVER;
    }
  });
const text = (max: number) => z.string().transform((value) => value.slice(0, max));
const optional = z.string().trim().max(500).nullish();

const Person = { email: optional, phone: optional, first_name: optional, last_name: optional, company: optional };
const Extra = z.object({ total: Amount, total_tax: Amount });

const Order = z.object({
  id: Id,
  number: Id,
  status: z.string().max(60),
  currency: z.string().length(3),
  date_modified_gmt: GmtTime,
  total: Amount,
  customer_id: Id,
  billing: z.object(Person),
  line_items: z
    .array(
      z.object({
        name: text(500),
        product_id: Id,
        variation_id: Id,
        quantity: z.union([z.number(), z.string()]).transform(String).pipe(Amount),
        sku: z.string().max(200).nullish(),
        total: Amount,
        total_tax: Amount,
      }),
    )
    .max(1000),
  shipping_lines: z
    .array(Extra.extend({ method_title: text(500) }))
    .max(50)
    .default([]),
  fee_lines: z
    .array(Extra.extend({ name: text(500) }))
    .max(50)
    .default([]),
});

const Product = z.object({
  id: Id,
  name: text(200),
  sku: z.string().max(200).nullish(),
  price: z.string().max(30).nullish(),
  global_unique_id: z.string().max(200).nullish(),
  date_modified_gmt: GmtTime,
});

const CANCELED = new Set(['cancelled', 'failed', 'trash', 'refunded']);
/** The topic is not signed: an order must not be taken for the message that it was deleted, which has only its id. */
const ONLY_ID = z.object({ id: Id, line_items: z.never().optional() });

export function readStoreMessage(topic: string, body: Uint8Array): StoreFact {
  if (topic === 'ping') return { kind: 'ping' };
  const given: unknown = JSON.parse(Buffer.from(body).toString());
  const [kind, event] = topic.split('.');
  if (event === 'deleted' && (kind === 'order' || kind === 'product' || kind === 'customer'))
    return { kind: 'removed', of: kind, externalId: ONLY_ID.parse(given).id };
  if (event === 'too_large')
    return { kind: 'attention', message: tooLarge(`${kind} ${z.object({ id: Id }).parse(given).id}`) };
  if (kind === 'order') return { kind: 'order', order: orderOf(Order.parse(given)), isRestored: event === 'restored' };
  if (kind === 'product') return productsOf(Product.parse(given));
  if (kind === 'customer') return customerFact(given);
  return { kind: 'attention', message: `Messages of the kind ${topic} are not understood.` };
}

function orderOf(order: z.output<typeof Order>) {
  const extra = (name: string, { total, total_tax }: z.output<typeof Extra>) => ({
    externalId: null,
    sku: null,
    name: name || 'Envío',
    quantity: '1',
    net: total,
    tax: total_tax,
  });
  return {
    externalId: order.id,
    number: order.number,
    changedAt: order.date_modified_gmt,
    isCanceled: CANCELED.has(order.status),
    currency: order.currency,
    total: order.total,
    customer: customerOf(order.customer_id === '0' ? null : order.customer_id, order.billing),
    lines: [
      ...order.line_items.map((line) => ({
        externalId: line.variation_id === '0' ? line.product_id : line.variation_id,
        sku: line.sku?.trim() || null,
        name: line.name,
        quantity: line.quantity,
        net: line.total,
        tax: line.total_tax,
      })),
      ...order.shipping_lines.map((line) => extra(line.method_title, line)),
      ...order.fee_lines.map((line) => extra(line.name, line)),
    ],
  };
}

function customerOf(externalId: string | null, person: z.output<z.ZodObject<typeof Person>>): StoreCustomer {
  const { email, phone, first_name, last_name, company } = person;
  const name = [first_name, last_name].filter(Boolean).join(' ');
  return {
    externalId,
    name: (name || company || email || phone || 'Cliente de la tienda').slice(0, 200),
    email: email || null,
    phone: phone || null,
  };
}

function customerFact(given: unknown): StoreFact {
  const schema = z.object({
    id: Id,
    date_created_gmt: GmtTime.nullish(),
    // Null until the customer changes for the first time.
    date_modified_gmt: GmtTime.nullish(),
    ...Person,
    billing: z.object(Person).optional(),
  });
  const { id, date_created_gmt, date_modified_gmt, billing, ...person } = schema.parse(given);
  const changedAt = z.instanceof(Temporal.Instant).parse(date_modified_gmt ?? date_created_gmt);
  const named = { ...billing, ...person, phone: person.phone ?? billing?.phone };
  return { kind: 'customer', changedAt, customer: { ...customerOf(id, named), externalId: id } };
}

const productsOf = (product: z.output<typeof Product>): StoreFact => ({
  kind: 'products',
  changedAt: product.date_modified_gmt,
  products: [
    {
      externalId: product.id,
      sku: product.sku?.trim() || null,
      barcode: product.global_unique_id?.trim() || null,
      name: product.name,
      price: product.price && Amount.safeParse(product.price).success ? product.price : null,
    },
  ],
});
