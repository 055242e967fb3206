import { createRecurrent, NewPendingRecord } from '#modules/invoicing/index.ts';
import { selectTaxes, type Tax } from '#modules/taxes/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { divideRounded, fromMillionths, MILLION, percentOf, toMillionths } from '#platform/decimal.ts';
import { installations, type Store } from '../tables.ts';
import { contactFor } from './customer.ts';
import { resourceFor } from './product.ts';
import type { StoreLine, StoreOrder } from './store.port.ts';
import { StoreMessageKept, understood } from './understood.ts';

/** Writes the document of an order. Its taxes and its total agree with the store to the cent, or nothing is written. */
export async function writeOrderDocument(ctx: TenantContext, store: Store, order: StoreOrder): Promise<string> {
  if (order.lines.length === 0) throw StoreMessageKept('The order has no lines.');
  const installation = await installations.get(ctx, { appId: store.appId });
  const taxes = (await selectTaxes(ctx)).filter(
    (tax) => tax.archivedAt === null && tax.base === 'net' && !tax.kind.startsWith('withheld'),
  );
  const contactId = order.customer && (await contactFor(ctx, store, order.customer, order.changedAt));
  const elements = [];
  for (const line of order.lines) elements.push(await elementOf(ctx, store, order, line, taxes));
  const given = understood(NewPendingRecord, {
    kind: installation.configuration.documentKind ?? 'order',
    contactId,
    currency: order.currency,
    pricesIncludeTax: false,
    reference: `${order.number}`.slice(0, 100),
    notes: `${store.address}: ${order.number}`,
    elements,
  });
  const document = await (await createRecurrent(ctx, given)).now();
  if (toMillionths(document.total) !== toMillionths(order.total))
    throw StoreMessageKept(`The store says ${order.total} and the lines with their taxes are ${document.total}.`);
  return document.id;
}

async function elementOf(ctx: TenantContext, store: Store, order: StoreOrder, line: StoreLine, taxes: Tax[]) {
  const { externalId, sku, name, quantity, net } = line;
  if (toMillionths(quantity) <= 0n) throw StoreMessageKept(`The quantity of ${name} is ${quantity}.`);
  const unitPrice = fromMillionths(divideRounded(toMillionths(net) * MILLION, toMillionths(quantity)));
  const product = { externalId: externalId ?? '', sku, barcode: null, name, price: unitPrice };
  const resourceId = externalId === null ? undefined : await resourceFor(ctx, store, product, order.changedAt);
  return {
    ...(resourceId && { resourceId }),
    description: name.trim() || 'Línea de la tienda',
    quantity,
    unitPrice,
    taxIds: taxIdsOf(ctx, order, line, taxes),
  };
}

const CENT = 10_000n;

/**
 * The tax whose rate comes closest to the amount that the store took, within a cent; of equals an ITBIS. The total is compared
 * exactly afterwards.
 */
function taxIdsOf(ctx: TenantContext, { currency }: StoreOrder, { net, tax, name }: StoreLine, taxes: Tax[]): string[] {
  const [base, taken] = [toMillionths(net), toMillionths(tax)];
  if (taken === 0n) return [];
  const day = ctx.today.toString();
  const [closest] = taxes
    .map((each) => ({ ...each, distance: distanceOf(percentOf(base, rateOn(each, day)), taken) }))
    .filter(({ distance }) => distance <= CENT)
    .toSorted(
      (a, b) =>
        Number(a.distance - b.distance) ||
        Number(b.kind === 'itbis') - Number(a.kind === 'itbis') ||
        a.code.localeCompare(b.code),
    );
  if (!closest) throw StoreMessageKept(`No tax of the organization makes ${tax} ${currency} of ${net} for ${name}.`);
  return [closest.id];
}

const distanceOf = (a: bigint, b: bigint): bigint => (a > b ? a - b : b - a);

const rateOn = ({ rates }: Tax, day: string): string =>
  rates.find(({ validFrom, validUntil }) => validFrom <= day && (validUntil === null || day <= validUntil))?.rate ??
  '0';
