import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { PostingRule } from '#modules/accounting/ledger/chart-seed.ts';
import { newId } from '#platform/id.ts';
import { balancesOf, openAccount, ruleBalance } from '#test/accounts.ts';
import { chartId, newContact, newDivision } from '#test/books.ts';
import { newInvoice } from '#test/documents.ts';
import { app, type Business, newBusiness, newMember } from '#test/harness.ts';

const topUp = ({ api }: Business, beneficiaryId: string, accountId: string, amount: string, more = {}) =>
  api.POST('/v1/beneficiary/balance/topup', { body: { beneficiaryId, accountId, amount, ...more } });
const refund = ({ api }: Business, beneficiaryId: string, accountId: string, amount: string) =>
  api.POST('/v1/beneficiary/balance/refund', { body: { beneficiaryId, accountId, amount } });
const read = async ({ api }: Business, beneficiaryId: string, query = {}) => {
  const { data } = await api.GET('/v1/beneficiary/{beneficiaryId}/balance', {
    params: { path: { beneficiaryId }, query },
  });
  return data!;
};
const balances = async (business: Business, beneficiaryId: string) =>
  Object.fromEntries(
    (await read(business, beneficiaryId)).balances.map(({ currency, balance }) => [currency, balance]),
  );

/** The amount owed to contacts by the books, by their balances and by their histories. */
async function sums(business: Business): Promise<{ booked: bigint; held: bigint; moved: bigint }> {
  const booked = -(await ruleBalance(business, 'customerBalances'));
  return app.engine.within(business.id, async ({ tx }) => {
    const held = await tx
      .selectFrom('contactBalances')
      .select('baseBalance')
      .where('organizationId', '=', business.id)
      .execute();
    const moved = await tx
      .selectFrom('contactBalanceMovements')
      .select('baseAmount')
      .where('organizationId', '=', business.id)
      .execute();
    return {
      booked,
      held: held.reduce((sum, { baseBalance }) => sum + baseBalance, 0n),
      moved: moved.reduce((sum, { baseAmount }) => sum + baseAmount, 0n),
    };
  });
}

async function assertInStep(business: Business): Promise<void> {
  const { booked, held, moved } = await sums(business);
  assert.deepEqual([held, moved], [booked, booked]);
}

test('the accounts of debts, balances, advances and gift cards stay while they hold something', async () => {
  const business = await newBusiness();
  const { api } = business;
  const [contact, account] = [await newContact(business), await openAccount(business)];
  const move = async (name: PostingRule, rule: PostingRule) => {
    const chartAccountId = await chartId(business, rule);
    const rules = [{ name, chartAccountId }];
    return (await api.PATCH('/v1/chart-of-accounts/posting-rules', { body: { rules } })).error?.code;
  };
  const moves = async () => [
    await move('customerBalances', 'payable'),
    await move('supplierAdvances', 'receivable'),
    await move('giftCards', 'payable'),
    await move('receivable', 'loansGranted'),
    await move('payable', 'loansReceived'),
  ];
  await topUp(business, contact, account.id, '100');
  await topUp(business, contact, account.id, '100', { direction: 'purchase' });
  const { data: card } = await api.POST('/v1/gift-card', { body: { amount: '100', accountId: account.id } });
  const sale = await newInvoice(business, '100', { contactId: contact });
  const purchase = await newInvoice(business, '100', { contactId: contact, direction: 'purchase' });
  assert.deepEqual(await moves(), Array(5).fill('posting_rule_in_use'));
  for (const { id } of [sale, purchase])
    await api.PATCH('/v1/record/pending/pay', { body: { id, payments: [{ accountId: account.id }] } });
  await refund(business, contact, account.id, '100');
  await api.POST('/v1/beneficiary/balance/refund', {
    body: { beneficiaryId: contact, accountId: account.id, amount: '100', direction: 'purchase' },
  });
  await api.DELETE('/v1/gift-card/{giftCardId}', {
    params: { path: { giftCardId: card!.id } },
    body: { refundAccountId: account.id },
  });
  assert.deepEqual(await moves(), Array(5).fill(undefined));
});

