import { createRecurrent, NewPendingRecord } from '#modules/invoicing/index.ts';
import { selectTaxes, type Tax } from '#modules/taxes/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { divideRounded, fromMillionths, MILLION, percentOf, toMillionths } from '#platform/decimal.ts';
import { toMinor } from '#platform/money.ts';
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
  if (toMinor(document.total, order.currency) !== toMinor(order.total, order.currency))
    throw StoreMessageKept(`The store says ${order.total} and the lines with their taxes are ${document.total}.`);
  return document.id;
}

async function elementOf(ctx: TenantContext, store: Store, order: StoreOrder, line: StoreLine, taxes: Tax[]) {
  const { externalId, sku, name, quantity, net } = line;
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

/** The tax whose rate makes the amount that the store took, within a cent; the total is compared exactly afterwards. */
function taxIdsOf(ctx: TenantContext, { currency }: StoreOrder, { net, tax, name }: StoreLine, taxes: Tax[]): string[] {
  const [base, taken] = [toMillionths(net), toMillionths(tax)];
  if (taken === 0n) return [];
  const cent = 10_000n;
  const fits = (rate: string): boolean => {
    const difference = percentOf(base, rate) - taken;
    return difference <= cent && difference >= -cent;
  };
  const found = taxes.find((each) => fits(rateOn(each, ctx.today.toString())));
  if (!found) throw StoreMessageKept(`No tax of the organization makes ${tax} ${currency} of ${net} for ${name}.`);
  return [found.id];
}

const rateOn = ({ rates }: Tax, day: string): string =>
  rates.find(({ validFrom, validUntil }) => validFrom <= day && (validUntil === null || day <= validUntil))?.rate ??
  '0';
