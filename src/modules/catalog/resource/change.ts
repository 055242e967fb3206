import { isDeepStrictEqual } from 'node:util';
import type { TenantContext } from '#platform/context.ts';
import { plainDecimal } from '#platform/decimal.ts';
import type { FieldError } from '#platform/refusal.ts';
import { sortNameOf } from '#platform/search/folded.ts';
import { indexTexts } from '#platform/search/search.sql.ts';
import { resourceUpdated } from '../events.ts';
import { beforeTrackingChanged } from '../hooks.ts';
import { deleteResourceTaxes, insertResourceTaxes, selectResourceTaxes } from '../tax/resource-tax.sql.ts';
import { byResource } from './by-resource.ts';
import { codeKeyOf } from './code-key.ts';
import { namingErrors, ruleErrors } from './draft.ts';
import type { GivenChange } from './resource.schema.ts';
import {
  type ChangedResource,
  deleteBarcodes,
  deleteParts,
  insertBarcodes,
  insertParts,
  lockResources,
  type ResourceRow,
  selectBarcodes,
  selectParts,
  updateResources,
} from './resource.sql.ts';
import { SEARCHED_AS } from './search.sql.ts';
import type { Surroundings } from './surroundings.ts';

/** A resource with what hangs on it: enough to tell what a change changes. */
export interface WholeResource {
  row: ResourceRow;
  barcodes: string[];
  taxIds: string[];
  parts: { resourceId: string; quantity: string }[];
}

/** Holds resources against other changes and reads what hangs on them, by id. */
export async function holdResources(ctx: TenantContext, ids: string[]): Promise<Map<string, WholeResource>> {
  const { tx, organizationId } = ctx;
  const [rows, barcodes, taxes, parts] = await Promise.all([
    lockResources(tx, organizationId, ids),
    selectBarcodes(tx, organizationId, ids).then(byResource),
    selectResourceTaxes(tx, organizationId, ids).then(byResource),
    selectParts(tx, organizationId, ids).then(byResource),
  ]);
  return new Map(
    rows.map((row) => [
      row.id,
      {
        row,
        barcodes: barcodes(row.id).map(({ barcode }) => barcode),
        taxIds: taxes(row.id).map(({ taxId }) => taxId),
        parts: parts(row.id).map(({ partId, quantity }) => ({ resourceId: partId, quantity })),
      },
    ]),
  );
}

/** What would be wrong with a resource after a change. */
export function changeErrors(
  given: GivenChange,
  before: WholeResource,
  around: Surroundings,
  path: string,
): FieldError[] {
  const { row } = before;
  const after = {
    kind: row.kind,
    tracksStock: given.tracksStock ?? row.tracksStock,
    tracksSerials: given.tracksSerials ?? row.tracksSerials,
    allowsNegativeStock: given.allowsNegativeStock === undefined ? row.allowsNegativeStock : given.allowsNegativeStock,
    hasParts: (given.parts ?? before.parts).length > 0,
  };
  return [...ruleErrors(after, path), ...namingErrors(given, around, path)];
}

interface Change {
  given: GivenChange;
  before: WholeResource;
}

