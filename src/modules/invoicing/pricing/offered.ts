import { type DiscountOffer, releaseDiscounts, takeDiscounts } from '#modules/catalog/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { fromMillionths, MILLION, plainDecimal, powerOfTen, toMillionths } from '#platform/decimal.ts';
import { exponentOf, fromMinor } from '#platform/money.ts';
import type { DraftElement } from '../pending/document-draft.ts';
import { type PendingElement, selectElements } from '../pending/element.sql.ts';
import { type PendingRecord, pendingRecords } from '../tables.ts';

type LineDiscount = Pick<PendingElement, 'discountKind' | 'discountValue' | 'discountOfferId' | 'discountReason'>;

/** The discount of a line: what was offered, for as many as the line has, else what is given by hand. */
export function discountOf(element: DraftElement, offer: DiscountOffer | undefined, currency: string): LineDiscount {
  const { discount, discountOfferId, discountReason = null, quantity = '1' } = element;
  if (offer) {
    const discountValue = offeredAmount(offer, quantity, currency);
    return { discountKind: 'amount', discountValue, discountOfferId: discountOfferId!, discountReason: offer.reason };
  }
  if (!discount) return { discountKind: null, discountValue: null, discountOfferId: null, discountReason: null };
  const { amount, percent } = discount;
  const kind = percent === undefined ? 'amount' : 'percent';
  return { discountKind: kind, discountValue: (percent ?? amount)!, discountOfferId: null, discountReason };
}

/** Rounded down, because the price must not go below the offer. Millionths times millionths have twelve decimals. */
function offeredAmount({ fullPrice, unitPrice }: DiscountOffer, quantity: string, currency: string): string {
  const off = (toMillionths(fullPrice) - toMillionths(unitPrice)) * toMillionths(quantity);
  return plainDecimal(fromMinor(off / powerOfTen(12 - exponentOf(currency)), currency));
}

/** The price of one unit after the discount of the line. */
const discountedPrice = ({ unitPrice, discountValue, quantity }: Taking['elements'][number]): string =>
  fromMillionths(toMillionths(unitPrice) - (toMillionths(discountValue!) * MILLION) / toMillionths(quantity));

/** The parts of a document with which it takes offers. */
interface Taking {
  content: Pick<PendingRecord, 'kind' | 'contactId' | 'divisionId' | 'currency' | 'dueOn'>;
  elements: (Pick<PendingElement, 'discountOfferId' | 'resourceId' | 'quantity' | 'unitPrice' | 'discountValue'> & {
    converted?: string;
  })[];
}

/**
 * Uses the offers of the lines in the transaction that writes the document. A quote holds them until its last day, and those of lines
 * of which a part is converted without end.
 */
export async function takeOffers(ctx: TenantContext, id: string, { content, elements }: Taking, known?: string) {
  const { kind, contactId, divisionId, currency, dueOn } = content;
  const lines = elements.flatMap((element, place) => {
    const { discountOfferId: offerId, resourceId, quantity } = element;
    if (offerId === null) return [];
    const path = known ?? `body.elements[${place}].discountOfferId`;
    const unitPrice = discountedPrice(element);
    const heldUntil = kind === 'quote' && !hasConverted(element) ? dueOn : null;
    return [{ offerId, resourceId, contactId, divisionId, quantity, currency, unitPrice, heldUntil, path }];
  });
  await takeDiscounts(ctx, { kind, id }, lines);
}

/** Releases offers that the lines do not use any more; a void document uses none. */
export async function releaseOffers(
  ctx: TenantContext,
  { id, kind }: PendingRecord,
  before: Pick<PendingElement, 'discountOfferId'>[],
  after: Pick<PendingElement, 'discountOfferId'>[] = [],
): Promise<void> {
  const kept = after.flatMap(({ discountOfferId }) => discountOfferId ?? []);
  const isLost = before.some(({ discountOfferId }) => discountOfferId !== null && !kept.includes(discountOfferId));
  if (isLost) await releaseDiscounts(ctx, { kind, id }, kept);
}

/** Whether a part of a line is in later documents. */
export const hasConverted = ({ converted = '0' }: { converted?: string }): boolean => toMillionths(converted) > 0n;

/** Lines of quotes of which nothing is converted any more hold their offers until the last day again. */
export async function holdQuoted(ctx: TenantContext, ids: string[]): Promise<void> {
  const [quotes, lines] = await Promise.all([
    pendingRecords.all(ctx, { id: ids, kind: 'quote' }, { orderBy: ['id'] }),
    selectElements(ctx, ids),
  ]);
  for (const quote of quotes) await takeOffers(ctx, quote.id, { content: quote, elements: lines.get(quote.id) ?? [] });
}
