import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import type { Bytes, Storage } from '#platform/storage/storage.ts';

/** Files on the local disk. A file appears under its name only when it is completely written. */
export function diskStorage(root: string): Storage {
  const pathOf = (key: string): string => {
    const path = normalize(join(root, key));
    if (!path.startsWith(normalize(root))) throw new Error('A storage key must stay inside the storage folder.');
    return path;
  };
  const write = async (key: string, bytes: Bytes): Promise<void> => {
    const path = pathOf(key);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const unfinished = `${path}.${randomUUID()}`;
    const file = await open(unfinished, 'w', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
      await rename(unfinished, path);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    } finally {
      await file.close();
    }
  };
  return {
    write,
    get: (key) => readFile(pathOf(key)).catch(nullIfMissing),
    stream: async (key, range) =>
      (await stat(pathOf(key)).catch(nullIfMissing)) ? createReadStream(pathOf(key), range) : null,
    delete: (key) => rm(pathOf(key), { force: true }),
  };
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
