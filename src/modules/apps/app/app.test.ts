import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardRelease, cardSchema, newCardApp } from '#test/apps.ts';
import { type Business, codeOf, eventually, newBusiness, newMember } from '#test/harness.ts';

const at = (appId: string) => ({ params: { path: { appId } } });

const configuration = {
  type: 'object',
  properties: {
    pointsPerHundred: { type: 'integer', minimum: 1 },
    apiKey: { type: 'string', secret: true },
  },
  required: ['pointsPerHundred'],
};

const publish = async ({ api }: Business, changes: object): Promise<string> =>
  (await api.POST('/v1/apps/release', { body: cardRelease('1.0.0', changes) })).data!.appId;

test('a configuration is checked by the schema of the release, and its secrets are never returned', async () => {
  const business = await newBusiness();
  const { api } = business;
  const appId = await publish(business, { configuration });
  const change = (body: object) => api.PATCH('/v1/apps/{appId}', { ...at(appId), body });
  const missing = await change({ installed: true });
  assert.deepEqual(
    [codeOf(missing), missing.error?.errors?.[0]?.path],
    ['configuration_not_valid', 'body.configuration.pointsPerHundred'],
  );
  const secret = 'k-very-secret';
  const { data } = await change({ installed: true, configuration: { pointsPerHundred: 5, apiKey: secret } });
  assert.deepEqual(data!.installation!.configuration, { pointsPerHundred: 5 });
  assert.deepEqual(data!.installation!.secretNames, ['apiKey']);
  for (const configured of [{ pointsPerHundred: 'five' }, { unknown: 1 }, { pointsPerHundred: null }])
    assert.equal(codeOf(await change({ configuration: configured })), 'configuration_not_valid');
  const kept = await change({ configuration: { pointsPerHundred: 7 } });
  assert.deepEqual(kept.data!.installation!.secretNames, ['apiKey']);
  assert.ok(!JSON.stringify((await api.GET('/v1/apps/{appId}', at(appId))).data).includes(secret));
  const cleared = await change({ configuration: { apiKey: null } });
  assert.deepEqual(cleared.data!.installation!.secretNames, []);
});

test('permissions are accepted by a person who holds them, again for each that a new release adds', async () => {
  const business = await newBusiness();
  const { api } = business;
  const appId = await publish(business, { permissions: ['contacts:read'] });
  const change = (body: object) => api.PATCH('/v1/apps/{appId}', { ...at(appId), body });
  assert.equal(codeOf(await change({ installed: true })), 'permissions_not_accepted');
  const limited = await newMember(business, 'custom', ['apps:write']);
  const install = { installed: true, permissions: ['contacts:read'] };
  assert.equal(codeOf(await limited.api.PATCH('/v1/apps/{appId}', { ...at(appId), body: install })), 'forbidden');
  assert.deepEqual((await change(install)).data!.installation!.permissions, ['contacts:read']);
  await api.POST('/v1/apps/release', {
    body: cardRelease('1.1.0', { permissions: ['contacts:read', 'catalog:read'] }),
  });
  assert.equal((await api.GET('/v1/apps/{appId}', at(appId))).data!.isUpgradeAvailable, true);
  assert.equal(codeOf(await change({ release: '1.1.0' })), 'permissions_not_accepted');
  const upgraded = await change({ release: '1.1.0', permissions: ['catalog:read'] });
  assert.deepEqual(upgraded.data!.installation!.permissions, ['contacts:read', 'catalog:read']);
});

test('an app that is off or removed keeps its rows; removing it deletes its secrets', async () => {
  const business = await newBusiness();
  const { api } = business;
  const appId = await publish(business, { configuration });
  const change = (body: object) => api.PATCH('/v1/apps/{appId}', { ...at(appId), body });
  const full = { installed: true, configuration: { pointsPerHundred: 5, apiKey: 'secret-key' } };
  await change(full);
  const row = { appId, type: 'card', data: { number: '1', holder: 'Ana' } };
  const { data: written } = await api.POST('/v1/apps/data', { body: row });
  await change({ enabled: false });
  assert.equal(codeOf(await api.POST('/v1/apps/data', { body: row })), 'app_disabled');
  assert.equal(codeOf(await api.DELETE('/v1/apps/data', { body: { id: written!.id } })), 'app_disabled');
  const query = { params: { query: { appId, type: 'card' } } };
  assert.equal((await api.GET('/v1/apps/data', query)).data!.total, 1);
  assert.equal((await change({ installed: false })).data!.installation, null);
  const config = { appId, type: 'card', name: 'x', fields: [{ field: 'holder', weight: 1 }] };
  const refusals = [
    await api.GET('/v1/apps/data', query),
    await api.POST('/v1/apps/data', { body: row }),
    await api.POST('/v1/apps/search-config', { body: config }),
    await change({ enabled: true }),
  ];
  assert.deepEqual(new Set(refusals.map(codeOf)), new Set(['app_not_installed']));
  assert.deepEqual(
    refusals.map(({ error }) => error!.errors![0]?.path),
    ['query.appId', 'body.appId', 'body.appId', 'body.installed'],
  );
  const again = await change({ installed: true });
  assert.deepEqual(again.data!.installation!.secretNames, []);
  assert.equal((await api.GET('/v1/apps/data', query)).data!.total, 1);
});

