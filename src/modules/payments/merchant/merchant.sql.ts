import type { Tx } from '#platform/db/database.ts';

const columns = [
  'adapter',
  'providerAccountId',
  'chargesEnabled',
  'payoutsEnabled',
  'detailsSubmitted',
  'requirements',
  'createdAt',
  'updatedAt',
] as const;

export interface MerchantAccount {
  adapter: string;
  providerAccountId: string;
  chargesEnabled: boolean;
  payoutsEnabled: boolean;
  detailsSubmitted: boolean;
  requirements: string[];
  createdAt: string;
  updatedAt: string;
}

export const selectMerchant = (tx: Tx, organizationId: string, adapter: string): Promise<MerchantAccount | undefined> =>
  tx
    .selectFrom('merchantAccounts')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .where('adapter', '=', adapter)
    .executeTakeFirst();

/** Keeps what the provider says. Undefined: the organization has another account there already, and keeps it. */
export const upsertMerchant = (
  tx: Tx,
  organizationId: string,
  {
    createdAt,
    ...account
  }: Omit<MerchantAccount, 'createdAt' | 'updatedAt'> & Record<'createdAt' | 'updatedAt', Temporal.Instant>,
): Promise<MerchantAccount | undefined> =>
  tx
    .insertInto('merchantAccounts')
    .values({ organizationId, createdAt, ...account })
    .onConflict((conflict) =>
      conflict
        .columns(['organizationId', 'adapter'])
        .doUpdateSet(account)
        .where('merchantAccounts.providerAccountId', '=', account.providerAccountId),
    )
    .returning(columns)
    .executeTakeFirst();

/** Keeps whose an account is; it never becomes somebody else's. */
export const insertOwner = (
  tx: Tx,
  owner: { adapter: string; providerAccountId: string; organizationId: string },
): Promise<unknown> =>
  tx
    .insertInto('merchantOwners')
    .values(owner)
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** The organization whose account this is at the provider. */
export async function selectOwner(tx: Tx, adapter: string, providerAccountId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('merchantOwners')
    .select('organizationId')
    .where('adapter', '=', adapter)
    .where('providerAccountId', '=', providerAccountId)
    .executeTakeFirst();
  return row?.organizationId;
}
