import type { Tx } from '../db/transaction.ts';

const objects = (tx: Tx, simulator: string, kind: string) =>
  tx.selectFrom('simulatorObjects').where('simulator', '=', simulator).where('kind', '=', kind);

export const selectObject = (tx: Tx, simulator: string, kind: string, id: string) =>
  objects(tx, simulator, kind).select('body').where('id', '=', id).executeTakeFirst();

export const lockObject = (tx: Tx, simulator: string, kind: string, id: string) =>
  objects(tx, simulator, kind).select('body').where('id', '=', id).forUpdate().executeTakeFirst();

/** Newest first, as ids grow with time. */
export const selectObjects = (tx: Tx, simulator: string, kind: string, owner: string, limit: number) =>
  objects(tx, simulator, kind).select('body').where('owner', '=', owner).orderBy('id', 'desc').limit(limit).execute();

/** Oldest first, without those that another process is holding. */
export const lockFreeObjects = (tx: Tx, simulator: string, kind: string, owner: string, limit: number) =>
  objects(tx, simulator, kind)
    .select('body')
    .where('owner', '=', owner)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();

/** Whether the object is new; another process that inserts the same one is waited for. */
export async function insertObject(
  tx: Tx,
  row: { simulator: string; kind: string; id: string; owner: string; body: string; createdAt: Temporal.Instant },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('simulatorObjects')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export const updateObject = (tx: Tx, simulator: string, kind: string, id: string, body: string) =>
  tx
    .updateTable('simulatorObjects')
    .set({ body })
    .where('simulator', '=', simulator)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .execute();

export async function deleteObject(tx: Tx, simulator: string, kind: string, id: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('simulatorObjects')
    .where('simulator', '=', simulator)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}
