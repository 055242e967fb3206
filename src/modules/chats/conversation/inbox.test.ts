import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ColmadoClient } from '#client';
import { toTimestamp } from '#platform/date.ts';
import { customerWrites, deliver, type Line, messageValue, newLine, newPhone, newWamid, say } from '#test/chats.ts';
import { type Business, eventually, newBusiness, newMember } from '#test/harness.ts';
import { moveClock } from '#test/sandbox-clock.ts';

type Query = NonNullable<Parameters<typeof listed>[1]>;

async function listed(
  { api }: Pick<Business, 'api'>,
  query: {
    unread?: boolean;
    userId?: string;
    listId?: string;
    sort?: 'waiting' | '-waiting';
    cursor?: string;
    itemsPerPage?: number;
  },
) {
  const { data } = await api.GET('/v1/conversation', { params: { query } });
  return { ids: data!.data.map(({ id }) => id), total: data!.total, nextCursor: data!.nextCursor };
}
const idsOf = async (reader: Pick<Business, 'api'>, query: Query) => (await listed(reader, query)).ids;

const look = ({ api }: Pick<Business, 'api'>, { channelId }: Line, from: string) =>
  api.PATCH('/v1/conversation/{channelId}/{sourceId}/seen', {
    params: { path: { channelId, sourceId: `+${from}` }, query: {} },
  });

test('a conversation that nobody has is unread until anybody looks', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const agent = await newMember(business, 'agent');
  const [first, second] = [newPhone(), newPhone()];
  const { id } = await customerWrites(line, first);
  const other = await customerWrites(line, second);
  assert.deepEqual(await idsOf(business, { unread: true }), [other.id, id]);
  const seen = await look(agent, line, first);
  const { data: after } = await business.api.GET('/v1/conversation/{id}', { params: { path: { id } } });
  assert.equal(seen.data!.version, after!.version, 'A look changes nothing that is shown.');
  assert.deepEqual(await idsOf(business, { unread: true }), [other.id]);
  assert.deepEqual(await idsOf(business, { unread: false }), [id]);
  await customerWrites(line, first, 'otra cosa');
  assert.deepEqual(await idsOf(business, { unread: true }), [id, other.id]);
});

test('a conversation of a person is unread until that person looks', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const agent = await newMember(business, 'agent');
  const from = newPhone();
  const { id } = await customerWrites(line, from);
  await look(business, line, from);
  const assign = (userId: string | null) =>
    business.api.PATCH('/v1/conversation/{id}/assign', { params: { path: { id } }, body: { userId } });
  await assign(agent.id);
  assert.deepEqual(await idsOf(agent, { unread: true, userId: agent.id }), [id], 'The agent has not seen it.');
  await look(business, line, from);
  assert.deepEqual(await idsOf(agent, { unread: true }), [id], 'A look of the owner does not count for the agent.');
  await look(agent, line, from);
  assert.deepEqual(await idsOf(agent, { unread: true }), []);
  await assign(null);
  await assign(agent.id);
  assert.deepEqual(await idsOf(agent, { unread: true }), [], 'The agent has seen everything.');
});

test('a closed conversation is not unread, and neither is one with a new reaction', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const from = newPhone();
  const { id } = await customerWrites(line, from);
  await business.api.PATCH('/v1/conversation', { body: { id, state: 'closed' } });
  assert.deepEqual(await idsOf(business, { unread: true }), []);
  const reaction = { type: 'reaction', reaction: { message_id: newWamid(), emoji: '👍' } };
  await deliver(business, messageValue(line.address, { from, message: reaction }));
  assert.deepEqual(await idsOf(business, { unread: true }), []);
  await customerWrites(line, from, 'otra cosa');
  assert.deepEqual(await idsOf(business, { unread: true }), [id]);
  const { data: list } = await business.api.POST('/v1/conversation-list', {
    body: { name: 'Sin leer', rule: { unread: true } },
  });
  assert.deepEqual([list!.count, await idsOf(business, { listId: list!.id })], [1, [id]]);
});

