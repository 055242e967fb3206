import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { recountTotals, selectTotals } from '#modules/accounting/ledger/ledger.sql.ts';
import { newId } from '#platform/id.ts';
import { balancesOf, openAccount, ruleBalance } from '#test/accounts.ts';
import { eventsOf } from '#test/events.ts';
import { app, type Business, newBusiness, newMember } from '#test/harness.ts';
import { records } from '../tables.ts';

interface Given {
  fromAccountId: string;
  toAccountId: string;
  amount: string;
  receivedAmount?: string;
  rate?: string;
  fee?: string;
  date?: string;
}

const transfer = (business: Business, body: Given) => business.api.POST('/v1/account/transfer', { body });

test('a transfer with a fee is one record: the amount that leaves is the amount that arrives plus the fee', async () => {
  const business = await newBusiness();
  const from = await openAccount(business, { name: 'Popular', openingBalance: '1000' });
  const to = await openAccount(business, { name: 'BHD' });
  const { data } = await transfer(business, { fromAccountId: from.id, toAccountId: to.id, amount: '400', fee: '7.50' });
  assert.deepEqual(
    [data?.amount, data?.receivedAmount, data?.fee, data?.exchangeDifference],
    ['400.00', '400.00', '7.50', '0.00'],
  );
  assert.deepEqual(await balancesOf(business), { Caja: '0.00', Popular: '592.50', BHD: '400.00' });
  assert.equal(await ruleBalance(business, 'bankFees'), 750n);
  assert.equal((await eventsOf(business)).filter(({ type }) => type === 'record:created').length, 2);
});

test('dollars leave at their cost; the difference from the value that arrives is an exchange gain or loss', async () => {
  const business = await newBusiness();
  const dollars = await openAccount(business, {
    name: 'USD',
    currency: 'USD',
    openingBalance: '100',
    openingRate: '60',
  });
  const pesos = await openAccount(business, { name: 'DOP', openingBalance: '10000' });
  const sell = { fromAccountId: dollars.id, toAccountId: pesos.id };
  const won = await transfer(business, { ...sell, amount: '40', receivedAmount: '2500' });
  assert.deepEqual([won.data?.baseAmount, won.data?.exchangeDifference], ['2500.00', '100.00']);
  const lost = await transfer(business, { ...sell, amount: '60', rate: '59' });
  assert.deepEqual([lost.data?.receivedAmount, lost.data?.exchangeDifference], ['3540.00', '-60.00']);
  const { data } = await business.api.GET('/v1/account/balance');
  const of = (name: string) => data!.data.find((account) => account.name === name)!;
  assert.deepEqual([of('USD').balance, of('USD').baseBalance], ['0.00', '0.00']);
  assert.deepEqual([of('DOP').balance, of('DOP').baseBalance], ['16040.00', '16040.00']);
  assert.equal(await ruleBalance(business, 'exchangeGain'), -10_000n);
  assert.equal(await ruleBalance(business, 'exchangeLoss'), 6_000n);
});

test('bought dollars are valued at their price, and move to another dollar account at that cost', async () => {
  const business = await newBusiness();
  const pesos = await openAccount(business, { name: 'DOP', openingBalance: '10000' });
  const dollars = await openAccount(business, { name: 'USD', currency: 'USD' });
  const savings = await openAccount(business, { name: 'USD 2', currency: 'USD' });
  await transfer(business, { fromAccountId: pesos.id, toAccountId: dollars.id, amount: '6150', receivedAmount: '100' });
  const moved = await transfer(business, {
    fromAccountId: dollars.id,
    toAccountId: savings.id,
    amount: '98',
    fee: '2',
  });
  assert.equal(moved.data?.exchangeDifference, '0.00');
  const { data } = await business.api.GET('/v1/account/balance', { params: { query: { currency: 'USD' } } });
  assert.deepEqual(
    data?.data.map(({ balance, baseBalance }) => [balance, baseBalance]),
    [
      ['0.00', '0.00'],
      ['98.00', '6027.00'],
    ],
  );
  assert.equal(await ruleBalance(business, 'bankFees'), 12_300n);
});

test('without an amount or a rate the rate of the day is used; without one the transfer is refused', async () => {
  const business = await newBusiness();
  const pesos = await openAccount(business, { name: 'DOP', openingBalance: '10000' });
  const francs = await openAccount(business, { name: 'XTS', currency: 'XTS' });
  const buy = { fromAccountId: pesos.id, toAccountId: francs.id, amount: '500', date: '2026-05-02' };
  assert.equal((await transfer(business, buy)).error?.code, 'rate_unknown');
  await business.api.PUT('/v1/currency/rates', {
    body: { date: '2026-05-01', rates: [{ currency: 'XTS', rate: '50' }] },
  });
  assert.equal((await transfer(business, buy)).data?.receivedAmount, '10.00');
});

