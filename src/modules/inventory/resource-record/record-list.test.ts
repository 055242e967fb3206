import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newResource } from '#test/catalog.ts';
import { app, newBusiness } from '#test/harness.ts';
import { rowsReadOf } from '#test/rows-read.ts';
import { mainDivision, stockUp } from '#test/stock.ts';
import { asOwner } from '#test/walks/rows.ts';
import { movementList } from './record.sql.ts';

const SALES = 3_000;

test('the arrivals among many sales are found without reading the sales', async () => {
  const business = await newBusiness();
  const { id: resourceId } = await newResource(business.api);
  const divisionId = await mainDivision(business);
  await stockUp(business, { resourceId, divisionId, quantity: '5', unitCost: '10' });
  // Later sales of other products, as in an organization with a long history.
  await asOwner(
    `INSERT INTO stock_movements (organization_id, id, resource_id, division_id, number, type, date, quantity, value,
       quantity_after, value_after, method, cause_kind, cause_id, line, created_at)
     SELECT m.organization_id, gen_random_uuid(), m.resource_id, m.division_id, m.number + n, 'OUT', m.date + 1 + n % 300, -1,
       -10, 0, 0, m.method, m.cause_kind, gen_random_uuid(), m.line, now()
     FROM stock_movements m, generate_series(1, ${SALES}) AS n WHERE m.organization_id = $1`,
    [business.id],
  );
  await asOwner('ANALYZE stock_movements');
  await app.engine.within(business.id, async (ctx) => {
    const read = await rowsReadOf(ctx, ['stock_movements'], async () => {
      const page = await movementList.next(ctx, { type: 'IN', sort: '-date', itemsPerPage: 20 });
      assert.deepEqual(
        page.data.map((movement) => [movement.resourceId, movement.type]),
        [[resourceId, 'IN']],
      );
    });
    assert.ok(read < SALES / 10, `${read} rows were read`);
  });
});
