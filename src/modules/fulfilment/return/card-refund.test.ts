import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { page } from '#modules/receivables/payment-page/page-exchange.ts';
import { refund } from '#modules/receivables/refund/refund-exchange.ts';
import { bookReturnRefund } from '#modules/receivables/return-refund/book-return-refund.ts';
import { returnRefund } from '#modules/receivables/return-refund/return-refund-exchange.ts';
import { toMinor } from '#platform/money.ts';
import { balancesOf, cashOf, openAccount, ruleBalance } from '#test/accounts.ts';
import { newDocument, readDetail } from '#test/documents.ts';
import { changeReturn, newReturn, returnOf } from '#test/fulfilment.ts';
import { app, type Business, baseUrl, eventually } from '#test/harness.ts';
import { ageExchanges, followUp, runNow, takeOver } from '#test/jobs.ts';
import { newShop, press, saveLocalCard, savePayprocCard } from '#test/saved-cards.ts';

const SLOW_REFUND_CARD = '4000000000007726';
const toCard = { refund: { toCard: true } };
const { provider, control, adapter } = app.simulators.payproc;

/** A sale of ten units for 10.00 each. */
const sellTen = ({ api }: Business, contactId: string | null, more: object = {}) =>
  newDocument(api, { contactId, elements: [{ description: 'Cemento', quantity: 10, unitPrice: '10' }], ...more });

type Sale = Awaited<ReturnType<typeof sellTen>>;

async function chargeCard({ api }: Business, id: string, paymentMethodId: string, amount?: string): Promise<void> {
  const body = { id, paymentMethodId, ...(amount && { amount }) };
  const { data, error } = await api.POST('/v1/record/pending/charge', { body });
  assert.ok(data, JSON.stringify(error));
}

const some = (sale: Sale, quantity: number | string) => ({ lines: [{ elementId: sale.elements[0]!.id, quantity }] });

const read = async ({ api }: Business, returnId: string) =>
  (await api.GET('/v1/resource/return/{returnId}', { params: { path: { returnId } } })).data!;

/** The return, once no refund of it is requested any more. */
const settled = (business: Business, id: string) =>
  eventually(async () => {
    const view = await read(business, id);
    return view?.cardRefunds.every(({ status }) => status !== 'requested') && view;
  });

const outcomes = ({ cardRefunds }: Awaited<ReturnType<typeof read>>) =>
  cardRefunds.map(({ amount, status }) => `${amount} ${status}`);

const retry = ({ api }: Business, returnId: string) =>
  api.POST('/v1/resource/return/{returnId}/refund', { params: { path: { returnId } } });

const undo = ({ api }: Business, id: string) => api.DELETE('/v1/record/pending/payment', { params: { query: { id } } });

/** What the provider holds for the merchant. */
async function heldFor(business: Business, merchantId: string): Promise<bigint> {
  const [balance] = await adapter.connect({}, business.id).account(merchantId).balance();
  return balance ? balance.available + balance.pending : 0n;
}

const balanceOf = async ({ api }: Business, beneficiaryId: string) =>
  (await api.GET('/v1/beneficiary/{beneficiaryId}/balance', { params: { path: { beneficiaryId } } })).data!.balances[0]!
    .balance;

const chargesOf = ({ id }: Business) =>
  app.engine.within(id, ({ tx }) =>
    tx.selectFrom('documentCharges').selectAll().where('organizationId', '=', id).orderBy('id').execute(),
  );

const referenceOf = (business: Business, refundId: string) =>
  app.engine.within(business.id, async (ctx) => (await returnRefund.find(ctx, refundId))!.reference!);

/** The provider has news of a refund. */
const look = ({ id: organizationId }: Business, id: string) =>
  runNow(returnRefund.job, { organizationId, id, turn: null });

const titlesTo = async ({ api }: Business): Promise<string[]> =>
  (await api.GET('/v1/organization/user/notifications')).data!.data.flatMap(({ kind, title }) =>
    kind === 'payment-refund' ? [title.replace(/ el cobro .*/, '')] : [],
  );

