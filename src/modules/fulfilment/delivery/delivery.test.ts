import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '#platform/id.ts';
import { ruleBalance } from '#test/accounts.ts';
import { newDivision } from '#test/books.ts';
import { changeDocument, newDocument, readDetail } from '#test/documents.ts';
import { changeReturn, newDelivery, newReturn, newShop, returnOf, type Shop, sell } from '#test/fulfilment.ts';
import { type Business, newBusiness, newMember } from '#test/harness.ts';
import { checkStock } from '#test/stock.ts';
import { asOwner } from '#test/walks/rows.ts';

const change = ({ api }: Pick<Business, 'api'>, body: { id: string; [field: string]: unknown }) =>
  api.PATCH('/v1/resource/delivery', { body: body as never });
const send = ({ api }: Pick<Business, 'api'>, body: object) =>
  api.POST('/v1/resource/delivery', { body: body as never });
const fix = ({ api }: Pick<Business, 'api'>, deliveryId: string, lines: object[]) =>
  api.POST('/v1/resource/delivery/mismatches/fix', { body: { deliveryId, lines } as never });
const mismatches = async ({ api }: Pick<Business, 'api'>, query = {}) =>
  (await api.GET('/v1/resource/delivery/mismatches', { params: { query } })).data!;
const placesOf = async ({ api, rice }: Shop, divisionId: string) => {
  const { data } = await api.GET('/v1/resource/{resourceId}/storage', {
    params: { path: { resourceId: rice.id } },
  });
  const place = data!.divisions.find((one) => one.divisionId === divisionId);
  return [place?.quantity ?? '0', place?.reserved ?? '0'];
};
const part = (document: { elements: { id: string }[] }, quantity: number) => ({
  elementId: document.elements[0]!.id,
  quantity,
});

test('an invoice that is delivered later promises its goods, and each delivery moves what it carries', async () => {
  const shop = await newShop();
  const { business, api, divisionId } = shop;
  const sale = await sell(shop, 10, { deliverLater: true });
  assert.deepEqual(await placesOf(shop, divisionId), ['100', '10']);
  assert.equal(await ruleBalance(business, 'costOfSales'), 0n);
  const first = await newDelivery(business, { pendingRecordId: sale.id, carrier: 'Ramón', lines: [part(sale, 6)] });
  assert.deepEqual([first.kind, first.status, first.number, first.fromDivisionId], ['sale', 'sent', 1, divisionId]);
  assert.deepEqual(first.document, [
    { elementId: sale.elements[0]!.id, ordered: '10', delivered: '6', canceled: '0', open: '4' },
  ]);
  assert.deepEqual(await placesOf(shop, divisionId), ['94', '4']);
  assert.equal(await ruleBalance(business, 'costOfSales'), 30000n);
  assert.equal((await readDetail(api, sale.id)).margin!.cost, '300.00');
  const tooMuch = await send(business, { pendingRecordId: sale.id, lines: [part(sale, 5)] });
  assert.deepEqual(
    [tooMuch.error?.code, tooMuch.error?.errors?.[0]?.path],
    ['more_than_open', 'body.lines[0].quantity'],
  );
  const received = await change(business, {
    id: first.id,
    receivedBy: 'Doña Rosa',
    lines: [{ id: first.lines[0]!.id }],
  });
  assert.deepEqual(
    [received.data?.status, received.data?.receivedBy, received.data?.lines[0]?.received],
    ['received', 'Doña Rosa', '6'],
  );
  const again = await change(business, { id: first.id, lines: [{ id: first.lines[0]!.id }] });
  assert.equal(again.error?.code, 'line_received');
  assert.equal((await change(business, { id: first.id, status: 'canceled' })).error?.code, 'delivery_received');
  const second = await newDelivery(business, { pendingRecordId: sale.id });
  assert.equal(second.document[0]!.open, '0');
  assert.deepEqual(await placesOf(shop, divisionId), ['90', '0']);
  assert.equal((await send(business, { pendingRecordId: sale.id })).error?.code, 'nothing_open');
  await checkStock(business);
});

