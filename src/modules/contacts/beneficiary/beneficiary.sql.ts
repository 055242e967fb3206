import { sql } from 'kysely';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { contactData, contacts } from '../tables.ts';

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

/** Keeps the figures of credit limits in a currency with more or fewer decimals. */
export async function rescaleCreditLimits({ tx, organizationId }: Tenant, moreDecimals: number): Promise<void> {
  if (moreDecimals === 0) return;
  await sql`
    UPDATE contacts SET credit_limit = round(credit_limit * 10::numeric ^ ${moreDecimals}::int)
    WHERE organization_id = ${organizationId} AND credit_limit IS NOT NULL`.execute(tx);
}
