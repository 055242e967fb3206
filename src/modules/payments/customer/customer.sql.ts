import type { Tx } from '#platform/db/database.ts';

export async function selectCustomerId(tx: Tx, organizationId: string, adapter: string): Promise<string | null> {
  const row = await tx
    .selectFrom('serviceCustomers')
    .select('providerCustomerId')
    .where('organizationId', '=', organizationId)
    .where('adapter', '=', adapter)
    .executeTakeFirst();
  return row?.providerCustomerId ?? null;
}

export const insertCustomer = (
  tx: Tx,
  customer: { organizationId: string; adapter: string; providerCustomerId: string; createdAt: Temporal.Instant },
): Promise<unknown> =>
  tx
    .insertInto('serviceCustomers')
    .values(customer)
    .onConflict((conflict) => conflict.columns(['organizationId', 'adapter']).doNothing())
    .execute();
