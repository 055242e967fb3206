import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newDivision } from '#test/books.ts';
import { newResource, refusedResource } from '#test/catalog.ts';
import { changeDocument, newDocument } from '#test/documents.ts';
import { type Business, newBusiness } from '#test/harness.ts';
import { packetsDuring } from '#test/sent-statements.ts';
import { checkStock, mainDivision, stockUp } from '#test/stock.ts';

async function newPharmacy(details: Record<string, unknown> = {}) {
  const business = await newBusiness();
  const { api } = business;
  const divisionId = await mainDivision(business);
  const { id: resourceId } = await newResource(api, { name: 'Amoxicilina 500 mg', tracksLots: true, ...details });
  const goods = { resourceId, divisionId };
  const arrive = (lots: object[], quantity: string) => stockUp(business, { ...goods, quantity, unitCost: '10', lots });
  const move = (body: Record<string, unknown>) =>
    api.POST('/v1/resource/record', { body: { ...goods, ...body } as never });
  const sell = (quantity: string, lots?: object[], more: object = {}) =>
    api.POST('/v1/record/pending', {
      body: { elements: [{ resourceId, quantity, unitPrice: '25', ...(lots && { lots }) }], ...more } as never,
    });
  return { business, api, divisionId, resourceId, arrive, move, sell, held: () => held(business, divisionId) };
}

/** The quantity of each lot in a division. */
async function held({ api }: Business, divisionId: string): Promise<Record<string, string>> {
  const { data } = await api.GET('/v1/resource/lots', { params: { query: { divisionId } } });
  return Object.fromEntries(
    data!.data.map(({ lot, divisions }) => [lot, divisions.find((each) => each.divisionId === divisionId)!.quantity]),
  );
}

const lotNamed = async ({ api }: Business, lot: string) =>
  (await api.GET('/v1/resource/lots', { params: { query: { lot } } })).data!.data[0]!;

const later = '2998-12-31';
const soon = '2998-01-31';
const past = '2026-01-31';

test('goods arrive in lots, and leave by expiry unless a lot is named', async () => {
  const { business, arrive, move, held: lots } = await newPharmacy();
  await arrive(
    [
      { lot: 'B', expiresOn: later, quantity: '5' },
      { lot: 'A', expiresOn: soon },
    ],
    '9',
  );
  await arrive([{ lot: 'C', quantity: '2' }], '3');
  assert.deepEqual(await lots(), { A: '4', B: '5', C: '2' });
  const named = await move({ type: 'OUT', quantity: '2', lots: [{ lot: 'B' }] });
  assert.deepEqual(named.data!.lots, [{ lot: 'B', expiresOn: later, quantity: '-2' }]);
  const first = await move({ type: 'OUT', quantity: '5' });
  assert.deepEqual(
    first.data!.lots.map(({ lot, quantity }) => [lot, quantity]),
    [
      ['A', '-4'],
      ['B', '-1'],
    ],
  );
  const rest = await move({ type: 'OUT', quantity: '5' });
  assert.deepEqual(
    rest.data!.lots.map(({ lot, quantity }) => [lot, quantity]),
    [
      ['B', '-2'],
      ['C', '-2'],
    ],
  );
  assert.deepEqual(await lots(), {});
  await checkStock(business);
});

test('lots that contradict the line or the lot are refused', async () => {
  const { business, api, divisionId, arrive, move } = await newPharmacy();
  await arrive([{ lot: 'A', expiresOn: soon }], '4');
  const code = async (body: Record<string, unknown>) =>
    (await move({ type: 'IN', quantity: '2', ...body })).error?.code;
  assert.equal(await code({ lots: [{ lot: 'A', expiresOn: later }] }), 'lots_invalid');
  assert.equal(await code({ lots: [{ lot: 'B', quantity: '3' }] }), 'lots_invalid');
  assert.equal(await code({ lots: [{ lot: 'B', quantity: '2' }, { lot: 'C' }] }), 'lots_invalid');
  assert.equal(await code({ lots: [{ lot: 'B' }, { lot: 'C' }] }), 'invalid_request');
  assert.equal(await code({ type: 'OUT', lots: [{ lot: 'Z' }] }), 'lot_insufficient');
  assert.equal(await code({ type: 'OUT', quantity: '5', lots: [{ lot: 'A' }] }), 'stock_insufficient');
  const { id: rice } = await newResource(api);
  assert.equal(await code({ resourceId: rice, lots: [{ lot: 'A' }] }), 'lots_invalid');
  assert.equal(await code({ lots: [{ lot: 'A' }] }), undefined);
  assert.deepEqual(await held(business, divisionId), { A: '6' });
});

