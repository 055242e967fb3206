import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ruleBalance } from '#test/accounts.ts';
import { newContact, postedBy } from '#test/books.ts';
import { newResource } from '#test/catalog.ts';
import { newDocument, readDocument, refusedDocument, taxIdOf } from '#test/documents.ts';
import { eventsOf } from '#test/events.ts';
import { newBusiness, newMember } from '#test/harness.ts';
import { packetsDuring } from '#test/sent-statements.ts';

const elements = [
  { description: 'Arroz', quantity: '3.00', unitPrice: '33.335', discount: { percent: '10' } },
  { description: 'Entrega', unitPrice: 50 },
];

test('an invoice is issued with the next number of its kind and posts the debt', async () => {
  const business = await newBusiness();
  const { api } = business;
  const contactId = await newContact(business);
  const first = await newDocument(api, { contactId, elements });
  assert.equal(first.number, 1);
  assert.equal(first.total, '140.01');
  assert.equal(first.balance, '140.01');
  assert.equal(first.state, 'open');
  assert.equal(first.contactName, 'Ferretería Pérez');
  assert.deepEqual(await postedBy(api, first.recordId!), [
    ['1105', '4101', '140.01', 'net'],
    ['4103', '4101', '10.00', 'discount'],
  ]);
  assert.deepEqual(await readDocument(api, first.id), first);
  const draft = await newDocument(api, { contactId, elements, status: 'draft' });
  assert.deepEqual([draft.number, draft.recordId, draft.state], [null, null, 'draft']);
  const quote = await newDocument(api, { kind: 'quote', elements });
  assert.deepEqual([quote.number, quote.recordId, quote.state], [1, null, 'open']);
  assert.equal((await newDocument(api, { elements })).number, 2);
  const events = (await eventsOf(business)).filter(({ type }) => type.startsWith('invoice:'));
  assert.deepEqual(
    events.map(({ type, payload }) => [type, payload.userId]),
    Array.from({ length: 3 }, () => ['invoice:created', business.owner.id]),
  );
  assert.equal(events[0]!.payload.invoiceId, first.id);
});

test('taxes are added at the rates of the day, withheld taxes lower the amount due, and each is posted to its account', async () => {
  const business = await newBusiness();
  const { api } = business;
  const taxIds = [await taxIdOf(api, 'ITBIS-18'), await taxIdOf(api, 'RET-ITBIS-30')];
  const sale = await newDocument(api, { elements: [{ description: 'Consultoría', unitPrice: '1000', taxIds }] });
  assert.deepEqual(
    [sale.net, sale.tax, sale.total, sale.withheld, sale.due, sale.balance],
    ['1000.00', '180.00', '1180.00', '54.00', '1126.00', '1126.00'],
  );
  assert.deepEqual(
    sale.elements[0]!.taxes.map(({ code, rate, base, amount }) => [code, rate, base, amount]),
    [
      ['ITBIS-18', '18', '1000.00', '180.00'],
      ['RET-ITBIS-30', '30', '180.00', '54.00'],
    ],
  );
  assert.equal(await ruleBalance(business, 'receivable'), 112600n);
  assert.equal(await ruleBalance(business, 'salesTax'), -18000n);
  assert.equal(await ruleBalance(business, 'taxWithheldFromUs'), 5400n);
  assert.equal(await ruleBalance(business, 'sales'), -100000n);
  await newDocument(api, { direction: 'purchase', elements: [{ description: 'Luz', unitPrice: '500', taxIds }] });
  assert.equal(await ruleBalance(business, 'payable'), -56300n);
  assert.equal(await ruleBalance(business, 'purchaseTax'), 9000n);
  assert.equal(await ruleBalance(business, 'withholdings'), -2700n);
  assert.equal(await ruleBalance(business, 'expenses'), 50000n);
});

test('prices that include tax keep the total that the customer sees', async () => {
  const { api } = await newBusiness();
  const taxIds = [await taxIdOf(api, 'ITBIS-18')];
  const line = { description: 'Refresco', unitPrice: '0.99', taxIds };
  const ticket = await newDocument(api, { pricesIncludeTax: true, elements: [line, line, line] });
  assert.deepEqual([ticket.subtotal, ticket.net, ticket.tax, ticket.total], ['2.97', '2.52', '0.45', '2.97']);
});

