import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '#platform/id.ts';
import { balancesOf, openAccount, ruleBalance } from '#test/accounts.ts';
import { businessOn } from '#test/assets.ts';
import { chartId, enter, newContact, postedBy } from '#test/books.ts';
import { newDocument, newInvoice } from '#test/documents.ts';
import { app, type Business, codeOf, newBusiness, newMember } from '#test/harness.ts';
import { revaluationLines, revaluations } from '../tables.ts';

const path = '/v1/currency/revaluation';

async function setRate({ api }: Business, date: string, rate: string, currency = 'USD'): Promise<void> {
  const { error } = await api.PUT('/v1/currency/rates', { body: { date, rates: [{ currency, rate }] } });
  assert.equal(error, undefined);
}

const preview = async ({ api }: Business, query: Record<string, string>) => {
  const { data, error } = await api.GET(`${path}/preview`, { params: { query } });
  assert.ok(data, JSON.stringify(error));
  return data;
};

const revalue = async ({ api }: Business, body: Record<string, unknown>) => {
  const { data, error } = await api.POST(path, { body: body as never });
  assert.ok(data, JSON.stringify(error));
  return data;
};

const undo = ({ api }: Business, revaluationId: string) =>
  api.DELETE(`${path}/{revaluationId}`, { params: { path: { revaluationId } } });

/** An importer on 5 December: dollars in the bank, a bill in dollars and an invoice in euros, all of November. */
async function importer(): Promise<Business & { dollars: string; supplier: string; customer: string }> {
  const business = await businessOn('2026-12-05');
  const dollars = await openAccount(business, {
    name: 'Dólares',
    currency: 'USD',
    openingBalance: '1000',
    openingDate: '2026-11-10',
    openingRate: '58',
  });
  const supplier = await newContact(business, 'Shenzhen Tools');
  const customer = await newContact(business, 'Casa Madrid');
  const date = '2026-11-15';
  await newInvoice(business, '500', { direction: 'purchase', contactId: supplier, currency: 'USD', rate: '59', date });
  await newInvoice(business, '200', { contactId: customer, currency: 'EUR', rate: '64', date });
  await setRate(business, '2026-11-30', '60');
  await setRate(business, '2026-11-30', '63', 'EUR');
  return { ...business, dollars: dollars.id, supplier, customer };
}

test('a preview shows the open balances at the end of a day, in the books and at the rate of the day', async () => {
  const business = await importer();
  const { lines, totals, unknownRates } = await preview(business, { date: '2026-11-30' });
  assert.deepEqual(
    lines.map(({ kind, code, contactName, currency, amount, booked, rate, value, difference }) =>
      [kind, code, contactName, currency, amount, booked, rate, value, difference].join(' '),
    ),
    [
      `account ${lines[0]!.code}  USD 1000.00 58000.00 60 60000.00 2000.00`,
      'documents 2101 Shenzhen Tools USD -500.00 -29500.00 60 -30000.00 -500.00',
      'documents 1105 Casa Madrid EUR 200.00 12800.00 63 12600.00 -200.00',
    ],
  );
  assert.equal(lines[0]!.accountId, business.dollars);
  const sums = { booked: '41300.00', value: '42600.00', gain: '2000.00', loss: '700.00', difference: '1300.00' };
  assert.deepEqual([totals, unknownRates], [sums, []]);
  const only = await preview(business, { date: '2026-11-30', only: 'account' });
  assert.deepEqual([only.lines.length, only.totals.difference], [1, '2000.00']);
});

