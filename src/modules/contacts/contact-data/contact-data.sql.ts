import { sql } from 'kysely';
import { rowOf, rowsOf, type Tenant } from '#platform/db/table.ts';
import { contactData, contacts, type Datum } from '../tables.ts';

/** The data of some contacts: sorted by kind, the primary one first. */
export const contactDataOf = (tenant: Tenant, contactIds: string[]): Promise<Datum[]> =>
  contactData.all(tenant, { contactId: contactIds }, { orderBy: ['kind', '-isPrimary', 'id'] });

/** Makes the oldest datum of a kind primary if none is. */
export async function promotePrimary(tenant: Tenant, { contactId, kind }: Datum): Promise<void> {
  await sql`
    UPDATE contact_data SET is_primary = true
    WHERE organization_id = ${tenant.organizationId} AND NOT is_primary AND id = (
      SELECT id FROM ${contactData.of(tenant)} d WHERE contact_id = ${contactId} AND kind = ${kind}
      ORDER BY is_primary DESC, id LIMIT 1)`.execute(tenant.tx);
}

/** A contact that has a datum of one of these forms: current contacts first, then the oldest. */
export const findHolder = (tenant: Tenant, forms: { kind: string; normalised: string | null }[]) =>
  rowOf<{ contactId: string; datumId: string }>(tenant.tx)`
    SELECT d.contact_id, d.id AS datum_id
    FROM unnest(${forms.map(({ kind }) => kind)}::text[], ${forms.map(({ normalised }) => normalised)}::text[])
      AS w (kind, normalised)
    JOIN ${contactData.of(tenant)} d ON d.kind = w.kind AND d.normalised = w.normalised
    JOIN ${contacts.of(tenant)} c ON c.id = d.contact_id
    ORDER BY c.archived_at IS NOT NULL, c.id, d.id LIMIT 1`;

/** The contacts that have these data: of several with the same one a current contact, then the oldest. */
export const selectHolders = (tenant: Tenant, forms: readonly { kind: string; normalised: string }[]) =>
  rowsOf<{ kind: string; normalised: string; contactId: string }>(tenant.tx)`
    SELECT DISTINCT ON (d.kind, d.normalised) d.kind, d.normalised, c.id AS contact_id
    FROM unnest(${forms.map(({ kind }) => kind)}::text[], ${forms.map(({ normalised }) => normalised)}::text[])
      AS w (kind, normalised)
    JOIN ${contactData.of(tenant)} d ON d.kind = w.kind AND d.normalised = w.normalised
    JOIN ${contacts.of(tenant)} c ON c.id = d.contact_id
    ORDER BY d.kind, d.normalised, c.archived_at IS NOT NULL, c.id`;

/** Serializes the creation of contacts with the same datum until the transaction ends. */
export const lockDatumValue = ({ tx, organizationId }: Tenant, kind: string, normalised: string): Promise<unknown> =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${organizationId} ${kind} ${normalised}`}, 0))`.execute(tx);

interface DueDate extends Pick<Datum, 'id' | 'contactId' | 'label' | 'value' | 'announcedYear'> {
  archived: boolean;
}

export const lockDueDates = (tenant: Tenant, today: Temporal.PlainDate, limit: number) =>
  rowsOf<DueDate>(tenant.tx)`
    SELECT d.id, d.contact_id, d.label, d.value, d.announced_year, c.archived_at IS NOT NULL AS archived
    FROM ${contactData.of(tenant)} d JOIN ${contacts.of(tenant)} c ON c.id = d.contact_id
    WHERE d.next_on <= ${today}::date
    ORDER BY d.next_on, d.id LIMIT ${limit} FOR UPDATE OF d`;

export const updateDueDates = (
  { tx, organizationId }: Tenant,
  moved: { id: string; nextOn: Temporal.PlainDate; announcedYear: number | null }[],
): Promise<unknown> =>
  sql`
    UPDATE contact_data d SET next_on = m.next_on, announced_year = m.announced_year
    FROM unnest(${moved.map(({ id }) => id)}::uuid[], ${moved.map(({ nextOn }) => nextOn.toString())}::date[],
                ${moved.map(({ announcedYear }) => announcedYear)}::int[]) AS m (id, next_on, announced_year)
    WHERE d.organization_id = ${organizationId} AND d.id = m.id`.execute(tx);
