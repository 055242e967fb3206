import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { TaxIdKind, TaxStatus } from '../tax-id/tax-id.ts';

export interface Contact {
  id: string;
  kind: 'person' | 'company';
  isCustomer: boolean;
  isSupplier: boolean;
  name: string;
  legalName: string | null;
  taxId: string | null;
  taxIdKind: TaxIdKind | null;
  taxStatus: TaxStatus;
  taxCheckedAt: string | null;
  fiscalType: FiscalType;
  notes: string;
  labels: string[];
  priceTier: string | null;
  /** Minor units of the organization's currency. */
  creditLimit: bigint | null;
  paymentTermsDays: number | null;
  sellerId: string | null;
  archivedAt: string | null;
  mergedInto: string | null;
  version: number;
  createdAt: string;
  updatedAt: string;
}

export const fiscalTypes = ['consumer', 'fiscal-credit', 'special-regime', 'government', 'export'] as const;
export type FiscalType = (typeof fiscalTypes)[number];

const columns = [
  'id',
  'kind',
  'isCustomer',
  'isSupplier',
  'name',
  'legalName',
  'taxId',
  'taxIdKind',
  'taxStatus',
  'taxCheckedAt',
  'fiscalType',
  'notes',
  'labels',
  'priceTier',
  'creditLimit',
  'paymentTermsDays',
  'sellerId',
  'archivedAt',
  'mergedInto',
  'version',
  'createdAt',
  'updatedAt',
] as const;

export type NewContact = Omit<
  Contact,
  'mergedInto' | 'version' | 'createdAt' | 'updatedAt' | 'archivedAt' | 'taxCheckedAt'
> & { taxCheckedAt: Temporal.Instant | null; sortName: string };

/** Any number of contacts in one statement, as one parameter. */
export const insertContacts = (
  tx: Tx,
  organizationId: string,
  contacts: NewContact[],
  createdBy: string | null,
  at: Temporal.Instant,
): Promise<unknown> =>
  sql`
    INSERT INTO contacts (organization_id, id, kind, is_customer, is_supplier, name, sort_name, legal_name, tax_id, tax_id_kind,
      tax_status, tax_checked_at, fiscal_type, notes, labels, price_tier, credit_limit, payment_terms_days, seller_id,
      created_by, created_at, updated_at)
    SELECT ${organizationId}::uuid, g.id, g.kind, g."isCustomer", g."isSupplier", g.name, g."sortName", g."legalName",
      g."taxId", g."taxIdKind", g."taxStatus", g."taxCheckedAt", g."fiscalType", g.notes, g.labels, g."priceTier",
      g."creditLimit", g."paymentTermsDays", g."sellerId", ${createdBy}::uuid, ${at}::timestamptz, ${at}::timestamptz
    FROM jsonb_to_recordset(${asJson(contacts)}::jsonb) AS g (id uuid, kind text, "isCustomer" boolean, "isSupplier" boolean,
      name text, "sortName" text, "legalName" text, "taxId" text, "taxIdKind" text, "taxStatus" text,
      "taxCheckedAt" timestamptz, "fiscalType" text, notes text, labels text[], "priceTier" text, "creditLimit" bigint,
      "paymentTermsDays" integer, "sellerId" uuid)`.execute(tx);

const asJson = (rows: object[]): string =>
  JSON.stringify(rows, (_key, value) => (typeof value === 'bigint' ? String(value) : value));

/** The contact with this id, or the one that it was merged into. */
export async function selectContact(tx: Tx, organizationId: string, id: string): Promise<Contact | undefined> {
  const row = await tx
    .selectFrom('contacts')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.mergedInto ? selectContact(tx, organizationId, row.mergedInto) : (row as Contact | undefined);
}

/** Holds a contact until the transaction ends: `edit` against other edits, `reference` against being merged away only. */
export async function lockContact(
  tx: Tx,
  organizationId: string,
  id: string,
  hold: 'edit' | 'reference',
): Promise<Contact | undefined> {
  const query = tx
    .selectFrom('contacts')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id);
  const row = await (hold === 'edit' ? query.forNoKeyUpdate() : query.forKeyShare()).executeTakeFirst();
  return row as Contact | undefined;
}

