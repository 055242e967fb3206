import { hash, randomBytes, randomUUIDv7 } from 'node:crypto';

/** Ids sort by the time they were made, so new rows land at the end of every index. */
export const newId = (): string => randomUUIDv7();

/** An unguessable value with a readable prefix. UUIDs are names, never secrets. */
export const newSecret = (prefix: string, bytes = 32, encoding: 'base64url' | 'hex' = 'base64url'): string =>
  `${prefix}_${randomBytes(bytes).toString(encoding)}`;

/** What is stored of a secret that only has to be recognised, never read back. */
export const hashSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer');
