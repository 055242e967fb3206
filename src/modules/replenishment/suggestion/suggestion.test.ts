import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chartId, newContact, newDivision } from '#test/books.ts';
import { newResource } from '#test/catalog.ts';
import { changeDocument, newDocument, taxIdOf } from '#test/documents.ts';
import { newDelivery } from '#test/fulfilment.ts';
import { baseUrl, eventually, newBusiness, newMember } from '#test/harness.ts';
import { buy, newProduct, newStore, sellSome, suggestions } from '#test/replenishment.ts';
import { mainDivision, stockUp } from '#test/stock.ts';

test('a product below its minimum is listed with its supplier, its cost and its sales', async () => {
  const store = await newStore({ code: 'ARZ', unit: 'saco', leadTimeDays: 25, purchaseMultiple: '12' });
  const { api, resourceId, divisionId, supplierId } = store;
  assert.deepEqual(await suggestions(store), []);
  await sellSome(store, resourceId, 3);
  const [row, ...others] = await suggestions(store);
  const { lastBoughtOn, division, ...rest } = row!;
  assert.deepEqual(others, []);
  assert.deepEqual(rest, {
    resourceId,
    divisionId,
    resource: { name: 'Arroz', code: 'ARZ', unit: 'saco' },
    quantity: '9',
    reserved: '0',
    unusable: '0',
    onOrder: '0',
    forProduction: '0',
    minimum: '10',
    maximum: '40',
    suggested: '24',
    purchaseMultiple: '12',
    supplierId,
    supplierName: 'Distribuidora Corripio',
    unitCost: '50.00',
    currency: 'DOP',
    amount: '1200.00',
    sold: '3',
    daysLeft: 90,
    leadTimeDays: 25,
    urgent: false,
  });
  const { data: divisions } = await api.GET('/v1/division');
  assert.equal(division, divisions!.data[0]!.name);
  assert.match(lastBoughtOn!, /^\d{4}-\d\d-\d\d$/);
  await sellSome(store, resourceId, 6);
  const [after] = await suggestions(store);
  assert.deepEqual([after!.quantity, after!.sold, after!.daysLeft, after!.urgent], ['3', '9', 10, true]);
});

test('with one division, a product with a minimum is listed before it ever had stock', async () => {
  const business = await newBusiness();
  const { id } = await newResource(business.api, { name: 'Café molido', minStockAlert: '6' });
  const { id: later } = await newResource(business.api, { name: 'Té' });
  await newResource(business.api, { name: 'Entrega', kind: 'service' });
  const listed = (count: number) =>
    eventually(async () => {
      const rows = await suggestions(business);
      return rows.length === count && rows.map(({ resourceId, suggested }) => [resourceId, suggested]);
    });
  assert.deepEqual(await listed(1), [[id, '6']]);
  await business.api.PATCH('/v1/resource', { body: { id: later, minStockAlert: '3' } });
  assert.deepEqual(await listed(2), [
    [id, '6'],
    [later, '3'],
  ]);
});

test('reserved goods are missing, and goods of orders and of later deliveries are on order', async () => {
  const store = await newStore();
  const { api, resourceId } = store;
  await sellSome(store, resourceId, 5, { deliverLater: true });
  const [reserved] = await suggestions(store);
  assert.deepEqual([reserved!.quantity, reserved!.reserved, reserved!.suggested], ['12', '5', '33']);

  const order = await buy(store, resourceId, 2, { kind: 'order' });
  const [ordered] = await suggestions(store);
  assert.deepEqual([ordered!.onOrder, ordered!.suggested], ['2', '31']);
  const draft = await buy(store, resourceId, 20, { kind: 'order', status: 'draft' });
  assert.equal((await suggestions(store))[0]!.onOrder, '2');

  const body = { id: order.id, kind: 'invoice' as const, deliverLater: true };
  const invoice = (await api.POST('/v1/record/pending/create-from', { body })).data!;
  assert.equal((await suggestions(store))[0]!.onOrder, '2');
  await newDelivery(store, {
    pendingRecordId: invoice.id,
    lines: [{ elementId: invoice.elements[0]!.id, quantity: '0.5' }],
  });
  const [partly] = await suggestions(store);
  assert.deepEqual([partly!.quantity, partly!.onOrder], ['12.5', '1.5']);

  await changeDocument(api, { id: draft.id, status: 'issued' });
  assert.deepEqual(await suggestions(store), []);
  await api.DELETE('/v1/record/pending', { body: { id: draft.id } as never });
  assert.equal((await suggestions(store))[0]!.onOrder, '1.5');
});

