import type { TenantContext } from '#platform/context.ts';
import { fileContents, files } from '../tables.ts';

/** Where the bytes of a file are, for modules that read them; undefined where there is no such file. */
export async function findContent(ctx: TenantContext, fileId: string) {
  const file = await files.find(ctx, { id: fileId, kind: 'file' });
  if (!file) return undefined;
  const { storageKey, contentType, bytes } = await fileContents.get(ctx, { sha256: file.sha256! });
  return { name: file.name, storageKey, contentType, bytes: Number(bytes) };
}
