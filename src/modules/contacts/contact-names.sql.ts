import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

/** The names of these contacts; one that does not exist is left out. */
export const selectContactNames = (tx: Tx, organizationId: string, ids: string[]) =>
  tx
    .selectFrom('contacts')
    .select(['id', 'name'])
    .where('organizationId', '=', organizationId)
    .where('id', '=', sql<string>`ANY (${ids}::uuid[])`)
    .execute();
