import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '#platform/id.ts';
import { balancesOf, openAccount, ruleBalance } from '#test/accounts.ts';
import { newContact } from '#test/books.ts';
import { newInvoice, readDetail } from '#test/documents.ts';
import { anonymous, app, type Business, baseUrl, eventually, letterTo, newBusiness } from '#test/harness.ts';
import { followUp } from '#test/jobs.ts';
import { excessRefund } from './excess-refund.ts';
import { page } from './page-exchange.ts';

const GOOD_CARD = '4242424242424242';

async function newShop(): Promise<Business> {
  const business = await newBusiness();
  const { data } = await business.api.GET('/v1/organization/pay/create');
  await app.simulators.payproc.control.completeOnboarding(data!.accountId);
  return business;
}

/** The answer to a payer who opens the link. */
async function visit(pendingRecordId: string, organizationId: string) {
  const answer = await fetch(`${baseUrl}/v1/record/pending/${pendingRecordId}/pay/${organizationId}`, {
    redirect: 'manual',
  });
  const body = await answer.text();
  const { requestId: _, ...problem } = body ? (JSON.parse(body) as Record<string, unknown>) : {};
  return { status: answer.status, url: answer.headers.get('location'), problem };
}

const pressPay = (url: string, card = GOOD_CARD) =>
  fetch(url, { method: 'POST', body: new URLSearchParams({ action: 'pay', card }), redirect: 'manual' });

const chargesOf = (business: Business) =>
  app.engine.within(business.id, ({ tx }) =>
    tx
      .selectFrom('documentCharges')
      .select(['id', 'status', 'amount', 'refund'])
      .where('organizationId', '=', business.id)
      .orderBy('id')
      .execute(),
  );

const follow = (business: Business, chargeId: string) => followUp(page, business.id, chargeId);

test('a payer always gets the same page, and the payment is booked once', async () => {
  const shop = await newShop();
  const invoice = await newInvoice(shop, '1250', { contactId: await newContact(shop) });
  const answers = await Promise.all([1, 2, 3].map(() => visit(invoice.id, shop.id)));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [302, 302, 302],
  );
  assert.equal(new Set(answers.map(({ url }) => url)).size, 1);
  assert.equal((await readDetail(shop.api, invoice.id)).paid, '0.00');
  await pressPay(answers[0]!.url!);
  const [charge] = await chargesOf(shop);
  await Promise.all([follow(shop, charge!.id), follow(shop, charge!.id)]);
  const after = await readDetail(shop.api, invoice.id);
  assert.deepEqual([after.state, after.paid], ['paid', '1250.00']);
  assert.equal((await balancesOf(shop))['Procesador de pagos DOP'], '1250.00');
  const { data } = await shop.api.GET('/v1/record/pending/{pendingRecordId}/payments', {
    params: { path: { pendingRecordId: invoice.id } },
  });
  assert.deepEqual(
    data?.data.map(({ source, sourceId, method }) => [source, sourceId, method]),
    [['card', charge!.id, 'card']],
  );
});

test('a payer is not shown that a payment cannot be booked while the period is locked', async () => {
  const shop = await newShop();
  const invoice = await newInvoice(shop, '100');
  const { url } = await visit(invoice.id, shop.id);
  const lock = (lockDate: string | null) =>
    shop.api.PATCH('/v1/organization/settings', { body: { section: 'accounting', value: { lockDate } } });
  await lock(invoice.date);
  await pressPay(url!);
  assert.equal((await visit(invoice.id, shop.id)).status, 404);
  await lock(null);
  await follow(shop, (await chargesOf(shop))[0]!.id);
  assert.equal((await readDetail(shop.api, invoice.id)).state, 'paid');
});

