import { rowsOf, scalarOf, type Tenant } from '#platform/db/table.ts';
import { contacts } from '../tables.ts';
import { ACTIVE, registeredKinds } from './registry.ts';

export const countTaxIds = (tenant: Tenant) =>
  scalarOf<number>(tenant.tx)`
    SELECT count(*)::int AS count FROM ${contacts.of(tenant)} c
    WHERE c.merged_into IS NULL AND c.tax_id_kind = ANY (${registeredKinds}::text[])`;

interface CheckedContact {
  id: string;
  taxStatus: 'active' | 'inactive' | 'unregistered';
  changed: boolean;
  /** Whether its empty legal name was filled in from the registry. */
  filled: boolean;
}

/** Compares the next contacts, in the order of their ids, with the registry and writes their status. */
export async function checkContacts(
  tenant: Tenant,
  after: string | null,
  limit: number,
  at: Temporal.Instant,
): Promise<CheckedContact[]> {
  const rows = await rowsOf<CheckedContact>(tenant.tx)`
    WITH batch AS (
      SELECT c.id, c.tax_status AS status_before, CASE WHEN c.legal_name IS NULL THEN left(t.name, 200) END AS filled_name,
        CASE WHEN t.tax_id IS NULL THEN 'unregistered' WHEN t.status = ${ACTIVE} THEN 'active' ELSE 'inactive' END AS tax_status
      FROM ${contacts.of(tenant)} c LEFT JOIN taxpayers t ON t.tax_id = c.tax_id
      WHERE (${after}::uuid IS NULL OR c.id > ${after}::uuid)
        AND c.merged_into IS NULL AND c.tax_id_kind = ANY (${registeredKinds}::text[])
      ORDER BY c.id LIMIT ${limit} FOR NO KEY UPDATE OF c
    ), judged AS (
      SELECT *, tax_status <> status_before OR filled_name IS NOT NULL AS changed FROM batch
    )
    UPDATE contacts c
    SET tax_status = j.tax_status, tax_checked_at = ${at}::timestamptz, legal_name = coalesce(c.legal_name, j.filled_name),
        version = c.version + j.changed::int, updated_at = CASE WHEN j.changed THEN ${at}::timestamptz ELSE c.updated_at END
    FROM judged j WHERE c.organization_id = ${tenant.organizationId} AND c.id = j.id
    RETURNING c.id, c.tax_status, j.changed, j.filled_name IS NOT NULL AS filled`;
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
