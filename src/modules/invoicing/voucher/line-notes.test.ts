import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newResource } from '#test/catalog.ts';
import { newDocument } from '#test/documents.ts';
import { app, type Business, newBusiness } from '#test/harness.ts';
import { mainDivision, stockUp } from '#test/stock.ts';
import { composeVoucher, findPrintable } from './compose.ts';

const printedNotes = async (business: Business, id: string): Promise<string[][]> => {
  const voucher = await app.engine.within(business.id, async (ctx) =>
    composeVoucher(ctx, await findPrintable(ctx, id)),
  );
  return voucher.lines.map(({ notes }) => notes);
};

test('a printed invoice names the lots that left by expiry, line by line', async () => {
  const business = await newBusiness();
  const { api } = business;
  const divisionId = await mainDivision(business);
  const { id: resourceId } = await newResource(api, { name: 'Amoxicilina 500 mg', tracksLots: true });
  const { id: other } = await newResource(api, { name: 'Arroz' });
  const lots = [
    { lot: 'A', expiresOn: '2998-01-31', quantity: '4' },
    { lot: 'B', expiresOn: '2998-12-31', quantity: '16' },
  ];
  await stockUp(business, { resourceId, divisionId, quantity: '20', unitCost: '10', lots });
  await stockUp(business, { resourceId: other, divisionId, quantity: '20', unitCost: '10' });
  const line = { resourceId, unitPrice: '25' };
  const elements = [
    { ...line, quantity: '3' },
    { resourceId: other, unitPrice: '40', quantity: '1' },
    { ...line, quantity: '2.5' },
    { ...line, quantity: '1', lots: [{ lot: 'B' }] },
  ];
  const draft = await newDocument(api, { elements, status: 'draft' });
  assert.deepEqual(await printedNotes(business, draft.id), [[], [], [], ['Lote: B']]);
  const sold = await newDocument(api, { elements });
  assert.deepEqual(await printedNotes(business, sold.id), [
    ['Lote: A, vence 31/01/2998'],
    [],
    ['Lote: A, vence 31/01/2998 (1)', 'Lote: B, vence 31/12/2998 (1.5)'],
    ['Lote: B, vence 31/12/2998'],
  ]);
  const bought = await newDocument(api, {
    direction: 'purchase',
    elements: [
      { ...line, quantity: '2', lots: [{ lot: 'C', expiresOn: '2998-06-30' }] },
      { ...line, quantity: '2', lots: [{ lot: 'D' }] },
    ],
  });
  assert.deepEqual(await printedNotes(business, bought.id), [['Lote: C, vence 30/06/2998'], ['Lote: D']]);
});

test('an invoice that is delivered later names the lots of its deliveries', async () => {
  const business = await newBusiness();
  const { api } = business;
  const divisionId = await mainDivision(business);
  const { id: resourceId } = await newResource(api, { name: 'Amoxicilina 500 mg', tracksLots: true });
  const lots = [
    { lot: 'A', expiresOn: '2998-01-31', quantity: '4' },
    { lot: 'B', expiresOn: '2998-12-31', quantity: '16' },
  ];
  await stockUp(business, { resourceId, divisionId, quantity: '20', unitCost: '10', lots });
  const line = { resourceId, unitPrice: '25' };
  const elements = [
    { ...line, quantity: '8' },
    { ...line, quantity: '2' },
  ];
  const sold = await newDocument(api, { elements, deliverLater: true });
  assert.deepEqual(await printedNotes(business, sold.id), [[], []]);
  const deliver = async (lines: object[]) => {
    const { data } = await api.POST('/v1/resource/delivery', { body: { pendingRecordId: sold.id, lines } as never });
    assert.ok(data);
    return data;
  };
  const [first, second] = sold.elements.map(({ id }) => id);
  await deliver([{ elementId: first, quantity: '3' }]);
  assert.deepEqual(await printedNotes(business, sold.id), [['Lote: A, vence 31/01/2998'], []]);
  const canceled = await deliver([
    { elementId: second, quantity: '1' },
    { elementId: first, quantity: '5' },
  ]);
  const notes = ['Lote: A, vence 31/01/2998 (3)', 'Lote: B, vence 31/12/2998 (5)'];
  assert.deepEqual(await printedNotes(business, sold.id), [notes, ['Lote: A, vence 31/01/2998']]);
  await api.PATCH('/v1/resource/delivery', { body: { id: canceled.id, status: 'canceled' } as never });
  assert.deepEqual(await printedNotes(business, sold.id), [['Lote: A, vence 31/01/2998'], []]);
});

test('an invoice and its page name the serial numbers that were sold, in its language', async () => {
  const business = await newBusiness();
  const { api } = business;
  await api.PATCH('/v1/organization/settings', { body: { section: 'general', value: { language: 'en' } } });
  const divisionId = await mainDivision(business);
  const { id: resourceId } = await newResource(api, { name: 'Teléfono', tracksSerials: true });
  const serialNumbers = Array.from({ length: 32 }, (_, place) => `IMEI-${100 + place}`);
  await stockUp(business, { resourceId, divisionId, quantity: '32', unitCost: '9000', serialNumbers });
  const two = { resourceId, quantity: '2', unitPrice: '15000', serialNumbers: serialNumbers.slice(0, 2) };
  const { id } = await newDocument(api, { elements: [two] });
  assert.deepEqual(await printedNotes(business, id), [['Serial: IMEI-100, IMEI-101']]);
  const { data } = await api.GET('/v1/record/pending/{pendingRecordId}/share', {
    params: { path: { pendingRecordId: id }, query: {} },
  });
  const page = await (await fetch(data!.url, { headers: { accept: 'text/html' } })).text();
  assert.match(page, /Teléfono<br><span class="quiet">Serial: IMEI-100, IMEI-101<\/span>/);
  const many = { ...two, quantity: '30', serialNumbers: serialNumbers.slice(2) };
  const whole = await newDocument(api, { status: 'draft', elements: [{ ...many, quantity: '32', serialNumbers }] });
  assert.match((await printedNotes(business, whole.id))[0]![0]!, /IMEI-129 and 2 more$/);
});
