import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ruleBalance } from '#test/accounts.ts';
import { newResource } from '#test/catalog.ts';
import { newDocument, readDetail } from '#test/documents.ts';
import { changeReturn, newDelivery, newReturn, newShop, returnOf, type Shop } from '#test/fulfilment.ts';
import { checkStock } from '#test/stock.ts';

async function newPack({ api }: Shop, members: { resourceId: string; quantity: string }[]) {
  const body = { name: 'Combo de regalo', type: 'PACK' as const, price: '500', members };
  const { data, error } = await api.POST('/v1/resource/resource-list', { body });
  assert.ok(data, `refused: ${error?.code}`);
  return data;
}

const buy = (shop: Shop, elements: Record<string, unknown>[]) =>
  newDocument(shop.api, { direction: 'purchase', contactId: shop.contactId, elements });

/** Three telephones at 100.00 and three chargers at 10.00, each with its number, and a pack of one of each in a sack of rice. */
async function shopOfPhones() {
  const shop = await newShop();
  const phone = await newResource(shop.api, { name: 'Celular', tracksSerials: true });
  const charger = await newResource(shop.api, { name: 'Cargador', tracksSerials: true });
  await buy(shop, [
    { resourceId: phone.id, quantity: 3, unitPrice: 100, serialNumbers: ['P1', 'P2', 'P3'] },
    { resourceId: charger.id, quantity: 3, unitPrice: 10, serialNumbers: ['C1', 'C2', 'C3'] },
  ]);
  const each = [phone, charger, shop.rice].map(({ id }) => ({ resourceId: id, quantity: '1' }));
  return { ...shop, phone, charger, pack: await newPack(shop, each) };
}

const unitsOf = async ({ api }: Shop, status: 'sold' | 'in-stock' | 'scrapped' | 'reserved') => {
  const { data } = await api.GET('/v1/resource/serial-numbers', { params: { query: { status } } });
  return data!.data.map(({ serialNumber }) => serialNumber).toSorted();
};

test('a pack of numbered parts is sold, sent, received and comes back, each unit by its number', async () => {
  const shop = await shopOfPhones();
  const { business, api, contactId } = shop;
  const sale = await newDocument(api, {
    contactId,
    deliverLater: true,
    elements: [{ resourceListId: shop.pack.id, quantity: 3, serialNumbers: ['C1', 'P1', 'P2', 'C2', 'P3', 'C3'] }],
  });
  const elementId = sale.elements[0]!.id;
  const some = await api.POST('/v1/resource/delivery', {
    body: { pendingRecordId: sale.id, lines: [{ elementId, quantity: 2 }] },
  });
  assert.equal(some.error?.code, 'serial_numbers_required');
  const first = await newDelivery(business, {
    pendingRecordId: sale.id,
    lines: [{ elementId, quantity: 2, serialNumbers: ['P1', 'P2', 'C3', 'C1'] }],
  });
  assert.equal(first.lines[0]!.resourceId, null);
  const receive = (received: number, serialNumbers: string[]) =>
    api.PATCH('/v1/resource/delivery', {
      body: { id: first.id, lines: [{ id: first.lines[0]!.id, received, serialNumbers }] },
    });
  assert.equal((await receive(1, ['P2'])).error?.code, 'units_unsaid');
  assert.equal((await receive(1, ['P2', 'C3'])).error, undefined);
  await api.POST('/v1/resource/delivery/mismatches/fix', {
    body: { deliveryId: first.id, lines: [{ id: first.lines[0]!.id, fix: 'write-off' }] },
  });
  assert.deepEqual(await unitsOf(shop, 'scrapped'), ['C1', 'P1']);
  await checkStock(business);
  await newDelivery(business, {
    pendingRecordId: sale.id,
    lines: [{ elementId, quantity: 1, serialNumbers: ['P3', 'C2'] }],
  });
  const back = await newReturn(business, sale.id, {
    lines: [{ elementId, quantity: 1, serialNumbers: ['C2', 'P2'], disposition: 'scrap' }],
  });
  assert.deepEqual(await unitsOf(shop, 'scrapped'), ['C1', 'C2', 'P1', 'P2']);
  await changeReturn(business, { id: back.id, status: 'void' });
  const rest = await newReturn(business, sale.id);
  assert.deepEqual([rest.lines[0]!.quantity, rest.lines[0]!.serialNumbers.toSorted()], ['2', ['C2', 'C3', 'P2', 'P3']]);
  assert.deepEqual(await unitsOf(shop, 'in-stock'), ['C2', 'C3', 'P2', 'P3']);
  await checkStock(business);
});

