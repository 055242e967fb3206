import type { DeclineReason } from '#modules/payments/index.ts';
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
  /** `requested`: nobody knows yet whether the provider did it. `unknown`: nobody will. */
  status: 'requested' | 'processing' | 'requires_action' | 'succeeded' | 'failed' | 'unknown';
  /** Of what failed. `refused`: the provider would not even try. */
  declineReason: DeclineReason | 'refused' | null;
  /** The provider's id. */
  reference: string | null;
  /** Where the contact answers their bank, while the charge `requires_action`. */
  actionUrl: string | null;
  settledAt: string | null;
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
  'status',
  'declineReason',
  'reference',
  'actionUrl',
  'settledAt',
  'createdAt',
] as const;

type NewCharge = Omit<
  ContactCharge,
  'status' | 'declineReason' | 'reference' | 'actionUrl' | 'settledAt' | 'createdAt'
> & {
  createdBy: string | null;
  createdAt: Temporal.Instant;
};

/** Whether the key was free; another process that inserts the same one is waited for. */
export async function insertCharge(tx: Tx, organizationId: string, charge: NewCharge): Promise<boolean> {
  const inserted = await tx
    .insertInto('contactCharges')
    .values({ ...charge, organizationId, status: 'requested', updatedAt: charge.createdAt })
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

/** By the provider's name for it, while its outcome is not in the books. */
export const selectAwaited = async (tx: Tx, organizationId: string, reference: string) =>
  (await charges(tx, organizationId)
    .where('reference', '=', reference)
    .where('settledAt', 'is', null)
    .limit(1)
    .executeTakeFirst()) as ContactCharge | undefined;

export const lockCharge = async (tx: Tx, organizationId: string, id: string): Promise<ContactCharge> =>
  (await charges(tx, organizationId).where('id', '=', id).forUpdate().executeTakeFirstOrThrow()) as ContactCharge;

export const updateCharge = async (
  tx: Tx,
  organizationId: string,
  id: string,
  change: Partial<Pick<ContactCharge, 'status' | 'declineReason' | 'reference' | 'actionUrl'>> & {
    settledAt?: Temporal.Instant;
    updatedAt: Temporal.Instant;
  },
): Promise<ContactCharge> =>
  (await tx
    .updateTable('contactCharges')
    .set(change)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()) as ContactCharge;
