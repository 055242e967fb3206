import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ruleBalance } from '#test/accounts.ts';
import { chartId, newContact, postedBy } from '#test/books.ts';
import { newResource } from '#test/catalog.ts';
import { newDocument, readDetail } from '#test/documents.ts';
import { newReturn, newShop, returnOf, type Shop, sell } from '#test/fulfilment.ts';
import { newBusiness, newMember } from '#test/harness.ts';
import { checkStock } from '#test/stock.ts';

const freightOf = (shop: Pick<Shop, 'api' | 'contactId'>, unitPrice: number | string, more: object = {}) =>
  newDocument(shop.api, {
    direction: 'purchase',
    contactId: shop.contactId,
    elements: [{ description: 'Flete', quantity: 1, unitPrice }],
    ...more,
  });

const purchaseOf = async ({ api }: Pick<Shop, 'api'>): Promise<string> =>
  (await api.GET('/v1/record/pending', { params: { query: { direction: 'purchase' } } })).data!.data.at(-1)!.id;

const land = ({ api }: Pick<Shop, 'api'>, body: { pendingRecordId: string; purchases: string[]; amount?: string }) =>
  api.POST('/v1/resource/landed-cost', { body });

const voidDocument = ({ api }: Pick<Shop, 'api'>, id: string) => api.DELETE('/v1/record/pending', { body: { id } });

const unitCostOf = async ({ api }: Pick<Shop, 'api'>, resourceId: string) =>
  (await api.GET('/v1/resource/position', { params: { query: { resourceId } } })).data!.data[0]!.unitCost;

test('freight becomes a part of the cost of goods in stock and of those that were sold, and a void one does not', async () => {
  const shop = await newShop();
  const { business, api, rice } = shop;
  const sale = await sell(shop, 40);
  const purchaseId = await purchaseOf(shop);
  const bill = await freightOf(shop, '500.00');
  assert.equal(await ruleBalance(business, 'expenses'), 50000n);
  const { data: landed } = await land(shop, { pendingRecordId: bill.id, purchases: [purchaseId] });
  assert.deepEqual([landed!.amount, landed!.status, landed!.basis], ['500.00', 'posted', 'value']);
  assert.deepEqual(
    landed!.lines.map(({ resourceId, quantity, value, amount, unitCost }) => [
      resourceId,
      quantity,
      value,
      amount,
      unitCost,
    ]),
    [[rice.id, '100', '5000.00', '500.00', '55.00']],
  );
  assert.equal(await ruleBalance(business, 'expenses'), 0n);
  assert.equal(await ruleBalance(business, 'inventoryAdjustments'), 0n);
  assert.equal(await ruleBalance(business, 'inventory'), 60n * 5500n);
  assert.equal(await ruleBalance(business, 'costOfSales'), 40n * 5500n);
  assert.equal(await unitCostOf(shop, rice.id), '55.00');
  assert.equal((await readDetail(api, sale.id)).margin!.cost, '2200.00');
  await checkStock(business);

  const params = { path: { landedCostId: landed!.id } };
  const { data: voided } = await api.DELETE('/v1/resource/landed-cost/{landedCostId}', { params });
  assert.deepEqual([voided!.status, voided!.lines[0]!.unitCost], ['void', '50.00']);
  assert.equal(await ruleBalance(business, 'expenses'), 50000n);
  assert.equal(await ruleBalance(business, 'inventory'), 60n * 5000n);
  assert.equal(await ruleBalance(business, 'costOfSales'), 40n * 5000n);
  assert.equal((await readDetail(api, sale.id)).margin!.cost, '2000.00');
  await checkStock(business);
  const again = await api.DELETE('/v1/resource/landed-cost/{landedCostId}', { params });
  assert.equal(again.error!.code, 'landed_cost_is_void');
});

