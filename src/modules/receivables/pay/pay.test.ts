import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '#platform/id.ts';
import { balancesOf, openAccount, ruleBalance } from '#test/accounts.ts';
import { newContact, newDivision } from '#test/books.ts';
import { newDocument, newInvoice, readDetail } from '#test/documents.ts';
import { eventsOf } from '#test/events.ts';
import { type Business, newBusiness, newMember } from '#test/harness.ts';

type Line =
  | { accountId: string; amount?: string; settles?: string; paymentMethod?: string; reference?: string }
  | { giftCardCode: string; amount?: string }
  | { balance: true; amount?: string }
  | { withheld: 'itbis' | 'isr'; amount: string }
  | { writeOff: true; amount?: string; reference?: string };

const pay = ({ api }: Business, id: string, payments: Line[], more = {}) =>
  api.PATCH('/v1/record/pending/pay', { body: { id, payments, ...more } });
const undo = ({ api }: Business, id: string) => api.DELETE('/v1/record/pending/payment', { params: { query: { id } } });
const paymentsOf = async ({ api }: Business, pendingRecordId: string) =>
  (await api.GET('/v1/record/pending/{pendingRecordId}/payments', { params: { path: { pendingRecordId } } })).data!;
const topUp = ({ api }: Business, beneficiaryId: string, accountId: string, amount: string) =>
  api.POST('/v1/beneficiary/balance/topup', { body: { beneficiaryId, accountId, amount } });
const balanceOf = async ({ api }: Business, beneficiaryId: string) =>
  (await api.GET('/v1/beneficiary/{beneficiaryId}/balance', { params: { path: { beneficiaryId } } })).data!.balances[0]!
    .balance;
const giftCard = async ({ api }: Business, amount: string) =>
  (await api.POST('/v1/gift-card', { body: { amount, given: true } })).data!;
const setRate = ({ api }: Business, rate: string) =>
  api.PUT('/v1/currency/rates', { body: { rates: [{ currency: 'USD', rate }] } });

test('one payment settles a part and the next the rest, each with its record', async () => {
  const business = await newBusiness();
  const contactId = await newContact(business);
  const account = await openAccount(business);
  const invoice = await newInvoice(business, '100', { contactId });
  const first = await pay(business, invoice.id, [{ accountId: account.id, amount: '30', reference: 'T-1' }]);
  assert.deepEqual(
    [first.data?.document.paid, first.data?.document.balance, first.data?.document.state],
    ['30.00', '70.00', 'partial'],
  );
  const payment = first.data!.payments[0]!;
  assert.deepEqual([payment.source, payment.method, payment.reference], ['account', 'bank', 'T-1']);
  const record = await business.api.GET('/v1/record/{recordId}', { params: { path: { recordId: payment.recordId! } } });
  assert.deepEqual(
    [record.data?.kind, record.data?.accountId, record.data?.contactId, record.data?.sourceId],
    ['payment', account.id, contactId, invoice.id],
  );
  const second = await pay(business, invoice.id, [{ accountId: account.id }]);
  assert.deepEqual([second.data?.document.balance, second.data?.document.state], ['0.00', 'paid']);
  assert.equal(await ruleBalance(business, 'receivable'), 0n);
  assert.equal((await balancesOf(business)).Popular, '100.00');
  assert.equal((await paymentsOf(business, invoice.id)).total, 2);
  const types = (await eventsOf(business)).filter(({ type }) => type.startsWith('invoice:')).map(({ type }) => type);
  assert.deepEqual(types, ['invoice:created', 'invoice:updated', 'invoice:paid', 'invoice:updated']);
  assert.equal((await pay(business, invoice.id, [{ accountId: account.id }])).error?.code, 'nothing_due');
});

