import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newId } from '#platform/id.ts';
import { fromMinor, toMinor } from '#platform/money.ts';
import { cashOf } from '#test/accounts.ts';
import { app, type Business, codeOf, newBusiness, newMember } from '#test/harness.ts';
import { payrollLaw, payslipOf } from './payslip.ts';

const employ = (business: Business, monthlySalary: string, more = {}) =>
  business.api.POST('/v1/taxes/rrhh/employees', {
    body: { name: 'Luisa Peña', monthlySalary, startsOn: '2026-01-01', ...more },
  });
const pay = (business: Business, accountId: string, body = {}) =>
  business.api.POST('/v1/taxes/rrhh/monthly-payment', {
    body: { period: '2026-10', accountId, date: '2026-11-02', ...body },
  });
const summaryOf = async (business: Business, period = '2026-10') =>
  (await business.api.GET('/v1/taxes/rrhh/monthly-payment-summary', { params: { query: { period } } })).data!;
const balanceOf = async ({ api }: Business, code: string) => {
  const query = { view: 'flat', balances: true, date: '2026-12-31', itemsPerPage: 200 } as const;
  const { data } = await api.GET('/v1/chart-of-accounts', { params: { query } });
  return data!.data.find((account) => account.code === code)!.balance;
};

/** Gross; health insurance, pension, income tax of 2026 and of 2027. */
const vectors = [
  ['30000', '912.00', '861.00', '0.00', '0.00'],
  ['40000', '1216.00', '1148.00', '442.65', '0.00'],
  ['45000', '1368.00', '1291.50', '1148.33', '351.07'],
  ['60000', '1824.00', '1722.00', '3486.65', '2468.10'],
  ['100000', '3040.00', '2870.00', '12105.44', '10876.67'],
  ['250000', '7059.79', '7175.00', '47524.24', '46295.47'],
] as const;

const nothing = { commissions: 0n, otherPay: 0n, bonuses: 0n, untaxed: 0n, deductions: 0n, dependants: 0 };

test('deductions from salaries equal the published examples', async () => {
  const business = await newBusiness();
  const [law2026, law2027] = await app.engine.within(business.id, (ctx) =>
    Promise.all(['2026-10-31', '2027-01-31'].map((day) => payrollLaw(ctx, Temporal.PlainDate.from(day), 'DOP', false))),
  );
  for (const [salary, sfs, afp, tax2026, tax2027] of vectors) {
    const employee = { ...nothing, salary: toMinor(salary, 'DOP') };
    const [slip, next] = [payslipOf(employee, law2026!, '0.10'), payslipOf(employee, law2027!, '0.10')];
    const text = (minor: bigint) => fromMinor(minor, 'DOP');
    assert.deepEqual(
      [text(slip.sfs), text(slip.afp), text(slip.incomeTax), text(next.incomeTax)],
      [sfs, afp, tax2026, tax2027],
      `Of ${salary}.`,
    );
    assert.equal(slip.net, slip.gross - slip.sfs - slip.afp - slip.incomeTax);
  }
});

test('contributions end at the ceilings of the month', async () => {
  const business = await newBusiness();
  await employ(business, '500000', { startsOn: '2025-06-01' });
  const [before, now] = [await summaryOf(business, '2026-01'), await summaryOf(business, '2026-10')];
  assert.deepEqual([before.totals.sfs, before.totals.afp], ['6589.14', '12441.34']);
  assert.deepEqual([now.totals.sfs, now.totals.afp], ['7059.79', '13330.00']);
  assert.deepEqual(
    [now.totals.employerSfs, now.totals.employerAfp, now.totals.employerSrl, now.totals.infotep],
    ['16465.11', '32976.66', '1021.81', '5000.00'],
  );
});

