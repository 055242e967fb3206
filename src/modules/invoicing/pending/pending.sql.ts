import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Tenant } from '#platform/db/table.ts';

export type PendingKind = 'invoice' | 'quote' | 'order' | 'loan';
export type Direction = 'sale' | 'purchase';
export type PendingState = 'draft' | 'void' | 'open' | 'partial' | 'paid' | 'past-due' | 'converted';

/** What a document says. Amounts are minor units of its currency; `base…` of the organization's, at the document's rate. */
export interface PendingContent {
  kind: PendingKind;
  direction: Direction;
  contactId: string | null;
  contactName: string | null;
  contactTaxId: string | null;
  date: string;
  dueOn: string;
  fiscalType: string | null;
  fiscalNumber: string | null;
  fiscalExpiresOn: string | null;
  numeralsId: string | null;
  modifiesFiscalNumber: string | null;
  expenseType: string | null;
  incomeType: string | null;
  paymentForm: string | null;
  currency: string;
  rate: string | null;
  pricesIncludeTax: boolean;
  subtotal: bigint;
  discount: bigint;
  net: bigint;
  tax: bigint;
  total: bigint;
  withheld: bigint;
  baseNet: bigint;
  baseTax: bigint;
  baseTotal: bigint;
  baseWithheld: bigint;
  divisionId: string | null;
  projectId: string | null;
  sellerId: string | null;
  stage: string | null;
  reference: string | null;
  notes: string;
  terms: string;
  templateId: string | null;
  attachments: string[];
  deliverLater: boolean;
  sourceId: string | null;
  recurrencyId: string | null;
  cycleOn: string | null;
}

export interface PendingRecord extends PendingContent {
  id: string;
  version: number;
  status: 'draft' | 'issued' | 'void';
  state: PendingState;
  isOpen: boolean;
  /** Null until it is issued. */
  number: bigint | null;
  due: bigint;
  paid: bigint;
  balance: bigint;
  basePaid: bigint;
  converted: boolean;
  recordId: string | null;
  pastDueAt: string | null;
  paidAt: string | null;
  issuedAt: string | null;
  voidedAt: string | null;
  createdBy: string | null;
  createdAt: string;
  updatedAt: string;
}

export const pendingColumns = [
  'id',
  'version',
  'kind',
  'direction',
  'status',
  'state',
  'isOpen',
  'number',
  'contactId',
  'contactName',
  'contactTaxId',
  'date',
  'dueOn',
  'fiscalType',
  'fiscalNumber',
  'fiscalExpiresOn',
  'numeralsId',
  'modifiesFiscalNumber',
  'expenseType',
  'incomeType',
  'paymentForm',
  'currency',
  'rate',
  'pricesIncludeTax',
  'subtotal',
  'discount',
  'net',
  'tax',
  'total',
  'withheld',
  'due',
  'paid',
  'balance',
  'baseNet',
  'baseTax',
  'baseTotal',
  'baseWithheld',
  'basePaid',
  'converted',
  'divisionId',
  'projectId',
  'sellerId',
  'stage',
  'reference',
  'notes',
  'terms',
  'templateId',
  'attachments',
  'deliverLater',
  'sourceId',
  'recurrencyId',
  'cycleOn',
  'recordId',
  'pastDueAt',
  'paidAt',
  'issuedAt',
  'voidedAt',
  'createdBy',
  'createdAt',
  'updatedAt',
] as const;

export type PendingFacts = Partial<
  Pick<PendingRecord, 'status' | 'number' | 'recordId' | 'converted' | 'paid' | 'basePaid'>
> & {
  issuedAt?: Temporal.Instant | null;
  voidedAt?: Temporal.Instant | null;
  paidAt?: Temporal.Instant | null;
  pastDueAt?: Temporal.Instant | null;
};

/** A document that is issued takes the next number of its kind in the same statement. */
export async function insertPendingRecord(
  { tx, organizationId }: Tenant,
  record: PendingContent & PendingFacts & { id: string; status: string; createdBy: string | null },
  at: Temporal.Instant,
): Promise<PendingRecord> {
  const row = { ...record, organizationId, createdAt: at, updatedAt: at };
  const written =
    record.status === 'issued' && record.number === undefined
      ? await tx
          .with('counter', (db) => nextNumber(db, organizationId, record).returning('number'))
          .insertInto('pendingRecords')
          .values((eb) => ({ ...row, number: eb.selectFrom('counter').select('number') }))
          .returning(pendingColumns)
          .executeTakeFirstOrThrow()
      : await tx.insertInto('pendingRecords').values(row).returning(pendingColumns).executeTakeFirstOrThrow();
  return written as PendingRecord;
}

/** Every change makes a new version. */
export async function updatePendingRecord(
  { tx, organizationId }: Tenant,
  id: string,
  change: Partial<PendingContent> & PendingFacts,
  at: Temporal.Instant,
): Promise<PendingRecord> {
  const row = await tx
    .updateTable('pendingRecords')
    .set({ ...change, version: sql<number>`version + 1`, updatedAt: at })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returning(pendingColumns)
    .executeTakeFirstOrThrow();
  return row as PendingRecord;
}

