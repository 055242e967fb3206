import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { OpenContact, OpenInvoice } from '#modules/accounting/index.ts';
import type { ContactMerge } from '#modules/contacts/index.ts';
import { type NumeralRange, nextNumerals } from '#modules/taxes/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { columnOf, rowsOf, scalarOf, type Tenant } from '#platform/db/table.ts';
import { type Direction, type PendingKind, type PendingRecord, pendingElements, pendingRecords } from '../tables.ts';

/** The fields that follow from what happens to a document. */
type Followed =
  | 'id'
  | 'version'
  | 'status'
  | 'state'
  | 'isOpen'
  | 'number'
  | 'due'
  | 'paid'
  | 'balance'
  | 'basePaid'
  | 'converted'
  | 'fulfilled'
  | 'recordId'
  | 'pastDueAt'
  | 'paidAt'
  | 'issuedAt'
  | 'voidedAt'
  | 'createdBy'
  | 'createdAt'
  | 'updatedAt';

/** The content of a document. Amounts are minor units of its currency; `base…` of the organization's, at the document's rate. */
export type PendingContent = Omit<PendingRecord, Followed>;

export type PendingFacts = Partial<Pick<PendingRecord, 'status' | 'number' | 'recordId' | 'fulfilled'>> &
  Partial<Record<'issuedAt' | 'paidAt' | 'pastDueAt', Temporal.Instant | null>>;

type NewDocument = PendingContent & Parameters<typeof pendingRecords.insert>[1];

/** A document to be inserted, and the range of its fiscal number, if the organization issues it. */
export interface DocumentToInsert {
  row: NewDocument;
  range: NumeralRange | null;
}

/** Documents of the same shape are inserted together: they are numbered by the same counters and give the same columns. */
export const insertedShape = ({ row, range }: DocumentToInsert): string =>
  [row.kind, row.direction, row.status, ...(range ? Object.values(range) : []), ...columnsOf(row)].join();

/** The columns that a document gives; the others get their defaults. */
const columnsOf = (row: NewDocument): string[] =>
  (Object.keys(row) as (keyof NewDocument)[]).filter((column) => row[column] !== undefined);

/** Inserts documents of one shape: issued, each with the next number of its kind and of its range, or as drafts. */
export function insertDocuments(
  { tx, organizationId }: Tenant,
  documents: DocumentToInsert[],
): CompiledQuery<PendingRecord> {
  const count = documents.length;
  const { row: first, range } = documents[0]!;
  const rows = documents.map(({ row }) => row);
  const taken: RawBuilder<unknown>[] = [];
  const numbers: Record<string, RawBuilder<unknown>> = {};
  if (first.status === 'issued') {
    taken.push(sql`counter AS (${nextNumbers(organizationId, first, count)})`);
    numbers.number = sql`(SELECT number FROM counter) - ${count}::int + g.ordinality`;
  }
  if (range) {
    taken.push(sql`numeral AS (${nextNumerals({ organizationId }, range, count)})`);
    const number = sql`(SELECT number FROM numeral) + g.ordinality - 1`;
    numbers.fiscalNumber = sql`app.required(${range.type}::text || lpad((${number})::text, ${range.digits}, '0'))`;
    numbers.numeralsId = sql`(SELECT id FROM numeral)`;
    numbers.fiscalExpiresOn = sql`(SELECT expires_on FROM numeral)`;
  }
  const given = columnsOf(first).filter((column) => !(column in numbers));
  return sql<PendingRecord>`
    ${taken.length > 0 ? sql`WITH ${sql.join(taken)}` : sql``}
    INSERT INTO pending_records (organization_id, ${pendingRecords.names([...Object.keys(numbers), ...given])})
    SELECT c.organization_id, ${sql.join([...Object.values(numbers), ...given.map((column) => sql.raw(`g."${column}"`))])}
    FROM event_counters c, ${pendingRecords.given(rows)} AS g WHERE c.organization_id = ${organizationId}
    ORDER BY g.ordinality
    RETURNING ${pendingRecords.columns()}`.compile(tx);
}

/** The next number of a kind of document, or of receipts of payments. It locks the counter until the transaction ends, so call it late. */
export const takeNumber = ({ tx, organizationId }: Tenant, which: Numbered) =>
  scalarOf<bigint>(tx)`${nextNumbers(organizationId, which, 1)}`;

