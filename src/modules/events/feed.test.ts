import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { createClient } from '#client';
import { automationRun } from '#modules/automations/events.ts';
import { event } from '#platform/events/event.ts';
import { newBoard, newTask } from '#test/boards.ts';
import { EventReader } from '#test/event-stream.ts';
import { app, baseUrl, eventually, newBusiness, newMember } from '#test/harness.ts';

const bell = event({
  type: 'test:bell-rang',
  emittedWhen: 'a test rings',
  payload: z.object({ bellId: z.uuid(), note: z.string() }),
  example: { bellId: '019a8c5e-7d4f-7b3a-9c1d-2e5f8a9b0c1d', note: 'la' },
});

test('a new organization has an empty feed', async () => {
  const { api } = await newBusiness();
  const { data } = await api.GET('/v1/organization/events');
  assert.deepEqual(data, { data: [], page: 1, itemsPerPage: 25, total: 0, hasMore: false });
});

test('events are numbered without gaps, newest first, and from a cursor oldest first', async () => {
  const { api, id } = await newBusiness();
  await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      app.engine.within(id, async (ctx) => ctx.emit(bell, { bellId: crypto.randomUUID(), note: String(n) })),
    ),
  );
  const newest = await api.GET('/v1/organization/events', { params: { query: { itemsPerPage: 5 } } });
  assert.deepEqual(
    newest.data?.data.map(({ seq }) => seq),
    ['12', '11', '10', '9', '8'],
  );
  assert.equal(newest.data?.total, 12);
  const fromStart = await api.GET('/v1/organization/events', { params: { query: { cursor: '0', itemsPerPage: 7 } } });
  assert.deepEqual(
    fromStart.data?.data.map(({ seq }) => seq),
    ['1', '2', '3', '4', '5', '6', '7'],
  );
  assert.equal(fromStart.data?.nextCursor, '7');
});

test('a reader who polls while a hundred write concurrently gets every event once, in order', async () => {
  const { api, id } = await newBusiness();
  const written = Array.from({ length: 100 }, (_, n) =>
    app.engine.within(id, async (ctx) => ctx.emit(bell, { bellId: crypto.randomUUID(), note: String(n) })),
  );
  const seen: { seq: string; note: unknown }[] = [];
  let cursor = '0';
  let polls = 0;
  await eventually(async () => {
    const { data } = await api.GET('/v1/organization/events', { params: { query: { cursor, itemsPerPage: 30 } } });
    // The client does not know the type of this test.
    for (const { seq, payload } of data!.data) seen.push({ seq, note: (payload as { note?: unknown }).note });
    cursor = data!.nextCursor ?? cursor;
    polls++;
    return seen.length >= 100;
  });
  await Promise.all(written);
  assert.ok(polls > 3);
  assert.deepEqual(
    seen.map(({ seq }) => Number(seq)),
    Array.from({ length: 100 }, (_, n) => n + 1),
  );
  assert.equal(new Set(seen.map(({ note }) => note)).size, 100);
});

test('a place ahead of the stream is refused, because its reader would miss events; the end is accepted', async () => {
  const business = await newBusiness();
  const ring = () =>
    app.engine.within(business.id, async (ctx) => ctx.emit(bell, { bellId: crypto.randomUUID(), note: 'la' }));
  await ring();
  const open = async (headers: Record<string, string>, query = '') => {
    const leave = new AbortController();
    const accept = { accept: 'text/event-stream', authorization: `Bearer ${business.owner.token}` };
    const url = `${baseUrl}/v1/organization/events${query}`;
    const response = await fetch(url, { headers: { ...accept, ...headers }, signal: leave.signal });
    const problem = response.ok ? null : ((await response.json()) as { code: string; errors: { path: string }[] });
    leave.abort();
    return [response.status, problem?.code, problem?.errors[0]?.path];
  };
  assert.deepEqual(await open({ 'last-event-id': '2' }), [422, 'cursor_ahead', 'Last-Event-ID']);
  assert.deepEqual(await open({}, '?cursor=2'), [422, 'cursor_ahead', 'query.cursor']);
  assert.deepEqual(await open({ 'last-event-id': '1' }), [200, undefined, undefined]);
  const read = (cursor: string) => business.api.GET('/v1/organization/events', { params: { query: { cursor } } });
  assert.equal((await read('2')).error?.code, 'cursor_ahead');
  assert.deepEqual((await read('1')).data?.nextCursor, '1');
});

