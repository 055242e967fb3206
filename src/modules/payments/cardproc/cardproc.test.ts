import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { z } from 'zod';
import { app, type Business, newBusiness } from '#test/harness.ts';
import type { CardProcessorChange } from './cardproc.schema.ts';

const publicKey = 'pk_019a8c5e7d4f7b3a';
const privateKey = 'sk_9c1d2e5f8a9b0c1d-secret';

const change = ({ api }: Business, body: z.input<typeof CardProcessorChange>) =>
  api.PATCH('/v1/organization/cardproc', { body });

const settingsOf = async ({ api }: Business) => (await api.GET('/v1/organization/cardproc')).data!;

test('a new organization uses the simulator, disabled', async () => {
  assert.deepEqual(await settingsOf(await newBusiness()), {
    environment: 'simulator',
    enabled: false,
    publicKey: null,
    privateKeySet: false,
    privateKeyLast4: null,
    capture: { automatic: true, askSecurityCode: false },
    version: 0,
    updatedAt: null,
  });
});

test('a change keeps the other fields, and only the last four characters of the private key are shown', async () => {
  const business = await newBusiness();
  const set = await change(business, { environment: 'test', publicKey, privateKey, enabled: true });
  assert.equal(set.response.status, 200);
  assert.ok(!JSON.stringify(set.data).includes(privateKey.slice(0, -4)));
  assert.deepEqual([set.data?.privateKeySet, set.data?.privateKeyLast4, set.data?.version], [true, 'cret', 1]);
  const captured = await change(business, { capture: { askSecurityCode: true } });
  assert.deepEqual(captured.data?.capture, { automatic: true, askSecurityCode: true });
  assert.deepEqual([captured.data?.publicKey, captured.data?.privateKeySet], [publicKey, true]);
  assert.deepEqual(await settingsOf(business), captured.data);
});

test('the private key is not readable in the database', async () => {
  const business = await newBusiness();
  await change(business, { environment: 'test', publicKey, privateKey });
  const { result } = await app.engine.run({}, async (ctx) => {
    const { tx } = await ctx.enter(business.id);
    return tx.selectFrom('providerConnections').selectAll().where('organizationId', '=', business.id).execute();
  });
  assert.equal(result.length, 1);
  const stored = Buffer.concat([result[0]!.config, Buffer.from(JSON.stringify(result))]);
  for (const secret of [privateKey, publicKey, privateKey.slice(0, 8)]) assert.ok(!stored.includes(secret));
});

test('it cannot be enabled outside the simulator without both keys', async () => {
  const business = await newBusiness();
  assert.equal((await change(business, { enabled: true })).response.status, 200);
  const bare = await change(business, { environment: 'live' });
  assert.equal(bare.error?.code, 'cardproc_keys_missing');
  const half = await change(business, { environment: 'live', publicKey });
  assert.equal(half.error?.code, 'cardproc_keys_missing');
  assert.equal((await settingsOf(business)).environment, 'simulator');
  const whole = await change(business, { environment: 'live', publicKey, privateKey });
  assert.equal(whole.response.status, 200);
  assert.equal((await change(business, { privateKey: null })).error?.code, 'cardproc_keys_missing');
});

test('the keys of one environment are not used in another', async () => {
  const business = await newBusiness();
  await change(business, { environment: 'test', publicKey, privateKey });
  const moved = await change(business, { environment: 'live' });
  assert.deepEqual([moved.data?.publicKey, moved.data?.privateKeySet], [null, false]);
});

test('two changes at once are both kept, and a stale version is refused', async () => {
  const business = await newBusiness();
  const changes: z.input<typeof CardProcessorChange>[] = [
    { publicKey },
    { privateKey },
    { capture: { automatic: false } },
    { capture: { askSecurityCode: true } },
  ];
  const answers = await Promise.all(changes.map((body) => change(business, body)));
  assert.deepEqual(new Set(answers.map(({ response }) => response.status)), new Set([200]));
  const settings = await settingsOf(business);
  assert.deepEqual([settings.publicKey, settings.privateKeySet, settings.version], [publicKey, true, 4]);
  assert.deepEqual(settings.capture, { automatic: false, askSecurityCode: true });
  assert.equal((await change(business, { version: 3, enabled: true })).error?.code, 'version_conflict');
  assert.equal((await change(business, { version: 4, enabled: true })).data?.version, 5);
});

test('a short key, an unknown environment and an unknown field are refused', async () => {
  const business = await newBusiness();
  const wrong = [{ privateKey: 'short' }, { environment: 'moon' }, { privatKey: privateKey }, { enabled: 'yes' }];
  for (const body of wrong)
    assert.equal((await change(business, body as z.input<typeof CardProcessorChange>)).response.status, 400);
  const spoken = await change(business, { privatKey: privateKey } as z.input<typeof CardProcessorChange>);
  assert.ok(!JSON.stringify(spoken.error).includes(privateKey));
});

test('settings belong to one organization, and a dry run changes nothing', async () => {
  const [one, other] = [await newBusiness(), await newBusiness()];
  await change(one, { environment: 'test', publicKey, privateKey });
  assert.equal((await settingsOf(other)).privateKeySet, false);
  const tried = await other.api.PATCH('/v1/organization/cardproc', {
    body: { enabled: true },
    headers: { 'dry-run': 'true' },
  });
  assert.equal(tried.response.status, 200);
  assert.equal((await settingsOf(other)).version, 0);
});
