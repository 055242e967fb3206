import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cashOf } from '#test/accounts.ts';
import { newInvoice, readDetail } from '#test/documents.ts';
import { anonymous, app, type Business, codeOf, eventually, letterTo } from '#test/harness.ts';
import { runNow } from '#test/jobs.ts';
import { giveEmail, newPaidShop, prove } from '#test/paypages.ts';
import { savePayprocCard } from '#test/saved-cards.ts';
import { autoChargeAttempts, autoCharges, sharedPages } from '../tables.ts';
import { chargeWhenDue, tickAutoCharges } from './auto-charge.ts';

/** Where the business is: in UTC the next day begins four hours earlier. */
const today = () => Temporal.Now.plainDateISO('America/Santo_Domingo').toString();
const tick = ({ id }: Business) => app.engine.within(id, tickAutoCharges);
const stateOf = async ({ api }: Business, id: string) => (await readDetail(api, id)).state;

async function agree(id: string, email: string, paymentMethodId: string, enabled = true) {
  const { data } = await prove(id, email);
  return anonymous.POST('/v1/shared/{id}/enable-auto-charge', {
    params: { path: { id } },
    body: { proof: data!.proof, paymentMethodId, enabled },
  });
}

test('the invoices of a contact who agreed are charged once when they are due, with a receipt', async () => {
  const { business, contactId, page } = await newPaidShop('100');
  const email = await giveEmail(business, contactId);
  const due = await newInvoice(business, '35', { contactId, dueOn: today() });
  const later = await newInvoice(business, '45', { contactId, dueOn: '2099-01-01' });
  assert.equal((await agree(page.id, email, await savePayprocCard(business, contactId))).data?.enabled, true);
  await tick(business);
  await tick(business);
  await eventually(async () => (await stateOf(business, due.id)) === 'paid');
  assert.equal((await readDetail(business.api, due.id)).payments.length, 1);
  assert.equal(await stateOf(business, later.id), 'open');
  await letterTo(email, /Recibo de tu pago/);
});

test('what a contact has paid in advance pays a due invoice first, and the card pays the rest', async () => {
  const { business, contactId, page } = await newPaidShop('100');
  const email = await giveEmail(business, contactId);
  const topUp = { beneficiaryId: contactId, accountId: await cashOf(business), amount: '50' };
  assert.equal(codeOf(await business.api.POST('/v1/beneficiary/balance/topup', { body: topUp })), undefined);
  await agree(page.id, email, await savePayprocCard(business, contactId));
  const letters = [];
  for (const amount of ['35', '45']) {
    const since = new Date().toISOString();
    const { id } = await newInvoice(business, amount, { contactId, dueOn: today() });
    await tick(business);
    await eventually(async () => (await stateOf(business, id)) === 'paid');
    const { payments } = await readDetail(business.api, id);
    const { text } = await letterTo(email, /Recibo de tu pago/, since);
    letters.push({ paid: payments.map(({ source, amount }) => `${source} ${amount}`).sort(), text });
  }
  const [whole, rest] = letters;
  assert.deepEqual([whole!.paid, rest!.paid], [['balance 35.00'], ['balance 15.00', 'card 30.00']]);
  assert.match(whole!.text, /De tu saldo a favor se usaron RD\$ 35\.00\.\s+No se cobró nada a tu tarjeta\./);
  assert.match(rest!.text, /tu pago de RD\$ 30\.00[\s\S]*De tu saldo a favor se usaron RD\$ 15\.00\./);
});

test('an invoice whose payment was refunded to the card is not charged again', async () => {
  const { business, contactId, page } = await newPaidShop('100');
  const email = await giveEmail(business, contactId);
  const { id } = await newInvoice(business, '35', { contactId, dueOn: today() });
  const methodId = await savePayprocCard(business, contactId);
  await agree(page.id, email, methodId);
  await tick(business);
  await eventually(async () => (await stateOf(business, id)) === 'paid');
  const [payment] = (await readDetail(business.api, id)).payments;
  await business.api.DELETE('/v1/record/pending/payment', { body: { id: payment!.id } });
  // As on the next day, when it may be tried again.
  await app.engine.within(business.id, (ctx) => autoChargeAttempts.delete(ctx, { pendingRecordId: id }));
  await runNow(chargeWhenDue, { organizationId: business.id, pendingRecordId: id, methodId });
  assert.equal(await stateOf(business, id), 'open');
});

