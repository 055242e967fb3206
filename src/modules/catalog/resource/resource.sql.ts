import { sql } from 'kysely';
import { RetryTransaction, type Tx, violates } from '#platform/db/database.ts';

export const resourceKinds = ['goods', 'service', 'combo', 'raw-material'] as const;
export type ResourceKind = (typeof resourceKinds)[number];
export const marketplaceStatuses = ['none', 'requested', 'approved', 'rejected'] as const;
export type MarketplaceStatus = (typeof marketplaceStatuses)[number];

/** A resource as it is stored. Decimals are text as PostgreSQL writes them. */
export interface ResourceRow {
  id: string;
  kind: ResourceKind;
  name: string;
  sortName: string;
  code: string | null;
  description: string;
  unit: string;
  category: string | null;
  attributes: Record<string, string | number | boolean>;
  images: string[];
  cost: string | null;
  tracksStock: boolean;
  tracksSerials: boolean;
  allowsNegativeStock: boolean | null;
  minStockAlert: string | null;
  salesChartAccountId: string | null;
  expenseChartAccountId: string | null;
  marketplaceStatus: MarketplaceStatus;
  marketplaceNote: string | null;
  marketplaceRequestedAt: string | null;
  marketplaceDecidedAt: string | null;
  archivedAt: string | null;
  version: number;
  createdAt: string;
  updatedAt: string;
}

export const resourceColumns = [
  'id',
  'kind',
  'name',
  'sortName',
  'code',
  'description',
  'unit',
  'category',
  'attributes',
  'images',
  'cost',
  'tracksStock',
  'tracksSerials',
  'allowsNegativeStock',
  'minStockAlert',
  'salesChartAccountId',
  'expenseChartAccountId',
  'marketplaceStatus',
  'marketplaceNote',
  'marketplaceRequestedAt',
  'marketplaceDecidedAt',
  'archivedAt',
  'version',
  'createdAt',
  'updatedAt',
] as const;

/** What may be written of a resource that is there. */
export interface ResourceFields {
  name: string;
  sortName: string;
  code: string | null;
  codeKey: string | null;
  description: string;
  unit: string;
  category: string | null;
  attributes: Record<string, string | number | boolean>;
  images: string[];
  cost: string | null;
  tracksStock: boolean;
  tracksSerials: boolean;
  allowsNegativeStock: boolean | null;
  minStockAlert: string | null;
  salesChartAccountId: string | null;
  expenseChartAccountId: string | null;
}

export type NewResourceRow = ResourceFields & { id: string; kind: ResourceKind };

/** Any number of resources in one statement. Another who took a code meanwhile is seen when the work runs again. */
export async function insertResources(
  tx: Tx,
  organizationId: string,
  resources: NewResourceRow[],
  createdBy: string | null,
  at: Temporal.Instant,
): Promise<void> {
  await sql`
    INSERT INTO resources (organization_id, id, kind, name, sort_name, code, code_key, description, unit, category, attributes,
      images, cost, tracks_stock, tracks_serials, allows_negative_stock, min_stock_alert, sales_chart_account_id,
      expense_chart_account_id, created_by, created_at, updated_at)
    SELECT ${organizationId}::uuid, g.id, g.kind, g.name, g."sortName", g.code, g."codeKey", g.description, g.unit, g.category,
      g.attributes, g.images, g.cost, g."tracksStock", g."tracksSerials", g."allowsNegativeStock", g."minStockAlert",
      g."salesChartAccountId", g."expenseChartAccountId", ${createdBy}::uuid, ${at}::timestamptz, ${at}::timestamptz
    FROM json_to_recordset(${JSON.stringify(resources)}::json) AS g (id uuid, kind text, name text, "sortName" text, code text,
      "codeKey" text, description text, unit text, category text, attributes jsonb, images jsonb, cost numeric,
      "tracksStock" boolean, "tracksSerials" boolean, "allowsNegativeStock" boolean, "minStockAlert" numeric,
      "salesChartAccountId" uuid, "expenseChartAccountId" uuid)`
    .execute(tx)
    .catch(retryIfCodeTaken);
}

function retryIfCodeTaken(error: unknown): never {
  throw violates(error, 'resources_code') ? new RetryTransaction() : error;
}

export async function selectResources(tx: Tx, organizationId: string, ids: string[]): Promise<ResourceRow[]> {
  const rows = await chosen(tx, organizationId, ids).execute();
  return rows as unknown as ResourceRow[];
}

/** Holds resources against other changes, always in the same order. */
export async function lockResources(tx: Tx, organizationId: string, ids: string[]): Promise<ResourceRow[]> {
  const rows = await chosen(tx, organizationId, ids).forNoKeyUpdate().execute();
  return rows as unknown as ResourceRow[];
}