test('every document that cannot be paid online has the same answer', async () => {
  const shop = await newShop();
  const other = await newShop();
  const account = await openAccount(shop);
  const invoice = await newInvoice(shop, '100');
  const paid = await newInvoice(shop, '100');
  await shop.api.PATCH('/v1/record/pending/pay', { body: { id: paid.id, payments: [{ accountId: account.id }] } });
  const voided = await newInvoice(shop, '100');
  await shop.api.DELETE('/v1/record/pending', { params: { query: { id: voided.id } } });
  const quote = await newInvoice(shop, '100', { kind: 'quote' });
  const draft = await newInvoice(shop, '100', { status: 'draft' });
  const purchase = await newInvoice(shop, '100', { direction: 'purchase' });
  const closed = await newBusiness();
  const unpayable = await newInvoice(closed, '100');
  const waiting = await newBusiness();
  await waiting.api.GET('/v1/organization/pay/create');
  const early = await newInvoice(waiting, '100');
  const answers = await Promise.all([
    visit(newId(), shop.id),
    visit(invoice.id, other.id),
    visit(invoice.id, newId()),
    ...[paid, voided, quote, draft, purchase].map(({ id }) => visit(id, shop.id)),
    visit(unpayable.id, closed.id),
    visit(early.id, waiting.id),
  ]);
  for (const answer of answers) {
    assert.equal(answer.status, 404);
    assert.deepEqual(answer, answers[0]);
  }
  await shop.api.PATCH('/v1/organization/settings', {
    body: { section: 'invoicing', value: { onlinePayment: false } },
  });
  assert.deepEqual(await visit(invoice.id, shop.id), answers[0]);
});

test('a browser that opens the link of a paid or void document reads the outcome of this document only', async () => {
  const shop = await newShop();
  const account = await openAccount(shop);
  const paid = await newInvoice(shop, '100');
  await shop.api.PATCH('/v1/record/pending/pay', { body: { id: paid.id, payments: [{ accountId: account.id }] } });
  const voided = await newInvoice(shop, '100');
  await shop.api.DELETE('/v1/record/pending', { params: { query: { id: voided.id } } });
  const quote = await newInvoice(shop, '100', { kind: 'quote' });
  const headings = await Promise.all(
    [paid.id, voided.id, quote.id, newId()].map(async (id) => {
      const headers = { accept: 'text/html', 'accept-language': 'es' };
      const answer = await fetch(`${baseUrl}/v1/record/pending/${id}/pay/${shop.id}`, { headers, redirect: 'manual' });
      return `${answer.status} ${/<h1>([^<]+)</.exec(await answer.text())![1]}`;
    }),
  );
  assert.deepEqual(headings, [
    '200 Pago recibido',
    '200 Este documento fue anulado',
    '404 Esta página no existe',
    '404 Esta página no existe',
  ]);
});

test('after a partial payment elsewhere the old page is closed and the new one is over the rest', async () => {
  const shop = await newShop();
  const account = await openAccount(shop);
  const invoice = await newInvoice(shop, '100', { contactId: await newContact(shop) });
  const before = await visit(invoice.id, shop.id);
  const payments = [{ accountId: account.id, amount: '40' }];
  await shop.api.PATCH('/v1/record/pending/pay', { body: { id: invoice.id, payments } });
  const after = await visit(invoice.id, shop.id);
  assert.notEqual(after.url, before.url);
  await pressPay(before.url!);
  await pressPay(after.url!);
  for (const { id } of await chargesOf(shop)) await follow(shop, id);
  assert.deepEqual(
    (await chargesOf(shop)).map(({ status, amount }) => [status, amount]),
    [
      ['failed', 10_000n],
      ['settled', 6_000n],
    ],
  );
  assert.equal((await readDetail(shop.api, invoice.id)).state, 'paid');
});

test('a double payment becomes balance of the contact, or is refunded without a contact', async () => {
  const shop = await newShop();
  const account = await openAccount(shop);
  const contactId = await newContact(shop);
  for (const invoice of [await newInvoice(shop, '100', { contactId }), await newInvoice(shop, '100')]) {
    const { url } = await visit(invoice.id, shop.id);
    const payments = [{ accountId: account.id, amount: '70' }];
    await shop.api.PATCH('/v1/record/pending/pay', { body: { id: invoice.id, payments } });
    await pressPay(url!);
  }
  for (const { id } of await chargesOf(shop)) await follow(shop, id);
  assert.deepEqual(
    (await chargesOf(shop)).map(({ status, refund }) => [status, refund]),
    [
      ['settled', 0n],
      ['settled', 7_000n],
    ],
  );
  assert.equal(await ruleBalance(shop, 'customerBalances'), -7_000n);
  assert.equal((await balancesOf(shop))['Procesador de pagos DOP'], '130.00');
  // The worker gives the excess back.
  await eventually(async () => {
    const { data } = await shop.api.GET('/v1/account/payout-balances');
    const [held] = data!.data;
    return Number(held!.available) + Number(held!.pending) === 130;
  });
});

