import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { toTimestamp } from '#platform/date.ts';
import { newId } from '#platform/id.ts';
import {
  conversationOf,
  customerWrites,
  deliver,
  feedOf,
  messagesOf,
  messageValue,
  newLine,
  newPhone,
} from '#test/chats.ts';
import { eventsOf, payloadsOf } from '#test/events.ts';
import { app, baseUrl, codeOf, newBusiness, newMember } from '#test/harness.ts';
import { moveClock } from '#test/sandbox-clock.ts';
import { asOwner } from '#test/walks/rows.ts';

test('a conversation is closed, reopened by the customer, and assigned again to its last agent', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const agent = await newMember(business, 'agent');
  const from = newPhone();
  const { id } = await customerWrites(line, from);
  const assigned = await business.api.PATCH('/v1/conversation/{id}/assign', {
    params: { path: { id } },
    body: { userId: agent.id },
  });
  assert.equal(assigned.data!.userId, agent.id);
  const closed = await agent.api.PATCH('/v1/conversation', { body: { id, state: 'closed' } });
  assert.deepEqual([closed.data!.state, closed.data!.waitingSince], ['closed', null]);
  const again = await customerWrites(line, from, 'otra cosa');
  assert.deepEqual([again.state, again.userId, again.reopenedCount], ['open', agent.id, 1]);
  assert.deepEqual(await payloadsOf(business, 'conversation:assigned'), [{ conversationId: id, userId: agent.id }]);
  assert.deepEqual(await payloadsOf(business, 'conversation:closed'), [{ conversationId: id, userId: agent.id }]);
  assert.deepEqual(await payloadsOf(business, 'conversation:open'), [{ conversationId: id, bySystem: true }]);
  const happenings = (await feedOf(line, `+${from}`)).filter(({ direction }) => direction === 'event');
  assert.deepEqual(
    happenings.map(({ type }) => type),
    ['assigned', 'closed', 'opened'],
  );
  const nobody = await business.api.PATCH('/v1/conversation/{id}/assign', { params: { path: { id } }, body: {} });
  assert.deepEqual([nobody.data!.userId, nobody.data!.botId], [null, null]);
});

test('a snoozed conversation opens by itself when its time has come', async () => {
  const business = await newBusiness({ sandbox: true });
  const line = await newLine(business);
  const from = newPhone();
  const { id } = await customerWrites(line, from);
  const until = Temporal.Now.instant().add({ hours: 2 });
  assert.equal(
    codeOf(await business.api.PATCH('/v1/conversation', { body: { id, state: 'snoozed' } })),
    'snooze_needs_time',
  );
  const past = toTimestamp(Temporal.Now.instant().subtract({ hours: 2 }));
  assert.equal(
    codeOf(await business.api.PATCH('/v1/conversation', { body: { id, state: 'snoozed', snoozedUntil: past } })),
    'snooze_in_past',
  );
  const snoozed = await business.api.PATCH('/v1/conversation', {
    body: { id, state: 'snoozed', snoozedUntil: toTimestamp(until) },
  });
  assert.equal(snoozed.data!.state, 'snoozed');
  await moveClock(business, until.add({ minutes: 1 }));
  assert.equal((await conversationOf(line, `+${from}`)).state, 'open');
});

test('of two agents who take a conversation that they read, one gets it', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const agents = [await newMember(business, 'agent'), await newMember(business, 'agent')];
  const { id, version } = await customerWrites(line, newPhone());
  const taken = await Promise.all(
    agents.map((agent) =>
      agent.api.PATCH('/v1/conversation/{id}/assign', {
        params: { path: { id } },
        body: { userId: agent.id, version },
      }),
    ),
  );
  assert.deepEqual(taken.map(codeOf).toSorted(), ['version_conflict', undefined]);
  const winner = taken.findIndex(({ data }) => data);
  const { data } = await business.api.GET('/v1/conversation/{id}', { params: { path: { id } } });
  assert.equal(data!.userId, agents[winner]!.id);
});

