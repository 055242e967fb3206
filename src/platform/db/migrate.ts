import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { keepAlive } from './database.ts';
import { kindOfFailure } from './sqlstate.ts';

const MIGRATION_NAME = /^(\d{8}T\d{4})_([a-z-]+)_[a-z0-9-]+\.sql$/;
/** Any number, as long as nobody else locks it: the processes that start at once queue up behind it. */
const MIGRATION_LOCK = 7_264_053_001;
/** How long a process waits for another one that migrates. */
const QUEUE_MINUTES_MAX = 10;
const LOCK_MS_MAX = 1_000;
const LOCK_ATTEMPTS_MAX = 100;

const migrationsFolder = join(import.meta.dirname, '../../../migrations');

interface Migration {
  name: string;
  /** The module that owns the tables made here. */
  module: string;
  sql: string;
}

export async function readMigrations(folder = migrationsFolder): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const match = MIGRATION_NAME.exec(name);
      if (!match) throw new Error(`${name} is not named <UTC time>_<module>_<what>.sql`);
      return { name, module: match[2]!, sql: await readFile(join(folder, name), 'utf8') };
    }),
  );
}

/**
 * Brings the database up to date, as its owner: the migrations that are missing, each in a transaction of its own, what
 * other parts install (`alongside`), the statistics of organizations, and the rights of the roles. Safe when many processes start
 * at once, and while others serve. `only` leaves out newer migrations.
 */
export async function migrate(options: {
  ownerUrl: string;
  applicationUrl: string;
  alongside: (ownerUrl: string) => Promise<void>;
  only?: ReadonlySet<string>;
}): Promise<string[]> {
  const client = new pg.Client({ connectionString: options.ownerUrl, ...keepAlive });
  await client.connect();
  try {
    await client.query(`SET lock_timeout = '${QUEUE_MINUTES_MAX}min'`);
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    // A crash loses a migration together with its row in `migrations`; later writes flush both to disk first.
    await client.query(`SET synchronous_commit = off; SET lock_timeout = '${LOCK_MS_MAX}ms'`);
    const wanted = (await readMigrations()).filter(({ name }) => options.only?.has(name) ?? true);
    const applied = await applyMissing(client, wanted);
    const isNew = applied.length === wanted.length;
    await expectAverageOrganizations(client, isNew);
    await options.alongside(options.ownerUrl);
    const { rows } = await client.query<{ role: string }>('SELECT current_user AS role');
    const ownerRole = rows[0]!.role;
    const role = await roleOf(options.applicationUrl, ownerRole);
    if (role !== ownerRole) {
      await patiently(() => grantRights(client, role));
      await letOwnerSeeAll(client, isNew);
    }
    return applied;
  } finally {
    await client.end();
  }
}

/** Changes tables, each with a lock of its own. Nobody uses a new database yet, so all of its tables are changed at once. */
async function changeTables(client: pg.Client, statements: string[], isNew: boolean): Promise<void> {
  for (const statement of isNew ? [statements.join(';\n')] : statements)
    await patiently(async () => {
      await client.query(statement);
    });
}

/**
 * Repeats a step that waits for locks. A lock that is requested blocks all later requests for the same table, so each attempt
 * gives up soon and lets them pass.
 */
async function patiently(step: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await step();
    } catch (error) {
      const kind = kindOfFailure(error);
      if ((kind !== 'busy' && kind !== 'collision') || attempt >= LOCK_ATTEMPTS_MAX) throw error;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(100 * attempt, 2_000)));
    }
  }
}

