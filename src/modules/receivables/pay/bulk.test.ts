import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAccount } from '#test/accounts.ts';
import { newContact } from '#test/books.ts';
import { readDocument } from '#test/documents.ts';
import { type Business, newBusiness } from '#test/harness.ts';
import { packetsDuring } from '#test/sent-statements.ts';

/** A business with invoices of 100.00 and an account. */
async function shopWithInvoices(count: number) {
  const business = await newBusiness();
  const [contactId, account] = [await newContact(business), await openAccount(business)];
  const documents = Array.from({ length: count }, () => ({
    contactId,
    elements: [{ description: 'Arroz', unitPrice: '100' }],
  }));
  const { data, error } = await business.api.POST('/v1/record/pending/bulk', { body: { documents } });
  assert.ok(data, JSON.stringify(error));
  return { business, contactId, accountId: account.id, ids: data.results.map(({ id }) => id!) };
}

async function statementsOf(count: number): Promise<number> {
  const { business, contactId, accountId, ids } = await shopWithInvoices(count);
  const packets = await packetsDuring('pending_payments', async () => {
    const body = { contactId, accountId, documents: ids.map((id) => ({ id })) };
    const { data, error } = await business.api.PATCH('/v1/record/pending/pay/bulk', { body });
    assert.equal(data?.paid, `${count}00.00`, JSON.stringify(error));
  });
  return packets.flat().length;
}

test('forty payments take as many statements as ten', async () => {
  const few = await statementsOf(10);
  assert.equal(await statementsOf(40), few);
});

const readAll = ({ api }: Business, ids: string[]) => Promise.all(ids.map((id) => readDocument(api, id)));

test('documents that were paid together are answered as they are stored', async () => {
  const { business, contactId, accountId, ids } = await shopWithInvoices(60);
  const body = { contactId, accountId, amount: '5950' };
  const { data, error } = await business.api.PATCH('/v1/record/pending/pay/bulk', { body });
  assert.equal(data?.documents.length, 60, JSON.stringify(error));
  const stored = new Map((await readAll(business, ids)).map((document) => [document.id, document]));
  for (const { document } of data!.documents) {
    const { id, version, paid, balance, state, paidAt, updatedAt } = stored.get(document.id)!;
    assert.deepEqual(document, { ...document, id, version, paid, balance, state, paidAt, updatedAt });
  }
  const states = [...stored.values()].map(({ state }) => state).toSorted();
  assert.deepEqual([states.filter((state) => state === 'paid').length, states.at(-1)], [59, 'partial']);
});

test('a document that several means pay has one payment of each, and the sum of them', async () => {
  const { business, accountId, ids } = await shopWithInvoices(1);
  const payments = ['10', '20', '30'].map((amount) => ({ accountId, amount }));
  const { data } = await business.api.PATCH('/v1/record/pending/pay', { body: { id: ids[0]!, payments } });
  const stored = await readDocument(business.api, ids[0]!);
  assert.deepEqual(
    [data!.document.version, data!.document.paid, data!.document.state],
    [stored.version, '60.00', 'partial'],
  );
  assert.deepEqual([stored.version, stored.paid, stored.balance, stored.state], [4, '60.00', '40.00', 'partial']);
});

test('one document in instalments refuses the whole payment', async () => {
  const { business, contactId, accountId, ids } = await shopWithInvoices(3);
  const plan = { instalments: 2, firstDueOn: '2026-12-01' };
  const { error: refused } = await business.api.POST('/v1/record/pending/credit', {
    body: { pendingRecordId: ids[1]!, plan } as never,
  });
  assert.equal(refused, undefined);
  const { error } = await business.api.PATCH('/v1/record/pending/pay/bulk', {
    body: { contactId, accountId, documents: ids.map((id) => ({ id })) },
  });
  assert.equal(error?.code, 'document_in_instalments');
  for (const { paid } of await readAll(business, ids)) assert.equal(paid, '0.00');
});
