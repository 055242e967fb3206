import assert from 'node:assert/strict';
import { test } from 'node:test';
import { postedBy } from '#test/books.ts';
import { newDocument, taxIdOf } from '#test/documents.ts';
import { newBusiness } from '#test/harness.ts';

const inDollars = { currency: 'USD', rate: '60.12', date: '2026-10-10', fiscalType: 'E32' as const };

async function newTaxpayer() {
  const business = await newBusiness();
  await business.api.PATCH('/v1/organization', { body: { taxId: '131246796' } });
  await business.api.POST('/v1/taxes/numerals', { body: { type: 'E32', start: 1, end: 50 } });
  const taxIds = (...codes: string[]) => Promise.all(codes.map((code) => taxIdOf(business.api, code)));
  return { ...business, taxIds };
}

const period = { params: { query: { period: '2026-10' } } };

test('an invoice in dollars that is taxed at two rates has no exempt cent', async () => {
  const { api, taxIds } = await newTaxpayer();
  await newDocument(api, {
    ...inDollars,
    elements: [
      { description: 'Clavos', unitPrice: '10.01', taxIds: await taxIds('ITBIS-18') },
      { description: 'Café', unitPrice: '11.20', taxIds: await taxIds('ITBIS-16') },
    ],
  });
  const { data } = await api.GET('/v1/taxes/monthly-payment-summary', period);
  const box = (name: string) => data!.boxes.find(({ box: of }) => of === name)!.amount;
  assert.deepEqual(['1', '4', '10', '11', '12'].map(box), ['1275.15', '0.00', '1275.15', '601.80', '673.35']);
});

test('each tax of an invoice in dollars is the same in the books and in the 607', async () => {
  const { api, taxIds } = await newTaxpayer();
  const { recordId } = await newDocument(api, {
    ...inDollars,
    elements: [
      { description: 'Cena', unitPrice: '11.89', taxIds: await taxIds('ITBIS-18', 'PROPINA') },
      { description: 'Llamadas', unitPrice: '11.89', taxIds: await taxIds('ITBIS-18', 'ISC-TELECOM', 'CDT') },
    ],
  });
  const posted = Object.fromEntries(
    (await postedBy(api, recordId!)).map(([, credit, amount]) => [credit, amount] as const),
  );
  const { consumerSummary } = (await api.GET('/v1/taxes/607', period)).data!;
  const { tip, other, isc, itbis } = consumerSummary;
  assert.deepEqual([tip, other, isc, itbis], ['71.54', '14.43', '71.55', '257.31']);
  assert.deepEqual([posted[2110], posted[2109], posted[2108], posted[2102]], [tip, other, isc, itbis]);
});