interface Numbered {
  kind: PendingKind | 'receipt';
  direction: Direction;
}

/** The last of the next numbers. */
const nextNumbers = (organizationId: string, { kind, direction }: Numbered, count: number) => sql`
  INSERT INTO pending_record_counters AS counter (organization_id, kind, direction, number)
  VALUES (${organizationId}, ${kind}, ${direction}, ${count}::int)
  ON CONFLICT (organization_id, kind, direction) DO UPDATE SET number = counter.number + excluded.number
  RETURNING number`;

/** The fields of an issued receipt that a note on it needs. */
export type IssuedReceipt = Pick<
  PendingRecord,
  'id' | 'status' | 'date' | 'direction' | 'baseTotal' | 'contactId' | 'contactTaxId'
> & { fiscalNumber: string };

/** The receipt that the organization issued under a number. */
export async function selectReceipt(tenant: Tenant, number: string): Promise<IssuedReceipt | null> {
  const rows = await rowsOf<IssuedReceipt>(tenant.tx)`
    SELECT d.id, d.fiscal_number, d.status, d.date, d.direction, d.base_total, d.contact_id, d.contact_tax_id
    FROM ${pendingRecords.of(tenant)} d
    WHERE d.fiscal_number = ${number} AND d.numerals_id IS NOT NULL LIMIT 1`;
  return rows[0] ?? null;
}

const UNPAID_CONSIDERED_MAX = 5_000;

/** The open invoices in a currency among the newest open documents. `signed`: the balance of a purchase is negative. */
const newestUnpaid = (tenant: Tenant, currency: string) => sql`(
  SELECT * FROM (
    SELECT o.*, CASE WHEN o.direction = 'sale' THEN o.balance ELSE -o.balance END AS signed
    FROM ${pendingRecords.of(tenant)} o WHERE o.is_open
    ORDER BY o.date DESC, o.id DESC LIMIT ${UNPAID_CONSIDERED_MAX}) AS newest
  WHERE kind = 'invoice' AND currency = ${currency})`;

/** Those with one of these balances. */
export const selectUnpaid = (tenant: Tenant, currency: string, balances: bigint[]) =>
  rowsOf<OpenInvoice>(tenant.tx)`
    SELECT d.id AS document_id, d.number, d.fiscal_number, d.date, d.contact_id, d.contact_name, d.signed AS balance
    FROM ${newestUnpaid(tenant, currency)} d WHERE d.signed = ANY (${balances}::bigint[])
    ORDER BY d.date DESC, d.id DESC`;

/** The contacts whose several invoices together have one of these balances, unless older ones than the newest are open as well. */
export const selectUnpaidTogether = (tenant: Tenant, currency: string, balances: bigint[]) =>
  rowsOf<OpenContact>(tenant.tx)`
    SELECT g.contact_id, g.contact_name, g.document_ids, g.balance
    FROM (
      SELECT d.contact_id, d.direction, max(d.contact_name) AS contact_name, max(d.date) AS date,
             array_agg(d.id ORDER BY d.date, d.id) AS document_ids, sum(d.signed)::numeric(40,0) AS balance
      FROM ${newestUnpaid(tenant, currency)} d WHERE d.contact_id IS NOT NULL
      GROUP BY d.contact_id, d.direction
      HAVING sum(d.signed) = ANY (${balances}::bigint[]) AND count(*) BETWEEN 2 AND 100) AS g
    WHERE NOT EXISTS (
      SELECT FROM ${pendingRecords.of(tenant)} o
      WHERE o.contact_id = g.contact_id AND o.direction = g.direction AND o.kind = 'invoice' AND o.is_open
        AND o.currency = ${currency} AND o.id <> ALL (g.document_ids))
    ORDER BY g.date DESC, g.contact_id`;

/** Whether an electronic debit note raises this receipt. */
export const hasDebitNote = (tenant: Tenant, number: string): Promise<boolean> =>
  pendingRecords.exists(tenant, { modifiesFiscalNumber: number, fiscalType: 'E33', status: 'issued' });

/** Marks documents as converted once all their lines are in later documents. */
export const updateConverted = ({ tx, organizationId }: Tenant, ids: string[], at: Temporal.Instant) =>
  sql`
    UPDATE pending_records d SET updated_at = ${at}::timestamptz, version = version + 1, converted = NOT EXISTS (
      SELECT FROM ${pendingElements.of({ organizationId })} e
      WHERE e.pending_record_id = d.id AND e.converted < e.quantity)
    WHERE d.organization_id = ${organizationId} AND d.id = ANY (${ids}::uuid[])`.execute(tx);

