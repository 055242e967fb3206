import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '#platform/id.ts';
import { fromMinor } from '#platform/money.ts';
import { openAccount, ruleBalance } from '#test/accounts.ts';
import { newContact, postedBy } from '#test/books.ts';
import { readDetail } from '#test/documents.ts';
import { eventsOf } from '#test/events.ts';
import { type Business, codeOf, newBusiness, newMember } from '#test/harness.ts';
import { moveToDay } from '#test/sandbox-clock.ts';

const plan = { annualRate: '12', instalments: 12, lateFeeRate: '5', lateFeeGraceDays: 3 };
/** The balance of the account that a rule names: a debit, or a credit with a minus. */
const bookBalance = async (shop: Business, rule: string) => fromMinor(await ruleBalance(shop, rule), 'DOP');
const cents = (amount: string) => BigInt(amount.replace('.', ''));

/** A business on a day of its own, with a cash box and someone who owes it. */
async function newShop(day = '2027-01-15') {
  const business = await newBusiness({ sandbox: true });
  await moveToDay(business, day);
  const [account, contactId] = await Promise.all([
    openAccount(business, { openingBalance: '500000.00', openingDate: '2027-01-01' }),
    newContact(business, 'Juana Pérez'),
  ]);
  return { ...business, accountId: account.id, contactId };
}
type Shop = Awaited<ReturnType<typeof newShop>>;

async function lend(shop: Shop, more: object = {}) {
  const { data, error } = await shop.api.POST('/v1/record/pending/loan', {
    body: { contactId: shop.contactId, accountId: shop.accountId, amount: '100000.00', plan, ...more },
  });
  assert.ok(data, JSON.stringify(error));
  return data;
}

async function sell(shop: Shop, amount = '12000.00') {
  const { data, error } = await shop.api.POST('/v1/record/pending', {
    body: { contactId: shop.contactId, elements: [{ description: 'Nevera', unitPrice: amount }] },
  });
  assert.ok(data, JSON.stringify(error));
  return data;
}

const putUnderPlan = (
  shop: Shop,
  pendingRecordId: string,
  terms: object = { instalments: 12, method: 'constant-capital', annualRate: '12' },
) => shop.api.POST('/v1/record/pending/credit', { body: { pendingRecordId, plan: terms as typeof plan } });

const pay = (shop: Shop, creditId: string, more: object = {}) =>
  shop.api.POST('/v1/record/pending/credit/makeCreditPayment', {
    body: { creditId, accountId: shop.accountId, ...more },
  });
const payCapital = (shop: Shop, creditId: string, more: object = {}) =>
  shop.api.POST('/v1/record/pending/credit/makeCapitalPayment', {
    body: { creditId, accountId: shop.accountId, ...more },
  });
const read = async ({ api }: Shop, creditId: string) =>
  (await api.GET('/v1/record/pending/credit/{creditId}', { params: { path: { creditId } } })).data!;
const cancel = ({ api }: Shop, creditId: string, body: { remainder?: 'owed' | 'write-off' } = {}) =>
  api.POST('/v1/record/pending/credit/{creditId}/cancel', { params: { path: { creditId } }, body });
const takeBack = ({ api }: Shop, creditId: string) =>
  api.DELETE('/v1/record/pending/credit/payment', { body: { creditId } });
const resume = async ({ api }: Shop, query = {}) =>
  (await api.GET('/v1/record/pending/credit/resume', { params: { query } })).data!;

test('a loan leaves the cash account and is owed by the borrower in instalments', async () => {
  const shop = await newShop();
  const loan = await lend(shop);
  assert.equal(loan.table.rows.length, 12);
  assert.deepEqual(
    [loan.kind, loan.direction, loan.status, loan.nextDueOn],
    ['loan', 'granted', 'active', '2027-02-15'],
  );
  assert.equal(loan.table.totals.interest, '6618.53');
  const document = await readDetail(shop.api, loan.pendingRecordId);
  assert.deepEqual(
    [document.kind, document.balance, document.dueOn, document.number],
    ['loan', '100000.00', '2027-02-15', 1],
  );
  assert.deepEqual(
    (await postedBy(shop.api, document.recordId!)).map(([debit, , amount]) => [debit, amount]),
    [['1106', '100000.00']],
  );
});