test('the invoices whose goods are not all delivered are listed until they are, or the rest is canceled', async () => {
  const shop = await newShop();
  const { business, api } = shop;
  const [sale, other] = [await sell(shop, 10, { deliverLater: true }), await sell(shop, 5, { deliverLater: true })];
  await sell(shop, 1);
  const elements = [{ description: 'Instalación', unitPrice: '100' }];
  const service = await newDocument(api, { deliverLater: true, elements });
  const listed = async (toDeliver = true) => {
    const { data } = await api.GET('/v1/record/pending/all', { params: { query: { toDeliver, sort: 'created' } } });
    return data!.data.map(({ id }) => id);
  };
  assert.deepEqual(await listed(), [sale.id, other.id]);
  assert.ok((await listed(false)).includes(service.id), 'A service is not delivered.');
  const first = await newDelivery(business, { pendingRecordId: sale.id, lines: [part(sale, 6)] });
  assert.deepEqual(await listed(), [sale.id, other.id]);
  const second = await newDelivery(business, { pendingRecordId: sale.id });
  assert.deepEqual(await listed(), [other.id]);
  await change(business, { id: second.id, status: 'canceled' });
  assert.deepEqual(await listed(), [sale.id, other.id]);
  await newDelivery(business, { pendingRecordId: other.id, lines: [part(other, 1)], cancelRest: true });
  assert.deepEqual(await listed(), [sale.id]);

  await newDelivery(business, { pendingRecordId: sale.id });
  assert.deepEqual(await listed(), []);
  const short = { id: first.lines[0]!.id, received: '4' };
  assert.equal((await change(business, { id: first.id, receivedBy: 'Rosa', lines: [short] })).response.status, 200);
  assert.equal((await fix(business, first.id, [{ id: short.id, fix: 'restock' }])).response.status, 200);
  assert.deepEqual(await listed(), [sale.id], 'What did not arrive is owed again.');
});

test('canceling a delivery returns the goods to stock and reserves them again; until then its invoice cannot change', async () => {
  const shop = await newShop();
  const { business, api, divisionId } = shop;
  const sale = await sell(shop, 10, { deliverLater: true });
  const delivery = await newDelivery(business, { pendingRecordId: sale.id, lines: [part(sale, 3)] });
  assert.equal((await api.DELETE('/v1/record/pending', { body: { id: sale.id } })).error?.code, 'document_followed');
  assert.equal((await changeDocument(api, { id: sale.id, reference: 'OC-7' })).code, 'document_followed');
  const canceled = await change(business, { id: delivery.id, status: 'canceled', notes: 'No había nadie' });
  assert.deepEqual([canceled.data?.status, canceled.data?.document[0]?.open], ['canceled', '10']);
  assert.deepEqual(await placesOf(shop, divisionId), ['100', '10']);
  assert.equal(await ruleBalance(business, 'costOfSales'), 0n);
  assert.equal((await readDetail(api, sale.id)).margin!.cost, '0.00');
  assert.equal((await change(business, { id: delivery.id, status: 'canceled' })).error?.code, 'delivery_canceled');
  await checkStock(business);
  assert.equal((await api.DELETE('/v1/record/pending', { body: { id: sale.id } })).error, undefined);
  assert.deepEqual(await placesOf(shop, divisionId), ['100', '0']);
});

test('two delivery lines of one invoice line share its cost', async () => {
  const shop = await newShop();
  const { business, api } = shop;
  const sale = await sell(shop, 10, { deliverLater: true });
  const costOf = async () => (await readDetail(api, sale.id)).margin!.cost;
  const lines = [part(sale, 1), part(sale, 2)];
  const first = await newDelivery(business, { pendingRecordId: sale.id, lines });
  assert.equal(await costOf(), '150.00');
  await change(business, { id: first.id, status: 'canceled' });
  assert.equal(await costOf(), '0.00');
  const second = await newDelivery(business, { pendingRecordId: sale.id, lines });
  const [one, two] = second.lines.map(({ id }) => id);
  const received = [
    { id: one, received: 2 },
    { id: two, received: 1 },
  ];
  await change(business, { id: second.id, lines: received });
  await fix(business, second.id, [
    { id: one, fix: 'accept' },
    { id: two, fix: 'restock' },
  ]);
  assert.equal(await costOf(), '150.00');
  const kept = await asOwner<{ cost: string }>(
    'SELECT cost FROM delivery_lines WHERE organization_id = $1 AND delivery_id = $2 ORDER BY position',
    [business.id, second.id],
  );
  assert.deepEqual(
    kept.map(({ cost }) => Number(cost)),
    [10000, 5000],
  );
  await checkStock(business);
});

