import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newContact, newDivision } from '#test/books.ts';
import { newResource } from '#test/catalog.ts';
import { newDocument } from '#test/documents.ts';
import { changeReturn, newDelivery, newReturn, returnOf } from '#test/fulfilment.ts';
import { newBusiness } from '#test/harness.ts';
import { checkStock, mainDivision } from '#test/stock.ts';

/** A pharmacy that has bought five of a lot that expires soon and five of one that expires later. */
async function newPharmacy() {
  const business = await newBusiness();
  const { api } = business;
  const [{ id: resourceId }, customer, supplier, divisionId] = await Promise.all([
    newResource(api, { name: 'Insulina', tracksLots: true }),
    newContact(business, 'Clínica Abreu'),
    newContact(business, 'Droguería Oriental'),
    mainDivision(business),
  ]);
  const lots = [
    { lot: 'A', expiresOn: '2998-01-31', quantity: '5' },
    { lot: 'B', expiresOn: '2998-12-31' },
  ];
  const bought = await newDocument(api, {
    direction: 'purchase',
    contactId: supplier,
    elements: [{ resourceId, quantity: 10, unitPrice: 100, lots }],
  });
  const sell = (quantity: number, more: object = {}) =>
    newDocument(api, { contactId: customer, elements: [{ resourceId, quantity, unitPrice: 150 }], ...more });
  const held = async (division = divisionId) => {
    const { data } = await api.GET('/v1/resource/lots', { params: { query: { divisionId: division } } });
    return Object.fromEntries(
      data!.data.map((lot) => [lot.lot, lot.divisions.find((each) => each.divisionId === division)!.quantity]),
    );
  };
  const trace = async (lot: string) => {
    const found = (await api.GET('/v1/resource/lots', { params: { query: { lot } } })).data!.data[0]!;
    const path = { lotId: found.id };
    return (await api.GET('/v1/resource/lots/{lotId}/movements', { params: { path } })).data!.data;
  };
  return { business, api, resourceId, customer, supplier, divisionId, bought, sell, held, trace };
}

test('returned goods go back into the lots that were sold, and scrapped ones leave from them', async () => {
  const { business, sell, held } = await newPharmacy();
  const sale = await sell(8);
  assert.deepEqual(await held(), { B: '2' });
  const elementId = sale.elements[0]!.id;
  const back = (quantity: string, more: object = {}) => ({ lines: [{ elementId, quantity, ...more }] });
  await newReturn(business, sale.id, back('2'));
  assert.deepEqual(await held(), { B: '4' });
  const { error } = await returnOf(business, sale.id, back('3', { lots: [{ lot: 'B' }] }));
  assert.equal(error!.code, 'lot_not_sold');
  const drafted = await newReturn(business, sale.id, { ...back('3', { lots: [{ lot: 'A' }] }), status: 'draft' });
  assert.deepEqual(await held(), { B: '4' });
  await changeReturn(business, { id: drafted.id, status: 'issued' });
  assert.deepEqual(await held(), { A: '3', B: '4' });
  await newReturn(business, sale.id, back('2', { disposition: 'scrap' }));
  assert.deepEqual(await held(), { A: '3', B: '4' });
  await changeReturn(business, { id: drafted.id, status: 'void' });
  assert.deepEqual(await held(), { B: '4' });
  await checkStock(business);
});

test('a return to the supplier takes the named lot, even if it is blocked', async () => {
  const { business, api, bought, held, trace } = await newPharmacy();
  const { data } = await api.GET('/v1/resource/lots', { params: { query: { lot: 'B' } } });
  const path = { lotId: data!.data[0]!.id };
  await api.PATCH('/v1/resource/lots/{lotId}', { params: { path }, body: { blocked: true } });
  const lines = [{ elementId: bought.elements[0]!.id, quantity: '4', lots: [{ lot: 'B' }] }];
  await newReturn(business, bought.id, { lines });
  assert.deepEqual(await held(), { A: '5', B: '1' });
  assert.equal((await trace('B'))[0]!.document!.contactName, 'Droguería Oriental');
  await checkStock(business);
});