test('a customer withholds at most the ITBIS and the net of a fiscal receipt', async () => {
  const business = await newBusiness();
  const { data: taxes } = await business.api.GET('/v1/taxes/list', { params: { query: { itemsPerPage: 200 } } });
  const taxOf = (wanted: string) => taxes!.data.find(({ code }) => code === wanted)!.id;
  await business.api.POST('/v1/taxes/numerals', { body: { type: 'B02', start: 1, end: 9 } });
  const sell = (code: string, fiscalType: 'B02' | null = 'B02') =>
    newDocument(business.api, {
      fiscalType,
      elements: [{ description: 'Silla', unitPrice: '1000', taxIds: [taxOf(code)] }],
    });
  const taxed = await sell('ITBIS-18');
  const itbis = (amount: string): Line => ({ withheld: 'itbis', amount });
  assert.equal((await pay(business, taxed.id, [itbis('100')])).data?.document.paid, '100.00');
  const { error } = await pay(business, taxed.id, [itbis('50'), itbis('30.01')]);
  assert.deepEqual([error?.code, error?.errors[0]?.path], ['overpaid', 'body.payments[1].amount']);
  assert.equal((await pay(business, taxed.id, [{ withheld: 'isr', amount: '1000.01' }])).error?.code, 'overpaid');
  assert.equal((await pay(business, taxed.id, [itbis('50'), itbis('30')])).data?.document.paid, '180.00');
  assert.equal((await pay(business, (await sell('EXENTO')).id, [itbis('0.01')])).error?.code, 'overpaid');
  const unnumbered = await sell('EXENTO', null);
  assert.equal((await pay(business, unnumbered.id, [itbis('54')])).data?.document.paid, '54.00');
});

test('one payment by several means: a gift card, the balance, withheld tax, cash with change', async () => {
  const business = await newBusiness();
  const contactId = await newContact(business);
  const cash = await openAccount(business, { name: 'Gaveta', kind: 'cash' });
  await topUp(business, contactId, cash.id, '200');
  const card = await giftCard(business, '150');
  const invoice = await newInvoice(business, '1000', { contactId });
  const { data, error } = await pay(
    business,
    invoice.id,
    [
      { withheld: 'itbis', amount: '54' },
      { withheld: 'isr', amount: '20' },
      { giftCardCode: card.code },
      { balance: true },
      { accountId: cash.id, amount: '600' },
    ],
    { overpayment: 'change' },
  );
  assert.ok(data, JSON.stringify(error));
  assert.deepEqual(data.change, [{ amount: '24.00', currency: 'DOP' }]);
  assert.deepEqual(
    data.payments.map(({ source, amount }) => [source, amount]),
    [
      ['withheld-itbis', '54.00'],
      ['withheld-isr', '20.00'],
      ['gift-card', '150.00'],
      ['balance', '200.00'],
      ['account', '576.00'],
    ],
  );
  assert.equal(data.document.state, 'paid');
  assert.equal((await balancesOf(business)).Gaveta, '776.00');
  assert.equal(await ruleBalance(business, 'taxWithheldFromUs'), 7_400n);
  assert.equal(await ruleBalance(business, 'receivable'), 0n);
  assert.equal(await ruleBalance(business, 'customerBalances'), 0n);
  assert.equal(await ruleBalance(business, 'giftCards'), 0n);
});

test('an overpayment is refused, or becomes balance of the contact', async () => {
  const business = await newBusiness();
  const contactId = await newContact(business);
  const account = await openAccount(business);
  const invoice = await newInvoice(business, '100', { contactId });
  const lines = [{ accountId: account.id, amount: '150' }];
  const refused = await pay(business, invoice.id, lines);
  assert.deepEqual([refused.error?.code, refused.error?.errors[0]?.path], ['overpaid', 'body.payments[0].amount']);
  const { error } = await pay(business, invoice.id, lines, { overpayment: 'change' });
  assert.deepEqual([error?.code, error?.errors[0]?.path], ['change_from_cash', 'body.payments[0].accountId']);
  const { data } = await pay(business, invoice.id, lines, { overpayment: 'balance' });
  assert.deepEqual([data?.payments[0]?.amount, data?.document.state], ['100.00', 'paid']);
  assert.equal(await balanceOf(business, contactId), '50.00');
  assert.equal((await balancesOf(business)).Popular, '150.00');
  assert.equal(await ruleBalance(business, 'customerBalances'), -5_000n);
  const withoutContact = await newInvoice(business, '100');
  assert.equal(
    (await pay(business, withoutContact.id, lines, { overpayment: 'balance' })).error?.code,
    'contact_required',
  );
});

