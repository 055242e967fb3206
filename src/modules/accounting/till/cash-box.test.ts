import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newBusiness } from '#test/harness.ts';

test('the till of a new organization expects all money of its cash account, also where nobody names the division', async () => {
  const { api } = await newBusiness();
  const divisionId = (await api.GET('/v1/division')).data!.data[0]!.id;
  const accountId = (await api.GET('/v1/account')).data!.data[0]!.id;
  const elements = [{ description: 'Arroz', quantity: '1', unitPrice: '100.00' }];
  await api.POST('/v1/record/pending', { body: { elements, payments: [{ accountId, amount: '100.00' }] } });
  await api.POST('/v1/record', { body: { kind: 'expense', amount: '30.00', accountId } });
  await api.POST('/v1/record', { body: { kind: 'expense', amount: '5.00' } });
  const { data } = await api.POST('/v1/division/{divisionId}/close-balance', {
    params: { path: { divisionId } },
    body: { counts: [{ accountId, amount: '65.00' }] },
  });
  assert.deepEqual(
    data!.balances.map(({ expected, difference }) => [expected, difference]),
    [['65.00', '0.00']],
  );
  assert.equal((await api.GET('/v1/account/balance')).data!.data[0]!.balance, '65.00');
});
