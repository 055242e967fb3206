import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { mergeBeneficiaries } from '#modules/contacts/beneficiary/merge.ts';
import {
  control,
  conversationOf,
  customerWrites,
  deliver,
  feedOf,
  messagesOf,
  messageValue,
  newLine,
  newPhone,
  newWamid,
  post,
  processed,
  statusValue,
} from '#test/chats.ts';
import { payloadsOf } from '#test/events.ts';
import { app, baseUrl, codeOf, eventually, newBusiness } from '#test/harness.ts';
import { runNow } from '#test/jobs.ts';
import { asOwner } from '#test/walks/rows.ts';
import { retryEarlyChange } from './process.ts';

const WEBHOOK = '/v2/chat/webhook/msgapp';

test('one message that is delivered 20 times at once is stored once, in one conversation', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const from = newPhone();
  const value = messageValue(line.address, { from, id: newWamid() });
  const statuses = await Promise.all(Array.from({ length: 20 }, () => control.deliver([{ field: 'messages', value }])));
  assert.deepEqual([...new Set(statuses)], [200]);
  await processed(business);
  assert.equal((await messagesOf(line, `+${from}`)).length, 1);
  const { data } = await business.api.GET('/v1/conversation');
  assert.deepEqual([data!.total, data!.data[0]!.messageCount, data!.data[0]!.unreadCount], [1, 1, 1]);
});

test('a webhook with two entries, two changes in each and three messages in each change stores all twelve', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const from = newPhone();
  const change = () => {
    const value = messageValue(line.address, { from });
    const messages = [
      value.messages[0]!,
      ...Array.from({ length: 2 }, () => ({ ...value.messages[0]!, id: newWamid() })),
    ];
    return { field: 'messages', value: { ...value, messages } };
  };
  const body = Buffer.from(
    JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [1, 2].map((id) => ({ id: String(id), changes: [change(), change()] })),
    }),
  );
  assert.equal((await post(WEBHOOK, body, control.sign(body))).status, 200);
  await processed(business);
  assert.equal((await messagesOf(line, `+${from}`)).length, 12);
});

