import { type CompiledQuery, sql } from 'kysely';
import type { numeralStatement } from '#modules/taxes/index.ts';
import type { Tenant } from '#platform/db/table.ts';
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

export type PendingFacts = Partial<Pick<PendingRecord, 'status' | 'number' | 'recordId'>> &
  Partial<Record<'issuedAt' | 'paidAt' | 'pastDueAt', Temporal.Instant | null>>;

type NewDocument = PendingContent & Parameters<typeof pendingRecords.insert>[1];

/** Inserts a document: issued, with the next number of its kind and of its range of fiscal numbers, or as a draft. */
export function insertDocument(
  { tx, organizationId }: Tenant,
  { fiscalNumber, numeralsId, fiscalExpiresOn, ...record }: NewDocument,
  numeral: ReturnType<typeof numeralStatement> | null,
): CompiledQuery<PendingRecord> {
  const given = (Object.keys(record) as (keyof typeof record)[]).filter((column) => record[column] !== undefined);
  const isIssued = record.status === 'issued';
  const receipt = numeral
    ? sql`app.required((SELECT ${record.fiscalType}::text || lpad(number::text, ${numeral.digits}, '0') FROM numeral)),
        (SELECT id FROM numeral), (SELECT expires_on FROM numeral)`
    : sql`${fiscalNumber}, ${numeralsId}, ${fiscalExpiresOn}`;
  const taken = [
    ...(isIssued ? [sql`counter AS (${nextNumber(organizationId, record)})`] : []),
    ...(numeral ? [sql`numeral AS (${numeral.taken})`] : []),
  ];
  return sql<PendingRecord>`
    ${taken.length > 0 ? sql`WITH ${sql.join(taken)}` : sql``}
    INSERT INTO pending_records (organization_id, fiscal_number, numerals_id, fiscal_expires_on, number,
      ${pendingRecords.names(given)})
    VALUES (${organizationId}, ${receipt}, ${isIssued ? sql`(SELECT number FROM counter)` : null},
      ${sql.join(given.map((column) => record[column]))})
    RETURNING ${pendingRecords.columns()}`.compile(tx);
}

/** The next number of a kind of document. It locks the counter until the transaction ends, so call it late. */
export async function takeNumber({ tx, organizationId }: Tenant, which: Numbered): Promise<bigint> {
  const { rows } = await sql<{ number: bigint }>`${nextNumber(organizationId, which)}`.execute(tx);
  return rows[0]!.number;
}

interface Numbered {
  kind: PendingKind;
  direction: Direction;
}

const nextNumber = (organizationId: string, { kind, direction }: Numbered) => sql`
  INSERT INTO pending_record_counters AS counter (organization_id, kind, direction, number)
  VALUES (${organizationId}, ${kind}, ${direction}, 1)
  ON CONFLICT (organization_id, kind, direction) DO UPDATE SET number = counter.number + 1
  RETURNING number`;

/** A receipt that the organization issued, as far as a note on it depends on it. */
export type IssuedReceipt = Pick<
  PendingRecord,
  'status' | 'date' | 'direction' | 'baseTotal' | 'contactId' | 'contactTaxId'
> & { fiscalNumber: string };

/** The receipt that the organization issued under a number. */
export async function selectReceipt(tenant: Tenant, number: string): Promise<IssuedReceipt | null> {
  const { rows } = await sql<IssuedReceipt>`
    SELECT d.fiscal_number, d.status, d.date, d.direction, d.base_total, d.contact_id, d.contact_tax_id
    FROM ${pendingRecords.of(tenant)} d
    WHERE d.fiscal_number = ${number} AND d.numerals_id IS NOT NULL LIMIT 1`.execute(tenant.tx);
  return rows[0] ?? null;
}

/** Marks documents as converted once all their lines are in later documents. */
export const updateConverted = (
  { tx, organizationId }: Tenant,
  ids: string[],
  at: Temporal.Instant,
): Promise<unknown> =>
  sql`
    UPDATE pending_records d SET updated_at = ${at}::timestamptz, version = version + 1, converted = NOT EXISTS (
      SELECT FROM ${pendingElements.of({ organizationId })} e
      WHERE e.pending_record_id = d.id AND e.converted < e.quantity)
    WHERE d.organization_id = ${organizationId} AND d.id = ANY (${ids}::uuid[])`.execute(tx);

/** The amount that a contact owes for its other open sales, in the organization's currency. */
export async function sumOwed(tenant: Tenant, contactId: string, exceptId: string): Promise<bigint> {
  const { rows } = await sql<{ owed: bigint }>`
    SELECT coalesce(sum(d.base_total - d.base_withheld - d.base_paid), 0)::numeric(40,0) AS owed
    FROM ${pendingRecords.of(tenant)} d
    WHERE d.contact_id = ${contactId} AND d.id <> ${exceptId}
      AND d.is_open AND d.kind = 'invoice' AND d.direction = 'sale'`.execute(tenant.tx);
  return rows[0]!.owed;
}

/** The open invoices of these contacts that are due by a day, those that fell due first. */
export async function selectDueInvoices(
  tenant: Tenant,
  contactIds: string[],
  day: string,
  { after, limit }: { after: { dueOn: string; id: string } | null; limit: number },
): Promise<{ id: string; contactId: string; dueOn: string }[]> {
  const { rows } = await sql<{ id: string; contactId: string; dueOn: string }>`
    SELECT d.id, d.contact_id, d.due_on FROM ${pendingRecords.of(tenant)} d
    WHERE d.contact_id = ANY (${contactIds}::uuid[]) AND d.is_open AND d.kind = 'invoice' AND d.direction = 'sale'
      AND d.due_on <= ${day}::date
      ${after ? sql`AND (d.due_on, d.id) > (${after.dueOn}::date, ${after.id}::uuid)` : sql``}
    ORDER BY d.due_on, d.id LIMIT ${limit}`.execute(tenant.tx);
  return rows;
}

/** The open invoices of a contact in a currency, without those named, by due date. */
export async function selectOpenInvoices(
  tenant: Tenant,
  filter: { contactId: string; direction: Direction; currency: string; exceptIds: string[] },
  limit: number,
): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT d.id FROM ${pendingRecords.of(tenant)} d
    WHERE d.contact_id = ${filter.contactId} AND d.is_open AND d.kind = 'invoice' AND d.direction = ${filter.direction}
      AND d.currency = ${filter.currency} AND d.id <> ALL (${filter.exceptIds}::uuid[])
    ORDER BY d.due_on, d.date, d.id LIMIT ${limit}`.execute(tenant.tx);
  return rows;
}
