import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardRelease, cardSchema, newCardApp } from '#test/apps.ts';
import { app, type Business, baseUrl, codeOf, newBusiness } from '#test/harness.ts';
import { appData } from '../tables.ts';
import { openRow } from './row-secrets.ts';

async function withCards(rows: object[]): Promise<{ business: Business; appId: string }> {
  const business = await newBusiness();
  const appId = await newCardApp(business);
  const body = { appId, type: 'card', rows: rows as Record<string, unknown>[] };
  if (rows.length > 0) await business.api.POST('/v1/apps/data/import', { body });
  return { business, appId };
}

test('a row is checked against its type, and the answer names the field', async () => {
  const { business, appId } = await withCards([]);
  const write = async (data: Record<string, unknown>) => {
    const { error } = await business.api.POST('/v1/apps/data', { body: { appId, type: 'card', data } });
    return [error?.code, error?.errors?.[0]?.path];
  };
  const row = { number: 'A-1', holder: 'Ana' };
  assert.deepEqual(await write({ number: 'A-1' }), ['data_not_valid', 'body.data.holder']);
  assert.deepEqual(await write({ ...row, points: -1 }), ['data_not_valid', 'body.data.points']);
  assert.deepEqual(await write({ ...row, points: '5' }), ['data_not_valid', 'body.data.points']);
  assert.deepEqual(await write({ ...row, colour: 'red' }), ['data_not_valid', 'body.data.colour']);
  assert.deepEqual(await write({ ...row, tags: Array(11).fill('x') }), ['data_not_valid', 'body.data.tags']);
  assert.deepEqual(await write({ ...row, city: 'x'.repeat(40_000) }), ['data_not_valid', 'body.data']);
  assert.deepEqual(await write(row), [undefined, undefined]);
  const other = await business.api.POST('/v1/apps/data', { body: { appId, type: 'nothing', data: row } });
  assert.equal(other.error?.errors?.[0]?.path, 'body.type');
});

test('fields of a row are changed and removed, by version', async () => {
  const { business, appId } = await withCards([]);
  const { api } = business;
  const data = { number: 'A-1', holder: 'Ana', city: 'Moca' };
  const { data: row } = await api.POST('/v1/apps/data', { body: { appId, type: 'card', data } });
  const change = { id: row!.id, version: 1, data: { points: 5, city: null } };
  const changed = await api.PATCH('/v1/apps/data', { body: change });
  assert.deepEqual(changed.data!.data, { number: 'A-1', holder: 'Ana', points: 5 });
  assert.equal(changed.response.headers.get('etag'), '"2"');
  assert.equal(codeOf(await api.PATCH('/v1/apps/data', { body: change })), 'version_conflict');
  assert.equal(
    codeOf(await api.PATCH('/v1/apps/data', { body: { id: row!.id, data: { holder: null } } })),
    'data_not_valid',
  );
  assert.equal((await api.DELETE('/v1/apps/data', { body: { id: row!.id } })).response.status, 204);
  assert.equal(codeOf(await api.GET('/v1/apps/data/single', { params: { query: { id: row!.id } } })), 'not_found');
});

test('a unique key holds for one row only, also when rows are written at the same time', async () => {
  const { business, appId } = await withCards([]);
  const { api } = business;
  const body = { appId, type: 'card', data: { number: 'A-1', holder: 'Ana' } };
  const answers = await Promise.all(Array.from({ length: 8 }, () => api.POST('/v1/apps/data', { body })));
  assert.equal(answers.filter(({ data }) => data).length, 1);
  assert.ok(answers.every((answer) => answer.data || codeOf(answer) === 'key_taken'));
  const refused = answers.find(({ error }) => error)!.error!;
  assert.equal(refused.errors![0]!.path, 'body.data.number');
  const single = { appId, type: 'card', key: JSON.stringify({ number: 'A-1' }) };
  const found = await api.GET('/v1/apps/data/single', { params: { query: single } });
  assert.equal(found.data!.data.holder, 'Ana');
  const other = await api.POST('/v1/apps/data', { body: { ...body, data: { number: 'A-2', holder: 'Eva' } } });
  const taken = await api.PATCH('/v1/apps/data', { body: { id: other.data!.id, data: { number: 'A-1' } } });
  assert.equal(codeOf(taken), 'key_taken');
  await api.DELETE('/v1/apps/data', { body: { id: found.data!.id } });
  const free = await api.PATCH('/v1/apps/data', { body: { id: other.data!.id, data: { number: 'A-1' } } });
  assert.equal(free.data!.data.number, 'A-1');
  const types = await api.GET('/v1/apps/data-types/{appId}', { params: { path: { appId } } });
  assert.equal(types.data!.data[0]!.rows, 1);
});

