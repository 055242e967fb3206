import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import type { TenantContext } from '#platform/context.ts';
import { enter } from '#test/books.ts';
import { app, newBusiness } from '#test/harness.ts';
import { newDrawer } from '#test/money-accounts.ts';
import { rowsReadOf } from '#test/rows-read.ts';
import { asOwner } from '#test/walks/rows.ts';
import { readBalanceWithSources } from '../chart-of-accounts/balance-with-sources.ts';
import { selectOpenMovements } from '../conciliation/conciliation.sql.ts';
import { sumGroups } from './report.ts';
import { readResume } from './summary.ts';

/** So many that a plan that multiplies rows reads far more than the limit, and that none is cheap to multiply. */
const RECORDS = 300;
const SMALL_ORGANIZATIONS = 20;
const tables = ['records', 'ledger_entries', 'ledger_transfers'];

async function newBooks(records: number) {
  const business = await newBusiness();
  const { id, chartAccountId } = await newDrawer(business);
  for (let entered = 0; entered < records; entered++)
    await enter(business.api, { kind: 'income', amount: '10', accountId: id });
  return { organizationId: business.id, accountId: id, chartAccountId };
}

suite('of an organization that the statistics do not know yet, rows are not multiplied by', () => {
  let books: Awaited<ReturnType<typeof newBooks>>;
  let stored: number;

  before(async () => {
    // A plan for unknown values expects the average organization, so most have next to nothing.
    for (let made = 0; made < SMALL_ORGANIZATIONS; made++) await newBooks(3);
    await asOwner(`ANALYZE ${tables.join()}, chart_accounts`);
    books = await newBooks(RECORDS);
    const counts = tables.map((table) => `(SELECT count(*) FROM ${table})`).join(' + ');
    stored = (await asOwner<{ stored: number }>(`SELECT (${counts})::int AS stored`))[0]!.stored;
  });

  const reads: [string, (ctx: TenantContext) => Promise<unknown>][] = [
    ['the sums of records', (ctx) => sumGroups(ctx, { to: '2026-12-31' }, ['chartAccount'])],
    ['a summary of records', (ctx) => readResume(ctx, { from: '2026-01-01', to: '2026-12-31', by: 'month' })],
    ['a balance with its sources', (ctx) => readBalanceWithSources(ctx, books.chartAccountId, {})],
    ['the movements that a conciliation lists', (ctx) => selectOpenMovements(ctx, { ...books, limit: 1_000 })],
  ];
  for (const [name, read] of reads) {
    test(name, async () => {
      const rowsRead = await app.engine.within(books.organizationId, (ctx) => rowsReadOf(ctx, tables, () => read(ctx)));
      // A whole table may be read, also with the rows of others, but not once for each row of another table.
      assert.ok(rowsRead < 10 * stored, `${rowsRead} rows were read of ${stored}`);
    });
  }

  test('plans that expect one row', async () => {
    const [explained] = await asOwner<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
      `EXPLAIN (FORMAT json) SELECT FROM records WHERE organization_id = '${books.organizationId}'`,
    );
    assert.ok(explained!['QUERY PLAN'][0].Plan['Plan Rows'] > 1);
  });
});
