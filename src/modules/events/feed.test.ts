import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { event } from '#platform/events/event.ts';
import { app, newBusiness } from '#test/harness.ts';

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
