import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { anonymous, newBusiness, newPerson, type Person } from '#test/harness.ts';
import { asOwner } from '#test/walks/rows.ts';

const found = (person: Person, key: string, name = 'Colmado Uno', headers: Record<string, string> = {}) =>
  person.api.POST('/v1/organization', { body: { name }, headers: { 'idempotency-key': key, ...headers } });

const foundedBy = async (person: Person): Promise<number> => (await person.api.GET('/v1/organization')).data!.total;

test('the same key and request replay the first answer, and the work is done once', async () => {
  const person = await newPerson();
  const first = await found(person, 'a');
  const again = await found(person, 'a');
  assert.equal(again.response.status, 201);
  assert.deepEqual(again.data, first.data);
  assert.equal(await foundedBy(person), 1);
});

test('the same key with another request is refused', async () => {
  const person = await newPerson();
  await found(person, 'a');
  const other = await found(person, 'a', 'Colmado Dos');
  assert.equal(other.response.status, 422);
  assert.equal(other.error?.code, 'idempotency_key_reused');
  assert.equal(await foundedBy(person), 1);
});

test('of concurrent requests with one key one runs, and the others get its answer or must retry', async () => {
  const person = await newPerson();
  const answers = await Promise.all(Array.from({ length: 12 }, () => found(person, 'a')));
  const done = answers.filter(({ response }) => response.status === 201);
  const mustRetry = answers.filter(({ error }) => error?.code === 'request_still_running');
  assert.ok(done.length >= 1);
  assert.equal(done.length + mustRetry.length, answers.length);
  assert.equal(new Set(done.map(({ data }) => data!.id)).size, 1);
  assert.equal(await foundedBy(person), 1);
});

test('a refused request releases its key', async () => {
  const person = await newPerson();
  const headers = { 'idempotency-key': 'a' };
  const refused = await person.api.POST('/v1/organization', { body: { name: 'Uno', referralCode: 'NOBODY' }, headers });
  assert.equal(refused.response.status, 422);
  assert.equal((await found(person, 'a')).response.status, 201);
});

test('the same key of another caller, another route or a dry run is another key', async () => {
  const [one, two] = await Promise.all([newPerson(), newPerson()]);
  const key = randomUUID();
  const dry = await found(one, key, 'Colmado Uno', { 'dry-run': 'true' });
  assert.equal((dry.data as unknown as { dryRun: boolean }).dryRun, true);
  const [first, second] = [await found(one, key), await found(two, key)];
  assert.notEqual(first.data?.id, second.data?.id);
  const changed = await one.api.PATCH('/v1/organization', {
    body: { name: 'Colmado Tres' },
    headers: { 'idempotency-key': key },
  });
  assert.equal(changed.data?.name, 'Colmado Tres');
});

test('the same key of one person in two organizations is two keys', async () => {
  const first = await newBusiness();
  const second = (await first.owner.api.POST('/v1/organization', { body: { name: 'Dos' } })).data!;
  const headers = { 'idempotency-key': 'a' };
  const renamed = { body: { name: 'Nuevo' }, headers };
  const one = await first.owner.in(first.id).PATCH('/v1/organization', renamed);
  const two = await first.owner.in(second.id).PATCH('/v1/organization', renamed);
  assert.deepEqual([one.data?.id, two.data?.id], [first.id, second.id]);
});

test('a key of a wrong length is refused', async () => {
  const person = await newPerson();
  const { error } = await found(person, 'x'.repeat(256));
  assert.equal(error?.errors[0]?.path, 'headers.idempotency-key');
});

test('a stored answer cannot be read in the database', async () => {
  const person = await newPerson();
  const name = `Colmado ${randomUUID()}`;
  await found(person, randomUUID(), name);
  const readable = await asOwner(`SELECT FROM idempotency_keys WHERE position($1::bytea IN answer) > 0`, [
    Buffer.from(name),
  ]);
  assert.deepEqual(readable, []);
});

test('a sign-in is never replayed', async () => {
  const person = await newPerson();
  await person.api.POST('/v1/user/login/controller', { body: { newPassword: 'correct horse' } });
  const signIn = () =>
    anonymous.POST('/v1/user/login', {
      body: { email: person.email, password: 'correct horse', wants: 'token' },
      headers: { 'idempotency-key': 'a' },
    });
  assert.notEqual((await signIn()).data?.token, (await signIn()).data?.token);
});
