import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newContact, postedBy } from '#test/books.ts';
import { newBusiness } from '#test/harness.ts';

test('an invoice is issued with the next number of its kind and posts what is owed', async () => {
  const business = await newBusiness();
  const { api } = business;
  const contactId = await newContact(business);
  const write = async (body: object) => {
    const { data, error } = await api.POST('/v1/record/pending', { body: body as never });
    assert.ok(data, JSON.stringify(error));
    return data;
  };
  const elements = [
    { description: 'Arroz', quantity: '3', unitPrice: '33.335', discount: { percent: '10' } },
    { description: 'Entrega', unitPrice: 50 },
  ];
  const first = await write({ contactId, elements });
  assert.equal(first.number, 1);
  assert.equal(first.total, '140.01');
  assert.equal(first.balance, '140.01');
  assert.equal(first.state, 'open');
  assert.equal(first.contactName, 'Ferretería Pérez');
  assert.deepEqual(await postedBy(api, first.recordId!), [['1105', '4101', '140.01', 'net']]);
  const draft = await write({ contactId, elements, status: 'draft' });
  assert.equal(draft.number, null);
  assert.equal(draft.recordId, null);
  const quote = await write({ kind: 'quote', elements });
  assert.equal(quote.number, 1);
  assert.equal(quote.recordId, null);
  const second = await write({ elements });
  assert.equal(second.number, 2);
  const purchase = await write({ direction: 'purchase', contactId, fiscalNumber: 'B01-00000012', elements });
  assert.equal(purchase.number, 1);
  assert.equal(purchase.fiscalNumber, 'B0100000012');
  assert.deepEqual(await postedBy(api, purchase.recordId!), [['6105', '2101', '140.01', 'net']]);
  const { data } = await api.GET('/v1/record/pending/{pendingRecordId}', {
    params: { path: { pendingRecordId: first.id } },
  });
  assert.deepEqual(data, first);
});
