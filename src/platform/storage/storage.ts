import type { Readable } from 'node:stream';

/** Where bytes live. Keys are made by us and say what is inside; they never come from a request. */
export interface Storage {
  put(key: string, bytes: Buffer): Promise<void>;
  /** The same for what is made while it is written. It appears under its key only when all of it is there. */
  write(key: string, chunks: AsyncIterable<Buffer>): Promise<void>;
  get(key: string): Promise<Buffer | null>;
  stream(key: string): Promise<Readable | null>;
  delete(key: string): Promise<void>;
}