test('a line of an item takes its name, unit, price, taxes and account from the catalog', async () => {
  const { api } = await newBusiness();
  const itbis = await taxIdOf(api, 'ITBIS-18');
  const item = await newResource(api, {
    name: 'Café molido',
    kind: 'service',
    unit: 'libra',
    taxIds: [itbis],
    prices: [{ label: 'general', amount: '250.00' }],
  });
  const sale = await newDocument(api, { elements: [{ resourceId: item.id, quantity: 2 }] });
  const [line] = sale.elements;
  assert.deepEqual(
    [line!.description, line!.unit, line!.unitPrice, line!.taxes[0]!.code, sale.total],
    ['Café molido', 'libra', '250.00', 'ITBIS-18', '590.00'],
  );
  const bare = await newResource(api, { name: 'Sin precio', kind: 'service' });
  assert.equal(await refusedDocument(api, { elements: [{ resourceId: bare.id }] }), 'price_missing');
  await api.PATCH('/v1/resource', { body: { id: bare.id, archived: true } as never });
  const { error } = await api.POST('/v1/record/pending', {
    body: {
      elements: [
        { description: 'Otra', unitPrice: 1 },
        { resourceId: bare.id, unitPrice: 5 },
      ],
    },
  });
  assert.deepEqual([error?.code, error?.errors?.[0]?.path], ['resource_archived', 'body.elements[1].resourceId']);
});

test('a document in another currency keeps its rate, and its parts make the whole in the books', async () => {
  const business = await newBusiness();
  const { api } = business;
  const taxIds = [await taxIdOf(api, 'ITBIS-18')];
  const lines = Array.from({ length: 3 }, () => ({ description: 'Licencia', unitPrice: '33.33', taxIds }));
  const sale = await newDocument(api, { currency: 'USD', rate: '60.123', elements: lines });
  assert.deepEqual([sale.total, sale.rate, sale.baseTotal], ['117.99', '60.123', '7093.91']);
  assert.equal(await ruleBalance(business, 'receivable'), 709391n);
  assert.equal(await ruleBalance(business, 'sales'), -601170n);
  assert.equal(await refusedDocument(api, { currency: 'XTS' }), 'rate_unknown');
  assert.equal(await refusedDocument(api, { rate: '60' }), 'invalid_rate');
});

test('an invoice takes its receipt from the fiscal sequence, and the law defines its contents', async () => {
  const business = await newBusiness();
  const { api } = business;
  await api.POST('/v1/taxes/numerals', {
    body: { type: 'B01', start: 1, end: 2, expiresOn: '2999-12-31' } as never,
  });
  assert.equal(await refusedDocument(api, { fiscalType: 'B01' }), 'buyer_tax_id_required');
  assert.equal(await refusedDocument(api, { fiscalType: 'B01', kind: 'quote' }), 'fiscal_type_unsuitable');
  assert.equal(await refusedDocument(api, { fiscalType: 'B04' }), 'fiscal_type_unsuitable');
  assert.equal(await refusedDocument(api, { fiscalType: 'B11' }), 'fiscal_type_unsuitable');
  assert.equal(await refusedDocument(api, { fiscalType: 'B02' }), 'numerals_missing');
  const sold = { fiscalType: 'B01', contactName: 'Ferretería Pérez', contactTaxId: '1-01-00157-7' };
  assert.equal((await newDocument(api, { ...sold, status: 'draft' })).fiscalNumber, null);
  const numbers = [await newDocument(api, sold), await newDocument(api, sold)].map((each) => each.fiscalNumber);
  assert.deepEqual(numbers, ['B0100000001', 'B0100000002']);
  assert.equal(await refusedDocument(api, sold), 'numerals_exhausted');
});

test('a supplier’s receipt is entered once for each supplier, and a void one makes room', async () => {
  const business = await newBusiness();
  const { api } = business;
  const [contactId, other] = [await newContact(business), await newContact(business, 'Otro')];
  const bought = { direction: 'purchase', contactId, fiscalNumber: 'B01-00000012', expenseType: '02' };
  const first = await newDocument(api, bought);
  assert.deepEqual([first.fiscalNumber, first.number], ['B0100000012', 1]);
  assert.deepEqual(await postedBy(api, first.recordId!), [['6105', '2101', '100.00', 'net']]);
  assert.equal(await refusedDocument(api, bought), 'fiscal_number_taken');
  await newDocument(api, { ...bought, contactId: other });
  await api.DELETE('/v1/record/pending', { body: { id: first.id } });
  await newDocument(api, bought);
  assert.equal(await refusedDocument(api, { ...bought, contactId: null }), 'supplier_required');
});