test('invoices that are no longer tried do not keep later ones from being charged', async () => {
  const { business, contactId } = await newPaidShop('100');
  await giveEmail(business, contactId);
  const [givenUp, due] = [
    await newInvoice(business, '35', { contactId, dueOn: today() }),
    await newInvoice(business, '45', { contactId, dueOn: today() }),
  ];
  const methodId = await savePayprocCard(business, contactId);
  // Written without the route, which would also wake the clock.
  await app.engine.within(business.id, async (ctx) => {
    const [page] = await sharedPages.all(ctx, {});
    await autoCharges.insert(ctx, { contactId, methodId, pageId: page!.id, startedAt: ctx.now });
    await autoChargeAttempts.insert(ctx, { pendingRecordId: givenUp.id, attempts: 4, nextOn: null });
  });
  await app.engine.within(business.id, (ctx) => tickAutoCharges(ctx, { atOnce: 1 }));
  await eventually(async () => (await stateOf(business, due.id)) === 'paid');
  assert.equal(await stateOf(business, givenUp.id), 'open');
});

test('a declined charge is reported and planned again, and not repeated on the same day', async () => {
  const { business, contactId, page } = await newPaidShop('100');
  const email = await giveEmail(business, contactId);
  const invoice = await newInvoice(business, '35', { contactId, dueOn: today() });
  await agree(page.id, email, await savePayprocCard(business, contactId, '4000000000000341'));
  await tick(business);
  const notices = async () => {
    const { data } = await business.api.GET('/v1/organization/user/notifications');
    return data!.data.filter(({ kind, title }) => kind === 'auto-charge' && title.includes(` ${invoice.number} `));
  };
  await eventually(async () => (await notices()).length === 1);
  assert.match((await notices())[0]!.body, /^El banco rechazó la tarjeta\. Se intentará otra vez el /);
  await tick(business);
  const attempts = await app.engine.within(business.id, ({ tx }) =>
    tx
      .selectFrom('autoChargeAttempts')
      .select(['attempts', 'nextOn'])
      .where('organizationId', '=', business.id)
      .where('pendingRecordId', '=', invoice.id)
      .execute(),
  );
  assert.deepEqual([attempts.length, attempts[0]!.attempts, attempts[0]!.nextOn! > today()], [1, 1, true]);
  assert.equal((await notices()).length, 1);
});

test('an invoice that was given up is charged after the contact agrees with another card', async () => {
  const { business, contactId, page } = await newPaidShop('100');
  const email = await giveEmail(business, contactId);
  const invoice = await newInvoice(business, '35', { contactId, dueOn: today() });
  await app.engine.within(business.id, (ctx) =>
    autoChargeAttempts.insert(ctx, { pendingRecordId: invoice.id, attempts: 4, nextOn: null }),
  );
  await agree(page.id, email, await savePayprocCard(business, contactId));
  await tick(business);
  await eventually(async () => (await stateOf(business, invoice.id)) === 'paid');
});

test('the contact ends the agreement, and a stranger cannot begin one', async () => {
  const { business, contactId, page } = await newPaidShop('100');
  const email = await giveEmail(business, contactId);
  const methodId = await savePayprocCard(business, contactId);
  await agree(page.id, email, methodId);
  assert.equal((await prove(page.id, email)).data?.autoCharge, methodId);
  assert.equal((await agree(page.id, email, methodId, false)).data?.enabled, false);
  assert.equal((await prove(page.id, email)).data?.autoCharge, null);
  const refused = await anonymous.POST('/v1/shared/{id}/enable-auto-charge', {
    params: { path: { id: page.id } },
    body: { proof: 'prf_00000000000000000000000000000000', paymentMethodId: methodId },
  });
  assert.equal(codeOf(refused), 'proof_required');
});