/** The amount that a contact owes for its other open sales, in the organization's currency. */
export const sumOwed = (tenant: Tenant, contactId: string, exceptId: string) =>
  scalarOf<bigint>(tenant.tx)`
    SELECT coalesce(sum(d.base_total - d.base_withheld - d.base_paid), 0)::numeric(40,0) AS owed
    FROM ${pendingRecords.of(tenant)} d
    WHERE d.contact_id = ${contactId} AND d.id <> ${exceptId}
      AND d.is_open AND d.kind = 'invoice' AND d.direction = 'sale'`;

/** The open invoices of these contacts that are due by a day, those that fell due first. */
export const selectDueInvoices = (
  tenant: Tenant,
  contactIds: string[],
  day: string,
  { after, limit }: { after: { dueOn: string; id: string } | null; limit: number },
) =>
  rowsOf<{ id: string; contactId: string; dueOn: string }>(tenant.tx)`
    SELECT d.id, d.contact_id, d.due_on FROM ${pendingRecords.of(tenant)} d
    WHERE d.contact_id = ANY (${contactIds}::uuid[]) AND d.is_open AND d.kind = 'invoice' AND d.direction = 'sale'
      AND d.due_on <= ${day}::date
      ${after ? sql`AND (d.due_on, d.id) > (${after.dueOn}::date, ${after.id}::uuid)` : sql``}
    ORDER BY d.due_on, d.id LIMIT ${limit}`;

/** A contact who owes something in a currency. */
export interface Debtor {
  contactId: string;
  currency: string;
}

/** The contacts with open sales or loans that fall due on one of these days, by currency, after one of them. */
export const selectDebtors = (
  tenant: Tenant,
  dueOn: string[],
  { after, limit }: { after: Debtor | null; limit: number },
) =>
  rowsOf<Debtor>(tenant.tx)`
    SELECT DISTINCT d.contact_id, d.currency FROM ${pendingRecords.of(tenant)} d
    WHERE d.due_on = ANY (${dueOn}::date[]) AND d.is_open AND d.kind IN ('invoice', 'loan') AND d.direction = 'sale'
      AND d.contact_id IS NOT NULL
      ${after ? sql`AND (d.contact_id, d.currency) > (${after.contactId}::uuid, ${after.currency})` : sql``}
    ORDER BY 1, 2 LIMIT ${limit}`;

/** The open invoices of a contact in a currency, without those named, by due date. */
export const selectOpenInvoices = (
  tenant: Tenant,
  filter: { contactId: string; direction: Direction; currency: string; exceptIds: string[] },
  limit: number,
) =>
  rowsOf<{ id: string }>(tenant.tx)`
    SELECT d.id FROM ${pendingRecords.of(tenant)} d
    WHERE d.contact_id = ${filter.contactId} AND d.is_open AND d.kind = 'invoice' AND d.direction = ${filter.direction}
      AND d.currency = ${filter.currency} AND d.id <> ALL (${filter.exceptIds}::uuid[])
    ORDER BY d.due_on, d.date, d.id LIMIT ${limit}`;

const RECEIPTS_NAMED_MAX = 5;

/** The receipts of suppliers that more than one of these contacts has. */
export const selectClashingReceipts = (tenant: Tenant, { from, into }: ContactMerge) =>
  columnOf<string>(tenant.tx)`
    SELECT d.fiscal_number FROM ${pendingRecords.of(tenant)} d
    WHERE d.contact_id = ANY (${[...from, into]}::uuid[])
      AND d.numerals_id IS NULL AND d.status <> 'void' AND d.fiscal_number IS NOT NULL
    GROUP BY d.fiscal_number HAVING count(*) > 1
    ORDER BY d.fiscal_number LIMIT ${RECEIPTS_NAMED_MAX}`;

/** Unlike a change of a document, this does not count as a new version. */
export const moveDocumentsOfContacts = ({ tx, organizationId, now }: TenantContext, { from, into }: ContactMerge) =>
  sql`
    UPDATE pending_records SET contact_id = ${into}, updated_at = ${now}
    WHERE organization_id = ${organizationId} AND contact_id = ANY (${from}::uuid[])`.execute(tx);
