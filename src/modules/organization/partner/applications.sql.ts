import type { Tx } from '#platform/db/database.ts';

/** Who applied to become a partner, newest first, for the operators. */
export const selectApplications = (tx: Tx, limit: number) =>
  tx
    .selectFrom('partnerApplications')
    .select(['name', 'email', 'company', 'country', 'status', 'createdAt'])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
