import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { newPerson } from '#test/harness.ts';

test('a retried founding answers with the same organization, although the first one moved the session', async () => {
  const { api } = await newPerson();
  const request = { body: { name: 'Colmado La Esquina' }, headers: { 'Idempotency-Key': randomUUID() } };
  const first = await api.POST('/v1/organization', request);
  const second = await api.POST('/v1/organization', request);
  assert.equal(first.response.status, 201);
  assert.deepEqual(second.data, first.data);
});
