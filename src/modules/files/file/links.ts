import type { TenantContext } from '#platform/context.ts';
import { unknownReference } from '#platform/refusal.ts';
import { fileLinks, files } from '../tables.ts';

export interface Thing {
  /** The field that names it: `invoiceId`. */
  entityKind: string;
  entityId: string;
}

export async function attachFile(ctx: TenantContext, fileId: string, thing: Thing, path = 'body.entityId') {
  if (!(await ctx.entityKinds.get(thing.entityKind)?.exists(ctx, thing.entityId)))
    throw unknownReference(path, 'The thing that it is attached to');
  await fileLinks.insertUnlessTaken(ctx, { ...thing, fileId, field: '', createdAt: ctx.now });
}

/** Replaces everything that a file was attached to by hand; fields that hold it keep it. */
export async function replaceAttachments(ctx: TenantContext, fileId: string, things: Thing[]): Promise<void> {
  await fileLinks.delete(ctx, { fileId, field: '' });
  for (const [index, thing] of things.entries())
    await attachFile(ctx, fileId, thing, `body.attachedTo[${index}].entityId`);
}

/**
 * Makes these the files in a field of a thing, such as `attachments` of an invoice. Each must be a file of the organization,
 * and none of them can be deleted while the field holds it.
 */
export async function holdFiles(
  ctx: TenantContext,
  thing: Thing,
  field: string,
  fileIds: string[],
  path = `body.${field}`,
): Promise<void> {
  const known = new Set(
    (await files.all(ctx, { id: fileIds, kind: 'file' }, { lock: 'FOR KEY SHARE' })).map(({ id }) => id),
  );
  const unknown = fileIds.findIndex((id) => !known.has(id));
  if (unknown >= 0) throw unknownReference(`${path}[${unknown}]`, 'The file');
  await fileLinks.delete(ctx, { entityId: thing.entityId, field });
  const rows = [...known].map((fileId) => ({ ...thing, fileId, field, createdAt: ctx.now }));
  if (rows.length > 0) await fileLinks.insertMany(ctx, rows);
}
