import { sql } from 'kysely';
import { type Tx, tenantText } from './db/database.ts';

/** The facts about an organization that its context is made of. */
export interface OrganizationFacts {
  id: string;
  timeZone: string;
  /** The currency of its books. */
  currency: string;
  /** Where it does business, as ISO 3166-1 alpha-2. */
  country: string;
  clockOffsetMs: bigint;
}

/** Makes one organization's rows visible to the rest of this transaction. */
export async function enterOrganization(tx: Tx, organizationId: string): Promise<OrganizationFacts> {
  const [, found] = await Promise.all([
    sql.raw(tenantText(organizationId)).execute(tx),
    tx
      .selectFrom('organizations')
      .select(['id', 'timeZone', 'currency', 'country', 'clockOffsetMs'])
      .where('id', '=', organizationId)
      .executeTakeFirst(),
  ]);
  if (!found) throw new Error(`There is no organization ${organizationId}.`);
  return found;
}

export const isOrganization = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.selectFrom('organizations').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

/** Organizations by id, after one of them. */
export async function selectOrganizationIds(tx: Tx, after: string | null, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('organizations')
    .select('id')
    .$if(after !== null, (query) => query.where('id', '>', after!))
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
