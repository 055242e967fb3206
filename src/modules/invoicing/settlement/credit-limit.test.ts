import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeDocument, newDocument, refusedDocument } from '#test/documents.ts';
import { type Business, newBusiness } from '#test/harness.ts';

const date = '2026-11-10';
const later = '2026-12-10';
const sale = (contactId: string, price: string, more: object = {}) => ({
  contactId,
  date,
  dueOn: later,
  elements: [{ description: 'Cemento', unitPrice: price }],
  ...more,
});

async function newDebtor({ api }: Business, creditLimit: string | null): Promise<string> {
  const { data } = await api.POST('/v1/beneficiary', { body: { name: 'Ferretería Pérez', creditLimit } });
  return data!.id;
}

test('a contact owes no more than its limit, and may again when it has paid', async () => {
  const business = await newBusiness();
  const { api } = business;
  const contactId = await newDebtor(business, '1000');
  const first = await newDocument(api, sale(contactId, '600'));
  assert.equal(await refusedDocument(api, sale(contactId, '400.01')), 'credit_limit_exceeded');
  const { error } = await api.POST('/v1/record/pending', { body: sale(contactId, '500') });
  assert.equal(error!.detail, 'It owes 600.00 DOP and may owe 1000.00 DOP: 500.00 DOP more is too much.');
  await newDocument(api, sale(contactId, '400'));
  assert.equal(await refusedDocument(api, sale(contactId, '0.01')), 'credit_limit_exceeded');
  const accounts = await api.GET('/v1/account');
  const payment = { accountId: accounts.data!.data[0]!.id, amount: '600' };
  const paid = await api.PATCH('/v1/record/pending/pay', { body: { id: first.id, payments: [payment] } });
  assert.ok(paid.response.ok, JSON.stringify(paid.error));
  await newDocument(api, sale(contactId, '600'));
});

test('counter sales, orders, purchases and drafts need no credit', async () => {
  const business = await newBusiness();
  const { api } = business;
  const contactId = await newDebtor(business, '0');
  await newDocument(api, sale(contactId, '600', { dueOn: date }));
  await newDocument(api, sale(contactId, '600', { kind: 'quote' }));
  await newDocument(api, sale(contactId, '600', { direction: 'purchase' }));
  const draft = await newDocument(api, sale(contactId, '600', { status: 'draft' }));
  assert.equal((await changeDocument(api, { id: draft.id, status: 'issued' })).code, 'credit_limit_exceeded');
  await newDocument(api, sale(await newDebtor(business, null), '1000000'));
});

test('a change may not take more credit, and may take less', async () => {
  const business = await newBusiness();
  const { api } = business;
  const contactId = await newDebtor(business, '1000');
  const { id } = await newDocument(api, sale(contactId, '900'));
  const price = (unitPrice: string) =>
    changeDocument(api, { id, elements: [{ description: 'Cemento', quantity: '1', unitPrice }] });
  assert.equal((await price('1000.01')).code, 'credit_limit_exceeded');
  assert.equal((await price('1000')).data!.total, '1000.00');
  await api.PATCH('/v1/beneficiary', { body: { id: contactId, creditLimit: '100' } });
  assert.equal((await price('500')).data!.total, '500.00');
});

test('concurrent sales never exceed the credit limit', async () => {
  const business = await newBusiness();
  const contactId = await newDebtor(business, '1000');
  const tries = await Promise.all(
    Array.from({ length: 12 }, () => business.api.POST('/v1/record/pending', { body: sale(contactId, '300') })),
  );
  assert.equal(tries.filter(({ data }) => data).length, 3);
  assert.ok(tries.every(({ data, error }) => data || error!.code === 'credit_limit_exceeded'));
});

test('the documents of one bulk count against the same limit', async () => {
  const business = await newBusiness();
  const { api } = business;
  const contactId = await newDebtor(business, '1000');
  const bulk = (...prices: string[]) =>
    api.POST('/v1/record/pending/bulk', { body: { documents: prices.map((price) => sale(contactId, price)) } });
  assert.equal((await bulk('600', '400.01')).error?.code, 'credit_limit_exceeded');
  assert.equal((await bulk('600', '400')).data?.created, 2);
});

test('a sale that is paid when it is written needs no credit', async () => {
  const business = await newBusiness();
  const { api } = business;
  const contactId = await newDebtor(business, '100');
  const accounts = await api.GET('/v1/account');
  const paid = (amount: string) => ({ payments: [{ accountId: accounts.data!.data[0]!.id, amount }] });
  assert.equal((await newDocument(api, sale(contactId, '600', paid('600')))).state, 'paid');
  assert.equal(await refusedDocument(api, sale(contactId, '600', paid('499.99'))), 'credit_limit_exceeded');
  assert.equal((await newDocument(api, sale(contactId, '590', paid('500')))).state, 'partial');
  assert.equal(await refusedDocument(api, sale(contactId, '10.01')), 'credit_limit_exceeded');
});
