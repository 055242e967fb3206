import assert from 'node:assert/strict';
import { test } from 'node:test';
import { balancesOf, openAccount, ruleBalance } from '#test/accounts.ts';
import { newContact } from '#test/books.ts';
import { newResource } from '#test/catalog.ts';
import { newDocument, newInvoice, readDetail } from '#test/documents.ts';
import { eventsOf } from '#test/events.ts';
import { type Business, newBusiness } from '#test/harness.ts';
import { newDrawer } from '#test/money-accounts.ts';
import { at, lineOf, newShop, open } from '#test/tills.ts';

const create = ({ api }: Business, body: Record<string, unknown>) =>
  api.POST('/v1/record/pending', {
    body: { elements: [{ description: 'Mercancía', unitPrice: '100' }], ...body } as never,
  });

const typesOf = async (business: Business): Promise<string[]> => (await eventsOf(business)).map(({ type }) => type);

test('a ticket is one request: its number, its record and its payment in cash with change', async () => {
  const business = await newBusiness();
  const cash = await openAccount(business, { name: 'Gaveta', kind: 'cash' });
  const { data, error } = await create(business, {
    payments: [{ accountId: cash.id, amount: '120' }],
    overpayment: 'change',
  });
  assert.ok(data, JSON.stringify(error));
  assert.deepEqual([data.number, data.state, data.paid, data.balance], [1, 'paid', '100.00', '0.00']);
  assert.deepEqual(data.change, [{ amount: '20.00', currency: 'DOP' }]);
  const detail = await readDetail(business.api, data.id);
  assert.deepEqual(detail.payments, data.payments);
  assert.deepEqual([detail.state, detail.paidAt === null], ['paid', false]);
  assert.equal((await balancesOf(business)).Gaveta, '100.00');
  assert.equal(await ruleBalance(business, 'receivable'), 0n);
});

test('a ticket has the same amounts, payments and events as an invoice that is paid afterwards', async () => {
  const [together, apart] = [await newBusiness(), await newBusiness()];
  const amounts = async (business: Business, id: string) => {
    const { payments, state, paid, balance } = await readDetail(business.api, id);
    return [state, paid, balance, payments.map(({ source, amount, method }) => [source, amount, method])];
  };
  const lines = (accountId: string) => [
    { withheld: 'itbis', amount: '10' },
    { accountId, amount: '60' },
    { accountId, amount: '30' },
  ];
  const account = await openAccount(together);
  const ticket = await create(together, {
    contactId: await newContact(together),
    payments: lines(account.id),
  });
  const other = await openAccount(apart);
  const invoice = await newInvoice(apart, '100', { contactId: await newContact(apart) });
  const body = { id: invoice.id, payments: lines(other.id) as never };
  await apart.api.PATCH('/v1/record/pending/pay', { body });
  assert.deepEqual(await amounts(together, ticket.data!.id), await amounts(apart, invoice.id));
  assert.deepEqual(await typesOf(together), await typesOf(apart));
  for (const rule of ['receivable', 'sales', 'taxWithheldFromUs'] as const)
    assert.equal(await ruleBalance(together, rule), await ruleBalance(apart, rule));
});

test('a gift card, a balance and an overpayment kept as balance pay a ticket', async () => {
  const business = await newBusiness();
  const { api } = business;
  const contactId = await newContact(business);
  const cash = await openAccount(business, { name: 'Gaveta', kind: 'cash' });
  await api.POST('/v1/beneficiary/balance/topup', {
    body: { beneficiaryId: contactId, accountId: cash.id, amount: '20' },
  });
  const { data: card } = await api.POST('/v1/gift-card', { body: { amount: '30', given: true } });
  const { data, error } = await create(business, {
    contactId,
    payments: [{ giftCardCode: card!.code }, { balance: true }, { accountId: cash.id, amount: '75' }],
    overpayment: 'balance',
  });
  assert.ok(data, JSON.stringify(error));
  assert.equal(data.state, 'paid');
  const { data: balance } = await api.GET('/v1/beneficiary/{beneficiaryId}/balance', {
    params: { path: { beneficiaryId: contactId } },
  });
  assert.equal(balance!.balances[0]!.balance, '25.00');
});

test('a refused payment refuses the whole ticket: no document, no number, no stock, no event', async () => {
  const business = await newBusiness();
  const { api } = business;
  const account = await openAccount(business);
  const rice = await newResource(api, { name: 'Arroz', kind: 'goods' });
  await newDocument(api, {
    direction: 'purchase',
    contactId: await newContact(business),
    elements: [{ resourceId: rice.id, quantity: 5, unitPrice: 10, taxIds: [] }],
  });
  const before = await typesOf(business);
  const elements = [{ resourceId: rice.id, quantity: 5, unitPrice: 20, taxIds: [] }];
  const refused = await create(business, { elements, payments: [{ accountId: account.id, amount: '500' }] });
  assert.equal(refused.error?.code, 'overpaid');
  assert.equal(refused.error?.errors?.[0]?.path, 'body.payments[0].amount');
  assert.deepEqual(await typesOf(business), before);
  const sale = await create(business, { elements, payments: [{ accountId: account.id }] });
  assert.deepEqual([sale.data?.number, sale.data?.state], [1, 'paid']);
});

