import { discoverPrices, type PriceAsk } from '#modules/catalog/index.ts';
import { type DatedTax, requireTaxes } from '#modules/taxes/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { newId } from '#platform/id.ts';
import { refusal } from '#platform/refusal.ts';
import type { DocumentToDraft, DraftElement } from './draft.ts';
import type { ElementTax, PendingElement } from './element.sql.ts';
import { plainDecimal } from './pending.schema.ts';
import type { References } from './references.ts';

export const PriceMissing = refusal(422, 'price_missing', 'No price of this item holds: give a unitPrice.');

/** A line before it is priced. */
export type Line = Omit<
  PendingElement,
  'converted' | 'cost' | 'amount' | 'discount' | 'net' | 'tax' | 'withheld' | 'total'
>;

/** The lines with all that they leave to the catalog: name, unit, price and taxes of their items. */
export async function completeLines(
  ctx: TenantContext,
  { direction, elements }: DocumentToDraft,
  references: References,
  { date, currency, taxes }: { date: string; currency: string; taxes: Map<string, DatedTax> },
): Promise<Line[]> {
  const { resources, contact, divisionId } = references;
  const resourceOf = ({ resourceId }: DraftElement) => (resourceId ? resources.get(resourceId)! : undefined);
  const wanted = elements.map((element) => element.taxIds ?? (element.taxes ? undefined : resourceOf(element)?.taxIds));
  const ofItems = elements.flatMap((element, place) => (element.taxIds ? [] : idsToDate(element, wanted[place])));
  const unpriced = elements.filter(({ unitPrice }) => unitPrice === undefined);
  const asks = unpriced.map(
    ({ resourceId, quantity = '1', priceLabel: label }): PriceAsk => ({
      resourceId: resourceId!,
      contactId: contact?.id,
      label,
      quantity,
      date,
      divisionId,
      currency,
    }),
  );
  const [more, found] = await Promise.all([
    requireTaxes(ctx, ofItems, Temporal.PlainDate.from(date), 'body.elements[].resourceId'),
    direction === 'sale' ? discoverPrices(ctx, asks) : [],
  ]);
  const dated = new Map([...taxes, ...more]);
  const prices = new Map(unpriced.map((element, place) => [element, found[place]]));
  return elements.map((element, place) => {
    const resource = resourceOf(element);
    const price = prices.get(element);
    const unitPrice = element.unitPrice ?? price?.unitPrice;
    if (unitPrice === undefined || unitPrice === null) throw priceMissing(place, price?.reason);
    return {
      id: element.id ?? newId(),
      resourceId: element.resourceId ?? null,
      description: element.description ?? resource!.name,
      quantity: element.quantity ?? '1',
      unit: element.unit === undefined ? (resource?.unit ?? null) : element.unit,
      unitPrice: plainDecimal(unitPrice),
      priceLabel: element.priceLabel ?? price?.label ?? null,
      discountKind: element.discount ? (element.discount.percent === undefined ? 'amount' : 'percent') : null,
      discountValue: element.discount?.percent ?? element.discount?.amount ?? null,
      chartAccountId: element.chartAccountId ?? null,
      serialNumbers: element.serialNumbers ?? [],
      sourceElementId: element.sourceElementId ?? null,
      taxes: taxesOf(element, wanted[place], dated),
    };
  });
}

const priceMissing = (place: number, reason = 'A purchase says what was paid.') =>
  PriceMissing(reason, { errors: [{ path: `body.elements[${place}].unitPrice`, code: 'required', message: reason }] });

/** The taxes that lines name themselves and did not have before, as they are on a day. */
export const requireNamedTaxes = (ctx: TenantContext, elements: DraftElement[], date: string) =>
  requireTaxes(
    ctx,
    elements.flatMap((element) => idsToDate(element, element.taxIds)),
    Temporal.PlainDate.from(date),
    'body.elements[].taxIds',
  );

const idsToDate = ({ taxes: used = [] }: DraftElement, wanted: string[] = []): string[] =>
  wanted.filter((id) => !used.some(({ taxId }) => taxId === id));

/** A tax that the line has already stays as it was used; others are as they are on the document's day. */
function taxesOf({ taxes: used = [] }: DraftElement, wanted: string[] | undefined, dated: Map<string, DatedTax>) {
  if (!wanted) return used;
  return wanted.map((id) => used.find(({ taxId }) => taxId === id) ?? taxOf(dated.get(id)!));
}

const taxOf = ({ id: taxId, base: appliesTo, ...tax }: DatedTax): ElementTax => ({
  taxId,
  code: tax.code,
  name: tax.name,
  kind: tax.kind,
  rate: plainDecimal(tax.rate),
  appliesTo,
  fiscalCode: tax.fiscalCode,
  chartAccountId: tax.chartAccountId,
  base: 0n,
  amount: 0n,
});
