import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { foldTail } from '#modules/accounting/ledger/ledger.sql.ts';
import { toMinor } from '#platform/money.ts';
import { balancesOf, enter, openAccount } from '#test/accounts.ts';
import { app, newBusiness } from '#test/harness.ts';

test('a balance is read now, at the end of a day, and as known at a moment', async () => {
  const business = await newBusiness();
  const account = await openAccount(business, { openingBalance: '100', openingDate: '2026-01-01' });
  await enter(business, account, { amount: '50', date: '2026-02-10' });
  const { data } = await business.api.GET('/v1/organization/active');
  const knownAt = data!.now;
  await enter(business, account, { amount: '-30', date: '2026-02-10' });
  assert.equal((await balancesOf(business)).Popular, '120.00');
  assert.equal((await balancesOf(business, { date: '2026-02-09' })).Popular, '100.00');
  assert.equal((await balancesOf(business, { date: '2025-12-31' })).Popular, '0.00');
  assert.equal((await balancesOf(business, { date: '2026-02-10', knownAt })).Popular, '150.00');
});

test('a history goes from its opening through every interval to its balance', async () => {
  const business = await newBusiness();
  const account = await openAccount(business, { openingBalance: '100', openingDate: '2026-01-31' });
  await enter(business, account, { amount: '50', date: '2026-02-02' });
  await enter(business, account, { amount: '-20', date: '2026-02-08' });
  await enter(business, account, { amount: '5', date: '2026-03-01' });
  const history = async (query: { interval: 'day' | 'week' | 'month'; from: string; to: string }) => {
    const path = { accountId: account.id };
    const { data } = await business.api.GET('/v1/account/{accountId}/balance-history', { params: { path, query } });
    return data!.data.map(({ date, in: came, out, balance }) => [date, came, out, balance]);
  };
  assert.deepEqual(await history({ interval: 'week', from: '2026-02-02', to: '2026-02-15' }), [
    ['2026-02-02', '50.00', '20.00', '130.00'],
    ['2026-02-09', '0.00', '0.00', '130.00'],
  ]);
  assert.deepEqual(await history({ interval: 'month', from: '2026-01-15', to: '2026-03-10' }), [
    ['2026-01-01', '100.00', '0.00', '100.00'],
    ['2026-02-01', '50.00', '20.00', '130.00'],
    ['2026-03-01', '5.00', '0.00', '135.00'],
  ]);
  assert.deepEqual(await history({ interval: 'day', from: '2026-02-01', to: '2026-02-02' }), [
    ['2026-02-01', '0.00', '0.00', '100.00'],
    ['2026-02-02', '50.00', '0.00', '150.00'],
  ]);
});

test('the history of all accounts is the sum of each, whatever moved between them and however it was folded', async () => {
  const business = await newBusiness();
  const accounts = [await openAccount(business, { name: 'A' }), await openAccount(business, { name: 'B' })];
  const step = fc.record({
    which: fc.nat(1),
    amount: fc.integer({ min: -999, max: 999 }),
    day: fc.nat(40),
    fold: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
      for (const { which, amount, day, fold } of steps) {
        const date = Temporal.PlainDate.from('2026-03-01').add({ days: day }).toString();
        if (amount !== 0) await enter(business, accounts[which]!, { amount: String(amount), date });
        if (fold) await app.engine.within(business.id, (ctx) => foldTail(ctx));
      }
      const query = { from: '2026-03-05', to: '2026-04-20', interval: 'week', byAccount: 'true' } as const;
      const { data } = await business.api.GET('/v1/account/all/balance-history', { params: { query: query as never } });
      const now = await balancesOf(business);
      for (const { name, data: points } of data!.accounts) assert.equal(points.at(-1)?.balance, now[name]);
      data!.data.forEach((point, index) => {
        const sum = data!.accounts.reduce((whole, each) => whole + toMinor(each.data[index]!.balance, 'DOP'), 0n);
        assert.equal(toMinor(point.balance, 'DOP'), sum);
      });
    }),
    { numRuns: 8 },
  );
});

test('a history with too many points, or that ends before it begins, is refused', async () => {
  const business = await newBusiness();
  const backwards = { from: '2026-12-01', to: '2026-11-01' };
  for (const path of ['/v1/account/all/balance-history', '/v1/conversation/stats'] as const) {
    const refused = await business.api.GET(path, { params: { query: backwards } });
    assert.deepEqual(refused.error?.errors[0]?.path, 'query.to');
  }
  const query = { from: '2020-01-01', to: '2026-01-01', interval: 'day' } as const;
  const { error } = await business.api.GET('/v1/account/all/balance-history', { params: { query } });
  assert.equal(error?.code, 'history_too_long');
});
