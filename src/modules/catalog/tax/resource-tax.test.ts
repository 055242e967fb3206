import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ColmadoClient } from '#client';
import { newId } from '#platform/id.ts';
import { newResource } from '#test/catalog.ts';
import { eventsOf } from '#test/events.ts';
import { newBusiness } from '#test/harness.ts';

async function taxesByCode(api: ColmadoClient, ...codes: string[]): Promise<string[]> {
  const { data } = await api.GET('/v1/taxes/list', { params: { query: { itemsPerPage: 200 } } });
  return codes.map((code) => data!.data.find((tax) => tax.code === code)!.id);
}

const codesOn = async (api: ColmadoClient, resourceId: string) => {
  const { data } = await api.GET('/v1/resource/tax/{resourceId}', { params: { path: { resourceId } } });
  return data!.data.map(({ code, rate }) => [code, rate]).toSorted();
};

test('taxes are added to a resource and removed, and shown with their rate of today', async () => {
  const { api } = await newBusiness();
  const [itbis, tip] = await taxesByCode(api, 'ITBIS-18', 'PROPINA');
  const { id: resourceId } = await newResource(api);
  await api.POST('/v1/resource/tax', { body: { resourceId, taxId: itbis! } });
  await api.POST('/v1/resource/tax', { body: { resourceId, taxId: itbis! } });
  await api.POST('/v1/resource/tax', { body: { resourceId, taxId: tip! } });
  assert.deepEqual(await codesOn(api, resourceId), [
    ['ITBIS-18', '18'],
    ['PROPINA', '10'],
  ]);
  await api.DELETE('/v1/resource/tax', { body: { resourceId, taxId: tip! } });
  assert.deepEqual(await codesOn(api, resourceId), [['ITBIS-18', '18']]);
  assert.equal((await api.DELETE('/v1/resource/tax', { body: { resourceId, taxId: tip! } })).response.status, 404);
  assert.equal((await eventsOf({ api }, 'resource:updated')).length, 3);
  const { data: taxed } = await api.GET('/v1/resource', { params: { query: { taxId: itbis! } } });
  assert.equal(taxed!.total, 1);
});

test('an unknown tax or resource is refused', async () => {
  const { api } = await newBusiness();
  const [itbis] = await taxesByCode(api, 'ITBIS-18');
  const { id: resourceId } = await newResource(api);
  const add = async (body: { resourceId: string; taxId: string }) =>
    (await api.POST('/v1/resource/tax', { body })).error?.errors?.[0]?.path;
  assert.equal(await add({ resourceId: newId(), taxId: itbis! }), 'body.resourceId');
  assert.equal(await add({ resourceId, taxId: newId() }), 'body.taxId');
  const path = { resourceId: newId() };
  assert.equal((await api.GET('/v1/resource/tax/{resourceId}', { params: { path } })).response.status, 404);
});

test('the taxes of many resources are added, removed or replaced', async () => {
  const { api } = await newBusiness();
  const [itbis, tip, exempt] = (await taxesByCode(api, 'ITBIS-18', 'PROPINA', 'EXENTO')) as [string, string, string];
  const ids = [(await newResource(api, { taxIds: [itbis] })).id, (await newResource(api)).id];
  const change = (taxIds: string[], mode: 'add' | 'remove' | 'replace', resourceIds = ids) =>
    api.PATCH('/v1/resource/tax/bulk', { body: { resourceIds, taxIds, mode } });
  const { data: added } = await change([itbis], 'add');
  assert.deepEqual(
    added!.results.map(({ outcome }) => outcome),
    ['unchanged', 'updated'],
  );
  await change([exempt, tip], 'replace');
  await change([tip], 'remove');
  for (const id of ids) assert.deepEqual(await codesOn(api, id), [['EXENTO', '0']]);
  assert.equal((await change([itbis], 'add', [...ids, newId()])).error?.code, 'bulk_refused');
  assert.equal((await change([newId()], 'add')).error?.errors?.[0]?.path, 'body.taxIds[0]');
});
