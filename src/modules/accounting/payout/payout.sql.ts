import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Tenant } from '#platform/db/table.ts';

export interface PayoutTransfer {
  id: string;
  adapter: string;
  toAccountId: string;
  amount: bigint;
  currency: string;
  description: string;
  status: 'requested' | 'refused' | 'sent' | 'returned';
  payoutId: string | null;
  recordId: string | null;
  createdAt: string;
}

const columns = [
  'id',
  'adapter',
  'toAccountId',
  'amount',
  'currency',
  'description',
  'status',
  'payoutId',
  'recordId',
  'createdAt',
] as const;

/** Whether there was none in that currency whose outcome is unknown; another process that inserts one is waited for. */
export async function insertRequested(
  { tx, organizationId }: Tenant,
  transfer: Pick<PayoutTransfer, 'id' | 'adapter' | 'toAccountId' | 'amount' | 'currency' | 'description'> & {
    createdBy: string | null;
    createdAt: Temporal.Instant;
  },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('payoutTransfers')
    .values({ ...transfer, organizationId, status: 'requested' })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

const transfers = (tx: Tx, organizationId: string) =>
  tx.selectFrom('payoutTransfers').select(columns).where('organizationId', '=', organizationId);

export const selectRequested = async ({ tx, organizationId }: Tenant, currency: string) =>
  (await transfers(tx, organizationId)
    .where('currency', '=', currency)
    .where('status', '=', 'requested')
    .executeTakeFirst()) as PayoutTransfer | undefined;

export const selectTransfer = async ({ tx, organizationId }: Tenant, id: string) =>
  (await transfers(tx, organizationId).where('id', '=', id).executeTakeFirst()) as PayoutTransfer | undefined;

export const findTransfer = async ({ tx, organizationId }: Tenant, id: string): Promise<PayoutTransfer> =>
  (await transfers(tx, organizationId).where('id', '=', id).executeTakeFirstOrThrow()) as PayoutTransfer;

/** The payouts of transfers that are not older than that. */
export const selectPayoutIdsSince = async (
  { tx, organizationId }: Tenant,
  adapter: string,
  createdAt: string,
): Promise<string[]> =>
  (
    await transfers(tx, organizationId)
      .where('adapter', '=', adapter)
      .where('createdAt', '>=', createdAt)
      .where('payoutId', 'is not', null)
      .orderBy('createdAt')
      .limit(1_000)
      .execute()
  ).map(({ payoutId }) => payoutId!);

/** Those of our transfers that a provider knows by these ids. */
export const selectByPayouts = async ({ tx, organizationId }: Tenant, adapter: string, payoutIds: string[]) =>
  (await transfers(tx, organizationId)
    .where('adapter', '=', adapter)
    .where('payoutId', '=', sql<string>`ANY (${payoutIds}::text[])`)
    .execute()) as PayoutTransfer[];

export const updateTransfer = async (
  { tx, organizationId }: Tenant,
  id: string,
  change: Partial<Pick<PayoutTransfer, 'status' | 'payoutId' | 'recordId'>>,
): Promise<PayoutTransfer> =>
  (await tx
    .updateTable('payoutTransfers')
    .set(change)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()) as PayoutTransfer;