/** Holds contacts against everything else, always in the same order. */
export async function lockContacts(tx: Tx, organizationId: string, ids: string[]): Promise<Contact[]> {
  const rows = await tx
    .selectFrom('contacts')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .where('id', '=', sql<string>`ANY (${ids}::uuid[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows as Contact[];
}

export type ContactChange = Partial<
  Omit<Contact, 'id' | 'version' | 'createdAt' | 'updatedAt' | 'archivedAt' | 'taxCheckedAt'>
> & {
  sortName?: string;
  archivedAt?: Temporal.Instant | string | null;
  taxCheckedAt?: Temporal.Instant | string | null;
};

export async function updateContact(
  tx: Tx,
  organizationId: string,
  id: string,
  change: ContactChange,
  at: Temporal.Instant,
): Promise<Contact> {
  const row = await tx
    .updateTable('contacts')
    .set({ ...change, version: sql<number>`version + 1`, updatedAt: at })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
  return row as Contact;
}

/** Which of these ids are contacts, each with the contact that it stands for today. */
export const selectStanding = (tx: Tx, organizationId: string, ids: string[]) =>
  tx
    .selectFrom('contacts')
    .select(['id', 'standingId'])
    .where('organizationId', '=', organizationId)
    .where('id', '=', sql<string>`ANY (${ids}::uuid[])`)
    .execute();

/** Puts contacts away or takes them back; those that already are so stay as they are. Answers how many changed. */
export async function updateArchived(
  tx: Tx,
  organizationId: string,
  ids: string[],
  archived: boolean,
  at: Temporal.Instant,
): Promise<number> {
  const { numAffectedRows } = await sql`
    WITH chosen AS (
      SELECT id FROM contacts WHERE organization_id = ${organizationId} AND id = ANY (${ids}::uuid[])
        AND (archived_at IS NOT NULL) <> ${archived}::boolean
      ORDER BY id FOR NO KEY UPDATE)
    UPDATE contacts c
    SET archived_at = CASE WHEN ${archived}::boolean THEN ${at}::timestamptz END, version = c.version + 1, updated_at = ${at}
    FROM chosen WHERE c.organization_id = ${organizationId} AND c.id = chosen.id`.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** These standing contacts and those that were merged into them. */
export const selectGroups = (tx: Tx, organizationId: string, standingIds: string[]) =>
  tx
    .selectFrom('contacts')
    .select(['id', 'standingId', 'name', 'legalName'])
    .where('organizationId', '=', organizationId)
    .where('standingId', '=', sql<string>`ANY (${standingIds}::uuid[])`)
    .orderBy('id')
    .execute();

/** Which of these people work here. */
export const selectActiveMembers = (tx: Tx, organizationId: string, userIds: string[]) =>
  tx
    .selectFrom('memberships')
    .select('userId')
    .where('organizationId', '=', organizationId)
    .where('userId', '=', sql<string>`ANY (${userIds}::uuid[])`)
    .where('active', '=', true)
    .execute();

export const selectWithTaxId = (tx: Tx, organizationId: string, taxId: string, limit: number) =>
  tx
    .selectFrom('contacts')
    .select(['id', 'name'])
    .where('organizationId', '=', organizationId)
    .where('taxId', '=', taxId)
    .where('mergedInto', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute();

export interface PossibleDuplicate {
  contactId: string;
  id: string;
  name: string;
  reasons: string[];
}

/** Other contacts with the same tax id, telephone or e-mail address as these. */
export async function selectDuplicates(
  tx: Tx,
  organizationId: string,
  contactIds: string[],
  limitEach: number,
): Promise<PossibleDuplicate[]> {
  const { rows } = await sql<PossibleDuplicate>`
    WITH same AS (
      SELECT mine.id AS contact_id, other.id AS other_id, 'taxId' AS reason
      FROM contacts mine JOIN contacts other
        ON other.organization_id = mine.organization_id AND other.tax_id = mine.tax_id AND other.id <> mine.id
      WHERE mine.organization_id = ${organizationId} AND mine.id = ANY (${contactIds}::uuid[])
      UNION
      SELECT mine.contact_id, other.contact_id, mine.kind
      FROM contact_data mine JOIN contact_data other
        ON other.organization_id = mine.organization_id AND other.kind = mine.kind AND other.normalised = mine.normalised
        AND other.contact_id <> mine.contact_id
      WHERE mine.organization_id = ${organizationId} AND mine.contact_id = ANY (${contactIds}::uuid[])
        AND mine.kind = ANY ('{phone,email}')
    ), ranked AS (
      SELECT same.contact_id, c.id, c.name, array_agg(same.reason ORDER BY same.reason) AS reasons,
             row_number() OVER (PARTITION BY same.contact_id ORDER BY c.id) AS place
      FROM same JOIN contacts c ON c.organization_id = ${organizationId} AND c.id = same.other_id
      WHERE c.merged_into IS NULL
      GROUP BY same.contact_id, c.id, c.name
    )
    SELECT contact_id, id, name, reasons FROM ranked WHERE place <= ${limitEach} ORDER BY contact_id, place`.execute(
    tx,
  );
  return rows;
}

/** Whether it exists and was not merged into another. */
export async function isStanding(tx: Tx, organizationId: string, id: string): Promise<boolean> {
  const found = await tx
    .selectFrom('contacts')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('mergedInto', 'is', null)
    .executeTakeFirst();
  return found !== undefined;
}

/** The same figures in a currency with more or fewer decimals. */
export async function rescaleCreditLimits(tx: Tx, organizationId: string, moreDecimals: number): Promise<void> {
  if (moreDecimals === 0) return;
  await sql`
    UPDATE contacts SET credit_limit = round(credit_limit * 10::numeric ^ ${moreDecimals}::int)
    WHERE organization_id = ${organizationId} AND credit_limit IS NOT NULL`.execute(tx);
}
