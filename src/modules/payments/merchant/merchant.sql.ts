import type { Tx } from '#platform/db/database.ts';

/** Keeps which organization has an account at the provider. It never changes. */
export const insertOwner = (
  tx: Tx,
  owner: { adapter: string; providerAccountId: string; organizationId: string },
): Promise<unknown> =>
  tx
    .insertInto('merchantOwners')
    .values(owner)
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** The organization that has this account at the provider. */
export async function selectOwner(tx: Tx, adapter: string, providerAccountId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('merchantOwners')
    .select('organizationId')
    .where('adapter', '=', adapter)
    .where('providerAccountId', '=', providerAccountId)
    .executeTakeFirst();
  return row?.organizationId;
}
