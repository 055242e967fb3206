import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import type { App } from '#app';
import { kindOfFailure } from '#platform/db/sqlstate.ts';
import { type DatabaseProxy, openDatabaseProxy } from '#test/database-proxy.ts';
import { cloneDatabase, eventually, ownerUrlOf, startTestApp } from '#test/harness.ts';

/** Longer than any wait inside the service; a request beyond it counts as hanging. */
const HANGS_MS = 30_000;

// A hook outside of it would run while other files are loaded, which may take longer than a connection may.
describe('a service whose database is out of reach', () => {
  let service: App;
  let proxy: DatabaseProxy;
  let owner: pg.Client;
  before(async () => {
    const databaseUrl = await cloneDatabase();
    proxy = await openDatabaseProxy(databaseUrl);
    service = await startTestApp({ ROLE: 'all' }, { databaseUrl: proxy.url });
    owner = new pg.Client({ connectionString: ownerUrlOf(databaseUrl) });
    await owner.connect();
  });
  after(async () => {
    await owner.end();
    await service.stop();
    await proxy.close();
  });

  const get = (path: string) =>
    fetch(`${service.publicUrl}${path}`, {
      headers: { authorization: 'Bearer cmt_unknown' },
      signal: AbortSignal.timeout(HANGS_MS),
    });
  const read = () => get('/v1/organization');
  /** Asks for a code, which writes a row. */
  const write = () => get(`/v1/user/login/pinRequest?email=${crypto.randomUUID()}@example.com`);

  const isUnavailable = async (answer: Response): Promise<void> => {
    assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '1']);
    assert.equal(((await answer.json()) as { code: string }).code, 'unavailable');
  };
  const databaseName = async () =>
    (await owner.query<{ name: string }>('SELECT current_database() AS name')).rows[0]!.name;
  const setDatabase = async (setting: string) => owner.query(`ALTER DATABASE ${await databaseName()} ${setting}`);
  const setForService = async (setting: string) =>
    owner.query(`ALTER ROLE colmado IN DATABASE ${await databaseName()} ${setting}`);
  /** Ends the sessions of the service, and waits until they have ended. */
  const endSessions = () =>
    owner.query(
      `SELECT pg_terminate_backend(pid, ${HANGS_MS}) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );

  test('without its database the service answers 503 with Retry-After, and recovers when it is back', async () => {
    await setDatabase('CONNECTION LIMIT 0');
    await endSessions();
    await isUnavailable(await read());
    await setDatabase('CONNECTION LIMIT -1');
    await eventually(async () => (await read()).status === 401);
  });

  test('connections that fell silent are replaced', async () => {
    await Promise.all(Array.from({ length: 20 }, read));
    proxy.freeze('present');
    const answers = await Promise.all(Array.from({ length: 20 }, read));
    for (const answer of answers) assert.ok([401, 503].includes(answer.status), String(answer.status));
    await eventually(async () => (await read()).status === 401);
  });

  test('a database that freezes gives 503 with Retry-After, and works again when it moves', async () => {
    await read();
    proxy.freeze('all');
    await Promise.all(Array.from({ length: 20 }, async () => isUnavailable(await read())));
    const ready = await get('/readyz');
    assert.deepEqual([ready.status, ready.headers.get('retry-after')], [503, '1']);
    proxy.thaw();
    await eventually(async () => (await read()).status === 401);
    await eventually(async () => (await get('/readyz')).status === 200);
  });

  test('a slow statement is not taken for a silent connection', async () => {
    const { rows } = await service.database.lookUp((tx) =>
      sql<{ slept: boolean }>`SELECT pg_sleep(4) IS NOT NULL AS slept`.execute(tx),
    );
    assert.deepEqual(rows, [{ slept: true }]);
  });

  test('a read-only database gives 503 to writes, and the connections are replaced when it is demoted or promoted', async () => {
    await setDatabase('SET default_transaction_read_only = on');
    await endSessions();
    await eventually(async () => (await get('/readyz')).status === 503);
    await isUnavailable(await write());
    await eventually(async () => (await read()).status === 401);
    await setDatabase('RESET default_transaction_read_only');
    await eventually(async () => (await write()).status === 200);
    await eventually(async () => (await get('/readyz')).status === 200);
  });

  test('a row that stays locked gives 503 to the request that needs it', async () => {
    await setForService("SET lock_timeout = '200ms'");
    await endSessions();
    // An ended session is noticed a moment later, and until then gives 503 too.
    await eventually(async () => (await read()).status === 401);
    await owner.query('BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE');
    await isUnavailable(await read());
    await owner.query('ROLLBACK');
    await eventually(async () => (await read()).status === 401);
  });

  test('every code of an outage is one, and the failures of a statement are none', () => {
    for (const code of ['25P03', '57P01', '57P03', '08006', '08P01', '53100', '53300', '57014', 'ECONNRESET'])
      assert.equal(kindOfFailure({ code }), 'outage', code);
    assert.equal(kindOfFailure({ code: '25006' }), 'readOnly');
    assert.equal(kindOfFailure({ code: '55P03' }), 'busy');
    for (const code of ['40001', '40P01']) assert.equal(kindOfFailure({ code }), 'collision');
    for (const code of ['23505', '22012', '42P01', 'ENOENT', undefined])
      assert.equal(kindOfFailure({ code }), undefined);
  });
});
