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
  return { id, creditId, partOf: (quantity: number) => ({ lines: [{ elementId: elements[0]!.id, quantity }] }) };
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
  const undone = await business.api.DELETE('/v1/record/pending/credit/payment', { body: { creditId: sold.creditId } });
  assert.equal(undone.error?.code, 'write_off_returned');
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

test('a return reverses a debt that was written off without a credit, and then only voiding it lets the debt be owed again', async () => {
  const business = await newBusiness();
  const { api } = business;
  const { id, elements } = await newDocument(api, {
    contactId: await newContact(business),
    fiscalType: null,
    elements: [{ description: 'Abanico', quantity: 10, unitPrice: '100' }],
  });
  const { data } = await api.PATCH('/v1/record/pending/pay', {
    body: { id, payments: [{ accountId: await cashOf(business), amount: '250' }, { writeOff: true }] },
  });
  const lost = data!.payments[1]!;
  const books = () =>
    Promise.all(['expenses', 'customerBalances', 'receivable'].map((rule) => ruleBalance(business, rule)));
  const back = await newReturn(business, id, { lines: [{ elementId: elements[0]!.id, quantity: 8 }] });
  assert.deepEqual([back.settled, back.refunded], ['750.00', '50.00']);
  assert.deepEqual(await books(), [0n, -50_00n, 0n]);
  const undo = () => api.DELETE('/v1/record/pending/payment', { params: { query: { id: lost.id } } });
  assert.equal((await undo()).error?.code, 'write_off_returned');
  await changeReturn(business, { id: back.id, status: 'void' });
  assert.equal((await undo()).data?.document.balance, '750.00');
  assert.deepEqual(await books(), [0n, 0n, 750_00n]);
});