const refundLost = (business: Business) =>
  provider.faults.next({ kind: 'timeout-after-commit', organizationId: business.id, operation: 'refundCharge' });

/** Both sides agree: what the provider holds is in its account, and what is open on invoices is the receivable. */
async function checkBooks(business: Business, merchantId: string, sales: { id: string }[]): Promise<void> {
  const books = (await balancesOf(business))['Procesador de pagos DOP'] ?? '0.00';
  assert.equal(toMinor(books, 'DOP'), await heldFor(business, merchantId));
  const documents = await Promise.all(sales.map(({ id }) => readDetail(business.api, id)));
  const open = documents.reduce((sum, { balance }) => sum + toMinor(balance, 'DOP'), 0n);
  assert.equal(await ruleBalance(business, 'receivable'), open);
}

test('returns refund parts of a sale to the card that paid, and never more than is left of it', async () => {
  const { business, merchantId, contactId } = await newShop();
  const sale = await sellTen(business, contactId);
  await chargeCard(business, sale.id, await savePayprocCard(business, contactId));
  const first = await newReturn(business, sale.id, { ...some(sale, 4), ...toCard });
  assert.deepEqual([first.refunded, first.refundToCard, first.refundAccountId], ['40.00', true, null]);
  const done = await settled(business, first.id);
  assert.deepEqual(outcomes(done), ['40.00 settled']);
  assert.ok(done.cardRefunds[0]!.recordId);
  assert.equal(await heldFor(business, merchantId), 6_000n);
  const second = await newReturn(business, sale.id, { ...some(sale, '1.5'), ...toCard });
  assert.deepEqual(outcomes(await settled(business, second.id)), ['15.00 settled']);
  const draft = await newReturn(business, sale.id, { status: 'draft', ...toCard });
  assert.deepEqual(draft.cardRefunds, []);
  await changeReturn(business, { id: draft.id, status: 'issued' });
  assert.deepEqual(outcomes(await settled(business, draft.id)), ['45.00 settled']);
  assert.equal(await heldFor(business, merchantId), 0n);
  assert.equal(await balanceOf(business, contactId), '0.00');
  for (const rule of ['customerBalances', 'receivable']) assert.equal(await ruleBalance(business, rule), 0n);
  assert.equal((await balancesOf(business))['Procesador de pagos DOP'], '0.00');
});

test('the local card processor refunds a part, and the rest of a mixed payment goes to the account', async () => {
  const { business, contactId } = await newShop();
  const sale = await sellTen(business, contactId);
  await chargeCard(business, sale.id, await saveLocalCard(business, contactId), '30');
  const cash = await cashOf(business);
  await business.api.PATCH('/v1/record/pending/pay', { body: { id: sale.id, payments: [{ accountId: cash }] } });
  const back = await newReturn(business, sale.id, {
    ...some(sale, 5),
    refund: { toCard: true, accountId: cash, paymentMethod: 'cash' },
  });
  assert.deepEqual(outcomes(await settled(business, back.id)), ['30.00 settled']);
  assert.equal(back.refundAccountId, cash);
  const balances = await balancesOf(business);
  assert.deepEqual([balances['Tarjetas por cobrar DOP'], balances.Caja], ['0.00', '50.00']);
  assert.equal(await ruleBalance(business, 'customerBalances'), 0n);
  const next = await returnOf(business, sale.id, toCard);
  assert.equal(next.error?.code, 'not_paid_by_card');
});

test('several charges of a sale are refunded, oldest first, and the balance that paid is refunded before', async () => {
  const { business, merchantId, contactId } = await newShop();
  const card = await savePayprocCard(business, contactId);
  const cash = await cashOf(business);
  await business.api.POST('/v1/beneficiary/balance/topup', {
    body: { beneficiaryId: contactId, accountId: cash, amount: '20' },
  });
  const sale = await sellTen(business, contactId);
  const { data: paid } = await business.api.PATCH('/v1/record/pending/pay-with-balance', { body: { id: sale.id } });
  assert.equal(paid?.document.balance, '80.00');
  await chargeCard(business, sale.id, card, '30');
  await chargeCard(business, sale.id, card, '50');
  const back = await newReturn(business, sale.id, { ...some(sale, 6), ...toCard });
  assert.deepEqual(outcomes(await settled(business, back.id)), ['30.00 settled', '10.00 settled']);
  assert.equal(await balanceOf(business, contactId), '20.00');
  assert.equal(await heldFor(business, merchantId), 4_000n);
  await checkBooks(business, merchantId, [sale]);
});