test('an invoice in another currency paid at another rate posts the exchange difference, and nothing remains in either currency', async () => {
  const business = await newBusiness();
  const contactId = await newContact(business);
  const pesos = await openAccount(business);
  const dollars = await openAccount(business, { name: 'Dólares', currency: 'USD' });
  await setRate(business, '60');
  const invoice = await newInvoice(business, '100', { contactId, currency: 'USD' });
  assert.equal(await ruleBalance(business, 'receivable'), 600_000n);
  await setRate(business, '61');
  await pay(business, invoice.id, [{ accountId: dollars.id, amount: '40' }]);
  assert.equal(await ruleBalance(business, 'exchangeGain'), -4_000n);
  await setRate(business, '59');
  const byPesos = await pay(business, invoice.id, [{ accountId: pesos.id, amount: '1180' }]);
  assert.equal(byPesos.data?.payments[0]?.amount, '20.00');
  assert.equal(await ruleBalance(business, 'exchangeLoss'), 2_000n);
  const last = await pay(business, invoice.id, [{ accountId: pesos.id, amount: '2400', settles: '40' }]);
  assert.equal(last.data?.document.state, 'paid');
  assert.equal(await ruleBalance(business, 'receivable'), 0n);
  assert.deepEqual(await balancesOf(business), { Caja: '0.00', Popular: '3580.00', Dólares: '40.00' });
});

test('a local invoice is paid in dollars at the rate of the day, and the overpayment stays in dollars', async () => {
  const business = await newBusiness();
  const contactId = await newContact(business);
  const dollars = await openAccount(business, { name: 'Dólares', currency: 'USD' });
  await setRate(business, '60');
  const invoice = await newInvoice(business, '3000', { contactId });
  const lines = [{ accountId: dollars.id, amount: '60' }];
  const { data } = await pay(business, invoice.id, lines, { overpayment: 'balance' });
  assert.equal(data?.document.state, 'paid');
  const balance = await business.api.GET('/v1/beneficiary/{beneficiaryId}/balance', {
    params: { path: { beneficiaryId: contactId } },
  });
  assert.deepEqual(balance.data?.balances, [{ currency: 'USD', balance: '10.00', baseBalance: '600.00' }]);
  assert.equal((await balancesOf(business)).Dólares, '60.00');
});

test('a purchase is paid from an account without change, and from one in another currency at cost', async () => {
  const business = await newBusiness();
  const contactId = await newContact(business);
  const account = await openAccount(business, { openingBalance: '500' });
  const purchase = await newInvoice(business, '100', { contactId, direction: 'purchase' });
  const withheld = await pay(business, purchase.id, [{ withheld: 'isr', amount: '1' }]);
  assert.equal(withheld.error?.code, 'not_for_purchases');
  assert.equal(withheld.error?.errors[0]?.path, 'body.payments[0].withheld');
  assert.match(withheld.error!.detail, /add it to their `taxIds`/);
  const over = await pay(business, purchase.id, [{ accountId: account.id, amount: '101' }], { overpayment: 'change' });
  assert.equal(over.error?.code, 'not_for_purchases');
  const { data } = await pay(business, purchase.id, [{ accountId: account.id }]);
  assert.equal(data?.document.state, 'paid');
  assert.equal((await balancesOf(business)).Popular, '400.00');
  await setRate(business, '60');
  const dollars = await openAccount(business, {
    name: 'Dólares',
    currency: 'USD',
    openingBalance: '100',
    openingRate: '58',
  });
  const imported = await newInvoice(business, '50', { contactId, direction: 'purchase', currency: 'USD' });
  await pay(business, imported.id, [{ accountId: dollars.id }]);
  assert.equal(await ruleBalance(business, 'payable'), 0n);
  assert.equal(await ruleBalance(business, 'exchangeGain'), -10_000n);
});

