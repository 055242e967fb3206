import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '#platform/id.ts';
import { newResource } from '#test/catalog.ts';
import { newBusiness } from '#test/harness.ts';

test('the statistics count the resources by kind and category', async () => {
  const { api } = await newBusiness();
  await newResource(api, { code: 'A', cost: 1, category: 'Granos', barcodes: ['1'], prices: [{ amount: 2 }] });
  await newResource(api, { category: 'Granos' });
  await newResource(api, { kind: 'service' });
  const { id } = await newResource(api);
  await api.PATCH('/v1/resource', { body: { id, archived: true } });
  const { data } = await api.GET('/v1/resource/stats');
  const { categories, byKind, stock: _, ...counts } = data!;
  assert.deepEqual(counts, {
    total: 3,
    archived: 1,
    tracked: 2,
    withoutPrice: 2,
    withoutCost: 2,
    withoutCode: 2,
    withoutBarcode: 2,
  });
  assert.deepEqual(byKind, { goods: 2, service: 1, combo: 0, 'raw-material': 0 });
  assert.deepEqual(categories, [
    { category: 'Granos', count: 2 },
    { category: null, count: 1 },
  ]);
});

test('a marketplace review is requested once until it is decided', async () => {
  const { api } = await newBusiness();
  const { id: resourceId } = await newResource(api);
  const ask = (id: string) =>
    api.PATCH('/v1/resource/{resourceId}/request-marketplace-review', {
      params: { path: { resourceId: id } },
      body: { note: 'Hecho a mano.' },
    });
  const { data } = await ask(resourceId);
  assert.deepEqual([data!.marketplace.status, data!.marketplace.note], ['requested', 'Hecho a mano.']);
  assert.equal((await ask(resourceId)).error?.code, 'review_pending');
  assert.equal((await ask(newId())).response.status, 404);
  const { data: asked } = await api.GET('/v1/resource', { params: { query: { marketplaceStatus: 'requested' } } });
  assert.equal(asked!.total, 1);
});