/** Writes the changes of resources that are held, and tells of those that change something. Answers which did. */
export async function applyChanges(ctx: TenantContext, changes: Change[]): Promise<Set<string>> {
  const { tx, organizationId } = ctx;
  const real = changes.flatMap((change) => {
    const changed = changesOf(change.given, change.before);
    return changed ? [{ ...change, changed }] : [];
  });
  if (real.length === 0) return new Set();
  for (const { given, before, changed } of real) {
    if (!('tracksStock' in changed.new || 'tracksSerials' in changed.new)) continue;
    const { tracksStock = before.row.tracksStock, tracksSerials = before.row.tracksSerials } = given;
    await beforeTrackingChanged(ctx, { resourceId: given.id, tracksStock, tracksSerials });
  }
  const changing = (field: string) => real.filter(({ changed }) => field in changed.new).map(({ given }) => given);
  const [named, barred, taxed, composed] = [
    changing('name'),
    changing('barcodes'),
    changing('taxIds'),
    changing('parts'),
  ];
  const idsOf = (givens: GivenChange[]): string[] => givens.map(({ id }) => id);
  const after = real.map((change) => afterChange(ctx, change));
  await updateResources(tx, organizationId, after, ctx.now);
  await Promise.all([
    named.length > 0 && indexTexts(ctx, SEARCHED_AS, new Map(named.map(({ id, name }) => [id, [name]]))),
    barred.length > 0 && deleteBarcodes(tx, organizationId, idsOf(barred)),
    taxed.length > 0 && deleteResourceTaxes(tx, organizationId, idsOf(taxed)),
    composed.length > 0 && deleteParts(tx, organizationId, idsOf(composed)),
  ]);
  await Promise.all([
    insertBarcodes(
      tx,
      organizationId,
      barred.flatMap(({ id, barcodes }) => barcodes!.map((barcode, place) => ({ resourceId: id, barcode, place }))),
    ),
    insertResourceTaxes(
      tx,
      organizationId,
      taxed.flatMap(({ id, taxIds }) => taxIds!.map((taxId) => ({ resourceId: id, taxId }))),
    ),
    insertParts(
      tx,
      organizationId,
      composed.flatMap(({ id, parts }) =>
        parts!.map(({ resourceId, quantity }) => ({ resourceId: id, partId: resourceId, quantity })),
      ),
    ),
  ]);
  for (const { given, changed } of real) tellChange(ctx, given.id, changed);
  return new Set(real.map(({ given }) => given.id));
}

/** The stored fields of a resource as a change leaves them. */
function afterChange(ctx: TenantContext, { given, before: { row } }: Change): ChangedResource {
  const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  const after = { ...row, ...(said as Partial<GivenChange>) } as ResourceRow;
  const archived = given.archived ?? row.archivedAt !== null;
  return {
    id: row.id,
    name: after.name,
    sortName: sortNameOf(after.name),
    code: after.code,
    codeKey: after.code === null ? null : codeKeyOf(after.code),
    description: after.description,
    unit: after.unit,
    category: after.category,
    attributes: after.attributes,
    images: after.images,
    cost: after.cost,
    tracksStock: after.tracksStock,
    tracksSerials: after.tracksSerials,
    allowsNegativeStock: after.allowsNegativeStock,
    minStockAlert: after.minStockAlert,
    salesChartAccountId: after.salesChartAccountId,
    expenseChartAccountId: after.expenseChartAccountId,
    archivedAt: archived ? (row.archivedAt ?? ctx.now.toString()) : null,
  };
}

type Values = Record<string, unknown>;

export function tellChange(ctx: TenantContext, resourceId: string, changed: { old: Values; new: Values }): void {
  ctx.emit(resourceUpdated, { resourceId, ...(ctx.userId && { editorId: ctx.userId }), ...changed });
}

/** The fields that a change really changes, before and after; null where it changes nothing. */
function changesOf(given: GivenChange, before: WholeResource): { old: Values; new: Values } | null {
  const { id: _, version: __, ...fields } = given;
  const { row, ...hanging } = before;
  const current = comparable({ ...row, ...hanging, archived: row.archivedAt !== null });
  const wanted = Object.entries(comparable(fields)).filter(([, value]) => value !== undefined);
  const changed = wanted.filter(([name, value]) => !isDeepStrictEqual(current[name], value));
  if (changed.length === 0) return null;
  return { old: Object.fromEntries(changed.map(([name]) => [name, current[name]])), new: Object.fromEntries(changed) };
}

/** Decimals in their shortest form, sets in one order: so that only what differs in meaning differs. */
function comparable(fields: Values): Values {
  const { cost, minStockAlert, taxIds, parts } = fields;
  return {
    ...fields,
    ...(typeof cost === 'string' && { cost: plainDecimal(cost) }),
    ...(typeof minStockAlert === 'string' && { minStockAlert: plainDecimal(minStockAlert) }),
    ...(Array.isArray(taxIds) && { taxIds: taxIds.toSorted() }),
    ...(Array.isArray(parts) && {
      parts: (parts as WholeResource['parts'])
        .map(({ resourceId, quantity }) => ({ resourceId, quantity: plainDecimal(quantity) }))
        .toSorted((a, b) => (a.resourceId < b.resourceId ? -1 : 1)),
    }),
  };
}