test('undoing a payment reopens the document and restores gift cards and balances', async () => {
  const business = await newBusiness();
  const contactId = await newContact(business);
  const account = await openAccount(business);
  await topUp(business, contactId, account.id, '40');
  const card = await giftCard(business, '30');
  const invoice = await newInvoice(business, '100', { contactId });
  const lines = [{ giftCardCode: card.code }, { balance: true as const }, { accountId: account.id, amount: '35' }];
  const { data } = await pay(business, invoice.id, lines, { overpayment: 'balance' });
  assert.equal(data?.document.state, 'paid');
  assert.equal(await balanceOf(business, contactId), '5.00');
  for (const payment of data!.payments.toReversed()) {
    const { data: undone, error } = await undo(business, payment.id);
    assert.ok(undone?.payment.voidedAt, JSON.stringify(error));
    assert.equal((await undo(business, payment.id)).error?.code, 'payment_is_void');
  }
  const after = await readDetail(business.api, invoice.id);
  assert.deepEqual([after.paid, after.balance, after.state, after.paidAt], ['0.00', '100.00', 'open', null]);
  assert.equal(await balanceOf(business, contactId), '40.00');
  const restored = await business.api.GET('/v1/gift-card/{giftCardId}', { params: { path: { giftCardId: card.id } } });
  assert.deepEqual([restored.data?.balance, restored.data?.status], ['30.00', 'active']);
  assert.equal(await ruleBalance(business, 'receivable'), 10_000n);
  assert.equal((await balancesOf(business)).Popular, '40.00');
  const { data: report } = await business.api.GET('/v1/gift-card/reports/reconciliation');
  assert.equal(report?.reconciled, true);
});

test('the rest of a document is written off: a loss on a sale, other income on a purchase', async () => {
  const business = await newBusiness();
  const account = await openAccount(business);
  const books = () =>
    Promise.all(['receivable', 'payable', 'expenses', 'otherIncome'].map((rule) => ruleBalance(business, rule)));
  const sale = await newInvoice(business, '1000');
  const { data } = await pay(business, sale.id, [
    { accountId: account.id, amount: '999.50' },
    { writeOff: true, reference: 'Centavos' },
  ]);
  assert.deepEqual([data!.document.state, data!.document.balance], ['paid', '0.00']);
  const [, lost] = data!.payments;
  assert.deepEqual(
    [lost!.source, lost!.amount, lost!.accountId, lost!.reference],
    ['write-off', '0.50', null, 'Centavos'],
  );
  const record = await business.api.GET('/v1/record/{recordId}', { params: { path: { recordId: lost!.recordId! } } });
  assert.equal(record.data?.kind, 'write-off');
  assert.deepEqual(await books(), [0n, 0n, 50n, 0n]);
  const undone = await undo(business, lost!.id);
  assert.deepEqual([undone.data!.document.state, undone.data!.document.balance], ['partial', '0.50']);
  assert.deepEqual(await books(), [50n, 0n, 0n, 0n]);
  const purchase = await newInvoice(business, '300', { direction: 'purchase' });
  const spent = await ruleBalance(business, 'expenses');
  await pay(business, purchase.id, [{ writeOff: true, amount: '100' }]);
  assert.deepEqual(await books(), [50n, -200_00n, spent, -100_00n]);
  assert.equal((await pay(business, purchase.id, [{ writeOff: true, amount: '201' }])).error?.code, 'overpaid');
});

