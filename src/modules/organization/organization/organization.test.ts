import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newBusiness, newPerson } from '#test/harness.ts';

test('the organization’s own tax id is checked like that of a contact: doubts are warnings', async () => {
  const { api } = await newBusiness();
  const warningsFor = async (taxId: string | null, country = 'DO') => {
    const { data, error } = await api.PATCH('/v1/organization', { body: { taxId, country } });
    assert.equal(error, undefined);
    // Whether a number is registered depends on the registry, which other tests import.
    return data!.warnings.map(({ code }) => code).filter((code) => code !== 'taxpayer_unregistered');
  };
  assert.deepEqual(await warningsFor('1-31-24679-6'), []);
  assert.deepEqual(await warningsFor('131246797'), ['tax_id_check_digit']);
  assert.deepEqual(await warningsFor('00000000000'), ['tax_id_check_digit']);
  for (const taxId of ['13124679', '123', 'abc']) assert.deepEqual(await warningsFor(taxId), ['tax_id_length']);
  assert.deepEqual(await warningsFor('131246797', 'US'), []);
  assert.deepEqual(await warningsFor(null), []);
});

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

test('the website of an organization is an http or https address', async () => {
  const { api } = await newBusiness();
  const change = (website: string) => api.PATCH('/v1/organization', { body: { website } });
  const { error } = await change('javascript:alert(1)');
  assert.deepEqual([error?.code, error?.errors?.[0]?.path], ['invalid_request', 'body.website']);
  assert.equal((await change('https://colmado.example.do')).response.status, 200);
});

test('documents and letters take the language of the organization’s locale', async () => {
  const { api } = await newPerson();
  const languageNow = async () => (await api.GET('/v1/organization/settings')).data!.sections.general!.language;
  await api.POST('/v1/organization', { body: { name: 'Island Gym', locale: 'en-US' } });
  assert.equal(await languageNow(), 'en');
  await api.PATCH('/v1/organization', { body: { locale: 'es-DO' } });
  assert.equal(await languageNow(), 'es');
  await api.PATCH('/v1/organization', { body: { locale: 'es-MX', phone: '809-555-0123' } });
  await api.PATCH('/v1/organization/settings', { body: { section: 'general', value: { language: 'en' } } });
  await api.PATCH('/v1/organization', { body: { locale: 'es-PR' } });
  assert.equal(await languageNow(), 'en');
});
