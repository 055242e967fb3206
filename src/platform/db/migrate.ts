import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';

const MIGRATION_NAME = /^(\d{8}T\d{4})_([a-z-]+)_[a-z0-9-]+\.sql$/;
/** Any number, as long as nobody else locks it: the processes that start at once queue up behind it. */
const MIGRATION_LOCK = 7_264_053_001;

export const migrationsFolder = join(import.meta.dirname, '../../../migrations');

export interface Migration {
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
 * other parts install (`alongside`), and the rights of the application's role. Safe when many processes start at once.
 */
export async function migrate(options: {
  ownerUrl: string;
  applicationUrl: string;
  alongside: (ownerUrl: string) => Promise<void>;
}): Promise<string[]> {
  const client = new pg.Client({ connectionString: options.ownerUrl });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    // Lost in a crash, a migration and the note of it are lost together; whatever is written later takes them to disk first.
    await client.query('SET synchronous_commit = off');
    const applied = await applyMissing(client, await readMigrations());
    await options.alongside(options.ownerUrl);
    const { rows } = await client.query<{ role: string }>('SELECT current_user AS role');
    const ownerRole = rows[0]!.role;
    const role = await roleOf(options.applicationUrl, ownerRole);
    if (role !== ownerRole) await grantRights(client, role);
    return applied;
  } finally {
    await client.end();
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
    const checksum = createHash('sha256').update(migration.sql).digest('hex');
    const before = checksums.get(migration.name);
    if (before === checksum) continue;
    if (before)
      throw new Error(`The migration ${migration.name} was changed after it was applied: add a new one instead.`);
    await client.query('BEGIN');
    try {
      await client.query(migration.sql);
      await client.query('INSERT INTO migrations (name, checksum) VALUES ($1, $2)', [migration.name, checksum]);
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK');
      throw new Error(`The migration ${migration.name} failed: ${(error as Error).message}`, { cause: error });
    }
    applied.push(migration.name);
  }
  return applied;
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