test('a loan that starts on the 31st is due on the last day of short months, and then on the 31st again', async () => {
  const shop = await newShop('2027-01-31');
  const { table } = await lend(shop, { plan: { instalments: 4, annualRate: '12' } });
  assert.deepEqual(
    table.rows.map(({ dueOn }) => dueOn),
    ['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31'],
  );
});

test('a late payment is split into the late fee, the interest and the capital, each in its account', async () => {
  const shop = await newShop();
  const loan = await lend(shop);
  await moveToDay(shop, '2027-02-20');
  const { data } = await pay(shop, loan.id);
  assert.deepEqual(
    [data!.amount, data!.lateFee, data!.interest, data!.capital],
    ['9329.12', '444.24', '1000.00', '7884.88'],
  );
  assert.deepEqual(
    (await postedBy(shop.api, data!.recordId)).map(([, credit, amount, purpose]) => [credit, amount, purpose]),
    [
      ['4202', '444.24', 'late-fee'],
      ['4201', '1000.00', 'interest'],
      ['1106', '7884.88', 'capital'],
    ],
  );
  assert.equal((await readDetail(shop.api, loan.pendingRecordId)).balance, '92115.12');
});

test('an invoice in instalments is due with the next one, and is paid with the last capital', async () => {
  const shop = await newShop();
  const invoice = await sell(shop);
  const { data: credit } = await putUnderPlan(shop, invoice.id);
  assert.equal((await readDetail(shop.api, invoice.id)).dueOn, '2027-02-15');
  for (let month = 2; month <= 13; month++) {
    await moveToDay(
      shop,
      Temporal.PlainDate.from('2027-01-15')
        .add({ months: month - 1 })
        .toString(),
    );
    const { data, error } = await pay(shop, credit!.id, { amount: '500.00' });
    assert.ok(data, JSON.stringify(error));
    await pay(shop, credit!.id);
  }
  const after = await readDetail(shop.api, invoice.id);
  assert.deepEqual([after.state, after.paid, after.balance], ['paid', '12000.00', '0.00']);
  const settled = await read(shop, credit!.id);
  assert.deepEqual([settled.status, settled.table.open.total], ['settled', '0.00']);
  assert.equal(await bookBalance(shop, 'receivable'), '0.00');
  assert.equal(await bookBalance(shop, 'interestIncome'), '-780.00');
  assert.equal((await eventsOf(shop, 'invoice:paid')).length, 1);
  assert.equal((await pay(shop, credit!.id, { amount: '1.00' })).error!.code, 'credit_not_active');
});

test('the preview of a capital payment equals its result to the cent', async () => {
  const shop = await newShop();
  for (const effect of ['term', 'instalment'] as const) {
    const loan = await lend(shop);
    const supposed = [{ kind: 'capital' as const, date: '2027-01-15', amount: '30000.00', effect }];
    const { data: tried } = await shop.api.POST('/v1/record/pending/credit/table', {
      body: { creditId: loan.id, events: supposed },
    });
    assert.equal((await read(shop, loan.id)).table.open.capital, '100000.00', 'nothing was written');
    const { data } = await payCapital(shop, loan.id, { amount: '30000.00', effect });
    assert.equal(data!.capital, '30000.00');
    assert.deepEqual((await read(shop, loan.id)).table, tried);
    assert.equal((await readDetail(shop.api, loan.pendingRecordId)).balance, '70000.00');
  }
});

test('a new plan can be previewed without writing anything', async () => {
  const shop = await newShop();
  const { data } = await shop.api.POST('/v1/record/pending/credit/table', {
    body: {
      amount: '12000.00',
      plan: { method: 'interest-only', annualRate: '24', instalments: 3, frequency: 'biweekly' },
    },
  });
  assert.deepEqual(
    data!.rows.map(({ dueOn, total }) => [dueOn, total]),
    [
      ['2027-01-29', '110.77'],
      ['2027-02-12', '110.77'],
      ['2027-02-26', '12110.77'],
    ],
  );
  assert.equal((await resume(shop)).total, 0);
});