test('a signature covers the exact bytes; without a valid one nothing is stored', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const from = newPhone();
  const text = JSON.stringify({
    object: 'x',
    entry: [{ id: '1', changes: [{ field: 'messages', value: messageValue(line.address, { from, text: 'é 🌮' }) }] }],
  });
  const escaped = Buffer.from(text.replace('é', '\\u00e9'));
  const signed = control.sign(escaped);
  for (const headers of [
    {},
    { 'x-hub-signature-256': 'sha256=' },
    { 'x-hub-signature-256': 'x' },
    { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` },
    control.sign(Buffer.from(text)),
  ] as Record<string, string>[])
    assert.equal((await post(WEBHOOK, escaped, headers)).status, 401);
  assert.equal((await business.api.GET('/v1/conversation')).data!.total, 0);
  assert.equal((await post(WEBHOOK, escaped, signed)).status, 200);
  await processed(business);
  assert.equal((await messagesOf(line, `+${from}`))[0]!.text, 'é 🌮');
});

test('the challenge is answered as plain text to the right token only', async () => {
  const token = app.engine.services.secrets.pepper('messaging-simulator', 'verify token').toString('hex');
  const ask = (query: string) => fetch(`${baseUrl}${WEBHOOK}?${query}`);
  const right = await ask(`hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=11%2B5%20a`);
  assert.deepEqual([right.status, await right.text()], [200, '11+5 a']);
  assert.match(right.headers.get('content-type')!, /^text\/plain/);
  for (const query of [
    `hub.mode=subscribe&hub.verify_token=wrong&hub.challenge=1`,
    `hub.mode=other&hub.verify_token=${token}&hub.challenge=1`,
    `hub.verify_token=${token}`,
    `hub.mode=subscribe&hub.verify_token=${token}&hub.verify_token=${token}&hub.challenge=1`,
    '',
  ])
    assert.equal((await ask(query)).status, 403, query);
});

test('messages for a number that nobody has are kept, and stored once somebody has it', async () => {
  const business = await newBusiness();
  const address = `sim-${newWamid()}`;
  const from = newPhone();
  assert.equal(
    await control.deliver([{ field: 'messages', value: messageValue(address, { from, text: 'Temprano' }) }]),
    200,
  );
  const { data } = await business.api.POST('/v1/channel', {
    body: { kind: 'msgapp', name: 'Nuevo', connection: { provider: 'simulator', address } },
  });
  await processed(business);
  const line = { business, channelId: data!.id, address };
  assert.equal((await messagesOf(line, `+${from}`))[0]!.text, 'Temprano');
  const taken = await (await newBusiness()).api.POST('/v1/channel', {
    body: { kind: 'msgapp', name: 'Otro', connection: { provider: 'simulator', address } },
  });
  assert.equal(codeOf(taken), 'address_taken');
});

test('a webhook for the number of one organization never writes in another', async () => {
  const [a, b] = [await newBusiness(), await newBusiness()];
  const [lineA, lineB] = [await newLine(a), await newLine(b)];
  const from = newPhone();
  await deliver(a, messageValue(lineA.address, { from }), messageValue(lineB.address, { from, text: 'para B' }));
  await processed(b);
  assert.deepEqual(
    (await messagesOf(lineA, `+${from}`)).map(({ text }) => text),
    ['Hola'],
  );
  assert.deepEqual(
    (await messagesOf(lineB, `+${from}`)).map(({ text }) => text),
    ['para B'],
  );
});

test('a user without a number is known by their id, and stays the same conversation when the number appears', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const [from, userId] = [newPhone(), `DO.${newWamid().slice(6)}`];
  await deliver(business, messageValue(line.address, { userId, text: '1' }));
  await deliver(business, messageValue(line.address, { userId, from, text: '2' }));
  await deliver(business, messageValue(line.address, { from, text: '3' }));
  const [byUser, byPhone] = [await conversationOf(line, userId), await conversationOf(line, `+${from}`)];
  assert.equal(byUser.id, byPhone.id);
  assert.deepEqual(
    (await messagesOf(line, userId)).map(({ text }) => text),
    ['1', '2', '3'],
  );
  const moved = newPhone();
  const system = {
    type: 'system',
    text: undefined,
    system: { type: 'user_changed_number', wa_id: moved, body: 'cambió' },
  };
  await deliver(business, messageValue(line.address, { from, message: system }));
  await deliver(business, messageValue(line.address, { from: moved, text: '4' }));
  assert.equal((await conversationOf(line, `+${moved}`)).id, byUser.id);
});

test('a customer who writes while their contact is merged is joined to the survivor', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const from = newPhone();
  const contactWith = async (value: string) =>
    (await business.api.POST('/v1/beneficiary', { body: { name: 'Ana', contactData: [{ kind: 'phone', value }] } }))
      .data!.id;
  const [id, into] = [await contactWith(`+${from}`), await contactWith(`+${newPhone()}`)];
  const [merging, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const merged = app.engine.within(business.id, async (ctx) => {
    await mergeBeneficiaries(ctx, { id: into, fromIds: [id] });
    merging.resolve();
    await mayCommit.promise;
  });
  await merging.promise;
  const writing = customerWrites(line, from);
  await Promise.race([writing, new Promise((resolve) => setTimeout(resolve, 3_000))]);
  mayCommit.resolve();
  await Promise.all([merged, writing]);
  assert.equal((await conversationOf(line, `+${from}`)).contactId, into);
});

test('a customer whose number a contact has is joined to that contact; a merge moves the conversation', async () => {
  const business = await newBusiness();
  const from = newPhone();
  const contactWith = async (name: string, value: string) =>
    (await business.api.POST('/v1/beneficiary', { body: { name, contactData: [{ kind: 'phone', value }] } })).data!.id;
  const contactId = await contactWith('Ana Pérez', `(809) ${from.slice(4, 7)}-${from.slice(7)}`);
  const line = await newLine(business);
  const conversation = await customerWrites(line, from);
  assert.deepEqual([conversation.contactId, conversation.contactName], [contactId, 'Ana Pérez']);
  const into = await contactWith('Ana P.', `+${newPhone()}`);
  await business.api.PATCH('/v1/beneficiary/merge', { body: { id: into, fromIds: [contactId] } });
  assert.equal((await conversationOf(line, `+${from}`)).contactId, into);
});

test('every type of message is stored; edits and deletions change the message they name', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const from = newPhone();
  const first = newWamid();
  const write = (message: Record<string, unknown>, id = newWamid()) =>
    deliver(business, messageValue(line.address, { from, id, message: { text: undefined, ...message } }));
  await write({ type: 'text', text: { body: 'Quiero pan' } }, first);
  await write({ type: 'location', location: { latitude: 18.4, longitude: -69.9, name: 'Casa' } });
  await write({ type: 'contacts', contacts: [{ name: { formatted_name: 'Luis' } }] });
  await write({ type: 'button', button: { payload: 'si', text: 'Sí' } });
  await write({ type: 'interactive', interactive: { type: 'list_reply', list_reply: { id: '1', title: 'Uno' } } });
  await write({ type: 'order', order: { text: 'Para hoy', product_items: [] } });
  await write({ type: 'reaction', reaction: { message_id: first, emoji: '👍' } });
  await write({ type: 'unsupported', errors: [{ code: 131051 }] });
  await write({ type: 'text', text: { body: 'Respuesta' }, context: { id: first } });
  const [source, ...rest] = await messagesOf(line, `+${from}`);
  assert.deepEqual(
    rest.map(({ type }) => type),
    ['location', 'contacts', 'button', 'interactive', 'order', 'reaction', 'unsupported', 'text'],
  );
  assert.deepEqual([rest[1]!.text, rest[4]!.text], ['Luis', 'Para hoy']);
  assert.equal(rest[5]!.replyToId, source!.id);
  assert.equal(rest.at(-1)!.replyToId, source!.id);
  await write({
    type: 'edit',
    edit: { original_message_id: first, message: { type: 'text', text: { body: 'Quiero leche' } } },
  });
  const edited = (await messagesOf(line, `+${from}`))[0]!;
  assert.deepEqual([edited.text, edited.editedAt !== null], ['Quiero leche', true]);
  const found = await business.api.GET('/v1/conversation', { params: { query: { search: 'lech' } } });
  assert.equal(found.data!.total, 1);
  await write({ type: 'revoke', revoke: { original_message_id: first } });
  const gone = (await messagesOf(line, `+${from}`))[0]!;
  assert.deepEqual([gone.text, gone.deletedAt !== null], ['', true]);
  assert.deepEqual(
    (await payloadsOf(business, 'conversation:message-deleted')).map(({ channelMessageId }) => channelMessageId),
    [first],
  );
  assert.equal((await business.api.GET('/v1/conversation', { params: { query: { search: 'leche' } } })).data!.total, 0);
});

test('lists show the last message as it was edited, and nothing of one that was deleted, nor its file', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const from = newPhone();
  const id = newWamid();
  const { id: mediaId } = await control.addMedia(Buffer.from('imagen'), 'image/png');
  const write = (message: Record<string, unknown>) =>
    deliver(business, messageValue(line.address, { from, message: { text: undefined, ...message } }));
  const preview = async () => (await conversationOf(line, `+${from}`)).lastText;
  await write({ id, type: 'image', image: { id: mediaId, mime_type: 'image/png', caption: 'Mi cédula' } });
  await eventually(async () => (await messagesOf(line, `+${from}`))[0]!.media[0]?.state === 'stored');
  await write({ type: 'edit', edit: { original_message_id: id, message: { type: 'image', caption: 'Mi factura' } } });
  assert.equal(await preview(), 'Mi factura');
  await write({ type: 'revoke', revoke: { original_message_id: id } });
  assert.equal(await preview(), '[deleted]');
  assert.deepEqual((await messagesOf(line, `+${from}`))[0]!.media, []);
  assert.equal((await business.api.GET('/v1/files', { params: { query: {} } })).data!.total, 0);
});

test('a message that was deleted before it arrived is deleted once it is there', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const [from, target] = [newPhone(), newWamid()];
  const revoke = { type: 'revoke', text: undefined, revoke: { original_message_id: target } };
  await deliver(business, messageValue(line.address, { from, message: revoke }));
  const unhandled = async () => (await business.api.GET('/v1/chat/unhandled')).data!.data;
  const [dropped] = await unhandled();
  const retry = () => runNow(retryEarlyChange, { organizationId: business.id, dropId: dropped!.id });
  const plannedMinutes = async () => {
    const jobs = await asOwner<{ minutes: number }>(
      `SELECT round(extract(epoch FROM start_after - created_on) / 60)::int AS minutes FROM pgboss.job
       WHERE data -> 'payload' ->> 'dropId' = $1 ORDER BY start_after`,
      [dropped!.id],
    );
    return jobs.map(({ minutes }) => minutes);
  };
  assert.deepEqual(await plannedMinutes(), [1]);
  await retry();
  assert.deepEqual([(await unhandled()).length, await plannedMinutes()], [1, [1, 4]]);
  await deliver(business, messageValue(line.address, { from, id: target, text: 'mi clave es 1234' }));
  await retry();
  const [message] = await messagesOf(line, `+${from}`);
  assert.deepEqual([message!.text, message!.deletedAt !== null, await unhandled()], ['', true, []]);
});

test('nothing is dropped in silence: each part that is not understood has a reason and can be retried', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const from = newPhone();
  const target = newWamid();
  const edit = {
    type: 'edit',
    text: undefined,
    edit: { original_message_id: target, message: { text: { body: 'después' } } },
  };
  await deliver(
    business,
    messageValue(line.address, { from, message: edit }),
    messageValue(line.address, { message: { from: undefined } }),
  );
  assert.equal(
    await control.deliver([
      { field: 'account_alerts', value: { metadata: { phone_number_id: line.address }, alert: 1 } },
    ]),
    200,
  );
  await processed(business);
  const unhandled = async () => (await business.api.GET('/v1/chat/unhandled')).data!.data;
  assert.deepEqual((await unhandled()).map(({ reason }) => reason).toSorted(), [
    'field_not_handled',
    'sender_unknown',
    'target_unknown',
  ]);
  await deliver(business, messageValue(line.address, { from, id: target, text: 'antes' }));
  const { id } = (await unhandled()).find(({ reason }) => reason === 'target_unknown')!;
  const { data } = await business.api.POST('/v1/chat/unhandled/retry', { body: { id } });
  assert.ok(data!.resolvedAt);
  assert.equal((await messagesOf(line, `+${from}`))[0]!.text, 'después');
  assert.equal((await unhandled()).length, 2);
});

test('entries, changes and messages that cannot be read block no other one of their webhook', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const from = newPhone();
  const value = messageValue(line.address, { from });
  const broken = [
    { type: 'system', system: { type: 5 } },
    { type: 'contacts', contacts: [null] },
    { type: 'reaction', reaction: { message_id: {} } },
    { type: 'edit', edit: { original_message_id: 7 } },
  ].map((each) => ({ ...value.messages[0]!, ...each, id: newWamid() }));
  const numeric = { ...value, contacts: [null, { wa_id: Number(from), profile: { name: 'Ana' } }] };
  const changes = [
    { field: 'messages', value: null },
    { field: 'messages', value: { ...numeric, messages: [...broken, value.messages[0]!] } },
  ];
  const body = Buffer.from(JSON.stringify({ entry: [null, { id: '1', time: 'now', changes }] }));
  assert.equal((await post(WEBHOOK, body, control.sign(body))).status, 200);
  await processed(business);
  assert.equal((await messagesOf(line, `+${from}`)).length, 1);
  assert.equal((await conversationOf(line, `+${from}`)).name, 'Ana');
  const { data } = await business.api.GET('/v1/chat/unhandled');
  assert.deepEqual(
    data!.data.map(({ reason }) => reason),
    Array<string>(4).fill('unreadable'),
  );
});

test('an echo of what the organization wrote elsewhere is stored as sent, and does not open the conversation', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const from = newPhone();
  const conversation = await customerWrites(line, from);
  await business.api.PATCH('/v1/conversation', { body: { id: conversation.id, state: 'closed' } });
  const id = newWamid();
  await deliver(business, statusValue(line.address, { id, status: 'read' }));
  const echo = {
    metadata: { phone_number_id: line.address },
    message_echoes: [
      { id, to: from, from: '1', timestamp: '1700000000', type: 'text', text: { body: 'Desde el teléfono' } },
    ],
  };
  assert.equal(await control.deliver([{ field: 'smb_message_echoes', value: echo }]), 200);
  await processed(business);
  const [, own] = await messagesOf(line, `+${from}`);
  assert.deepEqual([own!.direction, own!.author, own!.status], ['out', 'elsewhere', 'read']);
  assert.equal((await conversationOf(line, `+${from}`)).state, 'closed');
});

test('a message that arrives after its window has closed is stored, without a greeting', async () => {
  const business = await newBusiness();
  const line = await newLine(business, { welcome: '¡Bienvenido!', away: 'Estamos cerrados', hours: [] });
  const from = newPhone();
  const { state } = await customerWrites(line, from, 'tarde', Temporal.Now.instant().subtract({ hours: 25 }));
  assert.equal(state, 'open');
  assert.deepEqual(
    (await messagesOf(line, `+${from}`)).map(({ text }) => text),
    ['tarde'],
  );
  assert.equal((await business.api.GET('/v1/chat/unhandled')).data!.total, 0);
});

test('comments of a page come signed by the channel’s secret, and a thread is a conversation', async () => {
  const business = await newBusiness();
  const { data: channel } = await business.api.POST('/v1/channel', { body: { kind: 'social-a', name: 'Página' } });
  const line = { business, channelId: channel!.id, address: '' };
  const send = async (value: object, secret = channel!.inboundSecret) => {
    const body = Buffer.from(
      JSON.stringify({ object: 'page', entry: [{ id: '77', time: 1, changes: [{ field: 'feed', value }] }] }),
    );
    const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
    const { status } = await post(`/v1/chat/webhook?key=${channel!.publicKey}`, body, {
      'x-hub-signature-256': signature,
    });
    await processed(business);
    return status;
  };
  const comment = {
    item: 'comment',
    verb: 'add',
    comment_id: 'c1',
    post_id: 'p1',
    parent_id: 'p1',
    message: '¿Precio?',
    from: { id: '5', name: 'Luis' },
    created_time: 1_760_000_000,
  };
  assert.equal(await send(comment, 'wrong'), 401);
  assert.equal(await send(comment), 200);
  assert.equal(
    await send({ ...comment, comment_id: 'c2', parent_id: 'c1', message: 'RD$50', from: { id: '77' } }),
    200,
  );
  assert.equal(await send({ ...comment, comment_id: 'c3', parent_id: 'c1', message: 'Gracias' }), 200);
  assert.deepEqual(
    (await messagesOf(line, 'c1')).map(({ text, direction }) => [text, direction]),
    [
      ['¿Precio?', 'in'],
      ['RD$50', 'out'],
      ['Gracias', 'in'],
    ],
  );
  // The removal of a comment that comes later is kept, and takes effect when it is retried.
  assert.equal(await send({ ...comment, verb: 'remove', comment_id: 'c9' }), 200);
  assert.equal(await send({ ...comment, comment_id: 'c9', message: 'Ups' }), 200);
  const [kept] = (await business.api.GET('/v1/chat/unhandled')).data!.data;
  const retried = await business.api.POST('/v1/chat/unhandled/retry', { body: { id: kept!.id } });
  assert.deepEqual([kept!.reason, retried.data!.resolvedAt !== null], ['target_unknown', true]);
  assert.equal((await messagesOf(line, 'c9'))[0]!.text, '');
  const { id } = await conversationOf(line, 'c1');
  assert.deepEqual(
    (await payloadsOf(business, 'conversation:social-comment')).map(({ conversationId }) => conversationId),
    [id],
  );
  const challenge = await fetch(
    `${baseUrl}/v1/chat/webhook?key=${channel!.publicKey}&hub.mode=subscribe&hub.verify_token=${channel!.inboundSecret}&hub.challenge=42`,
  );
  assert.deepEqual([challenge.status, await challenge.text()], [200, '42']);
  assert.ok(await feedOf(line, 'c1'));
});

test('each sender of a webhook with several people has their own name, and a name that a colleague gave stays', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const people = [
    { from: newPhone(), name: 'Alicia' },
    { from: newPhone(), name: 'Bruno' },
  ];
  const [a, b] = people.map((person) => messageValue(line.address, person));
  await deliver(business, {
    ...a,
    contacts: [...a!.contacts, ...b!.contacts],
    messages: [...a!.messages, ...b!.messages],
  });
  const named = async () => Promise.all(people.map(async ({ from }) => (await conversationOf(line, `+${from}`)).name));
  assert.deepEqual(await named(), ['Alicia', 'Bruno']);
  const { id } = await conversationOf(line, `+${people[1]!.from}`);
  await business.api.PATCH('/v1/conversation', { body: { id, name: 'Bruno, apto. 3' } });
  await deliver(business, messageValue(line.address, people[1]!));
  assert.deepEqual(await named(), ['Alicia', 'Bruno, apto. 3']);
});

test('a reaction neither asks for an answer nor opens a conversation again', async () => {
  const business = await newBusiness();
  const line = await newLine(business, { away: 'Cerrado', hours: [] });
  const from = newPhone();
  const id = newWamid();
  await deliver(business, messageValue(line.address, { from, id }));
  const { id: conversationId } = await conversationOf(line, `+${from}`);
  await business.api.PATCH('/v1/conversation', { body: { id: conversationId, state: 'closed' } });
  const reaction = { type: 'reaction', text: undefined, reaction: { message_id: id, emoji: '👍' } };
  await deliver(business, messageValue(line.address, { from, message: reaction }));
  const { state, waitingSince, lastText } = await conversationOf(line, `+${from}`);
  assert.deepEqual([state, waitingSince, lastText], ['closed', null, '👍']);
});

test('a person who becomes a contact after their first message is linked with the next one', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const from = newPhone();
  assert.equal((await customerWrites(line, from)).contactId, null);
  const { data: contact } = await business.api.POST('/v1/beneficiary', {
    body: { name: 'Ana Pérez', contactData: [{ kind: 'phone', value: `+${from}` }] },
  });
  const { contactId, contactName } = await customerWrites(line, from, 'otra vez');
  assert.deepEqual([contactId, contactName], [contact!.id, 'Ana Pérez']);
});