test('a month of 2025 has a payroll where its law is known, and nobody needs none', async () => {
  const business = await newBusiness();
  const read = (period: string) =>
    business.api.GET('/v1/taxes/rrhh/monthly-payment-summary', { params: { query: { period } } });
  assert.equal((await read('2025-03')).data!.totals.gross, '0.00');
  const { data: luisa } = await employ(business, '300000', { startsOn: '2025-01-01' });
  const { totals } = (await read('2025-04')).data!;
  // The ceiling of the health insurance is 216,748.00.
  assert.deepEqual([totals.sfs, totals.afp, totals.dependants], ['6589.14', '8610.00', '0.00']);
  assert.equal(codeOf(await read('2025-03')), 'law_unknown');
  await business.api.PATCH('/v1/taxes/rrhh/employees', { body: { id: luisa!.id, dependants: 1 } });
  assert.equal(codeOf(await read('2025-10')), 'law_unknown');
  assert.equal((await read('2025-11')).data!.totals.dependants, '1919.78');
});

test('a month’s payroll is paid in its parts and posted', async () => {
  const business = await newBusiness();
  const accountId = await cashOf(business);
  const luisa = await employ(business, '45000', { taxId: '001-1391820-5' });
  await employ(business, '30000', { name: 'José', dependants: 1 });
  await employ(business, '99000', { name: 'Ida', startsOn: '2025-01-01', endsOn: '2026-09-30' });
  const summary = await summaryOf(business);
  assert.equal(summary.employees.length, 2);
  assert.deepEqual(
    [summary.totals.net, summary.totals.dependants, summary.tss.amount, summary.tss.dueOn, summary.totals.incomeTax],
    ['67499.39', '1919.78', '18569.78', '2026-11-04', '1148.33'],
  );
  assert.equal(codeOf(await pay(business, accountId, { parts: ['tss'] })), 'payroll_not_posted');
  const salaries = await pay(business, accountId, { parts: ['salaries'] });
  assert.deepEqual(
    salaries.data!.data.map(({ kind, amount }) => [kind, amount]),
    [['payroll', '67499.39']],
  );
  // 75,000.00 of salaries and 12,217.50 of the employer.
  assert.equal(await balanceOf(business, '6101'), '87217.50');
  assert.equal(await balanceOf(business, '2104'), '18569.78');
  assert.equal(await balanceOf(business, '2103'), '1148.33');
  // A later raise does not change the amounts withheld.
  await business.api.PATCH('/v1/taxes/rrhh/employees', { body: { id: luisa.data!.id, monthlySalary: '90000' } });
  assert.equal((await summaryOf(business)).totals.gross, '75000.00');
  const rest = await pay(business, accountId, { parts: ['tss', 'ir3'] });
  assert.deepEqual(
    rest.data!.data.map(({ kind, amount }) => [kind, amount]),
    [
      ['tss', '18569.78'],
      ['ir3', '1148.33'],
    ],
  );
  assert.deepEqual([await balanceOf(business, '2104'), await balanceOf(business, '2103')], ['0.00', '0.00']);
  assert.equal((await summaryOf(business)).tss.filingId, rest.data!.data[0]!.id);
});

test('the calendar and the payroll show a late IR-3 with the surcharge and interest that it is paid with', async () => {
  const business = await newBusiness();
  const accountId = await cashOf(business);
  await employ(business, '45000', { startsOn: '2026-01-01' });
  const amountOf = async () => {
    const { data } = await business.api.GET('/v1/taxes/calendar', { params: { query: { period: '2026-07' } } });
    return data!.data.find(({ filing }) => filing === 'ir3')!.amount!;
  };
  const shown = await amountOf();
  const { ir3 } = await summaryOf(business, '2026-07');
  assert.equal(toMinor(ir3.amount, 'DOP') - toMinor(ir3.lateCharges, 'DOP'), toMinor('1148.33', 'DOP'));
  const body = { period: '2026-07', accountId, parts: ['salaries' as const, 'ir3' as const] };
  const { data } = await business.api.POST('/v1/taxes/rrhh/monthly-payment', { body });
  assert.ok(Number(shown) > 1148.33, shown);
  assert.deepEqual([ir3.amount, data!.data[1]!.amount, await amountOf()], [shown, shown, shown]);
  const paid = (await summaryOf(business, '2026-07')).ir3;
  assert.deepEqual([paid.amount, paid.lateCharges], [shown, ir3.lateCharges]);
});