test('expired and blocked lots are not sold, and the refusal names the line and how much', async () => {
  const { business, api, arrive, move, sell, held: lots } = await newPharmacy();
  await arrive([{ lot: 'OLD', expiresOn: past }], '5');
  await arrive([{ lot: 'BAD', expiresOn: soon }], '3');
  await arrive([{ lot: 'NEW', expiresOn: later }], '2');
  const { id: lotId } = await lotNamed(business, 'BAD');
  const path = { params: { path: { lotId } } };
  const change = (body: object) => api.PATCH('/v1/resource/lots/{lotId}', { ...path, body });
  assert.equal((await change({ blockedReason: 'Retiro' })).error!.code, 'invalid_request');
  const { data } = await change({ blocked: true, blockedReason: 'Retiro' });
  assert.deepEqual([data!.blocked, data!.blockedReason, data!.quantity], [true, 'Retiro', '3']);
  assert.deepEqual((await api.GET('/v1/resource/lots/{lotId}', path)).data, data);
  const { error } = await sell('3');
  assert.equal(error!.code, 'lots_unusable');
  assert.equal(error!.detail, 'Of Amoxicilina 500 mg 5 are expired (lot OLD) and 3 are blocked (lot BAD).');
  assert.equal(error!.errors![0]!.path, 'body.elements[0]');
  assert.equal((await sell('1', [{ lot: 'OLD' }])).error!.code, 'lots_unusable');
  assert.equal((await sell('1', [{ lot: 'BAD' }])).error!.code, 'lots_unusable');
  assert.ok((await sell('2')).data);
  assert.deepEqual(await lots(), { OLD: '5', BAD: '3' });
  assert.ok((await move({ type: 'OUT', quantity: '4', lots: [{ lot: 'OLD' }] })).data);
  assert.ok((await move({ type: 'OUT', quantity: '2' })).data);
  assert.deepEqual(await lots(), { BAD: '2' });
  await change({ blocked: false });
  assert.ok((await sell('1')).data);
  await checkStock(business);
});

test('expired and blocked lots are not reserved, and goods that expire while they are reserved stay so', async () => {
  const { business, api, resourceId, arrive, sell } = await newPharmacy();
  await arrive([{ lot: 'OLD', expiresOn: past }], '5');
  await arrive([{ lot: 'NEW', expiresOn: later }], '4');
  const deliverLater = { deliverLater: true };
  const { error } = await sell('5', undefined, deliverLater);
  assert.deepEqual([error?.code, error?.detail], ['lots_unusable', 'Of Amoxicilina 500 mg 5 are expired (lot OLD).']);
  const sale = (await sell('4', undefined, deliverLater)).data!;
  assert.equal((await sell('1', undefined, deliverLater)).error?.code, 'lots_unusable');
  const { id: lotId } = await lotNamed(business, 'NEW');
  const block = (blocked: boolean) =>
    api.PATCH('/v1/resource/lots/{lotId}', { params: { path: { lotId } }, body: { blocked } });
  const lines = (quantity: string) => [{ id: sale.elements[0]!.id, quantity }];
  await block(true);
  assert.equal((await changeDocument(api, { id: sale.id, elements: lines('5') })).code, 'lots_unusable');
  assert.equal((await changeDocument(api, { id: sale.id, elements: lines('3') })).code, undefined);
  await block(false);
  const delivery = (await api.POST('/v1/resource/delivery', { body: { pendingRecordId: sale.id } })).data!;
  await block(true);
  const canceled = await api.PATCH('/v1/resource/delivery', { body: { id: delivery.id, status: 'canceled' } as never });
  assert.equal(canceled.error, undefined);
  await api.PATCH('/v1/resource', { body: { id: resourceId, allowsNegativeStock: true } });
  assert.ok((await sell('5', undefined, deliverLater)).data);
  await checkStock(business);
});

