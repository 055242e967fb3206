import type { Insertable } from 'kysely';
import { toTimestamp } from '#platform/date.ts';
import type { Pins } from '#platform/db/schema.ts';
import { rowOf } from '#platform/db/table.ts';
import type { Tx } from '#platform/db/transaction.ts';

export const insertPin = (tx: Tx, pin: Insertable<Pins>): Promise<unknown> =>
  tx.insertInto('pins').values(pin).execute();

/** Ends the unused codes that the same device or network asked for. */
export const expirePins = (tx: Tx, email: string, requester: Buffer, at: Temporal.Instant): Promise<unknown> =>
  tx
    .updateTable('pins')
    .set({ expiresAt: at })
    .where('email', '=', email)
    .where('requester', '=', requester)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', toTimestamp(at))
    .execute();

/** Counts a try and returns the code to compare with, unless it is used, expired or out of tries. */
export const takeTry = (tx: Tx, requestHash: Buffer, now: Temporal.Instant) =>
  rowOf<{ id: string; email: string; codeHash: Buffer }>(tx)`
    UPDATE pins SET tries = tries + 1
    WHERE request_hash = ${requestHash} AND tries < 5 AND used_at IS NULL AND expires_at > ${now}::timestamptz
    RETURNING id, email, code_hash`;

export const markPinUsed = (tx: Tx, id: string, at: Temporal.Instant): Promise<unknown> =>
  tx.updateTable('pins').set({ usedAt: at }).where('id', '=', id).execute();

export const deleteOldPins = (tx: Tx, before: Temporal.Instant): Promise<unknown> =>
  tx.deleteFrom('pins').where('expiresAt', '<', toTimestamp(before)).execute();