test('concurrent returns of one sale refund each its part, and together not more than the charge', async () => {
  const { business, merchantId, contactId } = await newShop();
  const sale = await sellTen(business, contactId);
  await chargeCard(business, sale.id, await savePayprocCard(business, contactId));
  const answers = await Promise.all(
    [4, 4, 4].map((quantity) => returnOf(business, sale.id, { ...some(sale, quantity), ...toCard })),
  );
  const made = answers.flatMap(({ data }) => data ?? []);
  assert.equal(made.length, 2);
  assert.equal(answers.find(({ error }) => error)?.error?.code, 'more_than_sold');
  for (const { id } of made) assert.deepEqual(outcomes(await settled(business, id)), ['40.00 settled']);
  assert.equal(await heldFor(business, merchantId), 2_000n);
  await checkBooks(business, merchantId, [sale]);
});

test('a refund whose answer is lost is a debt until its outcome is known, and is made once', async () => {
  const { business, merchantId, contactId } = await newShop();
  const sale = await sellTen(business, contactId);
  await chargeCard(business, sale.id, await savePayprocCard(business, contactId));
  await refundLost(business);
  const back = await newReturn(business, sale.id, { ...some(sale, 4), ...toCard });
  const { id } = back.cardRefunds[0]!;
  assert.deepEqual(outcomes(back), ['40.00 requested']);
  await eventually(async () => (await heldFor(business, merchantId)) === 6_000n);
  await takeOver(returnRefund, business.id, id);
  assert.equal((await balancesOf(business))['Procesador de pagos DOP'], '100.00');
  assert.equal(await ruleBalance(business, 'customerBalances'), -4_000n);
  assert.equal(await balanceOf(business, contactId), '0.00');
  assert.equal((await changeReturn(business, { id: back.id, status: 'void' })).error?.code, 'refund_in_progress');
  // A day later the provider has forgotten the key, so the refunded amount of the charge decides.
  await ageExchanges(business.id, { askedAt: Temporal.Now.instant().subtract({ hours: 30 }) });
  await followUp(returnRefund, business.id, id);
  assert.deepEqual(outcomes(await read(business, back.id)), ['40.00 settled']);
  assert.equal(await ruleBalance(business, 'customerBalances'), 0n);
  await checkBooks(business, merchantId, [sale]);
});

test('two refunds of one charge without an answer are not guessed when their keys are forgotten', async () => {
  const { business, merchantId, contactId } = await newShop();
  const sale = await sellTen(business, contactId);
  await chargeCard(business, sale.id, await savePayprocCard(business, contactId));
  const refunds: string[] = [];
  for (const quantity of [3, 4]) {
    const fault = quantity === 3 ? 'connection-reset' : 'timeout-after-commit';
    await provider.faults.next({ kind: fault, organizationId: business.id, operation: 'refundCharge' });
    const { cardRefunds } = await newReturn(business, sale.id, { ...some(sale, quantity), ...toCard });
    const { id } = cardRefunds[0]!;
    await eventually(async () =>
      (await provider.faults.waiting()).every((each) => each.organizationId !== business.id),
    );
    await takeOver(returnRefund, business.id, id);
    refunds.push(id);
  }
  await ageExchanges(business.id, { askedAt: Temporal.Now.instant().subtract({ hours: 30 }) });
  for (const id of refunds) await followUp(returnRefund, business.id, id);
  assert.equal(await heldFor(business, merchantId), 6_000n);
  assert.equal((await balancesOf(business))['Procesador de pagos DOP'], '100.00');
});