test('a revaluation posts one record on its day and the reverse on the next, and changes no balance in its own currency', async () => {
  const business = await importer();
  const before = await balancesOf(business, { date: '2026-11-30' });
  const made = await revalue(business, { date: '2026-11-30' });
  assert.deepEqual(
    [made.gain, made.loss, made.difference, made.reversedOn],
    ['2000.00', '700.00', '1300.00', '2026-12-01'],
  );
  const posted = (await postedBy(business.api, made.recordId)).map(([debit, credit, amount]) => [
    debit,
    credit,
    amount,
  ]);
  const code = made.lines.find(({ kind }) => kind === 'account')!.code;
  assert.deepEqual(posted.toSorted(), [
    [code, '4208', '2000.00'],
    ['6207', '1105', '200.00'],
    ['6207', '2101', '500.00'],
  ]);
  const back = (await postedBy(business.api, made.reversalRecordId)).map(([debit, credit]) => [debit, credit]);
  assert.deepEqual(
    back.toSorted(),
    [
      ['1105', '6207'],
      ['2101', '6207'],
      ['4208', code],
    ].toSorted(),
  );
  assert.deepEqual(await balancesOf(business, { date: '2026-11-30' }), before);
  assert.equal(await ruleBalance(business, 'payable', '2026-11-30'), -3_000_000n);
  assert.equal(await ruleBalance(business, 'receivable', '2026-11-30'), 1_260_000n);
  assert.equal(await ruleBalance(business, 'payable', '2026-12-01'), -2_950_000n);
  assert.equal(await ruleBalance(business, 'unrealizedExchangeGain'), 0n);
  const { data: record } = await business.api.GET('/v1/record/{recordId}', {
    params: { path: { recordId: made.recordId } },
  });
  assert.deepEqual([record!.kind, record!.date, record!.sourceId], ['revaluation', '2026-11-30', made.id]);
  assert.equal(
    codeOf(await business.api.DELETE('/v1/record', { body: { id: made.recordId } })),
    'record_made_elsewhere',
  );
});

test('invoices and loans that are posted to one account are revalued together', async () => {
  const business = await importer();
  const { api, customer: contactId, dollars } = business;
  const receivable = await chartId(business, 'receivable');
  await api.PATCH('/v1/chart-of-accounts/posting-rules', {
    body: { rules: [{ name: 'loansGranted', chartAccountId: receivable }] },
  });
  const date = '2026-11-20';
  await setRate(business, date, '59');
  await newInvoice(business, '300', { contactId, currency: 'USD', rate: '59', date });
  const loan = { contactId, accountId: dollars, amount: '100', date, plan: { instalments: 1 } };
  assert.equal((await api.POST('/v1/record/pending/loan', { body: loan })).error, undefined);
  const { lines } = await preview(business, { date: '2026-11-30' });
  const owed = lines.filter(({ code, currency }) => code === '1105' && currency === 'USD');
  assert.deepEqual(
    owed.map(({ documents, amount, booked, difference }) => [documents, amount, booked, difference]),
    [[2, '400.00', '23600.00', '400.00']],
  );
});

test('a second revaluation of a day posts only what has changed since', async () => {
  const business = await importer();
  const date = '2026-11-30';
  await revalue(business, { date });
  assert.equal((await preview(business, { date })).totals.difference, '0.00');
  const again = await business.api.POST(path, { body: { date } });
  assert.equal(codeOf(again), 'nothing_to_revalue');
  const second = await revalue(business, { date, rates: [{ currency: 'USD', rate: '60.50' }] });
  assert.deepEqual([second.gain, second.loss], ['500.00', '250.00']);
  assert.equal(await ruleBalance(business, 'payable', date), -3_025_000n);
  await newInvoice(business, '100', { contactId: business.customer, currency: 'EUR', rate: '64', date });
  const third = await revalue(business, { date, only: ['documents'], rates: [{ currency: 'USD', rate: '60.50' }] });
  assert.deepEqual(
    third.lines.map(({ amount, documents, booked, difference }) => [amount, documents, booked, difference]),
    [['300.00', 2, '19000.00', '-100.00']],
  );
  const { data } = await business.api.GET(path, { params: { query: { from: date, to: date } } });
  assert.equal(data!.total, 3);
});

test('several revaluations of a day at once post the differences once', async () => {
  const business = await importer();
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => business.api.POST(path, { body: { date: '2026-11-30' } })),
  );
  assert.equal(answers.filter(({ data }) => data).length, 1);
  assert.deepEqual(new Set(answers.flatMap((answer) => codeOf(answer) ?? [])), new Set(['nothing_to_revalue']));
  assert.equal(await ruleBalance(business, 'unrealizedExchangeGain', '2026-11-30'), -200_000n);
});

