import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '#platform/id.ts';
import { newResource } from '#test/catalog.ts';
import { eventsOf } from '#test/events.ts';
import { newBusiness, newMember } from '#test/harness.ts';

const outcomesOf = (data: { results: { outcome: string }[] } | undefined) =>
  data!.results.map(({ outcome }) => outcome);

test('a bulk load creates and changes resources, all or none', async () => {
  const { api } = await newBusiness();
  const present = await newResource(api, { code: 'A' });
  const resources = [
    { name: 'Habichuelas', code: 'B', prices: [{ amount: 98 }] },
    { id: present.id, category: 'Granos' },
    { name: 'Gandules', code: 'b' },
    { category: 'Sin nombre' },
    { id: newId(), name: 'Nadie' },
    { id: present.id, name: 'Otra vez' },
    { name: 'Sal', code: 'a' },
  ];
  const refused = await api.POST('/v1/resource/bulk', { body: { resources } });
  assert.equal(refused.error?.code, 'bulk_refused');
  assert.deepEqual(
    refused.error!.errors!.map(({ path, code }) => [path, code]),
    [
      ['body.resources[2].code', 'taken'],
      ['body.resources[3].name', 'required'],
      ['body.resources[4].id', 'not_found'],
      ['body.resources[5].id', 'duplicate'],
      ['body.resources[6].code', 'taken'],
    ],
  );
  assert.equal((await api.GET('/v1/resource')).data!.total, 1);
  const { data } = await api.POST('/v1/resource/bulk', { body: { resources, validRowsOnly: true } });
  assert.deepEqual(outcomesOf(data), ['created', 'updated', 'failed', 'failed', 'failed', 'failed', 'failed']);
  assert.deepEqual([data!.createdCount, data!.updatedCount, data!.failedCount], [1, 1, 5]);
  const { data: list } = await api.GET('/v1/resource', { params: { query: { search: 'habich' } } });
  assert.deepEqual([list!.data[0]!.id, list!.data[0]!.prices[0]!.amount], [data!.results[0]!.id, '98.00']);
  const { data: history } = await api.GET('/v1/resource/bulk/history', {
    params: { query: { kind: ['resources', 'costs'], sort: 'created' } },
  });
  assert.deepEqual(
    history!.data.map(({ kind, createdCount, failedCount, errors }) => [
      kind,
      createdCount,
      failedCount,
      errors.length,
    ]),
    [['resources', 1, 5, 5]],
  );
});

test('rows take the codes and barcodes that other rows of the same load give up', async () => {
  const { api } = await newBusiness();
  const bread = await newResource(api, { code: 'A', barcodes: ['7460000000017'] });
  const toast = await newResource(api, { code: 'B', barcodes: ['7460000000024'] });
  const resources = [
    { id: bread.id, code: 'b', barcodes: ['7460000000024'] },
    { id: toast.id, code: 'C', barcodes: [] },
    { name: 'Galleta', code: 'A', barcodes: ['7460000000017'] },
  ];
  const { data, error } = await api.POST('/v1/resource/bulk', { body: { resources } });
  assert.deepEqual(outcomesOf(data), ['updated', 'updated', 'created'], JSON.stringify(error));
  const { data: list } = await api.GET('/v1/resource', { params: { query: { sort: 'created' as never } } });
  const named = list!.data.map(({ id, code, barcodes, version }) => [id, [code, barcodes.join(), version]] as const);
  const byId = new Map(named);
  assert.deepEqual(
    [bread.id, toast.id, data!.results[2]!.id!].map((id) => byId.get(id)),
    [
      ['b', '7460000000024', 2],
      ['C', '', 2],
      ['A', '7460000000017', 1],
    ],
  );
  const swap = [
    { id: bread.id, code: 'C' },
    { id: toast.id, code: 'b' },
  ];
  assert.deepEqual(outcomesOf((await api.POST('/v1/resource/bulk', { body: { resources: swap } })).data), [
    'updated',
    'updated',
  ]);
  const kept = [
    { id: toast.id, name: 'Tostada' },
    { name: 'Otra', code: 'B' },
  ];
  assert.equal((await api.POST('/v1/resource/bulk', { body: { resources: kept } })).error?.code, 'bulk_refused');
});

test('with `validRowsOnly` malformed rows of every bulk route are reported by their place', async () => {
  const { api } = await newBusiness();
  const { id: resourceId } = await newResource(api);
  const { id: other } = await newResource(api);
  const placesOf = ({ data }: { data?: { results: { outcome: string; errors: { path: string }[] }[] } }) =>
    data!.results.map(({ outcome, errors }) => errors[0]?.path ?? outcome);
  const bad = <T>(...list: unknown[]) => list as T[];
  const validRowsOnly = true;
  const resources = bad<{ name: string }>({ name: 7 }, { name: 'Sal' }, { id: newId(), name: 'Nadie' });
  const created = await api.POST('/v1/resource/bulk', { body: { resources, validRowsOnly } });
  assert.deepEqual(placesOf(created), ['body.resources[0].name', 'created', 'body.resources[2].id']);
  const prices = bad<{ resourceId: string; amount: string }>({ resourceId, amount: 'x' }, { resourceId, amount: '5' });
  const priced = await api.POST('/v1/resource/price/bulk', { body: { prices, validRowsOnly } });
  assert.deepEqual(placesOf(priced), ['body.prices[0].amount', 'created']);
  const costs = bad<{ resourceId: string; cost: string }>({ resourceId: 'x', cost: '1' }, { resourceId, cost: '5' });
  const costed = await api.POST('/v1/resource/cost/bulk', { body: { costs, validRowsOnly } });
  assert.deepEqual(placesOf(costed), ['body.costs[0].resourceId', 'updated']);
  const ids = ['x', resourceId, newId(), other];
  const changed = await api.PATCH('/v2/resource/bulk', { body: { ids, change: { unit: 'funda' }, validRowsOnly } });
  assert.deepEqual(placesOf(changed), ['body.ids[0]', 'updated', 'body.ids[2]', 'updated']);
  const taxed = await api.PATCH('/v1/resource/tax/bulk', {
    body: { resourceIds: ids, taxIds: [], mode: 'replace', validRowsOnly },
  });
  assert.deepEqual(placesOf(taxed), ['body.resourceIds[0]', 'unchanged', 'body.resourceIds[2]', 'unchanged']);
  const removed = await api.DELETE('/v1/resource/price/bulk', {
    body: { ids: ['x', priced.data!.results[1]!.id!], validRowsOnly },
  });
  assert.deepEqual(placesOf(removed), ['body.ids[0]', 'updated']);
  const { data: history } = await api.GET('/v1/resource/bulk/history');
  assert.ok(history!.data.every(({ errors }) => errors[0]!.row === 0));
});

