import { sql } from 'kysely';
import type { ContactMerge } from '#modules/contacts/index.ts';
import type { Tenant } from '#platform/db/table.ts';

const RECEIPTS_TOLD_MAX = 5;

/** Receipts of suppliers that would be there twice if these were one. */
export async function selectClashingReceipts(
  { tx, organizationId }: Tenant,
  { from, into }: ContactMerge,
): Promise<string[]> {
  const { rows } = await sql<{ fiscalNumber: string }>`
    SELECT fiscal_number FROM pending_records
    WHERE organization_id = ${organizationId} AND contact_id = ANY (${[...from, into]}::uuid[])
      AND numerals_id IS NULL AND status <> 'void' AND fiscal_number IS NOT NULL
    GROUP BY fiscal_number HAVING count(*) > 1
    ORDER BY fiscal_number LIMIT ${RECEIPTS_TOLD_MAX}`.execute(tx);
  return rows.map(({ fiscalNumber }) => fiscalNumber);
}

export const moveDocumentsOfContacts = (
  { tx, organizationId }: Tenant,
  { from, into }: ContactMerge,
): Promise<unknown> =>
  tx
    .updateTable('pendingRecords')
    .set({ contactId: into })
    .where('organizationId', '=', organizationId)
    .where('contactId', '=', sql<string>`ANY (${from}::uuid[])`)
    .execute();
