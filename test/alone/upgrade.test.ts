import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import pg from 'pg';
import { createClient } from '#client';
import { codesIn, killLaunched, launchService, signInAt, startService, withDataFolder } from '#test/service-process.ts';

after(killLaunched);

const root = join(import.meta.dirname, '../..');
const git = (...parameters: string[]): Buffer =>
  execFileSync('git', ['-C', root, ...parameters], {
    maxBuffer: 256 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  });

/** How many changes of the schema are looked through for a program that can be the previous release. */
const CHANGES_MAX = 20;

/** The migrations of a commit, each with the hash of its text. */
const migrationsOf = (commit: string): string[] => git('ls-tree', commit, 'migrations/').toString().trim().split('\n');

/**
 * The program before the last change of the schema; null without a history, or where that one cannot stay ready. A commit with a
 * migration that was renamed or changed before it was released is no release. If none is left, a released one was changed.
 */
function previousRelease(): string | null {
  try {
    const present = new Set(migrationsOf('HEAD'));
    const changes = git('log', `-${CHANGES_MAX}`, '--format=%H', '--diff-filter=A', '--', 'migrations');
    const programs = changes
      .toString()
      .trim()
      .split('\n')
      .map((change) => git('rev-parse', `${change}~1`).toString().trim());
    const isRelease = (commit: string) => migrationsOf(commit).every((migration) => present.has(migration));
    const release = programs.find(isRelease) ?? programs[0]!;
    git('cat-file', '-e', `${release}:src/platform/db/readiness.sql.ts`);
    return release;
  } catch {
    return null;
  }
}

const previous = previousRelease();

test('the previous release serves on while and after the new one migrates the database under load', {
  skip: previous ? false : 'there is no history with a previous release',
}, async () => {
  await withDataFolder(async (folder) => {
    const program = join(folder, 'previous');
    await mkdir(program);
    const archive = git('archive', previous!, 'src', 'migrations', 'client', 'package.json');
    execFileSync('tar', ['-x', '-C', program], { input: archive });
    await symlink(join(root, 'node_modules'), join(program, 'node_modules'));
    const environment = { ...(await emptyDatabase()), DATA_DIR: folder, LOG_LEVEL: 'silent' };
    const old = await launchService(environment, program);
    await old.open();
    const { token, api: owner } = await signInAt(old.baseUrl, 'ana@example.com', codesIn(folder));
    await owner.POST('/v1/organization', { body: { name: 'Colmado La Mudanza' } });

    const statuses = new Map<string, number[]>();
    const writeAt = async (baseUrl: string): Promise<void> => {
      const api = createClient({ baseUrl, credentials: { token }, retries: 0 });
      const { response } = await api.POST('/v1/beneficiary', { body: { name: `Doña ${randomUUID()}` } });
      statuses.set(baseUrl, [...(statuses.get(baseUrl) ?? []), response.status]);
    };
    let isOver = false;
    const writers = Array.from({ length: 4 }, async () => {
      while (!isOver) await writeAt(old.baseUrl);
    });
    const next = await startService(environment);
    for (let i = 0; i < 5; i++) await writeAt(next.baseUrl);
    isOver = true;
    await Promise.all(writers);

    for (const { baseUrl } of [old, next]) {
      assert.deepEqual([...new Set(statuses.get(baseUrl))], [201]);
      assert.equal((await fetch(`${baseUrl}/readyz`)).status, 200);
    }
    assert.deepEqual(await Promise.all([old.stop(), next.stop()]), [0, 0]);
  });
});

async function emptyDatabase(): Promise<{ DATABASE_URL: string; MIGRATION_DATABASE_URL: string }> {
  const name = `upgrade_${randomBytes(4).toString('hex')}`;
  const owner = new pg.Client({ connectionString: process.env.TEST_OWNER_URL });
  await owner.connect();
  await owner.query(`CREATE DATABASE ${name}`);
  await owner.end();
  const MIGRATION_DATABASE_URL = process.env.TEST_OWNER_URL!.replace('/postgres?', `/${name}?`);
  return { MIGRATION_DATABASE_URL, DATABASE_URL: MIGRATION_DATABASE_URL.replace('postgres@', 'colmado@') };
}
