import { sql } from 'kysely';
import { affectedBy, columnOf } from '../db/table.ts';
import type { Tx } from '../db/transaction.ts';

/** Answers how many of them were not there before. */
export const insertLooseFiles = (tx: Tx, keys: string[], since: Temporal.Instant) =>
  affectedBy(tx)`
    INSERT INTO loose_files (key, since) SELECT key, ${since}::timestamptz FROM unnest(${keys}::text[]) AS key
    ON CONFLICT DO NOTHING`;

/** Answers how many of them were loose and are not being swept. */
export async function deleteClaimedFiles(tx: Tx, keys: string[]): Promise<number> {
  const claimed = await tx
    .deleteFrom('looseFiles')
    .where('key', '=', sql<string>`ANY (${keys}::text[])`)
    .where('condemnedAt', 'is', null)
    .executeTakeFirst();
  return Number(claimed.numDeletedRows);
}

/** Takes old loose files for the sweep, those of a sweep that died included. */
export const claimLooseFiles = (tx: Tx, before: Temporal.Instant, now: Temporal.Instant, limit: number) =>
  columnOf<string>(tx)`
    UPDATE loose_files SET condemned_at = ${now} WHERE key IN (
      SELECT key FROM loose_files WHERE since < ${before} ORDER BY since LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    RETURNING key`;

export const deleteLooseFiles = (tx: Tx, keys: string[]): Promise<unknown> =>
  tx.deleteFrom('looseFiles').where('key', '=', sql<string>`ANY (${keys}::text[])`).execute();
