import { readSettings, resourcesSettings } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { plainDecimal } from '#platform/decimal.ts';
import { unknownReference } from '#platform/refusal.ts';
import { selectResourceTaxes } from '../tax/resource-tax.sql.ts';
import { byResource } from './by-resource.ts';
import { type ResourceKind, selectBarcodes, selectParts, selectResources } from './resource.sql.ts';

/** A resource as other modules see it. */
export interface Resource {
  id: string;
  name: string;
  code: string | null;
  /** The one that is printed. */
  barcode: string | null;
  kind: ResourceKind;
  unit: string;
  category: string | null;
  /** What one unit costs by the catalog, in the organization's currency. */
  cost: string | null;
  tracksStock: boolean;
  tracksSerials: boolean;
  /** By the resource, else by the settings; never with serial numbers. */
  allowsNegativeStock: boolean;
  minStockAlert: string | null;
  taxIds: string[];
  salesChartAccountId: string | null;
  expenseChartAccountId: string | null;
  /** Of a combo. */
  parts: { resourceId: string; quantity: string }[];
  archivedAt: string | null;
}

/** The resources with these ids; those that are unknown are missing. */
export async function findResources(ctx: TenantContext, ids: string[]): Promise<Map<string, Resource>> {
  if (ids.length === 0) return new Map();
  const { tx, organizationId } = ctx;
  const [rows, barcodesOf, taxesOf, partsOf, settings] = await Promise.all([
    selectResources(tx, organizationId, ids),
    selectBarcodes(tx, organizationId, ids).then(byResource),
    selectResourceTaxes(tx, organizationId, ids).then(byResource),
    selectParts(tx, organizationId, ids).then(byResource),
    readSettings(ctx, resourcesSettings),
  ]);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        name: row.name,
        code: row.code,
        barcode: barcodesOf(row.id)[0]?.barcode ?? null,
        kind: row.kind,
        unit: row.unit,
        category: row.category,
        cost: row.cost === null ? null : plainDecimal(row.cost),
        tracksStock: row.tracksStock,
        tracksSerials: row.tracksSerials,
        allowsNegativeStock: !row.tracksSerials && (row.allowsNegativeStock ?? settings.allowNegativeStock),
        minStockAlert: row.minStockAlert === null ? null : plainDecimal(row.minStockAlert),
        taxIds: taxesOf(row.id).map(({ taxId }) => taxId),
        salesChartAccountId: row.salesChartAccountId,
        expenseChartAccountId: row.expenseChartAccountId,
        parts: partsOf(row.id).map(({ partId, quantity }) => ({
          resourceId: partId,
          quantity: plainDecimal(quantity),
        })),
        archivedAt: row.archivedAt,
      },
    ]),
  );
}

/**
 * The resources that a body names, by id, or 422 with a path. A path may have `[]` where the place of the id goes:
 * `body.lines[].resourceId`. Archived ones are answered too: what may still be done with them is for the caller to say.
 */
export async function requireResources(
  ctx: TenantContext,
  ids: string[],
  path: string,
): Promise<Map<string, Resource>> {
  const found = await findResources(ctx, [...new Set(ids)]);
  const unknown = ids.findIndex((id) => !found.has(id));
  if (unknown >= 0) throw unknownReference(path.replace('[]', `[${unknown}]`), 'This resource');
  return found;
}
