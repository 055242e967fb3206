import type { TenantContext } from '#platform/context.ts';
import { plainDecimal, toMillionths } from '#platform/decimal.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import { lockOffers, type Offer, selectOffersById, updateReleased, updateTaken } from './offer.sql.ts';

const OFFER_DAYS = 30;

export const OfferNotUsable = refusal(422, 'discount_offer_not_usable', 'This discount cannot be taken like this.');

/** What `takeDiscounts` may refuse, beside an id that is unknown. */
export const discountRefusals = [OfferNotUsable];

/** What was offered for one unit, and why. */
export interface DiscountOffer {
  fullPrice: string;
  unitPrice: string;
  reason: string;
}

/** The offers with these ids; those that are unknown are missing. */
export async function findOffers(ctx: TenantContext, ids: string[]): Promise<Map<string, DiscountOffer>> {
  if (ids.length === 0) return new Map();
  const offers = await selectOffersById(ctx.tx, ctx.organizationId, ids);
  return new Map(
    offers.map(({ id, fullPrice, unitPrice, reason }) => [
      id,
      { fullPrice: plainDecimal(fullPrice), unitPrice: plainDecimal(unitPrice), reason },
    ]),
  );
}

/** A document, of which kind it is. */
interface Cause {
  kind: string;
  id: string;
}

/** A line of a document that takes a discount that was offered. */
export interface TakenDiscount {
  offerId: string;
  resourceId: string | null;
  contactId: string | null;
  divisionId: string | null;
  quantity: string;
  currency: string;
  /** What one unit is sold for on the line, as it is priced there and with the discount. */
  unitPrice: string;
  /** Where the offer is named: `body.elements[0].discountOfferId`. */
  path: string;
}

/**
 * Takes offers for the lines of a document, each once: for the same resource, contact and currency, enough of it, and at no
 * lower price. What the document has taken before it keeps.
 */
export async function takeDiscounts(ctx: TenantContext, cause: Cause, lines: TakenDiscount[]): Promise<void> {
  if (lines.length === 0) return;
  const { tx, organizationId } = ctx;
  const ids = lines.map(({ offerId }) => offerId);
  const offers = new Map((await lockOffers(tx, organizationId, ids)).map((offer) => [offer.id, offer]));
  for (const [place, line] of lines.entries()) {
    const offer = offers.get(line.offerId);
    if (!offer || offer.resourceId !== line.resourceId) throw unknownReference(line.path, 'This discount of the item');
    const isTwice = ids.indexOf(line.offerId) < place;
    const message = isTwice ? 'Another line takes it.' : (whyNot(ctx, offer, cause) ?? whyNotSo(offer, line));
    if (message) throw OfferNotUsable(message, { errors: [{ path: line.path, code: 'invalid', message }] });
  }
  await updateTaken(tx, organizationId, cause, lines, ctx.now);
}

/** Why an offer cannot be taken any more by this document. */
function whyNot({ today }: TenantContext, offer: Offer, cause: Cause): string | null {
  const isHeld = offer.takenKind === cause.kind && offer.takenId === cause.id && offer.releasedAt === null;
  if (isHeld) return null;
  if (offer.takenAt) return 'It has been taken already.';
  const lastDay = Temporal.PlainDate.from(offer.offeredOn).add({ days: OFFER_DAYS });
  return Temporal.PlainDate.compare(today, lastDay) > 0 ? `It could be taken until ${lastDay}.` : null;
}

/** Why an offer cannot be taken for this line. */
function whyNotSo(offer: Offer, line: TakenDiscount): string | null {
  if (offer.contactId && offer.contactId !== line.contactId) return 'It was offered to another contact.';
  if (offer.divisionId && line.divisionId && offer.divisionId !== line.divisionId) return 'It is of another division.';
  if (offer.currency !== line.currency) return `It was offered in ${offer.currency}.`;
  if (toMillionths(line.quantity) < toMillionths(offer.minimumQuantity)) {
    return `It holds from ${plainDecimal(offer.minimumQuantity)} on.`;
  }
  if (toMillionths(line.unitPrice) < toMillionths(offer.unitPrice))
    return `It goes no lower than ${plainDecimal(offer.unitPrice)}.`;
  return null;
}

/** A document is void, or has lines no more: what it took no longer counts as taken, but for what it keeps. */
export const releaseDiscounts = (ctx: TenantContext, cause: Cause, kept: string[] = []): Promise<unknown> =>
  updateReleased(ctx.tx, ctx.organizationId, cause, kept, ctx.now);
