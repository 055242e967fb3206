import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sum } from '#platform/decimal.ts';
import { newId } from '#platform/id.ts';
import { toMinor } from '#platform/money.ts';
import { openAccount } from '#test/accounts.ts';
import { newDivision } from '#test/books.ts';
import { newDocument, readDetail, taxIdOf } from '#test/documents.ts';
import { app, type Business, newBusiness, newMember } from '#test/harness.ts';
import { moveClock } from '#test/sandbox-clock.ts';
import { mainDivision } from '#test/stock.ts';
import { rewriteRecord, voidRecord, writeRecord } from '../record/write-record.ts';
import { selectChart } from './chart.sql.ts';

const path = '/v1/chart-of-accounts/report';

type Line = [debit: string, credit: string, pesos: number];

/** A record of some lines between accounts by their codes, in pesos. */
async function record(business: Business, date: string, lines: Line[], divisionId: string | null = null) {
  return app.engine.within(business.id, async (ctx) =>
    writeRecord(ctx, await draft(business, date, lines, divisionId)),
  );
}

async function draft(business: Business, date: string, lines: Line[], divisionId: string | null = null) {
  const chart = await app.engine.within(business.id, (ctx) => selectChart(ctx));
  const id = (code: string) => chart.find((account) => account.code === code)!.id;
  const transfers = lines.map(([debit, credit, pesos]) => ({
    debit: id(debit),
    credit: id(credit),
    amount: BigInt(Math.round(pesos * 100)),
    purpose: 'net',
  }));
  const amount = transfers.reduce((sum, transfer) => sum + transfer.amount, 0n);
  return { kind: 'journal', date, amount, currency: 'DOP', baseAmount: amount, divisionId, transfers };
}

/** October 2026 of a small shop. The figures below are computed by hand from these lines. */
async function octoberOf(business: Business): Promise<void> {
  await record(business, '2026-10-01', [['1102', '3101', 500_000]]); // capital into the bank
  // A purchase of 100,000 and its ITBIS, on credit.
  await record(business, '2026-10-03', [
    ['1108', '2101', 100_000],
    ['1109', '2101', 18_000],
  ]);
  // A sale in cash of 50,000 and its ITBIS, and what it cost.
  await record(business, '2026-10-05', [
    ['1101', '4101', 50_000],
    ['1101', '2102', 9_000],
    ['5101', '1108', 30_000],
  ]);
  // A sale on credit of 100,000 and its ITBIS, and what it cost.
  await record(business, '2026-10-10', [
    ['1105', '4101', 100_000],
    ['1105', '2102', 18_000],
    ['5101', '1108', 60_000],
  ]);
  await record(business, '2026-10-15', [['1102', '1105', 70_000]]); // the customer pays a part
  await record(business, '2026-10-18', [['2101', '1102', 80_000]]); // and so do we
  await record(business, '2026-10-20', [['6103', '1102', 15_000]]); // rent
  await record(business, '2026-10-20', [['6101', '1102', 30_000]]); // salaries
  // 5,000 of the sale on credit come back, with their ITBIS.
  await record(business, '2026-10-22', [
    ['4102', '1105', 5_000],
    ['2102', '1105', 900],
  ]);
  await record(business, '2026-10-25', [['6201', '1102', 350.75]]); // bank fees
  await record(business, '2026-10-31', [['1102', '4201', 125.25]]); // interest
  // A mistake that is reversed, and one that is corrected: 999.99 was 0.99 of fees that belong to November.
  const mistake = await record(business, '2026-10-28', [['6105', '1101', 1_234.56]]);
  await app.engine.within(business.id, (ctx) => voidRecord(ctx, mistake.id));
  const corrected = await record(business, '2026-10-30', [['6201', '1102', 999.99]]);
  const right = await draft(business, '2026-11-02', [['6201', '1102', 0.99]]);
  await app.engine.within(business.id, (ctx) => rewriteRecord(ctx, corrected.id, 1, async () => right));
}

const october = { from: '2026-10-01', to: '2026-10-31' };

async function report(business: Business, query: Record<string, string>) {
  const { data, error } = await business.api.GET(path, { params: { query: query as never } });
  assert.ok(data, `no report: ${error?.detail}`);
  return data;
}

async function profitAndLoss(business: Business, query: Record<string, string> = october) {
  const data = await report(business, { type: 'profit-and-loss', ...query });
  assert.ok(data.type === 'profit-and-loss');
  return data;
}

async function balanceSheet(business: Business, query: Record<string, string> = { to: october.to }) {
  const data = await report(business, { type: 'balance-sheet', ...query });
  assert.ok(data.type === 'balance-sheet');
  return data;
}