test('a debt in another currency is written off at the rate of its document', async () => {
  const business = await newBusiness();
  await setRate(business, '60');
  const invoice = await newInvoice(business, '10', { currency: 'USD' });
  await setRate(business, '65');
  assert.equal((await pay(business, invoice.id, [{ writeOff: true }])).data?.document.balance, '0.00');
  const rules = ['receivable', 'expenses', 'exchangeGain', 'exchangeLoss'];
  assert.deepEqual(await Promise.all(rules.map((rule) => ruleBalance(business, rule))), [0n, 600_00n, 0n, 0n]);
});

test('an open amount of value zero in the books is written off without a record, and its goods can be returned', async () => {
  const business = await newBusiness();
  await business.api.PATCH('/v1/organization', { body: { currency: 'USD' } });
  await business.api.PUT('/v1/currency/rates', { body: { rates: [{ currency: 'DOP', rate: '0.0167' }] } });
  const account = await openAccount(business, { currency: 'DOP' });
  const contactId = await newContact(business);
  const { id } = await newInvoice(business, '100.10', { contactId, currency: 'DOP' });
  await pay(business, id, [{ accountId: account.id, amount: '100' }]);
  const { data } = await pay(business, id, [{ writeOff: true }]);
  assert.deepEqual([data?.document.state, data?.payments[0]?.recordId], ['paid', null]);
  const undone = await undo(business, data!.payments[0]!.id);
  assert.equal(undone.data?.document.balance, '0.10');
  await pay(business, id, [{ writeOff: true }]);
  const returned = await business.api.POST('/v1/resource/return', { body: { pendingRecordId: id, status: 'issued' } });
  assert.deepEqual([returned.data?.settled, returned.data?.refunded], ['0.10', '100.00']);
  assert.equal(await ruleBalance(business, 'receivable'), 0n);
});

test('a write-off needs the permission to change the books', async () => {
  const business = await newBusiness();
  const seller = await newMember(business, 'seller');
  const { id } = await newInvoice(business, '100');
  const refused = await seller.api.PATCH('/v1/record/pending/pay', { body: { id, payments: [{ writeOff: true }] } });
  assert.equal(refused.error?.code, 'forbidden');
  assert.equal((await readDetail(business.api, id)).balance, '100.00');
});

test('a payment whose overpayment has been spent cannot be undone', async () => {
  const business = await newBusiness();
  const contactId = await newContact(business);
  const account = await openAccount(business);
  const invoice = await newInvoice(business, '100', { contactId });
  const lines = [{ accountId: account.id, amount: '150' }];
  const { data } = await pay(business, invoice.id, lines, { overpayment: 'balance' });
  const other = await newInvoice(business, '20', { contactId });
  await business.api.PATCH('/v1/record/pending/pay-with-balance', { body: { id: other.id } });
  assert.equal(await balanceOf(business, contactId), '30.00');
  assert.equal((await undo(business, data!.payments[0]!.id)).error?.code, 'balance_too_low');
  assert.equal((await readDetail(business.api, invoice.id)).state, 'paid');
});

test('a payment in a closed balance of a division cannot be undone, and none can be made in it', async () => {
  const business = await newBusiness();
  const divisionId = await newDivision(business);
  const account = await openAccount(business);
  const invoice = await newInvoice(business, '100', { divisionId, date: '2026-01-15', dueOn: '2026-01-15' });
  const { data } = await pay(business, invoice.id, [{ accountId: account.id, amount: '40' }]);
  const close = await business.api.POST('/v1/division/{divisionId}/close-balance', {
    params: { path: { divisionId } },
    body: { counts: [] },
  });
  assert.equal(close.response.status, 201);
  assert.equal((await undo(business, data!.payments[0]!.id)).error?.code, 'division_balance_closed');
  const late = await pay(business, invoice.id, [{ accountId: account.id, amount: '10' }], { date: '2026-01-16' });
  assert.equal(late.error?.code, 'division_balance_closed');
});

