import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cashOf } from '#test/accounts.ts';
import { newInvoice } from '#test/documents.ts';
import { newReturn } from '#test/fulfilment.ts';
import { newBusiness } from '#test/harness.ts';
import { assertHas, fetchPdf, pagesOf } from '#test/pdf.ts';

test('every paper writes the tax ids of both parties with their dashes', async () => {
  const business = await newBusiness();
  const { api } = business;
  await api.PATCH('/v1/organization', { body: { taxId: '131246796' } });
  const contact = (await api.POST('/v1/beneficiary', { body: { name: 'Juan Pérez', taxId: '00113918205' } })).data!;
  const { id } = await newInvoice(business, '100', { contactId: contact.id, date: '2026-10-05' });
  const body = {
    id,
    date: '2026-10-06',
    payments: [{ accountId: await cashOf(business), amount: '10' }],
    receipt: true,
  };
  const { receipt } = (await api.PATCH('/v1/record/pending/pay', { body })).data!;
  const note = await newReturn(business, id, { status: 'issued' });
  for (const paper of [
    `/v1/record/pending/${id}/voucher`,
    `/v1/record/pending/${id}/voucher?format=receipt`,
    `/v1/record/pending/payment/receipt/${receipt!.id}/voucher`,
    `/v1/resource/return/${note.id}/voucher`,
    `/v1/beneficiary/${contact.id}/statement/pdf?from=2026-10-01`,
  ]) {
    const pages = await pagesOf(await fetchPdf(business, paper));
    assertHas(pages.join(' '), ['1-31-24679-6', '001-1391820-5']);
  }
});

test('a foreign number with as many digits as an RNC is written as it is', async () => {
  const business = await newBusiness();
  const body = { name: 'Acme Inc', taxId: '987654321', taxIdKind: 'foreign' as const };
  const { id: contactId } = (await business.api.POST('/v1/beneficiary', { body })).data!;
  const { id } = await newInvoice(business, '100', { contactId });
  for (const paper of [`/v1/record/pending/${id}/voucher`, `/v1/beneficiary/${contactId}/statement/pdf`]) {
    const pages = await pagesOf(await fetchPdf(business, paper));
    assert.match(pages.join(' '), /\b987654321\b/, paper);
  }
});
