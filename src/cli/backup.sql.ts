import pg from 'pg';

/** A table as it is copied: generated columns are left out, and the owner's view of it must be whole. */
export interface CopiedTable {
  name: string;
  columns: string[];
  /** Whether row-level security hides rows from the present role. */
  isFiltered: boolean;
}

/** The owner sees all rows of tenant tables while this is on: see `letOwnerSeeAll` in migrate.ts. */
export const seeAll = (client: pg.Client): Promise<unknown> => client.query("SET app.whole = 'on'");

/** The queue's statistics have a partition for each day, so another database has other ones. They are not backed up. */
export const isStatistics = ({ name }: { name: string }): boolean => /^pgboss\.queue_stats(_|$)/.test(name);

/** All tables of the service and of its queue. `migrations` and the queue's version belong to the schema and come with it. */
export async function selectTables(client: pg.Client): Promise<CopiedTable[]> {
  const { rows } = await client.query<CopiedTable>(`
    SELECT format('%I.%I', n.nspname, c.relname) AS name,
           ARRAY(SELECT quote_ident(a.attname) FROM pg_attribute a
                 WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
                 ORDER BY a.attname)::text[] AS columns,
           row_security_active(c.oid) AND NOT EXISTS (
             SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'owner') AS "isFiltered"
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname IN ('public', 'pgboss') AND c.relkind = 'r'
      AND (n.nspname, c.relname) NOT IN (('public', 'migrations'), ('pgboss', 'version'))
    ORDER BY 1`);
  return rows.filter((table) => !isStatistics(table));
}

export async function selectSequences(client: pg.Client): Promise<{ name: string; value: string }[]> {
  const { rows } = await client.query<{ name: string; value: string }>(`
    SELECT format('%I.%I', schemaname, sequencename) AS name, last_value::text AS value
    FROM pg_sequences WHERE schemaname IN ('public', 'pgboss') AND last_value IS NOT NULL ORDER BY 1`);
  return rows;
}

export const setSequence = (client: pg.Client, { name, value }: { name: string; value: string }): Promise<unknown> =>
  client.query('SELECT setval($1::regclass, $2::bigint)', [name, value]);

export async function selectMigrations(client: pg.Client): Promise<{ name: string; checksum: string }[]> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'SELECT name, checksum FROM migrations ORDER BY name',
  );
  return rows;
}

export async function selectQueueVersion(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ version: number }>('SELECT version FROM pgboss.version');
  return rows[0]!.version;
}

/** Whether nobody uses this database yet: it has no tables of ours, or none with a user. */
export async function isUnused(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>(`SELECT to_regclass('public.users') IS NOT NULL AS exists`);
  if (!rows[0]!.exists) return true;
  return (await client.query('SELECT FROM users LIMIT 1')).rowCount === 0;
}

/** Removes the foreign keys and returns the statements that add them again: tables then load in any order. */
export async function dropForeignKeys(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; add: string }>(`
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
           format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(c.oid)) AS add
    FROM pg_constraint c JOIN pg_namespace n ON n.oid = c.connamespace
    WHERE contype = 'f' AND conparentid = 0 AND n.nspname IN ('public', 'pgboss')`);
  for (const { drop } of rows) await client.query(drop);
  return rows.map(({ add }) => add);
}

/** COPY cannot fill a table while row-level security holds for its owner. Returns the statements that force it again. */
export async function unforceSecurity(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT c.oid::regclass::text AS name FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relforcerowsecurity`);
  for (const { name } of rows) await client.query(`ALTER TABLE ${name} NO FORCE ROW LEVEL SECURITY`);
  return rows.map(({ name }) => `ALTER TABLE ${name} FORCE ROW LEVEL SECURITY`);
}

export const emptyTables = (client: pg.Client, names: string[]): Promise<unknown> =>
  client.query(`TRUNCATE ${names.join(', ')}`);

export const copyOut = ({ name, columns }: Pick<CopiedTable, 'name' | 'columns'>): string =>
  `COPY (SELECT ${columns.join(', ')} FROM ${name}) TO STDOUT`;

export const copyIn = ({ name, columns }: Pick<CopiedTable, 'name' | 'columns'>): string =>
  `COPY ${name} (${columns.join(', ')}) FROM STDIN`;

/** One moment for all tables, without blocking anyone. */
export const beginSnapshot = (client: pg.Client): Promise<unknown> =>
  client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0');

export async function connectAsOwner(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: 'colmado backup' });
  await client.connect();
  await client.query("SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET timezone = 'UTC'");
  return client;
}
