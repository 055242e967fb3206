import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newResource } from '#test/catalog.ts';
import { newDocument } from '#test/documents.ts';
import { newBusiness } from '#test/harness.ts';

test('a document converts the prices of the catalog at its own rate, else at that of its day', async () => {
  const { api } = await newBusiness();
  await api.PUT('/v1/currency/rates', { body: { date: '2026-11-01', rates: [{ currency: 'USD', rate: '63.10' }] } });
  const { id: resourceId } = await newResource(api, { kind: 'service', prices: [{ amount: '560' }] });
  const { data: pack, error } = await api.POST('/v1/resource/resource-list', {
    body: { name: 'Paquete', type: 'PACK', price: '1200', members: [{ resourceId, quantity: '2' }] } as never,
  });
  assert.ok(pack, JSON.stringify(error));
  const priced = async (more: object) => {
    const elements = [{ resourceId }, { resourceListId: pack.id }];
    const sale = await newDocument(api, { date: '2026-11-02', currency: 'USD', elements, ...more });
    return sale.elements.map(({ unitPrice }) => unitPrice);
  };
  assert.deepEqual(await priced({}), ['8.87', '19.02']);
  assert.deepEqual(await priced({ rate: '60' }), ['9.33', '20.00']);
});
