import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cashOf } from '#test/accounts.ts';
import { newDocument } from '#test/documents.ts';
import { codeOf, newMember } from '#test/harness.ts';
import { newShop } from '#test/saved-cards.ts';

test('a refund of a return needs the permission of every refund, also if another person made the draft', async () => {
  const { business, contactId } = await newShop();
  const sale = await newDocument(business.api, {
    contactId,
    elements: [{ description: 'Cemento', quantity: 10, unitPrice: '10' }],
  });
  const accountId = await cashOf(business);
  await business.api.PATCH('/v1/record/pending/pay', { body: { id: sale.id, payments: [{ accountId }] } });
  const { api } = await newMember(business, 'custom', ['fulfilment:write']);
  const body = { pendingRecordId: sale.id, lines: [{ elementId: sale.elements[0]!.id, quantity: 1 }] };
  for (const refund of [{ toCard: true }, { accountId }])
    assert.equal(codeOf(await api.POST('/v1/resource/return', { body: { ...body, refund } })), 'forbidden');
  const draft = await business.api.POST('/v1/resource/return', {
    body: { ...body, refund: { accountId }, status: 'draft' },
  });
  const { id } = draft.data!;
  assert.equal(codeOf(await api.PATCH('/v1/resource/return', { body: { id, status: 'issued' } })), 'forbidden');
  const again = await api.POST('/v1/resource/return/{returnId}/refund', { params: { path: { returnId: id } } });
  assert.equal(codeOf(again), 'forbidden');
  const toBalance = await api.POST('/v1/resource/return', { body });
  assert.equal(toBalance.response.status, 201, JSON.stringify(toBalance.error));
});
