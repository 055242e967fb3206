import type { Tx } from '#platform/db/database.ts';

export const selectShare = (tx: Tx, organizationId: string, pendingRecordId: string) =>
  tx
    .selectFrom('pendingShares')
    .select('sealedShareId')
    .where('organizationId', '=', organizationId)
    .where('pendingRecordId', '=', pendingRecordId)
    .executeTakeFirst();

export const insertShare = (
  tx: Tx,
  organizationId: string,
  share: { pendingRecordId: string; sealedShareId: Buffer; createdBy: string | null },
  createdAt: Temporal.Instant,
): Promise<unknown> =>
  tx
    .insertInto('pendingShares')
    .values({ ...share, organizationId, createdAt })
    .execute();

export const deleteShare = (tx: Tx, organizationId: string, pendingRecordId: string): Promise<unknown> =>
  tx
    .deleteFrom('pendingShares')
    .where('organizationId', '=', organizationId)
    .where('pendingRecordId', '=', pendingRecordId)
    .execute();
