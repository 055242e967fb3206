import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '#platform/id.ts';
import { newContact, newDivision } from '#test/books.ts';
import { newResource } from '#test/catalog.ts';
import { readDocument } from '#test/documents.ts';
import { newBusiness, newMember } from '#test/harness.ts';
import { buy, newProduct, newStore, orderAll, sellSome, suggestions } from '#test/replenishment.ts';
import { checkStock, mainDivision, stockUp } from '#test/stock.ts';

test('everything on the list is ordered at once, and the suggestions vanish until the goods have arrived', async () => {
  const store = await newStore({ purchaseMultiple: '12' });
  const { business, api, resourceId, divisionId, supplierId } = store;
  await sellSome(store, resourceId, 5);
  const { orders, skipped } = await orderAll(store, { filter: {}, notes: 'Antes de las 10' });
  assert.deepEqual(skipped, []);
  const [order] = orders;
  assert.deepEqual(order, {
    id: order!.id,
    number: 1,
    contactId: supplierId,
    contactName: 'Distribuidora Corripio',
    divisionId,
    lines: 1,
    net: '1200.00',
    total: '1200.00',
    currency: 'DOP',
  });
  const { elements, ...document } = await readDocument(api, order!.id);
  const { kind, direction, state, recordId, notes } = document;
  assert.deepEqual([kind, direction, state, recordId, notes], ['order', 'purchase', 'open', null, 'Antes de las 10']);
  assert.deepEqual(
    elements.map((line) => [line.resourceId, line.quantity, line.unitPrice]),
    [[resourceId, '24', '50.00']],
  );
  assert.deepEqual(await suggestions(store), []);
  assert.deepEqual(await orderAll(store), { orders: [], skipped: [] });
  const invoice = await api.POST('/v1/record/pending/create-from', { body: { id: order!.id, kind: 'invoice' } });
  assert.equal(invoice.data!.state, 'open');
  assert.deepEqual(await suggestions(store), []);
  const position = { path: { resourceId, divisionId } };
  const { data } = await api.GET('/v1/resource/position/{resourceId}/{divisionId}', { params: position });
  assert.equal(data!.quantity, '31');
  await checkStock(business);
});

test('orders are grouped by supplier, division and currency', async () => {
  const store = await newStore();
  const { business, api, resourceId } = store;
  const north = await newDivision(business);
  const other = await newContact(business, 'Mercasid');
  await newProduct(store, { name: 'Aceite', minStockAlert: '20' });
  await newProduct({ ...store, supplierId: other }, { name: 'Sal', minStockAlert: '20' });
  const soap = await newProduct(store, { name: 'Jabón', minStockAlert: '20' });
  await buy(store, soap, 1, { currency: 'USD', rate: '60', unitPrice: 2 });
  await api.POST('/v1/resource/position', { body: { resourceId, divisionId: north, minimum: '6' } });
  await sellSome(store, resourceId, 5);
  const { orders } = await orderAll(store);
  const lines = await Promise.all(
    orders.map(async ({ id, contactId, divisionId: to, currency }) => {
      const { elements } = await readDocument(api, id);
      const where = to === north ? 'north' : 'main';
      return [contactId === other ? 'Mercasid' : 'Corripio', where, currency, elements.map((line) => line.description)];
    }),
  );
  assert.deepEqual(lines.toSorted(), [
    ['Corripio', 'main', 'DOP', ['Aceite', 'Arroz']],
    ['Corripio', 'main', 'USD', ['Jabón']],
    ['Corripio', 'north', 'DOP', ['Arroz']],
    ['Mercasid', 'main', 'DOP', ['Sal']],
  ]);
  assert.deepEqual(await suggestions(store), []);
});

