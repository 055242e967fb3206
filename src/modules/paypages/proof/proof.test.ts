import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDetail } from '#test/documents.ts';
import { anonymous, codeOf, eventually, letterTo } from '#test/harness.ts';
import { giveEmail, newPage, newPaidShop, paySaved, prove, readPage, takenBy } from '#test/paypages.ts';
import { enterCard, press, saveLocalCard, savePayprocCard } from '#test/saved-cards.ts';

const at = (id: string) => ({ params: { path: { id } } });

test('a saved card pays only with a code that was sent to the contact’s own address', async () => {
  const { business, contactId, invoice, page } = await newPaidShop('120');
  const email = await giveEmail(business, contactId);
  const paymentMethodId = await savePayprocCard(business, contactId);
  const stolen = { proof: 'prf_00000000000000000000000000000000', paymentMethodId };
  assert.deepEqual([(await paySaved(page.id, stolen)).response.status], [403]);
  const { data: proved } = await prove(page.id, email);
  assert.deepEqual(
    proved!.cards.map(({ id, last4 }) => [id, last4]),
    [[paymentMethodId, '4242']],
  );
  const paid = await paySaved(page.id, { proof: proved!.proof, paymentMethodId });
  assert.equal(paid.data?.status, 'succeeded');
  assert.equal((await readDetail(business.api, invoice.id)).state, 'paid');
  await letterTo(email, /Recibo de tu pago/);
});

test('a wrong code is counted, and five wrong ones end it', async () => {
  const { business, contactId, page } = await newPaidShop();
  const email = await giveEmail(business, contactId);
  const { data: sent } = await anonymous.POST('/v1/shared/{id}/send-code', { ...at(page.id), body: {} });
  assert.ok(!sent!.sentTo.includes(email));
  const { subject } = await letterTo(email, /código para pagar/);
  const right = /^\d{6}/.exec(subject)![0];
  const wrong = right === '000000' ? '000001' : '000000';
  const verify = (code: string) =>
    anonymous.POST('/v1/shared/{id}/verify-code', { ...at(page.id), body: { requestId: sent!.requestId, code } });
  for (let turn = 0; turn < 5; turn++) assert.equal(codeOf(await verify(wrong)), 'code_wrong');
  assert.equal(codeOf(await verify(right)), 'code_wrong');
});

test('the letter with the code is in the language of the organization', async () => {
  const { business, contactId, page } = await newPaidShop();
  const email = await giveEmail(business, contactId);
  const body = { section: 'general', value: { language: 'en' } };
  await business.api.PATCH('/v1/organization/settings', { body });
  await anonymous.POST('/v1/shared/{id}/send-code', { ...at(page.id), body: {} });
  assert.match((await letterTo(email, /is your code to pay/)).text, /^Your code is \d{6}\./);
});

test('a code is used once, and its proof opens only its own page', async () => {
  const { business, contactId, invoice, page } = await newPaidShop('50');
  const email = await giveEmail(business, contactId);
  const paymentMethodId = await savePayprocCard(business, contactId);
  const { data } = await prove(page.id, email);
  const other = await newPage(business, { kind: 'document', pendingRecordId: invoice.id });
  assert.equal(codeOf(await paySaved(other.id, { proof: data!.proof, paymentMethodId })), 'proof_required');
});

test('a double click pays a part once', async () => {
  const { business, merchantId, contactId, page } = await newPaidShop('100', { mayPay: ['whole', 'part'] });
  const email = await giveEmail(business, contactId);
  const paymentMethodId = await savePayprocCard(business, contactId);
  const { data } = await prove(page.id, email);
  const body = { proof: data!.proof, paymentMethodId, what: 'part', amount: '30', paymentKey: 'one-click' };
  const answers = await Promise.all([1, 2, 3].map(() => paySaved(page.id, body)));
  assert.equal(new Set(answers.map(({ data }) => data?.paymentId)).size, 1);
  assert.equal((await paySaved(page.id, body)).data?.paymentId, answers[0]!.data!.paymentId);
  assert.equal(await takenBy(business, merchantId), 3_000n);
  assert.equal((await readPage(page.id)).data!.due, '70.00');
  const account = await newPage(business, { kind: 'amount', contactId, amount: '20', mayPay: ['whole', 'part'] });
  const proved = (await prove(account.id, email)).data!;
  const part = { ...body, proof: proved.proof, amount: '5' };
  const more = await Promise.all([1, 2, 3].map(() => paySaved(account.id, part)));
  assert.equal(new Set(more.map(({ data }) => data?.paymentId)).size, 1);
  assert.equal(await takenBy(business, merchantId), 3_500n);
});

