import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ruleBalance } from '#test/accounts.ts';
import { newContact, newDivision } from '#test/books.ts';
import { newResource } from '#test/catalog.ts';
import { changeDocument, newDocument, readDetail, refusedDocument, taxIdOf } from '#test/documents.ts';
import { type Business, newBusiness } from '#test/harness.ts';
import { packetsDuring } from '#test/sent-statements.ts';
import { checkStock, mainDivision, stockUp } from '#test/stock.ts';
import { asOwner } from '#test/walks/rows.ts';

/** A business that has bought ten sacks for 600.00. */
async function shopWithRice() {
  const business = await newBusiness();
  const rice = await newResource(business.api, { name: 'Arroz', kind: 'goods', unit: 'saco' });
  const contactId = await newContact(business);
  const bought = await newDocument(business.api, {
    direction: 'purchase',
    contactId,
    elements: [
      { resourceId: rice.id, quantity: 6, unitPrice: 50, taxIds: [await taxIdOf(business.api, 'ITBIS-18')] },
      { resourceId: rice.id, quantity: 4, unitPrice: 75 },
    ],
  });
  return { business, rice, bought };
}

const inventory = (business: Business) => ruleBalance(business, 'inventory');

test('purchases enter stock at their price and sales leave at their cost', async () => {
  const { business, rice } = await shopWithRice();
  const { api } = business;
  assert.equal(await inventory(business), 60000n);
  assert.equal(await ruleBalance(business, 'payable'), -65400n);
  const sale = await newDocument(api, { elements: [{ resourceId: rice.id, quantity: 3, unitPrice: 100 }] });
  assert.equal(await inventory(business), 42000n);
  assert.equal(await ruleBalance(business, 'costOfSales'), 18000n);
  assert.equal(await ruleBalance(business, 'sales'), -30000n);
  const { margin } = await readDetail(api, sale.id);
  assert.deepEqual([margin!.cost, margin!.margin, margin!.marginPercent], ['180.00', '120.00', '40.00']);
  assert.equal(
    await refusedDocument(api, { elements: [{ resourceId: rice.id, quantity: 8, unitPrice: 100 }] }),
    'stock_insufficient',
  );
  await checkStock(business);
});

test('a sale is refused on a day before its goods arrived, so that no balance sheet shows negative stock', async () => {
  const { business, rice } = await shopWithRice();
  const { api } = business;
  const date = Temporal.Now.plainDateISO('America/Santo_Domingo').subtract({ days: 5 }).toString();
  const elements = [{ resourceId: rice.id, quantity: 1, unitPrice: 100 }];
  assert.equal(await refusedDocument(api, { date, elements }), 'stock_insufficient');
  const { data } = await api.GET('/v1/chart-of-accounts', {
    params: { query: { view: 'flat', balances: true, date, itemsPerPage: 200 } },
  });
  assert.deepEqual(
    data!.data.filter(({ balance }) => balance !== '0.00'),
    [],
  );
});

test('a changed invoice moves its present lines, and a void one gives everything back', async () => {
  const { business, rice } = await shopWithRice();
  const { api } = business;
  const sale = await newDocument(api, { elements: [{ resourceId: rice.id, quantity: 3, unitPrice: 100 }] });
  const [line] = sale.elements;
  await changeDocument(api, { id: sale.id, elements: [{ id: line!.id, quantity: 5 }] });
  assert.equal(await inventory(business), 30000n);
  assert.equal((await readDetail(api, sale.id)).margin!.cost, '300.00');
  await changeDocument(api, { id: sale.id, notes: 'Nada más' });
  assert.equal((await readDetail(api, sale.id)).margin!.cost, '300.00');
  await checkStock(business);
  await api.DELETE('/v1/record/pending', { body: { id: sale.id } });
  assert.equal(await inventory(business), 60000n);
  assert.equal(await ruleBalance(business, 'costOfSales'), 0n);
  await checkStock(business);
});

test('voiding a purchase and then a sale leaves the stock at the price of the other purchase', async () => {
  const { business, rice, bought } = await shopWithRice();
  const { api } = business;
  const contactId = await newContact(business, 'Molino');
  const line = { resourceId: rice.id, quantity: 10 };
  await newDocument(api, { direction: 'purchase', contactId, elements: [{ ...line, unitPrice: 80 }] });
  const sale = await newDocument(api, { elements: [{ ...line, unitPrice: 100 }] });
  for (const { id } of [bought, sale]) await api.DELETE('/v1/record/pending', { body: { id } });
  assert.equal(await inventory(business), 80000n);
  assert.equal(await ruleBalance(business, 'inventoryAdjustments'), 0n);
  await checkStock(business);
});

