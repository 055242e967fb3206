import { sql } from 'kysely';
import type { ContactMerge } from '#modules/contacts/index.ts';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { pendingRecords } from '../tables.ts';

const RECEIPTS_NAMED_MAX = 5;

/** The receipts of suppliers that more than one of these contacts has. */
export async function selectClashingReceipts(tenant: Tenant, { from, into }: ContactMerge): Promise<string[]> {
  const rows = await rowsOf<{ fiscalNumber: string }>(tenant.tx)`
    SELECT d.fiscal_number FROM ${pendingRecords.of(tenant)} d
    WHERE d.contact_id = ANY (${[...from, into]}::uuid[])
      AND d.numerals_id IS NULL AND d.status <> 'void' AND d.fiscal_number IS NOT NULL
    GROUP BY d.fiscal_number HAVING count(*) > 1
    ORDER BY d.fiscal_number LIMIT ${RECEIPTS_NAMED_MAX}`;
  return rows.map(({ fiscalNumber }) => fiscalNumber);
}

/** Unlike a change of a document, this does not count as a new version. */
export const moveDocumentsOfContacts = (
  { tx, organizationId }: Tenant,
  { from, into }: ContactMerge,
): Promise<unknown> =>
  sql`
    UPDATE pending_records SET contact_id = ${into}
    WHERE organization_id = ${organizationId} AND contact_id = ANY (${from}::uuid[])`.execute(tx);
