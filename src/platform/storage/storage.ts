import type { Readable } from 'node:stream';

/** Whole, or as they come: a file that is made or received while it is written. */
export type Bytes = Buffer | AsyncIterable<Buffer>;

/** Part of a file. Both ends are included, as in HTTP. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Where bytes live. It is reached in steps, never while a transaction is open. Keys are made by us and say what is inside; they
 * never come from a request.
 */
export interface Storage {
  /** The bytes appear under their key only when all of them are there. */
  write(key: string, bytes: Bytes): Promise<void>;
  get(key: string): Promise<Buffer | null>;
  stream(key: string, range?: ByteRange): Promise<Readable | null>;
  delete(key: string): Promise<void>;
}

/** For a dry run: reads what there is, and keeps nothing. */
export const readOnly = (storage: Storage): Storage => ({
  write: async (_key, bytes) => {
    if (!Buffer.isBuffer(bytes)) for await (const _ of bytes);
  },
  get: (key) => storage.get(key),
  stream: (key, range) => storage.stream(key, range),
  delete: async () => {},
});
