import { holdTicks } from '#platform/clock.sql.ts';
import type { Tx } from '#platform/db/transaction.ts';

/** Locked, so that closing, reopening and erasing wait for each other. */
export const lockClosing = (tx: Tx, id: string) =>
  tx
    .selectFrom('organizations')
    .select(['name', 'closedAt', 'erasedAt'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();

export async function setClosed(tx: Tx, id: string, closedAt: Temporal.Instant | null): Promise<void> {
  await tx.updateTable('organizations').set({ closedAt }).where('id', '=', id).execute();
  await holdTicks(tx, id, closedAt);
}
