import { inTurns } from '#platform/db/in-turns.ts';
import type { Tenant } from '#platform/db/table.ts';
import { retryOnViolation } from '#platform/db/violation.ts';
import { plainDecimal } from '#platform/decimal.ts';
import { type ResourceRow, resourceAttributes, resourceBarcodes, resourceParts, resourceTaxes } from '../tables.ts';

export function byResource<T extends { resourceId: string }>(rows: T[]): (resourceId: string) => T[] {
  const grouped = Map.groupBy(rows, ({ resourceId }) => resourceId);
  return (resourceId) => grouped.get(resourceId) ?? [];
}

/** The barcodes of resources, the printed one first. */
export const readBarcodes = async (tenant: Tenant, resourceId: string[]) =>
  byResource(await resourceBarcodes.all(tenant, { resourceId }, { orderBy: ['resourceId', 'place'] }));

export async function readTaxIds(tenant: Tenant, resourceId: string[]): Promise<(resourceId: string) => string[]> {
  const taxes = byResource(await resourceTaxes.all(tenant, { resourceId }, { orderBy: ['resourceId', 'taxId'] }));
  return (id) => taxes(id).map(({ taxId }) => taxId);
}

/** The parts of a resource in other tables, except prices. */
export interface Details {
  barcodes: string[];
  taxIds: string[];
  parts: { resourceId: string; quantity: string }[];
}

export async function readDetails(tenant: Tenant, resourceId: string[]): Promise<(resourceId: string) => Details> {
  const [barcodes, taxIds, parts] = await Promise.all([
    readBarcodes(tenant, resourceId),
    readTaxIds(tenant, resourceId),
    resourceParts.all(tenant, { resourceId }, { orderBy: ['resourceId', 'partId'] }).then(byResource),
  ]);
  return (id) => ({
    barcodes: barcodes(id).map(({ barcode }) => barcode),
    taxIds: taxIds(id),
    parts: parts(id).map(({ partId, quantity }) => ({ resourceId: partId, quantity: plainDecimal(quantity) })),
  });
}

/** Longer values are texts to read, not options to filter by. */
const FOUND_BY_MAX = 100;

const foundBy = (resourceId: string, attributes: ResourceRow['attributes']) =>
  Object.entries(attributes)
    .map(([name, value]) => ({ resourceId, name, value: String(value) }))
    .filter(({ value }) => value.length > 0 && value.length <= FOUND_BY_MAX);

/** Inserts the details of resources that have none of these kinds yet. */
export async function insertDetails(tenant: Tenant, details: (Details & Pick<ResourceRow, 'id' | 'attributes'>)[]) {
  const barcodes = details.flatMap(({ id, barcodes }) =>
    barcodes.map((barcode, place) => ({ resourceId: id, barcode, place })),
  );
  await inTurns([
    // In one order, so that two requests with the same barcodes do not lock each other.
    () =>
      resourceBarcodes
        .insertMany(
          tenant,
          barcodes.toSorted((a, b) => (a.barcode < b.barcode ? -1 : 1)),
        )
        .catch(retryOnViolation('resource_barcodes_pkey')),
    () =>
      resourceTaxes.insertMany(
        tenant,
        details.flatMap(({ id, taxIds }) => taxIds.map((taxId) => ({ resourceId: id, taxId }))),
      ),
    () =>
      resourceAttributes.insertMany(
        tenant,
        details.flatMap(({ id, attributes }) => foundBy(id, attributes)),
      ),
    () =>
      resourceParts.insertMany(
        tenant,
        details.flatMap(({ id, parts }) =>
          parts.map(({ resourceId, quantity }) => ({ resourceId: id, partId: resourceId, quantity })),
        ),
      ),
  ]);
}
