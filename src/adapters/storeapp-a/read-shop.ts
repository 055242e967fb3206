import { hash } from 'node:crypto';
import { z } from 'zod';
import type { ReadMessage, Shop, StoreappA } from '#modules/apps/index.ts';
import { ProviderRefused } from '#platform/ports/port.ts';

/** Answers the data of a query, or throws what the shop has against it. */
export type Query = (shop: Shop, query: string, variables: object) => Promise<unknown>;

const money = 'shopMoney { amount }';
const taxes = `taxLines { priceSet { ${money} } }`;
const discounts = `discountAllocations { allocatedAmountSet { ${money} } }`;

const CHANGED = {
  order: `query ($filter: String!, $after: String) {
    changed: orders(first: 100, after: $after, query: $filter, sortKey: UPDATED_AT) {
      nodes { legacyResourceId updatedAt } pageInfo { hasNextPage endCursor } } }`,
  product: `query ($filter: String!, $after: String) {
    changed: products(first: 100, after: $after, query: $filter, sortKey: UPDATED_AT) {
      nodes { legacyResourceId updatedAt variants(first: 1) { nodes { legacyResourceId } } }
      pageInfo { hasNextPage endCursor } } }`,
};

const ONE = {
  order: `query ($id: ID!) { found: order(id: $id) {
    legacyResourceId name updatedAt cancelledAt currencyCode taxesIncluded email phone totalPriceSet { ${money} }
    customer { legacyResourceId firstName lastName
      defaultEmailAddress { emailAddress } defaultPhoneNumber { phoneNumber } }
    lines: lineItems(first: 100) { pageInfo { hasNextPage } nodes {
      variant { legacyResourceId } product { legacyResourceId } sku title quantity
      originalUnitPriceSet { ${money} } ${discounts} ${taxes} } }
    shippingLines(first: 50) { nodes { title originalPriceSet { ${money} } ${discounts} ${taxes} } } } }`,
  product: `query ($id: ID!) { found: product(id: $id) {
    legacyResourceId title updatedAt
    lines: variants(first: 250) { pageInfo { hasNextPage } nodes { legacyResourceId title sku barcode price } } } }`,
};

const Id = z.union([z.string(), z.number()]).transform(String);
const Time = z.iso.datetime({ offset: true }).transform((text) => Temporal.Instant.from(text));
const nodesOf = <S extends z.ZodType>(each: S) => z.object({ nodes: z.array(each) });
/** The messages of the shop have cents, its answers may leave them out. */
const Money = z.object({ shopMoney: z.object({ amount: z.string() }) }).transform(({ shopMoney }) => {
  const [whole, cents = ''] = shopMoney.amount.split('.');
  return `${whole}.${cents.padEnd(2, '0')}`;
});

const Changed = z.object({
  changed: z.object({
    nodes: z.array(
      z.object({
        legacyResourceId: Id,
        updatedAt: Time,
        variants: nodesOf(z.object({ legacyResourceId: Id })).optional(),
      }),
    ),
    pageInfo: z.object({ hasNextPage: z.boolean(), endCursor: z.string().nullish() }),
  }),
});

const Amounts = {
  discountAllocations: z
    .array(z.object({ allocatedAmountSet: Money }).transform(({ allocatedAmountSet: amount }) => ({ amount })))
    .default([]),
  taxLines: z.array(z.object({ priceSet: Money }).transform(({ priceSet: price }) => ({ price }))).default([]),
};
const Reference = z.object({ legacyResourceId: Id }).nullish();
const Lines = z.looseObject({ pageInfo: z.object({ hasNextPage: z.boolean() }) });