test('a purchase that is delivered later is on order until all of it is delivered or canceled', async () => {
  const store = await newStore();
  const { api, resourceId } = store;
  await sellSome(store, resourceId, 12);
  const invoice = await buy(store, resourceId, 8, { deliverLater: true });
  const onOrder = async () => (await suggestions(store))[0]!.onOrder;
  assert.equal(await onOrder(), '8');
  const elementId = invoice.elements[0]!.id;
  const first = await newDelivery(store, { pendingRecordId: invoice.id, lines: [{ elementId, quantity: '8' }] });
  assert.equal(await onOrder(), '0');
  await api.PATCH('/v1/resource/delivery', { body: { id: first.id, status: 'canceled' } });
  assert.equal(await onOrder(), '8');
  await newDelivery(store, {
    pendingRecordId: invoice.id,
    lines: [{ elementId, quantity: '3' }],
    cancelRest: true,
  });
  const [row] = await suggestions(store);
  assert.deepEqual([row!.quantity, row!.onOrder], ['3', '0']);
});

test('a purchase of which everything was canceled is on order again when its quantity is raised', async () => {
  const store = await newStore();
  const { api, resourceId } = store;
  await sellSome(store, resourceId, 12);
  const invoice = await buy(store, resourceId, 8, { deliverLater: true });
  await newDelivery(store, { pendingRecordId: invoice.id, lines: [], cancelRest: true });
  const onOrder = async () => (await suggestions(store))[0]!.onOrder;
  assert.equal(await onOrder(), '0');
  const elements = [{ id: invoice.elements[0]!.id, quantity: '12' }];
  const { code } = await changeDocument(api, { id: invoice.id, elements });
  assert.equal(code, undefined);
  assert.equal(await onOrder(), '4');
});

test('each division has its own needs, and goods in transit to it are on order', async () => {
  const store = await newStore();
  const { business, api, resourceId, divisionId } = store;
  const north = await newDivision(business);
  await api.POST('/v1/resource/position', { body: { resourceId, divisionId: north, minimum: '4' } });
  const needs = async () => (await suggestions(store)).map((row) => [row.divisionId, row.onOrder, row.suggested]);
  assert.deepEqual(await needs(), [[north, '0', '4']]);
  const sent = await newDelivery(store, {
    fromDivisionId: divisionId,
    toDivisionId: north,
    lines: [{ resourceId, quantity: '3' }],
  });
  const both = (await needs()).toSorted((a, b) => Number(a[2]) - Number(b[2]));
  assert.deepEqual(both, [
    [north, '3', '1'],
    [divisionId, '0', '31'],
  ]);
  await api.PATCH('/v1/resource/delivery', { body: { id: sent.id, lines: [{ id: sent.lines[0]!.id }] } });
  const [row] = await suggestions(store, { divisionId: north });
  assert.deepEqual([row!.quantity, row!.onOrder, row!.sold], ['3', '0', '0']);
});

test('an order without a division arrives in the only one', async () => {
  const store = await newStore();
  await sellSome(store, store.resourceId, 12);
  await buy(store, store.resourceId, 5, { kind: 'order', divisionId: null });
  assert.equal((await suggestions(store))[0]!.onOrder, '5');
  await newDivision(store.business);
  assert.equal((await suggestions(store))[0]!.onOrder, '0');
});

test('quotes, sales and lines with an account of their own are not on order', async () => {
  const store = await newStore();
  const { business, resourceId } = store;
  await sellSome(store, resourceId, 12);
  await buy(store, resourceId, 5, { kind: 'quote' });
  await sellSome(store, resourceId, 5, { kind: 'order' });
  const chartAccountId = await chartId(business, 'expenses');
  const elements = [{ resourceId, quantity: 5, unitPrice: 50, chartAccountId }];
  await buy(store, resourceId, 5, { kind: 'order', elements });
  await buy(store, resourceId, 5, { deliverLater: true, elements });
  assert.equal((await suggestions(store))[0]!.onOrder, '0');
});

