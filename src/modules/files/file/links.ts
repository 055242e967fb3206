import type { TenantContext } from '#platform/context.ts';
import { requireThing, type Thing } from '#platform/entity-kind.ts';
import { requireKnown } from '#platform/refusal.ts';
import { fileLinks, files } from '../tables.ts';
import { selectSeenFiles } from './file.sql.ts';
import { deleteLinks, insertLinksLater } from './tally.sql.ts';

export async function attachFile(ctx: TenantContext, fileId: string, thing: Thing, path = 'body') {
  await requireThing(ctx, thing, path);
  insertLinksLater(ctx, [{ ...thing, fileId, field: '', createdAt: ctx.now }]);
}

/** Replaces everything that a file was attached to by hand; fields that hold it keep it. */
export async function replaceAttachments(ctx: TenantContext, fileId: string, things: Thing[]): Promise<void> {
  await deleteLinks(ctx, { fileId, field: '' });
  for (const [index, thing] of things.entries()) await attachFile(ctx, fileId, thing, `body.attachedTo[${index}]`);
}

/** Refuses ids that are not files of the organization. The files cannot be deleted before the transaction ends. */
export async function requireFiles(ctx: TenantContext, fileIds: readonly string[] = [], path = 'body.attachments') {
  const known = await lockFiles(ctx, fileIds);
  requireKnown(fileIds, known, path, 'This file');
}

/** Those of these ids that are files which the caller sees. The files cannot be deleted before the transaction ends. */
export async function lockFiles(ctx: TenantContext, fileIds: readonly string[]): Promise<ReadonlySet<string>> {
  const options = { columns: ['id'], orderBy: ['id'], lock: 'FOR KEY SHARE' } as const;
  const found = await files.all(ctx, { id: fileIds, kind: 'file' }, options);
  return selectSeenFiles(
    ctx,
    found.map(({ id }) => id),
  );
}

/** A thing with the files that one of its fields holds. */
interface Holder extends Thing {
  fileIds: readonly string[];
}

/**
 * Makes required files the content of a field of new things, such as `attachments` of an invoice. None of them can be deleted
 * while the field holds it.
 */
export const holdFiles = (ctx: TenantContext, field: string, ...holders: Holder[]): void =>
  insertLinksLater(
    ctx,
    holders.flatMap(({ fileIds, ...thing }) =>
      [...new Set(fileIds)].map((fileId) => ({ ...thing, fileId, field, createdAt: ctx.now })),
    ),
  );

/** Replaces the files that a field holds. Those that it no longer holds can be deleted. */
export async function replaceHeldFiles(ctx: TenantContext, field: string, ...holders: Holder[]): Promise<void> {
  if (holders.length === 0) return;
  await deleteLinks(ctx, { entityIds: holders.map(({ entityId }) => entityId), field });
  holdFiles(ctx, field, ...holders);
}

/** Detaches all files from things that are deleted. */
export const releaseFiles = (ctx: TenantContext, entityIds: readonly string[]): Promise<unknown> =>
  deleteLinks(ctx, { entityIds });

/** Moves what was attached to some things to the one that they were merged into. */
export async function moveAttachments(
  ctx: TenantContext,
  entityKind: string,
  { from, into }: { from: string[]; into: string },
): Promise<void> {
  const moved = await fileLinks.all(ctx, { entityKind, entityId: from, field: '' });
  if (moved.length === 0) return;
  insertLinksLater(
    ctx,
    moved.map(({ fileId }) => ({ fileId, entityKind, entityId: into, field: '', createdAt: ctx.now })),
  );
  await deleteLinks(ctx, { entityIds: from, field: '' });
}
