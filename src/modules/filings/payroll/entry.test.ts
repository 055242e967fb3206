import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newId } from '#platform/id.ts';
import { cashOf } from '#test/accounts.ts';
import { app, type Business, codeOf, newBusiness, newMember } from '#test/harness.ts';
import { taxFilings } from '../tables.ts';

const PERIOD = '2026-10';

const employ = async ({ api }: Business, monthlySalary: string, more = {}) =>
  (await api.POST('/v1/taxes/rrhh/employees', {
    body: { name: 'Luisa Peña', monthlySalary, startsOn: '2025-01-01', ...more },
  }))!.data!.id;

type NewEntry = Parameters<typeof enter>[2];
const enter = (
  { api }: Business,
  employeeId: string,
  body: { kind: 'commission' | 'overtime' | 'bonus' | 'untaxed' | 'loan' | 'advance' | 'deduction' } & Record<
    string,
    unknown
  >,
) => api.POST('/v1/taxes/rrhh/entries', { body: { employeeId, period: PERIOD, ...body } });

async function enterAll(business: Business, employeeId: string, entries: [kind: string, rest: object][]) {
  for (const [kind, rest] of entries) {
    const { error } = await enter(business, employeeId, { kind, ...rest } as NewEntry);
    assert.equal(error, undefined);
  }
}

const pay = ({ api }: Business, accountId: string, body = {}) =>
  api.POST('/v1/taxes/rrhh/monthly-payment', { body: { period: PERIOD, accountId, date: '2026-11-02', ...body } });
const summaryOf = async ({ api }: Business, period = PERIOD) =>
  (await api.GET('/v1/taxes/rrhh/monthly-payment-summary', { params: { query: { period } } })).data!;
const chartOf = async ({ api }: Business) => {
  const query = { view: 'flat', balances: true, date: '2026-12-31', itemsPerPage: 200 } as const;
  const { data } = await api.GET('/v1/chart-of-accounts', { params: { query } });
  return new Map(data!.data.map((account) => [account.code, account]));
};
const balancesOf = async (business: Business, codes: string[]) => {
  const chart = await chartOf(business);
  return codes.map((code) => chart.get(code)!.balance);
};

test('variable pay is paid, taxed and posted with the salary', async () => {
  const business = await newBusiness();
  const accountId = await cashOf(business);
  const luisa = await employ(business, '45000');
  await enterAll(business, luisa, [
    ['commission', { amount: '10000', description: 'Ventas de octubre' }],
    ['overtime', { hours: '10' }],
    ['overtime-double', { hours: 4 }],
    ['night', { hours: '20' }],
    ['holiday', { hours: '8.00' }],
    ['bonus', { amount: '30000' }],
    ['untaxed', { amount: '2000' }],
    ['loan', { amount: '3000' }],
    ['advance', { amount: '1500' }],
    ['deduction', { amount: '500' }],
  ]);
  const { employees, totals, tss } = await summaryOf(business);
  const { entries, ...slip } = employees[0]!;
  // 45,000 / 23.83 / 8 is 236.0470 an hour.
  assert.deepEqual(
    entries.map(({ kind, hours, amount }) => [kind, hours, amount]),
    [
      ['commission', null, '10000.00'],
      ['overtime', '10', '3186.63'],
      ['overtime-double', '4', '1888.38'],
      ['night', '20', '708.14'],
      ['holiday', '8', '1888.38'],
      ['bonus', null, '30000.00'],
      ['untaxed', null, '2000.00'],
      ['loan', null, '3000.00'],
      ['advance', null, '1500.00'],
      ['deduction', null, '500.00'],
    ],
  );
  const { employeeId, name, taxId, days, ...amounts } = slip;
  assert.deepEqual([employeeId, name, taxId, days], [luisa, 'Luisa Peña', null, 31]);
  assert.deepEqual(amounts, {
    salary: '45000.00',
    commissions: '10000.00',
    otherPay: '37671.53',
    untaxed: '2000.00',
    gross: '94671.53',
    // 3.04 % and 2.87 % of 55,000.
    sfs: '1672.00',
    afp: '1578.50',
    dependants: '0.00',
    infotepBonus: '150.00',
    // A year of 89,421.03: 79,776 and a quarter of what is above 867,123, by twelve.
    incomeTax: '10938.20',
    deductions: '5000.00',
    net: '75332.83',
    employerSfs: '3899.50',
    employerAfp: '3905.00',
    employerSrl: '605.00',
    infotep: '550.00',
  });
  assert.deepEqual([tss.amount, totals.incomeTax], ['12360.00', '10938.20']);
  const paid = await pay(business, accountId, { parts: ['salaries'] });
  assert.equal(paid.data!.data[0]!.amount, '75332.83');
  assert.deepEqual(await balancesOf(business, ['6101', '6102', '1106', '2104', '2103', '1101']), [
    // 45,000.00, 37,671.53 and 2,000.00 of pay and 8,959.50 of the employer.
    '93631.03',
    '10000.00',
    '-4500.00',
    '12860.00',
    '10938.20',
    '-75332.83',
  ]);
  await pay(business, accountId, { parts: ['tss', 'ir3'] });
  assert.deepEqual(await balancesOf(business, ['2104', '2103']), ['500.00', '0.00']);
});

