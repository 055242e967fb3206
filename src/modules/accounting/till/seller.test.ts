import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newMember } from '#test/harness.ts';
import { at, close, lineOf, newShop, open, preview } from '#test/tills.ts';

test('a seller opens, sells in and closes a till', async () => {
  const owned = await newShop();
  const shop = { ...owned, api: (await newMember(owned, 'seller')).api };
  assert.equal((await open(shop, '0')).response.status, 201);
  const sold = await shop.api.POST('/v1/record/pending', {
    body: {
      divisionId: shop.divisionId,
      fiscalType: null,
      elements: [{ description: 'Café molido', unitPrice: '350' }],
      payments: [{ accountId: shop.cash.id, amount: '350' }],
    },
  });
  assert.equal(sold.response.status, 201, JSON.stringify(sold.error));
  assert.equal((await lineOf(shop)).expected, '350.00');
  const closed = await close(shop, '345');
  assert.equal(closed.data?.balances.find(({ accountId }) => accountId === shop.cash.id)?.difference, '-5.00');
  const closes = await shop.api.GET('/v1/division/{divisionId}/close-list', at(shop));
  assert.equal(closes.data?.total, 1);
});

test('a seller neither moves money between accounts nor cancels a close', async () => {
  const owned = await newShop();
  const shop = { ...owned, api: (await newMember(owned, 'seller')).api };
  const floated = await open(shop, '2000', shop.safe);
  assert.equal(floated.error?.code, 'forbidden');
  assert.match(floated.error!.detail, /accounting:write/);
  const moved = await shop.api.POST('/v1/account/transfer', {
    body: { fromAccountId: shop.safe.id, toAccountId: shop.cash.id, amount: '2000' },
  });
  assert.equal(moved.error?.code, 'forbidden');
  await open(owned, '2000', shop.safe);
  await close(shop, '2000');
  const canceled = await shop.api.DELETE('/v1/division/{divisionId}/close-balance', { ...at(shop), body: {} });
  assert.equal(canceled.error?.code, 'forbidden');
});

test('an agent and a viewer read tills and do not open them', async () => {
  const owned = await newShop();
  for (const role of ['agent', 'viewer'] as const) {
    const shop = { ...owned, api: (await newMember(owned, role)).api };
    assert.equal((await open(shop, '0')).error?.code, 'forbidden');
    assert.equal((await close(shop, '0')).error?.code, 'forbidden');
    assert.equal((await preview(shop)).posOpen, false);
  }
});
