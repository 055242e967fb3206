import { sql } from 'kysely';
import type { ContactMerge } from '#modules/contacts/index.ts';
import { RetryTransaction, type Tx, violates } from '#platform/db/database.ts';

export interface PriceRow {
  id: string;
  resourceId: string;
  label: string;
  currency: string;
  amount: string;
  minimumQuantity: string;
  validFrom: string | null;
  validTo: string | null;
  divisionId: string | null;
  contactId: string | null;
  version: number;
  createdAt: string;
  updatedAt: string;
}

const columns = [
  'id',
  'resourceId',
  'label',
  'currency',
  'amount',
  'minimumQuantity',
  'validFrom',
  'validTo',
  'divisionId',
  'contactId',
  'version',
  'createdAt',
  'updatedAt',
] as const;

export type NewPriceRow = Omit<PriceRow, 'version' | 'createdAt' | 'updatedAt'>;

/** Any number of prices in one statement. A price for a case that has one is not written; answers those that were. */
export async function insertPrices(
  tx: Tx,
  organizationId: string,
  prices: NewPriceRow[],
  at: Temporal.Instant,
): Promise<Set<string>> {
  if (prices.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    INSERT INTO resource_prices (organization_id, id, resource_id, label, currency, amount, minimum_quantity, valid_from,
      valid_to, division_id, contact_id, created_at, updated_at)
    SELECT ${organizationId}::uuid, g.id, g."resourceId", g.label, g.currency, g.amount, g."minimumQuantity", g."validFrom",
      g."validTo", g."divisionId", g."contactId", ${at}::timestamptz, ${at}::timestamptz
    FROM json_to_recordset(${JSON.stringify(prices)}::json) AS g (id uuid, "resourceId" uuid, label text, currency text,
      amount numeric, "minimumQuantity" numeric, "validFrom" date, "validTo" date, "divisionId" uuid, "contactId" uuid)
    ON CONFLICT DO NOTHING RETURNING id`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** The prices of resources; `forAll` leaves out those of single divisions and contacts. */
export const selectPrices = (
  tx: Tx,
  organizationId: string,
  resourceIds: string[],
  forAll = false,
): Promise<PriceRow[]> =>
  tx
    .selectFrom('resourcePrices')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .where('resourceId', '=', sql<string>`ANY (${resourceIds}::uuid[])`)
    .$if(forAll, (query) => query.where('divisionId', 'is', null).where('contactId', 'is', null))
    .orderBy('resourceId')
    .orderBy('label')
    .orderBy('currency')
    .orderBy('minimumQuantity')
    .orderBy('validFrom', (order) => order.asc().nullsFirst())
    .orderBy('id')
    .execute();

/** The prices that may hold for some asks: those of everyone, and those of the contacts and divisions that are asked for. */
export const selectCandidates = (
  tx: Tx,
  organizationId: string,
  ask: { resourceIds: string[]; labels: string[]; contactIds: string[]; divisionIds: string[] },
): Promise<PriceRow[]> =>
  tx
    .selectFrom('resourcePrices')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .where('resourceId', '=', sql<string>`ANY (${ask.resourceIds}::uuid[])`)
    .where('label', '=', sql<string>`ANY (${ask.labels}::text[])`)
    .where((where) =>
      where.or([where('contactId', 'is', null), where('contactId', '=', sql<string>`ANY (${ask.contactIds}::uuid[])`)]),
    )
    .where((where) =>
      where.or([
        where('divisionId', 'is', null),
        where('divisionId', '=', sql<string>`ANY (${ask.divisionIds}::uuid[])`),
      ]),
    )
    .execute();

/** Holds prices against other changes, always in the same order. */
export const lockPrices = (tx: Tx, organizationId: string, ids: string[]): Promise<PriceRow[]> =>
  tx
    .selectFrom('resourcePrices')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .where('id', '=', sql<string>`ANY (${ids}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute();

/** Another price that took the same case meanwhile is seen when the work runs again. */
export const updatePrice = (
  tx: Tx,
  organizationId: string,
  id: string,
  change: Partial<Omit<NewPriceRow, 'id' | 'resourceId'>>,
  at: Temporal.Instant,
): Promise<PriceRow> =>
  tx
    .updateTable('resourcePrices')
    .set({ ...change, version: sql<number>`version + 1`, updatedAt: at })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      throw violates(error, 'resource_prices_case') ? new RetryTransaction() : error;
    });

export const deletePrices = (tx: Tx, organizationId: string, ids: string[]): Promise<PriceRow[]> =>
  tx
    .deleteFrom('resourcePrices')
    .where('organizationId', '=', organizationId)
    .where('id', '=', sql<string>`ANY (${ids}::uuid[])`)
    .returning(columns)
    .execute();

/** What was agreed with contacts that became one holds for that one; where both had a price for a case, its own stays. */
export async function movePricesOfContacts(
  tx: Tx,
  organizationId: string,
  { from, into }: ContactMerge,
): Promise<void> {
  const sameCase = sql`(kept.resource_id, kept.label, kept.currency, kept.minimum_quantity)
      = (p.resource_id, p.label, p.currency, p.minimum_quantity)
    AND kept.valid_from IS NOT DISTINCT FROM p.valid_from AND kept.division_id IS NOT DISTINCT FROM p.division_id`;
  await sql`
    DELETE FROM resource_prices p WHERE p.organization_id = ${organizationId} AND p.contact_id = ANY (${from}::uuid[])
      AND EXISTS (SELECT FROM resource_prices kept WHERE kept.organization_id = ${organizationId} AND ${sameCase}
        AND (kept.contact_id = ${into} OR (kept.contact_id = ANY (${from}::uuid[]) AND kept.id < p.id)))`.execute(tx);
  await sql`
    UPDATE resource_prices SET contact_id = ${into}, version = version + 1
    WHERE organization_id = ${organizationId} AND contact_id = ANY (${from}::uuid[])`.execute(tx);
}

/** The amounts of prices that are there, in one statement. */
export async function updateAmounts(
  tx: Tx,
  organizationId: string,
  amounts: { id: string; amount: string; validTo: string | null }[],
  at: Temporal.Instant,
): Promise<void> {
  if (amounts.length === 0) return;
  await sql`
    UPDATE resource_prices p SET amount = g.amount, valid_to = g.valid_to, version = p.version + 1, updated_at = ${at}
    FROM unnest(${amounts.map(({ id }) => id)}::uuid[], ${amounts.map(({ amount }) => amount)}::numeric[],
      ${amounts.map(({ validTo }) => validTo)}::date[]) AS g (id, amount, valid_to)
    WHERE p.organization_id = ${organizationId} AND p.id = g.id`.execute(tx);
}

/** The names of the tiers, and how many prices each has. */
export async function selectLabels(tx: Tx, organizationId: string): Promise<{ label: string; priceCount: number }[]> {
  const { rows } = await sql<{ label: string; priceCount: number }>`
    WITH RECURSIVE labels AS (
      (SELECT label FROM resource_prices WHERE organization_id = ${organizationId} ORDER BY label LIMIT 1)
      UNION ALL
      SELECT (SELECT p.label FROM resource_prices p WHERE p.organization_id = ${organizationId} AND p.label > labels.label
              ORDER BY p.label LIMIT 1)
      FROM labels WHERE labels.label IS NOT NULL)
    SELECT l.label, (SELECT count(*)::int FROM resource_prices c
                     WHERE c.organization_id = ${organizationId} AND c.label = l.label) AS price_count
    FROM labels l WHERE l.label IS NOT NULL ORDER BY l.label`.execute(tx);
  return rows;
}

/** The resource of a price. */
export async function findResourceOf(tx: Tx, organizationId: string, priceId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('resourcePrices')
    .select('resourceId')
    .where('organizationId', '=', organizationId)
    .where('id', '=', priceId)
    .executeTakeFirst();
  return row?.resourceId;
}
