import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { chartAccounts, ledgerTransfers, projects } from '../tables.ts';

interface ProjectResult {
  projectId: string;
  income: bigint;
  expense: bigint;
}

/** Income and expense of these projects, summed from their transfers. */
export async function selectProjectResults(tenant: Tenant, ids: string[]): Promise<Map<string, ProjectResult>> {
  const rows = await rowsOf<ProjectResult>(tenant.tx)`
    SELECT t.project_id,
           coalesce(sum(s.credit - s.debit) FILTER (WHERE a.kind = 'income'), 0)::numeric(40,0) AS income,
           coalesce(sum(s.debit - s.credit) FILTER (WHERE a.kind = 'expense'), 0)::numeric(40,0) AS expense
    FROM ${ledgerTransfers.of(tenant)} t
    CROSS JOIN LATERAL (VALUES (t.debit_account_id, t.amount, 0), (t.credit_account_id, 0, t.amount))
      AS s (account_id, debit, credit)
    JOIN ${chartAccounts.of(tenant)} a ON a.id = s.account_id
    WHERE t.project_id = ANY (${ids}::uuid[])
    GROUP BY t.project_id`;
  return new Map(rows.map((row) => [row.projectId, row]));
}

/** The names of all projects, archived ones included. */
export async function selectProjectNames(tenant: Tenant): Promise<Map<string, string>> {
  const rows = await projects.all(tenant, {}, { columns: ['id', 'name'] });
  return new Map(rows.map(({ id, name }) => [id, name]));
}
