import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import pg from 'pg';
import { readMigrations } from '#platform/db/migrate.ts';
import { startBucket } from '#test/bucket.ts';
import { codesIn, killLaunched, launchService, signInAt, startService, withDataFolder } from '#test/service-process.ts';

const PROCESSES = 3;

after(killLaunched);

test('several processes that start at once on an empty database migrate it once and all serve', async () => {
  await withDataFolder(async (folder) => {
    const database = await emptyDatabase();
    const environment = {
      DATA_DIR: folder,
      DATABASE_URL: database.applicationUrl,
      MIGRATION_DATABASE_URL: database.ownerUrl,
    };
    const services = await Promise.all(Array.from({ length: PROCESSES }, () => launchService(environment)));
    await Promise.all(services.map((service) => service.open()));
    for (const { baseUrl } of services) assert.equal((await fetch(`${baseUrl}/readyz`)).status, 200);
    assert.equal(await countRows(database.ownerUrl, 'migrations'), (await readMigrations()).length);
    assert.deepEqual(await Promise.all(services.map((service) => service.stop())), [0, 0, 0]);
  });
});

test('an invalid environment variable fails the start with one clear line', async () => {
  const service = await launchService({ PORT: 'eighty', SECRET_KEY: 'short' });
  assert.equal(await service.ended(), 1);
  assert.match(service.output(), /^Configuration: PORT: .+; SECRET_KEY: must be 64 hexadecimal digits \(32 bytes\)\n$/);
});

test('if the database user cannot reach the data folder, the service uses another one and logs its path', {
  skip: process.getuid?.() === 0 ? false : 'only root lends the database another user',
}, async () => {
  await withDataFolder(async (folder) => {
    const hidden = join(folder, 'hidden');
    await mkdir(hidden);
    await chmod(hidden, 0o700);
    const service = await startService({ DATA_DIR: join(hidden, 'data') });
    const place = /Data +(\S+)\n +\(the database server's user cannot reach (\S+)\)/.exec(service.output());
    assert.equal(await service.stop(), 0);
    assert.ok(place && !place[1]!.startsWith(folder) && (await stat(place[1]!)).isDirectory());
    assert.equal(place[2], join(hidden, 'data'));
    await rm(join(place[1]!, '..'), { recursive: true });
  });
});

test('a service with its files in a bucket stores and serves them, and keeps none on its disk', async () => {
  await withDataFolder(async (folder) => {
    const bucket = await startBucket(join(folder, 'bucket'));
    const dataFolder = join(folder, 'data');
    const service = await startService({ DATA_DIR: dataFolder, STORAGE: bucket.url, ...bucket.credentials });
    try {
      const { api, token } = await signInAt(service.baseUrl, 'ana@example.com', codesIn(dataFolder));
      const organizationId = (await api.POST('/v1/organization', { body: { name: 'Colmado La Esquina' } })).data!.id;
      const headers = { authorization: `Bearer ${token}`, 'x-service-organization-id': organizationId };
      const bytes = randomBytes(9 * 1024 * 1024);
      const body = new FormData();
      body.append('file', new Blob([bytes]), 'plano.bin');
      const uploaded = await fetch(`${service.baseUrl}/v1/files`, { method: 'POST', body, headers });
      const [file] = ((await uploaded.json()) as { data: { id: string; key: string }[] }).data;
      const read = async (more: Record<string, string> = {}) => {
        const url = `${service.baseUrl}/v1/files/object?key=${file!.key}`;
        return Buffer.from(await (await fetch(url, { headers: { ...headers, ...more } })).arrayBuffer());
      };
      assert.ok(bytes.equals(await read()));
      assert.ok(bytes.subarray(5, 105).equals(await read({ range: 'bytes=5-104' })));
      assert.ok((await bucket.keys()).some((key) => key.startsWith('files/')));
      assert.ok(!(await readdir(dataFolder)).includes('files'));
    } finally {
      assert.equal(await service.stop(), 0);
      await bucket.stop();
    }
  });
});

test('a data folder survives its services', async (t) => {
  await withDataFolder(async (folder) => {
    const killed = await launchService({ DATA_DIR: folder });
    await until(async () => stat(join(folder, 'postgres')));
    await killed.kill();
    let service = await startService({ DATA_DIR: folder });
    await t.test('a service starts after another was killed while creating the database', async () => {
      assert.equal((await fetch(`${service.baseUrl}/readyz`)).status, 200);
    });

    const postmaster = await postmasterOf(folder);
    await t.test('the next service takes over a database that a killed service left running', async () => {
      await service.kill();
      assert.ok(isAlive(postmaster));
      service = await startService({ DATA_DIR: folder });
      assert.equal(await postmasterOf(folder), postmaster);
    });

    await t.test('on SIGTERM it finishes the current request, stops the database and exits with 0', async () => {
      const { token } = await signInAt(service.baseUrl, 'ana@example.com', codesIn(folder));
      // Send half of a request now and the other half after the service has begun to stop.
      const body = JSON.stringify({ name: 'Colmado La Esquina' });
      const half = await halfRequest(service.baseUrl, token, body);
      const ended = service.stop();
      await untilRefused(service.baseUrl);
      half.complete();
      assert.match(await half.answer(), /^HTTP\/1\.1 201 /);
      assert.equal(await ended, 0);
      await until(() => !isAlive(postmaster));
    });
  });
});

async function emptyDatabase(): Promise<{ ownerUrl: string; applicationUrl: string }> {
  const name = `empty_${process.pid}`;
  const scratch = process.env.TEST_OWNER_URL!;
  const client = new pg.Client({ connectionString: scratch });
  await client.connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  const ownerUrl = scratch.replace('/postgres?', `/${name}?`);
  return { ownerUrl, applicationUrl: ownerUrl.replace('postgres@', 'colmado@') };
}

async function countRows(url: string, table: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ count: number }>(`SELECT count(*)::int FROM ${table}`);
  await client.end();
  return rows[0]!.count;
}

const postmasterOf = async (dataDir: string): Promise<number> =>
  Number((await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')[0]);

/** A request that sends its body later. */
async function halfRequest(baseUrl: string, token: string, body: string) {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.on('data', (chunk) => (received += chunk));
  const head = [
    'POST /v1/organization HTTP/1.1',
    `Host: ${hostname}`,
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Expect: 100-continue',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  await until(() => received.startsWith('HTTP/1.1 100 Continue'));
  received = '';
  return {
    complete: () => socket.write(body),
    answer: async () => {
      await until(() => /\r\n\r\n/.test(received));
      socket.destroy();
      return received.trimStart();
    },
  };
}

/** Resolves when new connections are refused. */
const untilRefused = (baseUrl: string): Promise<void> =>
  until(() =>
    fetch(`${baseUrl}/healthz`).then(
      () => false,
      () => true,
    ),
  );

/** A zombie can be signalled but is not alive. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
}

async function until(isSo: () => unknown): Promise<void> {
  const deadline = Date.now() + 180_000;
  while (!(await Promise.resolve(isSo()).catch(() => false))) {
    if (Date.now() > deadline) throw new Error('The condition was not met in time.');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
