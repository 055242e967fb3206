import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newDocument } from '#test/documents.ts';
import { app, type Business, codeOf, newBusiness } from '#test/harness.ts';
import { moveClock } from '#test/sandbox-clock.ts';
import { asOwner } from '#test/walks/rows.ts';
import { addUsage } from './usage.sql.ts';
import { countUsage } from './usage.ts';

const metersOf = async ({ api }: Business) => {
  const { data } = await api.GET('/v1/usage');
  return new Map(data!.meters.map((meter) => [meter.name, meter]));
};
const count = ({ id }: Business) => app.engine.within(id, countUsage);

test('the meters of the month are counted against the plan, today at once', async () => {
  const business = await newBusiness();
  await newDocument(business.api);
  await newDocument(business.api, { status: 'draft' });
  await newDocument(business.api, { kind: 'quote' });
  const meters = await metersOf(business);
  const documents = meters.get('documents')!;
  assert.deepEqual([documents.used, documents.limit, documents.isMonthly], [1, 50, true]);
  assert.deepEqual([meters.get('members')!.used, meters.get('members')!.limit], [1, 2]);
  assert.deepEqual([meters.get('storageBytes')!.used, meters.get('bots')!.used], [0, 0]);
  const { data } = await business.api.GET('/v1/billing/subscription');
  const used = new Map(data!.entitlements.map((entitlement) => [entitlement.name, entitlement.used]));
  assert.deepEqual([used.get('documentsPerMonth'), used.get('storageBytes'), used.get('bots')], [1, 0, 0]);
});

test('counting again changes nothing, and what is added up stays', async () => {
  const business = await newBusiness();
  await newDocument(business.api);
  await count(business);
  await count(business);
  await app.engine.within(business.id, async (ctx) => {
    await addUsage(ctx, 'aiTokens', 120);
    await addUsage(ctx, 'aiTokens', 30);
  });
  await count(business);
  const meters = await metersOf(business);
  assert.deepEqual([meters.get('documents')!.used, meters.get('aiTokens')!.used], [1, 150]);
});

test('days are those of the organization, and past ones are read and not counted', async () => {
  const business = await newBusiness({ sandbox: true });
  await newDocument(business.api);
  await count(business);
  await moveClock(business, Temporal.Now.instant().add({ hours: 24 }));
  await newDocument(business.api);
  await newDocument(business.api);
  await count(business);
  const { data } = await business.api.GET('/v1/usage/stats', { params: { query: { meter: 'documents' } } });
  const [documents, ...others] = data!.meters;
  assert.deepEqual([others, documents!.total, documents!.days.length], [[], 3, 30]);
  assert.deepEqual(
    documents!.days.slice(-2).map(({ quantity }) => quantity),
    [1, 2],
  );
  const stored = await asOwner<{ quantity: string }>(
    `SELECT quantity FROM usage_days WHERE organization_id = $1 AND meter = 'documents' ORDER BY day`,
    [business.id],
  );
  assert.deepEqual(
    stored.map(({ quantity }) => quantity),
    ['1', '2'],
  );
});

test('the span of the statistics has a limit', async () => {
  const { api } = await newBusiness();
  const read = (query: object) => api.GET('/v1/usage/stats', { params: { query } });
  assert.equal(codeOf(await read({ from: '2025-01-01', to: '2026-12-31' })), 'span_too_long');
  assert.equal(codeOf(await read({ from: '2026-02-02', to: '2026-02-01' })), 'span_too_long');
  const { data } = await read({ from: '2026-01-01', to: '2026-01-03' });
  assert.ok(data!.meters.every(({ days, total }) => days.length === 3 && total === 0));
});