test('a refused refund stays with the contact as balance, the owner is notified, and it can be tried again', async () => {
  const { business, merchantId, contactId } = await newShop();
  const sale = await sellTen(business, contactId);
  await chargeCard(business, sale.id, await savePayprocCard(business, contactId, SLOW_REFUND_CARD));
  const back = await newReturn(business, sale.id, { ...some(sale, 4), ...toCard });
  const { id } = back.cardRefunds[0]!;
  const reference = await eventually(async () => referenceOf(business, id));
  assert.equal((await retry(business, back.id)).error?.code, 'no_failed_refund');
  await control.finishRefund(reference, 'failed');
  await look(business, id);
  const failed = await settled(business, back.id);
  assert.deepEqual([outcomes(failed), await balanceOf(business, contactId)], [['40.00 failed'], '40.00']);
  assert.ok(failed.cardRefunds[0]!.reason);
  assert.deepEqual(await titlesTo(business), ['No se pudo devolver a la tarjeta']);
  await checkBooks(business, merchantId, [sale]);
  const again = (await retry(business, back.id)).data!;
  assert.deepEqual(outcomes(again), ['40.00 failed', '40.00 requested']);
  assert.equal(await balanceOf(business, contactId), '0.00');
  assert.equal((await retry(business, back.id)).error?.code, 'no_failed_refund');
  const second = again.cardRefunds[1]!.id;
  await control.finishRefund(await eventually(async () => referenceOf(business, second)), 'succeeded');
  await look(business, second);
  assert.deepEqual(outcomes(await settled(business, back.id)), ['40.00 failed', '40.00 settled']);
  assert.equal(await ruleBalance(business, 'customerBalances'), 0n);
  await checkBooks(business, merchantId, [sale]);
  const voided = await changeReturn(business, { id: back.id, status: 'void' });
  assert.equal(voided.error?.code, 'refunded_to_card');
});

test('a failed refund cannot be tried again with balance that was spent, and its return can be voided', async () => {
  const { business, merchantId, contactId } = await newShop();
  const sale = await sellTen(business, contactId);
  await chargeCard(business, sale.id, await savePayprocCard(business, contactId, SLOW_REFUND_CARD));
  const back = await newReturn(business, sale.id, { ...some(sale, 4), ...toCard });
  const { id } = back.cardRefunds[0]!;
  await control.finishRefund(await eventually(async () => referenceOf(business, id)), 'failed');
  await look(business, id);
  const cash = await cashOf(business);
  const move = (what: 'refund' | 'topup') =>
    business.api.POST(`/v1/beneficiary/balance/${what}`, {
      body: { beneficiaryId: contactId, accountId: cash, amount: '40' },
    });
  await move('refund');
  assert.equal((await retry(business, back.id)).error?.code, 'balance_too_low');
  await move('topup');
  assert.equal((await changeReturn(business, { id: back.id, status: 'void' })).data?.status, 'void');
  assert.equal(await balanceOf(business, contactId), '0.00');
  assert.equal(await ruleBalance(business, 'customerBalances'), 0n);
  await checkBooks(business, merchantId, [sale]);
  assert.equal((await retry(business, back.id)).error?.code, 'return_is_void');
});

test('a refund that the bank returns becomes balance once, and can be refunded again', async () => {
  const { business, merchantId, contactId } = await newShop();
  const sale = await sellTen(business, contactId);
  await chargeCard(business, sale.id, await savePayprocCard(business, contactId));
  const back = await newReturn(business, sale.id, { ...some(sale, 4), ...toCard });
  const [refund] = (await settled(business, back.id)).cardRefunds;
  await control.finishRefund(await referenceOf(business, refund!.id), 'failed');
  await Promise.all([look(business, refund!.id), look(business, refund!.id)]);
  assert.deepEqual(outcomes(await read(business, back.id)), ['40.00 failed']);
  assert.equal(await balanceOf(business, contactId), '40.00');
  assert.equal(await ruleBalance(business, 'customerBalances'), -4_000n);
  assert.deepEqual(await titlesTo(business), ['El banco no aceptó que devolvieras a la tarjeta']);
  await checkBooks(business, merchantId, [sale]);
  await retry(business, back.id);
  assert.deepEqual(outcomes(await settled(business, back.id)), ['40.00 failed', '40.00 settled']);
  assert.equal(await heldFor(business, merchantId), 6_000n);
  await checkBooks(business, merchantId, [sale]);
});

