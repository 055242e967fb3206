import assert from 'node:assert/strict';
import { test } from 'node:test';
import { page as documentPage } from '#modules/receivables/payment-page/page-exchange.ts';
import { balancesOf } from '#test/accounts.ts';
import { newInvoice, readDetail } from '#test/documents.ts';
import { anonymous, app, type Business, codeOf, letterTo, newBusiness } from '#test/harness.ts';
import { followUp } from '#test/jobs.ts';
import {
  beginPayment,
  giveEmail,
  newPage,
  newPaidShop,
  payOnline,
  pressPay,
  readPage,
  takenBy,
} from '#test/paypages.ts';
import { press } from '#test/saved-cards.ts';
import { prepayment } from './prepayment.ts';

const { provider } = app.simulators.payproc;

test('a customer pays an invoice on its page, and gets a receipt', async () => {
  const { business, contactId, invoice, page } = await newPaidShop('1250');
  const email = await giveEmail(business, contactId);
  const view = await payOnline(page.id);
  assert.deepEqual([view.due, view.paymentData.payment?.status], ['0.00', 'succeeded']);
  const document = await readDetail(business.api, invoice.id);
  assert.deepEqual([document.state, document.payments.length], ['paid', 1]);
  assert.equal((await balancesOf(business))['Procesador de pagos DOP'], '1250.00');
  const { text } = await letterTo(email, /Recibo de tu pago/);
  assert.match(
    text,
    /^El .+ Colmado La Esquina recibió tu pago de RD\$ 1,250\.00\.\n\nEs por la factura 1\. Pendiente: RD\$ 0\.00\.\n/,
  );
  assert.ok(text.includes(view.paymentData.payment!.id));
  assert.equal(codeOf(await beginPayment(page.id)), 'nothing_due');
});

test('a customer gets the receipt in the language in which they paid', async () => {
  const { business, contactId, page } = await newPaidShop('1250');
  const prepaid = await newPage(business, { kind: 'amount', contactId, amount: '80' });
  const email = await giveEmail(business, contactId);
  for (const { id } of [page, prepaid]) {
    const since = new Date().toISOString();
    const { data } = await anonymous.POST('/v1/shared/{id}/create-intent', {
      params: { path: { id } },
      headers: { 'accept-language': 'en-US' },
      body: {},
    });
    await pressPay(data!.url!);
    await readPage(id, data!.paymentId);
    const { text } = await letterTo(email, /Receipt of your payment to Colmado La Esquina/, since);
    assert.match(text, /^On .+ Colmado La Esquina received your payment of RD\$ /);
  }
});

test('a page says that a payment was refunded, and the invoice can be paid again', async () => {
  const { business, invoice, page } = await newPaidShop('1250');
  await payOnline(page.id);
  const [payment] = (await readDetail(business.api, invoice.id)).payments;
  await business.api.DELETE('/v1/record/pending/payment', { body: { id: payment!.id } });
  const { data } = await readPage(page.id);
  assert.deepEqual([data!.due, data!.paymentData.payment?.status], ['1250.00', 'refunded']);
  const shown = await fetch(page.url!, { headers: { accept: 'text/html', 'accept-language': 'es' } });
  const text = await shown.text();
  assert.ok(text.includes('Pago devuelto') && !text.includes('Pago recibido'));
  assert.equal((await payOnline(page.id)).paymentData.payment?.status, 'succeeded');
});

test('double clicks and retries lead to one payment, which is booked once', async () => {
  const { business, merchantId, invoice, page } = await newPaidShop('500');
  const begun = await Promise.all([1, 2, 3, 4].map(() => beginPayment(page.id, { paymentKey: 'same-key-1' })));
  assert.deepEqual(new Set(begun.map(({ response }) => response.status)), new Set([201]));
  assert.equal(new Set(begun.map(({ data }) => data!.url)).size, 1);
  const { paymentId, url } = begun[0]!.data!;
  await Promise.all([pressPay(url!), pressPay(url!)]);
  await Promise.all([
    readPage(page.id, paymentId),
    readPage(page.id, paymentId),
    followUp(documentPage, business.id, paymentId),
  ]);
  assert.equal(await takenBy(business, merchantId), 50_000n);
  assert.equal((await readDetail(business.api, invoice.id)).payments.length, 1);
  const again = await beginPayment(page.id, { paymentKey: 'same-key-1' });
  assert.deepEqual([again.data?.paymentId, again.data?.status, again.data?.url], [paymentId, 'succeeded', null]);
});