test('a member who may only read conversations gets none', async () => {
  const business = await newBusiness();
  const [agent, viewer] = [await newMember(business, 'agent'), await newMember(business, 'viewer')];
  const line = await newLine(business, { assignment: { to: 'members', userIds: [agent.id], lastAgent: false } });
  const { id } = await customerWrites(line, newPhone());
  const assign = (userId: string) =>
    business.api.PATCH('/v1/conversation/{id}/assign', { params: { path: { id } }, body: { userId } });
  const { error } = await assign(viewer.id);
  assert.deepEqual([error!.code, error!.errors[0]!.path], ['member_may_not_answer', 'body.userId']);
  const assignment = { byLabel: [{ label: 'vip', userId: viewer.id }] };
  const refused = await business.api.PATCH('/v1/channel', { body: { id: line.channelId, assignment } });
  assert.deepEqual(
    [refused.error!.code, refused.error!.errors[0]!.path],
    ['member_may_not_answer', 'body.assignment.byLabel[0].userId'],
  );
  await asOwner(`UPDATE memberships SET role = 'viewer' WHERE organization_id = $1 AND user_id = $2`, [
    business.id,
    agent.id,
  ]);
  assert.equal((await customerWrites(line, newPhone())).userId, null);
});

test('members take turns by load, labels decide first, and strangers cannot be assigned', async () => {
  const business = await newBusiness();
  const [a, b] = [await newMember(business, 'agent'), await newMember(business, 'agent')];
  const line = await newLine(business, { assignment: { to: 'members', userIds: [a.id, b.id], lastAgent: false } });
  const owners = [];
  for (let number = 0; number < 4; number++) owners.push((await customerWrites(line, newPhone())).userId);
  assert.deepEqual(owners.toSorted(), [a.id, a.id, b.id, b.id].toSorted());
  const stranger = await newMember(await newBusiness(), 'agent');
  const { data: channel } = await business.api.GET('/v1/channel');
  const refused = await business.api.PATCH('/v1/channel', {
    body: { id: channel!.data[0]!.id, assignment: { to: 'members', userIds: [a.id, stranger.id] } },
  });
  assert.equal(refused.error!.errors[0]!.path, 'body.assignment.userIds[1]');
  const from = newPhone();
  const { id } = await customerWrites(line, from);
  const outside = await business.api.PATCH('/v1/conversation/{id}/assign', {
    params: { path: { id } },
    body: { userId: stranger.id },
  });
  assert.equal(outside.error!.errors[0]!.path, 'body.userId');
  await business.api.PATCH('/v1/channel', {
    body: { id: line.channelId, assignment: { byLabel: [{ label: 'vip', userId: b.id }] } },
  });
  await business.api.PATCH('/v1/conversation', { body: { id, labels: ['vip'], state: 'closed' } });
  assert.equal((await customerWrites(line, from)).userId, b.id);
});

test('an unknown bot is refused with the field that names it', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const { id } = await customerWrites(line, newPhone());
  const botId = newId();
  const params = { path: { id } };
  const assigned = await business.api.PATCH('/v1/conversation/{id}/assign', { params, body: { botId } });
  assert.deepEqual([codeOf(assigned), assigned.error!.errors[0]!.path], ['reference_not_found', 'body.botId']);
  const changed = await business.api.PATCH('/v1/channel', { body: { id: line.channelId, botId } });
  assert.deepEqual([codeOf(changed), changed.error!.errors[0]!.path], ['reference_not_found', 'body.botId']);
});

test('welcome is sent once and away outside the hours, at most twice a day', async () => {
  const business = await newBusiness();
  const welcome = '¡Hola, {{contact.firstName}}!';
  const line = await newLine(business, { welcome, away: 'Estamos cerrados', hours: [] });
  const refused = await business.api.PATCH('/v1/channel', { body: { id: line.channelId, away: '{{nadie}}' } });
  assert.deepEqual(
    refused.error!.errors.map(({ path, code }) => [path, code]),
    [['body.away', 'unknown_variable']],
  );
  const from = newPhone();
  await customerWrites(line, from, '1');
  await customerWrites(line, from, '2');
  assert.deepEqual(
    (await messagesOf(line, `+${from}`)).map(({ text }) => text),
    ['1', '¡Hola, Ana!', 'Estamos cerrados', '2'],
  );
  const { waitingSince } = await conversationOf(line, `+${from}`);
  assert.ok(waitingSince, 'An automatic answer is no answer.');
});