const chosen = (tx: Tx, organizationId: string, ids: string[]) =>
  tx
    .selectFrom('resources')
    .select(resourceColumns)
    .where('organizationId', '=', organizationId)
    .where('id', '=', sql<string>`ANY (${ids}::uuid[])`)
    .orderBy('id');

export type ChangedResource = ResourceFields & { id: string; archivedAt: string | null };

/** Writes resources as they are after a change; another who took a new code meanwhile is seen when the work runs again. */
export async function updateResources(
  tx: Tx,
  organizationId: string,
  resources: ChangedResource[],
  at: Temporal.Instant,
): Promise<void> {
  await sql`
    UPDATE resources r
    SET name = g.name, sort_name = g."sortName", code = g.code, code_key = g."codeKey", description = g.description,
      unit = g.unit, category = g.category, attributes = g.attributes, images = g.images, cost = g.cost,
      tracks_stock = g."tracksStock", tracks_serials = g."tracksSerials", allows_negative_stock = g."allowsNegativeStock",
      min_stock_alert = g."minStockAlert", sales_chart_account_id = g."salesChartAccountId",
      expense_chart_account_id = g."expenseChartAccountId", archived_at = g."archivedAt", version = r.version + 1,
      updated_at = ${at}
    FROM json_to_recordset(${JSON.stringify(resources)}::json) AS g (id uuid, name text, "sortName" text, code text,
      "codeKey" text, description text, unit text, category text, attributes jsonb, images jsonb, cost numeric,
      "tracksStock" boolean, "tracksSerials" boolean, "allowsNegativeStock" boolean, "minStockAlert" numeric,
      "salesChartAccountId" uuid, "expenseChartAccountId" uuid, "archivedAt" timestamptz)
    WHERE r.organization_id = ${organizationId} AND r.id = g.id`
    .execute(tx)
    .catch(retryIfCodeTaken);
}

