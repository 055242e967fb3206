import assert from 'node:assert/strict';
import { newInvoice } from '#test/documents.ts';
import { anonymous, app, type Business, codeOf, letterTo } from '#test/harness.ts';
import { newShop, press } from '#test/saved-cards.ts';

export const GOOD_CARD = '4242424242424242';

/** Gives a contact an e-mail address. */
export async function giveEmail({ api }: Business, contactId: string): Promise<string> {
  const email = `cliente-${contactId}@example.com`;
  const body = { beneficiaryId: contactId, kind: 'email', value: email } as const;
  const { response } = await api.POST('/v1/beneficiary/contact', { body });
  assert.ok(response.ok);
  return email;
}

/** A business that can be paid online, its customer, an invoice, and a page for it. */
export async function newPaidShop(amount = '1000', page: object = {}) {
  const { business, merchantId, contactId } = await newShop();
  // The state of the merchant account is stored when it is read.
  await business.api.GET('/v1/organization/pay/create');
  const invoice = await newInvoice(business, amount, { contactId });
  const shared = await newPage(business, { kind: 'document', pendingRecordId: invoice.id, ...page });
  return { business, merchantId, contactId, invoice, page: shared };
}

export async function newPage({ api }: Business, body: object) {
  const { data, error } = await api.POST('/v1/shared', { body: body as never });
  assert.ok(data, JSON.stringify(error));
  return data;
}

const at = (id: string) => ({ params: { path: { id } } });
export const readPage = (id: string, payment?: string) =>
  anonymous.GET('/v1/shared/{id}', { params: { path: { id }, ...(payment && { query: { payment } }) } });
export const paymentDataOf = (id: string) => anonymous.GET('/v1/shared/{id}/payment-data', at(id));
export const beginPayment = (id: string, body: object = {}) =>
  anonymous.POST('/v1/shared/{id}/create-intent', { ...at(id), body: body as never });
export const paySaved = (id: string, body: object) =>
  anonymous.POST('/v1/shared/{id}/pay-with-saved', { ...at(id), body: body as never });
export const pressPay = (url: string, card = GOOD_CARD) => press(url, { action: 'pay', card });

/** Pays on the page of the processor and returns, as a customer does. */
export async function payOnline(id: string, body: object = {}, card = GOOD_CARD) {
  const { data, error } = await beginPayment(id, body);
  assert.ok(data, JSON.stringify(error));
  await pressPay(data.url!, card);
  return (await readPage(id, data.paymentId)).data!;
}

/** The proof of a visitor who reads the letters of the contact. */
export async function prove(id: string, email: string) {
  const since = new Date().toISOString();
  const sent = await anonymous.POST('/v1/shared/{id}/send-code', { ...at(id), body: {} });
  assert.equal(codeOf(sent), undefined);
  const { subject } = await letterTo(email, /código para pagar/, since);
  const code = /^\d{6}/.exec(subject)![0];
  const { requestId } = sent.data!;
  return anonymous.POST('/v1/shared/{id}/verify-code', { ...at(id), body: { requestId, code } });
}

export const takenBy = async ({ id }: Business, merchantId: string): Promise<bigint> => {
  const [balance] = await app.simulators.payproc.adapter.connect({}, id).account(merchantId).balance();
  return (balance?.pending ?? 0n) + (balance?.available ?? 0n);
};
