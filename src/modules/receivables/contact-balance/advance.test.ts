import assert from 'node:assert/strict';
import { test } from 'node:test';
import { balancesOf, cashOf, openAccount, ruleBalance } from '#test/accounts.ts';
import { newContact } from '#test/books.ts';
import { newInvoice } from '#test/documents.ts';
import { changeReturn, newReturn } from '#test/fulfilment.ts';
import { app, type Business, codeOf, newBusiness } from '#test/harness.ts';

/** A bill of a supplier with one line. */
const bill = (business: Business, contactId: string, amount: string, more = {}) =>
  newInvoice(business, amount, { contactId, direction: 'purchase', ...more });

const pay = ({ api }: Business, id: string, payments: object[], more = {}) =>
  api.PATCH('/v1/record/pending/pay', { body: { id, payments: payments as never, ...more } });

const undo = ({ api }: Business, id: string) => api.DELETE('/v1/record/pending/payment', { body: { id } });

const read = async ({ api }: Business, beneficiaryId: string, query = {}) =>
  (await api.GET('/v1/beneficiary/{beneficiaryId}/balance', { params: { path: { beneficiaryId }, query } })).data!;

const move = ({ api }: Business, how: 'topup' | 'refund', body: object) =>
  api.POST(`/v1/beneficiary/balance/${how}`, { body: { direction: 'purchase', ...body } as never });

/** Our advance at a supplier in pesos; it must be the same in the books, in the row of the contact and in its history. */
async function advanceOf(business: Business, contactId: string): Promise<bigint> {
  const { baseAdvance, moved } = await app.engine.within(business.id, async ({ tx }) => {
    const own = { organizationId: business.id, contactId };
    const rows = await tx
      .selectFrom('contactBalances')
      .select('baseAdvance')
      .where((is) => is.and(own))
      .execute();
    const movements = await tx
      .selectFrom('contactBalanceMovements')
      .select('baseAmount')
      .where((is) => is.and({ ...own, direction: 'purchase' }))
      .execute();
    const add = (amounts: bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n);
    return {
      baseAdvance: add(rows.map((row) => row.baseAdvance)),
      moved: add(movements.map(({ baseAmount }) => baseAmount)),
    };
  });
  assert.deepEqual([baseAdvance, moved], Array(2).fill(await ruleBalance(business, 'supplierAdvances')));
  return baseAdvance;
}

/** A paid bill over 1,000 whose goods went back in part, which leaves 400 at the supplier. */
async function withAdvance() {
  const business = await newBusiness();
  const contactId = await newContact(business, 'Distribuidora Corripio');
  const cash = await cashOf(business);
  const bought = await bill(business, contactId, '1000');
  await pay(business, bought.id, [{ accountId: cash }]);
  const lines = [{ elementId: bought.elements[0]!.id, quantity: '0.4' }];
  const back = await newReturn(business, bought.id, { lines });
  return { business, contactId, cash, back };
}

test('the advance that a return leaves at a supplier pays the next bill', async () => {
  const { business, contactId, cash } = await withAdvance();
  assert.equal(await advanceOf(business, contactId), 400_00n);
  const { balances, advances, data } = await read(business, contactId);
  assert.deepEqual([balances[0]!.balance, advances[0]!.balance], ['0.00', '400.00']);
  assert.deepEqual(
    data.map(({ direction, kind, amount, balance }) => [direction, kind, amount, balance]),
    [['purchase', 'return', '400.00', '400.00']],
  );
  const next = await bill(business, contactId, '700');
  const paid = await pay(business, next.id, [{ balance: true }, { accountId: cash }]);
  assert.deepEqual(
    paid.data?.payments.map(({ source, amount }) => [source, amount]),
    [
      ['balance', '400.00'],
      ['account', '300.00'],
    ],
  );
  assert.equal(await advanceOf(business, contactId), 0n);
  assert.equal(await ruleBalance(business, 'payable'), 0n);
  assert.equal((await balancesOf(business)).Caja, '-1300.00');
  const third = await bill(business, contactId, '50');
  assert.equal(codeOf(await pay(business, third.id, [{ balance: true }])), 'balance_too_low');
  assert.equal((await undo(business, paid.data!.payments[0]!.id)).data?.document.balance, '400.00');
  assert.equal(await advanceOf(business, contactId), 400_00n);
});

test('a return whose advance has paid a bill is void only after that payment is undone', async () => {
  const { business, contactId, back } = await withAdvance();
  const next = await bill(business, contactId, '300');
  const { data } = await business.api.PATCH('/v1/record/pending/pay-with-balance', { body: { id: next.id } });
  const tried = await business.api.PATCH('/v1/resource/return', { body: { id: back.id, status: 'void' } });
  assert.equal(codeOf(tried), 'balance_too_low');
  await undo(business, data!.payments[0]!.id);
  await changeReturn(business, { id: back.id, status: 'void' });
  assert.equal(await advanceOf(business, contactId), 0n);
});

