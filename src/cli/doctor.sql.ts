import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

/** Facts about the database server; needs no tables. */
export async function selectServerFacts(tx: Tx) {
  const { rows } = await sql<{ version: number; role: string; bypasses: boolean }>`
    SELECT current_setting('server_version_num')::int AS version, current_user AS role,
           (SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user) AS bypasses`.execute(tx);
  return rows[0]!;
}

export async function selectAppliedMigrations(tx: Tx): Promise<{ name: string; checksum: string }[]> {
  const { rows } = await sql<{ exists: boolean }>`
    SELECT to_regclass('public.migrations') IS NOT NULL AS exists`.execute(tx);
  if (!rows[0]!.exists) return [];
  return (await sql<{ name: string; checksum: string }>`SELECT name, checksum FROM migrations`.execute(tx)).rows;
}

/** The tables, views and sequences owned by the current role. */
export async function selectOwnRelations(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT c.oid::regclass::text AS name
    FROM pg_class c JOIN pg_roles r ON r.oid = c.relowner JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE r.rolname = current_user AND n.nspname IN ('public', 'app', 'pgboss')
    LIMIT 20`.execute(tx);
  return rows.map(({ name }) => name);
}

/** The tables with row-level security forced for their owner as well. */
export async function selectForcedTables(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'public' AND c.relrowsecurity AND c.relforcerowsecurity
      AND EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid)`.execute(tx);
  return rows.map(({ name }) => name);
}

/** The rows that PostgreSQL holds, for a comparison before and after a restore. */
export async function countAll(tx: Tx): Promise<{ organizations: bigint; users: bigint }> {
  const { rows } = await sql<{ organizations: bigint; users: bigint }>`
    SELECT (SELECT count(*) FROM organizations) AS organizations, (SELECT count(*) FROM users) AS users`.execute(tx);
  return rows[0]!;
}

export async function selectOrganizationIds(tx: Tx, after: string | null, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM organizations WHERE ${after}::uuid IS NULL OR id > ${after}::uuid ORDER BY id LIMIT ${limit}`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}