test('expired and blocked lots do not count as stock', async () => {
  const store = await newStore();
  const { api, divisionId } = store;
  const { id: resourceId } = await newResource(api, { name: 'Leche', tracksLots: true, minStockAlert: '5' });
  const lot = (name: string, expiresOn: string) => [{ lot: name, expiresOn, quantity: '6' }];
  await stockUp(store.business, {
    resourceId,
    divisionId,
    quantity: '6',
    unitCost: '30',
    lots: lot('L1', '2020-01-31'),
  });
  await stockUp(store.business, {
    resourceId,
    divisionId,
    quantity: '6',
    unitCost: '30',
    lots: lot('L2', '2990-01-31'),
  });
  assert.deepEqual(await suggestions(store), []);
  const { data } = await api.GET('/v1/resource/lots', { params: { query: { resourceId } } });
  const fresh = data!.data.find((each) => each.lot === 'L2')!;
  await api.PATCH('/v1/resource/lots/{lotId}', { params: { path: { lotId: fresh.id } }, body: { blocked: true } });
  const [row] = await suggestions(store);
  assert.deepEqual([row!.quantity, row!.unusable, row!.suggested], ['12', '12', '5']);
});

test('a product without limits is listed when it owes goods, and with outOfStock when it has none', async () => {
  const store = await newStore();
  const { api, divisionId, supplierId, resourceId } = store;
  const { id } = await newResource(api, { name: 'Sal', allowsNegativeStock: true });
  await buy(store, id, 6);
  await sellSome(store, id, 6);
  assert.deepEqual(await suggestions(store), []);
  const [out, ...others] = await suggestions(store, { outOfStock: true });
  assert.deepEqual([out!.resourceId, out!.suggested, others.length], [id, '6', 0]);
  await sellSome(store, id, 2);
  const [owed] = await suggestions(store);
  assert.deepEqual([owed!.quantity, owed!.minimum, owed!.suggested], ['-2', null, '10']);
  await buy({ api, divisionId, supplierId }, id, 3, { kind: 'order' });
  assert.deepEqual(await suggestions(store, { outOfStock: true }), []);

  await api.PATCH('/v1/resource', { body: { id: resourceId, minStockAlert: null } as never });
  await sellSome(store, resourceId, 12);
  const filled = await eventually(async () => {
    const [row] = await suggestions(store, { resourceId });
    return row?.minimum === null && row;
  });
  assert.equal(filled.suggested, '40');
});

test('archived products, products without stock and archived divisions are not listed', async () => {
  const store = await newStore();
  const { business, api, resourceId } = store;
  const north = await newDivision(business);
  await api.POST('/v1/resource/position', { body: { resourceId, divisionId: north, minimum: '4' } });
  assert.equal((await suggestions(store)).length, 1);
  await api.PATCH('/v1/division', { body: { id: north, archived: true } as never });
  assert.deepEqual(await suggestions(store), []);
  const { id } = await newResource(api, { name: 'Gas' });
  await api.POST('/v1/resource/position', { body: { resourceId: id, divisionId: store.divisionId, minimum: '4' } });
  assert.equal((await suggestions(store)).length, 1);
  await api.PATCH('/v1/resource', { body: { id, tracksStock: false } as never });
  assert.deepEqual(await suggestions(store), []);
  await api.PATCH('/v1/resource', { body: { id, tracksStock: true } as never });
  assert.equal((await suggestions(store)).length, 1);
  await api.PATCH('/v1/resource', { body: { id, archived: true } as never });
  assert.deepEqual(await suggestions(store), []);
});

