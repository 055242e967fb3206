import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newDocument, taxIdOf } from '#test/documents.ts';
import { newReturn } from '#test/fulfilment.ts';
import { baseUrl, newBusiness } from '#test/harness.ts';
import { assertHas, fetchPdf, pagesOf } from '#test/pdf.ts';

/** A sale of 1,350.00 with its ITBIS in the price, 1,500.00 before a discount, and of a book that has none. */
async function newSale() {
  const business = await newBusiness();
  const [itbis, withheld] = await Promise.all(['ITBIS-18', 'RET-ITBIS-30'].map((code) => taxIdOf(business.api, code)));
  const advice = { description: 'Asesoría', quantity: '1.5', unitPrice: '1000', discount: { percent: '10' } };
  const elements = [
    { ...advice, taxIds: [itbis, withheld] },
    { description: 'Libro', quantity: '2', unitPrice: '118' },
  ];
  return { business, elements, sale: await newDocument(business.api, { pricesIncludeTax: true, elements }) };
}

test('a paper with prices that include taxes says so, and its sums add up', async () => {
  const { business, elements, sale } = await newSale();
  const textOf = async (path: string) => (await pagesOf(await fetchPdf(business, path))).join(' ');
  assertHas(await textOf(`/v1/record/pending/${sale.id}/voucher`), [
    'Subtotal RD$ 1,736.00 Descuento - RD$ 150.00 ITBIS 18 % incluido RD$ 205.93 Total RD$ 1,586.00',
  ]);
  const lines = [{ elementId: sale.elements[0]!.id, quantity: '0.5' }];
  const note = await newReturn(business, sale.id, { status: 'issued', lines });
  assertHas(await textOf(`/v1/resource/return/${note.id}/voucher`), [
    'Subtotal RD$ 500.00 Descuento - RD$ 50.00 ITBIS 18 % incluido RD$ 68.64 Total RD$ 450.00',
  ]);
  const plain = await newDocument(business.api, { elements });
  assertHas(await textOf(`/v1/record/pending/${plain.id}/voucher`), [
    'Subtotal RD$ 1,736.00 Descuento - RD$ 150.00 ITBIS 18 % RD$ 243.00 Total RD$ 1,829.00',
  ]);
});

test('the page of a document with prices that include taxes says so, and lists no withheld tax as charged', async () => {
  const { business, sale } = await newSale();
  const path = { pendingRecordId: sale.id };
  const shared = await business.api.GET('/v1/record/pending/{pendingRecordId}/share', { params: { path } });
  const page = await fetch(`${baseUrl}${new URL(shared.data!.url).pathname}`, { headers: { accept: 'text/html' } });
  const text = (await page.text()).replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
  assert.match(text, /Asesoría .{0,60}1,000\.00 RD\$ 1,350\.00 Libro 2 118\.00 RD\$ 236\.00/);
  assertHas(text, [
    'Subtotal RD$ 1,736.00 Descuento - RD$ 150.00 ITBIS 18 % incluido RD$ 205.93 Total RD$ 1,586.00 Retenciones',
  ]);
});