test('a document in instalments has no payment link, and a payment on an older page pays its plan off', async () => {
  const shop = await newShop();
  const invoice = await newInvoice(shop, '100', { contactId: await newContact(shop) });
  const { url } = await visit(invoice.id, shop.id);
  const plan = { instalments: 4, method: 'level' as const, annualRate: '12' };
  const credit = await shop.api.POST('/v1/record/pending/credit', { body: { pendingRecordId: invoice.id, plan } });
  assert.ok(credit.data, JSON.stringify(credit.error));
  assert.equal((await visit(invoice.id, shop.id)).status, 404);
  await pressPay(url!);
  const [charge] = await chargesOf(shop);
  await follow(shop, charge!.id);
  assert.equal((await readDetail(shop.api, invoice.id)).paid, '100.00');
  assert.equal(await ruleBalance(shop, 'customerBalances'), 0n);
});

test('a shared document has a payment link as long as it can be paid online', async () => {
  const shop = await newShop();
  const account = await openAccount(shop);
  const invoice = await newInvoice(shop, '100', { contactId: await newContact(shop) });
  const path = { pendingRecordId: invoice.id };
  const share = async () =>
    (await shop.api.GET('/v1/record/pending/{pendingRecordId}/share', { params: { path } })).data!;
  assert.equal((await share()).payUrl, null, 'The provider has not said yet that the merchant can be paid.');
  await shop.api.GET('/v1/organization/pay/create');
  const { payUrl, shareId } = await share();
  assert.equal((await fetch(payUrl!, { redirect: 'manual' })).status, 302);
  const email = `pagos-${invoice.id}@example.com`;
  const letter = { params: { path }, body: { emails: [email] } };
  await shop.api.POST('/v1/record/pending/{pendingRecordId}/share/email', letter);
  const { text } = await letterTo(email);
  assert.ok(text.includes(payUrl!), text);
  await shop.api.PATCH('/v1/record/pending/pay', { body: { id: invoice.id, payments: [{ accountId: account.id }] } });
  const shared = await anonymous.GET('/v1/record/pending/{shareId}/data', { params: { path: { shareId } } });
  assert.deepEqual([shared.data?.balance, shared.data?.payUrl], ['0.00', null]);
});

const notify = (body: string, headers: Record<string, string>) =>
  fetch(`${baseUrl}/v1/payment/webhook`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });

test('a payment on the page is booked once when the provider notifies us, however often it does', async () => {
  const { provider } = app.simulators.payproc;
  const shop = await newShop();
  const invoice = await newInvoice(shop, '100', { contactId: await newContact(shop) });
  const { url } = await visit(invoice.id, shop.id);
  await provider.webhooks.writeSwitches({ url: `${baseUrl}/v1/payment/webhook`, duplicate: true });
  await pressPay(url!);
  await eventually(async () => (await readDetail(shop.api, invoice.id)).state === 'paid');
  await provider.webhooks.writeSwitches({ url: null, duplicate: false });
  assert.equal((await balancesOf(shop))['Procesador de pagos DOP'], '100.00');
});

test('only notices signed by the provider are accepted, and notices about unknown objects have no effect', async () => {
  const { control } = app.simulators.payproc;
  const event = { id: 'evt_1', subject: 'charge', objectId: 'ch_1', merchantId: 'acct_1', createdAt: new Date() };
  const body = JSON.stringify(event);
  const signed = control.signWebhook(Buffer.from(body));
  const codeOf = async (answer: Response) => ((await answer.json()) as { code: string }).code;
  assert.equal(await codeOf(await notify(body, {})), 'webhook_refused');
  // The same event in other bytes is not what was signed.
  assert.equal(await codeOf(await notify(JSON.stringify(event, null, 1), signed)), 'webhook_refused');
  const old = control.signWebhook(Buffer.from(body), Temporal.Now.instant().subtract({ minutes: 6 }));
  assert.equal(await codeOf(await notify(body, old)), 'webhook_refused');
  assert.equal((await notify(body, signed)).status, 204);
});