async function applyMissing(client: pg.Client, migrations: Migration[]): Promise<string[]> {
  await client.query(
    'CREATE TABLE IF NOT EXISTS migrations (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
  );
  const { rows } = await client.query<{ name: string; checksum: string }>('SELECT name, checksum FROM migrations');
  const checksums = new Map(rows.map((row) => [row.name, row.checksum]));
  const applied: string[] = [];
  for (const migration of migrations) {
    const checksum = checksumOf(migration.sql);
    const before = checksums.get(migration.name);
    if (before === checksum) continue;
    if (before)
      throw new Error(`The migration ${migration.name} was changed after it was applied: add a new one instead.`);
    await patiently(() => apply(client, migration, checksum)).catch((error: Error) => {
      throw new Error(`The migration ${migration.name} failed: ${error.message}`, { cause: error });
    });
    applied.push(migration.name);
  }
  return applied;
}

export const checksumOf = (sql: string): string => createHash('sha256').update(sql).digest('hex');

async function apply(client: pg.Client, { name, sql }: Migration, checksum: string): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(sql);
    await client.query('INSERT INTO migrations (name, checksum) VALUES ($1, $2)', [name, checksum]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/**
 * Row-level security is forced for the owner as well, so that a forgotten filter is found. With `SET app.whole = 'on'` the
 * owner sees all rows, as a backup must. The application's role has no such policy.
 */
async function letOwnerSeeAll(client: pg.Client, isNew: boolean): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT c.oid::regclass::text AS name FROM pg_class c
    WHERE c.relnamespace = 'public'::regnamespace AND c.relforcerowsecurity AND c.relkind = 'r'
      AND NOT EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'owner')`);
  const policyOn = (name: string) =>
    `CREATE POLICY owner ON ${name} TO CURRENT_USER USING (current_setting('app.whole', true) = 'on')`;
  await changeTables(
    client,
    rows.map(({ name }) => policyOn(name)),
    isNew,
  );
}

/**
 * PostgreSQL lists the 100 most common organizations of a table with their shares. If there are no others, it expects no rows of
 * an organization that came later, until a tenth of the table has changed, and plans joins that read all its rows of one table for
 * every row of another. With one place in the list it expects an average number of rows of every other organization.
 */
async function expectAverageOrganizations(client: pg.Client, isNew: boolean): Promise<void> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
    WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
      AND a.attname = 'organization_id' AND a.attstattarget IS DISTINCT FROM 1`);
  await changeTables(
    client,
    rows.map(({ name }) => `ALTER TABLE ${name} ALTER organization_id SET STATISTICS 1`),
    isNew,
  );
}

/** The application's role. It sets its own limits, because only a superuser could set them for it. */
async function roleOf(applicationUrl: string, ownerRole: string): Promise<string> {
  const client = new pg.Client({ connectionString: applicationUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ role: string; settings: string[] | null }>(
      'SELECT rolname AS role, rolconfig AS settings FROM pg_roles WHERE rolname = current_user',
    );
    const { role, settings } = rows[0]!;
    // Only what is not set yet: a role belongs to all databases of a server, and services of several may start at once.
    const set = new Set(settings?.map((setting) => setting.toLowerCase()));
    const missing = Object.entries(limits).filter(([name, value]) => !set.has(`${name}=${value}`.toLowerCase()));
    if (role !== ownerRole) {
      for (const [name, value] of missing) await client.query(`ALTER ROLE CURRENT_USER SET ${name} = '${value}'`);
    }
    return role;
  } finally {
    await client.end();
  }
}

const limits = {
  statement_timeout: '30s',
  lock_timeout: '10s',
  idle_in_transaction_session_timeout: '30s',
  timezone: 'UTC',
};

/** The application reads and writes rows and owns nothing, so row-level security always holds for it. */
async function grantRights(client: pg.Client, role: string): Promise<void> {
  const name = pg.escapeIdentifier(role);
  for (const schema of ['public', 'app', 'pgboss']) {
    await client.query(`GRANT USAGE ON SCHEMA ${schema} TO ${name}`);
    await client.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${name}`);
    await client.query(`GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${schema} TO ${name}`);
    await client.query(`GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${schema} TO ${name}`);
  }
  await client.query(`REVOKE INSERT, UPDATE, DELETE ON migrations FROM ${name}`);
}
