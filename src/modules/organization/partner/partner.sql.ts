import type { Tx } from '#platform/db/database.ts';
import type { PartnerApplication } from './partner.ts';

export const insertApplication = (
  tx: Tx,
  application: PartnerApplication & { id: string; status: string; createdAt: Temporal.Instant },
): Promise<unknown> => tx.insertInto('partnerApplications').values(application).execute();

/** Who applied, newest first, for the operators. */
export const selectApplications = (tx: Tx, limit: number) =>
  tx
    .selectFrom('partnerApplications')
    .select(['name', 'email', 'company', 'country', 'status', 'createdAt'])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