test('quantities that will not be delivered are canceled and returned as undelivered', async () => {
  const shop = await newShop();
  const { business, api, divisionId } = shop;
  const sale = await sell(shop, 10, { deliverLater: true });
  const [elementId] = sale.elements.map(({ id }) => id);
  const early = await returnOf(business, sale.id, { lines: [{ elementId, quantity: 1 }] });
  assert.equal(early.error?.code, 'more_than_sold');
  const delivery = await newDelivery(business, { pendingRecordId: sale.id, lines: [part(sale, 6)] });
  const after = await change(business, { id: delivery.id, cancelRest: true });
  assert.deepEqual(after.data?.document, [{ elementId, ordered: '10', delivered: '6', canceled: '4', open: '0' }]);
  assert.deepEqual(await placesOf(shop, divisionId), ['94', '0']);
  const tooMuch = await returnOf(business, sale.id, {
    lines: [{ elementId, quantity: 5, disposition: 'undelivered' }],
  });
  assert.equal(tooMuch.error?.code, 'more_than_sold');
  const whole = await newReturn(business, sale.id);
  assert.deepEqual(
    whole.lines.map(({ quantity, disposition }) => [quantity, disposition]),
    [
      ['6', 'restock'],
      ['4', 'undelivered'],
    ],
  );
  assert.deepEqual([whole.total, (await readDetail(api, sale.id)).state], [sale.total, 'paid']);
  assert.deepEqual(await placesOf(shop, divisionId), ['100', '0']);
  assert.equal(await ruleBalance(business, 'inventory'), 500000n);
  assert.equal((await change(business, { id: delivery.id, status: 'canceled' })).error?.code, 'document_followed');
  await changeReturn(business, { id: whole.id, status: 'void' });
  assert.deepEqual(await placesOf(shop, divisionId), ['94', '0']);
  await checkStock(business);
});

test('an invoice of which nothing will be delivered is canceled without a delivery, and then returned', async () => {
  const shop = await newShop();
  const { business, divisionId } = shop;
  const sale = await sell(shop, 10, { deliverLater: true });
  const dispatch = (body: object) =>
    business.api.POST('/v1/resource/delivery', { body: { pendingRecordId: sale.id, lines: [], ...body } });
  assert.equal((await dispatch({})).error?.code, 'delivery_unclear');
  const { data } = await dispatch({ cancelRest: true });
  assert.deepEqual(
    [data?.status, data?.lines, data?.document[0]?.canceled, data?.document[0]?.open],
    ['canceled', [], '10', '0'],
  );
  assert.deepEqual(await placesOf(shop, divisionId), ['100', '0']);
  assert.equal((await dispatch({ cancelRest: true })).error?.code, 'nothing_open');
  const back = await newReturn(business, sale.id);
  assert.deepEqual(
    back.lines.map(({ quantity, disposition }) => [quantity, disposition]),
    [['10', 'undelivered']],
  );
  assert.deepEqual(await placesOf(shop, divisionId), ['100', '0']);
  await checkStock(business);
});

test('a purchase that is delivered later enters the stock with each delivery, at its price', async () => {
  const shop = await newShop();
  const { business, api, divisionId } = shop;
  const purchase = await newDocument(api, {
    direction: 'purchase',
    contactId: shop.contactId,
    deliverLater: true,
    elements: [{ resourceId: shop.rice.id, quantity: 3, unitPrice: '33.335' }],
  });
  assert.equal(await ruleBalance(business, 'supplierAdvances'), 10001n);
  const first = await newDelivery(business, { pendingRecordId: purchase.id, lines: [part(purchase, 2)] });
  assert.deepEqual([first.kind, first.status, first.toDivisionId], ['purchase', 'received', divisionId]);
  assert.equal(await ruleBalance(business, 'supplierAdvances'), 3334n);
  await newDelivery(business, { pendingRecordId: purchase.id });
  assert.equal(await ruleBalance(business, 'supplierAdvances'), 0n);
  assert.equal(await ruleBalance(business, 'inventory'), 510001n);
  await checkStock(business);
  await change(business, { id: first.id, status: 'canceled' });
  assert.equal(await ruleBalance(business, 'supplierAdvances'), 6667n);
  await checkStock(business);
});

