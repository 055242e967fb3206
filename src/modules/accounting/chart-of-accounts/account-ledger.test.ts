import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { newId } from '#platform/id.ts';
import { toMinor } from '#platform/money.ts';
import { cashOf, openAccount } from '#test/accounts.ts';
import { newDivision } from '#test/books.ts';
import { type Business, newBusiness, newMember } from '#test/harness.ts';

async function ledgerOf({ api }: Business, accountId: string, query: Record<string, string> = {}) {
  const { data, error } = await api.GET('/v1/chart-of-accounts/{accountId}/ledger/download', {
    params: { path: { accountId }, query },
  });
  assert.ok(data, JSON.stringify(error));
  return parse(Buffer.from(await data.arrayBuffer()), { bom: true, columns: true }) as Record<string, string>[];
}

/** A shop whose bank gets 1,000.00 in June, 300.00 and 250.00 in July, and pays 120.00 in August. */
async function shopWithBank() {
  const business = await newBusiness();
  const { api } = business;
  const [cash, bank] = [await cashOf(business), await openAccount(business, { name: 'Banco', kind: 'bank' })];
  const move = (date: string, amount: string) =>
    api.POST('/v1/account/transfer', { body: { fromAccountId: cash, toAccountId: bank.id, amount, date } });
  for (const [date, amount] of [
    ['2026-06-30', '1000'],
    ['2026-07-01', '300'],
    ['2026-07-31', '250'],
  ] as const)
    await move(date, amount);
  const bill = { kind: 'expense' as const, date: '2026-08-02', amount: '120', accountId: bank.id, description: 'Luz' };
  await api.POST('/v1/record', { body: bill });
  return { business, bank };
}

const brief = (lines: Record<string, string>[]) =>
  lines.map(({ Fecha, Debe, Haber, Saldo }) => [Fecha, Debe, Haber, Saldo]);

test('the ledger of an account begins with its balance before the period and shows the balance after each movement', async () => {
  const { business, bank } = await shopWithBank();
  const period = { from: '2026-07-01', to: '2026-08-31' };
  const lines = await ledgerOf(business, bank.chartAccountId, period);
  assert.deepEqual(brief(lines), [
    ['2026-07-01', '', '', '1000.00'],
    ['2026-07-01', '300.00', '', '1300.00'],
    ['2026-07-31', '250.00', '', '1550.00'],
    ['2026-08-02', '', '120.00', '1430.00'],
  ]);
  assert.equal(lines[0]!.Descripción, 'Saldo inicial');
  assert.equal(lines[3]!.Descripción, 'Luz');
  assert.match(lines[1]!.Contrapartida!, /^1\d+ /);
  const whole = await ledgerOf(business, bank.chartAccountId);
  assert.deepEqual([whole[0]!.Fecha, whole[0]!.Saldo, whole.length, whole.at(-1)!.Saldo], ['', '0.00', 5, '1430.00']);
});

test('the ledger of a heading ends with its balance in the trial balance, on the side on which it grows', async () => {
  const { business } = await shopWithBank();
  const { data: chart } = await business.api.GET('/v1/chart-of-accounts', {
    params: { query: { view: 'flat', itemsPerPage: 200 } },
  });
  const { data: report } = await business.api.GET('/v1/chart-of-accounts/report', {
    params: { query: { type: 'trial-balance', to: '2026-12-31' } },
  });
  assert.ok(report?.type === 'trial-balance');
  const sums = new Map(report.lines.map(({ accountId, debit, credit }) => [accountId, { debit, credit }]));
  let compared = 0;
  for (const account of chart!.data.filter(({ depth }) => depth <= 2)) {
    const sum = sums.get(account.id);
    if (!sum) continue;
    const debits = toMinor(sum.debit, 'DOP') - toMinor(sum.credit, 'DOP');
    const grows = account.kind === 'asset' || account.kind === 'expense' ? debits : -debits;
    const last = (await ledgerOf(business, account.id, { to: '2026-12-31' })).at(-1)!;
    assert.equal(toMinor(last.Saldo!, 'DOP'), grows, account.code);
    compared++;
  }
  assert.ok(compared >= 2, `${compared} were compared`);
});

test('the ledger of a branch has only its movements, before the period too', async () => {
  const { business, bank } = await shopWithBank();
  const divisionId = await newDivision(business);
  const lines = await ledgerOf(business, bank.chartAccountId, { divisionId, from: '2026-07-01' });
  assert.deepEqual(brief(lines), [['2026-07-01', '', '', '0.00']]);
});

test('the ledger of an unknown or foreign account is not found, and a viewer may not read any', async () => {
  const { business, bank } = await shopWithBank();
  const read = ({ api }: Pick<Business, 'api'>, accountId: string, query = {}) =>
    api.GET('/v1/chart-of-accounts/{accountId}/ledger/download', { params: { path: { accountId }, query } });
  const other = await newBusiness();
  for (const accountId of [newId(), bank.chartAccountId])
    assert.equal((await read(other, accountId)).error?.code, 'not_found');
  assert.equal((await read(await newMember(business), bank.chartAccountId)).error?.code, 'forbidden');
  const backwards = await read(business, bank.chartAccountId, { from: '2026-08-01', to: '2026-07-01' });
  assert.equal(backwards.error?.errors?.[0]?.path, 'query.to');
});