test('the supplier is the preferred one, else that of the last purchase, and its own last price counts', async () => {
  const store = await newStore();
  const { business, api, resourceId, supplierId } = store;
  const other = await newContact(business, 'Mercasid');
  await sellSome(store, resourceId, 12);
  const late = await buy({ ...store, supplierId: other }, resourceId, 1, { unitPrice: 45 });
  const source = async () => {
    const [row] = await suggestions(store);
    return [row!.supplierId, row!.unitCost, row!.currency];
  };
  assert.deepEqual(await source(), [other, '45.00', 'DOP']);
  await api.PATCH('/v1/resource', { body: { id: resourceId, supplierId } as never });
  assert.deepEqual(await source(), [supplierId, '50.00', 'DOP']);
  const bySupplier = async (id: string) => (await suggestions(store, { supplierId: id })).length;
  assert.deepEqual([await bySupplier(supplierId), await bySupplier(other)], [1, 0]);
  const unused = await newContact(business, 'Induveca');
  await api.PATCH('/v1/resource', { body: { id: resourceId, supplierId: unused } as never });
  assert.deepEqual(await source(), [unused, '45.00', 'DOP']);
  await api.PATCH('/v1/resource', { body: { id: resourceId, supplierId: null } as never });
  assert.deepEqual([await bySupplier(supplierId), await bySupplier(other)], [0, 1]);
  await api.DELETE('/v1/record/pending', { body: { id: late.id } as never });
  assert.deepEqual(await source(), [supplierId, '50.00', 'DOP']);
});

test('the cost is without taxes and after the discount, in the currency of the purchase', async () => {
  const store = await newStore();
  const { api, resourceId, divisionId, supplierId } = store;
  await sellSome(store, resourceId, 12);
  const itbis = await taxIdOf(api, 'ITBIS-18');
  const cost = async () => {
    const [row] = await suggestions(store);
    return [row!.unitCost, row!.currency, row!.amount];
  };
  await newDocument(api, {
    direction: 'purchase',
    contactId: supplierId,
    divisionId,
    pricesIncludeTax: true,
    elements: [{ resourceId, quantity: 3, unitPrice: '118', discount: { percent: '10' }, taxIds: [itbis] }],
  });
  assert.deepEqual(await cost(), ['90.00', 'DOP', '3330.00']);
  await buy(store, resourceId, 1, { currency: 'USD', rate: '60', unitPrice: 1.25 });
  assert.deepEqual(await cost(), ['1.25', 'USD', '45.00']);
});

test('goods that were never bought cost what the catalog says, else what their stock cost', async () => {
  const business = await newBusiness();
  const divisionId = await mainDivision(business);
  const { id: resourceId } = await newResource(business.api, { name: 'Café', minStockAlert: '5', cost: '12.345' });
  await stockUp(business, { resourceId, divisionId, quantity: '3', unitCost: '10.5' });
  const cost = async () => {
    const [row] = await suggestions(business);
    return [row!.supplierId, row!.unitCost, row!.lastBoughtOn];
  };
  assert.deepEqual(await cost(), [null, '12.345', null]);
  await business.api.PATCH('/v1/resource', { body: { id: resourceId, cost: null } as never });
  assert.deepEqual(await cost(), [null, '10.50', null]);
});

test('void sales and transfers are not sold, and returned goods are deducted', async () => {
  const store = await newStore();
  const { business, api, resourceId, divisionId } = store;
  const sale = await sellSome(store, resourceId, 4);
  const wrong = await sellSome(store, resourceId, 2);
  await api.DELETE('/v1/record/pending', { body: { id: wrong.id } as never });
  const lines = [{ elementId: sale.elements[0]!.id, quantity: '1' }];
  await api.POST('/v1/resource/return', { body: { pendingRecordId: sale.id, lines } as never });
  const later = await sellSome(store, resourceId, 2, { deliverLater: true });
  await newDelivery(store, { pendingRecordId: later.id });
  const north = await newDivision(business);
  await newDelivery(store, { fromDivisionId: divisionId, toDivisionId: north, lines: [{ resourceId, quantity: '1' }] });
  const [row] = await suggestions(store, { divisionId });
  assert.deepEqual([row!.quantity, row!.sold], ['6', '5']);
});