test('pay beyond the ceilings of the contributions is taxed', async () => {
  const business = await newBusiness();
  const ana = await employ(business, '200000');
  await enterAll(business, ana, [['commission', { amount: '50000' }]]);
  const { totals } = await summaryOf(business);
  // As a salary of 250,000.
  assert.deepEqual([totals.sfs, totals.afp, totals.incomeTax], ['7059.79', '7175.00', '47524.24']);
  assert.equal(totals.infotep, '2500.00');
});

test('hours are paid by the salary at the end of the month', async () => {
  const business = await newBusiness();
  const [raised, gone] = [await employ(business, '30000'), await employ(business, '30000', { endsOn: '2026-10-10' })];
  for (const id of [raised, gone]) {
    const body = { id, monthlySalary: '60000', salaryFrom: '2026-10-16' };
    await business.api.PATCH('/v1/taxes/rrhh/employees', { body });
    await enterAll(business, id, [['overtime', { hours: '10' }]]);
  }
  const { employees } = await summaryOf(business);
  // 405,000 / 190.64 is 2,124.42 for ten hours of 30,000 a month, and 4,248.85 for those of 60,000.
  assert.deepEqual(
    employees.map(({ employeeId, otherPay }) => [employeeId, otherPay]),
    [
      [raised, '4248.85'],
      [gone, '2124.42'],
    ],
  );
});

test('entries are posted to the accounts that they name', async () => {
  const business = await newBusiness();
  const accountId = await cashOf(business);
  const chart = await chartOf(business);
  const sellerId = business.owner.id;
  await business.api.POST('/v1/record/commission', { body: { sellerId, amount: '8000' } });
  const luisa = await employ(business, '30000');
  await enterAll(business, luisa, [
    ['commission', { amount: '8000', chartAccountId: chart.get('2104')!.id }],
    ['deduction', { amount: '700', chartAccountId: chart.get('4204')!.id }],
  ]);
  await pay(business, accountId, { parts: ['salaries'] });
  // The commission was an expense when it was earned. What is owed is the TSS: 5.91 % and 16.29 % of 38,000.
  assert.deepEqual(await balancesOf(business, ['6102', '2104', '4204']), ['8000.00', '8436.00', '700.00']);
});