/** The day of a receipt of our own, by its number. */
export async function selectReceiptDate({ tx, organizationId }: Tenant, number: string): Promise<string | null> {
  const row = await tx
    .selectFrom('pendingRecords')
    .select('date')
    .where('organizationId', '=', organizationId)
    .where('fiscalNumber', '=', number)
    .where('numeralsId', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row?.date ?? null;
}

export async function selectPendingRecord(
  { tx, organizationId }: Tenant,
  id: string,
): Promise<PendingRecord | undefined> {
  const row = await tx
    .selectFrom('pendingRecords')
    .select(pendingColumns)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row as PendingRecord | undefined;
}

/** Some documents by their ids, in no order. */
export async function selectPendingRecords({ tx, organizationId }: Tenant, ids: string[]): Promise<PendingRecord[]> {
  const rows = await tx
    .selectFrom('pendingRecords')
    .select(pendingColumns)
    .where('organizationId', '=', organizationId)
    .where('id', '=', sql<string>`ANY (${ids}::uuid[])`)
    .execute();
  return rows as PendingRecord[];
}

/** Holds those of these documents that nobody else holds, for work that must not wait. */
export async function lockFreePendingRecords({ tx, organizationId }: Tenant, ids: string[]): Promise<PendingRecord[]> {
  const rows = await tx
    .selectFrom('pendingRecords')
    .select(pendingColumns)
    .where('organizationId', '=', organizationId)
    .where('id', '=', sql<string>`ANY (${ids}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute();
  return rows as PendingRecord[];
}

/** Holds these documents as they are until the transaction ends, always in the same order. */
export async function lockPendingRecords({ tx, organizationId }: Tenant, ids: string[]): Promise<PendingRecord[]> {
  const rows = await tx
    .selectFrom('pendingRecords')
    .select(pendingColumns)
    .where('organizationId', '=', organizationId)
    .where('id', '=', sql<string>`ANY (${ids}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows as PendingRecord[];
}

/** The next number of a kind of document. The row is held until the transaction ends, so there is no gap: call it late. */
export async function takeNumber(
  { tx, organizationId }: Tenant,
  which: { kind: PendingKind; direction: Direction },
): Promise<bigint> {
  const { number } = await nextNumber(tx, organizationId, which).returning('number').executeTakeFirstOrThrow();
  return number;
}

const nextNumber = (
  db: Pick<Tx, 'insertInto'>,
  organizationId: string,
  { kind, direction }: { kind: PendingKind; direction: Direction },
) =>
  db
    .insertInto('pendingRecordCounters')
    .values({ organizationId, kind, direction, number: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['organizationId', 'kind', 'direction'])
        .doUpdateSet({ number: sql<bigint>`pending_record_counters.number + 1` }),
    );

/** Makes a document findable by its number, which is known only in the database yet. */
export const indexNumber = ({ tx, organizationId }: Tenant, id: string): Promise<unknown> =>
  sql`
    INSERT INTO search_words (organization_id, kind, word, entity_id)
    SELECT organization_id, 'pending-record', number::text, id FROM pending_records
    WHERE organization_id = ${organizationId} AND id = ${id}
    ON CONFLICT DO NOTHING`.execute(tx);

/** Says of documents whether everything in them is in later ones. */
export const updateConverted = (
  { tx, organizationId }: Tenant,
  ids: string[],
  at: Temporal.Instant,
): Promise<unknown> =>
  sql`
    UPDATE pending_records d SET updated_at = ${at}::timestamptz, version = version + 1, converted = NOT EXISTS (
      SELECT FROM pending_elements e
      WHERE e.organization_id = d.organization_id AND e.pending_record_id = d.id AND e.converted < e.quantity)
    WHERE d.organization_id = ${organizationId} AND d.id = ANY (${ids}::uuid[])`.execute(tx);

/** What a contact owes for its other open sales, in the organization's currency. */
export async function sumOwed({ tx, organizationId }: Tenant, contactId: string, exceptId: string): Promise<bigint> {
  const { rows } = await sql<{ owed: bigint }>`
    SELECT coalesce(sum(base_total - base_withheld - base_paid), 0)::bigint AS owed FROM pending_records
    WHERE organization_id = ${organizationId} AND contact_id = ${contactId} AND id <> ${exceptId}
      AND is_open AND kind = 'invoice' AND direction = 'sale'`.execute(tx);
  return rows[0]!.owed;
}

/** The open invoices of a contact in a currency, without those named, in the order in which they fall due. */
export const selectOpenInvoices = (
  { tx, organizationId }: Tenant,
  filter: { contactId: string; direction: Direction; currency: string; exceptIds: string[] },
  limit: number,
) =>
  tx
    .selectFrom('pendingRecords')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('contactId', '=', filter.contactId)
    .where('isOpen', '=', true)
    .where('kind', '=', 'invoice')
    .where('direction', '=', filter.direction)
    .where('currency', '=', filter.currency)
    .where('id', '<>', sql<string>`ALL (${filter.exceptIds}::uuid[])`)
    .orderBy('dueOn')
    .orderBy('date')
    .orderBy('id')
    .limit(limit)
    .execute();
