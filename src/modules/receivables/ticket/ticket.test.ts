import assert from 'node:assert/strict';
import { test } from 'node:test';
import { balancesOf, openAccount, ruleBalance } from '#test/accounts.ts';
import { newContact } from '#test/books.ts';
import { newResource } from '#test/catalog.ts';
import { newDocument, newInvoice, readDetail } from '#test/documents.ts';
import { eventsOf } from '#test/events.ts';
import { type Business, newBusiness } from '#test/harness.ts';

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

test('a draft or a quote cannot be paid as it is created', async () => {
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
