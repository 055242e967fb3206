import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardRelease, newCardApp } from '#test/apps.ts';
import { app, codeOf, newBusiness, newMember } from '#test/harness.ts';
import { publishToAll, withdrawFromAll } from './release.ts';

test('the first release makes an app, later ones have higher versions, and none changes', async () => {
  const { api } = await newBusiness();
  const first = await api.POST('/v1/apps/release', { body: cardRelease('1.9.0') });
  assert.equal(first.response.status, 201);
  const second = await api.POST('/v1/apps/release', { body: cardRelease('1.10.0', { name: 'Tarjetas 2' }) });
  assert.equal(second.data!.appId, first.data!.appId);
  for (const version of ['1.10.0', '1.9.1', '1.2.0'])
    assert.equal(codeOf(await api.POST('/v1/apps/release', { body: cardRelease(version) })), 'release_not_newer');
  const listed = await api.GET('/v1/apps/release', { params: { query: { appId: first.data!.appId } } });
  assert.deepEqual(
    listed.data!.data.map(({ version }) => version),
    ['1.10.0', '1.9.0'],
  );
});

test('of releases with the same version that are published at the same time one is kept', async () => {
  const { api } = await newBusiness();
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => api.POST('/v1/apps/release', { body: cardRelease() })),
  );
  assert.equal(answers.filter(({ data }) => data).length, 1);
  assert.equal((await api.GET('/v1/apps/release')).data!.total, 1);
});

test('a manifest names the place of what is wrong with it', async () => {
  const { api } = await newBusiness();
  const pathOf = async (changes: object, schema?: object) => {
    const { error } = await api.POST('/v1/apps/release', { body: cardRelease('1.0.0', changes, schema) });
    return [error?.code, error?.errors?.[0]?.path];
  };
  assert.deepEqual(await pathOf({ permissions: ['contacts:own'] }), ['invalid_manifest', 'body.permissions[0]']);
  assert.deepEqual(await pathOf({ events: ['no:such'] }), ['invalid_manifest', 'body.events[0]']);
  const referring = { type: 'object', properties: { a: { $ref: 'https://example.com/schema' } } };
  assert.deepEqual(await pathOf({}, referring), ['invalid_manifest', 'body.dataTypes[0].schema.properties.a.type']);
  const without = { type: 'object', properties: { holder: { type: 'string' } } };
  assert.deepEqual(await pathOf({}, without), ['invalid_manifest', 'body.dataTypes[0].unique[0][0]']);
  assert.equal((await api.GET('/v1/apps/release')).data!.total, 0);
});

test('an app that the operator publishes can be installed by all, and stays installed when it is withdrawn', async () => {
  const [developer, user] = [await newBusiness(), await newBusiness()];
  const appId = await newCardApp(developer, { key: `shared-${developer.id.slice(-12)}` });
  const path = { params: { path: { appId } } };
  assert.equal(codeOf(await user.api.GET('/v1/apps/{appId}', path)), 'not_found');
  assert.equal(codeOf(await user.api.PATCH('/v1/apps/{appId}', { ...path, body: { installed: true } })), 'not_found');
  await app.engine.within(developer.id, (ctx) => publishToAll(ctx, appId));
  const seen = await user.api.GET('/v1/apps/available-apps', {
    params: { query: { search: 'tarjetas', itemsPerPage: 200 } },
  });
  assert.equal(seen.data!.data.find(({ id }) => id === appId)?.source, 'public');
  const installed = await user.api.PATCH('/v1/apps/{appId}', { ...path, body: { installed: true } });
  assert.equal(installed.data!.installation!.release, '1.0.0');
  // A release that the operator has not published is for its developers only.
  await developer.api.POST('/v1/apps/release', {
    body: cardRelease('2.0.0', { key: `shared-${developer.id.slice(-12)}` }),
  });
  const upgraded = await user.api.PATCH('/v1/apps/{appId}', { ...path, body: { release: '2.0.0' } });
  assert.equal(codeOf(upgraded), 'not_found');
  await app.engine.run({}, (ctx) => withdrawFromAll(ctx, appId));
  const row = { appId, type: 'card', data: { number: '1', holder: 'Ana' } };
  assert.equal((await user.api.POST('/v1/apps/data', { body: row })).response.status, 201);
  assert.equal((await user.api.GET('/v1/apps/{appId}', path)).data!.installation!.release, '1.0.0');
  assert.equal(
    codeOf(await developer.api.GET('/v1/apps/data', { params: { query: { appId, type: 'card' } } })),
    undefined,
  );
  assert.equal(
    (await developer.api.GET('/v1/apps/data', { params: { query: { appId, type: 'card' } } })).data!.total,
    0,
  );
});

test('a seller writes rows and can neither publish nor install', async () => {
  const business = await newBusiness();
  const appId = await newCardApp(business);
  const seller = await newMember(business, 'seller');
  const row = { appId, type: 'card', data: { number: '1', holder: 'Ana' } };
  assert.equal((await seller.api.POST('/v1/apps/data', { body: row })).response.status, 201);
  assert.equal(codeOf(await seller.api.POST('/v1/apps/release', { body: cardRelease('2.0.0') })), 'forbidden');
  const off = await seller.api.PATCH('/v1/apps/{appId}', { params: { path: { appId } }, body: { enabled: false } });
  assert.equal(codeOf(off), 'forbidden');
});
