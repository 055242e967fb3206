import type { Tx } from '#platform/db/database.ts';

export interface PartnerApplication {
  name: string;
  email: string;
  company?: string | undefined;
  phone?: string | undefined;
  country?: string | undefined;
  website?: string | undefined;
  message?: string | undefined;
}

export const insertApplication = (
  tx: Tx,
  application: PartnerApplication & { id: string; status: string; createdAt: Temporal.Instant },
): Promise<unknown> =>
  tx
    .insertInto('partnerApplications')
    .values(application as never)
    .execute();

/** Who applied, newest first, for the operators. */
export const selectApplications = (tx: Tx, limit: number) =>
  tx
    .selectFrom('partnerApplications')
    .select(['name', 'email', 'company', 'country', 'status', 'createdAt'])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
