import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anonymous, app, newBusiness } from '#test/harness.ts';
import { runNow } from '#test/jobs.ts';
import { asOwner } from '#test/walks/rows.ts';
import { countInvoiced, publishInvoiced } from './invoiced.ts';

const publish = () => runNow(publishInvoiced, {});

test('invoiced totals are published only if they reveal no single organization', async () => {
  const currency = 'XTS';
  const count = async () =>
    (await anonymous.GET('/v1/data/invoiced')).data!.totals.find((total) => total.currency === currency);
  const businesses = [];
  for (let place = 0; place < 10; place++) businesses.push(await newBusiness());
  const set = (id: string, amount: number) =>
    asOwner(
      `INSERT INTO invoiced_months (organization_id, month, currency, documents, amount) VALUES ($1, '2026-01-01', $2, 7, $3)
       ON CONFLICT (organization_id, month) DO UPDATE SET amount = excluded.amount, currency = excluded.currency`,
      [id, currency, amount],
    );
  for (const { id } of businesses.slice(1)) await set(id, 123_45);
  await publish();
  assert.equal(await count(), undefined, 'Nine are too few.');
  await set(businesses[0]!.id, 9_999_999);
  await publish();
  assert.equal(await count(), undefined, 'One has more than half.');
  await set(businesses[0]!.id, 123_45);
  await publish();
  assert.deepEqual(await count(), { currency, organizations: 10, documents: 70, amount: '1200.00' });
});

test('the months of an organization are counted from its issued invoices', async () => {
  const business = await newBusiness();
  const elements = [{ description: 'Arroz', unitPrice: '100.00' }];
  await business.api.POST('/v1/record/pending', { body: { elements } });
  await business.api.POST('/v1/record/pending', { body: { elements, status: 'draft' } });
  const run = () => app.engine.within(business.id, countInvoiced);
  await run();
  await run();
  const rows = await asOwner<{ documents: string; amount: string }>(
    'SELECT documents, amount FROM invoiced_months WHERE organization_id = $1',
    [business.id],
  );
  assert.deepEqual(rows, [{ documents: '1', amount: '10000' }]);
});