async function trialBalance(business: Business, query: Record<string, string> = october) {
  const data = await report(business, { type: 'trial-balance', ...query });
  assert.ok(data.type === 'trial-balance');
  return data;
}

const figures = (lines: { code: string; balance: string }[]) => lines.map(({ code, balance }) => [code, balance]);

test('the profit and loss of a worked month', async () => {
  const business = await newBusiness();
  await octoberOf(business);
  const { income, expense, result } = await profitAndLoss(business);
  assert.deepEqual(figures(income.lines), [
    ['4', '145125.25'],
    ['41', '145000.00'],
    ['4101', '150000.00'],
    ['4102', '-5000.00'],
    ['42', '125.25'],
    ['4201', '125.25'],
  ]);
  assert.deepEqual(figures(expense.lines), [
    ['5', '90000.00'],
    ['51', '90000.00'],
    ['5101', '90000.00'],
    ['6', '45350.75'],
    ['61', '45000.00'],
    ['6101', '30000.00'],
    ['6103', '15000.00'],
    ['62', '350.75'],
    ['6201', '350.75'],
  ]);
  assert.deepEqual([income.total, expense.total, result], ['145125.25', '135350.75', '9774.50']);
});

test('the cash flows of a worked month, by the account on the other side', async () => {
  const business = await newBusiness();
  await octoberOf(business);
  await record(business, '2026-09-30', [['1101', '3101', 100]]); // before the month
  await record(business, '2026-10-12', [['1201', '1102', 40_000]]); // a refrigerator
  await record(business, '2026-10-13', [['1102', '2201', 60_000]]); // a loan of the bank
  await record(business, '2026-10-14', [['1102', '1101', 20_000]]); // cash to the bank
  await record(business, '2026-10-31', [['1102', '4203', 75.5]]); // dollars are worth more
  const data = await report(business, { type: 'cash-flow', ...october });
  assert.ok(data.type === 'cash-flow');
  const flows = ({ lines }: typeof data.operating) =>
    lines.map(({ code, inflow, outflow, net }) => [code, inflow, outflow, net]);
  assert.deepEqual(flows(data.operating), [
    ['1105', '70000.00', '0.00', '70000.00'],
    ['2101', '0.00', '80000.00', '-80000.00'],
    ['2102', '9000.00', '0.00', '9000.00'],
    ['4101', '50000.00', '0.00', '50000.00'],
    ['4201', '125.25', '0.00', '125.25'],
    ['6101', '0.00', '30000.00', '-30000.00'],
    ['6103', '0.00', '15000.00', '-15000.00'],
    ['6201', '0.00', '350.75', '-350.75'],
  ]);
  assert.deepEqual(flows(data.investing), [['1201', '0.00', '40000.00', '-40000.00']]);
  assert.deepEqual(flows(data.financing), [
    ['2201', '60000.00', '0.00', '60000.00'],
    ['3101', '500000.00', '0.00', '500000.00'],
  ]);
  assert.deepEqual(
    [data.openingCash, data.operating.total, data.exchangeDifference, data.netChange, data.closingCash],
    ['100.00', '3774.50', '75.50', '523850.00', '523950.00'],
  );
  const sheet = await balanceSheet(business);
  const money = sheet.assets.lines.filter(({ code }) => code === '1101' || code === '1102');
  assert.equal(sum(money.map(({ balance }) => toMinor(balance, 'DOP'))), toMinor(data.closingCash, 'DOP'));
  const { knownAt } = data;
  await record(business, '2026-10-31', [['1102', '4101', 5]]);
  const again = await report(business, { type: 'cash-flow', ...october, knownAt });
  assert.deepEqual(again, data);
});