test('goods sent to another division are in transit until they are received', async () => {
  const shop = await newShop();
  const { business, divisionId, rice } = shop;
  const north = await newDivision(business);
  const body = {
    fromDivisionId: divisionId,
    toDivisionId: north,
    lines: [{ resourceId: rice.id, quantity: 8 }],
  };
  const sent = await newDelivery(business, body);
  assert.deepEqual([sent.kind, sent.status, sent.document], ['transfer', 'sent', []]);
  assert.deepEqual(
    [await placesOf(shop, divisionId), await placesOf(shop, north)],
    [
      ['92', '0'],
      ['0', '0'],
    ],
  );
  assert.equal(await ruleBalance(business, 'betweenDivisions'), 40000n);
  await checkStock(business);
  await change(business, { id: sent.id, receivedBy: 'Luis', lines: [{ id: sent.lines[0]!.id }] });
  assert.deepEqual(await placesOf(shop, north), ['8', '0']);
  assert.equal(await ruleBalance(business, 'betweenDivisions'), 0n);
  const back = await newDelivery(business, body);
  await change(business, { id: back.id, status: 'canceled' });
  assert.deepEqual(await placesOf(shop, divisionId), ['92', '0']);
  const short = await send(business, { ...body, lines: [{ resourceId: rice.id, quantity: 93 }] });
  assert.equal(short.error?.code, 'stock_insufficient');
  assert.equal((await send(business, { ...body, toDivisionId: divisionId })).error?.code, 'same_division');
  await checkStock(business);
});

test('differences between sent and received are listed, and put right by movements', async () => {
  const shop = await newShop();
  const { business, divisionId, rice } = shop;
  const north = await newDivision(business);
  const sent = await newDelivery(business, {
    fromDivisionId: divisionId,
    toDivisionId: north,
    lines: [2, 3, 4, 5].map((quantity) => ({ resourceId: rice.id, quantity })),
  });
  const lines = sent.lines.map(({ id }) => id);
  await change(business, {
    id: sent.id,
    lines: [
      { id: lines[0] },
      { id: lines[1], received: 1 },
      { id: lines[2], received: 0 },
      { id: lines[3], received: 6 },
    ],
  });
  assert.deepEqual(
    new Map((await mismatches(business)).data.map(({ id, difference }) => [id, difference])),
    new Map([
      [lines[1], '-2'],
      [lines[2], '-4'],
      [lines[3], '1'],
    ]),
  );
  assert.equal(await ruleBalance(business, 'betweenDivisions'), 30000n);
  assert.equal((await fix(business, sent.id, [{ id: lines[0], fix: 'restock' }])).error?.code, 'no_mismatch');
  assert.equal((await fix(business, sent.id, [{ id: lines[1], fix: 'accept' }])).error?.code, 'fix_unsuitable');
  const { data } = await fix(business, sent.id, [
    { id: lines[1], fix: 'restock' },
    { id: lines[2], fix: 'write-off' },
    { id: lines[3], fix: 'accept' },
  ]);
  assert.deepEqual(
    data?.lines.map((one) => one.fix),
    [null, 'restock', 'write-off', 'accept'],
  );
  assert.equal((await mismatches(business)).total, 0);
  assert.deepEqual(
    [await placesOf(shop, divisionId), await placesOf(shop, north)],
    [
      ['87', '0'],
      ['9', '0'],
    ],
  );
  assert.equal(await ruleBalance(business, 'betweenDivisions'), 0n);
  assert.equal(await ruleBalance(business, 'inventoryAdjustments'), 20000n);
  await checkStock(business);
});

