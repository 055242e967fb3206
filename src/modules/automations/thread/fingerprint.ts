import { createHash } from 'node:crypto';

/** Identifies exactly what an approval node asks. */
export const fingerprintOf = (asked: { nodeId: string; message: string }): string =>
  createHash('sha256').update(JSON.stringify(asked)).digest('hex');