test('the cost of a bill in another currency, in two accounts, is shared to the cent by the goods of two purchases', async () => {
  const shop = await newShop();
  const { business, api, contactId, rice } = shop;
  const beans = await newResource(api, { name: 'Habichuelas', kind: 'goods', unit: 'saco' });
  const first = await purchaseOf(shop);
  const second = await newDocument(api, {
    direction: 'purchase',
    contactId,
    elements: [{ resourceId: beans.id, quantity: 7, unitPrice: '33.33' }],
  });
  const other = await chartId(business, 'bankFees');
  const bill = await freightOf(shop, 0, {
    currency: 'USD',
    rate: '60.1234',
    elements: [
      { description: 'Flete', quantity: 1, unitPrice: '10.01' },
      { description: 'Aduanas', quantity: 1, unitPrice: '3.33', chartAccountId: other },
    ],
  });
  const whole = await ruleBalance(business, 'expenses');
  const parts = ['100.00', '333.33', undefined];
  for (const amount of parts) {
    const { error } = await land(shop, {
      pendingRecordId: bill.id,
      purchases: [first, second.id],
      ...(amount && { amount }),
    });
    assert.equal(error, undefined);
  }
  assert.deepEqual(
    [whole, await ruleBalance(business, 'expenses'), await ruleBalance(business, 'bankFees')],
    [60184n, 0n, 0n],
  );
  assert.equal(await ruleBalance(business, 'inventory'), 500000n + 23331n + 80205n);
  const { error } = await land(shop, { pendingRecordId: bill.id, purchases: [first] });
  assert.deepEqual([error!.code, error!.errors![0]!.path], ['more_than_billed', 'body.amount']);
  const { data: list } = await api.GET('/v1/resource/landed-cost', { params: { query: { purchaseId: [second.id] } } });
  assert.equal(list!.data.length, 3);
  const { data: one } = await api.GET('/v1/resource/landed-cost/{landedCostId}', {
    params: { path: { landedCostId: list!.data[0]!.id } },
  });
  assert.deepEqual(
    one!.lines.map((line) => line.resourceId),
    [rice.id, beans.id],
  );
  assert.ok(Number(await unitCostOf(shop, rice.id)) > 50);
  await checkStock(business);
});

test('a bill that was added in parts leaves nothing in its accounts, also after a void part and a return', async () => {
  const shop = await newShop();
  const { business, api } = shop;
  const purchases = [await purchaseOf(shop)];
  const other = await chartId(business, 'bankFees');
  const bill = await freightOf(shop, 0, {
    elements: [
      { description: 'Flete', quantity: 2, unitPrice: '0.50' },
      { description: 'Aduanas', quantity: 1, unitPrice: '1.00', chartAccountId: other },
    ],
  });
  const add = async (amount?: string) => {
    const { data, error } = await land(shop, { pendingRecordId: bill.id, purchases, ...(amount && { amount }) });
    assert.equal(error, undefined);
    return data!.id;
  };
  const tooSmall = await land(shop, { pendingRecordId: bill.id, purchases, amount: '0.001' });
  assert.equal(tooSmall.error!.code, 'amount_out_of_range');
  const first = await add('0.01');
  await add('0.01');
  await api.DELETE('/v1/resource/landed-cost/{landedCostId}', { params: { path: { landedCostId: first } } });
  await add('1.39');
  await newReturn(business, bill.id, { lines: [{ elementId: bill.elements[0]!.id, quantity: 1 }] });
  await add();
  assert.deepEqual([await ruleBalance(business, 'expenses'), await ruleBalance(business, 'bankFees')], [0n, 0n]);
  assert.equal(await ruleBalance(business, 'inventory'), 500150n);
  await checkStock(business);
});