test('undoing the payment after a return refunds only the rest, and the returned part is not owed again', async () => {
  const { business, merchantId, contactId } = await newShop();
  const sale = await sellTen(business, contactId);
  await chargeCard(business, sale.id, await savePayprocCard(business, contactId));
  const back = await newReturn(business, sale.id, { ...some(sale, 4), ...toCard });
  await settled(business, back.id);
  const [payment] = (await readDetail(business.api, sale.id)).payments;
  const undone = await undo(business, payment!.id);
  assert.deepEqual([undone.data?.document.balance, undone.data?.payment.refund?.status], ['60.00', 'settled']);
  assert.equal(await heldFor(business, merchantId), 0n);
  await checkBooks(business, merchantId, [sale]);
  const kept = (await readDetail(business.api, sale.id)).payments.find(({ voidedAt }) => voidedAt === null)!;
  assert.deepEqual([kept.amount, kept.source], ['40.00', 'card']);
  assert.equal((await undo(business, kept.id)).error?.code, 'payment_returned');
  assert.deepEqual(
    (await chargesOf(business)).map(({ amount, refunded }) => [amount, refunded]),
    [[10_000n, 10_000n]],
  );
});

test('a payment can be undone while a return is refunded, and again if that refund fails; meanwhile nothing else is returned', async () => {
  const { business, merchantId, contactId } = await newShop();
  const sale = await sellTen(business, contactId);
  await chargeCard(business, sale.id, await savePayprocCard(business, contactId, SLOW_REFUND_CARD));
  const back = await newReturn(business, sale.id, { ...some(sale, 4), ...toCard });
  const { id } = back.cardRefunds[0]!;
  const reference = await eventually(async () => referenceOf(business, id));
  const finishUndo = async (meanwhile = async () => {}) => {
    const payments = (await readDetail(business.api, sale.id)).payments.filter(({ voidedAt }) => voidedAt === null);
    const { data } = await undo(business, payments[0]!.id);
    assert.equal(data?.payment.refund?.status, 'requested');
    const made = await app.engine.within(business.id, ({ tx }) =>
      tx
        .selectFrom('exchanges')
        .select(['id', 'reference'])
        .where('organizationId', '=', business.id)
        .where('kind', '=', refund.name)
        .where('state', '=', 'open')
        .executeTakeFirstOrThrow(),
    );
    await meanwhile();
    await control.finishRefund(made.reference!, 'succeeded');
    await runNow(refund.job, { organizationId: business.id, id: made.id, turn: null });
  };
  await finishUndo(async () => {
    for (const refunded of [toCard, {}])
      assert.equal((await returnOf(business, sale.id, refunded)).error?.code, 'refund_in_progress');
  });
  assert.equal((await readDetail(business.api, sale.id)).balance, '60.00');
  await control.finishRefund(reference, 'failed');
  await look(business, id);
  assert.deepEqual(outcomes(await settled(business, back.id)), ['40.00 failed']);
  await checkBooks(business, merchantId, [sale]);
  await finishUndo();
  assert.equal((await readDetail(business.api, sale.id)).balance, '100.00');
  assert.deepEqual([await heldFor(business, merchantId), await balanceOf(business, contactId)], [0n, '40.00']);
  await checkBooks(business, merchantId, [sale]);
  assert.equal((await retry(business, back.id)).error?.code, 'refund_exceeds_charge');
});

