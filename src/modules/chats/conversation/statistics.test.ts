import assert from 'node:assert/strict';
import { test } from 'node:test';
import { customerWrites, newLine, newPhone } from '#test/chats.ts';
import { anonymous, app, codeOf, newBusiness, newMember } from '#test/harness.ts';
import { sendMessage } from '../message/send.ts';

test('statistics are grouped by agent, channel and hour, with satisfaction', async () => {
  const business = await newBusiness();
  const agent = await newMember(business, 'agent');
  const [sales, support] = [await newLine(business), await newLine(business, { name: 'Soporte' })];
  const serve = async (line: typeof sales, rating: number | null) => {
    const { id } = await customerWrites(line, newPhone());
    await agent.api.POST('/v1/chat/message', { body: { conversationId: id, text: 'Hola' } });
    await agent.api.PATCH('/v1/conversation', { body: { id, state: 'closed' } });
    if (rating === null) return;
    const { data } = await business.api.POST('/v1/conversation/{id}/rating-link', { params: { path: { id } } });
    const path = { ratingKey: data!.url.split('/').at(-1)! };
    await anonymous.POST('/v1/conversation/rating/{ratingKey}', { params: { path }, body: { rating } });
  };
  await serve(sales, 5);
  await serve(sales, 2);
  await serve(support, null);
  await customerWrites(support, newPhone());
  const stats = async (query: { channelId?: string; userId?: string } = {}) =>
    (await business.api.GET('/v1/conversation/stats', { params: { query } })).data!;
  const all = await stats();
  const byAgent = all.byAgent.map(({ userId, opened, closed, ratings, rating }) => [
    userId,
    opened,
    closed,
    ratings,
    rating,
  ]);
  assert.deepEqual(byAgent, [
    [agent.id, 3, 3, 2, 3.5],
    [null, 1, 0, 0, null],
  ]);
  assert.deepEqual(
    all.byChannel.map(({ channelId, opened, rating }) => [channelId, opened, rating]).toSorted(),
    [
      [sales.channelId, 2, 3.5],
      [support.channelId, 2, null],
    ].toSorted(),
  );
  // The test may run over the end of an hour.
  assert.equal(
    all.byHour.reduce((sum, { opened }) => sum + opened, 0),
    4,
  );
  assert.ok(all.byHour.every(({ hour }) => hour >= 0 && hour < 24));
  assert.deepEqual(
    [(await stats({ channelId: support.channelId })).opened, (await stats({ userId: agent.id })).opened],
    [2, 3],
  );
});

test('statistics measure responses, resolutions, reopenings and load', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const from = newPhone();
  const { id } = await customerWrites(line, from);
  await business.api.POST('/v1/chat/message', { body: { conversationId: id, text: 'Hola' } });
  await business.api.PATCH('/v1/conversation', { body: { id, state: 'closed' } });
  await customerWrites(line, from);
  const { data } = await business.api.GET('/v1/conversation/stats');
  assert.deepEqual([data!.opened, data!.closed, data!.reopened, data!.open, data!.waiting], [2, 1, 1, 1, 1]);
  assert.ok(data!.firstResponseSeconds !== null && data!.resolutionSeconds !== null);
  assert.deepEqual(
    data!.byAgent.map(({ userId, open, opened }) => [userId, open, opened]),
    [[business.owner.id, 1, 2]],
  );
  assert.equal(data!.byChannel[0]!.channelId, line.channelId);
  const category = await business.api.POST('/v1/conversation/{id}/categorize', {
    params: { path: { id } },
    body: { category: 'pedido' },
  });
  assert.equal(category.data!.category, 'pedido');
  assert.equal(
    codeOf(await business.api.POST('/v1/conversation/{id}/categorize', { params: { path: { id } }, body: {} })),
    'category_unknown',
  );
});

test('only an answer to a waiting customer is a first response, and open conversations are those of the filter', async () => {
  const business = await newBusiness();
  const agent = await newMember(business, 'agent');
  const [line, other] = [await newLine(business), await newLine(business)];
  const { id } = await customerWrites(line, newPhone());
  await customerWrites(other, newPhone());
  await business.api.PATCH('/v1/conversation/{id}/assign', { params: { path: { id } }, body: { userId: agent.id } });
  const { data: begun } = await business.api.POST('/v1/conversation', {
    body: { channelId: line.channelId, sourceId: `+${newPhone()}` },
  });
  await app.engine.within(business.id, (ctx) =>
    sendMessage(ctx, { conversationId: begun!.id, type: 'template', by: { kind: 'user', userId: business.owner.id } }),
  );
  const stats = async (query: { userId?: string; channelId?: string; from?: string; to?: string } = {}) => {
    const { data } = await business.api.GET('/v1/conversation/stats', { params: { query } });
    return data!;
  };
  const all = await stats();
  assert.deepEqual([all.open, all.waiting, all.firstResponseSeconds], [3, 2, null]);
  const [ofAgent, ofOther] = [await stats({ userId: agent.id }), await stats({ channelId: other.channelId })];
  assert.deepEqual([ofAgent.open, ofAgent.waiting, ofOther.open, ofOther.waiting], [1, 1, 1, 1]);
  assert.deepEqual(
    ofOther.byAgent.map(({ userId, open }) => [userId, open]),
    [[null, 1]],
  );
  const before = await stats({ from: '2020-01-01', to: '2020-01-31' });
  const loads = new Map(before.byAgent.map(({ userId, open, opened }) => [userId, [open, opened]]));
  assert.deepEqual(loads.get(agent.id), [1, 0], 'the load counts what is open now, whenever it was opened');
});