test('the Christmas salary is a twelfth of the year’s salary, without deductions, and is paid once', async () => {
  const business = await newBusiness();
  const { api } = business;
  const accountId = await cashOf(business);
  const luisa = (await employ(business, '40000', { startsOn: '2024-03-01' })).data!;
  await api.PATCH('/v1/taxes/rrhh/employees', {
    body: { id: luisa.id, monthlySalary: '46000', salaryFrom: '2025-07-01' },
  });
  await employ(business, '31000', { name: 'José', startsOn: '2025-10-22' });
  await employ(business, '90000', { name: 'Ida', startsOn: '2024-01-01', endsOn: '2025-11-30' });
  assert.equal((await summaryOf(business, '2025-11')).christmas, null);
  const { christmas } = await summaryOf(business, '2025-12');
  assert.deepEqual(
    christmas!.employees.map(({ name, earned, amount }) => [name, earned, amount]),
    [
      ['Luisa Peña', '516000.00', '43000.00'],
      // 10 of 31 days of October, and two months.
      ['José', '72000.00', '6000.00'],
    ],
  );
  assert.deepEqual([christmas!.amount, christmas!.dueOn, christmas!.filingId], ['49000.00', '2025-12-20', null]);
  const parts = { parts: ['christmas'], date: '2025-12-18' };
  assert.equal(codeOf(await pay(business, accountId, { ...parts, period: '2025-11' })), 'christmas_in_december');
  const paid = await pay(business, accountId, { ...parts, period: '2025-12' });
  assert.deepEqual(
    paid.data!.data.map(({ kind, amount }) => [kind, amount]),
    [['christmas', '49000.00']],
  );
  assert.equal(await balanceOf(business, '6101'), '49000.00');
  assert.equal(codeOf(await pay(business, accountId, { ...parts, period: '2025-12' })), 'filing_already_paid');
  await api.PATCH('/v1/taxes/rrhh/employees', { body: { id: luisa.id, monthlySalary: '50000' } });
  const after = await summaryOf(business, '2025-12');
  assert.deepEqual([after.christmas!.amount, after.christmas!.filingId], ['49000.00', paid.data!.data[0]!.id]);
  const { data: calendar } = await api.GET('/v1/taxes/calendar', { params: { query: { period: '2025-12' } } });
  const entry = calendar!.data.find(({ filing }) => filing === 'christmas');
  assert.deepEqual([entry?.dueOn, entry?.amount, entry?.status], ['2025-12-20', '49000.00', 'paid']);
  const month = await pay(business, accountId, { period: '2025-12' });
  assert.deepEqual(
    month.data!.data.map(({ kind }) => kind),
    ['payroll', 'tss', 'ir3'],
  );
});

test('the Christmas salary counts the salary that was paid, also where it was corrected afterwards', async () => {
  const business = await newBusiness();
  const accountId = await cashOf(business);
  const luisa = (await employ(business, '30000', { startsOn: '2025-11-01' })).data!;
  await pay(business, accountId, { period: '2025-11', parts: ['salaries'], date: '2025-11-30' });
  await business.api.PATCH('/v1/taxes/rrhh/employees', { body: { id: luisa.id, monthlySalary: '42000' } });
  const [christmas] = (await summaryOf(business, '2025-12')).christmas!.employees;
  assert.deepEqual([christmas!.earned, christmas!.amount], ['72000.00', '6000.00']);
});

