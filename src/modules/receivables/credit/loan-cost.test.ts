import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromMinor } from '#platform/money.ts';
import { openAccount, ruleBalance } from '#test/accounts.ts';
import { businessOn, passTo } from '#test/assets.ts';
import { newContact } from '#test/books.ts';

test('dollars that leave for a loan leave at their cost, so that an empty account is worth nothing in the books', async () => {
  const business = await businessOn('2027-01-15');
  const { api } = business;
  const [contactId, pesos, dollars] = await Promise.all([
    newContact(business),
    openAccount(business, { name: 'Pesos' }),
    openAccount(business, {
      name: 'Dólares',
      currency: 'USD',
      openingBalance: '1010',
      openingRate: '55',
      openingDate: '2027-01-01',
    }),
  ]);
  const setRate = (rate: string) => api.PUT('/v1/currency/rates', { body: { rates: [{ currency: 'USD', rate }] } });
  const inDollars = async () => {
    const { data } = await api.GET('/v1/account/balance');
    const { balance, baseBalance } = data!.data.find(({ id }) => id === dollars.id)!;
    return [balance, baseBalance];
  };
  const booked = async (rule: string) => fromMinor(await ruleBalance(business, rule), 'DOP');
  const lend = async (direction: 'granted' | 'received', amount: string) => {
    const plan = { method: 'interest-only' as const, annualRate: '12', instalments: 1 };
    const body = { direction, contactId, accountId: dollars.id, amount, plan };
    return (await api.POST('/v1/record/pending/loan', { body })).data!.id;
  };

  await setRate('60');
  const granted = await lend('granted', '1010');
  assert.deepEqual(await inDollars(), ['0.00', '0.00']);
  assert.equal(await booked('loansGranted'), '60600.00');
  assert.equal(await booked('exchangeGain'), '-5050.00');
  await api.POST('/v1/record/pending/credit/{creditId}/cancel', { params: { path: { creditId: granted } }, body: {} });
  assert.deepEqual(await inDollars(), ['1010.00', '55550.00']);

  const received = await lend('received', '1000');
  assert.deepEqual(await inDollars(), ['2010.00', '115550.00']);
  await passTo(business, '2027-02-15');
  await setRate('62');
  const sold = { fromAccountId: dollars.id, toAccountId: pesos.id, amount: '1000', rate: '62' };
  assert.equal((await api.POST('/v1/account/transfer', { body: sold })).error, undefined);
  await api.POST('/v1/record/pending/credit/makeCreditPayment', {
    body: { creditId: received, accountId: dollars.id },
  });
  assert.deepEqual(await inDollars(), ['0.00', '0.00']);
  assert.equal(await booked('loansReceived'), '0.00');
  assert.equal(await booked('interestExpense'), '620.00');
});