test('a credit is paid off with its accrued interest', async () => {
  const shop = await newShop();
  const loan = await lend(shop);
  await moveToDay(shop, '2027-01-25');
  const { data } = await payCapital(shop, loan.id);
  // Ten of 31 days at one per cent a month.
  assert.deepEqual([data!.capital, data!.interest, data!.status], ['100000.00', '322.58', 'settled']);
  assert.equal(await bookBalance(shop, 'loansGranted'), '0.00');
  assert.equal((await readDetail(shop.api, loan.pendingRecordId)).state, 'paid');
});

test('undoing the last payment restores the previous state', async () => {
  const shop = await newShop();
  const loan = await lend(shop);
  const before = await read(shop, loan.id);
  assert.equal((await takeBack(shop, loan.id)).error!.code, 'nothing_to_take_back');
  await payCapital(shop, loan.id);
  assert.equal((await read(shop, loan.id)).status, 'settled');
  const { data } = await takeBack(shop, loan.id);
  assert.deepEqual([data!.status, data!.table], ['active', before.table]);
  assert.equal(data!.events.length, 1);
  assert.ok(data!.events[0]!.voidedAt);
  assert.equal(await bookBalance(shop, 'loansGranted'), '100000.00');
  assert.deepEqual(
    [(await readDetail(shop.api, loan.pendingRecordId)).state, (await pay(shop, loan.id)).data!.amount],
    ['open', '8884.88'],
  );
});

test('a new rate recalculates the future instalments', async () => {
  const shop = await newShop();
  const loan = await lend(shop);
  const { data } = await shop.api.POST('/v1/record/pending/credit/{creditId}/rate', {
    params: { path: { creditId: loan.id } },
    body: { annualRate: '24' },
  });
  assert.equal(data!.table.rows[0]!.interest, '2000.00');
  assert.equal(data!.table.totals.capital, '100000.00');
});

test('late fees can be waived with a payment', async () => {
  const shop = await newShop();
  const loan = await lend(shop);
  await moveToDay(shop, '2027-02-25');
  const { data } = await pay(shop, loan.id, { waiveLateFees: true });
  assert.deepEqual([data!.amount, data!.lateFee], ['8884.88', '0.00']);
  assert.equal((await read(shop, loan.id)).table.rows[0]!.waived, '444.24');
});

test('the tick marks a late instalment, and the list of credits includes its fee', async () => {
  const shop = await newShop();
  const [loan, invoice] = [await lend(shop), await sell(shop)];
  await putUnderPlan(shop, invoice.id);
  await moveToDay(shop, '2027-02-16');
  assert.equal((await readDetail(shop.api, loan.pendingRecordId)).state, 'past-due');
  assert.equal((await readDetail(shop.api, invoice.id)).state, 'past-due');
  assert.equal((await eventsOf(shop, 'invoice:past-due')).length, 1);
  await moveToDay(shop, '2027-02-20');
  const { totals, data } = await resume(shop, { status: 'active' });
  assert.equal(data.length, 2);
  const page = await resume(shop, { status: 'active,settled', sort: 'created', itemsPerPage: '1' });
  const next = await resume(shop, { status: 'active', sort: 'created', cursor: page.nextCursor! });
  assert.deepEqual([page.total, page.data[0]?.id, next.data.length], [2, loan.id, 1]);
  assert.deepEqual(
    totals.map(({ direction, credits, overdue, openLateFee, openCapital }) => [
      direction,
      credits,
      overdue,
      openLateFee,
      openCapital,
    ]),
    [['granted', 2, '10449.12', '444.24', '112000.00']],
  );
  await pay(shop, loan.id);
  assert.equal((await readDetail(shop.api, loan.pendingRecordId)).state, 'partial');
  assert.deepEqual((await resume(shop)).totals[0]!.paid, '9329.12');
});

test('the business repays a received loan with interest', async () => {
  const shop = await newShop();
  const loan = await lend(shop, { direction: 'received' });
  assert.equal(await bookBalance(shop, 'loansReceived'), '-100000.00');
  await moveToDay(shop, '2027-02-15');
  await pay(shop, loan.id);
  assert.equal(await bookBalance(shop, 'loansReceived'), '-92115.12');
  assert.equal(await bookBalance(shop, 'interestExpense'), '1000.00');
});