test('a payer returns to a page that says what happened at the processor', async () => {
  const shop = await newShop();
  const invoice = await newInvoice(shop, '100', { contactId: await newContact(shop) });
  const { url } = await visit(invoice.id, shop.id);
  const declined = await pressPay(url!, '4000000000009995');
  const back = declined.headers.get('location')!;
  assert.ok(back.startsWith(`${baseUrl}/v1/record/pending/${invoice.id}/pay/${shop.id}?returned=true`), back);
  const read = async () => (await fetch(back, { headers: { 'accept-language': 'en' } })).text();
  assert.match(await read(), /<h1>The payment was not completed<\/h1>\s*<p>The bank declined the card/);
  await pressPay(url!);
  assert.match(await read(), /<h1>Payment received<\/h1>/);
  const unknown = back.replace(invoice.id, newId());
  const missing = await fetch(unknown, { headers: { accept: 'text/html' } });
  assert.deepEqual([missing.status, missing.headers.get('content-type')], [404, 'text/html; charset=utf-8']);
});

test('a page is closed with its document, and a payment before that is not lost', async () => {
  const shop = await newShop();
  for (const isPaid of [false, true]) {
    const invoice = await newInvoice(shop, '100', { contactId: await newContact(shop) });
    const { url } = await visit(invoice.id, shop.id);
    const back = `${baseUrl}/v1/record/pending/${invoice.id}/pay/${shop.id}?returned=true`;
    if (isPaid) await pressPay(url!);
    await shop.api.DELETE('/v1/record/pending', { params: { query: { id: invoice.id } } });
    const charge = await eventually(async () => {
      const last = (await chargesOf(shop)).at(-1)!;
      return last.status === 'requested' ? null : last;
    });
    if (!isPaid) await pressPay(url!);
    assert.equal(charge.status, isPaid ? 'settled' : 'failed');
    const page = await (await fetch(back, { headers: { 'accept-language': 'en' } })).text();
    assert.match(page, isPaid ? /We received your payment/ : /This document was voided/);
  }
  assert.equal(await ruleBalance(shop, 'customerBalances'), -10_000n);
});

test('a payment that is found only when its page is closed is booked', async () => {
  const shop = await newShop();
  const invoice = await newInvoice(shop, '100', { contactId: await newContact(shop) });
  const { url } = await visit(invoice.id, shop.id);
  const [charge] = await chargesOf(shop);
  await app.engine.within(shop.id, ({ tx }) =>
    tx
      .updateTable('exchanges')
      .set({ createdAt: Temporal.Now.instant().subtract({ hours: 73 }).toString() })
      .where('organizationId', '=', shop.id)
      .where('id', '=', charge!.id)
      .execute(),
  );
  await pressPay(url!);
  await follow(shop, charge!.id);
  assert.equal((await readDetail(shop.api, invoice.id)).state, 'paid');
});

test('a payment link of a merchant who cannot be paid yet starts nothing that would be retried', async () => {
  const business = await newBusiness();
  await business.api.GET('/v1/organization/pay/create');
  const invoice = await newInvoice(business, '100', { contactId: await newContact(business) });
  assert.equal((await visit(invoice.id, business.id)).status, 404);
  assert.deepEqual(await chargesOf(business), []);
  const exchanges = await app.engine.within(business.id, ({ tx }) =>
    tx.selectFrom('exchanges').select('id').where('organizationId', '=', business.id).execute(),
  );
  assert.deepEqual(exchanges, []);
});

test('an excess that the processor does not return to the card is a debt in the books', async () => {
  const shop = await newShop();
  const account = await openAccount(shop);
  const invoice = await newInvoice(shop, '100');
  const { url } = await visit(invoice.id, shop.id);
  const payments = [{ accountId: account.id, amount: '70' }];
  await shop.api.PATCH('/v1/record/pending/pay', { body: { id: invoice.id, payments } });
  await pressPay(url!, '4000000000007726');
  const [charge] = await chargesOf(shop);
  await follow(shop, charge!.id);
  const reference = await eventually(async () =>
    app.engine.within(shop.id, async (ctx) => (await excessRefund.find(ctx, charge!.id))?.reference),
  );
  await app.simulators.payproc.control.finishRefund(reference, 'failed');
  await followUp(excessRefund, shop.id, charge!.id);
  assert.equal((await balancesOf(shop))['Procesador de pagos DOP'], '100.00');
  assert.equal(await ruleBalance(shop, 'customerBalances'), -7_000n);
});