test('goods of another branch take the cost to the books of that branch', async () => {
  const shop = await newShop();
  const { business, api, rice, contactId, divisionId } = shop;
  const { data: store } = await api.POST('/v1/division', { body: { name: 'Almacén' } });
  const purchase = await newDocument(api, {
    direction: 'purchase',
    contactId,
    divisionId: store!.id,
    elements: [{ resourceId: rice.id, quantity: 10, unitPrice: 50 }],
  });
  const bill = await freightOf(shop, '90.00', { divisionId });
  const { data, error } = await land(shop, { pendingRecordId: bill.id, purchases: [purchase.id] });
  assert.equal(error, undefined);
  assert.deepEqual(await postedBy(api, data!.recordId!), [
    ['1108', '6105', '90.00', 'stock-adjustment'],
    ['6105', '1111', '90.00', 'landed-cost'],
    ['1111', '6105', '90.00', 'landed-cost'],
  ]);
  assert.equal(await ruleBalance(business, 'betweenDivisions'), 0n);
  assert.equal(await ruleBalance(business, 'expenses'), 0n);
  await checkStock(business);
});

test('the first in, first out layers of goods that came with a delivery get the cost', async () => {
  const business = await newBusiness();
  const { api } = business;
  await api.PATCH('/v1/organization/settings', { body: { section: 'resources', value: { valuation: 'fifo' } } });
  const shop = { api, contactId: await newContact(business) };
  const oil = await newResource(api, { name: 'Aceite', kind: 'goods' });
  const purchase = await newDocument(api, {
    direction: 'purchase',
    contactId: shop.contactId,
    deliverLater: true,
    elements: [{ resourceId: oil.id, quantity: 10, unitPrice: 20 }],
  });
  const bill = await freightOf(shop, '50.00');
  const early = await land(shop, { pendingRecordId: bill.id, purchases: [purchase.id] });
  assert.equal(early.error!.code, 'nothing_arrived');
  const { data: delivery } = await api.POST('/v1/resource/delivery', { body: { pendingRecordId: purchase.id } });
  await newDocument(api, {
    direction: 'purchase',
    contactId: shop.contactId,
    elements: [{ resourceId: oil.id, quantity: 10, unitPrice: 30 }],
  });
  const sale = await newDocument(api, {
    contactId: shop.contactId,
    elements: [{ resourceId: oil.id, quantity: 12, unitPrice: 60 }],
  });
  assert.equal((await readDetail(api, sale.id)).margin!.cost, '260.00');
  const { error } = await land(shop, { pendingRecordId: bill.id, purchases: [purchase.id] });
  assert.equal(error, undefined);
  assert.equal((await readDetail(api, sale.id)).margin!.cost, '310.00');
  assert.equal(await unitCostOf(shop, oil.id), '30.00');
  await checkStock(business);
  const canceled = await api.PATCH('/v1/resource/delivery', { body: { id: delivery!.id, status: 'canceled' } });
  assert.equal(canceled.error!.code, 'costs_added');
});

test('neither the bill nor the purchase of a landed cost can be voided, and the bill cannot be returned', async () => {
  const shop = await newShop();
  const { business, api } = shop;
  const purchaseId = await purchaseOf(shop);
  const bill = await freightOf(shop, '500.00');
  const { data: landed } = await land(shop, { pendingRecordId: bill.id, purchases: [purchaseId], amount: '499.00' });
  const { error: ofBill } = await voidDocument(shop, bill.id);
  assert.equal(ofBill!.code, 'document_followed');
  const { error: ofPurchase } = await voidDocument(shop, purchaseId);
  assert.equal(ofPurchase!.code, 'costs_added');
  const { error: returned } = await api.POST('/v1/resource/return', {
    body: { pendingRecordId: bill.id, lines: [{ elementId: bill.elements[0]!.id }] },
  });
  assert.equal(returned!.code, 'costs_landed');
  await newReturn(business, purchaseId, {
    lines: [{ elementId: (await readDetail(api, purchaseId)).elements[0]!.id, quantity: 1 }],
  });
  await checkStock(business);
  await api.DELETE('/v1/resource/landed-cost/{landedCostId}', { params: { path: { landedCostId: landed!.id } } });
  const voided = await voidDocument(shop, bill.id);
  assert.equal(voided.error, undefined);
  const sale = await sell(shop, 1);
  const { error: notBought } = await land(shop, { pendingRecordId: sale.id, purchases: [purchaseId] });
  assert.deepEqual([notBought!.code, notBought!.errors![0]!.path], ['not_bought', 'body.pendingRecordId']);
});

