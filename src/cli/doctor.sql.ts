import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

/** What the database says of itself, before anything is assumed about its tables. */
export async function selectServerFacts(tx: Tx) {
  const { rows } = await sql<{ version: number; now: string; role: string; bypasses: boolean }>`
    SELECT current_setting('server_version_num')::int AS version, clock_timestamp() AS now, current_user AS role,
           (SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user) AS bypasses`.execute(tx);
  return rows[0]!;
}

export async function selectAppliedMigrations(tx: Tx): Promise<{ name: string; checksum: string }[]> {
  const { rows } = await sql<{ exists: boolean }>`
    SELECT to_regclass('public.migrations') IS NOT NULL AS exists`.execute(tx);
  if (!rows[0]!.exists) return [];
  return (await sql<{ name: string; checksum: string }>`SELECT name, checksum FROM migrations`.execute(tx)).rows;
}

/** The tables, views and sequences that belong to the role that asks. */
export async function selectOwnRelations(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT c.oid::regclass::text AS name
    FROM pg_class c JOIN pg_roles r ON r.oid = c.relowner JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE r.rolname = current_user AND n.nspname IN ('public', 'app', 'pgboss')
    LIMIT 20`.execute(tx);
  return rows.map(({ name }) => name);
}

/** The tables whose row-level security holds for everyone, their owner too. */
export async function selectForcedTables(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT c.relname AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname = 'public' AND c.relrowsecurity AND c.relforcerowsecurity
      AND EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid)`.execute(tx);
  return rows.map(({ name }) => name);
}

/** Some value that was encrypted with the key of this database, to try the configured key on. */
export const selectSealedSample = (tx: Tx) =>
  tx.selectFrom('apiKeys').select(['id', 'secret']).limit(1).executeTakeFirst();
