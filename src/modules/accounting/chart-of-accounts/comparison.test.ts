import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { enter } from '#test/books.ts';
import { type Business, newBusiness } from '#test/harness.ts';
import { comparedPeriod } from './comparison.ts';

/** Journal entries of one debit and one credit, by the codes of the accounts. */
async function enterAll({ api }: Business, entries: [date: string, debit: string, credit: string, amount: string][]) {
  const query = { view: 'flat', itemsPerPage: 200 } as const;
  const chart = (await api.GET('/v1/chart-of-accounts', { params: { query } })).data!.data;
  const idOf = (code: string) => chart.find((account) => account.code === code)!.id;
  for (const [date, debit, credit, amount] of entries) {
    const lines = [
      { chartAccountId: idOf(debit), debit: amount },
      { chartAccountId: idOf(credit), credit: amount },
    ];
    await enter(api, { kind: 'journal', date, description: 'Asiento', lines });
  }
}

/** Sales of 2025 and 2026, a rent only before and a fee only now. */
async function twoYears(): Promise<Business> {
  const business = await newBusiness();
  await enterAll(business, [
    ['2025-03-10', '1101', '4101', '800.00'],
    ['2025-10-10', '1101', '4101', '300.00'],
    ['2025-10-12', '6103', '1101', '450.00'],
    ['2026-09-10', '1101', '4101', '200.00'],
    ['2026-10-10', '1101', '4101', '500.00'],
    ['2026-10-12', '6201', '1101', '20.00'],
  ]);
  return business;
}

async function report({ api }: Business, query: Record<string, string>) {
  const { data, error } = await api.GET('/v1/chart-of-accounts/report', { params: { query: query as never } });
  assert.ok(data, JSON.stringify(error));
  return data;
}

const october = { from: '2026-10-01', to: '2026-10-31' };

test('an income statement is compared with the same month of the year before, line by line', async () => {
  const business = await twoYears();
  const data = await report(business, { type: 'profit-and-loss', ...october, compare: 'previous-year' });
  assert.ok(data.type === 'profit-and-loss');
  assert.deepEqual([data.compareFrom, data.compareTo], ['2025-10-01', '2025-10-31']);
  const postable = [...data.income.lines, ...data.expense.lines].filter((line) => line.postable);
  assert.deepEqual(
    postable.map(({ code, balance, compared }) => [code, balance, compared!.balance]),
    [
      ['4101', '500.00', { amount: '300.00', difference: '200.00', percent: '66.67' }],
      ['6103', '0.00', { amount: '450.00', difference: '-450.00', percent: '-100.00' }],
      ['6201', '20.00', { amount: '0.00', difference: '20.00', percent: null }],
    ],
  );
  assert.deepEqual(data.expense.compared!.total, { amount: '450.00', difference: '-430.00', percent: '-95.56' });
  // A loss of 150 became a gain of 480: more than four times the loss, in the direction of the difference.
  assert.deepEqual(data.compared!.result, { amount: '-150.00', difference: '630.00', percent: '420.00' });
});

test('a balance sheet is compared with the end of the year before, or of any other day', async () => {
  const business = await twoYears();
  const before = await report(business, { type: 'balance-sheet', to: '2026-10-31', compare: 'previous-period' });
  assert.ok(before.type === 'balance-sheet');
  assert.equal(before.compareTo, '2025-12-31');
  assert.deepEqual(before.assets.compared!.total, { amount: '650.00', difference: '680.00', percent: '104.62' });
  const alone = await report(business, { type: 'balance-sheet', to: '2025-12-31' });
  assert.ok(alone.type === 'balance-sheet');
  assert.deepEqual([alone.resultOfYear, alone.resultOfEarlierYears], ['650.00', '0.00']);
  assert.deepEqual(
    [before.compared!.resultOfYear.amount, before.compared!.resultOfEarlierYears.amount],
    [alone.resultOfYear, alone.resultOfEarlierYears],
  );
  assert.deepEqual([before.resultOfYear, before.resultOfEarlierYears], ['680.00', '650.00']);
  const september = await report(business, { type: 'balance-sheet', to: '2026-10-31', compareTo: '2026-09-30' });
  assert.ok(september.type === 'balance-sheet');
  assert.deepEqual(september.compared!.totalEquity, { amount: '850.00', difference: '480.00', percent: '56.47' });
});

test('a trial balance and cash flows are compared with a period of choice', async () => {
  const business = await twoYears();
  const compareWith = { compareFrom: '2026-09-01', compareTo: '2026-09-30' };
  const trial = await report(business, { type: 'trial-balance', ...october, ...compareWith });
  assert.ok(trial.type === 'trial-balance');
  const cash = trial.lines.find(({ code }) => code === '1101')!;
  assert.deepEqual(
    [cash.debit, cash.compared!.debit.amount, cash.compared!.closingDebit.difference],
    ['500.00', '200.00', '480.00'],
  );
  assert.equal(trial.totals.compared!.closingDebit.amount, trial.totals.compared!.closingCredit.amount);
  const flows = await report(business, { type: 'cash-flow', ...october, ...compareWith });
  assert.ok(flows.type === 'cash-flow');
  assert.deepEqual(flows.compared!.netChange, { amount: '200.00', difference: '280.00', percent: '140.00' });
  assert.deepEqual(
    flows.operating.lines.map(({ code, compared }) => [code, compared!.net.amount]),
    [
      ['4101', '200.00'],
      ['6201', '0.00'],
    ],
  );
});