test('a transfer carries its lots, and a void or changed document gives them back exactly', async () => {
  const { business, api, divisionId, arrive, move, sell, held: lots } = await newPharmacy();
  const other = await newDivision(business);
  await arrive(
    [
      { lot: 'A', expiresOn: soon, quantity: '3' },
      { lot: 'B', expiresOn: later },
    ],
    '10',
  );
  await move({ type: 'TRANSFER', toDivisionId: other, quantity: '5' });
  assert.deepEqual(await lots(), { B: '5' });
  assert.deepEqual(await held(business, other), { A: '3', B: '2' });
  const sold = (await sell('4', undefined, { divisionId: other })).data!;
  assert.deepEqual(await held(business, other), { B: '1' });
  await stockUp(business, {
    resourceId: sold.elements[0]!.resourceId,
    divisionId: other,
    quantity: '5',
    unitCost: '10',
    lots: [{ lot: 'FIRST', expiresOn: '2997-12-31' }],
  });
  const [element] = sold.elements;
  const lines = (quantity: string) => [{ id: element!.id, quantity }];
  // The sale keeps the lots that it took, although another one expires earlier now.
  assert.equal((await changeDocument(api, { id: sold.id, elements: lines('2') })).code, undefined);
  assert.deepEqual(await held(business, other), { FIRST: '5', A: '1', B: '2' });
  const twice = [...lines('2'), { resourceId: element!.resourceId, quantity: '1', unitPrice: '25' }];
  assert.equal((await changeDocument(api, { id: sold.id, elements: twice })).code, undefined);
  assert.deepEqual(await held(business, other), { FIRST: '4', A: '1', B: '2' });
  assert.equal((await changeDocument(api, { id: sold.id, elements: lines('6') })).code, undefined);
  assert.deepEqual(await held(business, other), { FIRST: '1', A: '1', B: '2' });
  await api.DELETE('/v1/record/pending', { body: { id: sold.id } as never });
  assert.deepEqual(await held(business, other), { FIRST: '5', A: '3', B: '2' });
  assert.deepEqual(await held(business, divisionId), { B: '5' });
  await checkStock(business);
});

test('a purchase keeps its lots when it changes, and goods that left cannot be taken from a lot', async () => {
  const { business, api, resourceId, sell, held: lots } = await newPharmacy();
  const bought = await newDocument(api, {
    direction: 'purchase',
    elements: [{ resourceId, quantity: 10, unitPrice: 5, lots: [{ lot: 'A', expiresOn: soon, quantity: '8' }] }],
  });
  assert.deepEqual(bought.elements[0]!.lots, [{ lot: 'A', expiresOn: soon, quantity: '8' }]);
  assert.deepEqual(await lots(), { A: '8' });
  await sell('3');
  const { id: lotId } = await lotNamed(business, 'A');
  await api.PATCH('/v1/resource/lots/{lotId}', { params: { path: { lotId } }, body: { expiresOn: later } });
  const change = async (fields: object) =>
    (await changeDocument(api, { id: bought.id, elements: [{ id: bought.elements[0]!.id, ...fields }] })).code;
  assert.equal(await change({ unitPrice: 6 }), undefined);
  assert.deepEqual(await lots(), { A: '5' });
  assert.equal((await lotNamed(business, 'A')).expiresOn, later);
  assert.equal(await change({ lots: [{ lot: 'B' }] }), 'lot_insufficient');
  assert.deepEqual(await lots(), { A: '5' });
  await stockUp(business, { resourceId, divisionId: await mainDivision(business), quantity: '9', unitCost: '5' });
  const { error } = await api.DELETE('/v1/record/pending', { body: { id: bought.id } as never });
  assert.equal(error!.code, 'lot_insufficient');
  await checkStock(business);
});

test('an invoice made of an order or a part of it takes the lots of its lines', async () => {
  const { business, api, resourceId, arrive, held: lots } = await newPharmacy();
  await arrive(
    [
      { lot: 'A', expiresOn: soon, quantity: '5' },
      { lot: 'B', expiresOn: later },
    ],
    '10',
  );
  const order = () =>
    newDocument(api, {
      kind: 'quote',
      elements: [{ resourceId, quantity: 3, unitPrice: 25, lots: [{ lot: 'B', quantity: '3' }] }],
    });
  const convert = (id: string, more: object = {}) =>
    api.POST('/v1/record/pending/create-from', { body: { id, ...more } as never });
  assert.equal((await convert((await order()).id)).error, undefined);
  assert.deepEqual(await lots(), { A: '5', B: '2' });
  const other = await order();
  const elements = [{ id: other.elements[0]!.id, quantity: '1' }];
  assert.equal((await convert(other.id, { elements })).error, undefined);
  assert.deepEqual(await lots(), { A: '5', B: '1' });
  await checkStock(business);
});

