import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAccount, ruleBalance } from '#test/accounts.ts';
import { newContact } from '#test/books.ts';
import { newInvoice, readDetail } from '#test/documents.ts';
import { newBusiness } from '#test/harness.ts';

test('the rest of a credit that is worth nothing in the books is written off without a record, and that is undone', async () => {
  const business = await newBusiness();
  const { api } = business;
  await api.PATCH('/v1/organization', { body: { currency: 'USD' } });
  await api.PUT('/v1/currency/rates', { body: { rates: [{ currency: 'DOP', rate: '0.0167' }] } });
  const { id: accountId } = await openAccount(business, { currency: 'DOP' });
  const { id } = await newInvoice(business, '100.10', { contactId: await newContact(business), currency: 'DOP' });
  const plan = { instalments: 2 };
  const { data: credit } = await api.POST('/v1/record/pending/credit', { body: { pendingRecordId: id, plan } });
  const creditId = credit!.id;
  await api.POST('/v1/record/pending/credit/makeCapitalPayment', { body: { creditId, accountId, amount: '100' } });
  const cancel = () =>
    api.POST('/v1/record/pending/credit/{creditId}/cancel', {
      params: { path: { creditId } },
      body: { remainder: 'write-off' },
    });
  assert.equal((await cancel()).data?.writtenOff, '0.10');
  assert.deepEqual([(await readDetail(api, id)).state, await ruleBalance(business, 'receivable')], ['paid', 0n]);
  const undone = await api.DELETE('/v1/record/pending/credit/payment', { body: { creditId } });
  assert.deepEqual([undone.data?.status, (await readDetail(api, id)).balance], ['active', '0.10']);
  assert.equal((await cancel()).data?.status, 'canceled');
});