test('unread messages are counted for each member until they see them', async () => {
  const business = await newBusiness();
  const agent = await newMember(business, 'agent');
  const line = await newLine(business);
  const from = newPhone();
  for (const text of ['1', '2', '3']) await customerWrites(line, from, text);
  const path = { channelId: line.channelId, sourceId: `+${from}` };
  const seen = await agent.api.PATCH('/v1/conversation/{channelId}/{sourceId}/seen', { params: { path } });
  assert.equal(seen.data!.unreadCount, 0);
  await agent.api.PATCH('/v1/conversation/{channelId}/{sourceId}/seen', { params: { path } });
  assert.equal((await conversationOf(line, `+${from}`)).unreadCount, 3);
  await customerWrites(line, from, '4');
  const { data } = await agent.api.GET('/v2/conversation');
  assert.equal(data!.data[0]!.unreadCount, 1);
  const events = await eventsOf(business, 'conversation:seen');
  assert.deepEqual(
    events.map(({ payload }) => payload.userId),
    [agent.id],
  );
});

test('the feed pages by cursor, newest first, and finds words', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const from = newPhone();
  for (let number = 1; number <= 5; number++) await customerWrites(line, from, `mensaje ${number}`);
  const path = { channelId: line.channelId, sourceId: `+${from}` };
  const page = (query: object) =>
    business.api.GET('/v1/conversation/{channelId}/{sourceId}/feed', { params: { path, query } });
  const texts: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const { data } = await page({ itemsPerPage: 2, ...(cursor && { cursor }) });
    texts.push(...data!.data.map(({ text }) => text));
    if (!data!.nextCursor) break;
    cursor = data!.nextCursor;
  }
  assert.deepEqual(
    texts,
    [5, 4, 3, 2, 1].map((number) => `mensaje ${number}`),
  );
  assert.deepEqual(
    (await page({ search: 'mens 3' })).data!.data.map(({ text }) => text),
    ['mensaje 3'],
  );
  await customerWrites(line, newPhone(), 'otra');
  assert.deepEqual((await page({ search: 'otra' })).data!.data, []);
  const { data } = await page({ search: 'mens', itemsPerPage: 3 });
  const rest = await page({ search: 'mens', itemsPerPage: 3, cursor: data!.nextCursor! });
  assert.deepEqual(
    [...data!.data, ...rest.data!.data].map(({ text }) => text),
    texts,
  );
});

test('new entries of a conversation arrive live, in their order, and a reader resumes where it was', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const from = newPhone();
  await customerWrites(line, from, 'uno');
  const read = async (lastEventId: string, count: number) => {
    const stopped = new AbortController();
    const response = await fetch(
      `${baseUrl}/v1/conversation/${line.channelId}/${encodeURIComponent(`+${from}`)}/feed`,
      {
        headers: {
          accept: 'text/event-stream',
          authorization: `Bearer ${business.owner.token}`,
          'last-event-id': lastEventId,
        },
        signal: stopped.signal,
      },
    );
    let text = '';
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk;
      if (text.matchAll(/^data: /gm).toArray().length >= count) break;
    }
    stopped.abort();
    return [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => (JSON.parse(data!) as { text: string }).text);
  };
  const reading = read('1', 2);
  await customerWrites(line, from, 'dos');
  await customerWrites(line, from, 'tres');
  assert.deepEqual(await reading, ['dos', 'tres']);
  assert.deepEqual(await read('2', 1), ['tres']);
});

test('a conversation is begun with a number or a contact, and is the same one when the customer answers', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const phone = newPhone();
  const { data: contact } = await business.api.POST('/v1/beneficiary', {
    body: { name: 'Luis', contactData: [{ kind: 'phone', value: `+${phone}` }] },
  });
  const begin = (body: object) =>
    business.api.POST('/v1/conversation', { body: { channelId: line.channelId, ...body } });
  const { data: begun } = await begin({ contactId: contact!.id, labels: ['campaña'] });
  assert.deepEqual(
    [begun!.sourceId, begun!.contactName, begun!.labels, begun!.isWindowOpen],
    [`+${phone}`, 'Luis', ['campaña'], false],
  );
  assert.equal((await begin({ sourceId: `+${phone}` })).data!.id, begun!.id);
  assert.equal((await customerWrites(line, phone)).id, begun!.id);
  const asWritten = await begin({ sourceId: `(${phone.slice(1, 4)}) ${phone.slice(4, 7)}-${phone.slice(7)}` });
  assert.equal(asWritten.data!.id, begun!.id, 'a number without a country code is one of the organization’s country');
  assert.equal((await begin({ sourceId: '34600111222' })).data!.sourceId, '+34600111222');
  for (const sourceId of ['abc', '12345']) assert.equal(codeOf(await begin({ sourceId })), 'source_unreachable');
  const { data: bare } = await business.api.POST('/v1/beneficiary', { body: { name: 'Sin teléfono' } });
  assert.equal(codeOf(await begin({ contactId: bare!.id })), 'source_unreachable');
});

