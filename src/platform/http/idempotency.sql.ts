import { sql } from 'kysely';
import { toTimestamp } from '../date.ts';
import type { Tx } from '../db/transaction.ts';

export interface StoredAnswer {
  requestHash: Buffer;
  status: number | null;
  answer: Buffer | null;
  createdAt: string;
}

/** The answer stored under the key, and whether this transaction now holds the key. */
export async function claimKey(tx: Tx, hash: Buffer): Promise<{ claimed: boolean; stored: StoredAnswer | null }> {
  const { rows } = await sql<{ claimed: boolean } & StoredAnswer>`
    SELECT pg_try_advisory_xact_lock(${hash.readBigInt64BE(0)}) AS claimed, stored.*
    FROM (SELECT 1) AS one
    LEFT JOIN idempotency_keys stored ON stored.hash = ${hash}`.execute(tx);
  const { claimed, ...stored } = rows[0]!;
  return { claimed, stored: stored.requestHash ? stored : null };
}

export const insertAnswer = (
  tx: Tx,
  row: { hash: Buffer; requestHash: Buffer; status: number | null; answer: Buffer | null; createdAt: Temporal.Instant },
) => tx.insertInto('idempotencyKeys').values(row);

export const replaceAnswer = (tx: Tx, hash: Buffer, status: number, answer: Buffer): Promise<unknown> =>
  tx.updateTable('idempotencyKeys').set({ status, answer }).where('hash', '=', hash).execute();

export const renewKey = (tx: Tx, hash: Buffer, at: Temporal.Instant): Promise<unknown> =>
  tx
    .updateTable('idempotencyKeys')
    .set({ createdAt: at })
    .where('hash', '=', hash)
    .where('status', 'is', null)
    .execute();

export const deleteAnswer = (tx: Tx, hash: Buffer): Promise<unknown> =>
  tx.deleteFrom('idempotencyKeys').where('hash', '=', hash).execute();

export const deleteOldAnswers = (tx: Tx, before: Temporal.Instant): Promise<unknown> =>
  tx.deleteFrom('idempotencyKeys').where('createdAt', '<', toTimestamp(before)).execute();