test('a loan in another currency is paid at the rate of the day, with an exchange gain', async () => {
  const shop = await newShop();
  const dollars = await openAccount(shop, {
    name: 'Dólares',
    kind: 'bank',
    currency: 'USD',
    openingBalance: '5000',
    openingRate: '60',
    openingDate: '2027-01-01',
  });
  const rateOn = (date: string, rate: string) =>
    shop.api.PUT('/v1/currency/rates', { body: { date, rates: [{ currency: 'USD', rate }] } });
  await rateOn('2027-01-15', '60');
  const loan = await lend(shop, {
    accountId: dollars.id,
    amount: '1000',
    plan: { method: 'interest-only', annualRate: '12', instalments: 1 },
  });
  await moveToDay(shop, '2027-02-15');
  await rateOn('2027-02-15', '62');
  const { data, error } = await pay(shop, loan.id);
  assert.ok(data, JSON.stringify(error));
  assert.deepEqual([data.currency, data.amount, data.interest], ['USD', '1010.00', '10.00']);
  assert.equal(await bookBalance(shop, 'loansGranted'), '0.00');
  assert.equal(await bookBalance(shop, 'interestIncome'), '-620.00');
  assert.equal(await bookBalance(shop, 'exchangeGain'), '-2000.00');
});

test('canceling a credit without payments undoes it', async () => {
  const shop = await newShop();
  const [loan, invoice] = [await lend(shop), await sell(shop)];
  const { data: credit } = await putUnderPlan(shop, invoice.id);
  assert.equal((await cancel(shop, loan.id)).data!.status, 'canceled');
  assert.equal((await readDetail(shop.api, loan.pendingRecordId)).state, 'void');
  assert.equal(await bookBalance(shop, 'loansGranted'), '0.00');
  await cancel(shop, credit!.id);
  assert.deepEqual(
    [(await readDetail(shop.api, invoice.id)).dueOn, (await readDetail(shop.api, invoice.id)).state],
    [invoice.dueOn, 'open'],
  );
  assert.equal((await cancel(shop, loan.id)).error!.code, 'credit_not_active');
  assert.equal((await putUnderPlan(shop, invoice.id)).response.status, 201);
});

test('canceling a credit with payments requires a decision about the rest', async () => {
  const shop = await newShop();
  const [loan, invoice] = [await lend(shop), await sell(shop)];
  const { data: credit } = await putUnderPlan(shop, invoice.id);
  await moveToDay(shop, '2027-02-15');
  await Promise.all([pay(shop, loan.id), pay(shop, credit!.id)]);
  assert.equal((await cancel(shop, loan.id)).error!.code, 'credit_has_payments');
  assert.equal((await cancel(shop, loan.id, { remainder: 'owed' })).error!.code, 'loan_stays_owed');
  const { data } = await cancel(shop, loan.id, { remainder: 'write-off' });
  assert.equal(data!.writtenOff, '92115.12');
  assert.equal(await bookBalance(shop, 'loansGranted'), '0.00');
  assert.equal(await bookBalance(shop, 'expenses'), '92115.12');
  await cancel(shop, credit!.id, { remainder: 'owed' });
  const owed = await readDetail(shop.api, invoice.id);
  assert.deepEqual([owed.balance, owed.dueOn], ['11000.00', '2027-02-15']);
});

test('undoing the write-off of a credit restores its plan', async () => {
  const shop = await newShop();
  const [loan, invoice] = [await lend(shop), await sell(shop)];
  const credit = (await putUnderPlan(shop, invoice.id)).data!;
  for (const [id, rule] of [
    [loan.id, 'loansGranted'],
    [credit.id, 'receivable'],
  ] as const) {
    await pay(shop, id);
    const [before, owed] = [await read(shop, id), await bookBalance(shop, rule)];
    await cancel(shop, id, { remainder: 'write-off' });
    assert.equal(await bookBalance(shop, rule), '0.00');
    const { data, error } = await takeBack(shop, id);
    assert.ok(data, JSON.stringify(error));
    assert.deepEqual([await read(shop, id), data], [before, before]);
    assert.deepEqual([await bookBalance(shop, rule), await bookBalance(shop, 'expenses')], [owed, '0.00']);
    assert.equal((await pay(shop, id)).response.status, 201);
  }
  assert.equal((await takeBack(shop, credit.id)).data!.status, 'active', 'The payment after it is the last event.');
  await cancel(shop, credit.id, { remainder: 'owed' });
  assert.equal((await takeBack(shop, credit.id)).error!.code, 'credit_not_active');
});