test('an app that several people install at the same time is installed once', async () => {
  const business = await newBusiness();
  const appId = await publish(business, {});
  const answers = await Promise.all(
    Array.from({ length: 5 }, () =>
      business.api.PATCH('/v1/apps/{appId}', { ...at(appId), body: { installed: true } }),
    ),
  );
  assert.deepEqual(
    answers.map(({ response }) => response.status),
    [200, 200, 200, 200, 200],
  );
});

test('an upgrade keeps every row, and counts and shows those that no longer agree with it', async () => {
  const business = await newBusiness();
  const { api } = business;
  const appId = await newCardApp(business);
  const rows = [
    { number: '1', holder: 'Ana', city: 'Moca' },
    { number: '2', holder: 'Luis' },
    { number: '3', holder: 'Eva', city: 'Moca' },
  ];
  await api.POST('/v1/apps/data/import', { body: { appId, type: 'card', rows } });
  const strict = { ...cardSchema, required: ['number', 'holder', 'city'] };
  const unique = [['number'], ['city']];
  const type = { name: 'card', title: 'Tarjeta', schema: strict, unique };
  await api.POST('/v1/apps/release', { body: cardRelease('2.0.0', { dataTypes: [type] }) });
  const changed = await api.PATCH('/v1/apps/{appId}', { ...at(appId), body: { release: '2.0.0' } });
  assert.equal(changed.data!.installation!.isChecking, true);
  const checked = await eventually(async () => {
    const { installation } = (await api.GET('/v1/apps/{appId}', at(appId))).data!;
    return installation!.isChecking ? null : installation!;
  });
  assert.equal(checked.invalidRows, 2);
  const explore = async (query: object) =>
    (
      await api.GET('/v1/apps/data/explorer/{appId}', {
        params: { path: { appId }, query: { type: 'card', ...query } },
      })
    ).data!;
  const invalid = await explore({ valid: 'false', sort: 'data.number' });
  assert.deepEqual(
    invalid.data.map(({ data, problem }) => [data.number, problem!.path, problem!.code]),
    [
      ['2', 'data.city', 'required'],
      ['3', 'data.city', 'taken'],
    ],
  );
  assert.deepEqual(invalid.data[0]!.data, rows[1]);
  for (const [index, city] of ['Higüey', 'Azua'].entries()) {
    const { id } = invalid.data[index]!;
    assert.equal((await api.PATCH('/v1/apps/data', { body: { id, data: { city } } })).data!.valid, true);
  }
  assert.equal((await explore({ valid: 'false' })).total, 0);
  // Back to the first release: everything agrees with it.
  await api.PATCH('/v1/apps/{appId}', { ...at(appId), body: { release: '1.0.0' } });
  const types = await api.GET('/v1/apps/data-types/{appId}', at(appId));
  assert.deepEqual(
    types.data!.data.map(({ name, rows: count, invalidRows }) => [name, count, invalidRows]),
    [['card', 3, 0]],
  );
});

/** Publishes a release of cards with a pin and of an app with a key, both secret or not. */
async function publishSecrets({ api }: Business, version: string, field: { secret?: true }): Promise<string> {
  const secret = { type: 'string', ...field };
  const body = cardRelease(
    version,
    { configuration: { type: 'object', properties: { apiKey: secret } } },
    { ...cardSchema, properties: { ...cardSchema.properties, pin: secret } },
  );
  return (await api.POST('/v1/apps/release', { body })).data!.appId;
}

