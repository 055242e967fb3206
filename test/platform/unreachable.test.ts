import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { ownerUrlOf, startTestApp } from '#test/harness.ts';

test('without its database the service answers 503 with Retry-After, and recovers when it is back', async () => {
  const service = await startTestApp();
  const owner = new pg.Client({ connectionString: ownerUrlOf(service.databaseUrl) });
  await owner.connect();
  const ask = () => fetch(`${service.publicUrl}/v1/organization`, { headers: { authorization: 'Bearer cmt_unknown' } });
  try {
    const { rows } = await owner.query<{ name: string }>('SELECT current_database() AS name');
    const limit = (connections: number) =>
      owner.query(`ALTER DATABASE ${rows[0]!.name} CONNECTION LIMIT ${connections}`);
    await limit(0);
    await owner.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    const away = await ask();
    assert.deepEqual([away.status, away.headers.get('retry-after')], [503, '1']);
    assert.equal(((await away.json()) as { code: string }).code, 'unavailable');
    await limit(-1);
    assert.equal((await ask()).status, 401);
  } finally {
    await owner.end();
    await service.stop();
  }
});
