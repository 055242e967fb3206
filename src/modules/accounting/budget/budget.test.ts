import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '#platform/id.ts';
import { openAccount } from '#test/accounts.ts';
import { businessOn } from '#test/assets.ts';
import { chartId, enter, newDivision } from '#test/books.ts';
import { app, type Business, codeOf, newBusiness, newMember } from '#test/harness.ts';
import { budgetAmounts } from '../tables.ts';

async function newBudget({ api }: Business, body: Record<string, unknown> = {}) {
  const { data, error } = await api.POST('/v1/budget', { body: { name: 'Presupuesto', ...body } as never });
  assert.ok(data, JSON.stringify(error));
  return data;
}

async function report({ api }: Business, budgetId: string, query: Record<string, string> = {}) {
  const { data, error } = await api.GET('/v1/budget/{budgetId}/report', { params: { path: { budgetId }, query } });
  assert.ok(data, JSON.stringify(error));
  return data;
}

async function accountOf({ api }: Business, code: string): Promise<string> {
  const { data } = await api.GET('/v1/chart-of-accounts', { params: { query: { view: 'flat', itemsPerPage: 100 } } });
  return data!.data.find((account) => account.code === code)!.id;
}

interface Figures {
  budget: string;
  actual: string;
  difference: string;
  percent: string | null;
}
const figures = ({ budget, actual, difference, percent }: Figures) => [budget, actual, difference, percent].join(' ');

/** An expense or income without taxes on a day. */
const moved = (business: Business, kind: 'income' | 'expense', amount: string, date: string, more: object = {}) =>
  enter(business.api, { kind, amount, date, ...more });

test('a budget is of the fiscal year, and shares a total among its months to the cent', async () => {
  const business = await businessOn('2027-05-10');
  const [rent, sales] = [await accountOf(business, '6103'), await chartId(business, 'sales')];
  const amounts = Array.from({ length: 12 }, (_, month) => String(month * 100));
  const budget = await newBudget(business, {
    lines: [
      { chartAccountId: rent, total: '1000' },
      { chartAccountId: sales, amounts },
    ],
  });
  assert.deepEqual([budget.startsOn, budget.endsOn, budget.months.length], ['2027-01-01', '2027-12-31', 12]);
  assert.deepEqual(budget.totals, { income: '6600.00', expense: '1000.00', result: '5600.00' });
  const [income, expense] = budget.lines;
  assert.deepEqual([income!.code, income!.amounts[0], income!.amounts[11]], ['4101', '0.00', '1100.00']);
  assert.deepEqual([expense!.total, expense!.amounts.slice(0, 3)], ['1000.00', ['83.33', '83.34', '83.33']]);
  const { data } = await business.api.GET('/v1/budget/{budgetId}', { params: { path: { budgetId: budget.id } } });
  assert.deepEqual(data, budget);
});

