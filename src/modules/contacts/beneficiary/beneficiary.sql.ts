import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { filter, isOneOf, several } from '#platform/db/list.ts';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import type { ContactMerge } from '../hooks.ts';
import { contactData, contacts } from '../tables.ts';
import { contactList } from './list.sql.ts';
import { findContact } from './reference.ts';

interface PossibleDuplicate {
  contactId: string;
  id: string;
  name: string;
  reasons: ('taxId' | 'phone' | 'email')[];
}

/** Other contacts with the same tax id, telephone or e-mail address as these, at most so many for each. */
export const selectDuplicates = (tenant: Tenant, contactIds: string[], limitEach: number) =>
  rowsOf<PossibleDuplicate>(tenant.tx)`
    WITH same AS (
      SELECT mine.id AS contact_id, other.id AS other_id, 'taxId' AS reason
      FROM ${contacts.of(tenant)} mine
      JOIN ${contacts.of(tenant)} other ON other.tax_id = mine.tax_id AND other.id <> mine.id
      WHERE mine.id = ANY (${contactIds}::uuid[])
      UNION
      SELECT mine.contact_id, other.contact_id, mine.kind
      FROM ${contactData.of(tenant)} mine
      JOIN ${contactData.of(tenant)} other
        ON other.kind = mine.kind AND other.normalised = mine.normalised AND other.contact_id <> mine.contact_id
      WHERE mine.contact_id = ANY (${contactIds}::uuid[]) AND mine.kind = ANY ('{phone,email}')
    ), ranked AS (
      SELECT same.contact_id, c.id, c.name, array_agg(same.reason ORDER BY same.reason) AS reasons,
             row_number() OVER (PARTITION BY same.contact_id ORDER BY c.id) AS place
      FROM same JOIN ${contacts.of(tenant)} c ON c.id = same.other_id
      WHERE c.merged_into IS NULL
      GROUP BY same.contact_id, c.id, c.name
    )
    SELECT contact_id, id, name, reasons FROM ranked WHERE place <= ${limitEach} ORDER BY contact_id, place`;

/** A filter on a column of contacts, by one contact or several. The id of a merged contact finds the rows of its survivor. */
export const ofContacts = (column = sql`t.contact_id`) =>
  filter(
    several(z.uuid()).optional().describe('Only those of these contacts; of merged ones, of the survivor.'),
    async (value, ctx) => {
      const survivors = await Promise.all([value].flat().map(async (id) => (await findContact(ctx, id))?.id ?? id));
      return isOneOf(column, survivors.length === 1 ? survivors[0] : survivors);
    },
  );

interface ContactFilter {
  search?: string | undefined;
  kind?: 'person' | 'company' | undefined;
  isCustomer?: boolean | undefined;
  isSupplier?: boolean | undefined;
  label?: string | undefined;
  sellerId?: string | undefined;
}

/** The telephone number of a contact that messages go to, without those behind a switchboard. */
const phoneOf = (ctx: TenantContext, contactId: RawBuilder<unknown>): RawBuilder<string | null> => sql`(
  SELECT d.normalised FROM ${contactData.of(ctx)} d
  WHERE d.contact_id = ${contactId} AND d.kind = 'phone' AND d.normalised NOT LIKE '%;ext=%'
  ORDER BY d.is_primary DESC, d.id LIMIT 1)`;

/** The current contacts that match a filter with `id`, `name` and `phone`, as rows of a larger statement. */
export async function contactsMatching(ctx: TenantContext, filter: ContactFilter): Promise<RawBuilder<unknown>> {
  const where = await contactList.where(ctx, { ...filter, archived: false });
  return sql`
    SELECT t.id, t.name, ${phoneOf(ctx, sql`t.id`)} AS phone FROM ${contacts.of(ctx)} t WHERE ${where}`;
}

/** The contact with an id, for a larger statement that shows its name and writes to its number. */
export const contactById = (ctx: TenantContext, id: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  SELECT person.name, ${phoneOf(ctx, sql`person.id`)} AS phone FROM ${contacts.of(ctx)} person WHERE person.id = ${id})`;

/**
 * Moves the data of some contacts to another, each value once. The primary data of the survivor stay primary; where it has
 * none of a kind, the first primary datum of the others becomes it.
 */
export async function moveData(tenant: Tenant, { from, into }: ContactMerge): Promise<void> {
  const { tx, organizationId } = tenant;
  await sql`
    DELETE FROM contact_data WHERE organization_id = ${organizationId} AND id IN (
      SELECT id FROM (
        SELECT id, row_number() OVER (
          PARTITION BY kind, normalised, CASE WHEN kind = 'date' THEN label END
          ORDER BY contact_id <> ${into}::uuid, announced_year DESC NULLS LAST, is_primary DESC, id) AS place
        FROM ${contactData.of(tenant)} d WHERE contact_id = ANY (${[...from, into]}::uuid[])
      ) AS ranked WHERE place > 1)`.execute(tx);
  await sql`
    UPDATE contact_data d SET contact_id = ${into}::uuid, is_primary = moved.first AND NOT moved.taken
    FROM (
      SELECT m.id, row_number() OVER (PARTITION BY m.kind ORDER BY m.is_primary DESC, m.id) = 1 AS first, EXISTS (
        SELECT FROM ${contactData.of(tenant)} own
        WHERE own.contact_id = ${into}::uuid AND own.kind = m.kind AND own.is_primary) AS taken
      FROM ${contactData.of(tenant)} m WHERE m.contact_id = ANY (${from}::uuid[])
    ) AS moved
    WHERE d.organization_id = ${organizationId} AND d.id = moved.id`.execute(tx);
}

/** Marks contacts, and the contacts merged into them earlier, as merged into another. */
export async function updateMerged({ tx, organizationId }: Tenant, { from, into }: ContactMerge, at: Temporal.Instant) {
  await sql`
    UPDATE contacts SET merged_into = ${into}::uuid, merged_at = coalesce(merged_at, ${at}::timestamptz)
    WHERE organization_id = ${organizationId} AND standing_id = ANY (${from}::uuid[])`.execute(tx);
}