test('missing goods stay open for delivery, and excess goods count as delivered', async () => {
  const shop = await newShop();
  const { business, api, divisionId } = shop;
  const sale = await sell(shop, 10, { deliverLater: true });
  const sent = await newDelivery(business, {
    pendingRecordId: sale.id,
    lines: [part(sale, 2), part(sale, 3), part(sale, 1)],
  });
  const lines = sent.lines.map(({ id }) => id);
  await change(business, {
    id: sent.id,
    lines: [
      { id: lines[0], received: 1 },
      { id: lines[1], received: 2 },
      { id: lines[2], received: 7 },
    ],
  });
  const tooMuch = await fix(business, sent.id, [{ id: lines[2], fix: 'accept' }]);
  assert.equal(tooMuch.error?.code, 'more_than_open');
  const { data } = await fix(business, sent.id, [
    { id: lines[0], fix: 'restock' },
    { id: lines[1], fix: 'write-off' },
  ]);
  assert.deepEqual([data?.document[0]?.delivered, data?.document[0]?.open], ['4', '6']);
  assert.deepEqual(await placesOf(shop, divisionId), ['95', '6'], 'Replacements of lost goods are reserved, too.');
  const accepted = await fix(business, sent.id, [{ id: lines[2], fix: 'accept' }]);
  assert.deepEqual([accepted.data?.document[0]?.delivered, accepted.data?.document[0]?.open], ['10', '0']);
  assert.deepEqual(await placesOf(shop, divisionId), ['89', '0']);
  assert.equal(await ruleBalance(business, 'costOfSales'), 50000n);
  assert.equal(await ruleBalance(business, 'inventoryAdjustments'), 5000n);
  assert.equal((await readDetail(api, sale.id)).margin!.cost, '500.00');
  await checkStock(business);
});

test('lost goods are owed again, and as many as there are are reserved in the division of the sale', async () => {
  const shop = await newShop();
  const { business, divisionId } = shop;
  const north = await newDivision(business);
  await newDelivery(business, {
    fromDivisionId: divisionId,
    toDivisionId: north,
    lines: [{ resourceId: shop.rice.id, quantity: 20 }],
  }).then(({ id, lines }) => change(business, { id, lines: [{ id: lines[0]!.id }] }));
  const sale = await sell(shop, 10, { deliverLater: true, divisionId });
  const loseOf = async (fromDivisionId: string, fixOf: string) => {
    const sent = await newDelivery(business, { pendingRecordId: sale.id, fromDivisionId, lines: [part(sale, 5)] });
    await change(business, { id: sent.id, lines: [{ id: sent.lines[0]!.id, received: 1 }] });
    const { data } = await fix(business, sent.id, [{ id: sent.lines[0]!.id, fix: fixOf }]);
    return data!.document[0]!.open;
  };
  assert.equal(await loseOf(north, 'restock'), '9');
  assert.deepEqual(await placesOf(shop, divisionId), ['80', '9'], 'They are back in another division.');
  await sell(shop, 70, { divisionId });
  assert.equal(await loseOf(divisionId, 'write-off'), '8');
  assert.deepEqual(await placesOf(shop, divisionId), ['5', '5']);
  const short = await send(business, { pendingRecordId: sale.id });
  assert.equal(short.error?.code, 'stock_insufficient');
  await newDelivery(business, { pendingRecordId: sale.id, fromDivisionId: north });
  assert.deepEqual(await placesOf(shop, divisionId), ['5', '0']);
  await checkStock(business);
});

test('units with serial numbers travel by name', async () => {
  const shop = await newShop();
  const { business, api, divisionId } = shop;
  const north = await newDivision(business);
  const { data: phone } = await api.POST('/v1/resource', { body: { name: 'Celular', tracksSerials: true } as never });
  await newDocument(api, {
    direction: 'purchase',
    contactId: shop.contactId,
    divisionId,
    elements: [{ resourceId: phone!.id, quantity: 3, unitPrice: 10, serialNumbers: ['A', 'B', 'C'] }],
  });
  const sent = await newDelivery(business, {
    fromDivisionId: divisionId,
    toDivisionId: north,
    lines: [{ resourceId: phone!.id, quantity: 2, serialNumbers: ['A', 'B'] }],
  });
  const [line] = sent.lines;
  const arrive = (received: number, serialNumbers?: string[]) =>
    change(business, { id: sent.id, lines: [{ id: line!.id, received, ...(serialNumbers && { serialNumbers }) }] });
  assert.equal((await arrive(1)).error?.code, 'units_unsaid');
  assert.equal((await arrive(1, ['C'])).error?.code, 'unit_not_sent');
  assert.deepEqual((await arrive(1, ['B'])).data?.lines[0]?.receivedSerialNumbers, ['B']);
  await fix(business, sent.id, [{ id: line!.id, fix: 'restock' }]);
  await checkStock(business);
  const sale = await newDocument(api, {
    contactId: shop.contactId,
    divisionId,
    deliverLater: true,
    elements: [{ resourceId: phone!.id, quantity: 2, unitPrice: 20, serialNumbers: ['A', 'C'] }],
  });
  const delivery = await newDelivery(business, { pendingRecordId: sale.id });
  assert.deepEqual(delivery.lines[0]!.serialNumbers, ['A', 'C']);
  const back = await newReturn(business, sale.id, {
    lines: [{ elementId: sale.elements[0]!.id, quantity: 1, serialNumbers: ['C'] }],
  });
  assert.deepEqual(back.lines[0]!.serialNumbers, ['C']);
  await checkStock(business);
});