test('a delivery takes usable lots, and the lot shows its supplier, customer and delivery', async () => {
  const { business, api, sell, held, trace, customer } = await newPharmacy();
  const sale = await sell(4, { deliverLater: true });
  assert.deepEqual(await held(), { A: '5', B: '5' });
  const delivery = await newDelivery(business, { pendingRecordId: sale.id });
  assert.deepEqual(await held(), { A: '1', B: '5' });
  const [left, came] = await trace('A');
  assert.deepEqual(
    [left!.quantity, left!.document!.contactId, left!.document!.contactName, left!.document!.deliveryId],
    ['-4', customer, 'Clínica Abreu', delivery.id],
  );
  assert.deepEqual(
    [left!.document!.pendingRecordId, left!.document!.number, came!.quantity, came!.document!.contactName],
    [sale.id, sale.number, '5', 'Droguería Oriental'],
  );
  await api.PATCH('/v1/resource/delivery', { body: { id: delivery.id, status: 'canceled' } });
  assert.deepEqual(await held(), { A: '5', B: '5' });
  const { data } = await api.GET('/v1/resource/lots', { params: { query: { lot: 'A' } } });
  const path = { lotId: data!.data[0]!.id };
  await api.PATCH('/v1/resource/lots/{lotId}', { params: { path }, body: { expiresOn: '2026-01-31' } });
  const lines = [{ elementId: sale.elements[0]!.id, lots: [{ lot: 'A' }] }];
  const { error } = await api.POST('/v1/resource/delivery', { body: { pendingRecordId: sale.id, lines } });
  assert.deepEqual([error!.code, error!.errors![0]!.path], ['lots_unusable', 'body.lines[0]']);
  assert.deepEqual(
    (await trace('A')).map(({ quantity, reversedById }) => [quantity, reversedById !== null]),
    [
      ['4', false],
      ['-4', true],
      ['5', false],
    ],
  );
  await checkStock(business);
});

test('a delivery of a purchase brings its lots, and a part names its own', async () => {
  const { business, api, resourceId, supplier, held } = await newPharmacy();
  const order = (lots: object[]) =>
    newDocument(api, {
      direction: 'purchase',
      contactId: supplier,
      deliverLater: true,
      elements: [{ resourceId, quantity: 6, unitPrice: 100, lots }],
    });
  const whole = await order([{ lot: 'C', expiresOn: '2999-01-31' }]);
  await newDelivery(business, { pendingRecordId: whole.id });
  assert.deepEqual(await held(), { A: '5', B: '5', C: '6' });
  const parts = await order([]);
  const lines = [{ elementId: parts.elements[0]!.id, quantity: '2', lots: [{ lot: 'D' }] }];
  await newDelivery(business, { pendingRecordId: parts.id, lines });
  assert.deepEqual(await held(), { A: '5', B: '5', C: '6', D: '2' });
  await checkStock(business);
});

test('a transfer in transit keeps its lots, and missing goods go back to theirs or are lost', async () => {
  const { business, api, resourceId, divisionId, held } = await newPharmacy();
  const other = await newDivision(business);
  const send = async (quantity: string, lots?: object[]) =>
    newDelivery(business, {
      fromDivisionId: divisionId,
      toDivisionId: other,
      lines: [{ resourceId, quantity, ...(lots && { lots }) }],
    });
  const receive = (delivery: Awaited<ReturnType<typeof send>>, received: string) =>
    api.PATCH('/v1/resource/delivery', { body: { id: delivery.id, lines: [{ id: delivery.lines[0]!.id, received }] } });
  const fix = (delivery: Awaited<ReturnType<typeof send>>, how: 'restock' | 'write-off') =>
    api.POST('/v1/resource/delivery/mismatches/fix', {
      body: { deliveryId: delivery.id, lines: [{ id: delivery.lines[0]!.id, fix: how }] },
    });
  const first = await send('7');
  assert.deepEqual([await held(), await held(other)], [{ B: '3' }, {}]);
  await receive(first, '5');
  assert.deepEqual(await held(other), { A: '3', B: '2' });
  assert.equal((await fix(first, 'restock')).error, undefined);
  assert.deepEqual(await held(), { A: '2', B: '3' });
  const second = await send('2', [{ lot: 'B' }]);
  await receive(second, '1');
  assert.equal((await fix(second, 'write-off')).error, undefined);
  assert.deepEqual(
    [await held(), await held(other)],
    [
      { A: '2', B: '1' },
      { A: '3', B: '3' },
    ],
  );
  await checkStock(business);
});
