import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newContact } from '#test/books.ts';
import { newDocument } from '#test/documents.ts';
import { newReturn } from '#test/fulfilment.ts';
import { newBusiness } from '#test/harness.ts';

test('a credit note within thirty days does not return the ITBIS of one that was later', async () => {
  const business = await newBusiness();
  const { data } = await business.api.GET('/v1/taxes/list', { params: { query: { itemsPerPage: 200 } } });
  const itbis = data!.data.find(({ code }) => code === 'ITBIS-18')!.id;
  const sale = await newDocument(business.api, {
    contactId: await newContact(business),
    fiscalType: null,
    date: '2026-09-01',
    elements: [{ description: 'Silla', quantity: 4, unitPrice: '100', taxIds: [itbis] }],
  });
  const back = (date: string, quantity: number) =>
    newReturn(business, sale.id, { date, lines: [{ elementId: sale.elements[0]!.id, quantity }] });
  const late = await back('2026-10-15', 1);
  const inTime = await back('2026-09-10', 2);
  const rest = await back('2026-10-01', 1);
  assert.deepEqual([late.tax, inTime.tax, rest.tax], ['0.00', '36.00', '18.00']);
  assert.deepEqual([late.net, inTime.net, rest.net], ['100.00', '200.00', '100.00']);
});
