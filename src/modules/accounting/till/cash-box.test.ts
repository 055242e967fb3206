import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newBusiness } from '#test/harness.ts';
import { newDrawer } from '#test/money-accounts.ts';

test('the till of the only division expects all money of a cash account without a division, also if no request names the division', async () => {
  const business = await newBusiness();
  const { api } = business;
  const divisionId = (await api.GET('/v1/division')).data!.data[0]!.id;
  const accountId = (await api.GET('/v1/account')).data!.data[0]!.id;
  const expected = async () =>
    (
      await api.GET('/v1/division/{divisionId}/close-balance', { params: { path: { divisionId } } })
    ).data!.balances.find((balance) => balance.accountId === accountId)?.expected;
  const elements = [{ description: 'Arroz', quantity: '1', unitPrice: '100.00' }];
  const { data: sale } = await api.POST('/v1/record/pending', {
    body: { elements, payments: [{ accountId, amount: '100.00' }] },
  });
  assert.equal(await expected(), '100.00');
  await api.POST('/v1/resource/return', { body: { pendingRecordId: sale!.id, refund: { accountId } } });
  assert.equal(await expected(), '0.00');
  await api.POST('/v1/record', { body: { kind: 'income', amount: '500.00' } });
  await api.POST('/v1/record', { body: { kind: 'expense', amount: '30.00', accountId } });
  assert.equal(await expected(), '470.00');
  const { id: bank } = await newDrawer(business, { kind: 'bank', name: 'Popular' });
  await api.POST('/v1/account/transfer', { body: { fromAccountId: accountId, toAccountId: bank, amount: '400.00' } });
  await api.POST('/v1/account/transfer', { body: { fromAccountId: bank, toAccountId: accountId, amount: '10.00' } });
  assert.equal(await expected(), '80.00');
  const { data } = await api.POST('/v1/division/{divisionId}/close-balance', {
    params: { path: { divisionId } },
    body: { counts: [{ accountId, amount: '80.00' }] },
  });
  assert.equal(data!.balances.find((balance) => balance.accountId === accountId)!.difference, '0.00');
});

test('the preview of a till names cash that is in no till, until it is moved to a division', async () => {
  const { api } = await newBusiness();
  const divisionId = (await api.POST('/v1/division', { body: { name: 'Frente', kind: 'pos' } })).data!.id;
  const accountId = (await api.GET('/v1/account')).data!.data[0]!.id;
  const inNoTill = async () =>
    (
      await api.GET('/v1/division/{divisionId}/close-balance', { params: { path: { divisionId } } })
    ).data!.cashInNoTill.map((cash) => [cash.accountId, cash.balance]);
  assert.deepEqual(await inNoTill(), []);
  await api.POST('/v1/record', { body: { kind: 'income', amount: '500.00', accountId } });
  assert.deepEqual(await inNoTill(), [[accountId, '500.00']]);
  const move = { accountId, fromDivisionId: null, toDivisionId: divisionId, amount: '500.00' };
  assert.equal((await api.POST('/v1/division/transfer', { body: move })).response.status, 201);
  assert.deepEqual(await inNoTill(), []);
});