test('an invalid document is refused and writes nothing, not even a number', async () => {
  const business = await newBusiness();
  const { api } = business;
  const nothing = '019a8c5e-7d4f-7b3a-9c1d-2e5f8a9b0c1d';
  const line = { description: 'Arroz', unitPrice: '10' };
  const cases: [object, string][] = [
    [{ elements: [] }, 'document_empty'],
    [{ elements: [{ ...line, discount: { amount: '10.01' } }] }, 'discount_too_large'],
    [{ date: '2026-11-15', dueOn: '2026-11-14' }, 'due_before_date'],
    [{ fiscalNumber: 'B0100000001' }, 'field_not_of_direction'],
    [{ direction: 'purchase', incomeType: '01' }, 'field_not_of_direction'],
    [{ contactId: nothing }, 'reference_not_found'],
    [{ divisionId: nothing }, 'reference_not_found'],
    [{ projectId: nothing }, 'reference_not_found'],
    [{ sellerId: nothing }, 'reference_not_found'],
    [{ elements: [{ ...line, chartAccountId: nothing }] }, 'reference_not_found'],
    [{ elements: [{ ...line, taxIds: [nothing] }] }, 'reference_not_found'],
    [{ elements: [{ resourceId: nothing }] }, 'reference_not_found'],
    [{ elements: [{ description: 'Arroz' }] }, 'invalid_request'],
    [{ elements: [{ ...line, quantity: '0' }] }, 'invalid_request'],
    [{ elements: [{ ...line, unitPrice: '-1' }] }, 'invalid_request'],
    [{ elements: [{ ...line, discount: { amount: 1, percent: 1 } }] }, 'invalid_request'],
    [
      { elements: Array.from({ length: 300 }, () => ({ ...line, quantity: 999999999, unitPrice: 9999999 })) },
      'amount_out_of_range',
    ],
    [{ kind: 'loan' }, 'invalid_request'],
  ];
  for (const [details, code] of cases) assert.equal(await refusedDocument(api, details), code, JSON.stringify(details));
  const { data } = await api.GET('/v1/record/pending/all');
  assert.equal(data!.total, 0);
  assert.equal((await newDocument(api)).number, 1);
});

test('an invoice over nothing is paid when it is issued', async () => {
  const business = await newBusiness();
  const gift = await newDocument(business.api, { elements: [{ description: 'Muestra', unitPrice: 0 }] });
  assert.deepEqual([gift.state, gift.recordId, gift.balance], ['paid', null, '0.00']);
  const types = (await eventsOf(business)).map(({ type }) => type).filter((type) => type.startsWith('invoice:'));
  assert.deepEqual(types, ['invoice:created', 'invoice:paid']);
});

test('a viewer cannot write, and a dry run writes nothing', async () => {
  const business = await newBusiness();
  const viewer = await newMember(business, 'viewer');
  assert.equal(await refusedDocument(viewer.api, {}), 'forbidden');
  const { data } = await business.api.POST('/v1/record/pending', {
    body: { elements: [{ description: 'Arroz', unitPrice: 5 }] },
    headers: { 'dry-run': 'true' },
  } as never);
  const tried = data as unknown as { dryRun: boolean; body: { number: number }; events: { type: string }[] };
  assert.equal(tried.body.number, 1);
  assert.deepEqual(
    tried.events.map(({ type }) => type),
    ['record:created', 'invoice:created'],
  );
  assert.equal((await newDocument(business.api)).number, 1);
});

test('concurrently issued documents have numbers without gaps', async () => {
  const { api } = await newBusiness();
  const made = await Promise.all(Array.from({ length: 24 }, () => newDocument(api)));
  assert.deepEqual(
    made.map(({ number }) => number!).toSorted((a, b) => a - b),
    Array.from({ length: 24 }, (_, place) => place + 1),
  );
});

test('a document with its lines, taxes, payments and links is read in five statements', async () => {
  const business = await newBusiness();
  const { api } = business;
  const taxIds = [await taxIdOf(api, 'ITBIS-18')];
  const lines = [1, 2, 3].map((place) => ({ description: `Línea ${place}`, unitPrice: '9007199254.993', taxIds }));
  const { id } = await newDocument(api, { elements: lines });
  const { data: accounts } = await api.GET('/v1/account');
  const payments = [{ accountId: accounts!.data[0]!.id, amount: '100.00' }];
  assert.equal((await api.PATCH('/v1/record/pending/pay', { body: { id, payments } })).response.status, 200);
  const read = () => api.GET('/v1/record/pending/{pendingRecordId}', { params: { path: { pendingRecordId: id } } });
  const { data: document } = await read();
  assert.equal(document!.elements[2]!.unitPrice, '9007199254.993');
  assert.equal(document!.elements[2]!.taxes[0]!.rate, '18');
  assert.match(document!.payments[0]!.createdAt, /^20\d\d-.*\.\d{3}Z$/);
  const packets = await packetsDuring('json_agg(n)', read);
  assert.equal(packets.length, 1);
  // COMMIT ends the read before this one.
  assert.deepEqual(packets[0]!.filter((text) => text !== 'COMMIT').length, 4, packets[0]!.join('\n'));
});

test('prices keep the decimals of their currency', async () => {
  const { api } = await newBusiness();
  const { id } = await newDocument(api, {
    elements: [
      { description: 'Uno', unitPrice: '145.50', discount: { amount: '5.50' } },
      { description: 'Dos', unitPrice: '0.125' },
      { description: 'Tres', unitPrice: 7 },
    ],
  });
  const document = await readDocument(api, id);
  assert.deepEqual(
    document.elements.map(({ unitPrice }) => unitPrice),
    ['145.50', '0.125', '7.00'],
  );
  assert.deepEqual(document.elements[0]!.discount, { amount: '5.50' });
});