/** Changes the release, and waits until all rows are checked. */
async function changeRelease({ api }: Business, appId: string, release: string) {
  await api.PATCH('/v1/apps/{appId}', { ...at(appId), body: { release } });
  return eventually(async () => {
    const { installation } = (await api.GET('/v1/apps/{appId}', at(appId))).data!;
    return installation!.isChecking ? null : installation!;
  });
}

test('a secret is not returned either after a release that declares its field otherwise', async () => {
  const business = await newBusiness();
  const { api } = business;
  const appId = await publishSecrets(business, '1.0.0', { secret: true });
  await publishSecrets(business, '2.0.0', {});
  const body = { installed: true, release: '1.0.0', configuration: { apiKey: 'k-77' } };
  await api.PATCH('/v1/apps/{appId}', { ...at(appId), body });
  const data = { number: '1', holder: 'Ana', pin: '1234' };
  const { data: row } = await api.POST('/v1/apps/data', { body: { appId, type: 'card', data } });
  const { configuration: shown, secretNames } = await changeRelease(business, appId, '2.0.0');
  assert.deepEqual([shown, secretNames], [{}, ['apiKey']]);
  const changed = await api.PATCH('/v1/apps/data', { body: { id: row!.id, data: { holder: 'Eva' } } });
  assert.deepEqual([changed.data!.data, changed.data!.secretNames], [{ number: '1', holder: 'Eva' }, ['pin']]);
});

test('fields that a release makes secret are encrypted in the rows that have them, and no longer found', async () => {
  const business = await newBusiness();
  const { api } = business;
  const appId = await publishSecrets(business, '1.0.0', {});
  await publishSecrets(business, '2.0.0', { secret: true });
  const body = { installed: true, release: '1.0.0', configuration: { apiKey: 'k-77' } };
  await api.PATCH('/v1/apps/{appId}', { ...at(appId), body });
  for (const [number, pin] of [['1', 'zanahoria'], ['2']]) {
    const data = { number, holder: 'Ana', ...(pin && { pin }) };
    await api.POST('/v1/apps/data', { body: { appId, type: 'card', data } });
  }
  const found = async (search: string) => {
    const { data } = await api.GET('/v1/apps/data', { params: { query: { appId, type: 'card', search } } });
    return data!.data.map((row) => [row.data, row.secretNames, row.valid]);
  };
  assert.equal((await found('zanahoria')).length, 1);
  const { configuration: shown, secretNames } = await changeRelease(business, appId, '2.0.0');
  assert.deepEqual([shown, secretNames], [{}, ['apiKey']]);
  assert.deepEqual(await found('zanahoria'), []);
  assert.deepEqual(
    new Set(await found('Ana')),
    new Set([
      [{ number: '1', holder: 'Ana' }, ['pin'], true],
      [{ number: '2', holder: 'Ana' }, [], true],
    ]),
  );
});

test('rows of a type that a release removes can be read and are listed as such', async () => {
  const business = await newBusiness();
  const { api } = business;
  const appId = await newCardApp(business);
  await api.POST('/v1/apps/data', { body: { appId, type: 'card', data: { number: '1', holder: 'Ana' } } });
  await api.POST('/v1/apps/release', { body: cardRelease('2.0.0', { dataTypes: [] }) });
  await api.PATCH('/v1/apps/{appId}', { ...at(appId), body: { release: '2.0.0' } });
  const [type] = await eventually(async () => {
    const { data } = (await api.GET('/v1/apps/data-types/{appId}', at(appId))).data!;
    return data[0]?.invalidRows ? data : null;
  });
  assert.deepEqual([type!.name, type!.isRemoved, type!.rows], ['card', true, 1]);
  const read = await api.GET('/v1/apps/data', { params: { query: { appId, type: 'card' } } });
  assert.equal(read.data!.data[0]!.problem!.code, 'unknown_type');
  const written = await api.POST('/v1/apps/data', {
    body: { appId, type: 'card', data: { number: '2', holder: 'A' } },
  });
  assert.equal(codeOf(written), 'reference_not_found');
});

test('a change with a stale version is refused', async () => {
  const business = await newBusiness();
  const appId = await newCardApp(business);
  const change = { ...at(appId), body: { version: 1, enabled: false } };
  assert.equal((await business.api.PATCH('/v1/apps/{appId}', change)).data!.installation!.version, 2);
  assert.equal(codeOf(await business.api.PATCH('/v1/apps/{appId}', change)), 'version_conflict');
});
