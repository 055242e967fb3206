import assert from 'node:assert/strict';
import { test } from 'node:test';
import { charge as contactCharge } from '#modules/contacts/payment-method/charge-exchange.ts';
import { newId } from '#platform/id.ts';
import { balancesOf, openAccount, ruleBalance } from '#test/accounts.ts';
import { newInvoice, readDetail } from '#test/documents.ts';
import { app, type Business, newMember } from '#test/harness.ts';
import { followUp } from '#test/jobs.ts';
import { newShop, saveLocalCard, savePayprocCard } from '#test/saved-cards.ts';
import { asOwner } from '#test/walks/rows.ts';

const charge = ({ api }: Business, body: { id: string; paymentMethodId: string; amount?: string }) =>
  api.POST('/v1/record/pending/charge', { body });

/** Follows up every charge of the business. */
async function followAll({ id: organizationId }: Business): Promise<void> {
  const charges = await app.engine.within(organizationId, ({ tx }) =>
    tx.selectFrom('contactCharges').select('id').where('organizationId', '=', organizationId).execute(),
  );
  for (const { id } of charges) await followUp(contactCharge, organizationId, id);
}

const { faults } = app.simulators.payproc.provider;

test('a saved card pays a document once, into the account of its provider', async () => {
  const { business, contactId } = await newShop();
  const [foreign, local] = [await savePayprocCard(business, contactId), await saveLocalCard(business, contactId)];
  const invoice = await newInvoice(business, '100', { contactId });
  const first = await charge(business, { id: invoice.id, paymentMethodId: foreign, amount: '60' });
  assert.ok(first.data, JSON.stringify(first.error));
  assert.deepEqual([first.data.status, first.data.document.balance], ['succeeded', '40.00']);
  const second = await charge(business, { id: invoice.id, paymentMethodId: local });
  assert.deepEqual([second.data?.status, second.data?.document.state], ['succeeded', 'paid']);
  const balances = await balancesOf(business);
  assert.deepEqual([balances['Procesador de pagos DOP'], balances['Tarjetas por cobrar DOP']], ['60.00', '40.00']);
  assert.equal(await ruleBalance(business, 'receivable'), 0n);
  const { data } = await business.api.GET('/v1/record/pending/{pendingRecordId}/payments', {
    params: { path: { pendingRecordId: invoice.id } },
  });
  assert.deepEqual(
    data?.data.map(({ source, sourceId }) => [source, sourceId]),
    [
      ['card', first.data.id],
      ['card', second.data!.id],
    ],
  );
  const again = await charge(business, { id: invoice.id, paymentMethodId: local });
  assert.equal(again.error?.code, 'nothing_due');
});

test('concurrent charges of one document are one charge', async () => {
  const { business, contactId } = await newShop();
  const paymentMethodId = await savePayprocCard(business, contactId);
  const invoice = await newInvoice(business, '100', { contactId });
  const answers = await Promise.all([1, 2, 3].map(() => charge(business, { id: invoice.id, paymentMethodId })));
  for (const { data, error } of answers) assert.ok(data || error?.code === 'nothing_due', JSON.stringify(error));
  assert.equal((await readDetail(business.api, invoice.id)).state, 'paid');
  assert.equal((await balancesOf(business))['Procesador de pagos DOP'], '100.00');
});

test('a charge whose answer was lost is booked once, by a repetition or by the follow-up', async () => {
  const { business, contactId } = await newShop();
  const paymentMethodId = await savePayprocCard(business, contactId);
  const invoice = await newInvoice(business, '100', { contactId });
  await faults.next({ kind: 'timeout-after-commit', organizationId: business.id, operation: 'charge' });
  const lost = await charge(business, { id: invoice.id, paymentMethodId });
  assert.equal(lost.response.status, 504);
  assert.equal((await readDetail(business.api, invoice.id)).paid, '0.00');
  const other = await charge(business, { id: invoice.id, paymentMethodId, amount: '10' });
  assert.equal(other.error?.code, 'charge_in_progress');
  await followAll(business);
  await followAll(business);
  assert.equal((await readDetail(business.api, invoice.id)).state, 'paid');
  assert.equal((await balancesOf(business))['Procesador de pagos DOP'], '100.00');
});