test('the balance of a customer and the advance at the same contact as a supplier are apart', async () => {
  const { business, contactId, cash } = await withAdvance();
  await move(business, 'topup', { direction: 'sale', beneficiaryId: contactId, accountId: cash, amount: '90' });
  const sold = await newInvoice(business, '200', { contactId });
  assert.equal((await pay(business, sold.id, [{ balance: true }])).data?.document.balance, '110.00');
  assert.equal(await advanceOf(business, contactId), 400_00n);
  assert.equal(await ruleBalance(business, 'customerBalances'), 0n);
  const { data } = await read(business, contactId, { direction: 'sale' });
  assert.deepEqual(
    data.map(({ kind, balance }) => [kind, balance]),
    [
      ['payment', '0.00'],
      ['topup', '90.00'],
    ],
  );
});

test('a supplier is paid in advance, pays back, and keeps an overpayment', async () => {
  const business = await newBusiness();
  const contactId = await newContact(business);
  const cash = await cashOf(business);
  const money = { beneficiaryId: contactId, accountId: cash };
  const { data: ahead } = await move(business, 'topup', { ...money, amount: '500' });
  assert.deepEqual([ahead?.amount, ahead?.balance], ['500.00', '500.00']);
  assert.equal((await balancesOf(business)).Caja, '-500.00');
  assert.equal(codeOf(await move(business, 'refund', { ...money, amount: '500.01' })), 'balance_too_low');
  assert.equal((await move(business, 'refund', { ...money, amount: '120' })).data?.balance, '380.00');
  assert.equal((await balancesOf(business)).Caja, '-380.00');
  const bought = await bill(business, contactId, '100');
  const line = { accountId: cash, amount: '150' };
  assert.equal(codeOf(await pay(business, bought.id, [line])), 'not_for_purchases');
  assert.equal(codeOf(await pay(business, bought.id, [line], { overpayment: 'change' })), 'not_for_purchases');
  const { data } = await pay(business, bought.id, [line], { overpayment: 'balance' });
  assert.equal(data?.document.balance, '0.00');
  assert.equal(await advanceOf(business, contactId), 430_00n);
  assert.equal((await balancesOf(business)).Caja, '-530.00');
  await undo(business, data!.payments[0]!.id);
  assert.equal(await advanceOf(business, contactId), 380_00n);
  assert.equal((await balancesOf(business)).Caja, '-380.00');
});

test('an advance in dollars keeps its book value, and the difference to the bill is an exchange gain or loss', async () => {
  const business = await newBusiness();
  const contactId = await newContact(business);
  const rate = (date: string, value: string) =>
    business.api.PUT('/v1/currency/rates', { body: { date, rates: [{ currency: 'USD', rate: value }] } });
  await rate('2026-01-01', '60');
  await rate('2026-02-01', '63');
  const { id: accountId } = await openAccount(business, { currency: 'USD' });
  const contact = await newContact(business, 'Cliente');
  const money = { accountId, amount: '100', date: '2026-01-05' };
  await move(business, 'topup', { ...money, direction: 'sale', beneficiaryId: contact });
  await move(business, 'topup', { ...money, beneficiaryId: contactId });
  assert.equal(await advanceOf(business, contactId), 6_000_00n);
  const bought = await bill(business, contactId, '40', { currency: 'USD', date: '2026-02-02' });
  await pay(business, bought.id, [{ balance: true }], { date: '2026-02-03' });
  assert.equal(await advanceOf(business, contactId), 3_600_00n);
  assert.equal(await ruleBalance(business, 'payable'), 0n);
  assert.equal(await ruleBalance(business, 'exchangeGain'), -120_00n);
  await move(business, 'refund', { beneficiaryId: contactId, accountId, amount: '60', date: '2026-02-03' });
  assert.equal(await advanceOf(business, contactId), 0n);
  assert.equal(await ruleBalance(business, 'exchangeGain'), -300_00n);
});

test('merged suppliers have one advance, and concurrent payments never spend more of it than there is', async () => {
  const { business, contactId, cash } = await withAdvance();
  const other = await newContact(business, 'Corripio');
  await move(business, 'topup', { beneficiaryId: other, accountId: cash, amount: '100' });
  await business.api.PATCH('/v1/beneficiary/merge', { body: { id: other, fromIds: [contactId] } });
  assert.equal(await advanceOf(business, other), 500_00n);
  const bills = await Promise.all([1, 2, 3].map(() => bill(business, contactId, '200')));
  const answers = await Promise.all(bills.map(({ id }) => pay(business, id, [{ balance: true, amount: '200' }])));
  assert.deepEqual(answers.map((answer) => answer.error?.code ?? 'paid').toSorted(), [
    'balance_too_low',
    'paid',
    'paid',
  ]);
  assert.equal(await advanceOf(business, other), 100_00n);
});

test('the statement of a contact shows the unused advance payments', async () => {
  const { business, contactId, cash } = await withAdvance();
  await move(business, 'topup', { direction: 'sale', beneficiaryId: contactId, accountId: cash, amount: '90' });
  const prepaid = async (query: object) => {
    const params = { path: { beneficiaryId: contactId }, query };
    return (await business.api.GET('/v1/beneficiary/{beneficiaryId}/statement', { params })).data?.prepaid;
  };
  assert.equal(await prepaid({ direction: 'purchase' }), '400.00');
  assert.equal(await prepaid({}), '90.00');
  assert.equal(await prepaid({ currency: 'USD' }), '0.00');
});
