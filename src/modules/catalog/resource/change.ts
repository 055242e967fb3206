import type { z } from 'zod';
import { replaceHeldFiles } from '#modules/files/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { retryOnViolation } from '#platform/db/violation.ts';
import { plainDecimal } from '#platform/decimal.ts';
import { changedFields } from '#platform/events/changed-fields.ts';
import { givenFields } from '#platform/http/change.ts';
import type { FieldError } from '#platform/refusal.ts';
import { sortNameOf } from '#platform/search/folded.ts';
import { indexTexts } from '#platform/search/search.sql.ts';
import { resourceUpdated } from '../events.ts';
import { beforeTrackingChanged, type TrackingChange } from '../hooks.ts';
import {
  type ResourceRow,
  resourceAttributes,
  resourceBarcodes,
  resourceParts,
  resources,
  resourceTaxes,
} from '../tables.ts';
import { codeKeyOf } from './code-key.ts';
import { type Details, insertDetails, readDetails } from './details.ts';
import { namingErrors, ruleErrors } from './draft.ts';
import type { ResourceChange } from './resource.schema.ts';
import { lockResources } from './resource.sql.ts';
import { SEARCHED_AS } from './search.sql.ts';
import { fileIdsOf, type Surroundings } from './surroundings.ts';

export type GivenChange = z.output<typeof ResourceChange>;

export interface LockedResource {
  row: ResourceRow;
  details: Details;
}

/** Locks resources against other changes and reads their details, by id. */
export async function holdResources(ctx: TenantContext, ids: string[]): Promise<Map<string, LockedResource>> {
  const [rows, detailsOf] = await Promise.all([lockResources(ctx, ids), readDetails(ctx, ids)]);
  return new Map(rows.map((row) => [row.id, { row, details: detailsOf(row.id) }]));
}

/** The errors that a resource would have after a change. */
export function changeErrors(
  given: GivenChange,
  { row, details }: LockedResource,
  around: Surroundings,
  path: string,
): FieldError[] {
  const after = { ...row, ...givenFields(given), hasParts: (given.parts ?? details.parts).length > 0 };
  return [...ruleErrors(after, path), ...namingErrors(given, around, path)];
}

interface Change {
  given: GivenChange;
  before: LockedResource;
}

/** Writes the changes of locked resources and announces those that change something. Answers their ids. */
export async function applyChanges(ctx: TenantContext, changes: Change[]): Promise<Set<string>> {
  const real = changes.flatMap((change) => {
    const changed = changesOf(change.given, change.before);
    return changed ? [{ ...change, changed }] : [];
  });
  if (real.length === 0) return new Set();
  const retracked = real.flatMap(({ given, before, changed }): TrackingChange[] => {
    if (!tracking.some((field) => field in changed.new)) return [];
    const { tracksStock, tracksSerials, tracksLots } = { ...before.row, ...givenFields(given) };
    const onlyLots = !('tracksStock' in changed.new || 'tracksSerials' in changed.new);
    return [{ resourceId: given.id, tracksStock, tracksSerials, tracksLots, onlyLots }];
  });
  if (retracked.length > 0) await beforeTrackingChanged(ctx, retracked);
  const changing = (field: keyof GivenChange) =>
    real.filter(({ changed }) => field in changed.new).map(({ given }) => given);
  const idsOf = (field: keyof GivenChange) => changing(field).map(({ id }) => id);
  await resources
    .updateMany(
      ctx,
      real.map((change) => afterChange(ctx, change)),
    )
    .catch(retryOnViolation('resources_code'));
  const [renamed, redescribed, relabelled, retaxed, recomposed] = [
    changing('name'),
    idsOf('attributes'),
    idsOf('barcodes'),
    idsOf('taxIds'),
    idsOf('parts'),
  ];
  await Promise.all([
    renamed.length > 0 && indexTexts(ctx, SEARCHED_AS, new Map(renamed.map(({ id, name }) => [id, [name]]))),
    redescribed.length > 0 && resourceAttributes.delete(ctx, { resourceId: redescribed }),
    relabelled.length > 0 && resourceBarcodes.delete(ctx, { resourceId: relabelled }),
    retaxed.length > 0 && resourceTaxes.delete(ctx, { resourceId: retaxed }),
    recomposed.length > 0 && resourceParts.delete(ctx, { resourceId: recomposed }),
  ]);
  await replaceHeldFiles(ctx, 'images', ...changing('images').map(imageHolder));
  await insertDetails(
    ctx,
    real.map(({ given, changed }) => ({
      id: given.id,
      attributes: 'attributes' in changed.new ? given.attributes! : {},
      barcodes: 'barcodes' in changed.new ? given.barcodes! : [],
      taxIds: 'taxIds' in changed.new ? given.taxIds! : [],
      parts: 'parts' in changed.new ? given.parts! : [],
    })),
  );
  for (const { given, changed } of real) announceChange(ctx, given.id, changed);
  return new Set(real.map(({ given }) => given.id));
}