test('fifty concurrent payments with one balance never spend more than it', async () => {
  const business = await newBusiness();
  const contactId = await newContact(business);
  const account = await openAccount(business);
  await topUp(business, contactId, account.id, '100');
  const invoices = await Promise.all(Array.from({ length: 50 }, () => newInvoice(business, '3', { contactId })));
  const payWithBalance = async (id: string) => {
    for (;;) {
      const answer = await business.api.PATCH('/v1/record/pending/pay-with-balance', { body: { id, amount: '3' } });
      // On a slow machine some wait for so long that they are asked to come back.
      if (answer.response.status !== 503) return answer;
    }
  };
  const answers = await Promise.all(invoices.map(({ id }) => payWithBalance(id)));
  assert.equal(answers.filter(({ response }) => response.status === 200).length, 33);
  assert.ok(answers.every(({ response, error }) => response.status === 200 || error?.code === 'balance_too_low'));
  assert.equal(await balanceOf(business, contactId), '1.00');
  assert.equal(await ruleBalance(business, 'customerBalances'), -100n);
  assert.equal(await ruleBalance(business, 'receivable'), 5_100n);
});

test('concurrent payments of one document never pay more than is due', async () => {
  const business = await newBusiness();
  const account = await openAccount(business);
  const invoice = await newInvoice(business, '100');
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => pay(business, invoice.id, [{ accountId: account.id, amount: '9' }])),
  );
  assert.equal(answers.filter(({ response }) => response.status === 200).length, 11);
  assert.equal((await readDetail(business.api, invoice.id)).balance, '1.00');
});

test('a payment sent twice with one key posts once, and a dry run writes nothing', async () => {
  const business = await newBusiness();
  const account = await openAccount(business);
  const invoice = await newInvoice(business, '100');
  const send = (headers: Record<string, string>) =>
    business.api.PATCH('/v1/record/pending/pay', {
      body: { id: invoice.id, payments: [{ accountId: account.id, amount: '30' }] },
      headers,
    });
  assert.equal((await send({ 'dry-run': 'true' })).response.status, 200);
  assert.equal((await readDetail(business.api, invoice.id)).paid, '0.00');
  const answers = await Promise.all([send({ 'idempotency-key': 'k' }), send({ 'idempotency-key': 'k' })]);
  const again = await send({ 'idempotency-key': 'k' });
  assert.ok(answers.every(({ response }) => response.status === 200 || response.status === 409));
  assert.equal(again.response.status, 200);
  assert.equal((await readDetail(business.api, invoice.id)).paid, '30.00');
  assert.equal((await balancesOf(business)).Popular, '30.00');
});

test('several documents of a contact are paid together: in the order of their due dates, or as given', async () => {
  const business = await newBusiness();
  const contactId = await newContact(business);
  const account = await openAccount(business);
  const invoices = await Promise.all([
    newInvoice(business, '100', { contactId, date: '2026-03-01', dueOn: '2026-03-01' }),
    newInvoice(business, '100', { contactId, date: '2026-01-01', dueOn: '2026-01-01' }),
    newInvoice(business, '100', { contactId, date: '2026-02-01', dueOn: '2026-02-01' }),
  ]);
  const bulk = (body: object) =>
    business.api.PATCH('/v1/record/pending/pay/bulk', { body: { contactId, accountId: account.id, ...body } });
  const { data } = await bulk({ amount: '150' });
  assert.deepEqual(
    data?.documents.map(({ document, payment }) => [document.id, payment.amount, document.balance]),
    [
      [invoices[1].id, '100.00', '0.00'],
      [invoices[2].id, '50.00', '50.00'],
    ],
  );
  const named = await bulk({ documents: [{ id: invoices[0].id, amount: '10' }, { id: invoices[2].id }] });
  assert.deepEqual(
    named.data?.documents.map(({ document }) => document.balance),
    ['90.00', '0.00'],
  );
  assert.equal((await bulk({ amount: '91' })).error?.code, 'overpaid');
  const rest = await bulk({ amount: '100', overpayment: 'balance' });
  assert.deepEqual([rest.data?.paid, rest.data?.documents.length], ['100.00', 1]);
  assert.equal(await balanceOf(business, contactId), '10.00');
  assert.equal((await bulk({ amount: '1' })).error?.code, 'nothing_due');
  const other = await newInvoice(business, '5', { contactId: await newContact(business) });
  const wrong = await bulk({ documents: [{ id: other.id }] });
  assert.deepEqual([wrong.error?.code, wrong.error?.errors[0]?.path], ['not_of_contact', 'body.documents[0]']);
  assert.equal((await bulk({ documents: [{ id: newId() }] })).error?.errors[0]?.path, 'body.documents[0].id');
  assert.equal((await balancesOf(business)).Popular, '310.00');
});

