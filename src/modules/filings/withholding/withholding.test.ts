import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cashOf } from '#test/accounts.ts';
import { newContact } from '#test/books.ts';
import { newDocument } from '#test/documents.ts';
import { newReturn } from '#test/fulfilment.ts';
import { codeOf, newBusiness } from '#test/harness.ts';
import { assertHas, fetchPdf, pagesOf } from '#test/pdf.ts';

/** A business that buys services with ITBIS and withholds ISR and ITBIS. */
async function newBuyer() {
  const business = await newBusiness({ name: 'Constructora Sol' });
  const { api } = business;
  await api.PATCH('/v1/organization', { body: { taxId: '131246796' } });
  const { data } = await api.GET('/v1/taxes/list', { params: { query: { itemsPerPage: 200 } } });
  const taxOf = (wanted: string) => data!.data.find(({ code }) => code === wanted)!.id;
  const taxIds = ['ITBIS-18', 'RET-ITBIS-100', 'RET-ISR-HON'].map(taxOf);
  const [contactId, accountId] = await Promise.all([newContact(business, 'Ing. Peña'), cashOf(business)]);
  const buy = (fiscalNumber: string, date: string, more: object = {}) =>
    newDocument(api, {
      direction: 'purchase',
      contactId,
      expenseType: '02',
      date,
      fiscalNumber,
      elements: [{ description: 'Planos', quantity: 2, unitPrice: 5000, taxIds }],
      ...more,
    });
  const pay = (id: string, date: string, more: object = {}) =>
    api.PATCH('/v1/record/pending/pay', { body: { id, date, payments: [{ accountId, ...more }] } });
  const read = async (from: string, to: string) =>
    (await api.GET('/v1/taxes/withholding', { params: { query: { beneficiaryId: contactId, from, to } } })).data!;
  return { business, api, contactId, accountId, buy, pay, read };
}

test('tax withheld from a supplier counts when its document is settled, and a return reverses it', async () => {
  const { api, buy, pay, read, business } = await newBuyer();
  const [september, october, open] = await Promise.all([
    buy('B0100000001', '2026-09-10'),
    buy('B0100000002', '2026-09-20'),
    buy('B0100000003', '2026-10-01'),
  ]);
  await pay(september.id, '2026-09-30');
  await pay(october.id, '2026-10-02');
  await pay(open.id, '2026-10-03', { amount: '10' });
  const first = await read('2026-09-01', '2026-09-30');
  assert.deepEqual([first.isr, first.itbis, first.total], ['1500.00', '1800.00', '3300.00']);
  assert.deepEqual(
    first.rows.map(({ fiscalNumber, paidOn, tax, base, amount }) => [fiscalNumber, paidOn, tax, base, amount]).sort(),
    [
      ['B0100000001', '2026-09-30', 'isr', '10000.00', '1500.00'],
      ['B0100000001', '2026-09-30', 'itbis', '1800.00', '1800.00'],
    ],
  );
  assert.equal((await read('2026-10-01', '2026-10-31')).total, '3300.00');
  const lines = [{ elementId: october.elements[0]!.id, quantity: '1' }];
  await newReturn(business, october.id, { date: '2026-10-15', lines, fiscalNumber: 'B0400000009' });
  const after = await read('2026-10-01', '2026-10-31');
  assert.deepEqual([after.isr, after.itbis], ['750.00', '900.00']);
  const query = { period: '2026-10' };
  const { data: ir17 } = await api.GET('/v1/taxes/ir17/monthly-payment-summary', { params: { query } });
  assert.equal(ir17!.totals.withheld, after.isr);
});

test('the certificate lists the documents and totals, and is refused where nothing was withheld', async () => {
  const { business, contactId, buy, pay } = await newBuyer();
  await pay((await buy('B0100000001', '2026-09-10')).id, '2026-09-30');
  const query = new URLSearchParams({ beneficiaryId: contactId, from: '2026-01-01', to: '2026-12-31' });
  const path = '/v1/taxes/withholding/certificate';
  const [text] = await pagesOf(await fetchPdf(business, `${path}?${query}`));
  assertHas(text!, ['CERTIFICACIÓN DE RETENCIONES', 'Constructora Sol', 'Ing. Peña', 'Del 01/01/2026 al 31/12/2026']);
  assertHas(text!, ['30/09/2026 B0100000001', 'ISR 15 %', 'ITBIS 100 %', 'Total retenido RD$ 3,300.00']);
  assertHas(text!, ['RNC/Cédula: 1-31-24679-6', 'Emitida el']);
  query.set('from', '2026-10-01');
  const none = await fetchPdf(business, `${path}?${query}`);
  assert.equal(((await none.json()) as { code: string }).code, 'nothing_withheld');
});

test('the pages of a long certificate are counted', async () => {
  const { business, contactId, accountId, buy, api } = await newBuyer();
  const bought = await Promise.all(
    Array.from({ length: 20 }, (_, place) => buy(`B01000000${place + 10}`, '2026-09-10')),
  );
  const payments = bought.map(({ id }) => ({ id, payments: [{ accountId }] }));
  for (const payment of payments)
    await api.PATCH('/v1/record/pending/pay', { body: { ...payment, date: '2026-09-30' } });
  const query = new URLSearchParams({ beneficiaryId: contactId, from: '2026-01-01', to: '2026-12-31' });
  const pages = await pagesOf(await fetchPdf(business, `/v1/taxes/withholding/certificate?${query}`));
  assert.equal(pages.length, 2);
  for (const [place, text] of pages.entries()) assertHas(text, [`${place + 1} / 2`]);
});

test('withheld taxes are read only in their organization', async () => {
  const { contactId } = await newBuyer();
  const { api } = await newBusiness();
  const answer = await api.GET('/v1/taxes/withholding', { params: { query: { beneficiaryId: contactId } } });
  assert.equal(codeOf(answer), 'reference_not_found');
});