test('a sale with later delivery reserves stock, and such a purchase is expected from the supplier', async () => {
  const { business, rice } = await shopWithRice();
  const { api } = business;
  const sale = await newDocument(api, {
    deliverLater: true,
    elements: [{ resourceId: rice.id, quantity: 8, unitPrice: 100 }],
  });
  assert.equal(await inventory(business), 60000n);
  assert.equal(
    await refusedDocument(api, { elements: [{ resourceId: rice.id, quantity: 3, unitPrice: 100 }] }),
    'stock_insufficient',
  );
  await checkStock(business);
  await api.DELETE('/v1/record/pending', { body: { id: sale.id } });
  await newDocument(api, { elements: [{ resourceId: rice.id, quantity: 3, unitPrice: 100 }] });
  const contactId = await newContact(business, 'Molino');
  await newDocument(api, {
    direction: 'purchase',
    contactId,
    deliverLater: true,
    elements: [{ resourceId: rice.id, quantity: 2, unitPrice: 55 }],
  });
  assert.equal(await ruleBalance(business, 'supplierAdvances'), 11000n);
  await checkStock(business);
});

test('a combo takes its parts, drafts and quotes take nothing, and with several divisions one is named', async () => {
  const { business, rice } = await shopWithRice();
  const { api } = business;
  const combo = await newResource(api, {
    name: 'Canasta',
    kind: 'combo',
    parts: [{ resourceId: rice.id, quantity: '2' }],
  });
  const elements = [{ resourceId: combo.id, quantity: 2, unitPrice: 500 }];
  await newDocument(api, { kind: 'quote', elements });
  const draft = await newDocument(api, { status: 'draft', elements });
  assert.equal(await inventory(business), 60000n);
  await changeDocument(api, { id: draft.id, status: 'issued' });
  assert.equal(await inventory(business), 36000n);
  const divisionId = await newDivision(business);
  assert.equal(await refusedDocument(api, { elements }), 'division_required');
  assert.equal(await refusedDocument(api, { elements, divisionId }), 'stock_insufficient');
  await checkStock(business);
});

test('concurrent sales succeed only while stock lasts, and no number is lost', async () => {
  const { business, rice } = await shopWithRice();
  const outcomes = await Promise.all(
    Array.from({ length: 16 }, () =>
      business.api.POST('/v1/record/pending', {
        body: { elements: [{ resourceId: rice.id, quantity: 1, unitPrice: 100 }] },
      }),
    ),
  );
  const numbers = outcomes.flatMap(({ data }) => data?.number ?? []).toSorted((a, b) => a - b);
  assert.deepEqual(
    numbers,
    Array.from({ length: 10 }, (_, place) => place + 1),
  );
  assert.ok(outcomes.every(({ error }) => !error || error.code === 'stock_insufficient'));
  assert.equal(await inventory(business), 0n);
  await checkStock(business);
});

/** Documents that buy, reserve and sell the same two items, some of them on earlier days. */
function documentsOf(items: string[], contactId: string, earlier: string): Record<string, unknown>[] {
  const line = (place: number, quantity: number) => ({
    resourceId: items[place]!,
    quantity,
    unitPrice: 90,
    taxIds: [],
  });
  return [
    { direction: 'purchase', contactId, date: earlier, elements: [line(0, 20), { ...line(1, 8), unitPrice: 33 }] },
    { elements: [line(0, 3), line(1, 1), line(0, 1)] },
    { elements: [line(0, 2)], deliverLater: true },
    { direction: 'purchase', contactId, elements: [{ ...line(0, 7), unitPrice: 41.37 }] },
    { elements: [line(1, 2), line(0, 9)] },
    { date: earlier, elements: [line(1, 2)] },
    { elements: [line(0, 5), line(1, 3)] },
  ];
}

