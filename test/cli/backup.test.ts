import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { createClient } from '#client';
import { openSession } from '#modules/identity/user/session.ts';
import { ensureUser } from '#modules/identity/user/user.sql.ts';
import { readConfig } from '#platform/config.ts';
import { migrate } from '#platform/db/migrate.ts';
import { newId } from '#platform/id.ts';
import { JobQueue } from '#platform/jobs/queue.ts';
import { startTestApp } from '#test/harness.ts';
import { operator } from '../../src/cli/operator.ts';

/** An owner as a hosted PostgreSQL gives one: no superuser, so forced row-level security holds for it too. */
const OWNER = `owner_${process.pid}`;
const SECRET_KEY = 'ab'.repeat(32);
const server = new pg.Client({ connectionString: process.env.TEST_OWNER_URL });
let folder: string;
let source: string;
let organizationId: string;

const urlOf = (role: string, database: string) =>
  process.env.TEST_OWNER_URL!.replace('postgres@', `${role}@`).replace('/postgres?', `/${database}?`);

async function newDatabase(): Promise<string> {
  const name = `backup_${process.pid}_${newId().slice(-6)}`;
  await server.query(`CREATE DATABASE ${name} OWNER ${OWNER}`);
  return name;
}

async function run(database: string, more: Record<string, string>, ...typed: string[]) {
  const out: string[] = [];
  const streams = { print: (line: string) => out.push(line), complain: (line: string) => out.push(line) };
  const config = readConfig({
    NODE_ENV: 'test',
    DATABASE_URL: urlOf('colmado', database),
    MIGRATION_DATABASE_URL: urlOf(OWNER, database),
    DATA_DIR: join(folder, `data-${database}`),
    SECRET_KEY,
    ...more,
  });
  const code = await operator(config, typed[0]!, typed.slice(1), streams);
  return { code, out: out.join('\n') };
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'colmado-backup-'));
  await server.connect();
  await server.query(`CREATE ROLE ${OWNER} LOGIN`);
  source = await newDatabase();
  const urls = { ownerUrl: urlOf(OWNER, source), applicationUrl: urlOf('colmado', source) };
  await migrate({ ...urls, alongside: JobQueue.install });
  const environment = { SECRET_KEY, DATA_DIR: join(folder, `data-${source}`) };
  const service = await startTestApp(environment, { databaseUrl: urls.applicationUrl });
  const { result: token } = await service.engine.run({}, async (ctx) => {
    const person = { id: newId(), email: 'ana@example.com', name: 'Ana', passkeyHandle: Buffer.alloc(64, 7) };
    const user = await ensureUser(ctx.tx, { ...person, createdAt: ctx.now });
    return (await openSession(ctx, user.id, { kind: 'token', authenticated: true })).secret;
  });
  const api = createClient({ baseUrl: service.publicUrl, credentials: { token } });
  organizationId = (await api.POST('/v1/organization', { body: { name: 'Colmado La Copia' } })).data!.id;
  await api.POST('/v1/organization/webhook', { body: { url: 'https://hooks.example.com/' } });
  await api.POST('/v1/beneficiary', { body: { name: 'Doña Nueva' } } as never);
  await api.POST('/v1/organization/comment', { body: { organizationId, text: 'Hola' } } as never);
  // Its background work would change rows between the two counts.
  await service.stop();
  await addPastStatistics();
});
after(async () => {
  await server.end();
  await rm(folder, { recursive: true, force: true });
});

/** The queue has a table of statistics for each day: a backup has days that a new database does not have. */
async function addPastStatistics() {
  const client = new pg.Client({ connectionString: urlOf('postgres', source) });
  await client.connect();
  await client.query(`CREATE TABLE pgboss.queue_stats_20200101 PARTITION OF pgboss.queue_stats
                      FOR VALUES FROM ('2020-01-01') TO ('2020-01-02')`);
  await client.query(`ALTER TABLE pgboss.queue_stats_20200101 OWNER TO ${OWNER}`);
  await client.end();
}

const countsOf = async (database: string) => {
  const client = new pg.Client({ connectionString: urlOf('postgres', database) });
  await client.connect();
  const { rows: tables } = await client.query<{ name: string }>(
    `SELECT oid::regclass::text AS name FROM pg_class
     WHERE relkind = 'r' AND relnamespace IN ('public'::regnamespace, 'pgboss'::regnamespace)
       AND relname NOT LIKE 'queue_stats%' ORDER BY 1`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables)
    counts[name] = (await client.query(`SELECT count(*)::int AS n FROM ${name}`)).rows[0].n;
  await client.end();
  return counts;
};

test('a backup leaves out the statistics of the queue, and a restore ignores those of an earlier backup', async () => {
  const copy = join(folder, 'with-statistics');
  const made = await run(source, {}, 'backup', copy);
  assert.equal(made.code, 0, made.out);
  const manifest = JSON.parse(await readFile(join(copy, 'manifest.json'), 'utf8'));
  const names: string[] = manifest.tables.map(({ name }: { name: string }) => name);
  assert.ok(names.includes('pgboss.job_common'));
  assert.deepEqual(
    names.filter((name) => name.includes('queue_stats')),
    [],
  );
  manifest.tables.push({ name: 'pgboss.queue_stats_20200101', columns: ['name'], rows: 1 });
  await writeFile(join(copy, 'manifest.json'), JSON.stringify(manifest));
  const restored = await run(await newDatabase(), {}, 'restore', copy);
  assert.equal(restored.code, 0, restored.out);
});

test('a backup by an owner without special rights restores every row, and the books agree', async () => {
  const copy = join(folder, 'copy');
  const made = await run(source, {}, 'backup', copy);
  assert.equal(made.code, 0, made.out);
  assert.equal((await run(source, {}, 'backup', copy)).code, 1, 'an existing folder is not overwritten');
  const target = await newDatabase();
  const restored = await run(target, {}, 'restore', copy);
  assert.equal(restored.code, 0, restored.out);
  const [before, afterwards] = [await countsOf(source), await countsOf(target)];
  assert.deepEqual(afterwards, before);
  assert.ok(before.events! > 0 && before.webhooks === 1 && before.organizations === 1);
  const examined = await run(target, {}, 'doctor', '--books');
  assert.equal(examined.code, 0, examined.out);
  assert.match(examined.out, /✔ books: \d+ events, \d+ ledger transfers/);
  assert.match(examined.out, /✔ secret key: .*webhook secrets/);
  const again = await run(target, {}, 'restore', copy);
  assert.deepEqual([again.code, again.out], [1, 'The database is in use: restore into an empty one.']);

  const wrongKey = await run(target, { SECRET_KEY: 'cd'.repeat(32) }, 'doctor');
  assert.equal(wrongKey.code, 1);
  assert.match(wrongKey.out, /✖ secret key: .*webhook secrets/);

  const owner = new pg.Client({ connectionString: urlOf('postgres', target) });
  await owner.connect();
  await owner.query('UPDATE event_counters SET seq = seq + 1');
  await owner.end();
  const partial = await run(target, {}, 'doctor', '--books');
  assert.equal(partial.code, 1);
  assert.match(partial.out, new RegExp(`✖ books: .*events of ${organizationId}`));
});