test('an invalid transfer is refused and moves nothing', async () => {
  const business = await newBusiness();
  const from = await openAccount(business, { openingBalance: '100' });
  const to = await openAccount(business, { name: 'BHD' });
  const both = { fromAccountId: from.id, toAccountId: to.id };
  const code = async (body: Given) => (await transfer(business, body)).error?.code;
  assert.equal(await code({ fromAccountId: from.id, toAccountId: from.id, amount: '1' }), 'transfer_to_itself');
  assert.equal(await code({ ...both, amount: '0' }), 'invalid_request');
  assert.equal(await code({ ...both, amount: '-5' }), 'invalid_request');
  assert.equal(await code({ ...both, amount: '0.001' }), 'amount_out_of_range');
  assert.equal(await code({ ...both, amount: '10', receivedAmount: '9' }), 'received_amount_wrong');
  assert.equal(await code({ ...both, toAccountId: newId(), amount: '10' }), 'reference_not_found');
  const other = await openAccount(await newBusiness());
  assert.equal(await code({ ...both, toAccountId: other.id, amount: '10' }), 'reference_not_found');
  const { api } = await newMember(business, 'viewer');
  assert.equal((await api.POST('/v1/account/transfer', { body: { ...both, amount: '1' } })).response.status, 403);
  assert.deepEqual(await balancesOf(business), { Caja: '0.00', Popular: '100.00', BHD: '0.00' });
});

test('concurrent transfers between currencies keep the books balanced', async () => {
  const business = await newBusiness();
  const accounts = [
    await openAccount(business, { name: 'DOP', openingBalance: '5000' }),
    await openAccount(business, { name: 'USD', currency: 'USD', openingBalance: '100', openingRate: '60' }),
    await openAccount(business, { name: 'EUR', currency: 'EUR', openingBalance: '100', openingRate: '70' }),
  ];
  await business.api.PUT('/v1/currency/rates', {
    body: {
      date: '2026-01-01',
      rates: [
        { currency: 'USD', rate: '61.37' },
        { currency: 'EUR', rate: '70.11' },
      ],
    },
  });
  const move = fc.record({
    from: fc.nat(2),
    to: fc.nat(2),
    cents: fc.integer({ min: 1, max: 9_000 }),
    fee: fc.nat(50),
    rate: fc.constantFrom(undefined, '0.0167', '1', '59.5'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 1, maxLength: 4 }), async (moves) => {
      const answers = await Promise.all(
        moves.map(({ from, to, cents, fee, rate }) =>
          transfer(business, {
            fromAccountId: accounts[from]!.id,
            toAccountId: accounts[to]!.id,
            amount: (cents / 100).toFixed(2),
            ...(fee > 0 && { fee: (fee / 100).toFixed(2) }),
            ...(rate && accounts[from]!.currency !== accounts[to]!.currency && { rate }),
          }),
        ),
      );
      for (const { response } of answers) assert.ok([201, 422].includes(response.status));
      await app.engine.within(business.id, async (ctx) => {
        const filter = { accountIds: null, divisionId: null, until: null };
        const totals = await selectTotals(ctx, filter);
        const sorted = (rows: typeof totals) => rows.toSorted((a, b) => a.accountId.localeCompare(b.accountId));
        assert.deepEqual(sorted(totals), sorted(await recountTotals(ctx, filter)));
        assert.equal(
          totals.reduce((sum, total) => sum + total.debit - total.credit, 0n),
          0n,
        );
      });
    }),
    { numRuns: 10 },
  );
});

test('a transfer belongs to the division of the account that has one', async () => {
  const business = await newBusiness();
  const { data: division } = await business.api.POST('/v1/division', { body: { name: 'Sucursal', kind: 'branch' } });
  const { data: till } = await business.api.POST('/v1/account', {
    body: { name: 'Caja 2', kind: 'cash', divisionId: division!.id, openingBalance: '100' },
  });
  const bank = await openAccount(business);
  const divisionOf = async (body: { divisionId?: string | null; fromAccountId?: string; toAccountId?: string }) => {
    const given = { fromAccountId: till!.id, toAccountId: bank.id, amount: '10', ...body };
    const { data } = await business.api.POST('/v1/account/transfer', { body: given });
    return (await app.engine.within(business.id, (ctx) => records.get(ctx, data!.recordId))).divisionId;
  };
  assert.equal(await divisionOf({}), division!.id);
  assert.equal(await divisionOf({ divisionId: null }), division!.id);
  assert.equal(await divisionOf({ fromAccountId: bank.id, toAccountId: till!.id }), division!.id);
});
