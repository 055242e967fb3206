import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newPerson } from '#test/harness.ts';

test('a person founds a limited number of organizations in an hour', async () => {
  const { api } = await newPerson();
  const found = async () => (await api.POST('/v1/organization', { body: { name: 'Colmado' } })).response.status;
  for (let founded = 0; founded < 20; founded++) assert.equal(await found(), 201);
  assert.equal(await found(), 429);
  assert.equal(
    (await (await newPerson()).api.POST('/v1/organization', { body: { name: 'Otro' } })).response.status,
    201,
  );
});
