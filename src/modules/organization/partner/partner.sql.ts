import type { Insertable } from 'kysely';
import type { PartnerApplications } from '#platform/db/schema.ts';
import type { Tx } from '#platform/db/transaction.ts';

export const insertApplication = (tx: Tx, application: Insertable<PartnerApplications>): Promise<unknown> =>
  tx.insertInto('partnerApplications').values(application).execute();

/** The applications, newest first, for the operators. */
export const selectApplications = (tx: Tx, limit: number) =>
  tx
    .selectFrom('partnerApplications')
    .select(['id', 'name', 'email', 'company', 'country', 'status', 'createdAt'])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** Decides a new application; undefined where there is none with this id, or it is decided already. */
export const updateNewApplication = (tx: Tx, id: string, status: 'accepted' | 'declined') =>
  tx
    .updateTable('partnerApplications')
    .set({ status })
    .where('id', '=', id)
    .where('status', '=', 'new')
    .returning(['name', 'email'])
    .executeTakeFirst();
