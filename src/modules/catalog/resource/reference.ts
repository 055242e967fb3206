import { linkTo } from '#modules/files/index.ts';
import { readSettings, resourcesSettings } from '#modules/organization/index.ts';
import type { Services, TenantContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { batched } from '#platform/db/batched.ts';
import { plainDecimal } from '#platform/decimal.ts';
import { unknownReference } from '#platform/refusal.ts';
import { type ResourceRow, resourceBarcodes, resourceParts, resources } from '../tables.ts';
import { codeKeyOf } from './code-key.ts';
import type { Details } from './details.ts';
import { selectReferences } from './resource.sql.ts';

type Fields =
  | 'id'
  | 'name'
  | 'code'
  | 'kind'
  | 'unit'
  | 'category'
  | 'cost'
  | 'tracksStock'
  | 'tracksSerials'
  | 'tracksLots';
type Purchase = 'supplierId' | 'purchaseMultiple' | 'leadTimeDays';
type Accounts = 'salesChartAccountId' | 'expenseChartAccountId';

/** A resource as other modules see it. The cost is that of the catalog, in the organization's currency. */
export interface Resource
  extends Pick<ResourceRow, Fields | Accounts | Purchase | 'minStockAlert' | 'archivedAt'>,
    Pick<Details, 'taxIds' | 'parts'> {
  /** The printed one. */
  barcode: string | null;
  /** By the resource, else by the settings; never with serial numbers. */
  allowsNegativeStock: boolean;
}

/** The resources with these ids; unknown ones are missing. */
export async function findResources(ctx: TenantContext, ids: string[]): Promise<Map<string, Resource>> {
  if (ids.length === 0) return new Map();
  const found = await readResources(ctx, ids);
  return new Map(ids.flatMap((id) => (found.has(id) ? [[id, found.get(id)!]] : [])));
}

const readResources = batched(async (ctx: TenantContext, requests: string[][]): Promise<Map<string, Resource>> => {
  const ids = [...new Set(requests.flat())];
  const [rows, settings] = await Promise.all([selectReferences(ctx, ids), readSettings(ctx, resourcesSettings)]);
  return new Map(
    rows.map((row) => {
      const resource = {
        ...row,
        cost: row.cost === null ? null : plainDecimal(row.cost),
        allowsNegativeStock: !row.tracksSerials && (row.allowsNegativeStock ?? settings.allowNegativeStock),
        minStockAlert: row.minStockAlert === null ? null : plainDecimal(row.minStockAlert),
      };
      return [row.id, resource];
    }),
  );
});

/** The combos that have one of these resources as a part. */
export const combosOf = async (ctx: TenantContext, partIds: string[]): Promise<string[]> =>
  (await resourceParts.all(ctx, { partId: partIds }, { columns: ['resourceId'] })).map(({ resourceId }) => resourceId);

/**
 * The resources that a body names, by id, or 422 with a path. A path may have `[]` where the place of the id goes:
 * `body.lines[].resourceId`. Archived ones are included: the caller decides what may still be done with them.
 */
export async function requireResources(
  ctx: TenantContext,
  ids: string[],
  path: string,
): Promise<Map<string, Resource>> {
  const found = await findResources(ctx, [...new Set(ids)]);
  refuseUnknown(ids, [...found.values()], path);
  return found;
}

/** Refuses the first id that is not among the resources found; `[]` in the path is replaced by its place. */
export function refuseUnknown(ids: string[], found: { id: string }[], path: string): void {
  const known = new Set(found.map(({ id }) => id));
  const unknown = ids.findIndex((id) => !known.has(id));
  if (unknown >= 0) throw unknownReference(path.replace('[]', `[${unknown}]`), 'This product');
}

/** The resource that has this code, else the one that has this barcode. */
export async function findByCode(
  ctx: TenantContext,
  { code, barcode }: { code: string | null; barcode: string | null },
): Promise<string | undefined> {
  const coded = code && (await resources.find(ctx, { codeKey: codeKeyOf(code) }, { columns: ['id'] }));
  if (coded) return coded.id;
  return barcode === null ? undefined : (await resourceBarcodes.find(ctx, { barcode }))?.resourceId;
}

const PICTURE_DAYS = 2;
const DAY_MS = 24 * 3600 * 1000;

/** The address of a picture for everyone: a signed link to the file, the same for a day so that browsers keep it. */
export function pictureUrl(
  services: Pick<Services, 'publicUrl' | 'secrets'>,
  organizationId: string,
  image: string,
): string {
  if (image.includes(':')) return image;
  const today = Math.floor(realNow().epochMilliseconds / DAY_MS) * DAY_MS;
  const expiresAt = Temporal.Instant.fromEpochMilliseconds(today + PICTURE_DAYS * DAY_MS);
  return linkTo({ ...services, organizationId }, image, expiresAt);
}
