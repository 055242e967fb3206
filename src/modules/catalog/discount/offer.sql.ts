import { type RawBuilder, sql } from 'kysely';
import type { ContactMerge } from '#modules/contacts/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { scalarOf, type Tenant } from '#platform/db/table.ts';
import { discountOffers, type Offer } from '../tables.ts';

export type NewOffer = Omit<
  Offer,
  'offeredBy' | 'offeredAt' | 'takenAt' | 'takenKind' | 'takenId' | 'takenQuantity' | 'releasedAt'
>;

/** A document and its kind. */
export interface Cause {
  kind: string;
  id: string;
}

/** Records an offer and answers its id. The same offer made again keeps its id until it is accepted. */
export const upsertOffer = ({ tx, organizationId, userId, now }: TenantContext, offer: NewOffer) =>
  scalarOf<string>(tx)`
    INSERT INTO discount_offers (organization_id, id, rule_id, rule_name, resource_id, contact_id, division_id, offered_on,
      quantity, currency, full_price, unit_price, minimum_quantity, reason, offered_by, offered_at)
    VALUES (${organizationId}, ${offer.id}, ${offer.ruleId}, ${offer.ruleName}, ${offer.resourceId}, ${offer.contactId},
      ${offer.divisionId}, ${offer.offeredOn}, ${offer.quantity}, ${offer.currency}, ${offer.fullPrice}, ${offer.unitPrice},
      ${offer.minimumQuantity}, ${offer.reason}, ${userId}, ${now})
    ON CONFLICT (organization_id, rule_id, resource_id, contact_id, division_id, offered_on, quantity, currency, full_price,
      unit_price) WHERE taken_at IS NULL
    DO UPDATE SET offered_at = excluded.offered_at, offered_by = excluded.offered_by, reason = excluded.reason
    RETURNING id`;

/** Marks offers as accepted by a document, and held by it or not; those that it accepted earlier keep their time. */
export async function updateTaken(
  { tx, organizationId, now }: TenantContext,
  cause: Cause,
  taken: { offerId: string; quantity: string; isHeld: boolean }[],
): Promise<void> {
  await sql`
    UPDATE discount_offers o SET taken_at = coalesce(o.taken_at, ${now}::timestamptz), taken_kind = ${cause.kind},
      taken_id = ${cause.id}, taken_quantity = given.quantity,
      released_at = CASE WHEN NOT given.is_held THEN coalesce(o.released_at, ${now}::timestamptz) END
    FROM unnest(${taken.map(({ offerId }) => offerId)}::uuid[], ${taken.map(({ quantity }) => quantity)}::numeric[],
      ${taken.map(({ isHeld }) => isHeld)}::boolean[]) AS given (id, quantity, is_held)
    WHERE o.organization_id = ${organizationId} AND o.id = given.id`.execute(tx);
}

/** The offers `o` of a discount that documents hold, each with its `taken_id`. */
export const heldOffers = (tenant: Tenant, ruleId: string): RawBuilder<unknown> =>
  sql`${discountOffers.of(tenant)} o WHERE o.rule_id = ${ruleId} AND o.taken_id IS NOT NULL AND o.released_at IS NULL`;

/** Releases the offers of a document, except the kept ones. */
export const updateReleased = ({ tx, organizationId, now }: TenantContext, cause: Cause, kept: string[]) =>
  sql`
    UPDATE discount_offers SET released_at = ${now}
    WHERE organization_id = ${organizationId} AND taken_kind = ${cause.kind} AND taken_id = ${cause.id}
      AND released_at IS NULL AND id <> ALL (${kept}::uuid[])`.execute(tx);

/** Moves the offers of merged contacts to the surviving one; of two equal open offers one stays. */
export async function moveOffersOfContacts({ tx, organizationId }: Tenant, { from, into }: ContactMerge) {
  await sql`
    DELETE FROM discount_offers o WHERE o.organization_id = ${organizationId} AND o.contact_id = ANY (${from}::uuid[])
      AND o.taken_at IS NULL AND EXISTS (
        SELECT FROM discount_offers kept WHERE kept.organization_id = ${organizationId} AND kept.taken_at IS NULL
          AND (kept.rule_id, kept.resource_id, kept.offered_on, kept.quantity, kept.currency, kept.full_price, kept.unit_price)
            = (o.rule_id, o.resource_id, o.offered_on, o.quantity, o.currency, o.full_price, o.unit_price)
          AND kept.division_id IS NOT DISTINCT FROM o.division_id
          AND (kept.contact_id = ${into} OR (kept.contact_id = ANY (${from}::uuid[]) AND kept.id < o.id)))`.execute(tx);
  await discountOffers.updateAll({ tx, organizationId }, { contactId: from }, { contactId: into });
}