test('the ids of a filter are found in any letter case, in the feed and in its stream', async () => {
  const business = await newBusiness();
  const { id: beneficiaryId } = (await business.api.POST('/v1/beneficiary', { body: { name: 'Ana' } })).data!;
  const found = async (wanted: object) => {
    const query = { payload: JSON.stringify(wanted) };
    return (await business.api.GET('/v1/organization/events', { params: { query } })).data!.data.length;
  };
  assert.equal(await found({ beneficiaryId: beneficiaryId.toUpperCase() }), 1);
  const bellId = crypto.randomUUID();
  const payload = encodeURIComponent(JSON.stringify({ bellId: bellId.toUpperCase() }));
  const stream = await EventReader.open(`/v1/organization/events?payload=${payload}`, {
    authorization: `Bearer ${business.owner.token}`,
  });
  await app.engine.within(business.id, async (ctx) => ctx.emit(bell, { bellId, note: 'la' }));
  await stream.next('test:bell-rang');
  stream.leave();
  assert.equal(await found({ bellId: bellId.toUpperCase() }), 1);
});

test('a person reads no events that other permissions protect or of tasks that they cannot see, and an API key reads all', async () => {
  const { business, board, columns } = await newBoard();
  const [seller, helper] = [await newMember(business, 'seller'), await newMember(business, 'agent')];
  const shared = [business.owner, helper].map(({ id }) => ({ userId: id, role: 'admin' as const }));
  await business.api.PATCH('/v1/tasks/board', { body: { id: board.id, members: shared } });
  const { data: key } = await business.api.POST('/v1/organization/api-key', {
    body: { name: 'Eventos', permissions: ['events:read'] },
  });
  const credentials = { apiKeyId: key!.id, secret: key!.secret, organizationId: business.id };
  const program = createClient({ baseUrl, credentials });
  const streams = await Promise.all(
    [seller, helper].map(({ token }) =>
      EventReader.open('/v1/organization/events', {
        authorization: `Bearer ${token}`,
        'x-service-organization-id': business.id,
      }),
    ),
  );

  const { id: taskId } = await newTask(business.api, columns[0]!.id, { title: 'Despedir a Luis' });
  await business.api.POST('/v1/organization/comment', { body: { taskId, message: 'El viernes' } });
  const automationId = crypto.randomUUID();
  const run = { automationId, automationThreadId: automationId, eventId: null, scheduleId: null };
  await app.engine.within(business.id, async (ctx) => ctx.emit(automationRun, run));
  await app.engine.within(business.id, async (ctx) => ctx.emit(bell, { bellId: automationId, note: 'la' }));

  const wanted = new Set(['task:created', 'comment:created', 'automation:run', 'test:bell-rang']);
  const typesFor = async ({ api }: Pick<typeof business, 'api'>) => {
    const { data } = await api.GET('/v1/organization/events', { params: { query: { cursor: '0' } } });
    return data!.data.map(({ type }) => type).filter((type) => wanted.has(type));
  };
  assert.deepEqual(await typesFor(seller), ['test:bell-rang']);
  assert.deepEqual(await typesFor(helper), ['task:created', 'comment:created', 'test:bell-rang']);
  assert.deepEqual(await typesFor(business), [...wanted]);
  assert.deepEqual(await typesFor({ api: program }), [...wanted]);
  const { data: counted } = await seller.api.GET('/v1/organization/events', { params: { query: { type: 'task:*' } } });
  assert.deepEqual([counted!.total, counted!.data], [0, []]);
  await Promise.all(streams.map((stream) => stream.next('test:bell-rang')));
  assert.deepEqual(
    streams.map(({ events }) => events.map(({ event: type }) => type).filter((type) => wanted.has(type))),
    [['test:bell-rang'], ['task:created', 'comment:created', 'test:bell-rang']],
  );
  for (const stream of streams) stream.leave();
});

test('a live stream hides what its reader may no longer see after their role has changed', async () => {
  const business = await newBusiness();
  const reader = await newMember(business, 'admin');
  const stream = await EventReader.open('/v1/organization/events', {
    authorization: `Bearer ${reader.token}`,
    'x-service-organization-id': business.id,
  });
  const sees = async () => {
    const automationId = crypto.randomUUID();
    const run = { automationId, automationThreadId: automationId, eventId: null, scheduleId: null };
    await app.engine.within(business.id, async (ctx) => ctx.emit(automationRun, run));
    await app.engine.within(business.id, async (ctx) => ctx.emit(bell, { bellId: automationId, note: 'la' }));
    await stream.next('test:bell-rang', (data) => (data.payload as { bellId: string }).bellId === automationId);
    return stream.events.some(({ data }) => (data.payload as { automationId?: string }).automationId === automationId);
  };
  assert.equal(await sees(), true);
  const demoted = { userId: reader.id, role: 'seller' as const };
  await business.api.PATCH('/v1/organization/user/toggle', { body: demoted });
  await eventually(async () => !(await sees()));
  stream.leave();
});
