import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAccount } from '#test/accounts.ts';
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

test('a late credit note reverses the income tax that the customer withheld, and none of the ITBIS', async () => {
  const business = await newBusiness();
  const { data } = await business.api.GET('/v1/taxes/list', { params: { query: { itemsPerPage: 200 } } });
  const itbis = data!.data.find(({ code }) => code === 'ITBIS-18')!.id;
  const bank = await openAccount(business, { openingBalance: '5000' });
  const sale = await newDocument(business.api, {
    contactId: await newContact(business),
    fiscalType: null,
    date: '2026-09-01',
    elements: [{ description: 'Silla', quantity: 4, unitPrice: '250', taxIds: [itbis] }],
  });
  const payments = [
    { withheld: 'itbis' as const, amount: '54' },
    { withheld: 'isr' as const, amount: '50' },
    { accountId: bank.id, amount: '1076' },
  ];
  await business.api.PATCH('/v1/record/pending/pay', { body: { id: sale.id, date: '2026-09-01', payments } });
  const back = async (date: string, quantity: number) => {
    const lines = [{ elementId: sale.elements[0]!.id, quantity }];
    const { total, refunded, reversedItbis, reversedIsr } = await newReturn(business, sale.id, { date, lines });
    return [total, refunded, reversedItbis, reversedIsr];
  };
  assert.deepEqual(await back('2026-09-20', 1), ['295.00', '295.00', '13.50', '12.50']);
  assert.deepEqual(await back('2026-10-15', 2), ['500.00', '500.00', '0.00', '25.00']);
  assert.deepEqual(await back('2026-10-15', 1), ['250.00', '250.00', '0.00', '12.50']);
});

/** A sale of exempt and taxed services that is paid only by tax that the customer withheld. */
async function withheldSale(prices: [exempt: string, taxed: string], withheld: { itbis?: string; isr: string }) {
  const business = await newBusiness();
  const { data } = await business.api.GET('/v1/taxes/list', { params: { query: { itemsPerPage: 200 } } });
  const itbis = data!.data.find(({ code }) => code === 'ITBIS-18')!.id;
  const elements = prices.map((unitPrice, place) => ({
    description: 'Asesoría',
    quantity: 1,
    unitPrice,
    taxIds: place === 0 ? [] : [itbis],
  }));
  const contactId = await newContact(business);
  const sale = await newDocument(business.api, { contactId, fiscalType: null, date: '2026-09-01', elements });
  const payments = Object.entries(withheld).map(([kind, amount]) => ({ withheld: kind as 'itbis' | 'isr', amount }));
  const body = { id: sale.id, date: '2026-09-01', payments };
  const { error } = await business.api.PATCH('/v1/record/pending/pay', { body });
  assert.equal(error, undefined, JSON.stringify(error));
  return { business, sale };
}

test('a late credit note does not reverse more withheld tax than it refunds', async () => {
  const { business, sale } = await withheldSale(['1000', '500'], { isr: '225' });
  const back = await newReturn(business, sale.id, { date: '2026-10-15' });
  // The ITBIS of 90.00 is still owed, and withheld tax has paid it.
  assert.deepEqual(
    [back.total, back.settled, back.refunded, back.reversedItbis, back.reversedIsr],
    ['1500.00', '1365.00', '135.00', '0.00', '135.00'],
  );
});

test('a return rounds the withheld taxes that it reverses so that they are together what it refunds', async () => {
  const { business, sale } = await withheldSale(['0.05', '100'], { itbis: '18', isr: '18' });
  const lines = [{ elementId: sale.elements[1]!.id, quantity: 1 }];
  const back = await newReturn(business, sale.id, { date: '2026-09-10', lines });
  assert.deepEqual(
    [back.total, back.settled, back.refunded, back.reversedItbis, back.reversedIsr],
    ['118.00', '82.05', '35.95', '17.98', '17.97'],
  );
});