test('the report compares by account and month, with headings, unplanned accounts and totals', async () => {
  const business = await businessOn('2027-03-10');
  const [rent, light, sales] = [
    await accountOf(business, '6103'),
    await accountOf(business, '6104'),
    await chartId(business, 'sales'),
  ];
  const budget = await newBudget(business, {
    startsOn: '2027-01-15',
    endsOn: '2027-02-01',
    lines: [
      { chartAccountId: rent, amounts: ['500', '500'] },
      { chartAccountId: sales, total: '3000' },
    ],
  });
  await moved(business, 'expense', '600', '2027-01-31', { chartAccountId: rent });
  await moved(business, 'expense', '80', '2027-02-01', { chartAccountId: light });
  await moved(business, 'income', '1200', '2027-02-28', { chartAccountId: sales });
  await moved(business, 'expense', '999', '2027-03-01', { chartAccountId: rent });
  await moved(business, 'expense', '999', '2026-12-31', { chartAccountId: rent });
  const whole = await report(business, budget.id);
  assert.deepEqual([whole.from, whole.to, whole.months], ['2027-01-01', '2027-02-28', ['2027-01-01', '2027-02-01']]);
  assert.deepEqual(
    whole.expense.lines.map(({ code, months, total }) => [code, ...months.map(figures), figures(total)]),
    [
      ['6', '500.00 600.00 100.00 120.00', '500.00 80.00 -420.00 16.00', '1000.00 680.00 -320.00 68.00'],
      ['61', '500.00 600.00 100.00 120.00', '500.00 80.00 -420.00 16.00', '1000.00 680.00 -320.00 68.00'],
      ['6103', '500.00 600.00 100.00 120.00', '500.00 0.00 -500.00 0.00', '1000.00 600.00 -400.00 60.00'],
      ['6104', '0.00 0.00 0.00 ', '0.00 80.00 80.00 ', '0.00 80.00 80.00 '],
    ],
  );
  assert.equal(figures(whole.income.total), '3000.00 1200.00 -1800.00 40.00');
  assert.equal(figures(whole.result.total), '2000.00 520.00 -1480.00 26.00');
  const january = await report(business, budget.id, { to: '2027-01-31' });
  assert.equal(figures(january.expense.total), '500.00 600.00 100.00 120.00');
  const february = await report(business, budget.id, { from: '2027-02-10' });
  assert.equal(figures(february.expense.total), '500.00 80.00 -420.00 16.00');
  const { error } = await business.api.GET('/v1/budget/{budgetId}/report', {
    params: { path: { budgetId: budget.id }, query: { to: '2027-03-31' } },
  });
  assert.equal(error!.code, 'budget_span_wrong');
  const path = { budgetId: budget.id };
  const { data: file } = await business.api.GET('/v1/budget/{budgetId}/report/download', { params: { path } });
  const rows = (await file!.text()).trim().split(/\r?\n/);
  assert.match(rows[0]!, /Código.+Presupuesto 2027-01.+Real 2027-01.+Diferencia/);
  assert.match(rows.at(-1)!, /Resultado.+2000\.00.+520\.00.+-1480\.00.+26\.00/);
});

test('an amount of a heading is compared with everything under it', async () => {
  const business = await businessOn('2027-03-10');
  const [operating, rent] = [await accountOf(business, '61'), await accountOf(business, '6103')];
  const budget = await newBudget(business, { lines: [{ chartAccountId: operating, total: '12000' }] });
  await moved(business, 'expense', '700', '2027-03-01', { chartAccountId: rent });
  const { expense } = await report(business, budget.id, { from: '2027-03-01', to: '2027-03-31' });
  assert.deepEqual(
    expense.lines.map(({ code, total }) => [code, total.budget, total.actual]),
    [
      ['6', '1000.00', '700.00'],
      ['61', '1000.00', '700.00'],
      ['6103', '0.00', '700.00'],
    ],
  );
});

test('a budget of a division or a project counts only its own postings', async () => {
  const business = await businessOn('2027-03-10');
  const divisionId = await newDivision(business);
  const projectId = (await business.api.POST('/v1/project', { body: { name: 'Feria' } })).data!.id;
  const rent = await accountOf(business, '6103');
  await moved(business, 'expense', '100', '2027-03-01', { chartAccountId: rent });
  const spent = { kind: 'expense' as const, date: '2027-03-02' };
  await enter(business.api, { ...spent, amount: '20', chartAccountId: rent, projectId });
  const { data: drawer } = await business.api.POST('/v1/account', {
    body: { name: 'Norte', kind: 'cash', divisionId },
  });
  await enter(business.api, { ...spent, amount: '3', chartAccountId: rent, accountId: drawer!.id });
  const lines = [{ chartAccountId: rent, total: '1200' }];
  const actual = async (more: object) => {
    const { id } = await newBudget(business, { lines, ...more });
    return (await report(business, id)).expense.total.actual;
  };
  assert.deepEqual(
    [await actual({}), await actual({ divisionId }), await actual({ projectId })],
    ['123.00', '3.00', '20.00'],
  );
});

