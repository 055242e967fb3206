import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '#platform/id.ts';
import { ruleBalance } from '#test/accounts.ts';
import { newContact } from '#test/books.ts';
import { newResource } from '#test/catalog.ts';
import { changeDocument, newDocument, readDetail, readDocument, refusedDocument, taxIdOf } from '#test/documents.ts';
import { newReturn } from '#test/fulfilment.ts';
import { type Business, newBusiness } from '#test/harness.ts';
import { checkStock } from '#test/stock.ts';

async function newPack({ api }: Business, body: Record<string, unknown>) {
  const { data, error } = await api.POST('/v1/resource/resource-list', {
    body: { name: 'Canasta', type: 'PACK', ...body } as never,
  });
  assert.ok(data, `refused: ${error?.code}`);
  return data.id;
}

/** A business with ten sacks of rice at 60.00 and ten of beans at 20.00, and a basket of two and a half of them. */
async function shopWithBasket(basket: Record<string, unknown> = {}, beansDetails: Record<string, unknown> = {}) {
  const business = await newBusiness();
  const { api } = business;
  const itbis = await taxIdOf(api, 'ITBIS-18');
  const details = { kind: 'goods', taxIds: [itbis] };
  const rice = await newResource(api, { ...details, name: 'Arroz', prices: [{ amount: '100' }] });
  const beans = await newResource(api, {
    ...details,
    name: 'Habichuelas',
    prices: [{ amount: '50' }],
    ...beansDetails,
  });
  await newDocument(api, {
    direction: 'purchase',
    contactId: await newContact(business),
    elements: [
      { resourceId: rice.id, quantity: 10, unitPrice: 60, taxIds: [] },
      { resourceId: beans.id, quantity: 10, unitPrice: 20, taxIds: [] },
    ],
  });
  const members = [
    { resourceId: rice.id, quantity: '2' },
    { resourceId: beans.id, quantity: '0.5' },
  ];
  const listId = await newPack(business, { members, ...basket });
  return { business, api, rice, beans, listId, itbis };
}

const balances = async (business: Business) =>
  Promise.all((['inventory', 'costOfSales', 'sales'] as const).map((rule) => ruleBalance(business, rule)));

const refusalOf = async (business: Business, element: Record<string, unknown>, more: object = {}) => {
  const { data, error } = await business.api.POST('/v1/record/pending', {
    body: { elements: [element], ...more } as never,
  });
  assert.equal(data, undefined);
  return [error!.code, error!.errors?.[0]?.path];
};

test('the sale of a pack moves its parts at their cost, and a void sale gives them back', async () => {
  const { business, api, listId } = await shopWithBasket({ price: '240' });
  const sale = await newDocument(api, { elements: [{ resourceListId: listId, quantity: 2 }] });
  const [line] = sale.elements;
  assert.deepEqual(
    [line!.resourceListId, line!.resourceId, line!.description, line!.unitPrice, line!.net, line!.tax],
    [listId, null, 'Canasta', '240.00', '480.00', '86.40'],
  );
  assert.deepEqual(await balances(business), [54000n, 26000n, -48000n]);
  assert.equal((await readDetail(api, sale.id)).margin!.cost, '260.00');
  await checkStock(business);
  const { data: changed } = await changeDocument(api, { id: sale.id, elements: [{ id: line!.id, quantity: 3 }] });
  assert.deepEqual([changed!.elements[0]!.resourceListId, changed!.elements[0]!.net], [listId, '720.00']);
  assert.deepEqual(await balances(business), [41000n, 39000n, -72000n]);
  const { error } = await api.DELETE('/v1/resource/resource-list', { body: { id: listId } as never });
  assert.equal(error?.code, 'list_in_use');
  await api.DELETE('/v1/record/pending', { body: { id: sale.id } });
  assert.deepEqual(await balances(business), [80000n, 0n, 0n]);
  await checkStock(business);
});

