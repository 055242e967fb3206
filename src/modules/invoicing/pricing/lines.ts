import { discoverPackPrices, type PriceAsk, pricesFor } from '#modules/catalog/index.ts';
import { type DatedTax, requireTaxes } from '#modules/taxes/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { plainDecimal } from '#platform/decimal.ts';
import { orNull } from '#platform/http/change.ts';
import { newId } from '#platform/id.ts';
import { refusal } from '#platform/refusal.ts';
import type { DocumentToDraft, DraftElement } from '../pending/document-draft.ts';
import type { ElementTax, PendingElement } from '../pending/element.sql.ts';
import type { References } from '../pending/references.ts';
import { discountOf } from './offered.ts';

export const PriceMissing = refusal('price_missing', 'No price applies to this item: give a `unitPrice`.');

export const PackTaxesDiffer = refusal(
  'pack_taxes_differ',
  'The parts of this pack have different taxes: give the taxes of the line.',
);

/** A line before it is priced. */
export type Line = Omit<
  PendingElement,
  'converted' | 'cost' | 'amount' | 'discount' | 'net' | 'tax' | 'withheld' | 'total'
>;

/** The lines with all that they leave to the catalog: name, unit, price and taxes of their items. */
export async function completeLines(
  ctx: TenantContext,
  { direction, elements, rate }: DocumentToDraft,
  references: References,
  { date, currency, taxes }: { date: string; currency: string; taxes: Map<string, DatedTax> },
): Promise<Line[]> {
  const wanted = elements.map(
    (element, place) => element.taxIds ?? (element.taxes ? undefined : ownTaxIds(element, place, references)),
  );
  const ofItems = elements.flatMap((element, place) => (element.taxIds ? [] : idsToDate(element, wanted[place])));
  const [more, prices] = await Promise.all([
    requireTaxes(ctx, ofItems, Temporal.PlainDate.from(date), 'body.elements[].resourceId'),
    direction === 'sale' ? findPrices(ctx, elements, references, { date, currency, rate }) : null,
  ]);
  const dated = new Map([...taxes, ...more]);
  return elements.map((element, place) => {
    const resource = references.resources.get(element.resourceId ?? '');
    const offer = references.offers.get(element.discountOfferId ?? '');
    const price = prices?.get(element);
    const unitPrice = element.unitPrice ?? offer?.fullPrice ?? price?.unitPrice ?? null;
    if (unitPrice === null) throw priceMissing(place, price?.reason);
    return {
      id: element.id ?? newId(),
      description: element.description ?? (resource ?? references.packs.get(element.resourceListId!)!).name,
      quantity: element.quantity ?? '1',
      unit: element.unit === undefined ? (resource?.unit ?? null) : element.unit,
      unitPrice: plainDecimal(unitPrice),
      priceLabel: element.priceLabel ?? price?.label ?? null,
      ...discountOf(element, offer, currency),
      ...orNull(element, ['resourceId', 'resourceListId', 'chartAccountId', 'sourceElementId']),
      serialNumbers: element.serialNumbers ?? [],
      lots: element.lots ?? [],
      taxes: taxesOf(element, wanted[place], dated),
    };
  });
}

interface FoundPrice {
  unitPrice: string | null;
  label?: string | null;
  reason: string;
}

/** The prices of the lines that leave them to the catalog. */
async function findPrices(
  ctx: TenantContext,
  elements: DraftElement[],
  { packs, contact, divisionId }: References,
  day: Pick<PriceAsk, 'date' | 'currency' | 'rate'>,
): Promise<Map<DraftElement, FoundPrice>> {
  const unpriced = elements.filter(({ unitPrice, discountOfferId }) => unitPrice === undefined && !discountOfferId);
  const askOf = ({ quantity = '1', priceLabel: label }: DraftElement) => ({
    contactId: contact?.id,
    contact,
    label,
    quantity,
    divisionId,
    ...day,
  });
  const items = unpriced.filter(({ resourceId }) => resourceId);
  const sets = unpriced.filter(({ resourceListId }) => resourceListId);
  const [ofItems, ofSets] = await Promise.all([
    pricesFor(
      ctx,
      items.map((element) => ({ ...askOf(element), resourceId: element.resourceId! })),
    ),
    discoverPackPrices(
      ctx,
      sets.map((element) => ({ ...askOf(element), pack: packs.get(element.resourceListId!)! })),
    ),
  ]);
  return new Map<DraftElement, FoundPrice>([
    ...items.map((element, place) => [element, ofItems[place]!] as const),
    ...sets.map((element, place) => [element, ofSets[place]!] as const),
  ]);
}

/** The taxes of the item, or those that the parts of the pack have in common. */
function ownTaxIds(
  { resourceId, resourceListId }: DraftElement,
  place: number,
  { resources, packs }: References,
): string[] | undefined {
  if (resourceId) return resources.get(resourceId)!.taxIds;
  if (!resourceListId) return undefined;
  const { name, parts } = packs.get(resourceListId)!;
  const [first = [], ...others] = parts.map((part) => resources.get(part.resourceId)!.taxIds);
  if (others.every((taxIds) => new Set(taxIds).symmetricDifference(new Set(first)).size === 0)) return first;
  const message = `The parts of ${name} have different taxes: say which ones the pack has.`;
  throw PackTaxesDiffer.at(`body.elements[${place}].taxIds`, 'required', message);
}

const priceMissing = (place: number, reason = 'A purchase says what was paid.') =>
  PriceMissing.at(`body.elements[${place}].unitPrice`, 'required', reason);

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