test('a comparison is the other report itself, in each of its amounts', async () => {
  const business = await twoYears();
  for (const type of ['trial-balance', 'profit-and-loss', 'balance-sheet', 'cash-flow']) {
    const hasFrom = type !== 'balance-sheet';
    const other = await report(business, { type, to: '2025-10-31', ...(hasFrom && { from: '2025-10-01' }) });
    const both = await report(business, {
      ...{ type, to: october.to, compareTo: '2025-10-31' },
      ...(hasFrom && { from: october.from, compareFrom: '2025-10-01' }),
    });
    const seen = comparedAmounts(both).filter((amount) => Number(amount) !== 0);
    assert.deepEqual(
      seen.toSorted(),
      amountsIn(other)
        .filter((amount) => Number(amount) !== 0)
        .toSorted(),
      type,
    );
  }
});

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

const comparedAmounts = (value: unknown): string[] =>
  value === null || typeof value !== 'object'
    ? []
    : Object.entries(value).flatMap(([key, member]) =>
        key === 'compared'
          ? Object.values(member as Record<string, { amount: string }>).map(({ amount }) => amount)
          : comparedAmounts(member),
      );

const amountsIn = (value: Json | object): string[] =>
  typeof value === 'string'
    ? value.match(/^-?\d+\.\d\d$/)
      ? [value]
      : []
    : value === null || typeof value !== 'object'
      ? []
      : Object.values(value).flatMap(amountsIn);

test('the file of a comparison has the other period, the difference and the percentage after each amount', async () => {
  const { api } = await twoYears();
  const query = { type: 'profit-and-loss' as const, ...october, compare: 'previous-year' as const };
  const { data } = await api.GET('/v1/chart-of-accounts/report/download', { params: { query } });
  const rows: string[][] = parse(await (data as unknown as Response).text(), { bom: true });
  assert.deepEqual(rows[0], [
    ...['Grupo', 'Código contable', 'Cuenta contable', 'Saldo', 'Saldo 2025-10-01 – 2025-10-31'],
    ...['Saldo diferencia', 'Saldo %'],
  ]);
  assert.deepEqual(rows.find(([, code]) => code === '6103')!.slice(3), ['0.00', '450.00', '-450.00', '-100.00']);
  assert.deepEqual(rows.find(([, code]) => code === '6201')!.slice(3), ['20.00', '0.00', '20.00', '']);
  assert.deepEqual(rows.at(-1), ['', '', 'Resultado', '480.00', '-150.00', '630.00', '420.00']);
});

test('the period before has as many whole months, or as many days', () => {
  const before = (from: string, to: string, compare: 'previous-period' | 'previous-year') => {
    const { from: first, to: last } = comparedPeriod({ from, to }, { compare }, () => '2026-01-01')!;
    return `${first} ${last}`;
  };
  assert.equal(before('2026-03-01', '2026-03-31', 'previous-period'), '2026-02-01 2026-02-28');
  assert.equal(before('2026-07-01', '2026-09-30', 'previous-period'), '2026-04-01 2026-06-30');
  assert.equal(before('2026-01-01', '2026-12-31', 'previous-period'), '2025-01-01 2025-12-31');
  assert.equal(before('2026-03-10', '2026-03-19', 'previous-period'), '2026-02-28 2026-03-09');
  assert.equal(before('2028-02-01', '2028-02-29', 'previous-year'), '2027-02-01 2027-02-28');
  assert.equal(before('2029-02-01', '2029-02-28', 'previous-year'), '2028-02-01 2028-02-29');
});

test('periods that contradict each other are refused by their name', async () => {
  const { api } = await newBusiness();
  const refused = async (query: Record<string, string>) => {
    const { error } = await api.GET('/v1/chart-of-accounts/report', { params: { query: query as never } });
    return (error as unknown as { errors: { path: string; code: string }[] }).errors.map(({ path, code }) => [
      path,
      code,
    ]);
  };
  const income = { type: 'profit-and-loss' };
  assert.deepEqual(await refused({ ...income, compare: 'previous-year', compareTo: '2025-10-31' }), [
    ['query.compareTo', 'at_most_one'],
  ]);
  assert.deepEqual(await refused({ ...income, compareFrom: '2025-10-01' }), [['query.compareTo', 'required']]);
  assert.deepEqual(await refused({ ...income, compareFrom: '2025-10-02', compareTo: '2025-10-01' }), [
    ['query.compareTo', 'invalid_order'],
  ]);
  assert.deepEqual(await refused({ type: 'balance-sheet', compareFrom: '2025-10-01', compareTo: '2025-10-31' }), [
    ['query.compareFrom', 'unknown_field'],
  ]);
});
