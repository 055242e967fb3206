import assert from 'node:assert/strict';
import { test } from 'node:test';
import { balancesOf, openAccount, ruleBalance } from '#test/accounts.ts';
import { newContact } from '#test/books.ts';
import { newDocument } from '#test/documents.ts';
import { type Business, codeOf, newBusiness } from '#test/harness.ts';

const PERIOD = '2026-10';

const enter = ({ api }: Business, employeeId: string, body: object) =>
  api.POST('/v1/taxes/rrhh/entries', { body: { employeeId, period: PERIOD, kind: 'loan', ...body } as never });
const paySalaries = ({ api }: Business, accountId: string) =>
  api.POST('/v1/taxes/rrhh/monthly-payment', {
    body: { period: PERIOD, accountId, date: '2026-11-02', parts: ['salaries'] },
  });
const voidPayment = ({ api }: Business, id: string) => api.DELETE('/v1/taxes/monthly-payment', { body: { id } });
const creditOf = async ({ api }: Business, creditId: string) =>
  (await api.GET('/v1/record/pending/credit/{creditId}', { params: { path: { creditId } } })).data!;

/** An employee with a loan of 12,000 in four instalments at 12 % a year, the first of which was due in October. */
async function withLoan() {
  const business = await newBusiness();
  const { id: accountId } = await openAccount(business, { openingBalance: '500000', openingDate: '2026-01-01' });
  const body = { name: 'Luisa Peña', monthlySalary: '45000', startsOn: '2025-01-01' };
  const { data: employee } = await business.api.POST('/v1/taxes/rrhh/employees', { body });
  const contactId = await newContact(business, 'Luisa Peña');
  const { data: loan } = await business.api.POST('/v1/record/pending/loan', {
    body: {
      contactId,
      accountId,
      amount: '12000',
      date: '2026-09-30',
      plan: { instalments: 4, annualRate: '12', firstDueOn: '2026-10-30' },
    },
  });
  return { business, accountId, employeeId: employee!.id, contactId, creditId: loan!.id };
}

test('a loan instalment that is kept back from a salary pays the loan of the employee', async () => {
  const { business, accountId, employeeId, contactId, creditId } = await withLoan();
  const { data: entry } = await enter(business, employeeId, { creditId, amount: '3075.37' });
  assert.equal(entry?.creditId, creditId);
  const owedBefore = await ruleBalance(business, 'payrollPayable');
  const { data: paid, error } = await paySalaries(business, accountId);
  assert.ok(paid, JSON.stringify(error));
  // 45,000 less 1,368.00 SFS, 1,291.50 AFP, 1,148.33 of income tax and the instalment.
  assert.equal(paid.data[0]!.amount, '38116.80');
  assert.equal((await balancesOf(business)).Popular, '449883.20');
  const credit = await creditOf(business, creditId);
  const [event] = credit.events;
  assert.deepEqual([event?.amount, event?.interest, event?.capital], ['3075.37', '120.00', '2955.37']);
  const { data: documents } = await business.api.GET('/v1/record/pending', { params: { query: { contactId } } });
  assert.equal(documents!.data[0]!.balance, '9044.63');
  assert.equal(await ruleBalance(business, 'loansGranted'), 9_044_63n);
  assert.equal(await ruleBalance(business, 'interestIncome'), -120_00n);
  // Social security of both sides, and nothing of the loan.
  assert.equal((await ruleBalance(business, 'payrollPayable')) - owedBefore, -9_990_00n);
});

test('voiding the salaries makes the loan owed again, unless the loan has changed since', async () => {
  const { business, accountId, employeeId, creditId } = await withLoan();
  await enter(business, employeeId, { creditId, amount: '1000' });
  await enter(business, employeeId, { creditId, amount: '500' });
  const { data: first } = await paySalaries(business, accountId);
  const paid = first!.data[0]!.id;
  assert.equal((await creditOf(business, creditId)).events.length, 2);
  await business.api.POST('/v1/record/pending/credit/makeCreditPayment', {
    body: { creditId, accountId, amount: '10', date: '2026-11-02' },
  });
  assert.equal(codeOf(await voidPayment(business, paid)), 'credit_changed_since');
  const undoLast = () => business.api.DELETE('/v1/record/pending/credit/payment', { body: { creditId } });
  await undoLast();
  await business.api.POST('/v1/record/pending/credit/{creditId}/cancel', {
    params: { path: { creditId } },
    body: { remainder: 'write-off' },
  });
  assert.equal(codeOf(await voidPayment(business, paid)), 'credit_changed_since');
  await undoLast();
  assert.equal((await voidPayment(business, paid)).data?.status, 'void');
  assert.equal(await ruleBalance(business, 'loansGranted'), 12_000_00n);
  assert.equal(await ruleBalance(business, 'payrollPayable'), 0n);
  const { data: again } = await paySalaries(business, accountId);
  // An instalment that was undone by itself is owed to the employee until the salaries are void too.
  await undoLast();
  assert.equal((await voidPayment(business, again!.data[0]!.id)).data?.status, 'void');
  assert.equal(await ruleBalance(business, 'payrollPayable'), 0n);
});

test('a salary pays only credits that the business granted in its currency, and not more than is owed', async () => {
  const { business, accountId, employeeId, contactId, creditId } = await withLoan();
  const code = async (body: object) => codeOf(await enter(business, employeeId, { amount: '100', ...body }));
  assert.equal(await code({ creditId: crypto.randomUUID() }), 'reference_not_found');
  assert.equal(await code({ creditId, kind: 'advance' }), 'credit_not_of_entry');
  const { data: chart } = await business.api.GET('/v1/chart-of-accounts/posting-rules', {
    params: { query: { itemsPerPage: 200 } },
  });
  const chartAccountId = chart!.data.find(({ name }) => name === 'loansGranted')!.account.id;
  assert.equal(await code({ creditId, chartAccountId }), 'credit_not_of_entry');
  const bought = await newDocument(business.api, {
    contactId,
    direction: 'purchase',
    elements: [{ description: 'Nevera', quantity: 1, unitPrice: '900' }],
  });
  const { data: owing } = await business.api.POST('/v1/record/pending/credit', {
    body: { pendingRecordId: bought.id, plan: { instalments: 3 } },
  });
  assert.equal(await code({ creditId: owing!.id }), 'credit_not_owed_here');
  const { data: entry } = await enter(business, employeeId, { creditId, amount: '20000' });
  assert.equal(codeOf(await paySalaries(business, accountId)), 'credit_overpaid');
  assert.equal(await ruleBalance(business, 'salaries'), 0n);
  const change = (body: object) =>
    business.api.PATCH('/v1/taxes/rrhh/entries', { body: { id: entry!.id, ...body } as never });
  assert.equal(codeOf(await change({ chartAccountId })), 'credit_not_of_entry');
  assert.equal((await change({ creditId: null, chartAccountId })).data?.creditId, null);
});