for (const kind of ['timeout-after-commit', 'error-after-commit', 'connection-reset'] as const) {
  test(`after ${kind} of the processor a retry leads to one payment`, async () => {
    const { business, merchantId, page } = await newPaidShop('300');
    await provider.faults.next({ kind, organizationId: business.id, operation: 'charge' });
    assert.ok((await beginPayment(page.id)).response.status >= 502);
    const view = await payOnline(page.id);
    assert.equal(view.due, '0.00');
    assert.equal(await takenBy(business, merchantId), 30_000n);
  });
}

test('a payer who closes the browser after paying is booked without returning', async () => {
  const { business, invoice, page } = await newPaidShop('80');
  const { data } = await beginPayment(page.id);
  await pressPay(data!.url!);
  await followUp(documentPage, business.id, data!.paymentId);
  assert.equal((await readDetail(business.api, invoice.id)).state, 'paid');
});

test('parts are paid as the page allows, and another amount closes the former page', async () => {
  const { business, invoice, page } = await newPaidShop('1000', { mayPay: ['whole', 'part'] });
  const first = await beginPayment(page.id, { what: 'part', amount: '400' });
  const second = await beginPayment(page.id, { what: 'part', amount: '250.50' });
  assert.notEqual(first.data?.url, second.data?.url);
  await pressPay(first.data!.url!);
  await pressPay(second.data!.url!);
  const view = (await readPage(page.id, second.data!.paymentId)).data!;
  assert.deepEqual([view.due, view.paymentData.choices[0]?.amount], ['749.50', '749.50']);
  assert.equal((await readDetail(business.api, invoice.id)).paid, '250.50');
  for (const amount of ['749.51', '0.50'])
    assert.equal(codeOf(await beginPayment(page.id, { what: 'part', amount })), 'amount_not_offered');
  const whole = await newPage(business, { kind: 'document', pendingRecordId: invoice.id });
  assert.equal(codeOf(await beginPayment(whole.id, { what: 'part', amount: '10' })), 'amount_not_offered');
});

test('a declined card is shown with its reason, and another card pays', async () => {
  const { page } = await newPaidShop('60');
  const { data } = await beginPayment(page.id);
  await pressPay(data!.url!, '4000000000009995');
  const declined = (await readPage(page.id, data!.paymentId)).data!.paymentData.payment!;
  assert.deepEqual([declined.status, declined.declineReason], ['failed', 'insufficient_funds']);
  await pressPay(data!.url!);
  assert.equal((await readPage(page.id, data!.paymentId)).data!.paymentData.payment!.status, 'succeeded');
});

test('a payment that the bank has not decided yet is waited for', async () => {
  const { business, page } = await newPaidShop('70', { mayPay: ['whole', 'part'] });
  const { data } = await beginPayment(page.id);
  await pressPay(data!.url!, '4000000000000093');
  assert.equal((await readPage(page.id, data!.paymentId)).data!.paymentData.payment!.status, 'processing');
  assert.equal(codeOf(await beginPayment(page.id, { what: 'part', amount: '10' })), 'charge_in_progress');
  const charge = await app.engine.within(business.id, (ctx) => documentPage.find(ctx, data!.paymentId));
  await app.simulators.payproc.control.finishProcessing(charge!.reference!, 'succeeded');
  assert.equal((await readPage(page.id, data!.paymentId)).data!.due, '0.00');
});

test('a page for everything that a contact owes pays the invoices that fell due first', async () => {
  const { business, contactId, invoice, merchantId } = await newPaidShop('100');
  const later = await newInvoice(business, '200', { contactId, dueOn: '2099-01-01' });
  const page = await newPage(business, { kind: 'contact', contactId, mayPay: ['whole', 'part'] });
  const before = (await readPage(page.id)).data!;
  assert.deepEqual([before.due, before.documents.length], ['300.00', 2]);
  const view = await payOnline(page.id, { what: 'part', amount: '150' });
  assert.equal(view.due, '150.00');
  assert.equal((await readDetail(business.api, invoice.id)).state, 'paid');
  assert.equal((await readDetail(business.api, later.id)).paid, '50.00');
  await payOnline(page.id);
  assert.equal((await readDetail(business.api, later.id)).state, 'paid');
  assert.equal(await takenBy(business, merchantId), 30_000n);
  assert.equal((await balancesOf(business))['Procesador de pagos DOP'], '300.00');
});

