import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { convertMinor, fromMinor, toMinor } from '#platform/money.ts';
import { openAccount } from '#test/accounts.ts';
import { businessOn } from '#test/assets.ts';
import { newContact } from '#test/books.ts';
import { newInvoice } from '#test/documents.ts';
import { type Business, codeOf } from '#test/harness.ts';

const FIRST = Temporal.PlainDate.from('2026-10-01');
const LAST = '2026-12-31';

/** Something that happens some days after the one before it, on a day with these rates. */
const steps = fc.array(
  fc.record({
    days: fc.integer({ min: 0, max: 4 }),
    usd: fc.integer({ min: 400_000, max: 700_000 }),
    eur: fc.integer({ min: 500_000, max: 800_000 }),
    what: fc.constantFrom(
      'invoice' as const,
      'pay' as const,
      'exchange' as const,
      'advance' as const,
      'revalue' as const,
    ),
    direction: fc.constantFrom('sale' as const, 'purchase' as const),
    currency: fc.constantFrom('USD' as const, 'EUR' as const),
    amount: fc.integer({ min: 100, max: 500_000 }),
    place: fc.nat(),
  }),
  { minLength: 6, maxLength: 14 },
);
type Step = typeof steps extends fc.Arbitrary<(infer S)[]> ? S : never;

interface Shop extends Business {
  contactId: string;
  pesos: string;
  accounts: Record<'USD' | 'EUR', string>;
  documents: { id: string; currency: 'USD' | 'EUR'; direction: 'sale' | 'purchase'; left: bigint }[];
  revalued: string[];
}

async function newShop(): Promise<Shop> {
  const business = await businessOn(LAST);
  const opening = { openingBalance: '20000', openingDate: FIRST.toString(), openingRate: '55' };
  const [usd, eur] = [
    await openAccount(business, { name: 'Dólares', currency: 'USD', ...opening }),
    await openAccount(business, { name: 'Euros', currency: 'EUR', ...opening }),
  ];
  const pesos = (
    await openAccount(business, { name: 'Pesos', openingBalance: '1000000', openingDate: FIRST.toString() })
  ).id;
  const contactId = await newContact(business);
  return { ...business, contactId, pesos, accounts: { USD: usd.id, EUR: eur.id }, documents: [], revalued: [] };
}

const decimal = (value: number, digits: number): string => (value / 10 ** digits).toFixed(digits);

async function take(shop: Shop, step: Step, date: string, revalues: boolean): Promise<void> {
  const { api, contactId, accounts } = shop;
  const { direction, currency, place } = step;
  const amount = decimal(step.amount, 2);
  const rates = { USD: decimal(step.usd, 4), EUR: decimal(step.eur, 4) };
  const given = [
    { currency: 'USD', rate: rates.USD },
    { currency: 'EUR', rate: rates.EUR },
  ];
  await api.PUT('/v1/currency/rates', { body: { date, rates: given } });
  if (step.what === 'invoice') {
    const rate = rates[currency];
    const { id } = await newInvoice(shop, amount, { contactId, direction, currency, rate, date });
    shop.documents.push({ id, currency, direction, left: toMinor(amount, currency) });
  }
  const open = shop.documents.filter(({ left }) => left > 0n);
  if (step.what === 'pay' && open.length > 0) {
    const document = open[place % open.length]!;
    const part = BigInt(step.amount) < document.left ? BigInt(step.amount) : document.left;
    const payment = { accountId: accounts[document.currency], amount: fromMinor(part, document.currency) };
    const { error } = await api.PATCH('/v1/record/pending/pay', {
      body: { id: document.id, date, payments: [payment] },
    });
    assert.equal(error, undefined, JSON.stringify(error));
    document.left -= part;
  }
  if (step.what === 'exchange') {
    const [from, to] = direction === 'sale' ? [accounts[currency], shop.pesos] : [shop.pesos, accounts[currency]];
    const body = { fromAccountId: from, toAccountId: to, amount, date };
    assert.equal((await api.POST('/v1/account/transfer', { body })).error, undefined);
  }
  if (step.what === 'advance') {
    const body = { beneficiaryId: contactId, accountId: accounts[currency], amount, date, direction };
    assert.equal((await api.POST('/v1/beneficiary/balance/topup', { body })).error, undefined);
  }
  if (step.what === 'revalue' && revalues) {
    const answer = await api.POST('/v1/currency/revaluation', { body: { date } });
    if (answer.error) assert.equal(codeOf(answer), 'nothing_to_revalue', JSON.stringify(answer.error));
    else shop.revalued.push(answer.data.id);
  }
}

async function trialBalance({ api }: Business, to: string) {
  const query = { type: 'trial-balance' as const, from: FIRST.toString(), to };
  const { data } = await api.GET('/v1/chart-of-accounts/report', { params: { query } });
  assert.ok(data?.type === 'trial-balance');
  assert.equal(data.totals.closingDebit, data.totals.closingCredit);
  const closing = (line: (typeof data.lines)[number]) =>
    toMinor(line.closingDebit, 'DOP') - toMinor(line.closingCredit, 'DOP');
  return new Map(data.lines.map((line) => [line.code, closing(line)] as const).filter(([, balance]) => balance !== 0n));
}

