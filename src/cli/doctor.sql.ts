import { sql } from 'kysely';
import { columnOf, onlyRowOf } from '#platform/db/table.ts';
import type { Tx } from '#platform/db/transaction.ts';

/** Facts about the database server; needs no tables. */
export const selectServerFacts = (tx: Tx) =>
  onlyRowOf<{ version: number; role: string; bypasses: boolean }>(tx)`
    SELECT current_setting('server_version_num')::int AS version, current_user AS role,
           (SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user) AS bypasses`;

export async function selectAppliedMigrations(tx: Tx): Promise<{ name: string; checksum: string }[]> {
  const { rows } = await sql<{ exists: boolean }>`
    SELECT to_regclass('public.migrations') IS NOT NULL AS exists`.execute(tx);
  if (!rows[0]!.exists) return [];
  return (await sql<{ name: string; checksum: string }>`SELECT name, checksum FROM migrations`.execute(tx)).rows;
}

/** The tables, views and sequences owned by the current role. */
export const selectOwnRelations = (tx: Tx) =>
  columnOf<string>(tx)`
    SELECT c.oid::regclass::text AS name
    FROM pg_class c JOIN pg_roles r ON r.oid = c.relowner JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE r.rolname = current_user AND n.nspname IN ('public', 'app', 'pgboss')
    LIMIT 20`;

/** The tables with row-level security forced for their owner as well. */
export const selectForcedTables = (tx: Tx) =>
  columnOf<string>(tx)`
    SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'public' AND c.relrowsecurity AND c.relforcerowsecurity
      AND EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid)`;

/** The rows that PostgreSQL holds, for a comparison before and after a restore. */
export const countAll = (tx: Tx) =>
  onlyRowOf<{ organizations: bigint; users: bigint }>(tx)`
    SELECT (SELECT count(*) FROM organizations) AS organizations, (SELECT count(*) FROM users) AS users`;

export const selectOrganizationIds = (tx: Tx, after: string | null, limit: number) =>
  columnOf<string>(tx)`
    SELECT id FROM organizations WHERE ${after}::uuid IS NULL OR id > ${after}::uuid ORDER BY id LIMIT ${limit}`;
