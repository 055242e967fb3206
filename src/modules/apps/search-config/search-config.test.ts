import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newCardApp } from '#test/apps.ts';
import { codeOf, newBusiness } from '#test/harness.ts';

async function withCards() {
  const business = await newBusiness();
  const appId = await newCardApp(business);
  const rows = [
    { number: '1', holder: 'Rosa Moca', city: 'Azua', points: 1 },
    { number: '2', holder: 'Luis Peña', city: 'Moca', points: 2 },
    { number: '3', holder: 'Eva', city: 'Moca', tags: ['rosa'] },
  ];
  await business.api.POST('/v1/apps/data/import', { body: { appId, type: 'card', rows } });
  const search = async (query: object) => {
    const answer = await business.api.GET('/v1/apps/data', { params: { query: { appId, type: 'card', ...query } } });
    return answer.data?.data.map(({ data }) => data.number).join() ?? codeOf(answer);
  };
  return { business, api: business.api, appId, search };
}

test('a search configuration says which fields are searched and how much each counts', async () => {
  const { api, appId, search } = await withCards();
  const given = { appId, type: 'card', name: 'Mostrador', fields: [{ field: 'holder', weight: 5 }, { field: 'city' }] };
  const { data: config } = await api.POST('/v1/apps/search-config', { body: given });
  const searchConfigId = config!.id;
  assert.equal(await search({ search: 'rosa' }), '3,1');
  assert.equal(await search({ search: 'rosa', searchConfigId }), '1');
  assert.equal(await search({ search: 'moc', searchConfigId, itemsPerPage: 1 }), '1');
  const path = { params: { path: { id: searchConfigId } } };
  const fields = [
    { field: 'holder', weight: 1 },
    { field: 'city', weight: 9 },
  ];
  await api.PATCH('/v1/apps/search-config/{id}', { ...path, body: { fields } });
  assert.equal(await search({ search: 'moc', searchConfigId }), '3,2,1');
  assert.equal(await search({ search: 'pena luis', searchConfigId }), '2');
  assert.equal(await search({ search: 'luis azua', searchConfigId }), '');
});

test('a search follows changes and deletions of rows', async () => {
  const { api, appId, search } = await withCards();
  const key = JSON.stringify({ number: '2' });
  const { data: row } = await api.GET('/v1/apps/data/single', { params: { query: { appId, type: 'card', key } } });
  await api.PATCH('/v1/apps/data', { body: { id: row!.id, data: { holder: 'Carmen' } } });
  assert.deepEqual([await search({ search: 'luis' }), await search({ search: 'carm' })], ['', '2']);
  await api.DELETE('/v1/apps/data', { body: { id: row!.id } });
  assert.equal(await search({ search: 'carmen' }), '');
});

test('with a configuration only its filters can be used', async () => {
  const { api, appId, search } = await withCards();
  const body = { appId, type: 'card', name: 'x', fields: [{ field: 'city' }], filters: ['points'] };
  const { data: config } = await api.POST('/v1/apps/search-config', { body });
  const searchConfigId = config!.id;
  assert.equal(await search({ filter: '{"points":2}', searchConfigId }), '2');
  assert.equal(await search({ filter: '{"city":"Moca"}', searchConfigId }), 'invalid_request');
  assert.equal(await search({ filter: '{"city":"Moca"}' }), '3,2');
});

test('a configuration names fields that exist, and its name once', async () => {
  const { api, appId, search } = await withCards();
  const body = { appId, type: 'card', name: 'x', fields: [{ field: 'city' }] };
  const pathOf = async (changes: object) =>
    (await api.POST('/v1/apps/search-config', { body: { ...body, ...changes } })).error?.errors?.[0]?.path;
  assert.equal(await pathOf({ fields: [{ field: 'points' }] }), 'body.fields[0].field');
  assert.equal(await pathOf({ filters: ['nothing'] }), 'body.filters[0]');
  assert.equal(await pathOf({ type: 'nothing' }), 'body.type');
  const { data: config } = await api.POST('/v1/apps/search-config', { body });
  assert.equal(await pathOf({}), 'body.name');
  const listed = await api.GET('/v1/apps/search-config/{id}', { params: { path: { id: appId } } });
  assert.equal(listed.data!.total, 1);
  await api.DELETE('/v1/apps/search-config/{id}', { params: { path: { id: config!.id } } });
  assert.equal(await search({ search: 'x', searchConfigId: config!.id }), 'reference_not_found');
});
