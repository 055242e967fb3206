import type { z } from 'zod';
import { holdFiles } from '#modules/files/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { inTurns } from '#platform/db/in-turns.ts';
import { retryOnViolation } from '#platform/db/violation.ts';
import { NotFound, VersionConflict } from '#platform/refusal.ts';
import { indexNewTexts } from '#platform/search/search.sql.ts';
import { resourceCreated } from '../events.ts';
import { insertPrices } from '../price/price.sql.ts';
import { resources } from '../tables.ts';
import { announceChange, applyChanges, changeErrors, type GivenChange, holdResources, imageHolder } from './change.ts';
import { describeResource } from './describe.ts';
import { insertDetails } from './details.ts';
import { type Draft, draftResource, refusalOf, withSurvivor } from './draft.ts';
import { refuseUnknown } from './reference.ts';
import type { NewResource } from './resource.schema.ts';
import { lockResources } from './resource.sql.ts';
import { SEARCHED_AS } from './search.sql.ts';
import { lookAround } from './surroundings.ts';

export async function createResource(ctx: TenantContext, given: z.output<typeof NewResource>) {
  const draft = draftResource(given, await lookAround(ctx, [given]), 'body');
  if (draft.errors.length > 0) throw refusalOf(draft.errors);
  await writeDrafts(ctx, [draft]);
  return describeResource(ctx, draft.resource.id);
}

/** Writes new resources and announces each. */
export async function writeDrafts(ctx: TenantContext, drafts: Draft[]): Promise<void> {
  if (drafts.length === 0) return;
  const rows = drafts.map(({ resource }) => resource);
  await inTurns([
    () => resources.insertMany(ctx, rows).catch(retryOnViolation('resources_code')),
    () => indexNewTexts(ctx, SEARCHED_AS, new Map(rows.map(({ id, name }) => [id, [name]]))),
    () =>
      insertDetails(
        ctx,
        drafts.map(({ resource: { id, attributes }, barcodes, taxIds, parts }) => ({
          id,
          attributes,
          barcodes,
          taxIds,
          parts,
        })),
      ),
    () =>
      insertPrices(
        ctx,
        drafts.flatMap(({ prices }) => prices),
      ),
    () => {
      holdFiles(ctx, 'images', ...rows.map(imageHolder));
      for (const { id } of rows)
        ctx.emit(resourceCreated, { resourceId: id, ...(ctx.userId && { userId: ctx.userId }) });
    },
  ]);
}

export async function changeResource(ctx: TenantContext, given: GivenChange) {
  // The supplier is locked before the resource, as by a merge of contacts.
  const around = await lookAround(ctx, [given]);
  const before = (await holdResources(ctx, [given.id])).get(given.id);
  if (!before) throw NotFound();
  if (given.version !== undefined && given.version !== before.row.version) throw VersionConflict();
  const errors = changeErrors(given, before, around, 'body');
  if (errors.length > 0) throw refusalOf(errors);
  await applyChanges(ctx, [{ given: withSurvivor(given, around), before }]);
  return describeResource(ctx, given.id);
}

/** Archives resources or restores them, all or none. */
export async function archiveResources(ctx: TenantContext, ids: string[], archived: boolean) {
  const held = await lockResources(ctx, ids);
  refuseUnknown(ids, held, 'body.ids[]');
  const changed = held.filter(({ archivedAt }) => (archivedAt !== null) !== archived).map(({ id }) => id);
  const archivedAt = archived ? ctx.now : null;
  await resources.updateAll(ctx, { id: changed }, { archivedAt, updatedAt: ctx.now });
  for (const id of changed) announceChange(ctx, id, { old: { archived: !archived }, new: { archived } });
  return { changedCount: changed.length };
}