/** Asks for a place on the marketplace, or decides on it. Answers whether it stood as it has to. */
export async function updateMarketplace(
  tx: Tx,
  organizationId: string,
  id: string,
  change: { from: MarketplaceStatus[]; to: MarketplaceStatus; note: string | null },
  at: Temporal.Instant,
): Promise<boolean> {
  const requests = change.to === 'requested';
  const { numUpdatedRows } = await tx
    .updateTable('resources')
    .set({
      marketplaceStatus: change.to,
      marketplaceNote: change.note,
      ...(requests ? { marketplaceRequestedAt: at, marketplaceDecidedAt: null } : { marketplaceDecidedAt: at }),
      version: sql<number>`version + 1`,
      updatedAt: at,
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('marketplaceStatus', '=', sql<never>`ANY (${change.from}::text[])`)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Puts resources away or takes them back; those that already are so stay as they are. Answers which changed. */
export async function updateArchived(
  tx: Tx,
  organizationId: string,
  ids: string[],
  archived: boolean,
  at: Temporal.Instant,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    WITH chosen AS (
      SELECT id FROM resources WHERE organization_id = ${organizationId} AND id = ANY (${ids}::uuid[])
        AND (archived_at IS NOT NULL) <> ${archived}::boolean
      ORDER BY id FOR NO KEY UPDATE)
    UPDATE resources r
    SET archived_at = CASE WHEN ${archived}::boolean THEN ${at}::timestamptz END, version = r.version + 1, updated_at = ${at}
    FROM chosen WHERE r.organization_id = ${organizationId} AND r.id = chosen.id
    RETURNING r.id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Which of these codes are taken, and by whom. */
export const selectByCodes = (
  tx: Tx,
  organizationId: string,
  codeKeys: string[],
): Promise<{ codeKey: string | null; id: string }[]> =>
  tx
    .selectFrom('resources')
    .select(['codeKey', 'id'])
    .where('organizationId', '=', organizationId)
    .where('codeKey', '=', sql<string>`ANY (${codeKeys}::text[])`)
    .execute();

/** Which of these barcodes are taken, and by whom. */
export const selectByBarcodes = (
  tx: Tx,
  organizationId: string,
  barcodes: string[],
): Promise<{ barcode: string; resourceId: string }[]> =>
  tx
    .selectFrom('resourceBarcodes')
    .select(['barcode', 'resourceId'])
    .where('organizationId', '=', organizationId)
    .where('barcode', '=', sql<string>`ANY (${barcodes}::text[])`)
    .execute();

export interface BarcodeRow {
  resourceId: string;
  barcode: string;
  place: number;
}

/** Another who took one of them meanwhile is seen when the work runs again. */
export async function insertBarcodes(tx: Tx, organizationId: string, barcodes: BarcodeRow[]): Promise<void> {
  if (barcodes.length === 0) return;
  const { numAffectedRows } = await sql`
    INSERT INTO resource_barcodes (organization_id, barcode, resource_id, place)
    SELECT ${organizationId}::uuid, given.barcode, given.id, given.place
    FROM unnest(${barcodes.map(({ barcode }) => barcode)}::text[], ${barcodes.map(({ resourceId }) => resourceId)}::uuid[],
      ${barcodes.map(({ place }) => place)}::int[]) AS given (barcode, id, place)
    ORDER BY given.barcode
    ON CONFLICT (organization_id, barcode) DO NOTHING`.execute(tx);
  if (numAffectedRows !== BigInt(barcodes.length)) throw new RetryTransaction();
}

export const deleteBarcodes = (tx: Tx, organizationId: string, resourceIds: string[]): Promise<unknown> =>
  tx
    .deleteFrom('resourceBarcodes')
    .where('organizationId', '=', organizationId)
    .where('resourceId', '=', sql<string>`ANY (${resourceIds}::uuid[])`)
    .execute();

/** The barcodes of resources, the printed one first. */
export const selectBarcodes = (tx: Tx, organizationId: string, resourceIds: string[]): Promise<BarcodeRow[]> =>
  tx
    .selectFrom('resourceBarcodes')
    .select(['resourceId', 'barcode', 'place'])
    .where('organizationId', '=', organizationId)
    .where('resourceId', '=', sql<string>`ANY (${resourceIds}::uuid[])`)
    .orderBy('resourceId')
    .orderBy('place')
    .execute();

export interface PartRow {
  resourceId: string;
  partId: string;
  quantity: string;
}

export const insertParts = (tx: Tx, organizationId: string, parts: PartRow[]): Promise<unknown> =>
  parts.length === 0
    ? Promise.resolve()
    : sql`
        INSERT INTO resource_parts (organization_id, resource_id, part_id, quantity)
        SELECT ${organizationId}::uuid, given.* FROM unnest(${parts.map(({ resourceId }) => resourceId)}::uuid[],
          ${parts.map(({ partId }) => partId)}::uuid[], ${parts.map(({ quantity }) => quantity)}::numeric[]) AS given`.execute(
        tx,
      );

export const deleteParts = (tx: Tx, organizationId: string, resourceIds: string[]): Promise<unknown> =>
  tx
    .deleteFrom('resourceParts')
    .where('organizationId', '=', organizationId)
    .where('resourceId', '=', sql<string>`ANY (${resourceIds}::uuid[])`)
    .execute();

export const selectParts = (tx: Tx, organizationId: string, resourceIds: string[]): Promise<PartRow[]> =>
  tx
    .selectFrom('resourceParts')
    .select(['resourceId', 'partId', 'quantity'])
    .where('organizationId', '=', organizationId)
    .where('resourceId', '=', sql<string>`ANY (${resourceIds}::uuid[])`)
    .orderBy('resourceId')
    .orderBy('partId')
    .execute();

/** Whether it exists. */
export async function isResource(tx: Tx, organizationId: string, id: string): Promise<boolean> {
  const found = await tx
    .selectFrom('resources')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return found !== undefined;
}

/** What hangs on resources changed: whoever asks for what is new since some time shall see them. */
export const touchResources = (tx: Tx, organizationId: string, ids: string[], at: Temporal.Instant): Promise<unknown> =>
  tx
    .updateTable('resources')
    .set({ updatedAt: at })
    .where('organizationId', '=', organizationId)
    .where('id', '=', sql<string>`ANY (${ids}::uuid[])`)
    .execute();

/** What units cost, in one statement. Answers those whose cost changed, with what it was. */
export async function updateCosts(
  tx: Tx,
  organizationId: string,
  costs: { id: string; cost: string | null }[],
  at: Temporal.Instant,
): Promise<{ id: string; before: string | null; after: string | null }[]> {
  const { rows } = await sql<{ id: string; before: string | null; after: string | null }>`
    WITH given AS (
      SELECT * FROM unnest(${costs.map(({ id }) => id)}::uuid[], ${costs.map(({ cost }) => cost)}::numeric[]) AS g (id, cost)
    ), held AS (
      SELECT r.id, r.cost, given.cost AS new_cost FROM resources r JOIN given ON given.id = r.id
      WHERE r.organization_id = ${organizationId} ORDER BY r.id FOR NO KEY UPDATE OF r
    )
    UPDATE resources r SET cost = held.new_cost, version = r.version + 1, updated_at = ${at}
    FROM held
    WHERE r.organization_id = ${organizationId} AND r.id = held.id AND held.cost IS DISTINCT FROM held.new_cost
    RETURNING r.id, held.cost AS before, r.cost AS after`.execute(tx);
  return rows;
}
