import { type RawBuilder, sql } from 'kysely';
import { tenantText } from './db/database.ts';
import type { Tx } from './db/transaction.ts';

/** The facts about an organization that its context is made of. */
export interface OrganizationFacts {
  id: string;
  timeZone: string;
  /** The currency of its books. */
  currency: string;
  /** Where it does business, as ISO 3166-1 alpha-2. */
  country: string;
  clockOffsetMs: bigint;
  closedAt: string | null;
}

/** No organization has this id. */
export class UnknownOrganization extends Error {}

/** Makes one organization's rows visible to the rest of this transaction. */
export async function enterOrganization(tx: Tx, organizationId: string): Promise<OrganizationFacts> {
  const [, found] = await Promise.all([
    sql.raw(tenantText(organizationId)).execute(tx),
    tx
      .selectFrom('organizations')
      .select(['id', 'timeZone', 'currency', 'country', 'clockOffsetMs', 'closedAt'])
      .where('id', '=', organizationId)
      .executeTakeFirst(),
  ]);
  if (!found) throw new UnknownOrganization(`There is no organization ${organizationId}.`);
  return found;
}

/** For a sweep over many organizations: passes over the closed ones. `column` has their id. */
export const isOpen = (column: string): RawBuilder<boolean> =>
  sql`NOT EXISTS (SELECT FROM organizations o WHERE o.id = ${sql.ref(column)} AND o.closed_at IS NOT NULL)`;

/** Whether the rows of an organization have gone, or are going. */
export const isErased = async (tx: Tx, id: string): Promise<boolean> => {
  const row = await tx.selectFrom('organizations').select('erasedAt').where('id', '=', id).executeTakeFirst();
  return row !== undefined && row.erasedAt !== null;
};

/** Organizations that are not closed, by id, after one of them. */
export async function selectOrganizationIds(tx: Tx, after: string | null, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('organizations')
    .select('id')
    .where('closedAt', 'is', null)
    .$if(after !== null, (query) => query.where('id', '>', after!))
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}
