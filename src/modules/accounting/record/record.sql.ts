import type { Tx } from '#platform/db/database.ts';

/** A record as it stands. Amounts are minor units. */
export interface RecordRow {
  id: string;
  version: number;
  status: 'posted' | 'void';
  kind: string;
  date: string;
  description: string;
  amount: bigint;
  currency: string;
  baseAmount: bigint;
  accountId: string | null;
  chartAccountId: string | null;
  divisionId: string | null;
  projectId: string | null;
  contactId: string | null;
  paymentMethod: string | null;
  reference: string | null;
  taxes: unknown;
  attachments: string[];
  sourceKind: string | null;
  sourceId: string | null;
  createdBy: string | null;
  createdAt: string;
  updatedAt: string;
}

export const recordColumns = [
  'id',
  'version',
  'status',
  'kind',
  'date',
  'description',
  'amount',
  'currency',
  'baseAmount',
  'accountId',
  'chartAccountId',
  'divisionId',
  'projectId',
  'contactId',
  'paymentMethod',
  'reference',
  'taxes',
  'attachments',
  'sourceKind',
  'sourceId',
  'createdBy',
  'createdAt',
  'updatedAt',
] as const;

export type RecordContent = Omit<RecordRow, 'id' | 'version' | 'status' | 'createdBy' | 'createdAt' | 'updatedAt'>;

export async function insertRecord(
  tx: Tx,
  organizationId: string,
  record: RecordContent & { id: string; createdBy: string | null },
  at: Temporal.Instant,
): Promise<RecordRow> {
  const row = await tx
    .insertInto('records')
    .values({
      ...record,
      organizationId,
      status: 'posted',
      taxes: JSON.stringify(record.taxes),
      createdAt: at,
      updatedAt: at,
    })
    .returning(recordColumns)
    .executeTakeFirstOrThrow();
  return row as RecordRow;
}

/** Holds the record as it is until the transaction ends. */
export async function lockRecord(tx: Tx, organizationId: string, id: string): Promise<RecordRow | undefined> {
  const row = await tx
    .selectFrom('records')
    .select(recordColumns)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row as RecordRow | undefined;
}

export async function updateRecord(
  tx: Tx,
  organizationId: string,
  id: string,
  change: Partial<RecordContent> & { version: number; status?: 'posted' | 'void' },
  at: Temporal.Instant,
): Promise<RecordRow> {
  const { taxes, ...rest } = change;
  const row = await tx
    .updateTable('records')
    .set({ ...rest, ...(taxes !== undefined && { taxes: JSON.stringify(taxes) }), updatedAt: at })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returning(recordColumns)
    .executeTakeFirstOrThrow();
  return row as RecordRow;
}

export const insertVersion = (
  tx: Tx,
  organizationId: string,
  record: RecordRow,
  changedBy: string | null,
  at: Temporal.Instant,
): Promise<unknown> =>
  tx
    .insertInto('recordVersions')
    .values({
      organizationId,
      recordId: record.id,
      version: record.version,
      content: JSON.stringify(record, (_key, value) => (typeof value === 'bigint' ? String(value) : value)),
      changedBy,
      changedAt: at,
    })
    .execute();
