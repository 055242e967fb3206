import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAccount } from '#test/accounts.ts';
import { chartId } from '#test/books.ts';
import { newResource } from '#test/catalog.ts';
import { newBusiness } from '#test/harness.ts';
import { packetsDuring } from '#test/sent-statements.ts';
import { checkStock, mainDivision, stockUp } from '#test/stock.ts';

/** A business with ten units of rice and a contact who may owe 250. */
async function newShop() {
  const business = await newBusiness();
  const { api } = business;
  const { id: resourceId } = await newResource(api, { name: 'Arroz', kind: 'goods' });
  await stockUp(business, { resourceId, divisionId: await mainDivision(business), quantity: '10', unitCost: '10' });
  const { data: contact } = await api.POST('/v1/beneficiary', { body: { name: 'Ana', creditLimit: '250' } });
  const sale = (quantity: string, more: object = {}) => ({
    elements: [{ resourceId, quantity, unitPrice: '100' }],
    ...more,
  });
  const bulk = (documents: object[], validRowsOnly = false) =>
    api.POST('/v1/record/pending/bulk', { body: { documents, validRowsOnly } as never });
  return { business, sale, bulk, onCredit: { contactId: contact!.id, dueOn: '2999-12-31' } };
}

test('a bulk that is refused while it is written names the document and writes none', async () => {
  const { business, sale, bulk, onCredit } = await newShop();
  const short = await bulk([sale('5'), sale('6'), sale('1')]);
  assert.deepEqual(
    [short.error!.code, short.error!.errors!.map(({ path }) => path)],
    ['stock_insufficient', ['body.documents[1].elements[0]']],
  );
  const owing = await bulk([sale('2', onCredit), sale('1'), sale('1', onCredit)]);
  assert.deepEqual(
    [owing.error!.code, owing.error!.errors!.map(({ path }) => path)],
    ['credit_limit_exceeded', ['body.documents[2]']],
  );
  assert.equal((await business.api.GET('/v1/record/pending')).data!.total, 0);
  await checkStock(business);
});

test('with validRowsOnly a bulk leaves out documents that are refused while they are written', async () => {
  const { business, sale, bulk, onCredit } = await newShop();
  const cash = await openAccount(business, { name: 'Gaveta', kind: 'cash' });
  const paid = (amount: string) => ({ payments: [{ accountId: cash.id, amount }] });
  const { data, error } = await bulk(
    [
      sale('5'),
      sale('6'),
      { elements: [{ quantity: 'many' }] },
      sale('2', onCredit),
      sale('1', onCredit),
      { elements: [] },
      sale('1', paid('100')),
      sale('1', paid('500')),
    ],
    true,
  );
  assert.ok(data, JSON.stringify(error));
  assert.deepEqual(
    data.results.map((result) => result.error?.code ?? result.number),
    [1, 'stock_insufficient', 'invalid_request', 2, 'credit_limit_exceeded', 'document_empty', 3, 'overpaid'],
  );
  assert.deepEqual(
    data.results[1]!.error!.errors.map(({ path }) => path),
    ['body.documents[1].elements[0]'],
  );
  assert.deepEqual([data.created, data.refused], [3, 5]);
  const { data: listed } = await business.api.GET('/v1/record/pending/all');
  assert.deepEqual(listed!.data.map(({ total, state }) => [total, state]).toSorted(), [
    ['100.00', 'paid'],
    ['200.00', 'open'],
    ['500.00', 'open'],
  ]);
  await checkStock(business);
});

test('documents that are refused for the same missing rate are each named, and the others are written', async () => {
  const { sale, bulk } = await newShop();
  const inEuro = sale('1', { currency: 'EUR', date: '1990-01-01' });
  const { data } = await bulk([inEuro, sale('1'), inEuro], true);
  assert.deepEqual(
    data!.results.map(({ error }) => error && [error.code, error.errors.map(({ path }) => path)]),
    [['rate_unknown', ['body.documents[0]']], null, ['rate_unknown', ['body.documents[2]']]],
  );
});

test('a refusal for lack of stock names the line, of a sale and of stock movements', async () => {
  const { business, sale } = await newShop();
  const { api } = business;
  const [goods] = sale('11').elements;
  const service = { description: 'Entrega', unitPrice: '50' };
  const { error } = await api.POST('/v1/record/pending', { body: { elements: [service, goods!] } });
  assert.deepEqual(
    error!.errors!.map(({ path, code, message }) => [path, code, message]),
    [['body.elements[1]', 'stock_insufficient', 'Of Arroz 10 are free in this branch.']],
  );
  const out = {
    type: 'OUT',
    resourceId: goods!.resourceId,
    divisionId: await mainDivision(business),
    quantity: '6',
  } as const;
  const moved = await api.POST('/v1/resource/record/bulk', { body: { records: [out, out] } });
  assert.deepEqual(
    moved.error!.errors!.map(({ path }) => path),
    ['body.records[1]'],
  );
});

/** How often a bulk of sales in dollars reads each kind of reference; its documents name the same ones. */
async function readsOf(count: number): Promise<Record<string, number>> {
  const business = await newBusiness();
  const { api } = business;
  const [divisionId, chartAccountId] = [await mainDivision(business), await chartId(business, 'sales')];
  const { data: project } = await api.POST('/v1/project', { body: { name: 'Obra' } });
  const { data: me } = await api.GET('/v1/organization/users');
  await api.PUT('/v1/currency/rates', { body: { rates: [{ currency: 'USD', rate: '60' }] } });
  const documents = Array.from({ length: count }, () => ({
    sellerId: me!.data[0]!.userId,
    divisionId,
    projectId: project!.id,
    currency: 'USD',
    elements: [{ description: 'Instalación', unitPrice: '10', chartAccountId }],
  }));
  const statements = (
    await packetsDuring('', async () => {
      const { data, error } = await api.POST('/v1/record/pending/bulk', { body: { documents } });
      assert.equal(data?.created, count, JSON.stringify(error));
    })
  ).flat();
  const reads = {
    seller: /^select "role", "permissions", "active"/,
    branchAndProject: /AS division,/,
    accounts: /FROM "chart_accounts" .* "id" = ANY/s,
    rate: /FROM published_rates/,
    sequences: /FROM "numerals"/,
    settings: /FROM organization_settings/,
  };
  const times = (text: RegExp) => statements.filter((statement) => text.test(statement)).length;
  return Object.fromEntries(Object.entries(reads).map(([name, text]) => [name, times(text)]));
}

test('a bulk reads what its documents have in common once', async () => {
  const few = await readsOf(2);
  assert.ok(
    Object.values(few).every((times) => times > 0),
    JSON.stringify(few),
  );
  // Background work of other tests may read a few.
  for (const [name, times] of Object.entries(await readsOf(40)))
    assert.ok(times < few[name]! + 10, `${name}: ${times} times instead of ${few[name]}`);
});