test('an import writes all rows or none, or those that are valid, and can be repeated by a key', async () => {
  const { business, appId } = await withCards([]);
  const { api } = business;
  const rows = [
    { number: '1', holder: 'Ana' },
    { number: '2' },
    { number: '1', holder: 'Otra' },
    { number: '3', holder: 'Eva', points: 1.5 },
    { number: '4', holder: 'Luz' },
  ];
  const refused = await api.POST('/v1/apps/data/import', { body: { appId, type: 'card', rows } });
  assert.deepEqual(
    [codeOf(refused), refused.error!.errors!.map(({ path }) => path)],
    ['bulk_refused', ['body.rows[1].holder', 'body.rows[2].number', 'body.rows[3].points']],
  );
  assert.equal((await api.GET('/v1/apps/data', { params: { query: { appId, type: 'card' } } })).data!.total, 0);
  const partial = { appId, type: 'card', rows, validRowsOnly: true };
  const { data } = await api.POST('/v1/apps/data/import', { body: partial });
  assert.deepEqual([data!.createdCount, data!.failedCount], [2, 3]);
  const again = {
    appId,
    type: 'card',
    matchBy: ['number'],
    rows: [{ number: '1', holder: 'Ana María' }, rows[4]!, { number: '5', holder: 'Sol' }],
  };
  const repeated = await api.POST('/v1/apps/data/import', { body: again });
  assert.deepEqual(
    repeated.data!.results.map(({ outcome }) => outcome),
    ['updated', 'unchanged', 'created'],
  );
  const key = JSON.stringify({ number: '1' });
  const found = await api.GET('/v1/apps/data/single', { params: { query: { appId, type: 'card', key } } });
  assert.deepEqual(found.data!.data, { number: '1', holder: 'Ana María' });
  const other = await api.POST('/v1/apps/data/import', { body: { ...again, matchBy: ['holder'] } });
  assert.equal(other.error!.errors![0]!.path, 'body.matchBy');
});

test('a row that an import replaces keeps the secrets that the import leaves out, and takes those that it gives', async () => {
  const business = await newBusiness();
  const schema = { ...cardSchema, properties: { ...cardSchema.properties, pin: { type: 'string', secret: true } } };
  const required = [...cardSchema.required, 'pin'];
  const { dataTypes } = cardRelease('1.0.0', {}, { ...schema, required });
  const appId = await newCardApp(business, { dataTypes });
  const load = async (row: Record<string, unknown>) => {
    const body = { appId, type: 'card', rows: [row], matchBy: ['number'] };
    return (await business.api.POST('/v1/apps/data/import', { body })).data?.results[0]?.id ?? null;
  };
  const secretOf = (id: string) =>
    app.engine.within(business.id, async (ctx) => openRow(ctx, await appData.get(ctx, id)));
  assert.equal(await load({ number: 'A-1', holder: 'Ana' }), null);
  const id = await load({ number: 'A-1', holder: 'Ana', points: 5, pin: '1234' });
  assert.equal(await load({ number: 'A-1', holder: 'Ana María' }), id);
  assert.deepEqual(await secretOf(id!), { number: 'A-1', holder: 'Ana María', pin: '1234' });
  assert.equal(await load({ number: 'A-1', holder: 'Ana María', pin: '9876' }), id);
  assert.deepEqual(await secretOf(id!), { number: 'A-1', holder: 'Ana María', pin: '9876' });
});

test('imports of the same rows at the same time leave each row once', async () => {
  const { business, appId } = await withCards([]);
  const rows = Array.from({ length: 50 }, (_, index) => ({ number: `N-${index}`, holder: 'Ana' }));
  const body = { appId, type: 'card', rows, matchBy: ['number'] };
  const answers = await Promise.all(
    [rows, rows.toReversed(), rows].map((some) =>
      business.api.POST('/v1/apps/data/import', { body: { ...body, rows: some } }),
    ),
  );
  assert.deepEqual(
    answers.map(({ response }) => response.status),
    [200, 200, 200],
  );
  const types = await business.api.GET('/v1/apps/data-types/{appId}', { params: { path: { appId } } });
  assert.equal(types.data!.data[0]!.rows, 50);
});