test('a top-up is in the account, owed in the books, and in the history of the contact', async () => {
  const business = await newBusiness();
  const contact = await newContact(business);
  const account = await openAccount(business);
  const divisionId = await newDivision(business);
  const given = { paymentMethod: 'cash', divisionId, reference: 'R-1', description: 'Abono' };
  const { data, response } = await topUp(business, contact, account.id, '1500', given);
  assert.equal(response.status, 201);
  assert.deepEqual([data?.amount, data?.balance, data?.currency], ['1500.00', '1500.00', 'DOP']);
  const record = await business.api.GET('/v1/record/{recordId}', { params: { path: { recordId: data!.recordId } } });
  const { kind, accountId, contactId, entries, ...said } = record.data!;
  assert.deepEqual([kind, accountId, contactId], ['topup', account.id, contact]);
  assert.deepEqual(
    [said.paymentMethod, said.divisionId, said.reference, said.description],
    ['cash', divisionId, 'R-1', 'Abono'],
  );
  const transfers = entries[0]!.transfers.map(({ debit, credit, amount }) => [debit.id, credit.id, amount]);
  assert.deepEqual(transfers, [[account.chartAccountId, await chartId(business, 'customerBalances'), '1500.00']]);
  assert.equal((await balancesOf(business)).Popular, '1500.00');
  const history = await read(business, contact);
  assert.deepEqual(history.balances, [{ currency: 'DOP', balance: '1500.00', baseBalance: '1500.00' }]);
  assert.deepEqual(
    history.data.map((movement) => [movement.kind, movement.amount, movement.balance, movement.recordId]),
    [['topup', '1500.00', '1500.00', data!.recordId]],
  );
  await assertInStep(business);
});

test('a balance is refunded, never more than there is, and its history is listed', async () => {
  const business = await newBusiness();
  const contact = await newContact(business);
  const account = await openAccount(business);
  await topUp(business, contact, account.id, '100');
  const { data } = await refund(business, contact, account.id, '30.50');
  assert.deepEqual([data?.amount, data?.balance], ['-30.50', '69.50']);
  assert.equal((await refund(business, contact, account.id, '69.51')).error?.code, 'balance_too_low');
  assert.equal((await balancesOf(business)).Popular, '69.50');
  const { data: history } = await read(business, contact);
  assert.deepEqual(
    history.map(({ kind, amount, balance }) => [kind, amount, balance]),
    [
      ['refund', '-30.50', '69.50'],
      ['topup', '100.00', '100.00'],
    ],
  );
  const list = async (query: { sort?: 'created'; cursor?: string; itemsPerPage?: number; kind?: string }) => {
    const path = { beneficiaryId: contact };
    const { data } = await business.api.GET('/v1/beneficiary/{beneficiaryId}/balance', {
      params: { path, query: query as object },
    });
    return data!;
  };
  const first = await list({ sort: 'created', itemsPerPage: 1 });
  const second = await list({ sort: 'created', itemsPerPage: 1, cursor: first.nextCursor! });
  assert.deepEqual([first.data[0]?.balance, second.data[0]?.balance, second.nextCursor], ['100.00', '69.50', null]);
  assert.equal((await list({ kind: 'topup,refund' })).total, 2);
  await assertInStep(business);
});

test('a balance in dollars is booked at its cost, and a refund posts the exchange difference', async () => {
  const business = await newBusiness();
  const contact = await newContact(business);
  const dollars = await openAccount(business, { name: 'Dólares', currency: 'USD' });
  const rate = (value: string) =>
    business.api.PUT('/v1/currency/rates', { body: { rates: [{ currency: 'USD', rate: value }] } });
  await rate('60');
  await topUp(business, contact, dollars.id, '100');
  await rate('61');
  await topUp(business, contact, dollars.id, '100');
  assert.deepEqual((await read(business, contact)).balances, [
    { currency: 'USD', balance: '200.00', baseBalance: '12100.00' },
  ]);
  await openAccount(business, { name: 'Otra', currency: 'USD', openingBalance: '100', openingRate: '62' }).then(
    (other) => refund(business, contact, other.id, '50'),
  );
  assert.deepEqual((await read(business, contact)).balances, [
    { currency: 'USD', balance: '150.00', baseBalance: '9075.00' },
  ]);
  assert.equal(await ruleBalance(business, 'exchangeLoss'), 7_500n);
  await assertInStep(business);
});

test('fifty concurrent refunds never spend more than the balance', async () => {
  const business = await newBusiness();
  const contact = await newContact(business);
  const account = await openAccount(business);
  await topUp(business, contact, account.id, '100');
  const answers = await Promise.all(Array.from({ length: 50 }, () => refund(business, contact, account.id, '3')));
  assert.equal(answers.filter(({ response }) => response.status === 201).length, 33);
  assert.ok(answers.every(({ response, error }) => response.status === 201 || error?.code === 'balance_too_low'));
  assert.deepEqual(await balances(business, contact), { DOP: '1.00' });
  await assertInStep(business);
});

test('merged contacts have one balance in each currency and one history', async () => {
  const business = await newBusiness();
  const [into, from] = [await newContact(business), await newContact(business)];
  const account = await openAccount(business);
  const dollars = await openAccount(business, { name: 'Dólares', currency: 'USD' });
  await business.api.PUT('/v1/currency/rates', { body: { rates: [{ currency: 'USD', rate: '60' }] } });
  await topUp(business, into, account.id, '100');
  await topUp(business, from, account.id, '50');
  await topUp(business, from, dollars.id, '10');
  const merged = await business.api.PATCH('/v1/beneficiary/merge', { body: { id: into, fromIds: [from] } });
  assert.equal(merged.response.status, 200);
  for (const id of [into, from]) assert.deepEqual(await balances(business, id), { DOP: '150.00', USD: '10.00' });
  assert.equal((await read(business, into)).total, 3);
  assert.equal((await read(business, into, { currency: 'USD' })).total, 1);
  assert.equal((await refund(business, from, account.id, '150')).data?.balance, '0.00');
  await assertInStep(business);
});

