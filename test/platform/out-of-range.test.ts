import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { app, baseUrl, newBusiness } from '#test/harness.ts';
import { asOwner } from '#test/walks/rows.ts';

const line = (unitPrice: string) => [{ description: 'Arroz', quantity: '1', unitPrice }];
const lists = ['/v1/record/pending', '/v1/record/pending/all', '/v2/record/pending'];

test('a date that is computed beyond the year 2999 is refused and not stored', async () => {
  const { api } = await newBusiness();
  const late = await api.POST('/v1/record/pending', { body: { elements: line('10'), date: '2999-12-31' } });
  if (late.error) assert.equal(late.error.status, 422);
  const { data: contact } = await api.POST('/v1/beneficiary', { body: { name: 'Ana', paymentTermsDays: 30 } });
  const beyond = await api.POST('/v1/record/pending', {
    body: { elements: line('10'), date: '2999-12-20', contactId: contact!.id },
  });
  assert.deepEqual([beyond.error?.status, beyond.error?.errors?.[0]?.path], [422, 'body.date']);
  const numerals = await api.POST('/v1/taxes/numerals', {
    body: { type: 'B01', start: 1, end: 9, authorizedOn: '2999-12-31' } as never,
  });
  assert.equal(numerals.error?.status, 422);
});

test('a row with a date beyond the limit is shown and breaks no list', async () => {
  const business = await newBusiness();
  const { data: document } = await business.api.POST('/v1/record/pending', { body: { elements: line('10') } });
  await asOwner('ALTER TABLE pending_records DROP CONSTRAINT pending_records_valid');
  await asOwner(`UPDATE pending_records SET due_on = '3000-01-30' WHERE id = $1`, [document!.id]);
  await asOwner(
    'ALTER TABLE pending_records ADD CONSTRAINT pending_records_valid CHECK (app.valid(pending_records)) NOT VALID',
  );
  const { data } = await business.api.GET('/v1/record/pending');
  assert.deepEqual(
    data?.data.map(({ dueOn }) => dueOn),
    ['3000-01-30'],
  );
});

test('filters take any number and any day', async () => {
  const { owner } = await newBusiness();
  const get = (target: string) => fetch(baseUrl + target, { headers: { authorization: `Bearer ${owner.token}` } });
  for (const list of lists)
    for (const query of ['totalFrom=99999999999999999999', 'totalTo=99999999999999999999', 'to=1900-01-01']) {
      const { status } = await get(`${list}?${query}`);
      assert.ok(status < 500, `${list}?${query} ${status}`);
    }
  for (const report of ['/v1/record/resume', '/v1/record/chart', '/v1/record/taxes-paid', '/v1/record/report']) {
    const { status } = await get(`${report}?from=1900-01-01&to=1900-01-01`);
    assert.ok(status < 500, `${report} ${status}`);
  }
});

test('amounts beyond what is plausible are refused, and sums beyond a bigint are exact', async () => {
  const business = await newBusiness();
  const { api } = business;
  const refused = await api.POST('/v1/record/pending', { body: { elements: line('9999999999999') } });
  assert.equal(refused.error?.code, 'amount_out_of_range');
  for (let made = 0; made < 2; made++)
    assert.ok((await api.POST('/v1/record/pending', { body: { elements: line('500000000000') } })).data);
  const huge = 5n * 10n ** 18n;
  await asOwner('UPDATE pending_records SET base_net = $2, base_total = $2 + base_tax WHERE organization_id = $1', [
    business.id,
    String(huge),
  ]);
  const query = { groupBy: 'kind' } as never;
  const { data } = await api.GET('/v1/record/pending/report', { params: { query } });
  assert.ok(JSON.stringify(data).includes('100000000000000000.00'), JSON.stringify(data).slice(0, 300));
  const { result } = await app.engine.run({}, ({ tx }) =>
    sql<{
      sum: bigint;
    }>`SELECT sum(n)::numeric(40,0) AS sum FROM unnest(${[huge, huge].map(String)}::bigint[]) n`.execute(tx),
  );
  assert.equal(result.rows[0]!.sum, 2n * huge);
});
