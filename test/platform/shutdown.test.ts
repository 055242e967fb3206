import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Agent, request } from 'undici';
import { eventually, ownerUrlOf, startTestApp } from '#test/harness.ts';

test('stopping finishes current requests and does not wait for idle connections', { timeout: 120_000 }, async () => {
  const service = await startTestApp();
  const dispatcher = new Agent({ connections: 1, keepAliveTimeout: 300_000 });
  const owner = new pg.Client({ connectionString: ownerUrlOf(service.databaseUrl) });
  await owner.connect();
  await owner.query('BEGIN; LOCK TABLE users');
  const answer = request(`${service.publicUrl}/v1/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'nobody@example.com', password: 'x' }),
    dispatcher,
  });
  await eventually(async () => {
    const { rowCount } = await owner.query(`
      SELECT FROM pg_locks l JOIN pg_database d ON d.oid = l.database AND d.datname = current_database()
      WHERE l.relation = 'users'::regclass AND NOT l.granted`);
    return rowCount;
  });
  const stopped = service.stop();
  await owner.query('COMMIT');
  const { statusCode, body } = await answer;
  await body.dump();
  assert.equal(statusCode, 401);
  await stopped;
  await owner.end();
  await dispatcher.close();
});

test('slow bodies, slow readers and lost connections do not delay stopping', { timeout: 120_000 }, async () => {
  const service = await startTestApp();
  const { port } = new URL(service.publicUrl);
  const sockets = Array.from({ length: 3 }, () => connect(Number(port), 'localhost').on('error', () => {}));
  await Promise.all(sockets.map((socket) => new Promise<void>((resolve) => socket.once('connect', resolve))));
  const [dripping, silent, deaf] = sockets as [Socket, Socket, Socket];
  const head = ['Host: localhost', 'Content-Type: application/json', 'Content-Length: 1000', '', '{'].join('\r\n');
  dripping.write(`POST /v1/user/login HTTP/1.1\r\n${head}`);
  silent.write('GET /v1/user HT');
  deaf.pause();
  for (let asked = 0; asked < 20; asked++) deaf.write('GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const drip = setInterval(() => dripping.write(' '), 50);
  await sleep(200);
  await service.stop();
  clearInterval(drip);
  for (const socket of sockets) socket.destroy();
});

test('answers while stopping say that the connection closes', { timeout: 120_000 }, async () => {
  const service = await startTestApp();
  const dispatcher = new Agent({ connections: 1, keepAliveTimeout: 300_000 });
  const ask = () => request(`${service.publicUrl}/healthz`, { dispatcher });
  const before = await ask();
  await before.body.dump();
  assert.notEqual(before.headers.connection, 'close');
  const stopped = service.stop({ lingerMs: 5_000 });
  const { statusCode, headers, body } = await ask();
  await body.dump();
  assert.deepEqual([statusCode, headers.connection], [200, 'close']);
  await stopped;
  await dispatcher.close();
});
