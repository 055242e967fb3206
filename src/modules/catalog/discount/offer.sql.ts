import { sql } from 'kysely';
import type { ContactMerge } from '#modules/contacts/index.ts';
import { countRows } from '#platform/db/count.ts';
import type { Tx } from '#platform/db/database.ts';
import type { PageWindow } from '#platform/http/page.ts';

export interface NewOffer {
  id: string;
  ruleId: string;
  ruleName: string;
  resourceId: string;
  contactId: string | null;
  divisionId: string | null;
  offeredOn: string;
  quantity: string;
  currency: string;
  fullPrice: string;
  unitPrice: string;
  minimumQuantity: string;
  reason: string;
}

export interface Offer extends NewOffer {
  offeredBy: string | null;
  offeredAt: string;
  takenAt: string | null;
  takenKind: string | null;
  takenId: string | null;
  takenQuantity: string | null;
  releasedAt: string | null;
}

const columns = [
  'id',
  'ruleId',
  'ruleName',
  'resourceId',
  'contactId',
  'divisionId',
  'offeredOn',
  'quantity',
  'currency',
  'fullPrice',
  'unitPrice',
  'minimumQuantity',
  'reason',
  'offeredBy',
  'offeredAt',
  'takenAt',
  'takenKind',
  'takenId',
  'takenQuantity',
  'releasedAt',
] as const;

