import { sql } from 'kysely';
import type { ContactMerge } from '#modules/contacts/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { retryOnViolation } from '#platform/db/violation.ts';
import { type PriceRow, resourcePrices } from '../tables.ts';
import type { NewPriceRow } from './draft.ts';

/** Inserts prices, in one statement. */
export const insertPrices = (ctx: TenantContext, prices: NewPriceRow[]): Promise<void> =>
  resourcePrices.insertMany(ctx, prices).catch(retryOnViolation('resource_prices_case'));

/** Locks prices against other changes, always in the same order. */
export const lockPrices = (tenant: Tenant, id: string[]): Promise<PriceRow[]> =>
  resourcePrices.all(tenant, { id }, { orderBy: ['id'], lock: 'FOR UPDATE' });

/** The prices of resources; `forAll` leaves out those of single divisions and contacts. */
export const selectPrices = (tenant: Tenant, resourceIds: string[], forAll = false) =>
  rowsOf<PriceRow>(tenant.tx)`
    SELECT ${resourcePrices.columns('p')} FROM ${resourcePrices.of(tenant)} p
    WHERE p.resource_id = ANY (${resourceIds}::uuid[])
      ${forAll ? sql`AND p.division_id IS NULL AND p.contact_id IS NULL` : sql``}
    ORDER BY p.resource_id, p.label, p.currency, p.minimum_quantity, p.valid_from NULLS FIRST, p.id`;

/** The prices that may apply to some requests: those for everyone, and those of their contacts and divisions. */
export const selectCandidates = (
  tenant: Tenant,
  wanted: { resourceIds: string[]; labels: string[]; contactIds: string[]; divisionIds: string[] },
) =>
  rowsOf<PriceRow>(tenant.tx)`
    SELECT ${resourcePrices.columns('p')} FROM ${resourcePrices.of(tenant)} p
    WHERE p.resource_id = ANY (${wanted.resourceIds}::uuid[]) AND p.label = ANY (${wanted.labels}::text[])
      AND (p.contact_id IS NULL OR p.contact_id = ANY (${wanted.contactIds}::uuid[]))
      AND (p.division_id IS NULL OR p.division_id = ANY (${wanted.divisionIds}::uuid[]))`;

/** Moves the prices of merged contacts to the surviving one; where both have a price for a case, the survivor's stays. */
export async function movePricesOfContacts({ tx, organizationId }: Tenant, { from, into }: ContactMerge) {
  const sameCase = sql`(kept.resource_id, kept.label, kept.currency, kept.minimum_quantity)
      = (p.resource_id, p.label, p.currency, p.minimum_quantity)
    AND kept.valid_from IS NOT DISTINCT FROM p.valid_from AND kept.division_id IS NOT DISTINCT FROM p.division_id`;
  await sql`
    DELETE FROM resource_prices p WHERE p.organization_id = ${organizationId} AND p.contact_id = ANY (${from}::uuid[])
      AND EXISTS (SELECT FROM resource_prices kept WHERE kept.organization_id = ${organizationId} AND ${sameCase}
        AND (kept.contact_id = ${into} OR (kept.contact_id = ANY (${from}::uuid[]) AND kept.id < p.id)))`.execute(tx);
  await resourcePrices.updateAll({ tx, organizationId }, { contactId: from }, { contactId: into });
}

/** The names of the tiers and their numbers of prices. Skips from label to label in the index. */
export async function selectLabels(tenant: Tenant): Promise<{ label: string; priceCount: number }[]> {
  const prices = resourcePrices.of(tenant);
  return rowsOf<{ label: string; priceCount: number }>(tenant.tx)`
    WITH RECURSIVE tiers AS (
      (SELECT p.label FROM ${prices} p ORDER BY p.label LIMIT 1)
      UNION ALL
      SELECT (SELECT p.label FROM ${prices} p WHERE p.label > tiers.label ORDER BY p.label LIMIT 1)
      FROM tiers WHERE tiers.label IS NOT NULL)
    SELECT l.label, (SELECT count(*)::int FROM ${prices} c WHERE c.label = l.label) AS price_count
    FROM tiers l WHERE l.label IS NOT NULL ORDER BY l.label`;
}