test('saved lists count what matches their rule or was put on them by hand', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const [a, b] = [await customerWrites(line, newPhone()), await customerWrites(line, newPhone())];
  await business.api.PATCH('/v1/conversation', {
    body: { id: a.id, state: 'closed', labels: ['vip'], category: 'reclamo' },
  });
  const create = (body: object) => business.api.POST('/v1/conversation-list', { body: body as never });
  const { data: waiting } = await create({ name: 'Esperan', rule: { state: ['open'], waiting: true } });
  const { data: vip } = await create({ name: 'VIP', rule: { label: 'vip' } });
  const { data: manual } = await create({ name: 'A mano', conversationIds: [a.id, b.id] });
  assert.deepEqual([waiting!.count, vip!.count, vip!.openCount, manual!.count, manual!.openCount], [1, 1, 0, 2, 1]);
  assert.equal(codeOf(await create({ name: 'VIP', rule: {} })), 'list_name_taken');
  const changed = await business.api.PATCH('/v1/conversation-list', { body: { id: manual!.id, remove: [a.id] } });
  assert.equal(changed.data!.count, 1);
  assert.equal(
    codeOf(await business.api.PATCH('/v1/conversation-list', { body: { id: vip!.id, add: [a.id] } })),
    'list_has_rule',
  );
  const listed = async (query: { listId: string; state?: 'open' }) =>
    (await business.api.GET('/v1/conversation', { params: { query } })).data!.data.map(({ id }) => id);
  assert.deepEqual(await listed({ listId: manual!.id }), [b.id]);
  assert.deepEqual(await listed({ listId: vip!.id }), [a.id]);
  assert.deepEqual(await listed({ listId: vip!.id, state: 'open' }), []);
  assert.equal((await business.api.GET('/v1/conversation-list')).data!.total, 3);
  assert.equal(
    (await business.api.DELETE('/v1/conversation-list', { body: { id: vip!.id } } as never)).response.status,
    204,
  );
});

test('a saved list counts what is on it now', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const { id } = await customerWrites(line, newPhone());
  const { data: list } = await business.api.POST('/v1/conversation-list', {
    body: { name: 'Reclamos', rule: { category: ['reclamo'], state: ['open'] } },
  });
  const count = async () => {
    const params = { path: { id: list!.id } };
    const { data } = await business.api.GET('/v1/conversation-list/{id}', { params });
    return [data!.count, data!.openCount];
  };
  assert.deepEqual(await count(), [0, 0]);
  await business.api.PATCH('/v1/conversation', { body: { id, category: 'reclamo' } });
  assert.deepEqual(await count(), [1, 1]);
  await business.api.PATCH('/v1/conversation', { body: { id, state: 'closed' } });
  assert.deepEqual(await count(), [0, 0]);
});

test('conversations are found by the beginnings of words in their messages, without accents', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const { id } = await customerWrites(line, newPhone(), 'Se dañó la Nevera Ejecutiva');
  await customerWrites(line, newPhone(), 'Quiero café');
  const find = async (search: string) =>
    (await business.api.GET('/v1/conversation', { params: { query: { search } } })).data!.data.map((row) => row.id);
  assert.deepEqual(await find('nev dano'), [id]);
  assert.deepEqual(await find('nevera cafe'), []);
});