test('a combo of numbered parts is sold and comes back whole, also where another unit was sold than was said', async () => {
  const shop = await shopOfPhones();
  const { business, api, contactId, phone, charger } = shop;
  const parts = [phone, charger].map(({ id }) => ({ resourceId: id, quantity: '1' }));
  const combo = await newResource(api, { name: 'Kit', kind: 'combo', parts });
  const sell = (serialNumbers: string[]) =>
    api.POST('/v1/record/pending', {
      body: { contactId, elements: [{ resourceId: combo.id, unitPrice: 300, serialNumbers }] },
    });
  assert.equal((await sell(['P1'])).error?.code, 'serial_numbers_required');
  const { data: sale } = await sell(['P1', 'C3']);
  assert.deepEqual(await unitsOf(shop, 'sold'), ['C3', 'P1']);
  assert.equal((await readDetail(api, sale!.id)).margin!.cost, '110.00');
  const { data: moved } = await api.GET('/v1/resource/record', {
    params: { query: { causeId: sale!.id, resourceId: phone.id } },
  });
  await api.PATCH('/v1/resource/record', { body: { id: moved!.data[0]!.id, serialNumbers: ['P2'] } });
  const back = await newReturn(business, sale!.id);
  assert.deepEqual(back.lines[0]!.serialNumbers, ['P2', 'C3']);
  assert.deepEqual(await unitsOf(shop, 'sold'), []);
  await checkStock(business);
});

test('a corrected serial number belongs to its product: the same number of another product stays', async () => {
  const shop = await newShop();
  const { business, api, contactId } = shop;
  const phone = await newResource(api, { name: 'Celular', tracksSerials: true });
  const router = await newResource(api, { name: 'Router', tracksSerials: true });
  const both = [phone, router].map(({ id }) => ({ resourceId: id, unitPrice: 100 }));
  await buy(
    shop,
    both.map((line) => ({ ...line, quantity: 3, serialNumbers: ['1001', '1002', '1003'] })),
  );
  const correct = async (causeId: string, serialNumber: string) => {
    const { data } = await api.GET('/v1/resource/record', { params: { query: { causeId, resourceId: phone.id } } });
    await api.PATCH('/v1/resource/record', { body: { id: data!.data[0]!.id, serialNumbers: [serialNumber] } });
  };
  const elements = both.map((line) => ({ ...line, serialNumbers: ['1001'] }));
  const numbersOf = (lines: { serialNumbers: string[] }[]) => lines.flatMap(({ serialNumbers }) => serialNumbers);
  const soldIn = async (id: string) => numbersOf((await readDetail(api, id)).elements);

  const sale = await newDocument(api, { contactId, elements });
  await correct(sale.id, '1002');
  assert.deepEqual(await soldIn(sale.id), ['1002', '1001']);
  const back = await newReturn(business, sale.id);
  assert.deepEqual(numbersOf(back.lines), ['1002', '1001']);

  const later = await newDocument(api, { contactId, elements, deliverLater: true });
  const sent = await newDelivery(business, { pendingRecordId: later.id });
  await correct(sent.id, '1003');
  const { data: delivery } = await api.GET('/v1/resource/delivery/{deliveryId}', {
    params: { path: { deliveryId: sent.id } },
  });
  assert.deepEqual(numbersOf(delivery!.lines), ['1003', '1001']);
  assert.deepEqual(await soldIn(later.id), ['1003', '1001']);
  await checkStock(business);
});

