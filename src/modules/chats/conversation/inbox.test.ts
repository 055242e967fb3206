import assert from 'node:assert/strict';
import { test } from 'node:test';
import { customerWrites, deliver, type Line, messageValue, newLine, newPhone, newWamid, say } from '#test/chats.ts';
import { type Business, newBusiness, newMember } from '#test/harness.ts';

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