test('a budget begins with the months of last year, times a factor', async () => {
  const business = await businessOn('2027-03-10');
  const [rent, sales] = [await accountOf(business, '6103'), await chartId(business, 'sales')];
  await moved(business, 'expense', '100.01', '2026-01-31', { chartAccountId: rent });
  await moved(business, 'income', '400', '2026-02-15', { chartAccountId: sales });
  await moved(business, 'expense', '7', '2025-12-31', { chartAccountId: rent });
  const budget = await newBudget(business, {
    fromActuals: { factor: '1.05' },
    lines: [{ chartAccountId: sales, total: '1200' }],
  });
  assert.deepEqual(
    budget.lines.map(({ code, amounts }) => [code, ...amounts.slice(0, 2)]),
    [
      ['4101', '100.00', '100.00'],
      ['6103', '105.01', '0.00'],
    ],
  );
  const earlier = await newBudget(business, { fromActuals: { startsOn: '2025-12-05' } });
  assert.deepEqual(earlier.lines.find(({ code }) => code === '6103')!.amounts.slice(0, 2), ['7.00', '100.01']);
});

test('a copy of earlier months leaves out unrealized exchange differences', async () => {
  const business = await businessOn('2027-03-10');
  const opening = { openingBalance: '100', openingDate: '2026-05-02', openingRate: '58' };
  await openAccount(business, { currency: 'USD', ...opening });
  const rates = [{ currency: 'USD', rate: '60' }];
  await business.api.POST('/v1/currency/revaluation', { body: { date: '2026-05-31', rates } });
  await moved(business, 'expense', '100', '2026-06-30');
  const { lines } = await newBudget(business, { fromActuals: {} });
  assert.deepEqual(
    lines.map(({ code }) => code),
    ['6105'],
  );
});

test('a change replaces the amounts of the accounts that it names', async () => {
  const business = await businessOn('2027-03-10');
  const [rent, light] = [await accountOf(business, '6103'), await accountOf(business, '6104')];
  const { id } = await newBudget(business, {
    lines: [
      { chartAccountId: rent, total: '1200' },
      { chartAccountId: light, total: '600' },
    ],
  });
  const change = (body: object) => business.api.PATCH('/v1/budget', { body: { id, ...body } as never });
  const { data } = await change({ version: 1, name: 'Otro', lines: [{ chartAccountId: rent, total: '2400' }] });
  assert.deepEqual([data!.version, data!.name, data!.totals.expense], [2, 'Otro', '3000.00']);
  const less = await change({ lines: [{ chartAccountId: light, total: '0' }] });
  assert.deepEqual(
    less.data!.lines.map(({ code }) => code),
    ['6103'],
  );
  assert.equal(codeOf(await change({ version: 1, name: 'Tarde' })), 'version_conflict');
});

test('wrong spans, accounts and references are refused', async () => {
  const business = await businessOn('2027-03-10');
  const rent = await accountOf(business, '6103');
  const refused = async (body: object) =>
    codeOf(await business.api.POST('/v1/budget', { body: { name: 'X', ...body } as never }));
  assert.equal(await refused({ startsOn: '2027-01-01', endsOn: '2026-12-31' }), 'budget_span_wrong');
  assert.equal(await refused({ startsOn: '2027-01-01', endsOn: '2029-01-01' }), 'budget_span_wrong');
  assert.equal(await refused({ startsOn: '2999-06-01' }), 'budget_span_wrong');
  assert.equal(await refused({ lines: [{ chartAccountId: rent, amounts: ['1'] }] }), 'budget_months_differ');
  const cash = { chartAccountId: await chartId(business, 'cash'), total: '1' };
  assert.equal(await refused({ lines: [cash] }), 'budget_account_unsuitable');
  assert.equal(await refused({ lines: [{ chartAccountId: newId(), total: '1' }] }), 'reference_not_found');
  assert.equal(await refused({ divisionId: newId() }), 'reference_not_found');
  const twice = { chartAccountId: rent, total: '1' };
  assert.equal(await refused({ lines: [twice, twice] }), 'invalid_request');
});

