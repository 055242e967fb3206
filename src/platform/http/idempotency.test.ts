import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { Secrets } from '#platform/secrets.ts';
import { app, eventually, newPerson } from '#test/harness.ts';
import { IdempotentRequest } from './idempotency.ts';

test('a retried founding answers with the same organization, although the first one moved the session', async () => {
  const { api } = await newPerson();
  const request = { body: { name: 'Colmado La Esquina' }, headers: { 'Idempotency-Key': randomUUID() } };
  const first = await api.POST('/v1/organization', request);
  const second = await api.POST('/v1/organization', request);
  assert.equal(first.response.status, 201);
  assert.deepEqual(second.data, first.data);
});

test('a key without characters and one that is too long are refused by different codes', async () => {
  const { api } = await newPerson();
  const refusalOf = async (key: string) => {
    const request = { body: { name: 'Colmado' }, headers: { 'Idempotency-Key': key } };
    return (await api.POST('/v1/organization', request)).error?.errors?.[0];
  };
  const [empty, long] = [await refusalOf(''), await refusalOf('k'.repeat(256))];
  assert.deepEqual([empty?.path, empty?.code], ['headers.idempotency-key', 'too_small']);
  assert.deepEqual([long?.path, long?.code], ['headers.idempotency-key', 'too_big']);
});

test('a key is kept while its request runs, and freed soon after its process has died', async () => {
  const scope = [randomUUID()];
  const request = { target: '/', body: Buffer.alloc(0), beforeReplay: () => {} };
  const again = () => new IdempotentRequest(new Secrets('ab'.repeat(32)), scope, request);
  const transaction = <T>(work: (tx: Parameters<Parameters<typeof app.database.lookUp>[0]>[0]) => Promise<T>) =>
    app.database.transaction({}, work);
  const done = async () => ({ status: 200, body: 'second' });
  const setAge = (seconds: number) =>
    transaction((tx) =>
      sql`UPDATE idempotency_keys SET created_at = now() - ${seconds} * interval '1 second' WHERE status IS NULL`.execute(
        tx,
      ),
    );
  const isRenewed = () =>
    transaction(async (tx) => {
      const { rows } = await sql`
        SELECT FROM idempotency_keys WHERE status IS NULL AND created_at > now() - interval '10 seconds'`.execute(tx);
      return rows.length > 0;
    });
  const running = Promise.withResolvers<{ status: number; body: string }>();
  const first = again().around(transaction, () => running.promise);
  await eventually(isRenewed);
  await setAge(60);
  await eventually(isRenewed);
  await assert.rejects(again().around(transaction, done), /still running/);
  running.resolve({ status: 200, body: 'first' });
  await first;
  assert.deepEqual(await again().around(transaction, done), { status: 200, body: 'first', replayed: true });

  // A process that died has taken the key and renews it no more.
  scope[0] = randomUUID();
  const hash = createHash('sha256').update(JSON.stringify(scope)).digest();
  const requestHash = createHash('sha256').update('/\0').digest();
  await transaction((tx) =>
    sql`INSERT INTO idempotency_keys (hash, request_hash, created_at) VALUES (${hash}, ${requestHash}, now())`.execute(
      tx,
    ),
  );
  await assert.rejects(again().around(transaction, done), /still running/);
  await setAge(20);
  assert.deepEqual(await again().around(transaction, done), { status: 200, body: 'second' });
});