test('a refund of a sale without a contact that fails is still owed, and can be tried again', async () => {
  const { business, merchantId } = await newShop();
  const sale = await sellTen(business, null);
  const { headers } = await fetch(`${baseUrl}/v1/record/pending/${sale.id}/pay/${business.id}`, { redirect: 'manual' });
  await press(headers.get('location')!, { action: 'pay', card: SLOW_REFUND_CARD });
  const [charge] = await chargesOf(business);
  await followUp(page, business.id, charge!.id);
  const back = await newReturn(business, sale.id, { ...some(sale, 4), ...toCard });
  const { id } = back.cardRefunds[0]!;
  await control.finishRefund(await eventually(async () => referenceOf(business, id)), 'failed');
  await look(business, id);
  assert.deepEqual(outcomes(await settled(business, back.id)), ['40.00 failed']);
  assert.equal(await ruleBalance(business, 'customerBalances'), -4_000n);
  const again = (await retry(business, back.id)).data!.cardRefunds[1]!.id;
  await control.finishRefund(await eventually(async () => referenceOf(business, again)), 'succeeded');
  await look(business, again);
  await settled(business, back.id);
  assert.equal(await ruleBalance(business, 'customerBalances'), 0n);
  await checkBooks(business, merchantId, [sale]);
});

test('a sale in another currency is refunded in it at the cost of its money, also when the bank returns the refund', async () => {
  const { business, contactId } = await newShop();
  const sale = await sellTen(business, contactId, { currency: 'USD', rate: '60' });
  await business.api.PUT('/v1/currency/rates', { body: { rates: [{ currency: 'USD', rate: '62' }] } });
  await chargeCard(business, sale.id, await savePayprocCard(business, contactId));
  const back = await newReturn(business, sale.id, { ...some(sale, 4), ...toCard });
  const done = await settled(business, back.id);
  assert.deepEqual(outcomes(done), ['40.00 settled']);
  assert.equal((await balancesOf(business))['Procesador de pagos USD'], '60.00');
  for (const rule of ['customerBalances', 'receivable']) assert.equal(await ruleBalance(business, rule), 0n);
  // The charge brought 100 USD at 62 for a debt at 60; 40 of them go back at 62.
  assert.deepEqual(
    [await ruleBalance(business, 'exchangeGain'), await ruleBalance(business, 'exchangeLoss')],
    [-20_000n, 8_000n],
  );
  await control.finishRefund(await referenceOf(business, done.cardRefunds[0]!.id), 'failed');
  await look(business, done.cardRefunds[0]!.id);
  assert.equal((await balancesOf(business))['Procesador de pagos USD'], '100.00');
  assert.equal(await ruleBalance(business, 'customerBalances'), -240_000n);
  const { data } = await business.api.GET('/v1/beneficiary/{beneficiaryId}/balance', {
    params: { path: { beneficiaryId: contactId } },
  });
  assert.deepEqual(data!.balances, [{ currency: 'USD', balance: '40.00', baseBalance: '2400.00' }]);
  await changeReturn(business, { id: back.id, status: 'void' });
  for (const rule of ['customerBalances', 'receivable']) assert.equal(await ruleBalance(business, rule), 0n);
});

test('a failed refund that the provider made after all takes the balance, unless it was spent', async () => {
  const { business, merchantId, contactId } = await newShop();
  const sale = await sellTen(business, contactId);
  await chargeCard(business, sale.id, await savePayprocCard(business, contactId, SLOW_REFUND_CARD));
  const fail = async (quantity: number) => {
    const back = await newReturn(business, sale.id, { ...some(sale, quantity), ...toCard });
    const { id } = back.cardRefunds[0]!;
    await control.finishRefund(await eventually(async () => referenceOf(business, id)), 'failed');
    await look(business, id);
    await settled(business, back.id);
    return { id, returnId: back.id };
  };
  const book = (id: string) => app.engine.within(business.id, (ctx) => bookReturnRefund(ctx, id));
  const first = await fail(4);
  await book(first.id);
  assert.deepEqual(outcomes(await read(business, first.returnId)), ['40.00 settled']);
  assert.equal(await balanceOf(business, contactId), '0.00');
  assert.equal((await balancesOf(business))['Procesador de pagos DOP'], '60.00');
  const second = await fail(3);
  const cash = await cashOf(business);
  await business.api.POST('/v1/beneficiary/balance/refund', {
    body: { beneficiaryId: contactId, accountId: cash, amount: '30' },
  });
  await book(second.id);
  assert.deepEqual(outcomes(await read(business, second.returnId)), ['30.00 failed']);
  assert.ok((await titlesTo(business)).includes('Parece que se devolvió dos veces'));
  assert.equal(await heldFor(business, merchantId), 10_000n);
  assert.equal(await ruleBalance(business, 'customerBalances'), 0n);
});

