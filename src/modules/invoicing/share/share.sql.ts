import type { Tenant } from '#platform/db/table.ts';

export const selectShare = ({ tx, organizationId }: Tenant, pendingRecordId: string) =>
  tx
    .selectFrom('pendingShares')
    .select('sealedShareId')
    .where('organizationId', '=', organizationId)
    .where('pendingRecordId', '=', pendingRecordId)
    .executeTakeFirst();

export const insertShare = (
  { tx, organizationId }: Tenant,
  share: { pendingRecordId: string; sealedShareId: Buffer; createdBy: string | null },
  createdAt: Temporal.Instant,
): Promise<unknown> =>
  tx
    .insertInto('pendingShares')
    .values({ ...share, organizationId, createdAt })
    .execute();

export const deleteShare = ({ tx, organizationId }: Tenant, pendingRecordId: string): Promise<unknown> =>
  tx
    .deleteFrom('pendingShares')
    .where('organizationId', '=', organizationId)
    .where('pendingRecordId', '=', pendingRecordId)
    .execute();