test('a part is paid by an amount with groups of thousands, as people write it', async () => {
  const { page } = await newPaidShop('2000', { mayPay: ['whole', 'part'] });
  assert.equal((await payOnline(page.id, { what: 'part', amount: '1,250.50' })).due, '749.50');
  assert.equal((await payOnline(page.id, { what: 'part', amount: '49,50' })).due, '700.00');
});

test('an amount becomes balance of the contact, once', async () => {
  const { business, contactId } = await newPaidShop();
  const page = await newPage(business, { kind: 'amount', contactId, amount: '500', description: 'Anticipo' });
  const begun = await Promise.all([1, 2, 3].map(() => beginPayment(page.id)));
  const { paymentId, url } = begun[0]!.data!;
  assert.equal(new Set(begun.map(({ data }) => data?.url)).size, 1);
  await pressPay(url!);
  await Promise.all([readPage(page.id, paymentId), followUp(prepayment, business.id, paymentId)]);
  const { data } = await business.api.GET('/v1/beneficiary/{beneficiaryId}/balance', {
    params: { path: { beneficiaryId: contactId } },
  });
  assert.ok(JSON.stringify(data).includes('"500.00"'));
  assert.equal(codeOf(await beginPayment(page.id)), 'nothing_due');
});

test('a document in instalments offers its next instalment, and is paid by it', async () => {
  const { business, invoice, page } = await newPaidShop('1200');
  const plan = { instalments: 12, method: 'constant-capital', annualRate: '0' };
  await business.api.POST('/v1/record/pending/credit', {
    body: { pendingRecordId: invoice.id, plan } as never,
  });
  const { data } = await readPage(page.id);
  assert.deepEqual(
    data!.paymentData.choices.map(({ what, amount }) => [what, amount]),
    [
      ['instalment', '100.00'],
      ['whole', '1200.00'],
    ],
  );
  assert.equal((await payOnline(page.id)).due, '1100.00');
  await payOnline(page.id, { what: 'whole' });
  assert.equal((await readDetail(business.api, invoice.id)).state, 'paid');
});

/** A page for an invoice in monthly instalments of 100 that began some months ago. */
async function newOverduePage({ instalments, months }: { instalments: number; months: number }) {
  const { business, contactId } = await newPaidShop();
  const date = Temporal.Now.plainDateISO().subtract({ months, days: 2 }).toString();
  const invoice = await newInvoice(business, `${instalments}00`, { contactId, date });
  const plan = { instalments, method: 'constant-capital', annualRate: '0', startsOn: date };
  const { data } = await business.api.POST('/v1/record/pending/credit', {
    body: { pendingRecordId: invoice.id, plan } as never,
  });
  const page = await newPage(business, { kind: 'document', pendingRecordId: invoice.id });
  return { business, contactId, invoice, page, creditId: data!.id };
}

const balanceOf = async ({ api }: Business, beneficiaryId: string) =>
  (await api.GET('/v1/beneficiary/{beneficiaryId}/balance', { params: { path: { beneficiaryId } } })).data!.balances[0]!
    .balance;

for (const [claim, given, what] of [
  ['the last instalment is paid after its due date', { instalments: 2, months: 3 }, 'instalment'],
  ['a credit with overdue instalments is paid off', { instalments: 4, months: 2 }, 'whole'],
] as const) {
  test(`${claim} on the page, and nothing becomes balance of the contact`, async () => {
    const { business, contactId, invoice, page, creditId } = await newOverduePage(given);
    assert.equal((await payOnline(page.id, { what })).due, '0.00');
    assert.equal((await readDetail(business.api, invoice.id)).state, 'paid');
    const { data: credit } = await business.api.GET('/v1/record/pending/credit/{creditId}', {
      params: { path: { creditId } },
    });
    assert.equal(credit!.status, 'settled');
    assert.equal(await balanceOf(business, contactId), '0.00');
  });
}

test('a page says how many instalments are due', async () => {
  const { page } = await newOverduePage({ instalments: 4, months: 2 });
  const [choice] = (await readPage(page.id)).data!.paymentData.choices;
  assert.deepEqual([choice!.what, choice!.amount, choice!.instalments], ['instalment', '200.00', 2]);
  const shown = await fetch(page.url, { headers: { accept: 'text/html', 'accept-language': 'es' } });
  assert.match(await shown.text(), /Las 2 cuotas vencidas hasta hoy <b>RD\$ 200\.00/);
});