test('a bulk moves and values stock as its documents do one by one', async () => {
  const earlier = Temporal.Now.plainDateISO('America/Santo_Domingo').subtract({ days: 3 }).toString();
  const outcomeOf = async (write: (business: Business, documents: Record<string, unknown>[]) => Promise<void>) => {
    const business = await newBusiness();
    const { api } = business;
    const items = [];
    for (const name of ['Arroz', 'Habichuela']) items.push((await newResource(api, { name, kind: 'goods' })).id);
    await write(business, documentsOf(items, await newContact(business), earlier));
    await checkStock(business);
    const stock = await asOwner(
      `SELECT r.name, p.quantity, p.reserved, p.value, p.unit_cost, p.moves, p.last_moved_on::text
       FROM stock_positions p JOIN resources r USING (organization_id)
       WHERE p.organization_id = $1 AND r.id = p.resource_id ORDER BY r.name`,
      [business.id],
    );
    const balances = [];
    for (const rule of ['inventory', 'costOfSales', 'sales', 'payable'] as const)
      balances.push(await ruleBalance(business, rule));
    return [stock, balances];
  };
  const apart = await outcomeOf(async ({ api }, documents) => {
    for (const document of documents) await newDocument(api, document);
  });
  const together = await outcomeOf(async ({ api }, documents) => {
    const { data, error } = await api.POST('/v1/record/pending/bulk', { body: { documents } as never });
    assert.ok(data, JSON.stringify(error));
  });
  assert.deepEqual(together, apart);
});

test('a bulk that sells more than there is in all its documents is refused as a whole', async () => {
  const { business, rice } = await shopWithRice();
  const sale = { elements: [{ resourceId: rice.id, quantity: 6, unitPrice: 100 }] };
  const { error } = await business.api.POST('/v1/record/pending/bulk', { body: { documents: [sale, sale] } as never });
  assert.equal(error?.code, 'stock_insufficient');
  assert.equal(await inventory(business), 60000n);
  await checkStock(business);
});

test('a bulk writes many documents in few statements and locks their stock once', async () => {
  const { business, rice } = await shopWithRice();
  const documents = Array.from({ length: 60 }, () => ({
    elements: [{ resourceId: rice.id, quantity: '0.1', unitPrice: 100 }],
  }));
  const packets = await packetsDuring('organization_id', () =>
    business.api.POST('/v1/record/pending/bulk', { body: { documents } as never }),
  );
  const countOf = (text: string) => packets.flat().filter((statement) => statement.includes(text)).length;
  const tables = ['ledger_entries', '"stock_movements"', 'pending_elements', 'pending_records'];
  assert.deepEqual(
    tables.map((name) => countOf(`INTO ${name} `)),
    [2, 2, 2, 2],
  );
  assert.equal(countOf('OFFSET 0 FOR NO KEY UPDATE'), 1);
  await checkStock(business);
});

test('two bulks that sell the same goods in opposite order both succeed', async () => {
  const { business, rice } = await shopWithRice();
  const beans = await newResource(business.api, { name: 'Habichuela', kind: 'goods' });
  await newDocument(business.api, {
    direction: 'purchase',
    contactId: await newContact(business),
    elements: [{ resourceId: beans.id, quantity: 10, unitPrice: 40 }],
  });
  const sale = ({ id }: { id: string }) => ({ elements: [{ resourceId: id, quantity: 1, unitPrice: 100 }] });
  const sell = (documents: object[]) => business.api.POST('/v1/record/pending/bulk', { body: { documents } as never });
  const answers = await Promise.all([
    sell([sale(rice), sale(beans)]),
    sell([sale(beans), sale(rice)]),
    sell([sale(rice), sale(beans)]),
    sell([sale(beans), sale(rice)]),
  ]);
  assert.deepEqual(
    answers.map(({ response }) => response.status),
    [201, 201, 201, 201],
  );
  await checkStock(business);
});

/** A business with an item, and days on which it was bought and sold. */
async function newPast() {
  const business = await newBusiness();
  const { api } = business;
  const rice = await newResource(api, { name: 'Arroz', kind: 'goods' });
  const today = Temporal.Now.plainDateISO('America/Santo_Domingo');
  const [bought, sold] = [9, 5].map((days) => today.subtract({ days }).toString());
  return { business, api, rice, divisionId: await mainDivision(business), bought, sold };
}

test('voiding a sale of an earlier day puts its goods back on that day, as in the ledger', async () => {
  const { business, api, rice, divisionId, bought, sold } = await newPast();
  await stockUp(business, { resourceId: rice.id, divisionId, quantity: '10', unitCost: '60', date: bought });
  const elements = [{ resourceId: rice.id, quantity: 4, unitPrice: 100 }];
  const sale = await newDocument(api, { date: sold, elements });
  await api.DELETE('/v1/record/pending', { params: { query: { id: sale.id } } });
  const { data } = await api.GET('/v1/resource/record', { params: { query: { resourceId: rice.id, to: sold } } });
  assert.equal(
    data!.data.map(({ quantity }) => Number(quantity)).reduce((sum, each) => sum + each),
    10,
  );
  const balance = await api.GET('/v1/chart-of-accounts', {
    params: { query: { view: 'flat', balances: true, date: sold, itemsPerPage: 200 } },
  });
  assert.deepEqual(
    balance.data!.data.flatMap(({ name, balance: amount }) => (name === 'Inventario de mercancías' ? [amount] : [])),
    ['600.00'],
  );
  await checkStock(business);
});