test('a write-off is not undone while a part of its invoice is owed outside of the plan', async () => {
  const shop = await newShop();
  const invoice = await sell(shop);
  const first = await shop.api.PATCH('/v1/record/pending/pay', {
    body: { id: invoice.id, payments: [{ accountId: shop.accountId, amount: '2000' }] },
  });
  const credit = (await putUnderPlan(shop, invoice.id)).data!;
  await cancel(shop, credit.id, { remainder: 'write-off' });
  await shop.api.DELETE('/v1/record/pending/payment', { body: { id: first.data!.payments[0]!.id } });
  assert.equal((await takeBack(shop, credit.id)).error!.code, 'credit_not_active');
  assert.equal((await readDetail(shop.api, invoice.id)).balance, '2000.00');
});

test('a document in instalments is paid and voided only through its credit', async () => {
  const shop = await newShop();
  const invoice = await sell(shop);
  const payWhole = (amount: string) =>
    shop.api.PATCH('/v1/record/pending/pay', {
      body: { id: invoice.id, payments: [{ accountId: shop.accountId, amount }] },
    });
  const before = await payWhole('2000.00');
  const { data: credit } = await putUnderPlan(shop, invoice.id);
  const remove = () => shop.api.DELETE('/v1/record/pending', { body: { id: invoice.id } });
  const undo = () => shop.api.DELETE('/v1/record/pending/payment', { body: { id: before.data!.payments[0]!.id } });
  assert.equal(credit!.principal, '10000.00');
  assert.equal((await payWhole('1.00')).error!.code, 'document_in_instalments');
  assert.equal((await undo()).error!.code, 'document_in_instalments');
  const bulk = await shop.api.PATCH('/v1/record/pending/pay/bulk', {
    body: { contactId: shop.contactId, accountId: shop.accountId, amount: '1.00' },
  });
  assert.equal(bulk.error!.code, 'nothing_due', 'it is not among what a payment for everything pays');
  const other = await sell(shop);
  await putUnderPlan(shop, other.id);
  const dearer = await shop.api.POST('/v1/record/pending/element', {
    body: { pendingRecordId: other.id, description: 'Envío', unitPrice: '500' },
  });
  assert.equal(dearer.error!.code, 'document_in_instalments');
  const noted = await shop.api.PATCH('/v1/record/pending', { body: { id: other.id, notes: 'Llamar antes' } });
  assert.equal(noted.data!.notes, 'Llamar antes');
  await cancel(shop, credit!.id);
  await undo();
  const voided = await shop.api.DELETE('/v1/record/pending', { body: { id: other.id } });
  assert.equal(voided.error!.code, 'document_in_instalments');
  assert.equal((await remove()).data!.state, 'void');
});

test('thirty concurrent payments pay a credit exactly once', async () => {
  const shop = await newShop();
  const loan = await lend(shop, { amount: '1000.00', plan: { instalments: 5 } });
  const outcomes = await Promise.all(Array.from({ length: 30 }, () => pay(shop, loan.id, { amount: '70.00' })));
  const paid = outcomes.flatMap(({ data }) => (data ? [data] : []));
  assert.equal(paid.length, 14);
  assert.equal(
    paid.reduce((sum, { capital }) => sum + cents(capital), 0n),
    980_00n,
  );
  assert.ok(outcomes.every(({ error }) => !error || error.code === 'credit_overpaid'));
  assert.equal((await read(shop, loan.id)).table.open.total, '20.00');
  assert.equal((await pay(shop, loan.id)).data!.status, 'settled');
  assert.equal(await bookBalance(shop, 'loansGranted'), '0.00');
});

test('two concurrent requests put an invoice in instalments once', async () => {
  const shop = await newShop();
  const invoice = await sell(shop);
  const made = await Promise.all(Array.from({ length: 5 }, () => putUnderPlan(shop, invoice.id)));
  assert.deepEqual(made.map(({ response }) => response.status).toSorted(), [201, 422, 422, 422, 422]);
});

