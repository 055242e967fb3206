import type { Tx } from '#platform/db/database.ts';

/** Money that a provider is asked to take for a document. Minor units. */
export interface DocumentCharge {
  id: string;
  pendingRecordId: string;
  channel: 'saved' | 'page';
  methodId: string | null;
  adapter: string | null;
  chargeId: string | null;
  amount: bigint;
  currency: string;
  status: 'requested' | 'settled' | 'failed';
  refund: bigint;
  createdAt: string;
}

const columns = [
  'id',
  'pendingRecordId',
  'channel',
  'methodId',
  'adapter',
  'chargeId',
  'amount',
  'currency',
  'status',
  'refund',
  'createdAt',
] as const;

/** Unless one whose outcome is unknown is there; another process that inserts one is waited for. */
export const insertRequested = (
  tx: Tx,
  organizationId: string,
  charge: Pick<
    DocumentCharge,
    'id' | 'pendingRecordId' | 'channel' | 'methodId' | 'adapter' | 'amount' | 'currency'
  > & {
    createdBy: string | null;
    createdAt: Temporal.Instant;
  },
): Promise<unknown> =>
  tx
    .insertInto('documentCharges')
    .values({ ...charge, organizationId, status: 'requested' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

const charges = (tx: Tx, organizationId: string) =>
  tx.selectFrom('documentCharges').select(columns).where('organizationId', '=', organizationId);

export const selectRequested = async (
  tx: Tx,
  organizationId: string,
  pendingRecordId: string,
  channel: DocumentCharge['channel'],
): Promise<DocumentCharge | undefined> =>
  (await charges(tx, organizationId)
    .where('pendingRecordId', '=', pendingRecordId)
    .where('channel', '=', channel)
    .where('status', '=', 'requested')
    .executeTakeFirst()) as DocumentCharge | undefined;

export const selectDocumentCharge = async (tx: Tx, organizationId: string, id: string) =>
  (await charges(tx, organizationId).where('id', '=', id).executeTakeFirst()) as DocumentCharge | undefined;

export const lockDocumentCharge = async (tx: Tx, organizationId: string, id: string) =>
  (await charges(tx, organizationId).where('id', '=', id).forUpdate().executeTakeFirst()) as DocumentCharge | undefined;

export const updateDocumentCharge = async (
  tx: Tx,
  organizationId: string,
  id: string,
  change: Partial<Pick<DocumentCharge, 'status' | 'chargeId' | 'refund'>>,
): Promise<void> => {
  await tx
    .updateTable('documentCharges')
    .set(change)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute();
};