test('the Christmas salary counts commissions, but no other variable pay and no employee who has left', async () => {
  const business = await newBusiness();
  const ana = await employ(business, '40000', { startsOn: '2024-01-01' });
  const gone = await employ(business, '40000', { startsOn: '2024-01-01', endsOn: '2025-08-31' });
  await enterAll(business, ana, [
    ['commission', { period: '2025-03', amount: '9000' }],
    ['commission', { period: '2025-12', amount: '3000' }],
    ['commission', { period: '2024-12', amount: '7777' }],
    ['bonus', { period: '2025-04', amount: '50000' }],
    ['overtime', { period: '2025-04', hours: '10' }],
  ]);
  await enterAll(business, gone, [['commission', { period: '2025-12', amount: '1000' }]]);
  const { christmas } = await summaryOf(business, '2025-12');
  assert.deepEqual(
    christmas!.employees.map(({ employeeId, earned, amount }) => [employeeId, earned, amount]),
    [[ana, '492000.00', '41000.00']],
  );
});

test('an employee who has left is paid the entered amounts, without dependants', async () => {
  const business = await newBusiness();
  const gone = await employ(business, '40000', { endsOn: '2026-09-30', dependants: 2 });
  assert.equal((await summaryOf(business)).employees.length, 0);
  await enterAll(business, gone, [['commission', { amount: '10000' }]]);
  const { employees } = await summaryOf(business);
  assert.deepEqual(
    employees.map(({ days, salary, dependants, net }) => [days, salary, dependants, net]),
    [[0, '0.00', '0.00', '9409.00']],
  );
});

test('an entry that is added while the month is paid is paid or refused', async () => {
  const business = await newBusiness();
  const accountId = await cashOf(business);
  const luisa = await employ(business, '30000');
  const gone = await employ(business, '30000', { endsOn: '2026-01-31' });
  const addSome = () =>
    [luisa, gone, luisa, gone].map((id) => enter(business, id, { kind: 'commission', amount: '100' }));
  const [before, payment, after] = [addSome(), pay(business, accountId), addSome()];
  const added = await Promise.all([...before, ...after]);
  const kept = added.flatMap(({ data }) => data?.id ?? []);
  assert.equal(added.filter((answer) => codeOf(answer) === 'salaries_paid').length, added.length - kept.length);
  const { employees } = (await payment).data!.data[0]!.figures as { employees: { entries: { id: string }[] }[] };
  const paid = employees.flatMap(({ entries }) => entries.map(({ id }) => id));
  assert.deepEqual(paid.toSorted(), kept.toSorted());
});

test('entries change until the salaries are paid, and again once that is void', async () => {
  const business = await newBusiness();
  const { api } = business;
  const accountId = await cashOf(business);
  const luisa = await employ(business, '30000');
  const { data: entry } = await enter(business, luisa, { kind: 'overtime', hours: '10', description: 'Inventario' });
  const { id } = entry!;
  const change = (body: object) => api.PATCH('/v1/taxes/rrhh/entries', { body: { id, ...body } });
  const list = async (query = {}) => (await api.GET('/v1/taxes/rrhh/entries', { params: { query } })).data!;
  assert.deepEqual([entry!.period, entry!.hours, entry!.amount, entry!.version], [PERIOD, '10', null, 1]);
  const byHours = await change({ version: 1, hours: '12.5' });
  assert.deepEqual([byHours.data!.hours, byHours.data!.description], ['12.5', 'Inventario']);
  const byAmount = await change({ amount: '5000' });
  assert.deepEqual([byAmount.data!.hours, byAmount.data!.amount], [null, '5000.00']);
  assert.equal(codeOf(await change({ version: 1, amount: '1' })), 'version_conflict');
  await enter(business, luisa, { kind: 'loan', amount: '100', period: '2027-01' });
  assert.deepEqual(
    (await list()).data.map(({ period, kind }) => [period, kind]),
    [
      ['2027-01', 'loan'],
      [PERIOD, 'overtime'],
    ],
  );
  assert.deepEqual([(await list({ period: PERIOD })).total, (await list({ kind: 'bonus' })).total], [1, 0]);
  assert.deepEqual([(await list({ employeeId: luisa })).total, (await list({ employeeId: newId() })).total], [2, 0]);
  const { data: paid } = await pay(business, accountId, { parts: ['salaries'] });
  assert.equal(codeOf(await change({ amount: '1' })), 'salaries_paid');
  assert.equal(codeOf(await api.DELETE('/v1/taxes/rrhh/entries', { body: { id } })), 'salaries_paid');
  assert.equal(codeOf(await enter(business, luisa, { kind: 'bonus', amount: '1' })), 'salaries_paid');
  assert.equal((await summaryOf(business)).employees[0]!.entries[0]!.amount, '5000.00');
  await api.DELETE('/v1/taxes/monthly-payment', { body: { id: paid!.data[0]!.id } });
  assert.equal((await api.DELETE('/v1/taxes/rrhh/entries', { body: { id } })).response.status, 204);
  assert.equal((await summaryOf(business)).totals.gross, '30000.00');
});