test('a debt that was paid after the day is open on it, also if a balance paid it', async () => {
  const business = await importer();
  const { api, supplier: beneficiaryId, dollars: accountId } = business;
  const advance = { beneficiaryId, accountId, direction: 'purchase' as const };
  await api.POST('/v1/beneficiary/balance/topup', { body: { ...advance, amount: '300', date: '2026-11-20' } });
  await api.POST('/v1/beneficiary/balance/topup', { body: { ...advance, amount: '50', date: '2026-12-02' } });
  const bill = await newInvoice(business, '100', {
    direction: 'purchase',
    contactId: beneficiaryId,
    currency: 'USD',
    rate: '59',
    date: '2026-11-20',
  });
  const body = { id: bill.id, date: '2026-12-01', payments: [{ balance: true, amount: '100' }] };
  assert.equal((await api.PATCH('/v1/record/pending/pay', { body: body as never })).error, undefined);
  const on = async (date: string) =>
    (await preview(business, { date })).lines
      .filter(({ contactId }) => contactId === beneficiaryId)
      .map(({ kind, amount, booked }) => [kind, amount, booked].join(' '));
  assert.deepEqual(await on('2026-11-30'), ['documents -600.00 -35400.00', 'balance 300.00 17400.00']);
  assert.deepEqual(await on('2026-12-01'), ['documents -500.00 -29500.00', 'balance 200.00 11600.00']);
  assert.deepEqual(await on('2026-12-02'), ['documents -500.00 -29500.00', 'balance 250.00 14500.00']);
});

test('money that leaves an account on the day of a revaluation costs the same as without it', async () => {
  const business = await importer();
  const pesos = await openAccount(business, { name: 'Pesos' });
  await revalue(business, { date: '2026-11-30' });
  const { data } = await business.api.POST('/v1/account/transfer', {
    body: { fromAccountId: business.dollars, toAccountId: pesos.id, amount: '1000', rate: '61', date: '2026-11-30' },
  });
  assert.equal(data!.exchangeDifference, '3000.00');
  const { data: balances } = await business.api.GET('/v1/account/balance', { params: { query: { currency: 'USD' } } });
  assert.deepEqual(
    balances!.data.map(({ balance, baseBalance }) => [balance, baseBalance]),
    [['0.00', '0.00']],
  );
  const changed = await revalue(business, { date: '2026-11-30', only: ['account'] });
  assert.deepEqual(
    changed.lines.map(({ amount, rate, value, difference }) => [amount, rate, value, difference]),
    [['0.00', null, '0.00', '-2000.00']],
  );
});

test('a revaluation shows in the cash flows as an effect of exchange rates, and never in those of operations', async () => {
  const business = await importer();
  const cashFlow = async (from: string, to: string) => {
    const query = { type: 'cash-flow' as const, from, to };
    const { data } = await business.api.GET('/v1/chart-of-accounts/report', { params: { query } });
    assert.ok(data?.type === 'cash-flow');
    return [data.operating.total, data.exchangeDifference, data.closingCash];
  };
  const before = await cashFlow('2026-11-01', '2026-11-30');
  assert.deepEqual(before, ['0.00', '0.00', '58000.00']);
  await revalue(business, { date: '2026-11-30' });
  assert.deepEqual(await cashFlow('2026-11-01', '2026-11-30'), ['0.00', '2000.00', '60000.00']);
  assert.deepEqual(await cashFlow('2026-12-01', '2026-12-31'), ['0.00', '-2000.00', '58000.00']);
});

test('undoing a revaluation voids both of its records', async () => {
  const business = await importer();
  const { id, recordId, reversalRecordId } = await revalue(business, { date: '2026-11-30' });
  assert.equal((await undo(business, id)).response.status, 204);
  for (const each of [recordId, reversalRecordId]) {
    const { data } = await business.api.GET('/v1/record/{recordId}', { params: { path: { recordId: each } } });
    assert.equal(data!.status, 'void');
  }
  assert.equal(await ruleBalance(business, 'payable', '2026-11-30'), -2_950_000n);
  assert.equal(codeOf(await undo(business, id)), 'not_found');
  assert.equal((await preview(business, { date: '2026-11-30' })).totals.difference, '1300.00');
});