test('a payment of an invoice counts as an investment as far as its lines are assets', async () => {
  const business = await newBusiness();
  const { api } = business;
  const [bank, itbis] = await Promise.all([openAccount(business), taxIdOf(api, 'ITBIS-18')]);
  const chart = await app.engine.within(business.id, (ctx) => selectChart(ctx));
  const account = (code: string) => chart.find((each) => each.code === code)!.id;
  const bought = await newDocument(api, {
    direction: 'purchase',
    date: '2026-10-05',
    elements: [
      { description: 'Nevera', unitPrice: '40000', taxIds: [itbis], chartAccountId: account('1201') },
      { description: 'Instalación', unitPrice: '10000', taxIds: [] },
    ],
  });
  const sold = await newDocument(api, {
    date: '2026-10-06',
    elements: [{ description: 'Camioneta usada', unitPrice: '5900', taxIds: [], chartAccountId: account('4207') }],
  });
  const pay = async (id: string, amount: string, date: string) => {
    const body = { id, date, payments: [{ accountId: bank.id, amount }] };
    assert.equal((await api.PATCH('/v1/record/pending/pay', { body })).error, undefined);
  };
  const flowsOf = async (query: Record<string, string>) => {
    const data = await report(business, { type: 'cash-flow', ...query });
    assert.ok(data.type === 'cash-flow');
    const flows = ({ lines }: typeof data.operating) =>
      lines.map(({ code, inflow, outflow }) => [code, inflow, outflow]);
    return { data, operating: flows(data.operating), investing: flows(data.investing) };
  };
  await pay(bought.id, '28600', '2026-10-20');
  await pay(bought.id, '28600', '2026-11-03');
  await pay(sold.id, '5900', '2026-10-21');
  const before = await flowsOf(october);
  assert.deepEqual(before.operating, [['2101', '0.00', '8600.00']]);
  assert.deepEqual(before.investing, [
    ['1201', '0.00', '20000.00'],
    ['4207', '5900.00', '0.00'],
  ]);
  assert.deepEqual([before.data.netChange, before.data.closingCash], ['-22700.00', '-22700.00']);
  const both = await flowsOf({ from: '2026-10-01', to: '2026-11-30' });
  assert.deepEqual(
    [both.operating[0], both.investing[0]],
    [
      ['2101', '0.00', '17200.00'],
      ['1201', '0.00', '40000.00'],
    ],
  );
  const { payments } = await readDetail(api, bought.id);
  const first = payments.find(({ date }) => date === '2026-10-20')!;
  const undone = await api.DELETE('/v1/record/pending/payment', { body: { id: first.id } });
  assert.equal(undone.error, undefined, JSON.stringify(undone.error));
  assert.deepEqual((await flowsOf(october)).operating, []);
  const { data: again } = await flowsOf({ ...october, knownAt: before.data.knownAt });
  assert.deepEqual(again, before.data);
});

test('money that goes to the till of another division is a cash flow of both divisions, and none of the organization', async () => {
  const business = await newBusiness();
  const [here, there] = [await mainDivision(business), await newDivision(business)];
  await record(business, '2026-10-14', [['1111', '1101', 300]], here);
  await record(business, '2026-10-14', [['1101', '1111', 300]], there);
  const flowsOf = async (query: Record<string, string>) => {
    const data = await report(business, { type: 'cash-flow', ...october, ...query });
    assert.ok(data.type === 'cash-flow');
    return [data.operating.lines.map(({ code, net }) => [code, net]), data.closingCash];
  };
  assert.deepEqual(await flowsOf({}), [[], '0.00']);
  assert.deepEqual(await flowsOf({ divisionId: here }), [[['1111', '-300.00']], '-300.00']);
  assert.deepEqual(await flowsOf({ divisionId: there }), [[['1111', '300.00']], '300.00']);
});

test('the balance sheet of a worked month', async () => {
  const business = await newBusiness();
  await octoberOf(business);
  const sheet = await balanceSheet(business);
  assert.deepEqual(figures(sheet.assets.lines.filter(({ postable }) => postable)), [
    ['1101', '59000.00'],
    ['1102', '444774.50'],
    ['1105', '42100.00'],
    ['1108', '10000.00'],
    ['1109', '18000.00'],
  ]);
  assert.deepEqual(figures(sheet.liabilities.lines.filter(({ postable }) => postable)), [
    ['2101', '38000.00'],
    ['2102', '26100.00'],
  ]);
  assert.deepEqual(
    [sheet.assets.total, sheet.liabilities.total, sheet.equity.total, sheet.resultOfYear, sheet.resultOfEarlierYears],
    ['573874.50', '64100.00', '500000.00', '9774.50', '0.00'],
  );
  assert.deepEqual([sheet.totalEquity, sheet.totalLiabilitiesAndEquity], ['509774.50', '573874.50']);
});

