import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newDivision } from '#test/books.ts';
import { newDocument } from '#test/documents.ts';
import { newDelivery, newReturn, newShop } from '#test/fulfilment.ts';
import { checkStock, stockUp } from '#test/stock.ts';

test('a late entry that changes the cost of goods also changes those returned or moved', async () => {
  const { business, api, contactId, divisionId, rice } = await newShop();
  const north = await newDivision(business);
  const sold = { resourceId: rice.id, quantity: 10, unitPrice: 99 };
  const now = await newDocument(api, { contactId, divisionId, elements: [sold] });
  const later = await newDocument(api, { contactId, divisionId, deliverLater: true, elements: [sold] });
  await newDelivery(business, { pendingRecordId: later.id });
  for (const sale of [now, later]) {
    const elementId = sale.elements[0]!.id;
    await newReturn(business, sale.id, { lines: [{ elementId, quantity: 4 }], divisionId: north });
    await newReturn(business, sale.id, { lines: [{ elementId, quantity: 1, disposition: 'scrap' }] });
  }
  const lines = [{ resourceId: rice.id, quantity: 8 }];
  const sent = await newDelivery(business, { fromDivisionId: divisionId, toDivisionId: north, lines });
  await api.PATCH('/v1/resource/delivery', {
    body: { id: sent.id, lines: [{ id: sent.lines[0]!.id, received: '7' }] },
  });
  const worth = async () => {
    const { data } = await api.GET('/v1/resource/{resourceId}/storage', { params: { path: { resourceId: rice.id } } });
    const at = (id: string) => data!.divisions.find((position) => position.divisionId === id)!;
    return [divisionId, north].map((id) => `${at(id).quantity}: ${at(id).value}`);
  };
  assert.deepEqual(await worth(), ['72: 3600.00', '15: 750.00']);
  const yesterday = Temporal.Now.plainDateISO('America/Santo_Domingo').subtract({ days: 1 }).toString();
  await stockUp(business, { resourceId: rice.id, divisionId, quantity: '100', unitCost: '70', date: yesterday });
  assert.deepEqual(await worth(), ['172: 10320.00', '15: 900.00']);
  await checkStock(business);
});
