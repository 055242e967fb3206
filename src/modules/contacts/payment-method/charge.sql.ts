import type { Tx } from '#platform/db/database.ts';

export interface ContactCharge {
  id: string;
  key: string;
  contactId: string;
  profileId: string;
  causeKind: string;
  causeId: string;
  /** Minor units of `currency`. */
  amount: bigint;
  currency: string;
  description: string;
  offSession: boolean;
  returnUrl: string;
  createdAt: string;
}

const columns = [
  'id',
  'key',
  'contactId',
  'profileId',
  'causeKind',
  'causeId',
  'amount',
  'currency',
  'description',
  'offSession',
  'returnUrl',
  'createdAt',
] as const;

type NewCharge = Omit<ContactCharge, 'createdAt'> & { createdBy: string | null; createdAt: Temporal.Instant };

/** Whether the key was free; another process that inserts the same one is waited for. */
export async function insertCharge(tx: Tx, organizationId: string, charge: NewCharge): Promise<boolean> {
  const inserted = await tx
    .insertInto('contactCharges')
    .values({ ...charge, organizationId })
    .onConflict((conflict) => conflict.columns(['organizationId', 'key']).doNothing())
    .executeTakeFirst();
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

const charges = (tx: Tx, organizationId: string) =>
  tx.selectFrom('contactCharges').select(columns).where('organizationId', '=', organizationId);

export const selectChargeByKey = async (tx: Tx, organizationId: string, key: string) =>
  (await charges(tx, organizationId).where('key', '=', key).executeTakeFirst()) as ContactCharge | undefined;

export const selectCharge = async (tx: Tx, organizationId: string, id: string) =>
  (await charges(tx, organizationId).where('id', '=', id).executeTakeFirst()) as ContactCharge | undefined;
