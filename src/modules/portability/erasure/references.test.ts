import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rowsOf } from '#platform/db/table.ts';
import { app } from '#test/harness.ts';

/** Tables of which an organization has few rows, so that reading all of them to find none is fast. */
const SMALL = new Set(
  `assets automation_schedules auto_charges conciliations contact_charges credits data_source_members
  delivery_methods diffusions discount_rules division_close_balances division_closes landed_cost_lines
  landed_costs msgapp_accounts page_codes payment_refunds payout_transfers pending_costs productions
  return_refunds revaluations sold_parts stores tax_filings`.split(/\s+/),
);
/** Tables of which an organization has few rows to delete. */
const FEW = [
  'accounts',
  'chart_accounts',
  'divisions',
  'document_templates',
  'numerals',
  'pending_payments',
  'projects',
];

test('deleting a row finds the rows that refer to it by an index', async () => {
  const { result } = await app.engine.run(
    {},
    ({ tx }) => rowsOf<{ child: string; reference: string }>(tx)`
      SELECT c.relname AS child, format('%s: %s', c.relname, pg_get_constraintdef(f.oid)) AS reference
      FROM pg_constraint f JOIN pg_class c ON c.oid = f.conrelid JOIN pg_class p ON p.oid = f.confrelid
      WHERE f.contype = 'f' AND f.connamespace = 'public'::regnamespace AND cardinality(f.conkey) > 1
        AND p.relname <> ALL (${FEW}::text[])
        AND NOT EXISTS (
          SELECT FROM pg_index i
          WHERE i.indrelid = f.conrelid AND i.indkey[0] = ANY (f.conkey) AND i.indkey[1] = ANY (f.conkey)
            AND (i.indpred IS NULL OR pg_get_expr(i.indpred, i.indrelid) IN (
              SELECT format('(%I IS NOT NULL)', a.attname) FROM pg_attribute a
              WHERE a.attrelid = f.conrelid AND a.attnum = ANY (f.conkey))))
      ORDER BY 2`,
  );
  assert.deepEqual(
    result.filter(({ child }) => !SMALL.has(child)).map(({ reference }) => reference),
    [],
  );
});