test('a month of hiring or leaving is paid by days, and no pay is negative', async () => {
  const business = await newBusiness();
  const accountId = await cashOf(business);
  await employ(business, '31000', { startsOn: '2026-10-22' });
  await employ(business, '62000', { endsOn: '2026-10-01' });
  await employ(business, '30000', { startsOn: '2026-10-01', endsOn: '2026-10-31' });
  const { employees } = await summaryOf(business);
  assert.deepEqual(
    employees.map(({ days, gross }) => [days, gross]),
    [
      [10, '10000.00'],
      [1, '2000.00'],
      [31, '30000.00'],
    ],
  );
  await employ(business, '31000', { startsOn: '2026-10-31', dependants: 1 });
  assert.equal(codeOf(await pay(business, accountId)), 'pay_below_zero');
});

test('a month is paid once, also concurrently, and again after a reversal', async () => {
  const business = await newBusiness();
  const accountId = await cashOf(business);
  await employ(business, '30000');
  const answers = await Promise.all(Array.from({ length: 5 }, () => pay(business, accountId)));
  assert.equal(answers.filter(({ data }) => data).length, 1);
  assert.equal(answers.filter((answer) => codeOf(answer) === 'filing_already_paid').length, 4);
  const { data: paid } = await business.api.GET('/v1/taxes/monthly-payment', {
    params: { query: { period: '2026-10' } },
  });
  const some = { kind: ['tss', 'ir3'] as ('tss' | 'ir3')[], sort: 'period' as const, itemsPerPage: 1 };
  const page = await business.api.GET('/v1/taxes/monthly-payment', { params: { query: some } });
  const cursor = page.data!.nextCursor!;
  const rest = await business.api.GET('/v1/taxes/monthly-payment', { params: { query: { ...some, cursor } } });
  assert.deepEqual([page.data!.total, rest.data!.data.length, rest.data!.nextCursor], [2, 1, null]);
  const idOf = (kind: string) => paid!.data.find((filing) => filing.kind === kind)!.id;
  const takeBack = (id: string) => business.api.DELETE('/v1/taxes/monthly-payment', { body: { id } });
  assert.equal(codeOf(await takeBack(idOf('payroll'))), 'later_filing_paid');
  for (const kind of ['tss', 'ir3', 'payroll']) assert.equal((await takeBack(idOf(kind))).data!.status, 'void');
  assert.equal(codeOf(await takeBack(idOf('tss'))), 'filing_is_void');
  assert.deepEqual([await balanceOf(business, '6101'), await balanceOf(business, '2104')], ['0.00', '0.00']);
  assert.equal((await pay(business, accountId)).response.status, 201);
});

test('a raise counts from its day, also in a payroll that is paid again later', async () => {
  const business = await newBusiness();
  const accountId = await cashOf(business);
  const { data: luisa } = await employ(business, '31000');
  const change = (body: object) => business.api.PATCH('/v1/taxes/rrhh/employees', { body: { id: luisa!.id, ...body } });
  const paid = await pay(business, accountId, { period: '2026-09', date: '2026-10-01', parts: ['salaries'] });
  const raised = await change({ monthlySalary: '62000', salaryFrom: '2026-10-17' });
  assert.deepEqual(raised.data!.earlierSalaries, [{ until: '2026-10-16', monthlySalary: '31000.00' }]);
  await change({ monthlySalary: '77500', salaryFrom: '2026-10-31' });
  // 16 days of 1,000, 14 of 2,000 and one of 2,500.
  assert.equal((await summaryOf(business)).totals.gross, '46500.00');
  assert.equal((await summaryOf(business, '2026-11')).totals.gross, '77500.00');
  await business.api.DELETE('/v1/taxes/monthly-payment', { body: { id: paid.data!.data[0]!.id } });
  assert.equal((await summaryOf(business, '2026-09')).totals.gross, '31000.00');
  await change({ monthlySalary: '93000' });
  assert.equal((await summaryOf(business)).totals.gross, '47000.00');
  await change({ endsOn: '2026-10-10' });
  assert.equal((await summaryOf(business)).totals.gross, '10000.00');
  const early = ['2026-01-01', '2026-10-17', '2026-10-31'].map((salaryFrom) =>
    change({ monthlySalary: '80000', salaryFrom }),
  );
  for (const refused of await Promise.all(early)) assert.equal(codeOf(refused), 'salary_from_too_early');
  assert.equal(codeOf(await change({ salaryFrom: '2026-11-01' })), 'invalid_request');
});