test('the record of a top-up cannot be voided by itself', async () => {
  const business = await newBusiness();
  const contact = await newContact(business);
  const account = await openAccount(business);
  const { data } = await topUp(business, contact, account.id, '100');
  const { error } = await business.api.DELETE('/v1/record', { params: { query: { id: data!.recordId } } });
  assert.equal(error?.code, 'record_made_elsewhere');
});

test('a top-up sent twice with one key is made once, and a dry run writes nothing', async () => {
  const business = await newBusiness();
  const contact = await newContact(business);
  const account = await openAccount(business);
  const send = (headers: Record<string, string>) =>
    business.api.POST('/v1/beneficiary/balance/topup', {
      body: { beneficiaryId: contact, accountId: account.id, amount: '100' },
      headers,
    });
  assert.equal((await send({ 'dry-run': 'true' })).response.status, 200);
  assert.deepEqual(await balances(business, contact), { DOP: '0.00' });
  const [first, second] = [await send({ 'idempotency-key': 'k1' }), await send({ 'idempotency-key': 'k1' })];
  assert.equal(first.data?.id, second.data?.id);
  assert.deepEqual(await balances(business, contact), { DOP: '100.00' });
});

test('unknown and foreign ids and missing permissions are refused', async () => {
  const business = await newBusiness();
  const other = await newBusiness();
  const [contact, foreignContact] = [await newContact(business), await newContact(other)];
  const [account, foreignAccount] = [await openAccount(business), await openAccount(other)];
  for (const id of [foreignContact, newId()]) {
    assert.equal((await topUp(business, id, account.id, '1')).error?.errors[0]?.path, 'body.beneficiaryId');
    const { error } = await business.api.GET('/v1/beneficiary/{beneficiaryId}/balance', {
      params: { path: { beneficiaryId: id } },
    });
    assert.equal(error?.code, 'not_found');
  }
  for (const id of [foreignAccount.id, newId()])
    assert.equal((await topUp(business, contact, id, '1')).error?.errors[0]?.path, 'body.accountId');
  assert.equal((await topUp(business, contact, account.id, '0.001')).error?.code, 'amount_out_of_range');
  assert.equal((await topUp(business, contact, account.id, '-5')).error?.code, 'invalid_request');
  const viewer = await newMember(business, 'viewer');
  assert.equal((await topUp({ ...business, api: viewer.api }, contact, account.id, '1')).error?.code, 'forbidden');
});

test('after random movements in several currencies the balances equal the books', async () => {
  const business = await newBusiness();
  const contact = await newContact(business);
  const accounts = [
    await openAccount(business),
    await openAccount(business, { name: 'Dólares', currency: 'USD' }),
    await openAccount(business, { name: 'Yenes', currency: 'JPY' }),
  ];
  await business.api.PUT('/v1/currency/rates', {
    body: {
      rates: [
        { currency: 'USD', rate: '61.37' },
        { currency: 'JPY', rate: '0.4' },
      ],
    },
  });
  const step = fc.record({ account: fc.nat(2), add: fc.boolean(), amount: fc.integer({ min: 1, max: 5_000 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      for (const { account, add, amount } of steps) {
        const { id, currency } = accounts[account]!;
        const text = currency === 'JPY' ? String(amount) : (amount / 100).toFixed(2);
        await (add ? topUp(business, contact, id, text) : refund(business, contact, id, text));
      }
      await assertInStep(business);
    }),
    { numRuns: 8 },
  );
});

test('a return gives back to the balance also a part that is worth less than the smallest unit of the books', async () => {
  const business = await newBusiness();
  const { api } = business;
  const contactId = await newContact(business);
  const { id: accountId } = await openAccount(business, { name: 'Pesos colombianos', currency: 'COP' });
  await api.PUT('/v1/currency/rates', { body: { rates: [{ currency: 'COP', rate: '0.015' }] } });
  assert.ok((await topUp(business, contactId, accountId, '10')).data);
  const elements = [{ description: 'Llamada', unitPrice: '10' }];
  const payments = [{ balance: true as const, amount: '0.10' }, { accountId }];
  const sale = await api.POST('/v1/record/pending', { body: { contactId, currency: 'COP', elements, payments } });
  const { error } = await api.POST('/v1/resource/return', {
    body: { pendingRecordId: sale.data!.id, refund: { accountId } },
  });
  assert.equal(error, undefined);
  assert.deepEqual(await balances(business, contactId), { COP: '10.00' });
  const { booked, held, moved } = await sums(business);
  assert.deepEqual([booked, moved], [held, held]);
});