test('a serial number in a pack belongs to the part that is in stock with it, not to one that was in stock before', async () => {
  const shop = await shopOfPhones();
  const { business, api, contactId, phone, charger, pack } = shop;
  const named = (resourceId: string) => ({ resourceId, unitPrice: 100, serialNumbers: ['1001'] });
  await buy(shop, [named(phone.id), named(charger.id)]);
  await newDocument(api, { contactId, elements: [named(phone.id)] });
  const packed = { resourceListId: pack.id, quantity: 1, serialNumbers: ['P1', '1001'] };
  await newDocument(api, { contactId, elements: [packed] });
  assert.deepEqual(await unitsOf(shop, 'sold'), ['1001', '1001', 'P1']);
  await checkStock(business);
});

test('a combo that had no goods in it when it was sold brings none back', async () => {
  const { business, api, contactId, rice } = await newShop();
  const service = await newResource(api, { name: 'Instalación', kind: 'service' });
  const combo = await newResource(api, {
    name: 'Servicio',
    kind: 'combo',
    parts: [{ resourceId: service.id, quantity: '1' }],
  });
  const sale = await newDocument(api, {
    contactId,
    elements: [combo, rice].map(({ id }) => ({ resourceId: id, quantity: 1, unitPrice: 100 })),
  });
  await api.PATCH('/v1/resource', {
    body: { id: combo.id, parts: [{ resourceId: rice.id, quantity: '1' }] } as never,
  });
  const before = await ruleBalance(business, 'inventory');
  await newReturn(business, sale.id);
  assert.equal((await ruleBalance(business, 'inventory')) - before, 5000n);
  await checkStock(business);
});

test('returns and later deliveries follow the pack as it was sold, not as it is now', async () => {
  const shop = await newShop();
  const { business, api, contactId, rice } = shop;
  const oil = await newResource(api, { name: 'Aceite' });
  await buy(shop, [{ resourceId: oil.id, quantity: 10, unitPrice: 30 }]);
  const combo = await newResource(api, {
    name: 'Canasta',
    kind: 'combo',
    parts: [{ resourceId: rice.id, quantity: '2' }],
  });
  const pack = await newPack(shop, [
    { resourceId: combo.id, quantity: '1' },
    { resourceId: rice.id, quantity: '1' },
  ]);
  const basket = { resourceId: combo.id, quantity: 4, unitPrice: 300 };
  const [now, later, canceled] = [
    await newDocument(api, { contactId, elements: [basket] }),
    await newDocument(api, {
      contactId,
      deliverLater: true,
      elements: [basket, { resourceListId: pack.id, quantity: 2 }],
    }),
    await newDocument(api, { contactId, deliverLater: true, elements: [basket] }),
  ];
  const otherwise = [{ resourceId: oil.id, quantity: '1' }];
  await api.PATCH('/v1/resource', { body: { id: combo.id, parts: otherwise } as never });
  await api.PATCH('/v1/resource/resource-list', { body: { id: pack.id, members: otherwise } });
  const before = await ruleBalance(business, 'inventory');
  await newReturn(business, now.id, { lines: [{ elementId: now.elements[0]!.id, quantity: 3 }] });
  assert.equal((await ruleBalance(business, 'inventory')) - before, 30000n);
  const sent = await newDelivery(business, { pendingRecordId: later.id });
  await api.PATCH('/v1/resource/delivery', { body: { id: sent.id, status: 'canceled' } });
  const again = await newDelivery(business, {
    pendingRecordId: later.id,
    lines: [{ elementId: later.elements[1]!.id }],
  });
  await api.PATCH('/v1/resource/delivery', { body: { id: again.id, cancelRest: true } });
  await api.DELETE('/v1/record/pending', { body: { id: canceled.id } });
  const storage = async (resourceId: string) => {
    const { data } = await api.GET('/v1/resource/{resourceId}/storage', { params: { path: { resourceId } } });
    return [data!.quantity, data!.reserved];
  };
  // Of a hundred sacks two stay sold in a basket, and six were delivered in two packs.
  assert.deepEqual(
    [await storage(rice.id), await storage(oil.id)],
    [
      ['92', '0'],
      ['10', '0'],
    ],
  );
  assert.equal((await returnOf(business, later.id)).error, undefined);
  assert.deepEqual(await storage(rice.id), ['98', '0']);
  await checkStock(business);
});