const ownBalances = async ({ api }: Business, date: string) =>
  (await api.GET('/v1/account/balance', { params: { query: { date } } })).data!.data.map(({ balance }) => balance);

test('revaluations change the books only on their own days, and voiding them leaves no trace', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (script) => {
      const [shop, plain] = [await newShop(), await newShop()];
      const seen = new Map<string, Step>();
      let day = FIRST;
      for (const step of script) {
        day = day.add({ days: step.days });
        await take(shop, step, day.toString(), true);
        await take(plain, step, day.toString(), false);
        seen.set(day.toString(), step);
      }
      const { data: made } = await shop.api.GET('/v1/currency/revaluation', {
        params: { query: { itemsPerPage: 100 } },
      });
      const revaluedOn = new Set(made!.data.map(({ date }) => date));
      for (const date of [
        ...seen.keys(),
        ...[...revaluedOn].map((each) => Temporal.PlainDate.from(each).add({ days: 1 }).toString()),
        LAST,
      ]) {
        assert.deepEqual(await ownBalances(shop, date), await ownBalances(plain, date));
        const [with_, without] = [await trialBalance(shop, date), await trialBalance(plain, date)];
        if (!revaluedOn.has(date)) assert.deepEqual(with_, without, date);
      }
      for (const date of revaluedOn) await assertAtRates(shop, date);
      for (const revaluationId of shop.revalued)
        await shop.api.DELETE('/v1/currency/revaluation/{revaluationId}', { params: { path: { revaluationId } } });
      for (const date of seen.keys()) assert.deepEqual(await trialBalance(shop, date), await trialBalance(plain, date));
    }),
    { numRuns: 4 },
  );
});

/** After a last revaluation every open amount is in the books at the rate of the day. */
async function assertAtRates({ api, revalued }: Shop, date: string): Promise<void> {
  const { data: last } = await api.POST('/v1/currency/revaluation', { body: { date } });
  if (last) revalued.push(last.id);
  const { data } = await api.GET('/v1/currency/revaluation/preview', { params: { query: { date } } });
  for (const { amount, currency, rate, booked } of data!.lines) {
    const own = toMinor(amount, currency);
    const size = rate === null ? 0n : convertMinor(own < 0n ? -own : own, currency, rate, 'DOP');
    assert.equal(toMinor(booked, 'DOP'), own < 0n ? -size : size);
  }
}

test('over the life of a document realized and unrealized differences are its value when paid less its value when issued', async () => {
  const parts = fc.array(
    fc.record({ amount: fc.integer({ min: 1, max: 90_000 }), rate: fc.integer({ min: 400_000, max: 700_000 }) }),
    { minLength: 1, maxLength: 4 },
  );
  const lives = fc.record({
    parts,
    rate: fc.integer({ min: 400_000, max: 700_000 }),
    closing: fc.array(fc.integer({ min: 400_000, max: 700_000 }), { minLength: 4, maxLength: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(lives, async ({ parts: paid, rate, closing }) => {
      const shop = await newShop();
      const { api, contactId, accounts } = shop;
      const total = paid.reduce((sum, { amount }) => sum + amount, 0);
      const setRate = (date: string, given: number) =>
        api.PUT('/v1/currency/rates', { body: { date, rates: [{ currency: 'USD', rate: decimal(given, 4) }] } });
      const { id } = await newInvoice(shop, decimal(total, 2), {
        contactId,
        currency: 'USD',
        rate: decimal(rate, 4),
        date: FIRST.toString(),
      });
      let settled = 0n;
      for (const [place, part] of paid.entries()) {
        const [monthEnd, payday] = [
          FIRST.add({ days: place * 10 + 5 }).toString(),
          FIRST.add({ days: place * 10 + 10 }).toString(),
        ];
        await setRate(monthEnd, closing[place]!);
        const { error } = await api.POST('/v1/currency/revaluation', { body: { date: monthEnd, only: ['documents'] } });
        if (error) assert.equal(error.code, 'nothing_to_revalue');
        await setRate(payday, part.rate);
        const payments = [{ accountId: accounts.USD, amount: decimal(part.amount, 2) }];
        await api.PATCH('/v1/record/pending/pay', { body: { id, date: payday, payments } });
        settled += convertMinor(BigInt(part.amount), 'USD', decimal(part.rate, 4), 'DOP');
      }
      const books = await trialBalance(shop, LAST);
      const result = ['4203', '4208', '6203', '6207'].reduce((sum, code) => sum - (books.get(code) ?? 0n), 0n);
      assert.equal(result, settled - convertMinor(BigInt(total), 'USD', decimal(rate, 4), 'DOP'));
      assert.equal(books.get('1105') ?? 0n, 0n);
    }),
    { numRuns: 6 },
  );
});