test('a payroll that was paid before entries existed shows its payments', async () => {
  const business = await newBusiness();
  const accountId = await cashOf(business);
  await employ(business, '45000');
  const { data: paid } = await pay(business, accountId, { parts: ['salaries'] });
  const { id, figures } = paid!.data[0]!;
  const known = 'employeeId name taxId days gross sfs afp dependants incomeTax net employerSfs employerAfp employerSrl';
  const ofThatTime = (employee: object) =>
    Object.fromEntries(Object.entries(employee).filter(([name]) => `${known} infotep`.split(' ').includes(name)));
  const { employees } = figures as { employees: object[] };
  await app.engine.within(business.id, (ctx) =>
    taxFilings.update(ctx, id, { figures: { ...figures, employees: employees.map(ofThatTime) } }),
  );
  const summary = await summaryOf(business);
  assert.deepEqual(summary.employees, employees);
  const { data } = await pay(business, accountId, { parts: ['tss', 'ir3'] });
  assert.deepEqual(
    data!.data.map(({ amount }) => amount),
    ['9990.00', '1148.33'],
  );
});

describe('refused', () => {
  test('entries without an amount, with hours of a kind that has none, and of unknown employees or accounts', async () => {
    const business = await newBusiness();
    const luisa = await employ(business, '30000');
    const chart = await chartOf(business);
    const tried = async (body: object, employeeId = luisa) =>
      codeOf(await enter(business, employeeId, { kind: 'commission', ...body } as NewEntry));
    assert.equal(await tried({}), 'invalid_request');
    assert.equal(await tried({ kind: 'overtime', hours: '1', amount: '1' }), 'invalid_request');
    assert.equal(await tried({ kind: 'overtime', hours: '744.01' }), 'invalid_request');
    assert.equal(await tried({ amount: '0' }), 'invalid_request');
    assert.equal(await tried({ hours: '1' }), 'hours_not_of_kind');
    assert.equal(await tried({ amount: '1' }, newId()), 'reference_not_found');
    assert.equal(await tried({ amount: '1', chartAccountId: newId() }), 'reference_not_found');
    for (const code of ['61', '1105', '2101'])
      assert.equal(await tried({ amount: '1', chartAccountId: chart.get(code)!.id }), 'account_not_for_payroll');
    const { data: entry } = await enter(business, luisa, { kind: 'commission', amount: '1' });
    const change = (body: object) => business.api.PATCH('/v1/taxes/rrhh/entries', { body: { id: entry!.id, ...body } });
    assert.equal(codeOf(await change({ hours: '1' })), 'hours_not_of_kind');
    assert.equal(codeOf(await change({ hours: '1', amount: '1' })), 'invalid_request');
    assert.equal(codeOf(await change({ chartAccountId: chart.get('61')!.id })), 'account_not_for_payroll');
  });

  test('deductions above the pay, and entries of the account that pays', async () => {
    const business = await newBusiness();
    const accountId = await cashOf(business);
    const luisa = await employ(business, '30000');
    const chartAccountId = (await chartOf(business)).get('1101')!.id;
    const { data: entry } = await enter(business, luisa, { kind: 'loan', amount: '28227.01' });
    assert.equal(codeOf(await pay(business, accountId)), 'pay_below_zero');
    const body = { id: entry!.id, amount: '28227', chartAccountId };
    await business.api.PATCH('/v1/taxes/rrhh/entries', { body });
    assert.equal(codeOf(await pay(business, accountId)), 'same_account');
    await business.api.PATCH('/v1/taxes/rrhh/entries', { body: { id: entry!.id, chartAccountId: null } });
    assert.equal((await pay(business, accountId)).data!.data[0]!.amount, '0.00');
  });

  test('more entries of an employee and month than the limit', async () => {
    const business = await newBusiness();
    const luisa = await employ(business, '30000');
    const add = () => enter(business, luisa, { kind: 'bonus', amount: '1' });
    const added = await Promise.all(Array.from({ length: 101 }, add));
    assert.deepEqual(
      added.flatMap((answer) => codeOf(answer) ?? []),
      ['too_many_payroll_entries'],
    );
  });

  test('viewers, and entries of another organization', async () => {
    const business = await newBusiness();
    const luisa = await employ(business, '30000');
    const { data: entry } = await enter(business, luisa, { kind: 'bonus', amount: '1' });
    const viewer = await newMember(business);
    assert.equal(codeOf(await viewer.api.GET('/v1/taxes/rrhh/entries')), 'forbidden');
    const other = await newBusiness();
    assert.equal(codeOf(await enter(other, luisa, { kind: 'bonus', amount: '1' })), 'reference_not_found');
    const remove = () => other.api.DELETE('/v1/taxes/rrhh/entries', { body: { id: entry!.id } });
    assert.equal(codeOf(await remove()), 'not_found');
    assert.equal((await other.api.GET('/v1/taxes/rrhh/entries')).data!.total, 0);
  });
});