const FoundOrder = z
  .object({
    legacyResourceId: Id,
    name: z.string(),
    updatedAt: z.string(),
    cancelledAt: z.string().nullish(),
    currencyCode: z.string(),
    taxesIncluded: z.boolean(),
    email: z.string().nullish(),
    phone: z.string().nullish(),
    totalPriceSet: Money,
    customer: z
      .object({
        legacyResourceId: Id,
        firstName: z.string().nullish(),
        lastName: z.string().nullish(),
        defaultEmailAddress: z.object({ emailAddress: z.string() }).nullish(),
        defaultPhoneNumber: z.object({ phoneNumber: z.string() }).nullish(),
      })
      .nullish(),
    lines: nodesOf(
      z.object({
        variant: Reference,
        product: Reference,
        sku: z.string().nullish(),
        title: z.string(),
        quantity: z.number(),
        originalUnitPriceSet: Money,
        ...Amounts,
      }),
    ),
    shippingLines: nodesOf(z.object({ title: z.string(), originalPriceSet: Money, ...Amounts })),
  })
  .transform((order) => ({
    id: order.legacyResourceId,
    name: order.name,
    updated_at: order.updatedAt,
    cancelled_at: order.cancelledAt,
    currency: order.currencyCode,
    total_price: order.totalPriceSet,
    taxes_included: order.taxesIncluded,
    email: order.email,
    phone: order.phone,
    customer: order.customer && {
      id: order.customer.legacyResourceId,
      email: order.customer.defaultEmailAddress?.emailAddress,
      phone: order.customer.defaultPhoneNumber?.phoneNumber,
      first_name: order.customer.firstName,
      last_name: order.customer.lastName,
    },
    line_items: order.lines.nodes.map((line) => ({
      variant_id: line.variant?.legacyResourceId,
      product_id: line.product?.legacyResourceId,
      sku: line.sku,
      title: line.title,
      quantity: line.quantity,
      price: line.originalUnitPriceSet,
      discount_allocations: line.discountAllocations,
      tax_lines: line.taxLines,
    })),
    shipping_lines: order.shippingLines.nodes.map((line) => ({
      title: line.title,
      price: line.originalPriceSet,
      discount_allocations: line.discountAllocations,
      tax_lines: line.taxLines,
    })),
  }));

const FoundProduct = z
  .object({
    legacyResourceId: Id,
    title: z.string(),
    updatedAt: z.string(),
    lines: nodesOf(
      z.object({
        legacyResourceId: Id,
        title: z.string().nullish(),
        sku: z.string().nullish(),
        barcode: z.string().nullish(),
        price: z.string().nullish(),
      }),
    ),
  })
  .transform(({ legacyResourceId: id, title, updatedAt: updated_at, lines }) => ({
    id,
    title,
    updated_at,
    variants: lines.nodes.map(({ legacyResourceId, ...variant }) => ({ id: legacyResourceId, ...variant })),
  }));

const One = z.object({ found: z.looseObject({ lines: Lines }).nullable() });

/** Reads the changes of a shop over its GraphQL API, in the form of its webhooks. */
export const shopReader = (query: Query): Pick<StoreappA, 'changes' | 'message'> => ({
  changes: async ({ of, since, after, ...shop }) => {
    const filter = `updated_at:>='${since.toString({ smallestUnit: 'second' })}'`;
    const { nodes, pageInfo } = read(Changed, await query(shop, CHANGED[of], { filter, after })).changed;
    return {
      changes: nodes.map(({ legacyResourceId: id, updatedAt: changedAt, variants }) => ({
        id,
        externalId: variants?.nodes[0]?.legacyResourceId ?? id,
        changedAt,
      })),
      next: pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null,
    };
  },
  message: async ({ of, change, ...shop }) => {
    const id = `gid://shopify/${of === 'order' ? 'Order' : 'Product'}/${change.id}`;
    const { found } = read(One, await query(shop, ONE[of], { id }));
    if (!found) return null;
    if (found.lines.pageInfo.hasNextPage) return messageOf(`${of}s/too_large`, { id: change.id });
    return of === 'order'
      ? messageOf('orders/updated', read(FoundOrder, found))
      : messageOf('products/update', read(FoundProduct, found));
  },
});

function messageOf(topic: string, content: object): ReadMessage {
  const body = Buffer.from(JSON.stringify(content));
  return { topic, key: `${topic} ${hash('sha256', body, 'hex')}`, body };
}

export function read<S extends z.ZodType>(schema: S, given: unknown): z.output<S> {
  const { data, error } = schema.safeParse(given);
  if (error) throw ProviderRefused(`The shop answers what is not understood: ${error.issues[0]?.path.join('.')}.`);
  return data;
}