test('stock from before has no lot, leaves last, and lots end only while no lot has stock', async () => {
  const { business, api, divisionId, resourceId, sell, held: lots } = await newPharmacy({ tracksLots: false });
  const old = await newDocument(api, { direction: 'purchase', elements: [{ resourceId, quantity: 10, unitPrice: 5 }] });
  const track = async (tracksLots: boolean) =>
    (await api.PATCH('/v1/resource', { body: { id: resourceId, tracksLots } })).error?.code;
  assert.equal(await track(true), undefined);
  await stockUp(business, { resourceId, divisionId, quantity: '4', unitCost: '5', lots: [{ lot: 'A' }] });
  assert.ok((await sell('6')).data);
  assert.deepEqual(await lots(), {});
  assert.equal(await track(false), undefined);
  assert.equal(await track(true), undefined);
  await stockUp(business, { resourceId, divisionId, quantity: '4', unitCost: '5', lots: [{ lot: 'B' }] });
  assert.equal(await track(false), 'resource_has_stock');
  // Two of the ten were sold since: they leave from the lots.
  assert.equal((await api.DELETE('/v1/record/pending', { body: { id: old.id } as never })).error, undefined);
  assert.deepEqual(await lots(), { B: '2' });
  assert.deepEqual(await refusedResource(api, { tracksLots: true, tracksSerials: true }), [
    'resource_invalid',
    'body.tracksLots',
  ]);
  assert.deepEqual(await refusedResource(api, { kind: 'service', tracksLots: true }), [
    'resource_invalid',
    'body.tracksLots',
  ]);
  await checkStock(business);
});

test('a sale of goods that have no lots neither reads nor writes lots', async () => {
  const { business, api, divisionId, arrive, sell } = await newPharmacy();
  const { id: resourceId } = await newResource(api);
  await stockUp(business, { resourceId, divisionId, quantity: '5', unitCost: '10' });
  await arrive([{ lot: 'A' }], '5');
  const rice = [{ resourceId, quantity: '1', unitPrice: '25' }];
  assert.deepEqual(await packetsDuring('lot_', () => newDocument(api, { elements: rice })), []);
  assert.notDeepEqual(await packetsDuring('lot_', () => sell('1')), []);
});

test('goods beyond the lots leave without a lot where stock may be negative, and arrivals cover them first', async () => {
  const { business, arrive, sell, held: lots } = await newPharmacy({ allowsNegativeStock: true });
  await arrive([{ lot: 'A', expiresOn: soon }], '3');
  assert.ok((await sell('5')).data);
  assert.deepEqual(await lots(), {});
  await arrive([{ lot: 'B', expiresOn: later }], '6');
  assert.deepEqual(await lots(), { B: '4' });
  await checkStock(business);
});

test('a production takes its parts by expiry and its product arrives in a lot', async () => {
  const { business, api, divisionId, resourceId, arrive, held: lots } = await newPharmacy();
  const { id: product } = await newResource(api, { name: 'Jarabe', tracksLots: true });
  await arrive(
    [
      { lot: 'B', expiresOn: later, quantity: '3' },
      { lot: 'A', expiresOn: soon },
    ],
    '5',
  );
  const recipe = { parts: [{ resourceId, quantity: '1' }] };
  const body = { resourceId: product, divisionId, quantity: '3', recipe };
  const { data } = await api.POST('/v1/resource/production', { body: body as never });
  const path = { productionId: data!.id };
  const applied = await api.POST('/v1/resource/production/{productionId}/apply', {
    params: { path },
    body: { lots: [{ lot: 'J-1', expiresOn: soon }] },
  });
  assert.equal(applied.error, undefined);
  assert.deepEqual(await lots(), { 'J-1': '3', B: '2' });
  await api.PATCH('/v1/resource/production/{productionId}', { params: { path }, body: { status: 'reversed' } });
  assert.deepEqual(await lots(), { A: '2', B: '3' });
  await checkStock(business);
});

