import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cashOf, ruleBalance } from '#test/accounts.ts';
import { newContact } from '#test/books.ts';
import { newDocument } from '#test/documents.ts';
import { changeReturn, newReturn } from '#test/fulfilment.ts';
import { type Business, newBusiness } from '#test/harness.ts';

/** An invoice over 1,000 for ten units, of which 250 were paid in an instalment and 750 are written off. */
async function writtenOff(business: Business, direction: 'sale' | 'purchase') {
  const { api } = business;
  const { id, elements } = await newDocument(api, {
    contactId: await newContact(business),
    direction,
    fiscalType: null,
    elements: [{ description: 'Abanico', quantity: 10, unitPrice: '100' }],
  });
  const credit = await api.POST('/v1/record/pending/credit', {
    body: { pendingRecordId: id, plan: { instalments: 4 } },
  });
  const creditId = credit.data!.id;
  const accountId = await cashOf(business);
  await api.POST('/v1/record/pending/credit/makeCreditPayment', { body: { creditId, accountId, amount: '250' } });
  await api.POST('/v1/record/pending/credit/{creditId}/cancel', {
    params: { path: { creditId } },
    body: { remainder: 'write-off' },
  });
  return { id, partOf: (quantity: number) => ({ lines: [{ elementId: elements[0]!.id, quantity }] }) };
}

test('returned goods reverse the debt that was written off before anything is refunded', async () => {
  const business = await newBusiness();
  const sold = await writtenOff(business, 'sale');
  const books = () =>
    Promise.all(['expenses', 'customerBalances', 'receivable'].map((rule) => ruleBalance(business, rule)));
  assert.deepEqual(await books(), [750_00n, 0n, 0n]);
  const first = await newReturn(business, sold.id, sold.partOf(6));
  assert.deepEqual([first.settled, first.refunded], ['600.00', '0.00']);
  assert.deepEqual(await books(), [150_00n, 0n, 0n]);
  const last = await newReturn(business, sold.id, sold.partOf(4));
  assert.deepEqual([last.settled, last.refunded], ['150.00', '250.00']);
  assert.deepEqual(await books(), [0n, -250_00n, 0n]);
  await changeReturn(business, { id: last.id, status: 'void' });
  assert.deepEqual(await books(), [150_00n, 0n, 0n]);
});

test('goods that go back to a supplier reverse the debt that was written off before anything is claimed', async () => {
  const business = await newBusiness();
  const bought = await writtenOff(business, 'purchase');
  const books = () =>
    Promise.all(['otherIncome', 'supplierAdvances', 'payable'].map((rule) => ruleBalance(business, rule)));
  assert.deepEqual(await books(), [-750_00n, 0n, 0n]);
  const back = await newReturn(business, bought.id, bought.partOf(10));
  assert.deepEqual([back.settled, back.refunded], ['750.00', '250.00']);
  assert.deepEqual(await books(), [0n, 250_00n, 0n]);
});
