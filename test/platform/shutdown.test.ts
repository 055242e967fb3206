import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { Agent, request } from 'undici';
import { eventually, ownerUrlOf, startTestApp } from '#test/harness.ts';

test('stopping finishes current requests and does not wait for idle connections', { timeout: 30_000 }, async () => {
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
