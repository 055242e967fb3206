import type { TenantContext } from '#platform/context.ts';
import { dayAfter } from '#platform/date.ts';
import { plainDecimal, toMillionths } from '#platform/decimal.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import { discountOffers, type Offer } from '../tables.ts';
import { heldDiscounts } from './held-uses.ts';
import { type Cause, updateReleased, updateTaken } from './offer.sql.ts';
import { countUses, DiscountUsedUp, releaseUses } from './uses.ts';

const OFFER_DAYS = 30;

const OfferNotUsable = refusal(
  'discount_offer_not_usable',
  'This discount does not apply to this document: see `detail`.',
);

/** The refusals of `takeDiscounts`, except unknown ids. */
export const discountRefusals = [OfferNotUsable, DiscountUsedUp];

/** The prices of one unit without and with the discount. */
export interface DiscountOffer {
  fullPrice: string;
  unitPrice: string;
  reason: string;
}

/** The offers with these ids; unknown ones are missing. */
export async function findOffers(ctx: TenantContext, ids: string[]): Promise<Map<string, DiscountOffer>> {
  const offers = await discountOffers.all(ctx, { id: ids });
  return new Map(
    offers.map(({ id, fullPrice, unitPrice, reason }) => [
      id,
      { fullPrice: plainDecimal(fullPrice), unitPrice: plainDecimal(unitPrice), reason },
    ]),
  );
}

/** A line of a document that accepts an offer. */
interface TakenDiscount {
  offerId: string;
  resourceId: string | null;
  contactId: string | null;
  divisionId: string | null;
  quantity: string;
  currency: string;
  /** The price of one unit on the line, with the discount. */
  unitPrice: string;
  /** The last day on which the line holds the offer, such as that of a quote. Null: without end. */
  heldUntil: string | null;
  /** The place of the offer in the body: `body.elements[0].discountOfferId`. */
  path: string;
}

/**
 * Accepts offers for the lines of a document, each once: for the same resource, contact and currency, at least the minimum
 * quantity, and at no lower price. The document keeps what it accepted earlier, until the last day of the line.
 */
export async function takeDiscounts(ctx: TenantContext, cause: Cause, lines: TakenDiscount[]): Promise<void> {
  if (lines.length === 0) return;
  const ids = lines.map(({ offerId }) => offerId);
  // In one order, so that two documents do not lock each other.
  const locked = await discountOffers.all(ctx, { id: ids }, { orderBy: ['id'], lock: 'FOR UPDATE' });
  const offers = new Map(locked.map((offer) => [offer.id, offer]));
  for (const [place, line] of lines.entries()) {
    const offer = offers.get(line.offerId);
    if (!offer || offer.resourceId !== line.resourceId) throw unknownReference(line.path, 'This discount of the item');
    const isTwice = ids.indexOf(line.offerId) < place;
    const message = isTwice ? 'Another line takes it.' : (whyNot(ctx, offer, cause) ?? whyNotSo(offer, line));
    if (message) throw OfferNotUsable.at(line.path, 'invalid', message);
  }
  const today = ctx.today.toString();
  const taken = lines.map((line) => {
    const { ruleId, takenId, releasedAt } = offers.get(line.offerId)!;
    const isHeld = line.heldUntil === null || line.heldUntil >= today;
    return { ...line, ruleId, isHeld, isKept: takenId === cause.id && releasedAt === null };
  });
  await updateTaken(ctx, cause, taken);
  const held = taken.filter(({ isHeld }) => isHeld);
  if (held.length < taken.length) await releaseUses(ctx, cause.id);
  for (const { heldUntil } of held) if (heldUntil !== null) ctx.wakeAt(heldDiscounts, dayAfter(ctx, heldUntil));
  await countUses(ctx, cause.id, held);
}

/** Why this document can no longer accept an offer. */
function whyNot({ today }: TenantContext, offer: Offer, cause: Cause): string | null {
  // A quote that has expired may be converted, or get another last day.
  if (offer.takenKind === cause.kind && offer.takenId === cause.id) return null;
  if (offer.takenAt) return 'It has been taken already.';
  const lastDay = Temporal.PlainDate.from(offer.offeredOn).add({ days: OFFER_DAYS });
  return Temporal.PlainDate.compare(today, lastDay) > 0 ? `It could be taken until ${lastDay}.` : null;
}

/** Why an offer does not fit this line. */
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

/** Releases the offers of a document that is voided or no longer has the lines, except the kept ones. */
export async function releaseDiscounts(ctx: TenantContext, cause: Cause, kept: string[] = []): Promise<void> {
  await updateReleased(ctx, cause, kept);
  await releaseUses(ctx, cause.id);
}
