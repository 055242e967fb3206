import { sql } from 'kysely';
import type { ContactMerge } from '#modules/contacts/index.ts';
import type { Tenant } from '#platform/db/table.ts';

/** A tax of a record as it is stored: minor units, as text, of the record's and of the organization's currency. */
export interface StoredTax {
  name: string;
  /** Percent. */
  rate: string | null;
  amount: string;
  baseAmount: string;
}

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
  /** Units of the organization's currency for one of the record's, where that is another. */
  rate: string | null;
  accountId: string | null;
  chartAccountId: string | null;
  divisionId: string | null;
  projectId: string | null;
  contactId: string | null;
  sellerId: string | null;
  paymentMethod: string | null;
  reference: string | null;
  taxes: StoredTax[];
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
  'rate',
  'accountId',
  'chartAccountId',
  'divisionId',
  'projectId',
  'contactId',
  'sellerId',
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
  { tx, organizationId }: Tenant,
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
  return row as unknown as RecordRow;
}

/** Holds the record as it is until the transaction ends. */
export async function lockRecord({ tx, organizationId }: Tenant, id: string): Promise<RecordRow | undefined> {
  const row = await tx
    .selectFrom('records')
    .select(recordColumns)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row as unknown as RecordRow | undefined;
}

export async function updateRecord(
  { tx, organizationId }: Tenant,
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
  return row as unknown as RecordRow;
}

export const insertVersion = (
  { tx, organizationId }: Tenant,
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

export const selectMoneyAccount = ({ tx, organizationId }: Tenant, id: string) =>
  tx
    .selectFrom('accounts')
    .select(['id', 'chartAccountId', 'currency'])
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();

/** Those of these accounts of the chart that exist. Whether they take transfers is for the ledger to say. */
export const selectPostingAccounts = ({ tx, organizationId }: Tenant, ids: string[]) =>
  tx
    .selectFrom('chartAccounts')
    .select(['id', 'currency'])
    .where('organizationId', '=', organizationId)
    .where('id', '=', sql<string>`ANY (${ids}::uuid[])`)
    .execute();

/** The money account that owns an account of the chart, if one does. */
export const selectOwningAccount = ({ tx, organizationId }: Tenant, chartAccountId: string) =>
  tx
    .selectFrom('accounts')
    .select(['id', 'chartAccountId', 'currency'])
    .where('organizationId', '=', organizationId)
    .where('chartAccountId', '=', chartAccountId)
    .executeTakeFirst();

/** Which of these exist; what is not asked for does. */
export async function selectKnown(
  { tx, organizationId }: Tenant,
  asked: { divisionId: string | null; projectId: string | null },
): Promise<{ division: boolean; project: boolean }> {
  const { rows } = await sql<{ division: boolean; project: boolean }>`
    SELECT
      ${asked.divisionId}::uuid IS NULL OR EXISTS (
        SELECT FROM divisions WHERE organization_id = ${organizationId} AND id = ${asked.divisionId}) AS division,
      ${asked.projectId}::uuid IS NULL OR EXISTS (
        SELECT FROM projects WHERE organization_id = ${organizationId} AND id = ${asked.projectId}) AS project`.execute(
    tx,
  );
  return rows[0]!;
}

export async function selectRecord({ tx, organizationId }: Tenant, id: string): Promise<RecordRow | undefined> {
  const row = await tx
    .selectFrom('records')
    .select(recordColumns)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row as unknown as RecordRow | undefined;
}

export interface RecordVersion {
  version: number;
  /** The record as it was; 64-bit integers as text. */
  content: Omit<RecordRow, 'amount' | 'baseAmount'> & { amount: string; baseAmount: string };
  changedBy: string | null;
  changedAt: string;
}

/** Every version of a record, the oldest first. */
export async function selectVersions({ tx, organizationId }: Tenant, recordId: string): Promise<RecordVersion[]> {
  const rows = await tx
    .selectFrom('recordVersions')
    .select(['version', 'content', 'changedBy', 'changedAt'])
    .where('organizationId', '=', organizationId)
    .where('recordId', '=', recordId)
    .orderBy('version')
    .execute();
  return rows as unknown as RecordVersion[];
}

export interface PostedLine {
  entryId: string;
  version: number;
  reversesId: string | null;
  date: string;
  postedAt: string;
  debitId: string;
  debitCode: string;
  debitName: string;
  creditId: string;
  creditCode: string;
  creditName: string;
  amount: bigint;
  debitAmount: bigint;
  creditAmount: bigint;
  debitCurrency: string;
  creditCurrency: string;
  purpose: string;
}

/** Every transfer that a record ever posted, in the order of posting. */
export async function selectPosted({ tx, organizationId }: Tenant, recordId: string): Promise<PostedLine[]> {
  const { rows } = await sql<PostedLine>`
    SELECT e.id AS entry_id, e.version, e.reverses_id, e.date, e.posted_at,
           d.id AS debit_id, d.code AS debit_code, d.name AS debit_name,
           c.id AS credit_id, c.code AS credit_code, c.name AS credit_name,
           t.amount, t.debit_amount, t.credit_amount, t.debit_currency, t.credit_currency, t.purpose
    FROM ledger_entries e
    JOIN ledger_transfers t ON t.organization_id = e.organization_id AND t.entry_id = e.id
    JOIN chart_accounts d ON d.organization_id = e.organization_id AND d.id = t.debit_account_id
    JOIN chart_accounts c ON c.organization_id = e.organization_id AND c.id = t.credit_account_id
    WHERE e.organization_id = ${organizationId} AND e.record_id = ${recordId}
    ORDER BY e.version, e.reverses_id IS NOT NULL, t.line`.execute(tx);
  return rows;
}

/** What the standing version of each of these records is as an expense, in the organization's currency. */
export async function selectExpenses({ tx, organizationId }: Tenant, ids: string[]): Promise<Map<string, bigint>> {
  const { rows } = await sql<{ id: string; expense: bigint }>`
    SELECT r.id, sum(CASE WHEN d.kind = 'expense' THEN t.amount ELSE 0 END
                   - CASE WHEN c.kind = 'expense' THEN t.amount ELSE 0 END)::bigint AS expense
    FROM records r
    JOIN ledger_entries e ON e.organization_id = r.organization_id AND e.record_id = r.id AND e.version = r.version
      AND e.reverses_id IS NULL
    JOIN ledger_transfers t ON t.organization_id = e.organization_id AND t.entry_id = e.id
    JOIN chart_accounts d ON d.organization_id = e.organization_id AND d.id = t.debit_account_id
    JOIN chart_accounts c ON c.organization_id = e.organization_id AND c.id = t.credit_account_id
    WHERE r.organization_id = ${organizationId} AND r.id = ANY (${ids}::uuid[])
    GROUP BY r.id`.execute(tx);
  return new Map(rows.map(({ id, expense }) => [id, expense]));
}

/** Records say who they are about, so they follow a merge of contacts; it is no change of what was posted. */
export async function moveRecordsOfContacts(
  { tx, organizationId }: Tenant,
  { from, into }: ContactMerge,
): Promise<void> {
  await tx
    .updateTable('records')
    .set({ contactId: into })
    .where('organizationId', '=', organizationId)
    .where('contactId', '=', sql<string>`ANY (${from}::uuid[])`)
    .execute();
}