test('a dry run of a payment shows its allocation and writes nothing', async () => {
  const shop = await newShop();
  const loan = await lend(shop);
  const tried = await shop.api.POST('/v1/record/pending/credit/makeCreditPayment', {
    body: { creditId: loan.id, accountId: shop.accountId },
    headers: { 'Dry-Run': 'true' },
  });
  assert.equal((tried.data as unknown as { body: { capital: string } }).body.capital, '7884.88');
  assert.equal((await read(shop, loan.id)).events.length, 0);
});

test('invalid requests are refused and change nothing', async () => {
  const shop = await newShop();
  const loan = await lend(shop);
  const planned = (terms: object) =>
    shop.api.POST('/v1/record/pending/credit/table', { body: { amount: '100', plan: { instalments: 3, ...terms } } });
  assert.equal(codeOf(await planned({ firstDueOn: '2027-01-15' })), 'plan_dates_wrong');
  assert.equal(codeOf(await planned({ graceInstalments: 3 })), 'grace_too_long');
  assert.equal(
    codeOf(await planned({ frequency: 'annual', startsOn: '2990-01-01', instalments: 11 })),
    'plan_dates_wrong',
  );
  assert.equal(codeOf(await planned({ firstDueOn: '2037-02-01' })), 'plan_dates_wrong');
  assert.equal(codeOf(await planned({ annualRate: '-1' })), 'invalid_request');
  assert.equal(codeOf(await planned({ instalments: 601 })), 'invalid_request');
  assert.equal(codeOf(await shop.api.POST('/v1/record/pending/credit/table', { body: {} })), 'invalid_request');
  assert.equal(codeOf(await pay(shop, loan.id, { amount: '200000.00' })), 'credit_overpaid');
  assert.equal(codeOf(await pay(shop, loan.id, { amount: '0' })), 'invalid_request');
  assert.equal(codeOf(await pay(shop, loan.id, { date: '2027-01-16' })), 'date_in_future');
  assert.equal(codeOf(await pay(shop, loan.id, { date: '2027-01-14' })), 'credit_event_out_of_order');
  assert.equal(codeOf(await pay(shop, loan.id, { accountId: newId() })), 'reference_not_found');
  assert.equal(codeOf(await pay(shop, newId())), 'not_found');
  assert.equal(codeOf(await payCapital(shop, loan.id, { amount: '100000.01' })), 'credit_overpaid');
  await pay(shop, loan.id, { amount: '1.00' });
  assert.equal(codeOf(await payCapital(shop, loan.id, { amount: '1.00' })), 'credit_in_arrears');
  assert.equal(codeOf(await putUnderPlan(shop, loan.pendingRecordId)), 'not_creditable');
  assert.equal(codeOf(await putUnderPlan(shop, newId())), 'reference_not_found');
  assert.equal((await read(shop, loan.id)).table.open.capital, '100000.00');
});

test('a viewer reads credits but cannot pay them, and another organization does not see them', async () => {
  const shop = await newShop();
  const loan = await lend(shop);
  const viewer = await newMember(shop);
  assert.equal((await read({ ...shop, api: viewer.api }, loan.id)).id, loan.id);
  assert.equal((await pay({ ...shop, api: viewer.api }, loan.id)).response.status, 403);
  const stranger = await newShop();
  assert.equal((await pay(stranger, loan.id)).error!.code, 'not_found');
  assert.equal((await cancel(stranger, loan.id)).error!.code, 'not_found');
  assert.equal((await resume(stranger)).total, 0);
});

test('a credit announces only the fields of its invoice that it changes', async () => {
  const shop = await newShop();
  const sale = await sell(shop);
  const changes = async () =>
    (await eventsOf(shop, 'invoice:updated')).map(({ payload }) => Object.keys(payload.new as object).toSorted());
  const credit = (await putUnderPlan(shop, sale.id)).data!;
  assert.deepEqual(await changes(), [['dueOn']]);
  await pay(shop, credit.id, { amount: '1120.00' });
  await pay(shop, credit.id, { amount: '1110.00' });
  assert.deepEqual((await changes()).slice(1), [
    ['balance', 'dueOn', 'paid', 'state'],
    ['balance', 'dueOn', 'paid'],
  ]);
  await takeBack(shop, credit.id);
  await cancel(shop, credit.id, { remainder: 'write-off' });
  const last = (await changes()).slice(3);
  assert.deepEqual([last.length, last[1]!.includes('balance')], [2, true]);
});