test('deliveries are filtered by their source; viewers cannot send; those of other organizations do not exist', async () => {
  const shop = await newShop();
  const { business, api, divisionId, rice } = shop;
  const north = await newDivision(business);
  const sale = await sell(shop, 3, { deliverLater: true, divisionId });
  const sold = await newDelivery(business, { pendingRecordId: sale.id, lines: [part(sale, 1)] });
  const moved = await newDelivery(business, {
    fromDivisionId: divisionId,
    toDivisionId: north,
    lines: [{ resourceId: rice.id, quantity: 1 }],
  });
  const list = async (query: object) =>
    (await api.GET('/v1/resource/delivery', { params: { query } })).data!.data.map(({ id }) => id);
  assert.deepEqual(await list({}), [moved.id, sold.id]);
  assert.deepEqual(await list({ kind: 'sale' }), [sold.id]);
  assert.deepEqual(await list({ toDivisionId: north }), [moved.id]);
  assert.deepEqual(await list({ resourceId: newId() }), []);
  const { data: page } = await api.GET('/v1/resource/delivery', { params: { query: { itemsPerPage: 1 } } });
  assert.deepEqual(await list({ cursor: page!.nextCursor! }), [sold.id]);
  const viewer = await newMember(business, 'viewer');
  assert.equal((await send(viewer, { pendingRecordId: sale.id })).error?.code, 'forbidden');
  const stranger = await newBusiness();
  const foreign = await send(stranger, { pendingRecordId: sale.id });
  assert.equal(foreign.error?.errors?.[0]?.path, 'body.pendingRecordId');
  assert.equal((await change(stranger, { id: sold.id, notes: 'x' })).error?.code, 'not_found');
  const elsewhere = await fix(stranger, sold.id, [{ id: sold.lines[0]!.id, fix: 'restock' }]);
  assert.equal(elsewhere.error?.errors?.[0]?.path, 'body.deliveryId');
  const now = await sell(shop, 1, { divisionId });
  assert.equal((await send(business, { pendingRecordId: now.id })).error?.code, 'not_deliverable');
  const strange = await send(business, { pendingRecordId: sale.id, lines: [{ elementId: newId() }] });
  assert.equal(strange.error?.errors?.[0]?.path, 'body.lines[0].elementId');
  assert.equal((await send(business, { fromDivisionId: divisionId })).error?.code, 'delivery_unclear');
  await api.POST('/v1/resource/delivery', {
    body: { pendingRecordId: sale.id },
    headers: { 'dry-run': 'true' },
  } as never);
  assert.equal((await newDelivery(business, { pendingRecordId: sale.id })).number, 3);
});

test('twenty deliveries of the same line at once never send more than is open', async () => {
  const shop = await newShop();
  const { business, divisionId } = shop;
  const sale = await sell(shop, 7, { deliverLater: true });
  const tries = await Promise.all(
    Array.from({ length: 20 }, () => send(business, { pendingRecordId: sale.id, lines: [part(sale, 1)] })),
  );
  assert.equal(tries.filter(({ data }) => data).length, 7);
  assert.deepEqual(new Set(tries.map(({ error }) => error?.code)), new Set([undefined, 'more_than_open']));
  assert.deepEqual(await placesOf(shop, divisionId), ['93', '0']);
  await checkStock(business);
});