test('a ticket of an earlier day was paid on that day, alone and in a bulk: the 607 of its month says cash, not credit', async () => {
  const business = await newBusiness();
  const { api } = business;
  await api.POST('/v1/taxes/numerals', { body: { type: 'B02', start: 1, end: 10 } });
  const { id: accountId } = await openAccount(business, { name: 'Gaveta', kind: 'cash' });
  const ticket = {
    date: '2026-01-15',
    fiscalType: 'B02',
    elements: [{ description: 'Cuota', unitPrice: '50' }],
    payments: [{ accountId }],
  };
  const { data } = await create(business, ticket);
  assert.deepEqual(
    data?.payments?.map(({ date }) => date),
    ['2026-01-15'],
  );
  const many = await api.POST('/v1/record/pending/bulk', { body: { documents: [ticket] } as never });
  const [row] = many.data!.results;
  assert.deepEqual([row?.number, row?.fiscalNumber], [2, 'B0200000002']);
  assert.equal((await readDetail(api, row!.id!)).payments[0]?.date, '2026-01-15');
  const month = await api.GET('/v1/taxes/607', { params: { query: { period: '2026-01' } } });
  const { cash, credit } = month.data!.consumerSummary.forms;
  assert.deepEqual([cash, credit], ['100.00', '0.00']);
});

test('a ticket is found by exactly its reference at once', async () => {
  const business = await newBusiness();
  for (const reference of ['caja-1', 'caja-17', 'Caja-1']) await create(business, { reference });
  for (const path of ['/v1/record/pending/all', '/v2/record/pending'] as const) {
    const { data } = await business.api.GET(path, { params: { query: { reference: 'caja-1' } } });
    assert.deepEqual(
      data?.data.map(({ reference }) => reference),
      ['caja-1'],
    );
  }
});

test('a draft or a quote cannot be paid when it is created', async () => {
  const business = await newBusiness();
  const payments = [{ accountId: (await openAccount(business)).id }];
  for (const more of [{ status: 'draft' }, { kind: 'quote' }])
    assert.equal((await create(business, { ...more, payments })).error?.code, 'not_payable');
});

test('a bulk pays its documents, and a refused payment names its document and writes none', async () => {
  const business = await newBusiness();
  const { api } = business;
  const { id: accountId } = await openAccount(business);
  const document = (payments?: object[]) => ({ elements: [{ description: 'Cuota', unitPrice: '50' }], payments });
  const bulk = (documents: object[]) => api.POST('/v1/record/pending/bulk', { body: { documents } as never });
  const refused = await bulk([document(), document([{ accountId, amount: '80' }])]);
  assert.equal(refused.error?.code, 'overpaid');
  assert.equal(refused.error?.errors?.[0]?.path, 'body.documents[1].payments[0].amount');
  assert.deepEqual(
    (await typesOf(business)).filter((type) => type.startsWith('invoice')),
    [],
  );
  const { data, error } = await bulk([document([{ accountId }]), document()]);
  assert.ok(data, JSON.stringify(error));
  assert.deepEqual(
    data.results.map(({ number }) => number),
    [1, 2],
  );
  const states = await Promise.all(data.results.map(async ({ id }) => (await readDetail(api, id!)).state));
  assert.deepEqual(states, ['paid', 'open']);
});

test('a bulk takes at most 5,000 lines in all', async () => {
  const { api } = await newBusiness();
  const elements = Array.from({ length: 1_000 }, () => ({ description: 'Tornillo', unitPrice: '1' }));
  const documents = Array.from({ length: 6 }, () => ({ elements }));
  const { error } = await api.POST('/v1/record/pending/bulk', { body: { documents } as never });
  assert.deepEqual([error?.code, error?.errors?.[0]?.path], ['invalid_request', 'body.documents']);
});

test('concurrent tickets get numbers without gaps, and a retry with its key gets the first answer', async () => {
  const business = await newBusiness();
  const { id: accountId } = await openAccount(business);
  const tickets = await Promise.all(
    Array.from({ length: 12 }, (_, place) =>
      business.api.POST('/v1/record/pending', {
        body: {
          elements: [{ description: 'Mercancía', unitPrice: '10' }],
          ...(place % 2 === 0 && { payments: [{ accountId }] }),
        } as never,
        headers: { 'Idempotency-Key': `ticket-${place % 10}` } as never,
      }),
    ),
  );
  const numbers = new Set(tickets.flatMap(({ data }) => data?.number ?? []));
  assert.deepEqual(
    [...numbers].sort((a, b) => a - b),
    Array.from({ length: numbers.size }, (_, place) => place + 1),
  );
  const again = await business.api.POST('/v1/record/pending', {
    body: { elements: [{ description: 'Mercancía', unitPrice: '10' }], payments: [{ accountId }] } as never,
    headers: { 'Idempotency-Key': 'ticket-4' } as never,
  });
  assert.deepEqual(again.data, tickets[4]!.data);
});