test('entries of many employees are entered together, or none of them', async () => {
  const business = await newBusiness();
  const { api } = business;
  const [luisa, pedro] = [await employ(business, '45000'), await employ(business, '30000', { name: 'Pedro Soto' })];
  const bulk = (...entries: object[]) => api.POST('/v1/taxes/rrhh/entries/bulk', { body: { entries } as never });
  const commission = (employeeId: string, amount: string) => ({
    employeeId,
    period: PERIOD,
    kind: 'commission',
    amount,
  });
  const { data } = await bulk(commission(luisa, '1000'), commission(pedro, '2000'), {
    ...commission(pedro, '0'),
    kind: 'overtime',
    amount: undefined,
    hours: '3.5',
  });
  assert.deepEqual(
    data!.data.map(({ employeeId, amount, hours }) => [employeeId, amount, hours]),
    [
      [luisa, '1000.00', null],
      [pedro, '2000.00', null],
      [pedro, null, '3.5'],
    ],
  );
  const wrong = await bulk(commission(luisa, '1'), commission(newId(), '2'));
  assert.deepEqual(
    [codeOf(wrong), wrong.error!.errors![0]!.path],
    ['reference_not_found', 'body.entries[1].employeeId'],
  );
  const hours = await bulk(commission(luisa, '1'), { ...commission(pedro, '1'), amount: undefined, hours: '2' });
  assert.deepEqual([codeOf(hours), hours.error!.errors![0]!.path], ['hours_not_of_kind', 'body.entries[1].hours']);
  const many = await bulk(...Array.from({ length: 100 }, () => commission(luisa, '1')));
  assert.deepEqual(
    [codeOf(many), many.error!.errors![0]!.path],
    ['too_many_payroll_entries', 'body.entries[99].employeeId'],
  );
  const { data: list } = await api.GET('/v1/taxes/rrhh/entries', { params: { query: { period: PERIOD } } });
  assert.equal(list!.data.length, 3);
});