test('a declined saved card is refused with its reason, and nothing is booked', async () => {
  const { business, contactId, page } = await newPaidShop('100');
  const email = await giveEmail(business, contactId);
  const paymentMethodId = await savePayprocCard(business, contactId, '4000000000000341');
  const { data } = await prove(page.id, email);
  const declined = await paySaved(page.id, { proof: data!.proof, paymentMethodId, paymentKey: 'declined-1' });
  assert.deepEqual([declined.response.status, codeOf(declined)], [422, 'payment_declined']);
  assert.equal((await readPage(page.id)).data!.due, '100.00');
});

test('a contact who confirms a payment with their bank returns to the page of the payment', async () => {
  const { business, contactId, invoice, page } = await newPaidShop('100');
  const email = await giveEmail(business, contactId);
  const paymentMethodId = await savePayprocCard(business, contactId, '4000002760003184');
  const account = await newPage(business, { kind: 'amount', contactId, amount: '20', mayPay: ['whole'] });
  for (const { id } of [page, account]) {
    const { data } = await prove(id, email);
    const begun = (await paySaved(id, { proof: data!.proof, paymentMethodId })).data!;
    assert.equal(begun.status, 'requires_action');
    const left = await press(begun.actionUrl!, { action: 'confirm' });
    const back = new URL(left.headers.get('location')!);
    assert.deepEqual([back.pathname, back.searchParams.get('payment')], [`/v1/shared/${id}`, begun.paymentId]);
    assert.equal((await fetch(back)).status, 200);
  }
  await eventually(async () => (await readDetail(business.api, invoice.id)).state === 'paid');
});

test('a local card that is entered and activated on the page pays, without a code by mail', async () => {
  const { business, contactId, page } = await newPaidShop('200');
  const before = await saveLocalCard(business, contactId);
  const session = await anonymous.POST('/v1/shared/{id}/cardproc/capture-session', { ...at(page.id), body: {} });
  const code = await enterCard(session.data!.url);
  const { data: cards } = await anonymous.POST('/v1/shared/{id}/cardproc/sync', { ...at(page.id), body: {} });
  assert.equal(cards!.data.length, 1);
  assert.notEqual(cards!.data[0]!.id, before, 'An earlier card is not shown.');
  const activate = (profileId: string, given: string) =>
    anonymous.POST('/v1/shared/{id}/cardproc/activate', { ...at(page.id), body: { profileId, code: given } });
  assert.equal(codeOf(await activate(before, code)), 'reference_not_found');
  assert.equal(codeOf(await activate(cards!.data[0]!.id, 'WRONG1')), 'activation_code_wrong');
  const { data } = await activate(cards!.data[0]!.id, code);
  const earlier = await paySaved(page.id, { proof: data!.proof, paymentMethodId: before });
  assert.equal(codeOf(earlier), 'proof_required', 'The proof opens one card.');
  const paid = await paySaved(page.id, { proof: data!.proof, paymentMethodId: data!.id });
  assert.equal(paid.data?.status, 'succeeded');
  assert.equal((await readPage(page.id)).data!.due, '0.00');
});

test('a contact without an address, and a document without a contact, have no code', async () => {
  const { business, page } = await newPaidShop();
  const send = (id: string) => anonymous.POST('/v1/shared/{id}/send-code', { ...at(id), body: {} });
  assert.equal(codeOf(await send(page.id)), 'contact_without_address');
  const { data } = await business.api.POST('/v1/record/pending', {
    body: { elements: [{ description: 'Café', unitPrice: '10' }] },
  });
  const bare = await newPage(business, { kind: 'document', pendingRecordId: data!.id });
  assert.equal(codeOf(await send(bare.id)), 'contact_required');
});