test('the account of a processor cannot be the account of a refund', async () => {
  const { business, contactId } = await newShop();
  const [sale, other] = [await sellTen(business, contactId), await sellTen(business, contactId)];
  await chargeCard(business, sale.id, await saveLocalCard(business, contactId));
  await chargeCard(business, other.id, await savePayprocCard(business, contactId));
  const [inCard, inProcessor] = await Promise.all(
    [sale, other].map(async ({ id }) => (await readDetail(business.api, id)).payments[0]!.accountId!),
  );
  for (const [id, accountId] of [
    [sale.id, inCard],
    [other.id, inProcessor],
    [sale.id, inProcessor],
  ]) {
    const { error } = await returnOf(business, id!, { refund: { accountId } });
    assert.deepEqual([error?.code, error?.errors?.[0]?.path], ['processor_account', 'body.refund.accountId']);
  }
  const bank = await openAccount(business);
  const { data } = await returnOf(business, sale.id, { refund: { accountId: bank.id } });
  assert.equal(data?.refundAccountId, bank.id);
  assert.equal((await returnOf(business, other.id, { refund: {} })).response.status, 400);
});

test('in any history of returns and undone payments, refunds never exceed the charge and the books agree', async () => {
  const { business, merchantId, contactId } = await newShop();
  const card = await savePayprocCard(business, contactId);
  const sales: Sale[] = [];
  const step = fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('return'), size: fc.integer({ min: 1, max: 7 }) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('undo', 'bounce', 'retry', 'void'), size: fc.nat(3) }) },
  );
  const act = async (sale: Sale, returns: string[], { kind, size }: { kind: string; size: number }) => {
    const id = returns[size % Math.max(1, returns.length)];
    if (kind === 'return') {
      const { data } = await returnOf(business, sale.id, { ...some(sale, size), ...toCard });
      if (data) returns.push((await settled(business, data.id)).id);
    } else if (kind === 'undo') {
      const { payments } = await readDetail(business.api, sale.id);
      const open = payments.filter(({ voidedAt, source }) => voidedAt === null && source === 'card');
      if (open.length > 0) await undo(business, open[size % open.length]!.id);
    } else if (id && kind === 'bounce') {
      const made = (await read(business, id)).cardRefunds.find(({ status }) => status === 'settled');
      if (!made) return;
      await control.finishRefund(await referenceOf(business, made.id), 'failed');
      await look(business, made.id);
    } else if (id && kind === 'retry') {
      await retry(business, id);
      await settled(business, id);
    } else if (id && kind === 'void') await changeReturn(business, { id, status: 'void' });
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 7 }), async (steps) => {
      const sale = await sellTen(business, contactId);
      sales.push(sale);
      await chargeCard(business, sale.id, card);
      const returns: string[] = [];
      for (const one of steps) await act(sale, returns, one);
      await checkBooks(business, merchantId, sales);
      for (const { amount, refunded } of await chargesOf(business)) assert.ok(refunded >= 0n && refunded <= amount);
      const held = toMinor(await balanceOf(business, contactId), 'DOP');
      assert.equal(await ruleBalance(business, 'customerBalances'), -held);
    }),
    { numRuns: 12 },
  );
});

test('the database refuses to count more refunds than the charge', async () => {
  const { business, contactId } = await newShop();
  const sale = await sellTen(business, contactId);
  await chargeCard(business, sale.id, await savePayprocCard(business, contactId));
  const count = (refunded: bigint) =>
    app.engine.within(business.id, ({ tx }) =>
      tx.updateTable('documentCharges').set({ refunded }).where('organizationId', '=', business.id).execute(),
    );
  await assert.rejects(count(10_001n), { constraint: 'document_charges_refunded' });
  await count(10_000n);
  const refused = await returnOf(business, sale.id, { ...some(sale, 1), ...toCard });
  assert.equal(refused.error?.code, 'refund_exceeds_charge');
  assert.equal((await readDetail(business.api, sale.id)).balance, '0.00');
});
