import type { TenantContext } from '#platform/context.ts';
import { inTurns } from '#platform/db/in-turns.ts';
import { NotFound, unknownReference, VersionConflict } from '#platform/refusal.ts';
import { indexNewTexts } from '#platform/search/search.sql.ts';
import { resourceCreated } from '../events.ts';
import { insertPrices } from '../price/price.sql.ts';
import { insertResourceTaxes } from '../tax/resource-tax.sql.ts';
import { applyChanges, changeErrors, holdResources, tellChange } from './change.ts';
import { describeResource } from './describe.ts';
import { type Draft, draftResource, refusalOf } from './draft.ts';
import type { GivenChange, GivenResource } from './resource.schema.ts';
import { insertBarcodes, insertParts, insertResources, selectResources, updateArchived } from './resource.sql.ts';
import { SEARCHED_AS } from './search.sql.ts';
import { lookAround } from './surroundings.ts';

export async function createResource(ctx: TenantContext, given: GivenResource) {
  const draft = draftResource(given, await lookAround(ctx, [given]), 'body');
  if (draft.errors.length > 0) throw refusalOf(draft.errors);
  await writeDrafts(ctx, [draft]);
  return describeResource(ctx, draft.resource.id);
}

/** Writes new resources and tells of each. */
export async function writeDrafts(ctx: TenantContext, drafts: Draft[]): Promise<void> {
  if (drafts.length === 0) return;
  const { tx, organizationId, now } = ctx;
  const resources = drafts.map(({ resource }) => resource);
  const ofEach = <T, R>(rows: (draft: Draft) => T[], row: (resourceId: string, item: T, place: number) => R): R[] =>
    drafts.flatMap((draft) => rows(draft).map((item, place) => row(draft.resource.id, item, place)));
  const barcodes = () =>
    ofEach(
      (draft) => draft.barcodes,
      (resourceId, barcode, place) => ({ resourceId, barcode, place }),
    );
  const taxes = () =>
    ofEach(
      ({ taxIds }) => taxIds,
      (resourceId, taxId) => ({ resourceId, taxId }),
    );
  const parts = () =>
    ofEach(
      (draft) => draft.parts,
      (resourceId, part) => ({ resourceId, partId: part.resourceId, quantity: part.quantity }),
    );
  const prices = () => drafts.flatMap((draft) => draft.prices);
  await inTurns([
    () => insertResources(tx, organizationId, resources, ctx.userId, now),
    () => indexNewTexts(ctx, SEARCHED_AS, new Map(resources.map(({ id, name }) => [id, [name]]))),
    () => insertBarcodes(tx, organizationId, barcodes()),
    () => insertResourceTaxes(tx, organizationId, taxes()),
    () => insertParts(tx, organizationId, parts()),
    () => insertPrices(tx, organizationId, prices(), now),
    () => {
      for (const { id } of resources)
        ctx.emit(resourceCreated, { resourceId: id, ...(ctx.userId && { userId: ctx.userId }) });
    },
  ]);
}

export async function changeResource(ctx: TenantContext, given: GivenChange) {
  const before = (await holdResources(ctx, [given.id])).get(given.id);
  if (!before) throw NotFound();
  if (given.version !== undefined && given.version !== before.row.version) throw VersionConflict();
  const errors = changeErrors(given, before, await lookAround(ctx, [given]), 'body');
  if (errors.length > 0) throw refusalOf(errors);
  await applyChanges(ctx, [{ given, before }]);
  return describeResource(ctx, given.id);
}

/** Puts resources away or takes them back. All or none: one that is unknown refuses it. */
export async function archiveResources(ctx: TenantContext, ids: string[], archived: boolean) {
  const known = new Set((await selectResources(ctx.tx, ctx.organizationId, ids)).map(({ id }) => id));
  const unknown = ids.findIndex((id) => !known.has(id));
  if (unknown >= 0) throw unknownReference(`body.ids[${unknown}]`, 'This resource');
  const changed = await updateArchived(ctx.tx, ctx.organizationId, ids, archived, ctx.now);
  for (const id of changed) tellChange(ctx, id, { old: { archived: !archived }, new: { archived } });
  return { changedCount: changed.length };
}
