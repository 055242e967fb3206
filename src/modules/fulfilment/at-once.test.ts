import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDetail } from '#test/documents.ts';
import { newShop, returnOf, sell } from '#test/fulfilment.ts';
import { app } from '#test/harness.ts';

const ROUNDS = 7;
const AT_ONCE = 16;

test('of payments, returns, deliveries, plans, changes and voids of an invoice at once, each answers, and the books agree', async () => {
  const shop = await newShop();
  const { api } = shop;
  const accountId = (await api.GET('/v1/account')).data!.data[0]!.id;
  const succeeded = new Set<number>();
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = await sell(shop, 4, { deliverLater: round % 2 === 1 });
    const elementId = (await readDetail(api, id)).elements[0]!.id;
    const plan = { instalments: 3 };
    const kinds: (() => Promise<{ response: Response; error?: { detail: string } }>)[] = [
      () => api.PATCH('/v1/record/pending/pay', { body: { id, payments: [{ accountId, amount: '100' }] } }),
      () => returnOf(shop, id, { lines: [{ elementId, quantity: '1' }] }),
      () => api.PATCH('/v1/record/pending', { body: { id, notes: crypto.randomUUID() } }),
      () => api.POST('/v1/resource/delivery', { body: { pendingRecordId: id } }),
      () => api.POST('/v1/record/pending/credit', { body: { pendingRecordId: id, plan } }),
      () => api.DELETE('/v1/record/pending', { body: { id } }),
    ];
    await Promise.all(
      Array.from({ length: AT_ONCE }, async (_, place) => {
        const kind = (place + round) % kinds.length;
        const { response, error } = await kinds[kind]!();
        assert.ok([200, 201, 409, 422].includes(response.status), `${kind}: ${response.status} ${error?.detail}`);
        if (response.ok) succeeded.add(kind);
      }),
    );
  }
  assert.ok(succeeded.size > 4, [...succeeded].join());
  for (const { what, recount } of app.engine.modules.flatMap(({ recounts = [] }) => recounts)) {
    const { differences } = await app.engine.within(shop.business.id, recount);
    assert.equal(differences, 0, what);
  }
});
