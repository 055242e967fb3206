import type { Tx } from '#platform/db/transaction.ts';

/** Keeps which organization has an account at the provider. It never changes. */
export const insertOwner = (tx: Tx, owner: { adapter: string; providerAccountId: string; organizationId: string }) =>
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

/** The raw notices about the accounts of an organization. */
export const deleteNoticesOf = (tx: Tx, organizationId: string): Promise<unknown> =>
  tx
    .deleteFrom('paymentNotices as n')
    .using('merchantOwners as o')
    .where('o.organizationId', '=', organizationId)
    .whereRef('n.adapter', '=', 'o.adapter')
    .whereRef('n.merchantId', '=', 'o.providerAccountId')
    .execute();