test('the explorer filters and sorts by any field, page by page', async () => {
  const { business, appId } = await withCards([
    { number: '1', holder: 'Ana', points: 9, city: 'Moca', tags: ['vip'] },
    { number: '2', holder: 'Luis', points: 10, city: 'Azua' },
    { number: '3', holder: 'Eva', points: 100, city: 'Moca' },
    { number: '4', holder: 'Sol' },
  ]);
  const explore = async (filter: object | null, query: object = {}) => {
    const conditions = filter === null ? {} : { filter: JSON.stringify(filter) };
    const params = { path: { appId }, query: { type: 'card', sort: 'data.points', ...conditions, ...query } };
    return (await business.api.GET('/v1/apps/data/explorer/{appId}', { params })).data!;
  };
  const numbers = async (filter: object | null, query: object = {}) =>
    (await explore(filter, query)).data.map(({ data }) => data.number).join();
  assert.equal(await numbers(null), '4,1,2,3');
  assert.equal(await numbers(null, { sort: '-data.points' }), '3,2,1,4');
  assert.equal(await numbers({ city: 'Moca' }), '1,3');
  assert.equal(await numbers({ points: { gte: 10 } }), '2,3');
  assert.equal(await numbers({ points: { gt: 9, lt: 100 }, city: { ne: 'Moca' } }), '2');
  assert.equal(await numbers({ city: { in: ['Azua', 'Higüey'] } }), '2');
  assert.equal(await numbers({ city: { exists: false } }), '4');
  assert.equal(await numbers({ tags: { contains: 'vip' } }), '1');
  assert.equal(await numbers({ holder: { contains: 'ÉV' } }), '3');
  assert.equal(await numbers({ holder: { gt: 'M' } }), '4');
  assert.equal(await numbers({ city: { gt: 5 } }), '');
  assert.equal(await numbers(null, { search: 'mo ev' }), '3');
  const first = await explore(null, { itemsPerPage: 2 });
  assert.equal(await numbers(null, { itemsPerPage: 2, cursor: first.nextCursor! }), '2,3');
  assert.deepEqual(first.columns[1], { field: 'holder', title: 'Titular', type: 'string' });
  const wrong = { params: { path: { appId }, query: { type: 'card', filter: '{"city":{"like":"x"}}' } } };
  const refused = await business.api.GET('/v1/apps/data/explorer/{appId}', wrong);
  assert.equal(refused.error!.errors![0]!.path, 'query.filter');
});

test('a filter or key with text that cannot be stored is refused', async () => {
  const { business, appId } = await withCards([]);
  for (const text of ['\0', '\ud800']) {
    const [filter, key] = [{ holder: text }, { number: text }].map((value) => JSON.stringify(value));
    const errors = [
      (await business.api.GET('/v1/apps/data', { params: { query: { appId, type: 'card', filter: filter! } } })).error,
      (await business.api.GET('/v1/apps/data/single', { params: { query: { appId, type: 'card', key: key! } } })).error,
    ];
    assert.deepEqual(
      errors.map((error) => [error?.errors?.[0]?.path, error?.errors?.[0]?.code]),
      [
        ['query.filter.holder', 'invalid_text'],
        ['query.key.number', 'invalid_text'],
      ],
    );
  }
});

test('an integer that would be rounded is refused, in a row and in a filter', async () => {
  const { business, appId } = await withCards([]);
  const send = async (method: string, path: string, body?: string) => {
    const headers = { authorization: `Bearer ${business.owner.token}`, 'content-type': 'application/json' };
    const response = await fetch(baseUrl + path, { method, headers, ...(body && { body }) });
    return { status: response.status, text: await response.text() };
  };
  const row = (points: string) =>
    send(
      'POST',
      '/v1/apps/data',
      `{"appId":"${appId}","type":"card","data":{"number":"${points}","holder":"Ana","points":${points}}}`,
    );
  // 2^53 + 1, which JavaScript reads as 2^53.
  const refused = await row('9007199254740993');
  assert.equal(refused.status, 422);
  assert.match(refused.text, /"path":"body.data.points","code":"too_big"/);
  const kept = await row('9007199254740991');
  assert.match(kept.text, /"points":9007199254740991[,}]/);
  const found = (points: string) =>
    send('GET', `/v1/apps/data?appId=${appId}&type=card&filter=${encodeURIComponent(`{"points":${points}}`)}`);
  assert.equal((await found('9007199254740993')).status, 400);
  assert.match((await found('9007199254740991')).text, /"total":1/);
});

test('a filter or order by a field that the type does not have is refused with the names of its fields', async () => {
  const { business, appId } = await withCards([{ number: '1', holder: 'Ana' }]);
  const { api } = business;
  const filter = JSON.stringify({ colour: 'red' });
  for (const { error } of [
    await api.GET('/v1/apps/data', { params: { query: { appId, type: 'card', filter } } }),
    await api.GET('/v1/apps/data/explorer/{appId}', { params: { path: { appId }, query: { type: 'card', filter } } }),
  ]) {
    assert.deepEqual([error!.errors![0]!.path, error!.errors![0]!.code], ['query.filter', 'unknown_field']);
    assert.match(error!.detail!, /no field colour.*number, holder/);
  }
  const sorted = { path: { appId }, query: { type: 'card', sort: 'data.colour' } };
  const { error } = await api.GET('/v1/apps/data/explorer/{appId}', { params: sorted });
  assert.equal(error!.errors![0]!.path, 'query.sort');
});

test('another organization finds neither the app nor its rows', async () => {
  const { business, appId } = await withCards([{ number: '1', holder: 'Ana' }]);
  const { data } = await business.api.GET('/v1/apps/data', { params: { query: { appId, type: 'card' } } });
  const other = await newBusiness();
  const { id } = data!.data[0]!;
  assert.equal(
    codeOf(await other.api.GET('/v1/apps/data', { params: { query: { appId, type: 'card' } } })),
    'app_not_installed',
  );
  assert.equal(codeOf(await other.api.GET('/v1/apps/data/single', { params: { query: { id } } })), 'not_found');
  assert.equal(codeOf(await other.api.DELETE('/v1/apps/data', { body: { id } })), 'not_found');
});
