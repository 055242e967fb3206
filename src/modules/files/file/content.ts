import type { TenantContext } from '#platform/context.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { fileContents, files } from '../tables.ts';

/** Where the bytes of a file are, for modules that read them; undefined where there is no such file. */
export async function findContent(ctx: TenantContext, fileId: string) {
  const file = await files.find(ctx, { id: fileId, kind: 'file' });
  if (!file) return undefined;
  const { storageKey, contentType, bytes } = await fileContents.get(ctx, { sha256: file.sha256! });
  return { name: file.name, storageKey, contentType, bytes: Number(bytes) };
}

/** The names of files by their ids; those that are gone have none. */
export async function namesOfFiles(ctx: TenantContext, ids: string[]): Promise<Map<string, string>> {
  const found = await files.all(ctx, { id: ids }, { columns: ['id', 'name'] });
  return new Map(found.map(({ id, name }) => [id, name]));
}

export type FoundContent = NonNullable<Awaited<ReturnType<typeof findContent>>>;

/** The bytes of a file that `findContent` found, outside of a transaction. */
export async function readContent(storage: Storage, { storageKey }: FoundContent): Promise<Buffer> {
  const bytes = await storage.get(storageKey);
  if (!bytes) throw new Error(`The bytes of ${storageKey} are missing.`);
  return bytes;
}
