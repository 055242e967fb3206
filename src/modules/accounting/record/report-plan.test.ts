import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { enter } from '#test/books.ts';
import { app, newBusiness } from '#test/harness.ts';
import { newDrawer } from '#test/money-accounts.ts';
import { asOwner } from '#test/walks/rows.ts';
import { sumGroups } from './report.ts';

const RECORDS = 60;
const tables = ['records', 'ledger_entries', 'ledger_transfers'];

async function newBooks() {
  const business = await newBusiness();
  const { id: accountId } = await newDrawer(business);
  for (let entered = 0; entered < RECORDS; entered++)
    await enter(business.api, { kind: 'income', amount: '10', accountId });
  return business;
}

test('the sums of an organization that the statistics do not know yet do not multiply its rows', async () => {
  await newBooks();
  await asOwner(`ANALYZE ${tables.join()}, chart_accounts`);
  const { id } = await newBooks();
  const rowsRead = await app.engine.within(id, async (ctx) => {
    await sumGroups(ctx, { to: '2026-12-31' }, ['chartAccount']);
    const { rows } = await sql<{ read: number }>`
      SELECT sum(pg_stat_get_xact_tuples_returned(name::regclass) + pg_stat_get_xact_tuples_fetched(name::regclass))::int AS read
      FROM unnest(${tables}::text[]) AS name`.execute(ctx.tx);
    return rows[0]!.read;
  });
  assert.ok(rowsRead < RECORDS * RECORDS * tables.length, `${rowsRead} rows were read`);
});