test('who waits longest for an answer is listed first, and who does not wait not at all', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const now = Temporal.Now.instant();
  const wrote = async (minutesAgo: number) =>
    (await customerWrites(line, newPhone(), 'Hola', now.subtract({ minutes: minutesAgo }))).id;
  const middle = await wrote(20);
  const longest = await wrote(30);
  const answered = await wrote(40);
  const newest = await wrote(10);
  await say(line, answered, 'Ya voy.');
  const all = await listed(business, { sort: 'waiting' });
  assert.deepEqual([all.ids, all.total], [[longest, middle, newest], 3]);
  assert.deepEqual(await idsOf(business, { sort: '-waiting' }), [newest, middle, longest]);
  const page = await listed(business, { sort: 'waiting', itemsPerPage: 2 });
  const rest = await listed(business, { sort: 'waiting', itemsPerPage: 2, cursor: page.nextCursor! });
  assert.deepEqual([page.ids, rest.ids, rest.nextCursor], [[longest, middle], [newest], null]);
});

test('a time alone snoozes a conversation, and a later one makes the pause longer', async () => {
  const business = await newBusiness();
  const { id } = await customerWrites(await newLine(business), newPhone());
  for (const hours of [2, 5]) {
    const snoozedUntil = toTimestamp(Temporal.Now.instant().add({ hours }));
    const { data } = await business.api.PATCH('/v1/conversation', { body: { id, snoozedUntil } });
    assert.deepEqual([data!.state, data!.snoozedUntil], ['snoozed', snoozedUntil]);
  }
});

test('a conversation that returns from its pause is announced to the person who has it, or else to the one who paused it', async () => {
  const business = await newBusiness({ sandbox: true });
  const line = await newLine(business);
  const agent = await newMember(business, 'agent');
  const [own, unowned] = [await customerWrites(line, newPhone()), await customerWrites(line, newPhone())];
  await business.api.PATCH('/v1/conversation/{id}/assign', {
    params: { path: { id: own.id } },
    body: { userId: agent.id },
  });
  const snoozedUntil = toTimestamp(Temporal.Now.instant().add({ hours: 2 }));
  for (const { id } of [own, unowned])
    await business.api.PATCH('/v1/conversation', { body: { id, state: 'snoozed', snoozedUntil } });
  await moveClock(business, Temporal.Now.instant().add({ hours: 3 }));
  const announced = async (api: ColmadoClient) =>
    (await api.GET('/v1/organization/user/notifications'))
      .data!.data.filter(({ title }) => title === 'Vuelve la conversación de Ana')
      .map(({ data }) => data.conversationId);
  assert.deepEqual([await announced(agent.api), await announced(business.api)], [[own.id], [unowned.id]]);
});

test('conversations of a member who is deactivated go to the others, by the rule of the channel', async () => {
  const business = await newBusiness();
  const [leaving, staying] = [await newMember(business, 'agent'), await newMember(business, 'agent')];
  const line = await newLine(business);
  const ruled = await newLine(business, { assignment: { to: 'members', userIds: [staying.id] } });
  const [closed, open, other] = [
    await customerWrites(line, newPhone()),
    await customerWrites(line, newPhone()),
    await customerWrites(ruled, newPhone()),
  ];
  for (const { id } of [closed, open, other])
    await business.api.PATCH('/v1/conversation/{id}/assign', {
      params: { path: { id } },
      body: { userId: leaving.id },
    });
  await business.api.PATCH('/v1/conversation', { body: { id: closed.id, state: 'closed' } });
  await business.api.PATCH('/v1/organization/user/toggle', { body: { userId: leaving.id, active: false } });
  const ownerOf = async ({ id }: { id: string }) =>
    (await business.api.GET('/v1/conversation/{id}', { params: { path: { id } } })).data!.userId;
  await eventually(async () => (await ownerOf(open)) !== leaving.id && (await ownerOf(other)) !== leaving.id);
  assert.deepEqual([await ownerOf(closed), await ownerOf(open), await ownerOf(other)], [leaving.id, null, staying.id]);
});