test('budgets are listed by day, division and words, and are deleted with their amounts', async () => {
  const business = await businessOn('2027-03-10');
  const divisionId = await newDivision(business);
  const unused = await business.api.POST('/v1/chart-of-accounts', {
    body: { code: '6199', name: 'Imprevistos', kind: 'expense' },
  });
  const lines = [{ chartAccountId: unused.data!.id, total: '10' }];
  const past = await newBudget(business, { name: 'Año pasado', startsOn: '2026-01-01', lines });
  const branch = await newBudget(business, { name: 'Sucursal', divisionId });
  const list = async (query: Record<string, string>) =>
    (await business.api.GET('/v1/budget', { params: { query } })).data!.data.map(({ id }) => id);
  assert.deepEqual(await list({}), [branch.id, past.id]);
  assert.deepEqual(await list({ date: '2026-12-31' }), [past.id]);
  assert.deepEqual(await list({ divisionId }), [branch.id]);
  assert.deepEqual(await list({ search: 'pasad' }), [past.id]);
  const accountPath = { params: { path: { accountId: unused.data!.id } } };
  const kept = await business.api.DELETE('/v1/chart-of-accounts/{accountId}', accountPath);
  assert.deepEqual([codeOf(kept), kept.error!.detail], ['account_in_use', 'A budget has amounts for it.']);
  const remove = { params: { path: { budgetId: past.id } } };
  assert.equal((await business.api.DELETE('/v1/budget/{budgetId}', remove)).response.status, 204);
  assert.deepEqual(await list({ search: 'pasad' }), []);
  const deleted = await business.api.DELETE('/v1/chart-of-accounts/{accountId}', accountPath);
  assert.equal(deleted.response.status, 204);
});

test('a budget keeps the currency of the organization', async () => {
  const business = await newBusiness();
  await newBudget(business);
  const { error } = await business.api.PATCH('/v1/organization', { body: { currency: 'USD' } as never });
  assert.equal(error?.code, 'currency_in_use');
});

test('a reader of reports reads budgets and makes none; another organization sees none', async () => {
  const business = await newBusiness();
  const { id } = await newBudget(business);
  const viewer = await newMember(business, 'custom', ['reports:read']);
  assert.equal((await viewer.api.GET('/v1/budget')).data!.total, 1);
  assert.equal(codeOf(await viewer.api.POST('/v1/budget', { body: { name: 'Mío' } })), 'forbidden');
  assert.equal(codeOf(await (await newMember(business, 'viewer')).api.GET('/v1/budget')), 'forbidden');
  const other = await newBusiness();
  for (const budgetId of [id, newId()]) {
    const path = { params: { path: { budgetId } } };
    assert.equal(codeOf(await other.api.GET('/v1/budget/{budgetId}/report', path)), 'not_found');
    assert.equal(codeOf(await other.api.DELETE('/v1/budget/{budgetId}', path)), 'not_found');
  }
});

test('PostgreSQL refuses an amount that is not at the first of a month, and one of zero', async () => {
  const business = await businessOn('2027-03-10');
  const { id: budgetId } = await newBudget(business);
  const chartAccountId = await accountOf(business, '6103');
  for (const wrong of [
    { month: '2027-01-02', amount: 1n },
    { month: '2027-01-01', amount: 0n },
  ]) {
    const insert = app.engine.within(business.id, (ctx) =>
      budgetAmounts.insert(ctx, { budgetId, chartAccountId, ...wrong }),
    );
    await assert.rejects(insert, /check constraint/);
  }
});