export const imageHolder = ({ id, images = [] }: { id: string; images?: string[] | undefined }) => ({
  entityKind: 'resourceId',
  entityId: id,
  fileIds: fileIdsOf(images),
});

const tracking = ['tracksStock', 'tracksSerials', 'tracksLots'];

const changeable = [
  'name',
  'code',
  'description',
  'unit',
  'category',
  'attributes',
  'images',
  'cost',
  'tracksStock',
  'tracksSerials',
  'tracksLots',
  'allowsNegativeStock',
  'minStockAlert',
  'supplierId',
  'purchaseMultiple',
  'leadTimeDays',
  'salesChartAccountId',
  'expenseChartAccountId',
] as const;

/** The stored fields of a resource after a change. */
function afterChange(ctx: TenantContext, { given, before: { row } }: Change) {
  const after = { ...row, ...givenFields(given) };
  const fields = Object.fromEntries(changeable.map((field) => [field, after[field]]));
  const archived = given.archived ?? row.archivedAt !== null;
  return {
    ...(fields as Pick<ResourceRow, (typeof changeable)[number]>),
    id: row.id,
    sortName: sortNameOf(after.name),
    codeKey: after.code === null ? null : codeKeyOf(after.code),
    archivedAt: archived ? (row.archivedAt ?? ctx.now) : null,
    updatedAt: ctx.now,
  };
}

type Values = Record<string, unknown>;

export function announceChange(ctx: TenantContext, resourceId: string, changed: { old: Values; new: Values }): void {
  ctx.emit(resourceUpdated, { resourceId, ...(ctx.userId && { editorId: ctx.userId }), ...changed });
}

/** The fields that a change really changes, before and after; null where it changes nothing. */
function changesOf(given: GivenChange, { row, details }: LockedResource) {
  const { id: _, version: __, ...fields } = given;
  const current = comparable({ ...row, ...details, archived: row.archivedAt !== null });
  return changedFields(current, comparable(givenFields(fields)));
}

/** Decimals in their shortest form and sets in one order, so that equal values compare equal. */
function comparable(fields: Values): Values {
  const { cost, minStockAlert, purchaseMultiple, taxIds, parts } = fields;
  return {
    ...fields,
    ...(typeof cost === 'string' && { cost: plainDecimal(cost) }),
    ...(typeof minStockAlert === 'string' && { minStockAlert: plainDecimal(minStockAlert) }),
    ...(typeof purchaseMultiple === 'string' && { purchaseMultiple: plainDecimal(purchaseMultiple) }),
    ...(Array.isArray(taxIds) && { taxIds: taxIds.toSorted() }),
    ...(Array.isArray(parts) && {
      parts: (parts as Details['parts'])
        .map(({ resourceId, quantity }) => ({ resourceId, quantity: plainDecimal(quantity) }))
        .toSorted((a, b) => (a.resourceId < b.resourceId ? -1 : 1)),
    }),
  };
}