/** Remembers what is offered and answers its id: a case that was offered and not taken keeps its own. */
export async function upsertOffer(
  tx: Tx,
  organizationId: string,
  offer: NewOffer,
  offeredBy: string | null,
  at: Temporal.Instant,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO discount_offers (organization_id, id, rule_id, rule_name, resource_id, contact_id, division_id, offered_on,
      quantity, currency, full_price, unit_price, minimum_quantity, reason, offered_by, offered_at)
    VALUES (${organizationId}, ${offer.id}, ${offer.ruleId}, ${offer.ruleName}, ${offer.resourceId}, ${offer.contactId},
      ${offer.divisionId}, ${offer.offeredOn}, ${offer.quantity}, ${offer.currency}, ${offer.fullPrice}, ${offer.unitPrice},
      ${offer.minimumQuantity}, ${offer.reason}, ${offeredBy}, ${at})
    ON CONFLICT (organization_id, rule_id, resource_id, contact_id, division_id, offered_on, quantity, currency, full_price,
      unit_price) WHERE taken_at IS NULL
    DO UPDATE SET offered_at = excluded.offered_at, offered_by = excluded.offered_by, reason = excluded.reason
    RETURNING id`.execute(tx);
  return rows[0]!.id;
}

const offersOf = (tx: Tx, organizationId: string) =>
  tx.selectFrom('discountOffers').where('organizationId', '=', organizationId);

const offersById = (tx: Tx, organizationId: string, ids: string[]) =>
  offersOf(tx, organizationId).select(columns).where('id', '=', sql<string>`ANY (${ids}::uuid[])`);

export const selectOffersById = (tx: Tx, organizationId: string, ids: string[]): Promise<Offer[]> =>
  offersById(tx, organizationId, ids).execute();

/** Held in one order, so that two documents do not wait for each other in turns. */
export const lockOffers = (tx: Tx, organizationId: string, ids: string[]): Promise<Offer[]> =>
  offersById(tx, organizationId, ids).orderBy('id').forUpdate().execute();

/** A document takes these offers; those that it has already stay taken since then. */
export async function updateTaken(
  tx: Tx,
  organizationId: string,
  cause: { kind: string; id: string },
  taken: { offerId: string; quantity: string }[],
  at: Temporal.Instant,
): Promise<void> {
  await sql`
    UPDATE discount_offers o SET taken_at = coalesce(o.taken_at, ${at}::timestamptz), taken_kind = ${cause.kind},
      taken_id = ${cause.id}, taken_quantity = given.quantity
    FROM unnest(${taken.map(({ offerId }) => offerId)}::uuid[], ${taken.map(({ quantity }) => quantity)}::numeric[])
      AS given (id, quantity)
    WHERE o.organization_id = ${organizationId} AND o.id = given.id`.execute(tx);
}

/** The document that took these offers is void, or has them no more: all but those that it keeps. */
export const updateReleased = (
  tx: Tx,
  organizationId: string,
  cause: { kind: string; id: string },
  kept: string[],
  at: Temporal.Instant,
): Promise<unknown> =>
  tx
    .updateTable('discountOffers')
    .set({ releasedAt: at })
    .where('organizationId', '=', organizationId)
    .where('takenKind', '=', cause.kind)
    .where('takenId', '=', cause.id)
    .where('releasedAt', 'is', null)
    .where('id', '<>', sql<string>`ALL (${kept}::uuid[])`)
    .execute();

/** How often rules were offered and taken, counted no further than the limit. */
export async function countOffers(
  tx: Tx,
  organizationId: string,
  ruleIds: string[],
  limit: number,
): Promise<Map<string, { offered: number; taken: number }>> {
  const { rows } = await sql<{ id: string; offered: number; taken: number }>`
    SELECT g.id, c.offered, c.taken FROM unnest(${ruleIds}::uuid[]) AS g (id), LATERAL (
      SELECT count(*)::int AS offered, count(*) FILTER (WHERE taken)::int AS taken FROM (
        SELECT o.taken_at IS NOT NULL AND o.released_at IS NULL AS taken FROM discount_offers o
        WHERE o.organization_id = ${organizationId} AND o.rule_id = g.id
        ORDER BY o.offered_at DESC, o.id DESC LIMIT ${limit}) AS counted) AS c`.execute(tx);
  return new Map(rows.map(({ id, offered, taken }) => [id, { offered, taken }]));
}

/** The newest first. */
export async function selectOffers(
  tx: Tx,
  organizationId: string,
  filter: { ruleId?: string | undefined; resourceId?: string | undefined; taken?: boolean | undefined },
  window: PageWindow,
): Promise<{ rows: Offer[]; counted: number }> {
  const { ruleId, resourceId, taken } = filter;
  const matching = offersOf(tx, organizationId)
    .$if(ruleId !== undefined, (query) => query.where('ruleId', '=', ruleId!))
    .$if(resourceId !== undefined, (query) => query.where('resourceId', '=', resourceId!))
    .$if(taken !== undefined, (query) => query.where('takenAt', taken ? 'is not' : 'is', null));
  const [rows, counted] = await Promise.all([
    matching
      .select(columns)
      .orderBy('offeredAt', 'desc')
      .orderBy('id', 'desc')
      .offset(window.offset)
      .limit(window.limit)
      .execute(),
    countRows(tx, matching.select('id'), window.countLimit),
  ]);
  return { rows, counted };
}

/** What was offered to contacts that became one was offered to that one; of two open offers of a case one stays. */
export async function moveOffersOfContacts(
  tx: Tx,
  organizationId: string,
  { from, into }: ContactMerge,
): Promise<void> {
  await sql`
    DELETE FROM discount_offers o WHERE o.organization_id = ${organizationId} AND o.contact_id = ANY (${from}::uuid[])
      AND o.taken_at IS NULL AND EXISTS (
        SELECT FROM discount_offers kept WHERE kept.organization_id = ${organizationId} AND kept.taken_at IS NULL
          AND (kept.rule_id, kept.resource_id, kept.offered_on, kept.quantity, kept.currency, kept.full_price, kept.unit_price)
            = (o.rule_id, o.resource_id, o.offered_on, o.quantity, o.currency, o.full_price, o.unit_price)
          AND kept.division_id IS NOT DISTINCT FROM o.division_id
          AND (kept.contact_id = ${into} OR (kept.contact_id = ANY (${from}::uuid[]) AND kept.id < o.id)))`.execute(tx);
  await sql`
    UPDATE discount_offers SET contact_id = ${into}
    WHERE organization_id = ${organizationId} AND contact_id = ANY (${from}::uuid[])`.execute(tx);
}