test('an income tax that is paid late costs surcharge and interest', async () => {
  const business = await newBusiness();
  const accountId = await cashOf(business);
  await employ(business, '100000');
  // Due on 10 November: two days into a second month.
  const { data, error } = await pay(business, accountId, { date: '2026-12-12' });
  assert.equal(error, undefined);
  // 12,105.44, with 6 % of surcharge and 2.2 % of interest.
  assert.equal(data!.data[2]!.amount, '13098.09');
});

describe('refused', () => {
  test('an employee twice, who leaves before coming, or of another version', async () => {
    const business = await newBusiness();
    const first = await employ(business, '30000', { taxId: '00113918205' });
    assert.equal(codeOf(await employ(business, '30000', { taxId: '001-1391820-5' })), 'employee_known');
    assert.equal(codeOf(await employ(business, '30000', { endsOn: '2025-12-31' })), 'leaves_before_coming');
    const second = await employ(business, '30000', { taxId: '00113918213' });
    const fieldOf = async (more: object) => (await employ(business, '30000', more)).error!.errors[0]!.path;
    assert.equal(await fieldOf({ taxId: '001-1391820-5' }), 'body.taxId');
    assert.equal(await fieldOf({ endsOn: '2025-12-31' }), 'body.endsOn');
    const change = (body: object) =>
      business.api.PATCH('/v1/taxes/rrhh/employees', { body: { id: second.data!.id, ...body } });
    assert.equal(codeOf(await change({ taxId: first.data!.taxId })), 'employee_known');
    assert.equal(codeOf(await change({ version: 5, name: 'Otra' })), 'version_conflict');
    assert.equal((await change({ version: 1, monthlySalary: '31000' })).data!.monthlySalary, '31000.00');
    const { data } = await business.api.GET('/v1/taxes/rrhh/employees', { params: { query: { on: '2026-10-31' } } });
    assert.equal(data!.total, 2);
  });

  test('a payroll without employees, of a future month, of an unknown account, or by a viewer', async () => {
    const business = await newBusiness();
    const accountId = await cashOf(business);
    assert.equal(codeOf(await pay(business, accountId)), 'nobody_on_payroll');
    await employ(business, '30000');
    assert.equal(codeOf(await pay(business, accountId, { period: '2998-01' })), 'period_not_begun');
    assert.equal(codeOf(await pay(business, accountId, { period: '2026-13' })), 'invalid_request');
    assert.equal(codeOf(await pay(business, newId())), 'reference_not_found');
    const viewer = await newMember(business);
    assert.equal(codeOf(await pay({ ...business, api: viewer.api }, accountId)), 'forbidden');
    const other = await newBusiness();
    assert.equal((await summaryOf(other)).employees.length, 0);
    assert.equal(codeOf(await other.api.DELETE('/v1/taxes/monthly-payment', { body: { id: newId() } })), 'not_found');
  });
});

test('the part of work risk is that of a class', async () => {
  const { api } = await newBusiness();
  const set = async (workRiskPercent: string) =>
    (await api.PATCH('/v1/organization/settings', { body: { section: 'taxes', value: { workRiskPercent } } })).response
      .status;
  assert.deepEqual(await Promise.all(['0.25', '0.5', '0', '0.151'].map(set)), [400, 400, 400, 400]);
  assert.deepEqual([await set('0.10'), await set('0.15'), await set('0.2'), await set('0.30')], [200, 200, 200, 200]);
});
