import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { event } from '#platform/events/event.ts';
import { app, baseUrl, newBusiness } from '#test/harness.ts';

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
