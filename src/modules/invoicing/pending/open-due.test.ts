import assert from 'node:assert/strict';
import { test } from 'node:test';
import { app, newBusiness } from '#test/harness.ts';
import { rowsReadOf } from '#test/rows-read.ts';
import { asOwner } from '#test/walks/rows.ts';
import { openDocumentList } from './list.sql.ts';

const PAID = 4_000;
const OPEN = 1_000;

/** An organization whose old invoices are paid and whose newest are open, each due on a day of its own. */
async function newShop(): Promise<string> {
  const { id } = await newBusiness();
  await asOwner(
    `INSERT INTO pending_records (organization_id, id, kind, direction, status, number, issued_at, date, due_on, currency,
       subtotal, discount, net, tax, total, base_net, base_tax, base_total, paid, base_paid, paid_at, created_at, updated_at)
     SELECT '${id}', gen_random_uuid(), 'invoice', 'sale', 'issued', n, now(), date '2010-01-01' + n, date '2010-01-01' + n,
       'DOP', 100, 0, 100, 0, 100, 100, 0, 100, p.paid, p.paid, CASE p.paid WHEN 0 THEN NULL ELSE now() END, now(), now()
     FROM generate_series(1, ${PAID + OPEN}) AS n, LATERAL (SELECT CASE WHEN n > ${PAID} THEN 0 ELSE 100 END AS paid) AS p`,
  );
  await asOwner('ANALYZE pending_records');
  return id;
}

test('the open documents that are due first are found without reading the paid ones', async () => {
  const query = { sort: 'due', itemsPerPage: 20 } as const;
  await app.engine.within(await newShop(), async (ctx) => {
    const read = await rowsReadOf(ctx, ['pending_records'], async () => {
      const { data } = await openDocumentList.next(ctx, query);
      assert.equal(data[0]!.number, BigInt(PAID + 1));
    });
    assert.ok(read < PAID, `${read} rows were read`);
  });
});
