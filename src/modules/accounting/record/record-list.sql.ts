import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { Tenant } from '#platform/db/table.ts';
import { isFound } from '#platform/search/search.sql.ts';
import { type RecordRow, recordColumns } from './record.sql.ts';

export interface RecordFilter {
  organizationId: string;
  kinds?: string[] | undefined;
  status?: 'posted' | 'void' | undefined;
  accountId?: string | undefined;
  chartAccountId?: string | undefined;
  sellerId?: string | undefined;
  divisionId?: string | undefined;
  projectId?: string | undefined;
  contactId?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
  search?: string | undefined;
}

/**
 * The conditions on `records r`, beside its organization. A transfer may belong to another division, project or contact than its record, so a
 * question about transfers asks them: `dimensions` is then `t`.
 */
export function recordMatches(filter: RecordFilter, dimensions: 'r' | 't' = 'r'): RawBuilder<boolean> {
  const of = sql.raw(dimensions);
  const conditions: RawBuilder<unknown>[] = [sql`true`];
  if (filter.kinds) conditions.push(sql`r.kind = ANY (${filter.kinds}::text[])`);
  // Written out: the index of void records is of use only where the planner sees what is asked for.
  if (filter.status) conditions.push(sql`r.status = ${sql.lit(filter.status)}`);
  if (filter.accountId) conditions.push(sql`r.account_id = ${filter.accountId}`);
  if (filter.chartAccountId) conditions.push(sql`r.chart_account_id = ${filter.chartAccountId}`);
  if (filter.sellerId) conditions.push(sql`r.seller_id = ${filter.sellerId}`);
  if (filter.divisionId) conditions.push(sql`${of}.division_id = ${filter.divisionId}`);
  if (filter.projectId) conditions.push(sql`${of}.project_id = ${filter.projectId}`);
  if (filter.contactId) {
    conditions.push(sql`${of}.contact_id IN (
      SELECT g.id FROM contact_groups asked JOIN contact_groups g
        ON g.organization_id = asked.organization_id AND g.standing_id = asked.standing_id
      WHERE asked.organization_id = ${filter.organizationId} AND asked.id = ${filter.contactId})`);
  }
  if (filter.from) conditions.push(sql`r.date >= ${filter.from}::date`);
  if (filter.to) conditions.push(sql`r.date <= ${filter.to}::date`);
  if (filter.search) conditions.push(isFound(filter.organizationId, 'record', sql`r.id`, filter.search));
  return sql<boolean>`${sql.join(conditions, sql` AND `)}`;
}

/** Where a list goes on: behind this record. */
export interface RecordKey {
  date: string;
  id: string;
}

const columns = sql.join(recordColumns.map((column) => sql.ref(`r.${column}`)));

/** The newest first. */
export async function selectRecords(
  tx: Tx,
  filter: RecordFilter,
  page: { after: RecordKey | null; offset: number; limit: number },
): Promise<RecordRow[]> {
  const behind = page.after ? sql`AND (r.date, r.id) < (${page.after.date}::date, ${page.after.id}::uuid)` : sql``;
  const { rows } = await sql<RecordRow>`
    SELECT ${columns} FROM records r WHERE r.organization_id = ${filter.organizationId} AND ${recordMatches(filter)} ${behind}
    ORDER BY r.date DESC, r.id DESC OFFSET ${page.offset} LIMIT ${page.limit}`.execute(tx);
  return rows;
}

export async function countRecords(tx: Tx, filter: RecordFilter, limit: number | null): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM (
      SELECT FROM records r WHERE r.organization_id = ${filter.organizationId} AND ${recordMatches(filter)} LIMIT ${limit}
    ) AS found`.execute(tx);
  return rows[0]!.count;
}

export interface Named {
  id: string;
  name: string;
  /** Of an account of the chart. */
  code: string | null;
  kind: string | null;
}

/** The names of whatever these ids are in the books. */
export async function selectNames({ tx, organizationId }: Tenant, ids: string[]): Promise<Named[]> {
  const chosen = sql`organization_id = ${organizationId} AND id = ANY (${ids}::uuid[])`;
  const { rows } = await sql<Named>`
    SELECT id, name, code, kind FROM chart_accounts WHERE ${chosen}
    UNION ALL SELECT id, name, NULL, NULL FROM accounts WHERE ${chosen}
    UNION ALL SELECT id, name, NULL, NULL FROM divisions WHERE ${chosen}
    UNION ALL SELECT id, name, NULL, NULL FROM projects WHERE ${chosen}`.execute(tx);
  return rows;
}