test('a pack without a price has the sum of the prices of its parts', async () => {
  const { business, api, listId, rice } = await shopWithBasket();
  const sale = await newDocument(api, { elements: [{ resourceListId: listId }] });
  assert.equal(sale.elements[0]!.unitPrice, '225.00');
  const { data: item } = await changeDocument(api, {
    id: sale.id,
    elements: [{ id: sale.elements[0]!.id, resourceId: rice.id }],
  });
  const [line] = item!.elements;
  assert.deepEqual([line!.resourceListId, line!.resourceId, line!.unitPrice], [null, rice.id, '100.00']);
  assert.equal(await ruleBalance(business, 'costOfSales'), 6000n);
  await checkStock(business);
});

test('a pack with a part that is missing is refused as a whole', async () => {
  const { business, api, listId } = await shopWithBasket({ price: '240' });
  assert.equal(
    await refusedDocument(api, { elements: [{ resourceListId: listId, quantity: 6 }] }),
    'stock_insufficient',
  );
  assert.deepEqual(await balances(business), [80000n, 0n, 0n]);
  const sale = await newDocument(api, { deliverLater: true, elements: [{ resourceListId: listId, quantity: 5 }] });
  assert.equal(await refusedDocument(api, { elements: [{ resourceListId: listId }] }), 'stock_insufficient');
  await api.DELETE('/v1/record/pending', { body: { id: sale.id } });
  await newDocument(api, { elements: [{ resourceListId: listId, quantity: 5 }] });
  await checkStock(business);
});

test('a pack of parts with different taxes says which ones it has', async () => {
  const { business, api, listId, itbis } = await shopWithBasket({ price: '240' }, { taxIds: [] });
  assert.deepEqual(await refusalOf(business, { resourceListId: listId }), [
    'pack_taxes_differ',
    'body.elements[0].taxIds',
  ]);
  const sale = await newDocument(api, { elements: [{ resourceListId: listId, taxIds: [itbis] }] });
  assert.equal(sale.tax, '43.20');
});

test('a list that is unknown, foreign, a collection, or bought as one is refused', async () => {
  const { business, rice, listId } = await shopWithBasket();
  const foreign = (await shopWithBasket()).listId;
  const path = 'body.elements[0].resourceListId';
  for (const resourceListId of [newId(), foreign]) {
    assert.deepEqual(await refusalOf(business, { resourceListId }), ['reference_not_found', path]);
  }
  const members = [{ resourceId: rice.id }];
  const resourceListId = await newPack(business, { type: 'COLLECTION', members });
  assert.equal((await refusalOf(business, { resourceListId }))[0], 'list_not_sold_as_one');
  const purchase = { direction: 'purchase', contactId: await newContact(business) };
  assert.deepEqual(await refusalOf(business, { resourceListId: listId, unitPrice: 1 }, purchase), [
    'field_not_of_direction',
    path,
  ]);
  const both = { resourceListId: listId, resourceId: rice.id };
  assert.equal((await refusalOf(business, both))[0], 'invalid_request');
});

test('an invoice made from a quote of a pack moves its parts', async () => {
  const { business, api, listId } = await shopWithBasket({ price: '240' });
  const quote = await newDocument(api, { kind: 'quote', elements: [{ resourceListId: listId }] });
  assert.equal(await ruleBalance(business, 'inventory'), 80000n);
  const { data } = await api.POST('/v1/record/pending/create-from', {
    body: { id: quote.id, kind: 'invoice' } as never,
  });
  assert.equal((await readDocument(api, data!.id)).elements[0]!.resourceListId, listId);
  assert.equal(await ruleBalance(business, 'inventory'), 67000n);
});

test('the parts of a returned pack come back at their cost', async () => {
  const { business, api, listId } = await shopWithBasket({ price: '240' });
  const contactId = await newContact(business);
  const sale = await newDocument(api, { contactId, elements: [{ resourceListId: listId, quantity: 2 }] });
  await newReturn(business, sale.id);
  assert.equal(await ruleBalance(business, 'inventory'), 80000n);
  await checkStock(business);
});