test('the trial balance of a worked month, and of the second half of it', async () => {
  const business = await newBusiness();
  await octoberOf(business);
  const month = await trialBalance(business);
  const closing = month.lines.filter((line) => line.closingDebit !== '0.00' || line.closingCredit !== '0.00');
  assert.deepEqual(
    closing.map(({ code, closingDebit, closingCredit }) => [code, closingDebit, closingCredit]),
    [
      ['1101', '59000.00', '0.00'],
      ['1102', '444774.50', '0.00'],
      ['1105', '42100.00', '0.00'],
      ['1108', '10000.00', '0.00'],
      ['1109', '18000.00', '0.00'],
      ['2101', '0.00', '38000.00'],
      ['2102', '0.00', '26100.00'],
      ['3101', '0.00', '500000.00'],
      ['4101', '0.00', '150000.00'],
      ['4102', '5000.00', '0.00'],
      ['4201', '0.00', '125.25'],
      ['5101', '90000.00', '0.00'],
      ['6101', '30000.00', '0.00'],
      ['6103', '15000.00', '0.00'],
      ['6201', '350.75', '0.00'],
    ],
  );
  assert.deepEqual([month.totals.closingDebit, month.totals.closingCredit], ['714225.25', '714225.25']);
  assert.equal(month.totals.openingDebit, '0.00');
  const half = await trialBalance(business, { from: '2026-10-16', to: '2026-10-31' });
  const bank = half.lines.find(({ code }) => code === '1102')!;
  // 500,000 and 70,000 before; 125.25 and the 999.99 that came back in; 80,000, 45,000, 350.75 and the 999.99 out.
  assert.deepEqual(
    [bank.openingDebit, bank.debit, bank.credit, bank.closingDebit],
    ['570000.00', '1125.24', '126350.74', '444774.50'],
  );
  assert.equal(half.totals.debit, half.totals.credit);
  assert.equal(half.totals.openingDebit, half.totals.openingCredit);
});

test('the chart with balances says the same as the balance sheet', async () => {
  const business = await newBusiness();
  await octoberOf(business);
  const { data } = await business.api.GET('/v1/chart-of-accounts', {
    params: { query: { balances: true, date: '2026-10-31' } },
  });
  assert.deepEqual(
    data!.data.map(({ code, balance }) => [code, balance]),
    [
      ['1', '573874.50'],
      ['2', '64100.00'],
      ['3', '500000.00'],
      ['4', '145125.25'],
      ['5', '90000.00'],
      ['6', '45350.75'],
    ],
  );
  assert.deepEqual([data!.date, data!.currency], ['2026-10-31', 'DOP']);
});

test('earnings of earlier fiscal years are a separate line of the balance sheet', async () => {
  const business = await newBusiness();
  await record(business, '2025-12-31', [['1101', '4101', 1_000]]);
  await record(business, '2026-01-01', [['1101', '4101', 200]]);
  const sheet = await balanceSheet(business, { to: '2026-01-31' });
  assert.deepEqual(
    [sheet.resultOfEarlierYears, sheet.resultOfYear, sheet.totalEquity],
    ['1000.00', '200.00', '1200.00'],
  );
  await business.api.PATCH('/v1/organization/settings', {
    body: { section: 'accounting', value: { fiscalYearStartMonth: 7 } } as never,
  });
  const fromJuly = await balanceSheet(business, { to: '2026-01-31' });
  assert.deepEqual([fromJuly.resultOfEarlierYears, fromJuly.resultOfYear], ['0.00', '1200.00']);
  assert.equal((await profitAndLoss(business, { to: '2026-01-31' })).from, '2025-07-01');
});

test('a report asked for a past moment equals the answer given then, whatever was posted and reversed since', async () => {
  const business = await newBusiness({ sandbox: true });
  await octoberOf(business);
  const ask = async (query: Record<string, string>) =>
    Promise.all([
      balanceSheet(business, { to: october.to, ...query }),
      profitAndLoss(business, { ...october, ...query }),
      trialBalance(business, { ...october, ...query }),
    ]);
  const then = await ask({});
  await moveClock(business, Temporal.Now.instant().add({ hours: 24 }));
  await record(business, '2026-10-07', [['6104', '1102', 4_321]]);
  const late = await record(business, '2026-10-08', [['1101', '4101', 77]]);
  await app.engine.within(business.id, (ctx) => voidRecord(ctx, late.id));
  const now = await ask({});
  assert.equal(now[1].result, '5453.50');
  assert.deepEqual(
    await ask({ knownAt: then[0].knownAt }),
    then.map((report) => ({ ...report, knownAt: then[0].knownAt })),
  );
  const { data } = await business.api.GET('/v1/chart-of-accounts', {
    params: { query: { balances: true, date: '2026-10-31', knownAt: then[0].knownAt, kind: 'asset' } },
  });
  assert.equal(data!.data[0]!.balance, '573874.50');
});