test('the kind cannot be changed, and a stale version refuses its row', async () => {
  const { api } = await newBusiness();
  const { id } = await newResource(api);
  const errorsOf = async (row: Record<string, unknown>) => {
    const { error } = await api.POST('/v1/resource/bulk', { body: { resources: [{ id, ...row }] as never } });
    return error!.errors!.map(({ path }) => path);
  };
  assert.deepEqual(await errorsOf({ kind: 'service' }), ['body.resources[0].kind']);
  assert.deepEqual(await errorsOf({ version: 7 }), ['body.resources[0].version']);
});

test('a row sets prices of an existing resource and keeps its others', async () => {
  const { api } = await newBusiness();
  const { id } = await newResource(api, { prices: [{ amount: 10 }, { amount: 8, label: 'mayorista' }] });
  const write = (prices: Record<string, unknown>[]) =>
    api.POST('/v1/resource/bulk', { body: { resources: [{ id, prices }] as never } });
  const { data } = await write([{ amount: '12' }, { amount: 11, minimumQuantity: 6 }]);
  assert.deepEqual(outcomesOf(data), ['updated']);
  const { data: after } = await api.GET('/v1/resource/{resourceId}', { params: { path: { resourceId: id } } });
  assert.deepEqual(
    after!.prices.map(({ label, amount, minimumQuantity }) => [label, amount, minimumQuantity]).toSorted(),
    [
      ['general', '11.00', '6'],
      ['general', '12.00', '0'],
      ['mayorista', '8.00', '0'],
    ],
  );
  assert.deepEqual(outcomesOf((await write([{ amount: '12.000' }])).data), ['unchanged']);
  const refused = await write([{ amount: 1 }, { amount: 2 }]);
  assert.deepEqual(
    refused.error!.errors!.map(({ path, code }) => [path, code]),
    [['body.resources[0].prices[1]', 'duplicate']],
  );
  assert.equal((await eventsOf({ api }, 'resource:updated')).length, 1);
});

test('the same change is made to many resources, and those that already have it stay unchanged', async () => {
  const { api } = await newBusiness();
  const [one, other] = [await newResource(api), await newResource(api, { category: 'Granos' })];
  const service = await newResource(api, { kind: 'service' });
  const change = { category: 'Granos' };
  const { data } = await api.PATCH('/v2/resource/bulk', { body: { ids: [one.id, other.id], change } });
  assert.deepEqual(outcomesOf(data), ['updated', 'unchanged']);
  const ids = [one.id, service.id, newId()];
  const refused = await api.PATCH('/v2/resource/bulk', { body: { ids, change: { tracksStock: true } } });
  assert.equal(refused.error?.code, 'bulk_refused');
  const partial = await api.PATCH('/v2/resource/bulk', {
    body: { ids, change: { tracksStock: true, unit: 'funda' }, validRowsOnly: true },
  });
  assert.deepEqual(outcomesOf(partial.data), ['updated', 'failed', 'failed']);
  assert.equal((await eventsOf({ api }, 'resource:updated')).length, 2);
});

test('concurrent bulk loads neither lose rows nor share a code', async () => {
  const { api } = await newBusiness();
  const load = (name: string) =>
    api.POST('/v1/resource/bulk', {
      body: {
        resources: Array.from({ length: 20 }, (_, place) => ({ name: `${name} ${place}`, code: `C-${place}` })),
        validRowsOnly: true,
      },
    });
  const loads = await Promise.all([load('Uno'), load('Dos'), load('Tres')]);
  assert.equal(
    loads.reduce((sum, { data }) => sum + data!.createdCount, 0),
    20,
  );
  assert.equal((await api.GET('/v1/resource')).data!.total, 20);
});

test('a dry run of a bulk load writes nothing, and a viewer is refused', async () => {
  const business = await newBusiness();
  const body = { resources: [{ name: 'Sal' }] };
  const { data } = await business.api.POST('/v1/resource/bulk', { body, headers: { 'Dry-Run': 'true' } });
  assert.equal((data as unknown as { dryRun: boolean }).dryRun, true);
  assert.equal((await business.api.GET('/v1/resource/bulk/history')).data!.total, 0);
  const viewer = await newMember(business);
  assert.equal((await viewer.api.POST('/v1/resource/bulk', { body })).response.status, 403);
});
