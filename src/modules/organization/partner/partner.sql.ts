import type { Tx } from '#platform/db/database.ts';
import type { PartnerApplication } from './partner.ts';

export const insertApplication = (
  tx: Tx,
  application: PartnerApplication & { id: string; status: string; createdAt: Temporal.Instant },
): Promise<unknown> => tx.insertInto('partnerApplications').values(application).execute();
