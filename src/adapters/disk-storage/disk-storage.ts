import { randomUUID } from 'node:crypto';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import type { Bytes, Storage } from '#platform/storage/storage.ts';
import { StoredFile } from './stored-file.ts';

const WHOLE = { start: 0, end: Number.MAX_SAFE_INTEGER };

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
    stream: async (key, range) => {
      const file = await open(pathOf(key)).catch(nullIfMissing);
      return file && new StoredFile(file, range ?? WHOLE);
    },
    delete: (key) => rm(pathOf(key), { force: true }),
  };
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
