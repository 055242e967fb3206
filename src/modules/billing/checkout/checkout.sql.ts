import type { Insertable, Selectable } from 'kysely';
import type { BillingCheckouts } from '#platform/db/schema.ts';
import type { Tx } from '#platform/db/transaction.ts';

export type Checkout = Selectable<BillingCheckouts>;
/** Who a checkout is for: an organization, or a person without one. */
export type Payer = { organizationId: string } | { email: string };

export const selectOpenCheckout = (tx: Tx, payer: Payer): Promise<Checkout | undefined> => {
  const query = tx.selectFrom('billingCheckouts').selectAll().where('state', '=', 'open');
  const ofPayer =
    'organizationId' in payer
      ? query.where('organizationId', '=', payer.organizationId)
      : query.where('email', '=', payer.email).where('organizationId', 'is', null);
  return ofPayer.executeTakeFirst();
};

/** False: another request made one at the same time. */
export async function insertCheckout(tx: Tx, checkout: Insertable<BillingCheckouts>): Promise<boolean> {
  const rows = await tx
    .insertInto('billingCheckouts')
    .values(checkout)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  return rows.length > 0;
}

export const updateCheckout = (
  tx: Tx,
  id: string,
  change: Partial<Pick<Checkout, 'state' | 'providerCheckoutId' | 'subscriptionId' | 'customerId' | 'organizationId'>>,
): Promise<unknown> => tx.updateTable('billingCheckouts').set(change).where('id', '=', id).execute();

export const lockCheckout = (tx: Tx, id: string): Promise<Checkout | undefined> =>
  tx.selectFrom('billingCheckouts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export const selectCheckoutOfProvider = (tx: Tx, adapter: string, id: string): Promise<Checkout | undefined> =>
  tx
    .selectFrom('billingCheckouts')
    .selectAll()
    .where('adapter', '=', adapter)
    .where('providerCheckoutId', '=', id)
    .executeTakeFirst();

/** Paid checkouts of a person that belong to no organization yet. */
export const selectWaitingCheckouts = (tx: Tx, email: string): Promise<Checkout[]> =>
  tx
    .selectFrom('billingCheckouts')
    .selectAll()
    .where('email', '=', email)
    .where('organizationId', 'is', null)
    .where('state', '=', 'complete')
    .limit(10)
    .execute();