test('a count by lots sets each lot, and a count without lots takes the difference by expiry', async () => {
  const { business, api, divisionId, resourceId, arrive, held: lots } = await newPharmacy();
  await arrive(
    [
      { lot: 'A', expiresOn: soon, quantity: '3' },
      { lot: 'B', expiresOn: later, quantity: '4' },
    ],
    '9',
  );
  const count = async (quantity: string, counted?: object[]) => {
    const lines = [{ resourceId, quantity, ...(counted && { lots: counted }) }];
    const { data, error } = await api.POST('/v1/resource/record/bulk-stock', { body: { divisionId, lines } as never });
    return error?.code ?? data!.lines[0]!.counted;
  };
  assert.equal(
    await count('8', [
      { lot: 'B', quantity: '6' },
      { lot: 'N', expiresOn: soon, quantity: '1' },
    ]),
    '8',
  );
  assert.deepEqual(await lots(), { N: '1', B: '6' });
  assert.equal(await count('1', [{ lot: 'B', quantity: '6' }]), 'lots_invalid');
  assert.equal(
    await count('7', [
      { lot: 'N', quantity: '1' },
      { lot: 'B', quantity: '6' },
    ]),
    '7',
  );
  assert.deepEqual(await lots(), { N: '1', B: '6' });
  assert.equal(await count('4'), '4');
  assert.deepEqual(await lots(), { B: '4' });
  assert.equal(await count('6'), '6');
  assert.deepEqual(await lots(), { B: '4' });
  await checkStock(business);
});

test('a count by lots names the lots that it is of, so that later movements are no difference', async () => {
  const { business, api, divisionId, resourceId, arrive, held: lots, move } = await newPharmacy();
  await arrive(
    [
      { lot: 'A', expiresOn: soon, quantity: '3' },
      { lot: 'B', expiresOn: later, quantity: '4' },
    ],
    '9',
  );
  // Counted: all of A, 3 of B, and 1 without a lot. Then 2 of A are sold and lot C arrives.
  await move({ type: 'OUT', quantity: '2', lots: [{ lot: 'A' }] });
  await arrive([{ lot: 'C', expiresOn: later }], '6');
  const enter = (line: object) =>
    api.POST('/v1/resource/record/bulk-stock', { body: { divisionId, lines: [{ resourceId, ...line }] } as never });
  const counted = {
    quantity: '7',
    expected: '9',
    lots: [
      { lot: 'A', quantity: '3' },
      { lot: 'B', quantity: '3' },
    ],
  };
  assert.equal((await enter(counted)).error!.code, 'invalid_request', 'The lots that were expected are missing.');
  const expectedLots = [
    { lot: 'A', quantity: '3' },
    { lot: 'B', quantity: '4' },
  ];
  const { data } = await enter({ ...counted, expectedLots });
  assert.deepEqual([data!.lines[0]!.before, data!.lines[0]!.counted], ['13', '11']);
  assert.deepEqual(await lots(), { A: '1', B: '3', C: '6' });
  await checkStock(business);
});

test('lots are listed by expiry and found by number, product, state and place', async () => {
  const { business, api, divisionId, resourceId, arrive, move } = await newPharmacy();
  await arrive([{ lot: 'OLD', expiresOn: past }], '1');
  await arrive([{ lot: 'NONE' }], '1');
  await arrive([{ lot: 'NEW', expiresOn: later }], '1');
  await arrive([{ lot: 'GONE', expiresOn: soon }], '1');
  await move({ type: 'OUT', quantity: '1', lots: [{ lot: 'GONE' }] });
  const found = async (query: Record<string, unknown>) => {
    const { data } = await api.GET('/v1/resource/lots', { params: { query: query as never } });
    return data!.data.map(({ lot }) => lot).join(' ');
  };
  assert.equal(await found({}), 'OLD GONE NEW NONE');
  assert.equal(await found({ sort: '-expiry' }), 'NONE NEW GONE OLD');
  assert.equal(await found({ sort: 'lot', inStock: true }), 'NEW NONE OLD');
  assert.equal(await found({ inStock: false }), 'GONE');
  assert.equal(await found({ expired: true }), 'OLD');
  assert.equal(await found({ expired: false }), 'GONE NEW NONE');
  assert.equal(await found({ expiresBefore: later }), 'OLD GONE');
  assert.equal(await found({ search: 'N' }), 'NEW NONE');
  assert.equal(await found({ search: 'amoxi', blocked: false, resourceId, divisionId }), 'OLD NEW NONE');
  const page = (await api.GET('/v1/resource/lots', { params: { query: { itemsPerPage: 3 } } })).data!;
  assert.equal(page.data.length, 3);
  assert.equal(await found({ itemsPerPage: 3, cursor: page.nextCursor }), 'NONE');
  await checkStock(business);
});