test('a fixed asset on the bill is no cost of the goods', async () => {
  const shop = await newShop();
  const { business } = shop;
  const bill = await freightOf(shop, 0, {
    elements: [
      { description: 'Flete', quantity: 1, unitPrice: '500.00' },
      {
        description: 'Montacargas',
        quantity: 1,
        unitPrice: '9000.00',
        chartAccountId: await chartId(business, 'fixedAssets'),
      },
    ],
  });
  const { data } = await land(shop, { pendingRecordId: bill.id, purchases: [await purchaseOf(shop)] });
  assert.equal(data!.amount, '500.00');
  assert.equal(await ruleBalance(business, 'fixedAssets'), 900000n);
  assert.equal(await ruleBalance(business, 'expenses'), 0n);
});

test('a line of freight on the same invoice as the goods becomes a part of their cost', async () => {
  const shop = await newShop();
  const { business, api, rice, contactId } = shop;
  const purchase = await newDocument(api, {
    direction: 'purchase',
    contactId,
    elements: [
      { resourceId: rice.id, quantity: 100, unitPrice: 50 },
      { description: 'Flete', quantity: 1, unitPrice: 200 },
    ],
  });
  const { data, error } = await land(shop, { pendingRecordId: purchase.id, purchases: [purchase.id] });
  assert.equal(error, undefined);
  assert.equal(data!.amount, '200.00');
  assert.equal(await unitCostOf(shop, rice.id), '51.00');
  await checkStock(business);
});

test('goods that went back to the supplier are no cost of the bill', async () => {
  const shop = await newShop();
  const { business, api, rice, contactId } = shop;
  const bill = await newDocument(api, {
    direction: 'purchase',
    contactId,
    elements: [
      { resourceId: rice.id, quantity: 100, unitPrice: 50 },
      { description: 'Flete', quantity: 1, unitPrice: 200 },
    ],
  });
  const [goods, freight] = bill.elements;
  await newReturn(business, bill.id, { lines: [{ elementId: goods!.id, quantity: 10 }] });
  const payable = await ruleBalance(business, 'payable');
  const { data } = await land(shop, { pendingRecordId: bill.id, purchases: [bill.id] });
  assert.equal(data!.amount, '200.00');
  assert.equal(await ruleBalance(business, 'payable'), payable);
  const { error } = await returnOf(business, bill.id, { lines: [{ elementId: freight!.id, quantity: 1 }] });
  assert.equal(error!.code, 'costs_landed');
  await checkStock(business);
});

test('an accountant adds freight to goods and corrects the bill with a credit note', async () => {
  const shop = await newShop();
  const purchases = [await purchaseOf(shop)];
  const bill = await freightOf(shop, '500.00');
  const accountant = await newMember(shop.business, 'accountant');
  const { error } = await land(accountant, { pendingRecordId: bill.id, purchases, amount: '300.00' });
  assert.equal(error, undefined);
  await newReturn(accountant, bill.id, { lines: [{ elementId: bill.elements[0]!.id, quantity: '0.4' }] });
  assert.equal(await ruleBalance(shop.business, 'expenses'), 0n);
});

test('two requests at the same time cannot add more than the bill says', async () => {
  const shop = await newShop();
  const { business } = shop;
  const purchaseId = await purchaseOf(shop);
  const bill = await freightOf(shop, '500.00');
  const body = { pendingRecordId: bill.id, purchases: [purchaseId], amount: '300.00' };
  const answers = await Promise.all([land(shop, body), land(shop, body), land(shop, body)]);
  assert.deepEqual(answers.map(({ error }) => error?.code ?? 'added').toSorted(), [
    'added',
    'more_than_billed',
    'more_than_billed',
  ]);
  assert.equal(await ruleBalance(business, 'expenses'), 20000n);
  await checkStock(business);
});