test('the money of an instalment by card becomes balance of the contact when the instalment is undone', async () => {
  const { business, contactId, invoice, page, creditId } = await newOverduePage({ instalments: 2, months: 3 });
  await payOnline(page.id);
  const undone = await business.api.DELETE('/v1/record/pending/credit/payment', { body: { creditId } });
  assert.equal(undone.data?.table.open.total, '200.00');
  assert.equal((await readDetail(business.api, invoice.id)).balance, '200.00');
  assert.equal(await balanceOf(business, contactId), '200.00');
  assert.equal((await balancesOf(business))['Procesador de pagos DOP'], '200.00');
});

test('an instalment by card is not undone where no contact can keep its money', async () => {
  const { business } = await newPaidShop();
  const invoice = await newInvoice(business, '200');
  const plan = { instalments: 2, method: 'constant-capital', annualRate: '0' };
  const { data } = await business.api.POST('/v1/record/pending/credit', {
    body: { pendingRecordId: invoice.id, plan } as never,
  });
  const page = await newPage(business, { kind: 'document', pendingRecordId: invoice.id });
  await payOnline(page.id);
  const undone = await business.api.DELETE('/v1/record/pending/credit/payment', { body: { creditId: data!.id } });
  assert.equal(codeOf(undone), 'contact_required');
  assert.equal((await readDetail(business.api, invoice.id)).balance, '100.00');
});

test('a payment over an invoice that was paid otherwise meanwhile becomes balance of the contact', async () => {
  const { business, merchantId, invoice, page } = await newPaidShop('90');
  const { data } = await beginPayment(page.id);
  const { data: accounts } = await business.api.GET('/v1/account', { params: { query: { kind: 'cash' } } });
  const payments = [{ accountId: accounts!.data[0]!.id }];
  await business.api.PATCH('/v1/record/pending/pay', { body: { id: invoice.id, payments } });
  await pressPay(data!.url!);
  await readPage(page.id, data!.paymentId);
  assert.equal(await takenBy(business, merchantId), 9_000n);
  assert.equal((await readDetail(business.api, invoice.id)).payments.length, 1);
  assert.equal((await balancesOf(business))['Procesador de pagos DOP'], '90.00');
});

test('an organization that takes no cards shows the document and refuses to begin a payment', async () => {
  const { business, page } = await newPaidShop();
  await business.api.PATCH('/v1/organization/settings', {
    body: { section: 'invoicing', value: { onlinePayment: false } },
  });
  const { card, savedCards, choices } = (await readPage(page.id)).data!.paymentData;
  assert.deepEqual([card, savedCards, choices.length], [false, false, 1]);
  assert.equal(codeOf(await beginPayment(page.id)), 'online_payment_unavailable');
});

test('a merchant who cannot be paid yet begins nothing', async () => {
  const business = await newBusiness();
  const invoice = await newInvoice(business, '10');
  const page = await newPage(business, { kind: 'document', pendingRecordId: invoice.id });
  assert.equal((await readPage(page.id)).data!.paymentData.card, false);
  assert.equal(codeOf(await beginPayment(page.id)), 'online_payment_unavailable');
});

test('a card is saved with the payment, for the contact of the page', async () => {
  const { business, contactId, page } = await newPaidShop('40');
  await payOnline(page.id, { saveMethod: true });
  const { data } = await business.api.GET('/v1/beneficiary/{beneficiaryId}/payment-methods', {
    params: { path: { beneficiaryId: contactId } },
  });
  assert.deepEqual(
    data!.data.map(({ card }) => card?.last4),
    ['4242'],
  );
});

test('a page for saving a card leads to the processor', async () => {
  const { business, contactId } = await newPaidShop();
  const page = await newPage(business, { kind: 'card', contactId });
  const { data } = await anonymous.POST('/v1/shared/{id}/create-setup-intent', {
    params: { path: { id: page.id } },
    body: {},
  });
  const answer = await press(data!.url, { action: 'pay', card: '4242424242424242' });
  assert.ok(answer.headers.get('location')!.startsWith(page.url));
  assert.equal(codeOf(await beginPayment(page.id)), 'nothing_due');
});