test('chosen rows are ordered with their own quantity, supplier and price', async () => {
  const store = await newStore();
  const { business, api, resourceId, divisionId } = store;
  const oil = await newProduct(store, { name: 'Aceite', minStockAlert: '20' });
  const other = await newContact(business, 'Mercasid');
  await sellSome(store, resourceId, 5);
  const { orders } = await orderAll(store, {
    rows: [
      { resourceId, divisionId, quantity: '2.5', supplierId: other, unitPrice: '47.25' },
      { resourceId: oil, divisionId },
    ],
  });
  assert.deepEqual(
    orders.map(({ contactName, net }) => [contactName, net]),
    [
      ['Mercasid', '118.13'],
      ['Distribuidora Corripio', '1400.00'],
    ],
  );
  const [row, ...others] = await suggestions(store);
  assert.deepEqual([row!.resourceId, row!.onOrder, row!.suggested, others.length], [resourceId, '2.5', '30.5', 0]);
  const again = await api.POST('/v1/resource/replenishment', {
    body: { rows: [{ resourceId: oil, divisionId, quantity: '5' }] },
  });
  assert.deepEqual(
    [again.error!.code, again.error!.errors![0]!.path, /Aceite/.test(again.error!.detail!)],
    ['nothing_to_order', 'body.rows[0]', true],
  );
});

test('rows without a supplier, a cost or a quantity are refused by name, and skipped by a filter', async () => {
  const business = await newBusiness();
  const { api } = business;
  const divisionId = await mainDivision(business);
  const supplierId = await newContact(business, 'Mercasid');
  const add = async (details: Record<string, unknown>) => {
    const { id } = await newResource(api, details);
    await api.POST('/v1/resource/position', { body: { resourceId: id, divisionId } });
    return id;
  };
  const salt = await add({ name: 'Sal', minStockAlert: '5', cost: '10' });
  const soap = await add({ name: 'Jabón', minStockAlert: '5', supplierId });
  const dust = await add({ name: 'Polvo', supplierId, cost: '10' });
  const good = await add({ name: 'Vinagre', minStockAlert: '5', supplierId, cost: '10' });
  const rows = [salt, soap, dust, good].map((resourceId) => ({ resourceId, divisionId }));
  const { error } = await api.POST('/v1/resource/replenishment', { body: { rows } });
  assert.equal(error!.code, 'supplier_missing');
  assert.deepEqual(
    error!.errors!.map(({ path, message }) => [path, message.split(' ')[0]]),
    [
      ['body.rows[0].supplierId', 'Sal'],
      ['body.rows[1].unitPrice', 'Jabón'],
      ['body.rows[2].quantity', 'Polvo'],
    ],
  );
  const { orders, skipped } = await orderAll(business, { filter: { outOfStock: true } });
  assert.deepEqual(
    orders.map(({ net }) => net),
    ['50.00'],
  );
  assert.deepEqual(
    skipped.map(({ name, reason }) => [name, reason]),
    [
      ['Jabón', 'no_cost'],
      ['Polvo', 'no_quantity'],
      ['Sal', 'no_supplier'],
    ],
  );
});

test('what is unknown, archived or given twice is refused', async () => {
  const store = await newStore();
  const { business, api, resourceId, divisionId } = store;
  await sellSome(store, resourceId, 12);
  const refused = async (body: Record<string, unknown>) => {
    const { error } = await api.POST('/v1/resource/replenishment', { body: body as never });
    return [error!.code, error!.errors?.[0]?.path];
  };
  const row = { resourceId, divisionId };
  assert.deepEqual(await refused({ rows: [row, { ...row, resourceId: newId() }] }), [
    'reference_not_found',
    'body.rows[1].resourceId',
  ]);
  assert.deepEqual(await refused({ rows: [{ ...row, divisionId: newId() }] }), [
    'reference_not_found',
    'body.rows[0].divisionId',
  ]);
  assert.deepEqual(await refused({ rows: [{ ...row, supplierId: newId() }] }), [
    'reference_not_found',
    'body.rows[0].supplierId',
  ]);
  assert.deepEqual(await refused({ rows: [row, row] }), ['invalid_request', 'body.rows']);
  assert.deepEqual((await refused({}))[0], 'invalid_request');
  assert.deepEqual((await refused({ rows: [row], filter: {} }))[0], 'invalid_request');
  const other = await newBusiness();
  const foreign = await other.api.POST('/v1/resource/replenishment', { body: { rows: [row] } });
  assert.equal(foreign.error!.code, 'reference_not_found');
  assert.deepEqual(await orderAll(other), { orders: [], skipped: [] });
  await api.PATCH('/v1/resource', { body: { id: resourceId, archived: true } as never });
  assert.deepEqual((await refused({ rows: [row] }))[0], 'nothing_to_order');
  const viewer = await newMember(business);
  const denied = await viewer.api.POST('/v1/resource/replenishment', { body: { filter: {} } });
  assert.equal(denied.error!.code, 'forbidden');
});

