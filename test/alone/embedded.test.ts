import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { startService, withDataFolder } from '#test/service-process.ts';
import { ensureDatabase, startEmbedded } from '../../src/cli/embedded.ts';

test('a server starts while a child process of its killed predecessor is still running', async () => {
  await withDataFolder(async (folder) => {
    const killed = await startEmbedded(folder);
    const child = await backendOf(killed.ownerUrl('postgres'));
    process.kill(child, 'SIGSTOP');
    process.kill(killed.process!.pid!, 'SIGKILL');
    const starting = startEmbedded(folder);
    const log = () => readFile(join(killed.directory, '..', 'postgres.log'), 'utf8');
    while (!(await log()).includes('pre-existing shared memory block')) await pause(50);
    process.kill(child, 'SIGCONT');
    const server = await starting;
    assert.notEqual(server.process?.pid, killed.process!.pid);
    await server.stop();
  });
});

test('when several processes start a server in a new folder at once, one creates it and all use it', async () => {
  await withDataFolder(async (folder) => {
    const servers = await Promise.all([1, 2, 3].map(() => startEmbedded(folder)));
    await Promise.all(servers.map((server) => ensureDatabase(server)));
    assert.equal(servers.filter((server) => server.process).length, 1);
    for (const server of servers) await backendOf(server.ownerUrl());
    await servers.find((server) => server.process)!.stop();
  });
});

/** Its place in the fields that follow the name of a process. */
const SCHEDULING_POLICY = 38;
const BATCH = '3';
const canSchedule = process.platform === 'linux' && spawnSync('chrt', ['--batch', '0', 'true']).status === 0;

test('connections of the server are batch processes', { skip: !canSchedule && 'no batch processes here' }, async () => {
  await withDataFolder(async (folder) => {
    const server = await startEmbedded(folder);
    const facts = await readFile(`/proc/${await backendOf(server.ownerUrl('postgres'))}/stat`, 'utf8');
    assert.equal(facts.split(') ')[1]!.split(' ')[SCHEDULING_POLICY], BATCH);
    await server.stop();
  });
});

/** The server process of a connection that stays open. */
async function backendOf(connectionString: string): Promise<number> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]!.pid;
}

test('a service whose embedded server is killed says so and starts it again', async () => {
  await withDataFolder(async (folder) => {
    const service = await startService({ DATA_DIR: folder, LOG_LEVEL: 'silent' });
    const postmaster = async () =>
      Number((await readFile(join(folder, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n')[0]);
    const statusOf = async (path: string) => (await fetch(`${service.baseUrl}${path}`)).status;
    const killed = await postmaster();
    process.kill(killed, 'SIGKILL');
    // A service that is faster than this test is healthy again before it was asked.
    const isReplaced = async () => (await postmaster().catch(() => killed)) !== killed;
    while ((await statusOf('/healthz')) !== 503 && !(await isReplaced())) await pause(5);
    while ((await statusOf('/readyz')) !== 200) await pause(50);
    assert.equal(await statusOf('/healthz'), 200);
    assert.notEqual(await postmaster(), killed);
    assert.equal(await service.stop(), 0);
    await assert.rejects(postmaster(), { code: 'ENOENT' });
  });
});

test('a service does not create a new database while the folder of its database is gone', async () => {
  await withDataFolder(async (folder) => {
    const service = await startService({ DATA_DIR: folder, LOG_LEVEL: 'error' });
    const cluster = join(folder, 'postgres/cluster');
    const killed = Number((await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')[0]);
    await rename(cluster, `${cluster}-unmounted`);
    process.kill(killed, 'SIGKILL');
    while (!service.output().includes('cluster is gone')) await pause(20);
    assert.equal((await fetch(`${service.baseUrl}/healthz`)).status, 503);
    await rename(`${cluster}-unmounted`, cluster);
    while ((await fetch(`${service.baseUrl}/readyz`)).status !== 200) await pause(50);
    assert.equal(await service.stop(), 0);
  });
});