test('change in pesos for dollars is counted in each drawer, and the till closes without a difference', async () => {
  const shop = await newShop();
  const { api } = shop;
  const dollars = await newDrawer(shop, { name: 'Dólares', currency: 'USD', divisionId: shop.divisionId });
  await api.PUT('/v1/currency/rates', { body: { rates: [{ currency: 'USD', rate: '58.9' }] } });
  await open(shop, '2000', shop.safe);
  const payments = [{ accountId: dollars.id, amount: '60', changeAccountId: shop.cash.id }];
  const elements = [{ description: 'Mercancía', unitPrice: '3015.55' }];
  const ticket = () => create(shop, { elements, payments, overpayment: 'change' });
  const { data: voided } = await ticket();
  await api.DELETE('/v1/record/pending/payment', { params: { query: { id: voided!.payments![0]!.id } } });
  const { data, error } = await ticket();
  assert.ok(data, JSON.stringify(error));
  assert.deepEqual([data.state, data.change], ['paid', [{ amount: '518.45', currency: 'DOP' }]]);
  const inDrawers = async () => [(await lineOf(shop)).expected, (await lineOf(shop, dollars)).expected];
  assert.deepEqual(await inDrawers(), ['1481.55', '60.00']);
  for (const rule of ['exchangeGain', 'exchangeLoss'] as const) assert.equal(await ruleBalance(shop, rule), 0n);
  assert.equal(await ruleBalance(shop, 'receivable'), 301_555n);
  const counts = [
    { accountId: shop.cash.id, amount: '1481.55' },
    { accountId: dollars.id, amount: '60' },
  ];
  const closed = await api.POST('/v1/division/{divisionId}/close-balance', { ...at(shop), body: { counts } });
  assert.deepEqual(
    closed.data?.balances.map(({ difference }) => difference),
    ['0.00', '0.00'],
  );
});

test('change is given in pesos for an invoice in dollars, and in cash for a transfer', async () => {
  const shop = await newShop();
  const dollars = await newDrawer(shop, { name: 'Dólares', currency: 'USD', divisionId: shop.divisionId });
  await shop.api.PUT('/v1/currency/rates', { body: { rates: [{ currency: 'USD', rate: '60' }] } });
  const paid = (accountId: string, more: object) =>
    create(shop, {
      payments: [{ accountId, amount: '120', changeAccountId: shop.cash.id }],
      overpayment: 'change',
      ...more,
    });
  const dollarInvoice = await paid(dollars.id, { currency: 'USD' });
  assert.deepEqual(dollarInvoice.data?.change, [{ amount: '1200.00', currency: 'DOP' }]);
  const transfer = await paid(shop.card.id, {});
  assert.deepEqual(transfer.data?.change, [{ amount: '20.00', currency: 'DOP' }]);
  assert.deepEqual([(await lineOf(shop)).expected, (await lineOf(shop, dollars)).expected], ['-1220.00', '120.00']);
  assert.equal((await lineOf(shop, shop.card)).expected, '120.00');
});

test('pesos beyond the price of an invoice in dollars at the rate of the day are change or balance, to the cent', async () => {
  const shop = await newShop();
  await shop.api.PUT('/v1/currency/rates', { body: { rates: [{ currency: 'USD', rate: '60' }] } });
  const contactId = await newContact(shop);
  const pay = (amount: string, overpayment: string) =>
    create(shop, {
      contactId,
      currency: 'USD',
      elements: [{ description: 'Mercancía', unitPrice: '20' }],
      payments: [{ accountId: shop.cash.id, amount }],
      overpayment,
    });
  assert.deepEqual((await pay('1300', 'change')).data?.change, [{ amount: '100.00', currency: 'DOP' }]);
  assert.deepEqual((await pay('1200.40', 'change')).data?.change, [{ amount: '0.40', currency: 'DOP' }]);
  await pay('1300', 'balance');
  assert.equal(await ruleBalance(shop, 'customerBalances'), -10_000n);
  for (const rule of ['exchangeGain', 'exchangeLoss'] as const) assert.equal(await ruleBalance(shop, rule), 0n);
});

test('change comes from a cash account of the same till, in the currency of the organization', async () => {
  const shop = await newShop();
  const { data: other } = await shop.api.POST('/v1/division', { body: { name: 'Otra caja', kind: 'pos' } });
  const elsewhere = await newDrawer(shop, { name: 'Otra gaveta', divisionId: other!.id });
  const euros = await newDrawer(shop, { name: 'Euros', currency: 'EUR' });
  const refused = async (changeAccountId: string) => {
    const payments = [{ accountId: shop.cash.id, amount: '120', changeAccountId }];
    const { error } = await create(shop, { payments, overpayment: 'change' });
    return [error?.code, error?.errors?.[0]?.path, error?.errors?.[0]?.code];
  };
  const path = 'body.payments[0].changeAccountId';
  assert.deepEqual(await refused(shop.card.id), ['change_from_cash', path, 'not_cash']);
  assert.deepEqual(await refused(euros.id), ['change_from_cash', path, 'other_currency']);
  assert.deepEqual(await refused(elsewhere.id), ['account_of_other_division', path, 'other_division']);
});