test('the list is filtered, sorted and read in pages', async () => {
  const store = await newStore({ category: 'Granos' });
  const { api, resourceId } = store;
  const oil = await newProduct(store, { name: 'Aceite', minStockAlert: '20', category: 'Aceites' });
  const salt = await newProduct(store, { name: 'Sal', minStockAlert: '100' });
  await sellSome(store, resourceId, 12);
  const names = async (query: Record<string, unknown>) =>
    (await suggestions(store, query)).map(({ resource }) => resource.name);
  assert.deepEqual(await names({}), ['Aceite', 'Arroz', 'Sal']);
  assert.deepEqual(await names({ sort: 'level' }), ['Arroz', 'Sal', 'Aceite']);
  assert.deepEqual(await names({ search: 'ace' }), ['Aceite']);
  assert.deepEqual(await names({ category: 'Granos' }), ['Arroz']);
  assert.deepEqual(await names({ resourceId: `${oil},${salt}` }), ['Aceite', 'Sal']);
  const list = await api.POST('/v1/resource/resource-list', {
    body: { name: 'Lunes', type: 'COLLECTION', members: [{ resourceId: salt }] } as never,
  });
  assert.deepEqual(await names({ listId: list.data!.id }), ['Sal']);
  for (const sort of ['name', '-name', 'level'] as const) {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const query = { sort, itemsPerPage: 1, ...(cursor && { cursor }) };
      const { data } = await api.GET('/v1/resource/replenishment', { params: { query } });
      seen.push(...data!.data.map(({ resource }) => resource.name));
      cursor = data!.nextCursor ?? undefined;
    } while (cursor);
    assert.deepEqual(seen, await names({ sort }));
  }
});

test('the list is downloaded as a table', async () => {
  const store = await newStore();
  await sellSome(store, store.resourceId, 12);
  const { owner, id } = store.business;
  const response = await fetch(`${baseUrl}/v1/resource/replenishment/download?format=csv`, {
    headers: { authorization: `Bearer ${owner.token}`, 'x-service-organization-id': id },
  });
  const [head, row] = (await response.text()).split(/\r?\n/);
  assert.match(head!, /^﻿?Código,Producto,/);
  assert.match(row!, /Arroz.*Distribuidora Corripio/);
});

test('another organization sees nothing of it', async () => {
  const store = await newStore();
  await sellSome(store, store.resourceId, 12);
  const other = await newBusiness();
  assert.deepEqual(await suggestions(other, { outOfStock: true }), []);
  assert.deepEqual(await suggestions(other, { supplierId: store.supplierId }), []);
  const viewer = await newMember(store.business);
  assert.equal((await suggestions(viewer)).length, 1);
});

test('planned productions need their parts and bring their product', async () => {
  const store = await newStore();
  const { api, resourceId: rice, divisionId } = store;
  const pack = await newProduct(store, { name: 'Funda de arroz', minStockAlert: '20' });
  const { id: bag } = await newResource(api, { name: 'Funda vacía', minStockAlert: '1' });
  const rowsOf = async () =>
    Object.fromEntries(
      (await suggestions(store)).map((row) => [row.resourceId, [row.onOrder, row.forProduction, row.suggested]]),
    );
  assert.deepEqual(await rowsOf(), { [pack]: ['0', '0', '28'] });

  const parts = [
    { resourceId: rice, quantity: 1, waste: 5 },
    { resourceId: bag, quantity: 3 },
  ];
  const plan = { resourceId: pack, divisionId, quantity: 5, recipe: { yields: 3, parts } };
  const { data: production, error } = await api.POST('/v1/resource/production', { body: plan });
  assert.ok(production, JSON.stringify(error));
  // 12 of rice are there and 1.75 are used, which leaves the minimum of 10.
  assert.deepEqual(await rowsOf(), { [pack]: ['5', '0', '23'], [bag]: ['0', '5', '6'] });

  const path = { productionId: production.id };
  const change = (body: Record<string, unknown>) =>
    api.PATCH('/v1/resource/production/{productionId}', { params: { path }, body: body as never });
  await change({ quantity: '9' });
  assert.deepEqual(await rowsOf(), { [rice]: ['0', '3.15', '31.15'], [bag]: ['0', '9', '10'] });
  await stockUp(store.business, { resourceId: bag, divisionId, quantity: '10', unitCost: '1' });
  assert.equal((await change({ status: 'started' })).response.status, 200);
  assert.deepEqual(await rowsOf(), { [rice]: ['0', '0', '31.15'] });
  await change({ status: 'cancelled' });
  assert.deepEqual(await rowsOf(), { [pack]: ['0', '0', '28'] });
});
