import { after } from 'node:test';
import pg from 'pg';
import { readMigrations } from '#platform/db/migrate.ts';
import { app, ownerUrlOf } from '#test/harness.ts';

const owner = new pg.Pool({ connectionString: ownerUrlOf(app.databaseUrl), max: 2 });
after(() => owner.end());

/** Queries as the owner, bypassing row-level security. */
export async function asOwner<R extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<R[]> {
  return (await owner.query<R>(text, values)).rows;
}

export interface Table {
  name: string;
  /** The module whose migration created it. */
  module: string;
  columns: string[];
  hasRowSecurity: boolean;
}

export async function readTables(): Promise<Table[]> {
  const rows = await asOwner<Omit<Table, 'module'>>(`
    SELECT c.relname AS name, c.relrowsecurity AS "hasRowSecurity", array_agg(a.attname::text) AS columns
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname <> 'migrations'
    GROUP BY c.oid ORDER BY c.relname`);
  const migrations = await readMigrations();
  return rows.map((row) => ({
    ...row,
    module: migrations.find(({ sql }) => new RegExp(`CREATE TABLE ${row.name} `).test(sql))?.module ?? 'unknown',
  }));
}

/** Counters of attempts: a refused request may change them. */
const counters = ['rate_limits', 'login_failures', 'api_key_nonces'];
/** Rows of everybody, which the background deletes when they expire. */
const expiring = ['passkey_challenges'];

/** Row counts of each table: the organization's rows, and all rows of global tables. */
export async function countRows(tables: Table[], organizationId: string): Promise<Record<string, number>> {
  const counts = tables
    .filter(({ name }) => !counters.includes(name) && !expiring.includes(name))
    .map(({ name, columns }) => {
      const own = columns.includes('organization_id') ? `WHERE organization_id = '${organizationId}'` : '';
      return `SELECT '${name}' AS name, count(*)::int AS rows FROM ${name} ${own}`;
    });
  const rows = await asOwner<{ name: string; rows: number }>(counts.join(' UNION ALL '));
  return Object.fromEntries(rows.map((row) => [row.name, row.rows]));
}

/** A fingerprint of the organization's rows in each table. */
export async function fingerprint(tables: Table[], organizationId: string): Promise<Record<string, string>> {
  const parts = tables
    .filter(({ columns }) => columns.includes('organization_id'))
    .map(
      ({ name }) => `SELECT '${name}' AS name, coalesce(md5(string_agg(t::text, ',' ORDER BY t::text)), '') AS rows
                     FROM ${name} t WHERE organization_id = '${organizationId}'`,
    );
  const rows = await asOwner<{ name: string; rows: string }>(parts.join(' UNION ALL '));
  return Object.fromEntries(rows.map((row) => [row.name, row.rows]));
}