test('a charge that never reached the provider does not block another one', async () => {
  const { business, contactId } = await newShop();
  const paymentMethodId = await savePayprocCard(business, contactId);
  const invoice = await newInvoice(business, '100', { contactId });
  const write = (minutesAgo: number) =>
    asOwner(
      `INSERT INTO document_charges (organization_id, id, pending_record_id, channel, method_id, amount, currency, status, created_at)
       VALUES ($1, gen_random_uuid(), $2, 'saved', gen_random_uuid(), 5000, 'DOP', 'requested', now() - make_interval(mins => $3))`,
      [business.id, invoice.id, minutesAgo],
    );
  await write(1);
  assert.equal((await charge(business, { id: invoice.id, paymentMethodId })).error?.code, 'charge_in_progress');
  await asOwner('DELETE FROM document_charges WHERE organization_id = $1', [business.id]);
  await write(10);
  assert.equal((await charge(business, { id: invoice.id, paymentMethodId })).data?.document.state, 'paid');
});

test('a declined card pays nothing and does not block another one', async () => {
  const { business, contactId } = await newShop();
  const declined = await savePayprocCard(business, contactId, '4000000000000341');
  const good = await savePayprocCard(business, contactId);
  const invoice = await newInvoice(business, '100', { contactId });
  const { error } = await charge(business, { id: invoice.id, paymentMethodId: declined });
  assert.equal(error?.code, 'payment_declined');
  assert.equal((await charge(business, { id: invoice.id, paymentMethodId: good })).data?.document.state, 'paid');
});

test('an amount that was paid elsewhere meanwhile becomes balance of the contact', async () => {
  const { business, contactId } = await newShop();
  const paymentMethodId = await savePayprocCard(business, contactId);
  const account = await openAccount(business);
  const invoice = await newInvoice(business, '100', { contactId });
  await faults.next({ kind: 'timeout-after-commit', organizationId: business.id, operation: 'charge' });
  await charge(business, { id: invoice.id, paymentMethodId });
  const payments = [{ accountId: account.id, amount: '70' }];
  await business.api.PATCH('/v1/record/pending/pay', { body: { id: invoice.id, payments } });
  await followAll(business);
  assert.equal((await readDetail(business.api, invoice.id)).state, 'paid');
  assert.equal(await ruleBalance(business, 'customerBalances'), -7_000n);
});

test('an invalid charge is refused before the provider is asked', async () => {
  const { business, contactId } = await newShop();
  const paymentMethodId = await savePayprocCard(business, contactId);
  const invoice = await newInvoice(business, '100', { contactId });
  const withoutContact = await newInvoice(business, '100');
  const purchase = await newInvoice(business, '100', { contactId, direction: 'purchase' });
  const refused = async (body: Parameters<typeof charge>[1]) => (await charge(business, body)).error?.code;
  assert.equal(await refused({ id: newId(), paymentMethodId }), 'not_found');
  assert.equal(await refused({ id: withoutContact.id, paymentMethodId }), 'contact_required');
  const { error: bought } = await charge(business, { id: purchase.id, paymentMethodId });
  assert.deepEqual([bought?.code, bought?.errors?.[0]?.path], ['not_for_purchases', 'body.id']);
  assert.equal(await refused({ id: invoice.id, paymentMethodId, amount: '100.01' }), 'more_than_due');
  assert.equal(await refused({ id: invoice.id, paymentMethodId: newId() }), 'reference_not_found');
  const inInstalments = await newInvoice(business, '100', { contactId });
  const plan = { instalments: 4, method: 'level' as const, annualRate: '12' };
  await business.api.POST('/v1/record/pending/credit', { body: { pendingRecordId: inInstalments.id, plan } });
  assert.equal(await refused({ id: inInstalments.id, paymentMethodId }), 'document_in_instalments');
  const viewer = await newMember(business, 'viewer');
  const { error } = await charge({ ...business, api: viewer.api }, { id: invoice.id, paymentMethodId });
  assert.equal(error?.code, 'forbidden');
  assert.equal((await charge(business, { id: invoice.id, paymentMethodId })).data?.document.state, 'paid');
});
