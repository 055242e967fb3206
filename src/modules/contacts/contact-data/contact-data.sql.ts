import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { DatumKind } from './normalise.ts';

export interface Datum {
  id: string;
  contactId: string;
  kind: DatumKind;
  label: string;
  value: string;
  normalised: string;
  isPrimary: boolean;
  nextOn: string | null;
  announcedYear: number | null;
  createdAt: string;
}

export type NewDatum = Omit<Datum, 'createdAt' | 'announcedYear'>;

const columns = [
  'id',
  'contactId',
  'kind',
  'label',
  'value',
  'normalised',
  'isPrimary',
  'nextOn',
  'announcedYear',
  'createdAt',
] as const;

/** Any number of data in one statement. */
export const insertData = (
  tx: Tx,
  organizationId: string,
  data: NewDatum[],
  at: Temporal.Instant,
): Promise<unknown> => {
  const column = <K extends keyof NewDatum>(name: K) => data.map((datum) => datum[name]);
  return sql`
    INSERT INTO contact_data (organization_id, id, contact_id, kind, label, value, normalised, is_primary, next_on, created_at)
    SELECT ${organizationId}::uuid, d.*, ${at}::timestamptz
    FROM unnest(${column('id')}::uuid[], ${column('contactId')}::uuid[], ${column('kind')}::text[], ${column('label')}::text[],
                ${column('value')}::text[], ${column('normalised')}::text[], ${column('isPrimary')}::boolean[],
                ${column('nextOn')}::date[]) AS d`.execute(tx);
};

/** The data of some contacts: each kind together, the primary one first. */
export async function selectData(tx: Tx, organizationId: string, contactIds: string[]): Promise<Datum[]> {
  const rows = await tx
    .selectFrom('contactData')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .where('contactId', '=', sql<string>`ANY (${contactIds}::uuid[])`)
    .orderBy('kind')
    .orderBy('isPrimary', 'desc')
    .orderBy('id')
    .execute();
  return rows as Datum[];
}

export async function selectDatum(tx: Tx, organizationId: string, id: string): Promise<Datum | undefined> {
  const row = await tx
    .selectFrom('contactData')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row as Datum | undefined;
}

export async function updateDatum(
  tx: Tx,
  organizationId: string,
  id: string,
  change: Partial<Pick<Datum, 'label' | 'value' | 'normalised' | 'isPrimary' | 'nextOn'>>,
): Promise<Datum> {
  const row = await tx
    .updateTable('contactData')
    .set(change)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
  return row as Datum;
}

export const deleteDatum = (tx: Tx, organizationId: string, id: string): Promise<unknown> =>
  tx.deleteFrom('contactData').where('organizationId', '=', organizationId).where('id', '=', id).execute();

/** No datum of the kind is the first one to use any more. */
export const clearPrimary = (tx: Tx, organizationId: string, contactId: string, kind: DatumKind): Promise<unknown> =>
  tx
    .updateTable('contactData')
    .set({ isPrimary: false })
    .where('organizationId', '=', organizationId)
    .where('contactId', '=', contactId)
    .where('kind', '=', kind)
    .where('isPrimary', '=', true)
    .execute();

/** Where a kind has no primary datum, its oldest one becomes it. */
export const promotePrimary = (tx: Tx, organizationId: string, contactId: string, kind: DatumKind): Promise<unknown> =>
  sql`
    UPDATE contact_data SET is_primary = true
    WHERE organization_id = ${organizationId} AND id = (
      SELECT id FROM contact_data
      WHERE organization_id = ${organizationId} AND contact_id = ${contactId} AND kind = ${kind}
      ORDER BY is_primary DESC, id LIMIT 1)
      AND NOT is_primary`.execute(tx);

/** The contacts that have a datum of one of these forms: those in use first, then the oldest. */
export async function selectHolders(
  tx: Tx,
  organizationId: string,
  wanted: { kind: string; normalised: string }[],
  limit: number,
): Promise<{ contactId: string; datumId: string }[]> {
  const { rows } = await sql<{ contactId: string; datumId: string }>`
    SELECT d.contact_id, d.id AS datum_id
    FROM unnest(${wanted.map(({ kind }) => kind)}::text[], ${wanted.map(({ normalised }) => normalised)}::text[])
      AS w (kind, normalised)
    JOIN contact_data d ON d.organization_id = ${organizationId} AND d.kind = w.kind AND d.normalised = w.normalised
    JOIN contacts c ON c.organization_id = ${organizationId} AND c.id = d.contact_id
    ORDER BY c.archived_at IS NOT NULL, c.id, d.id LIMIT ${limit}`.execute(tx);
  return rows;
}

/** Whoever else wants to make a contact with this same datum waits here until the transaction ends. */
export const lockDatumValue = (tx: Tx, organizationId: string, kind: DatumKind, normalised: string): Promise<unknown> =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${organizationId} ${kind} ${normalised}`}, 0))`.execute(tx);

export interface DueDate {
  id: string;
  contactId: string;
  label: string;
  value: string;
  announcedYear: number | null;
  archived: boolean;
}

/** Dates whose next day has come, held until they have been moved on. */
export async function lockDueDates(
  tx: Tx,
  organizationId: string,
  today: Temporal.PlainDate,
  limit: number,
): Promise<DueDate[]> {
  const { rows } = await sql<DueDate>`
    SELECT d.id, d.contact_id, d.label, d.value, d.announced_year, c.archived_at IS NOT NULL AS archived
    FROM contact_data d JOIN contacts c ON c.organization_id = d.organization_id AND c.id = d.contact_id
    WHERE d.organization_id = ${organizationId} AND d.next_on <= ${today}::date
    ORDER BY d.next_on, d.id LIMIT ${limit} FOR UPDATE OF d`.execute(tx);
  return rows;
}

export const updateDueDates = (
  tx: Tx,
  organizationId: string,
  moved: { id: string; nextOn: Temporal.PlainDate; announcedYear: number | null }[],
): Promise<unknown> =>
  sql`
    UPDATE contact_data d SET next_on = m.next_on, announced_year = m.announced_year
    FROM unnest(${moved.map(({ id }) => id)}::uuid[], ${moved.map(({ nextOn }) => nextOn.toString())}::date[],
                ${moved.map(({ announcedYear }) => announcedYear)}::int[]) AS m (id, next_on, announced_year)
    WHERE d.organization_id = ${organizationId} AND d.id = m.id`.execute(tx);

export async function selectNextDate(tx: Tx, organizationId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('contactData')
    .select('nextOn')
    .where('organizationId', '=', organizationId)
    .where('nextOn', 'is not', null)
    .orderBy('nextOn')
    .limit(1)
    .executeTakeFirst();
  return row?.nextOn ?? null;
}