test('orders at the same time do not order the same goods twice', async () => {
  const store = await newStore();
  const { api, resourceId, divisionId } = store;
  const oil = await newProduct(store, { name: 'Aceite', minStockAlert: '20' });
  await sellSome(store, resourceId, 5);
  const all = await Promise.all(Array.from({ length: 6 }, () => orderAll(store)));
  assert.equal(all.flatMap(({ orders }) => orders).length, 1);
  await api.DELETE('/v1/record/pending', { body: { id: all.flatMap(({ orders }) => orders)[0]!.id } as never });
  const rows = [
    { resourceId: oil, divisionId },
    { resourceId, divisionId, quantity: '30' },
  ];
  const chosen = await Promise.all(
    [rows, rows.toReversed(), rows].map((each) => api.POST('/v1/resource/replenishment', { body: { rows: each } })),
  );
  assert.deepEqual(chosen.map(({ error }) => error?.code ?? 'ordered').toSorted(), [
    'nothing_to_order',
    'nothing_to_order',
    'ordered',
  ]);
});

test('the same key orders once', async () => {
  const store = await newStore();
  await sellSome(store, store.resourceId, 5);
  const order = () =>
    store.api.POST('/v1/resource/replenishment', {
      body: { filter: {} },
      headers: { 'idempotency-key': 'morning' },
    } as never);
  const [first, second] = [await order(), await order()];
  assert.deepEqual(second.data, first.data);
  assert.equal((first.data as { orders: unknown[] }).orders.length, 1);
});

test('more rows than fit into one call are refused', async () => {
  const business = await newBusiness();
  const { api } = business;
  const divisions = [await mainDivision(business), await newDivision(business), await newDivision(business, 'Sur')];
  const resources = Array.from({ length: 334 }, (_, place) => ({ name: `Artículo ${place}`, minStockAlert: '1' }));
  const { data } = await api.POST('/v1/resource/bulk', { body: { resources } as never });
  const ids = (data as unknown as { results: { id: string }[] }).results.map(({ id }) => id);
  for (const divisionId of divisions) {
    const positions = ids.map((resourceId) => ({ resourceId, divisionId }));
    await api.POST('/v1/resource/position/bulk', { body: { positions } });
  }
  const order = async (filter: object) => api.POST('/v1/resource/replenishment', { body: { filter } });
  assert.equal((await order({})).error!.code, 'too_many_suggestions');
  const { data: part } = await order({ divisionId: divisions[0] });
  assert.deepEqual([part!.orders.length, part!.skipped.length], [0, 334]);
});

test('units with serial numbers are ordered without them', async () => {
  const store = await newStore();
  const { business, api, divisionId } = store;
  const { id: resourceId } = await newResource(api, { name: 'Celular', tracksSerials: true, minStockAlert: '2.5' });
  await stockUp(business, { resourceId, divisionId, quantity: '1', unitCost: '100', serialNumbers: ['A1'] });
  const { orders } = await orderAll(store, {
    rows: [{ resourceId, divisionId, supplierId: store.supplierId }],
  });
  const { elements } = await readDocument(api, orders[0]!.id);
  assert.deepEqual([elements[0]!.quantity, elements[0]!.unitPrice, elements[0]!.serialNumbers], ['2', '100.00', []]);
});
