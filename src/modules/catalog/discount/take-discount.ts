import type { TenantContext } from '#platform/context.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import { plainDecimal, scaled } from '../decimal.ts';
import { lockOffer, updateReleased, updateTaken } from './offer.sql.ts';

const OFFER_DAYS = 30;

export const OfferNotUsable = refusal(422, 'discount_offer_not_usable', 'This discount cannot be taken like this.');

/** What `takeDiscount` may refuse, beside an id that is unknown. */
export const discountRefusals = [OfferNotUsable];

/** A line of a document that takes a discount that was offered. */
export interface TakenDiscount {
  cause: { kind: string; id: string };
  resourceId: string;
  quantity: string;
  currency: string;
  /** What one unit is sold for on the line, before taxes and with the discount. */
  unitPrice: string;
  /** Where the offer is named: `body.lines[0].discountOfferId`. */
  path: string;
}

/** Takes an offer for a line, once: for the same resource and currency, enough of it, and at no lower price. */
export async function takeDiscount(ctx: TenantContext, offerId: string, line: TakenDiscount): Promise<void> {
  const offer = await lockOffer(ctx.tx, ctx.organizationId, offerId);
  if (!offer || offer.resourceId !== line.resourceId) throw unknownReference(line.path, 'This discount');
  const refuse = (message: string) =>
    OfferNotUsable(message, { errors: [{ path: line.path, code: 'invalid', message }] });
  if (offer.takenAt) throw refuse('It has been taken already.');
  const lastDay = Temporal.PlainDate.from(offer.offeredOn).add({ days: OFFER_DAYS });
  if (Temporal.PlainDate.compare(ctx.today, lastDay) > 0) throw refuse(`It could be taken until ${lastDay}.`);
  if (offer.currency !== line.currency) throw refuse(`It was offered in ${offer.currency}.`);
  if (scaled(line.quantity) < scaled(offer.minimumQuantity)) {
    throw refuse(`It holds from ${plainDecimal(offer.minimumQuantity)} on.`);
  }
  if (scaled(line.unitPrice) < scaled(offer.unitPrice)) {
    throw refuse(`It goes no lower than ${plainDecimal(offer.unitPrice)}.`);
  }
  await updateTaken(ctx.tx, ctx.organizationId, offerId, {
    takenAt: ctx.now,
    takenKind: line.cause.kind,
    takenId: line.cause.id,
    takenQuantity: line.quantity,
  });
}

/** A document is void: what it took no longer counts as taken. */
export const releaseDiscounts = (ctx: TenantContext, cause: { kind: string; id: string }): Promise<unknown> =>
  updateReleased(ctx.tx, ctx.organizationId, cause, ctx.now);