test('conversations are found by the name, number or address of their customer', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const [from, other] = [newPhone(), newPhone()];
  await deliver(business, messageValue(line.address, { from, name: 'Íñigo Peña' }));
  await deliver(business, messageValue(line.address, { from: other, name: '' }));
  const found = async (customer: string) =>
    (await business.api.GET('/v1/conversation', { params: { query: { customer } } })).data!.data.map(
      ({ sourceId }) => sourceId,
    );
  for (const customer of ['inigo', 'PEÑA í', `+${from}`, `${from.slice(1, 4)}-${from.slice(4, 9)}`])
    assert.deepEqual(await found(customer), [`+${from}`], customer);
  assert.deepEqual(await found('nadie'), []);
  const { id } = await conversationOf(line, `+${other}`);
  await business.api.PATCH('/v1/conversation', { body: { id, name: 'Doña Rosa' } });
  assert.deepEqual(await found('rosa'), [`+${other}`]);
  await business.api.POST('/v1/beneficiary', {
    body: { name: 'Comercial Quisqueya', contactData: [{ kind: 'phone', value: `+${from}` }] },
  });
  await customerWrites(line, from);
  assert.deepEqual(await found('quisqueya'), [`+${from}`]);
  const stranger = await newBusiness();
  const { data } = await stranger.api.GET('/v1/conversation', { params: { query: { customer: 'inigo' } } });
  assert.equal(data!.total, 0);
});

test('a word that thousands of messages have finds their conversations, newest first', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const [first, second] = [
    await customerWrites(line, newPhone(), 'Mensaje raro'),
    await customerWrites(line, newPhone(), 'Mensaje'),
  ];
  await customerWrites(line, newPhone(), 'Otro asunto');
  // More than a search reads to find the conversations of its messages.
  await app.engine.within(business.id, ({ tx, organizationId }) =>
    sql`
      INSERT INTO search_words (organization_id, kind, word, entity_id)
      SELECT ${organizationId}::uuid, 'message', 'mensaje', gen_random_uuid() FROM generate_series(1, 5001)`.execute(
      tx,
    ),
  );
  const find = async (search: string) => {
    const { data } = await business.api.GET('/v1/conversation', { params: { query: { search } } });
    return [data!.total, ...data!.data.map(({ id }) => id)];
  };
  assert.deepEqual(await find('mensaje'), [2, second.id, first.id]);
  assert.deepEqual(await find('mensaje raro'), [1, first.id]);
  assert.deepEqual(await find('mensaje otro'), [0]);
});

test('a closed conversation is reopened by an answer of a colleague, and not by a note', async () => {
  const business = await newBusiness({ sandbox: true });
  const line = await newLine(business);
  const from = newPhone();
  const { id } = await customerWrites(line, from);
  const change = (body: object) => business.api.PATCH('/v1/conversation', { body: { id, ...body } as never });
  const say = (body: object) =>
    business.api.POST('/v1/chat/message', { body: { conversationId: id, ...body } as never });
  const state = async () => {
    const { state: now, reopenedCount } = await conversationOf(line, `+${from}`);
    return [now, reopenedCount];
  };
  await change({ state: 'closed' });
  await say({ text: 'Solo para nosotros', note: true });
  assert.deepEqual(await state(), ['closed', 0]);
  await say({ text: 'Se me olvidó algo' });
  assert.deepEqual(await state(), ['open', 1]);
  await change({ state: 'snoozed', snoozedUntil: toTimestamp(Temporal.Now.instant().add({ hours: 5 })) });
  await customerWrites(line, from, 'Hola otra vez');
  // A snoozed conversation was not resolved, so it does not count as reopened.
  assert.deepEqual(await state(), ['open', 1]);
});

test('a label gives a conversation that no person has to the member of the label', async () => {
  const business = await newBusiness();
  const agent = await newMember(business, 'agent');
  const line = await newLine(business, { assignment: { byLabel: [{ label: 'vip', userId: agent.id }] } });
  const labelled = async (id: string, labels: string[]) =>
    (await business.api.PATCH('/v1/conversation', { body: { id, labels } })).data!.userId;
  const { id } = await customerWrites(line, newPhone());
  assert.equal(await labelled(id, ['pedido']), null);
  assert.equal(await labelled(id, ['pedido', 'vip']), agent.id);
  const owned = await customerWrites(line, newPhone());
  await business.api.PATCH('/v1/conversation/{id}/assign', {
    params: { path: { id: owned.id } },
    body: { userId: business.owner.id },
  });
  assert.equal(await labelled(owned.id, ['vip']), business.owner.id);
});