test('invalid payments are refused', async () => {
  const business = await newBusiness();
  const stranger = await newBusiness();
  const [account, foreign] = [await openAccount(business), await openAccount(stranger)];
  const quote = await newInvoice(business, '10', { kind: 'quote' });
  const draft = await newInvoice(business, '10', { status: 'draft' });
  for (const { id } of [quote, draft])
    assert.equal((await pay(business, id, [{ accountId: account.id }])).error?.code, 'not_payable');
  const theirs = await newInvoice(stranger, '10');
  for (const id of [theirs.id, newId()]) {
    assert.equal((await pay(business, id, [{ accountId: account.id }])).error?.code, 'not_found');
    assert.equal((await undo(business, id)).error?.code, 'not_found');
  }
  const invoice = await newInvoice(business, '10');
  for (const accountId of [foreign.id, newId()]) {
    const { error } = await pay(business, invoice.id, [{ accountId }]);
    assert.deepEqual([error?.code, error?.errors[0]?.path], ['reference_not_found', 'body.payments[0].accountId']);
  }
  const early = await pay(business, invoice.id, [{ accountId: account.id }], { date: '2020-01-01' });
  assert.equal(early.error?.code, 'paid_before_issued');
  assert.equal((await pay(business, invoice.id, [{ balance: true }])).error?.code, 'contact_required');
  const stale = await pay(business, invoice.id, [{ accountId: account.id }], { version: 7 });
  assert.equal(stale.error?.code, 'version_conflict');
  const twice = await pay(business, invoice.id, [{ accountId: account.id }, { accountId: account.id }]);
  assert.equal(twice.error?.code, 'nothing_due');
  const card = await business.api.POST('/v1/gift-card', { body: { amount: '10', given: true, currency: 'USD' } });
  assert.ok(card.error?.code === 'rate_unknown' || card.data);
  const [here, there] = [await newDivision(business, 'Aquí'), await newDivision(business, 'Allá')];
  await business.api.PATCH('/v1/account', { body: { id: account.id, divisionId: here } });
  const wrong = await pay(business, invoice.id, [{ accountId: account.id }], { divisionId: there });
  assert.equal(wrong.error?.code, 'account_of_other_division');
  const viewer = await newMember(business, 'viewer');
  const forbidden = await pay({ ...business, api: viewer.api }, invoice.id, [{ accountId: account.id }]);
  assert.equal(forbidden.error?.code, 'forbidden');
  assert.equal((await readDetail(business.api, invoice.id)).paid, '0.00');
});

test('a document of an archived division can be paid, without a division', async () => {
  const business = await newBusiness();
  const divisionId = await newDivision(business, 'Villa Mella');
  const account = await openAccount(business);
  const invoice = await newInvoice(business, '100', { divisionId } as object);
  const closed = await business.api.PATCH('/v1/division', { body: { id: divisionId, archived: true } });
  assert.ok(closed.data, JSON.stringify(closed.error));
  const { data, error } = await pay(business, invoice.id, [{ accountId: account.id }]);
  assert.equal(data?.document.state, 'paid', JSON.stringify(error));
});