test('a day to come, a locked period and an unknown rate are refused', async () => {
  const business = await importer();
  const post = (body: object) => business.api.POST(path, { body: body as never });
  assert.equal(codeOf(await post({ date: '2026-12-06' })), 'revalued_in_future');
  const { id } = await revalue(business, { date: '2026-11-30' });
  await business.api.PATCH('/v1/organization/settings', {
    body: { section: 'accounting', value: { lockDate: '2026-11-30' } } as never,
  });
  const rates = [{ currency: 'USD', rate: '61' }];
  assert.equal(codeOf(await post({ date: '2026-11-30', rates })), 'period_locked');
  assert.equal(codeOf(await undo(business, id)), 'period_locked');
  const contactId = await newContact(business);
  await newDocument(business.api, { contactId, currency: 'XAF', rate: '0.1', date: '2026-12-01' });
  assert.equal(codeOf(await post({ date: '2026-12-02' })), 'rate_unknown');
  const { unknownRates, lines } = await preview(business, { date: '2026-12-02' });
  assert.deepEqual(unknownRates, ['XAF']);
  assert.deepEqual(
    lines.filter(({ currency }) => currency === 'XAF').map(({ rate, value, difference }) => [rate, value, difference]),
    [[null, null, null]],
  );
});

test('an archived account that still has a balance is named', async () => {
  const business = await businessOn('2026-12-05');
  const { api } = business;
  const { data: card } = await api.POST('/v1/chart-of-accounts', {
    body: { code: '2190', name: 'Tarjeta en dólares', kind: 'liability', currency: 'USD' },
  });
  const lines = [
    { chartAccountId: await chartId(business, 'expenses'), debit: '5800' },
    { chartAccountId: card!.id, credit: '5800', ownAmount: '100' },
  ];
  await enter(api, { kind: 'journal', date: '2026-11-10', lines });
  await api.PATCH('/v1/chart-of-accounts', { body: { id: card!.id, archived: true } });
  const post = () => api.POST(path, { body: { date: '2026-11-30', rates: [{ currency: 'USD', rate: '60' }] } });
  const { error } = await post();
  assert.equal(error!.code, 'account_not_postable');
  assert.match(error!.detail, /^2190 Tarjeta en dólares/);
  await api.PATCH('/v1/chart-of-accounts', { body: { id: card!.id, archived: false } });
  assert.equal((await post()).data!.loss, '200.00');
});

test('a merged contact keeps the revaluation of its debts', async () => {
  const business = await importer();
  await revalue(business, { date: '2026-11-30' });
  const { error } = await business.api.PATCH('/v1/beneficiary/merge', {
    body: { id: business.customer, fromIds: [business.supplier] },
  });
  assert.equal(error, undefined, JSON.stringify(error));
  const { lines } = await preview(business, { date: '2026-11-30' });
  assert.deepEqual(
    lines.map(({ contactName, difference }) => [contactName, difference]),
    [
      [null, '0.00'],
      ['Casa Madrid', '0.00'],
      ['Casa Madrid', '0.00'],
    ],
  );
});

test('a viewer reads revaluations and posts none; another organization sees none', async () => {
  const business = await importer();
  const made = await revalue(business, { date: '2026-11-30' });
  const viewer = await newMember(business);
  const read = await viewer.api.GET(`${path}/{revaluationId}`, { params: { path: { revaluationId: made.id } } });
  assert.deepEqual(read.data, made);
  assert.equal(codeOf(await viewer.api.POST(path, { body: { date: '2026-11-30' } })), 'forbidden');
  const other = await newBusiness();
  for (const id of [made.id, newId()]) assert.equal(codeOf(await undo(other, id)), 'not_found');
});

test('PostgreSQL refuses a line whose difference is wrong, and a second revaluation with the same number', async () => {
  const business = await importer();
  const made = await revalue(business, { date: '2026-11-30' });
  const change = (work: (ctx: Parameters<Parameters<typeof app.engine.within>[1]>[0]) => Promise<unknown>) =>
    app.engine.within(business.id, work);
  await assert.rejects(
    change((ctx) => revaluationLines.updateAll(ctx, { revaluationId: made.id, line: 1 }, { value: 1n })),
    /check constraint/,
  );
  await assert.rejects(
    change((ctx) =>
      revaluations.insert(ctx, {
        id: newId(),
        date: '2026-11-30',
        sequence: 1,
        reversedOn: '2026-12-01',
        recordId: made.recordId,
        reversalRecordId: made.reversalRecordId,
        gain: 1n,
        loss: 0n,
        createdAt: ctx.now,
      }),
    ),
    /revaluations_sequence/,
  );
});