for (const valuation of ['average', 'fifo'] as const)
  test(`a purchase that changes again and again after goods were sold leaves stock and ledger equal (${valuation})`, async () => {
    const business = await newBusiness();
    const { api } = business;
    await api.PATCH('/v1/organization/settings', { body: { section: 'resources', value: { valuation } } });
    const rice = await newResource(api, { name: 'Arroz', kind: 'goods' });
    const contactId = await newContact(business);
    const buy = (quantity: number, unitPrice: number) =>
      newDocument(api, {
        direction: 'purchase',
        contactId,
        elements: [{ resourceId: rice.id, quantity, unitPrice, taxIds: [] }],
      });
    const first = await buy(10, 200);
    await buy(10, 100);
    await newDocument(api, { elements: [{ resourceId: rice.id, quantity: 5, unitPrice: 300 }] });
    const [element] = (await readDetail(api, first.id)).elements;
    for (const unitPrice of ['210', '190', '250']) {
      const { error } = await api.PATCH('/v1/record/pending/element', { body: { id: element!.id, unitPrice } });
      assert.equal(error, undefined);
      await checkStock(business);
    }
    await api.DELETE('/v1/record/pending', { params: { query: { id: first.id } } });
    await checkStock(business);
  });

for (const valuation of ['average', 'fifo'] as const)
  test(`the price of a purchase is corrected after all of its goods were sold, and their sale costs the difference (${valuation})`, async () => {
    const business = await newBusiness();
    const { api } = business;
    await api.PATCH('/v1/organization/settings', { body: { section: 'resources', value: { valuation } } });
    const rice = await newResource(api, { name: 'Arroz', kind: 'goods' });
    const divisionId = await mainDivision(business);
    const bought = await newDocument(api, {
      direction: 'purchase',
      contactId: await newContact(business),
      elements: [{ resourceId: rice.id, quantity: 10, unitPrice: 30, taxIds: [] }],
    });
    const sale = await newDocument(api, { elements: [{ resourceId: rice.id, quantity: 10, unitPrice: 50 }] });
    const [element] = (await readDetail(api, bought.id)).elements;
    const change = (body: object) => api.PATCH('/v1/record/pending/element', { body: { id: element!.id, ...body } });
    assert.equal((await change({ unitPrice: '33' })).error, undefined);
    assert.equal(await ruleBalance(business, 'costOfSales'), 33000n);
    assert.equal(await ruleBalance(business, 'payable'), -33000n);
    assert.equal(await ruleBalance(business, 'inventoryAdjustments'), 0n);
    assert.equal((await readDetail(api, sale.id)).margin!.cost, '330.00');
    assert.equal((await change({ quantity: '9' })).error?.code, 'stock_insufficient');
    assert.equal((await change({ quantity: '12', unitPrice: '36' })).error, undefined);
    assert.equal(await ruleBalance(business, 'costOfSales'), 36000n);
    assert.equal(await inventory(business), 7200n);
    const { data } = await api.GET('/v1/resource/position/{resourceId}/{divisionId}', {
      params: { path: { resourceId: rice.id, divisionId } },
    });
    assert.deepEqual([data!.quantity, data!.value], ['2', '72.00']);
    await checkStock(business);
  });

test('a sale of an earlier day costs in its margin what the goods cost on that day, as in the ledger', async () => {
  const { business, api, rice, divisionId, bought, sold } = await newPast();
  await stockUp(business, { resourceId: rice.id, divisionId, quantity: '10', unitCost: '100', date: bought });
  await stockUp(business, { resourceId: rice.id, divisionId, quantity: '10', unitCost: '200' });
  const elements = [{ resourceId: rice.id, quantity: 5, unitPrice: 300 }];
  const sale = await newDocument(api, { date: sold, elements });
  const costs = async () => [(await readDetail(api, sale.id)).margin!.cost, await ruleBalance(business, 'costOfSales')];
  assert.deepEqual(await costs(), ['500.00', 50000n]);
  const [element] = (await readDetail(api, sale.id)).elements;
  await api.PATCH('/v1/record/pending/element', { body: { id: element!.id, quantity: '6' } });
  assert.deepEqual(await costs(), ['600.00', 60000n]);
  await stockUp(business, { resourceId: rice.id, divisionId, quantity: '10', unitCost: '50', date: bought });
  assert.deepEqual(await costs(), ['450.00', 45000n]);
});