test('a division has its own reports, and they balance too', async () => {
  const business = await newBusiness();
  const divisionId = newId();
  await app.engine.within(business.id, (ctx) =>
    ctx.tx
      .insertInto('divisions')
      .values({ organizationId: business.id, id: divisionId, name: 'Sucursal', createdAt: ctx.now })
      .execute(),
  );
  await record(business, '2026-10-02', [['1101', '4101', 300]], divisionId);
  await record(business, '2026-10-02', [['1101', '4101', 5_000]]);
  assert.equal((await profitAndLoss(business, { ...october, divisionId })).result, '300.00');
  const sheet = await balanceSheet(business, { to: october.to, divisionId });
  assert.deepEqual([sheet.assets.total, sheet.totalLiabilitiesAndEquity], ['300.00', '300.00']);
  assert.equal((await profitAndLoss(business, { ...october, divisionId: newId() })).result, '0.00');
});

test('a foreign account shows its balance in its own currency and counts in that of the organization', async () => {
  const business = await newBusiness();
  const { data: dollars } = await business.api.POST('/v1/chart-of-accounts', {
    body: { code: '1190', name: 'Banco US$', kind: 'asset', currency: 'USD' },
  });
  await app.engine.within(business.id, async (ctx) => {
    const capital = (await selectChart(ctx)).find(({ code }) => code === '3101')!;
    const transfer = { debit: dollars!.id, credit: capital.id, amount: 600_050n, debitAmount: 10_001n, purpose: 'net' };
    await writeRecord(ctx, {
      kind: 'journal',
      date: '2026-10-01',
      amount: 10_001n,
      currency: 'USD',
      baseAmount: 600_050n,
      transfers: [transfer],
    });
  });
  const { data } = await business.api.GET('/v1/chart-of-accounts', {
    params: { query: { view: 'flat', search: 'US$', balances: true, date: '2026-10-01' } },
  });
  assert.deepEqual([data!.data[0]!.balance, data!.data[0]!.ownBalance], ['6000.50', '100.01']);
});

test('an invalid report request is refused with its path', async () => {
  const business = await newBusiness();
  const refused = async (query: Record<string, string>) => {
    const { error } = await business.api.GET(path, { params: { query: query as never } });
    return [error!.status, error!.errors[0]!.path, error!.errors[0]!.code];
  };
  assert.deepEqual(await refused({}), [400, 'query.type', 'required']);
  assert.deepEqual(await refused({ type: 'profit-and-loss', from: '2026-10-02', to: '2026-10-01' }), [
    400,
    'query.to',
    'invalid_order',
  ]);
  assert.deepEqual(await refused({ type: 'balance-sheet', from: '2026-10-01' }), [400, 'query.from', 'unknown_field']);
  assert.deepEqual(await refused({ type: 'trial-balance', to: '0000-01-01' }), [400, 'query.to', 'out_of_range']);
  const { error } = await business.api.GET('/v1/chart-of-accounts', { params: { query: { date: '2026-10-01' } } });
  assert.equal(error!.errors[0]!.path, 'query.balances');
});

test('a member without access to the books gets no report', async () => {
  const business = await newBusiness();
  const member = await newMember(business, 'custom', ['comments:read']);
  const { error } = await member.api.GET(path, { params: { query: { type: 'balance-sheet' } } });
  assert.equal(error!.status, 403);
});

test('a trial balance of a new year opens income and expense at zero, with the result in equity', async () => {
  const business = await newBusiness({ sandbox: true });
  await octoberOf(business);
  await moveClock(business, Temporal.Instant.from('2027-03-01T12:00:00Z'));
  await record(business, '2027-01-10', [['1101', '4101', 1_000]]);
  await record(business, '2027-02-10', [['1101', '4101', 500]]);
  const lineOf = ({ lines }: Awaited<ReturnType<typeof trialBalance>>, code: string) => {
    const line = lines.find((each) => each.code === code);
    return (
      line && [line.openingDebit, line.openingCredit, line.debit, line.credit, line.closingDebit, line.closingCredit]
    );
  };
  const january = await trialBalance(business, { from: '2027-01-01', to: '2027-01-31' });
  assert.deepEqual(lineOf(january, '4101'), ['0.00', '0.00', '0.00', '1000.00', '0.00', '1000.00']);
  assert.equal(lineOf(january, '5101'), undefined);
  // 9,774.50 of October, less 0.99 of November.
  assert.deepEqual(lineOf(january, '3103'), ['0.00', '9773.51', '0.00', '0.00', '0.00', '9773.51']);
  assert.equal(january.totals.openingDebit, january.totals.openingCredit);
  assert.equal(january.totals.closingDebit, january.totals.closingCredit);
  const sheet = await balanceSheet(business, { to: '2027-01-31' });
  assert.equal(sheet.resultOfEarlierYears, '9773.51');
  const february = await trialBalance(business, { from: '2027-02-01', to: '2027-02-28' });
  assert.deepEqual(lineOf(february, '4101'), ['0.00', '1000.00', '0.00', '500.00', '0.00', '1500.00']);
});
