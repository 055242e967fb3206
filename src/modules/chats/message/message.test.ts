import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { sendMessage } from '#modules/chats/index.ts';
import { sending } from '#modules/chats/message/outbox.ts';
import { newId } from '#platform/id.ts';
import {
  control,
  conversationOf,
  customerWrites,
  deliver,
  faults,
  type Line,
  messagesOf,
  messageValue,
  newLine,
  newPhone,
  statusValue,
} from '#test/chats.ts';
import { uploadFile } from '#test/files.ts';
import { app, baseUrl, codeOf, eventually, newBusiness, newMember } from '#test/harness.ts';
import { ageExchanges, followUp } from '#test/jobs.ts';
import { dayFromNow, newSchedule } from '#test/schedules.ts';

const sentBy = (line: Line) => control.sent(line.address);
const say = (line: Line, conversationId: string, text: string) =>
  line.business.api.POST('/v1/chat/message', { body: { conversationId, text } });
const statusIs = (line: Line, from: string, id: string, status: string) =>
  eventually(async () => (await messagesOf(line, `+${from}`)).find((each) => each.id === id && each.status === status));

test('a message goes out once, with our id as the provider’s datum, and follows its notices', async () => {
  const line = await newLine(await newBusiness(), {}, { reports: true, duplicate: true, reorder: true });
  const from = newPhone();
  const { id } = await customerWrites(line, from);
  const { data: message } = await say(line, id, 'Tu pedido sale hoy');
  assert.equal(message!.status, 'queued');
  await statusIs(line, from, message!.id, 'delivered');
  const sent = await sentBy(line);
  assert.deepEqual(
    sent.map(({ text, to, reference }) => [text, to, reference]),
    [['Tu pedido sale hoy', `+${from}`, message!.id]],
  );
  const conversation = await conversationOf(line, `+${from}`);
  assert.deepEqual(
    [conversation.waitingSince, conversation.userId, conversation.lastDirection],
    [null, line.business.owner.id, 'out'],
  );
  const { data: stats } = await line.business.api.GET('/v1/channel/{channelId}/stats', {
    params: { path: { channelId: line.channelId } },
  });
  assert.deepEqual(
    [stats!.received, stats!.delivered, stats!.charges],
    [1, 1, [{ category: 'service', billed: 1, free: 0 }]],
  );
});

test('messages of a conversation leave in the order in which they were written', async () => {
  const line = await newLine(await newBusiness());
  const { id } = await customerWrites(line, newPhone());
  for (let number = 1; number <= 8; number++) await say(line, id, `n${number}`);
  await eventually(async () => (await sentBy(line)).length === 8);
  assert.deepEqual(
    (await sentBy(line)).map(({ text }) => text),
    ['n1', 'n2', 'n3', 'n4', 'n5', 'n6', 'n7', 'n8'],
  );
});

test('statuses count by rank: read is never followed by delivered, and a failure hides no delivery', async () => {
  const line = await newLine(await newBusiness());
  const from = newPhone();
  const { id } = await customerWrites(line, from);
  const send = async (text: string) => {
    const { data } = await say(line, id, text);
    await statusIs(line, from, data!.id, 'accepted');
    return (await sentBy(line)).find(({ reference }) => reference === data!.id)!;
  };
  const report = ({ id, reference }: { id: string; reference: string }, status: string, extra = {}) =>
    deliver(line.business, statusValue(line.address, { id, reference, status, extra }));
  const first = await send('uno');
  for (const status of ['read', 'delivered', 'sent']) await report(first, status);
  await report(first, 'failed', { errors: [{ code: 131026, title: 'x' }] });
  const second = await send('dos');
  await report(second, 'failed', { errors: [{ code: 131026, message: 'Undeliverable' }] });
  await report(second, 'sent');
  const [, one, two] = await messagesOf(line, `+${from}`);
  assert.deepEqual([one!.status, one!.failedAt !== null, one!.deliveredAt !== null], ['read', true, true]);
  assert.deepEqual([two!.status, two!.failure], ['failed', { code: '131026', message: 'Undeliverable' }]);
  await report(second, 'delivered');
  assert.equal((await messagesOf(line, `+${from}`))[2]!.status, 'delivered');
});

test('outside the 24-hour window a text is refused with the template that fits, and nothing is sent', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const from = newPhone();
  const now = Temporal.Now.instant();
  const { id } = await customerWrites(line, from, 'Hola', now.subtract({ hours: 24, seconds: 5 }));
  assert.equal(codeOf(await say(line, id, 'tarde')), 'window_closed');
  await control.putTemplate(line.address, {
    id: newId(),
    name: 'pedido_listo',
    language: 'es',
    category: 'UTILITY',
    status: 'APPROVED',
    components: [{ type: 'BODY', text: 'Hola {{1}}, tu pedido {{2}} está listo.' }],
    reason: null,
    quality: null,
  });
  const { data: synced } = await business.api.POST('/v1/channel/{channelId}/msgapp/templates/sync', {
    params: { path: { channelId: line.channelId } },
  });
  assert.equal(synced!.changed, 1);
  const refused = await say(line, id, 'tarde');
  assert.match(refused.error!.detail!, /pedido_listo \(es\).*utility and costs 0.0113 USD/);
  const template = (body: string[], name = 'pedido_listo') =>
    business.api.POST('/v1/chat/msgapp/template', {
      body: { conversationId: id, name, language: 'es', parameters: { body } },
    });
  assert.deepEqual(
    [codeOf(await template(['Ana'])), codeOf(await template([], 'otra'))],
    ['template_parameters', 'reference_not_found'],
  );
  assert.equal((await sentBy(line)).length, 0);
  const { data } = await template(['Ana', '1042']);
  assert.equal(data!.text, 'Hola Ana, tu pedido 1042 está listo.');
  await statusIs(line, from, data!.id, 'accepted');
  await customerWrites(line, from, 'de nuevo');
  assert.equal((await say(line, id, 'a tiempo')).response.status, 201);
});

test('a request without an answer is not repeated: the notice decides', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const from = newPhone();
  const { id } = await customerWrites(line, from);
  await faults.next({ kind: 'timeout-after-commit', organizationId: business.id, operation: 'send' });
  const { data: message } = await say(line, id, 'quizás');
  await statusIs(line, from, message!.id, 'unconfirmed');
  // The next message need not wait, and a follow-up after the lease does not send the first one again.
  const { data: next } = await say(line, id, 'seguro');
  await statusIs(line, from, next!.id, 'accepted');
  const past = String(Temporal.Now.instant().subtract({ minutes: 2 }));
  await ageExchanges(business.id, { heldUntil: past });
  await followUp(sending, business.id, message!.id);
  assert.deepEqual((await sentBy(line)).map(({ text }) => text).toSorted(), ['quizás', 'seguro']);
  const there = (await sentBy(line)).find(({ text }) => text === 'quizás')!;
  await deliver(business, statusValue(line.address, { id: there.id, reference: there.reference, status: 'delivered' }));
  await ageExchanges(business.id, { heldUntil: past });
  await followUp(sending, business.id, message!.id);
  await statusIs(line, from, message!.id, 'delivered');
  assert.equal((await sentBy(line)).length, 2);
});

test('a request without an answer and without a notice fails after a quarter of an hour; a late notice still counts', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const from = newPhone();
  const { id } = await customerWrites(line, from);
  await faults.next({ kind: 'timeout-after-commit', organizationId: business.id, operation: 'send' });
  const { data: message } = await say(line, id, 'perdido');
  await statusIs(line, from, message!.id, 'unconfirmed');
  const past = Temporal.Now.instant().subtract({ minutes: 20 });
  await ageExchanges(business.id, { askedAt: past, heldUntil: String(past) });
  await followUp(sending, business.id, message!.id);
  const failed = await statusIs(line, from, message!.id, 'failed');
  assert.equal(failed.failure!.code, 'outcome_unknown');
  const [sent] = await sentBy(line);
  await deliver(business, statusValue(line.address, { id: sent!.id, reference: sent!.reference, status: 'sent' }));
  assert.equal((await messagesOf(line, `+${from}`))[1]!.status, 'sent');
});

test('errors are handled by their class: some are retried, some never, and some stop the channel', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const from = newPhone();
  const { id } = await customerWrites(line, from);
  const { data: never } = await say(line, id, 'error 131026');
  assert.equal((await statusIs(line, from, never!.id, 'failed')).failure!.code, '131026');
  const problemOf = async () =>
    (await business.api.GET('/v1/channel/{channelId}', { params: { path: { channelId: line.channelId } } })).data!
      .problem;
  assert.equal(await problemOf(), null);
  const { data: stop } = await say(line, id, 'error 131031');
  await statusIs(line, from, stop!.id, 'failed');
  assert.match((await problemOf())!, /^131031/);
  const { data: good } = await say(line, id, 'bien');
  await statusIs(line, from, good!.id, 'accepted');
  assert.equal(await problemOf(), null);
  const { data: retried } = await say(line, id, 'error 131056');
  await eventually(
    async () => (await app.engine.within(business.id, (ctx) => sending.find(ctx, retried!.id)))?.attempts === 1,
  );
  assert.equal((await messagesOf(line, `+${from}`)).at(-1)!.status, 'sending');
});

test('a paused channel stores what comes in and sends nothing until it is resumed', async () => {
  const business = await newBusiness();
  const line = await newLine(business, { welcome: 'Bienvenido' });
  const from = newPhone();
  const toggle = (state: 'paused' | 'active') =>
    business.api.PATCH('/v1/channel/{channelId}/toggle-state', {
      params: { path: { channelId: line.channelId } },
      body: { state },
    });
  await toggle('paused');
  const { id } = await customerWrites(line, from);
  assert.equal(codeOf(await say(line, id, 'no')), 'channel_paused');
  assert.equal((await messagesOf(line, `+${from}`)).length, 1);
  await toggle('active');
  const { data } = await say(line, id, 'sí');
  await statusIs(line, from, data!.id, 'accepted');
  assert.deepEqual(
    (await sentBy(line)).map(({ text }) => text),
    ['sí'],
  );
});

test('a bot answers only while it has the conversation, also for a message that was on its way', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const from = newPhone();
  const { id } = await customerWrites(line, from);
  const botId = newId();
  await app.engine.within(business.id, ({ tx, organizationId }) =>
    tx
      .updateTable('conversations')
      .set({ botId })
      .where('organizationId', '=', organizationId)
      .where('id', '=', id)
      .execute(),
  );
  const botSays = (text: string) =>
    app.engine.within(business.id, (ctx) => sendMessage(ctx, { conversationId: id, by: { kind: 'bot', botId }, text }));
  await botSays('Soy un bot');
  await eventually(async () => (await sentBy(line)).length === 1);
  const { data } = await say(line, id, 'Hola, soy Ana');
  assert.equal(data!.author, 'user');
  await assert.rejects(botSays('¿Algo más?'), /Somebody else/);
  const conversation = await conversationOf(line, `+${from}`);
  assert.deepEqual([conversation.userId, conversation.botId], [business.owner.id, null]);
  await eventually(async () => (await sentBy(line)).length === 2);
});

const columnsOf = (line: Line, id: string) =>
  app.engine.within(line.business.id, ({ tx, organizationId }) =>
    tx
      .selectFrom('messages')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  );

test('messages of a bot that wait when a person takes over are never sent', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const from = newPhone();
  const { id } = await customerWrites(line, from);
  const botId = newId();
  const [first, second] = await app.engine.within(business.id, async (ctx) => {
    const ours = { organizationId: business.id, id };
    await ctx.tx
      .updateTable('conversations')
      .set({ botId })
      .where((eb) => eb.and(ours))
      .execute();
    const says = async (text: string) =>
      (await sendMessage(ctx, { conversationId: id, by: { kind: 'bot', botId }, text })).message.id;
    return [await says('error 131056'), await says('segundo')];
  });
  // The provider asks for a retry of the first; the second waits for it.
  await eventually(
    async () => (await app.engine.within(business.id, (ctx) => sending.find(ctx, first!)))?.answer !== null,
  );
  assert.equal((await columnsOf(line, second!)).status, 'queued');
  const params = { path: { id } };
  await business.api.PATCH('/v1/conversation/{id}/assign', { params, body: { userId: business.owner.id } });
  await followUp(sending, business.id, first!);
  for (const messageId of [first!, second!]) {
    const failed = await statusIs(line, from, messageId, 'failed');
    assert.equal(failed.failure!.code, 'conversation_taken');
  }
  assert.deepEqual(await sentBy(line), []);
});

test('a message that the provider wants again is sent once when it takes it', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const from = newPhone();
  const { id } = await customerWrites(line, from);
  const { data } = await say(line, id, 'error 131056');
  await eventually(
    async () => (await app.engine.within(business.id, (ctx) => sending.find(ctx, data!.id)))?.answer !== null,
  );
  await app.engine.within(business.id, ({ tx }) =>
    tx
      .updateTable('messages')
      .set({ text: 'ahora sí' })
      .where((eb) => eb.and({ organizationId: business.id, id: data!.id }))
      .execute(),
  );
  await followUp(sending, business.id, data!.id);
  await statusIs(line, from, data!.id, 'accepted');
  assert.deepEqual(
    (await sentBy(line)).map(({ text }) => text),
    ['ahora sí'],
  );
});

test('messages to one person leave every six seconds after ten, and those of a number 80 in a second', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const { id } = await customerWrites(line, newPhone());
  const soon = Temporal.Now.instant().add({ hours: 1 }).round('second');
  const setPace = (table: 'conversations' | 'channels', rowId: string, pacedUntil: Temporal.Instant | null) =>
    app.engine.within(business.id, ({ tx }) =>
      tx
        .updateTable(table)
        .set({ pacedUntil })
        .where((eb) => eb.and({ organizationId: business.id, id: rowId }))
        .execute(),
    );
  const dueAt = async (text: string) =>
    Temporal.Instant.from((await columnsOf(line, (await say(line, id, text)).data!.id)).dueAt!);
  // The next place of the pair is an hour away: nine messages may leave before it.
  await setPace('conversations', id, soon);
  const [first, second] = [await dueAt('uno'), await dueAt('dos')];
  assert.equal(first.until(soon).total('seconds'), 54);
  assert.equal(first.until(second).total('seconds'), 6);
  await setPace('conversations', id, null);
  await setPace('channels', line.channelId, soon);
  const [third, fourth] = [await dueAt('tres'), await dueAt('cuatro')];
  // A second before the next place, and an eightieth of a second for each message.
  assert.equal(third.until(soon).total('milliseconds'), 988);
  assert.equal(fourth.until(soon).total('milliseconds'), 975);
});

test('the customer sees that their message was read, once, and that an answer is being written', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const from = newPhone();
  await customerWrites(line, from);
  const [message] = await messagesOf(line, `+${from}`);
  const path = { channelId: line.channelId, sourceId: `+${from}` };
  const see = (query: { typing?: boolean } = {}) =>
    business.api.PATCH('/v1/conversation/{channelId}/{sourceId}/seen', { params: { path, query } });
  const marks = () => control.marks(line.address);
  await see();
  await eventually(async () => (await marks()).length === 1);
  await see();
  await see({ typing: true });
  await eventually(async () => (await marks()).length === 2);
  assert.deepEqual(
    (await marks()).map(({ messageId, typing }) => [messageId, typing]),
    [
      [message!.channelMessageId, false],
      [message!.channelMessageId, true],
    ],
  );
});

test('bubbles of a bot that wait for an earlier message become one', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const from = newPhone();
  const { id } = await customerWrites(line, from);
  const botId = newId();
  await app.engine.within(business.id, async (ctx) => {
    await ctx.tx
      .updateTable('conversations')
      .set({ botId })
      .where('organizationId', '=', business.id)
      .where('id', '=', id)
      .execute();
    for (const text of ['uno', 'dos', 'tres'])
      await sendMessage(ctx, { conversationId: id, by: { kind: 'bot', botId }, text });
  });
  await eventually(async () => (await sentBy(line)).length === 2);
  assert.deepEqual(
    (await sentBy(line)).map(({ text }) => text),
    ['uno', 'dos\n\ntres'],
  );
});

test('a note stays with colleagues, and the mentioned types need their fields', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const from = newPhone();
  const { id: conversationId } = await customerWrites(line, from);
  const send = (body: Record<string, unknown>) =>
    business.api.POST('/v1/chat/message', { body: { conversationId, ...body } as never });
  const { data: note } = await send({ text: 'Ojo: cliente nuevo', note: true });
  assert.deepEqual([note!.direction, note!.status], ['note', 'stored']);
  assert.equal((await conversationOf(line, `+${from}`)).waitingSince !== null, true);
  for (const [body, path] of [
    [{}, 'body.text'],
    [{ type: 'image' }, 'body.fileId'],
    [{ type: 'location' }, 'body.location'],
    [{ type: 'reaction', emoji: '👍' }, 'body.replyToId'],
    [{ type: 'interactive', text: 'x' }, 'body.buttons'],
  ] as const)
    assert.deepEqual((await send(body)).error!.errors[0]!.path, path);
  assert.equal((await send({ text: 'x', replyToId: newId() })).error!.errors[0]!.path, 'body.replyToId');
  const [first] = await messagesOf(line, `+${from}`);
  await send({ type: 'reaction', replyToId: first!.id, emoji: '👍' });
  await send({ type: 'interactive', text: '¿Confirmas?', buttons: [{ payload: 'si', title: 'Sí' }] });
  await eventually(async () => (await sentBy(line)).length === 2);
  assert.deepEqual(
    (await sentBy(line)).map(({ type }) => type),
    ['reaction', 'interactive'],
  );
  const viewer = await newMember(business, 'viewer');
  assert.equal(codeOf(await viewer.api.POST('/v1/chat/message', { body: { conversationId, text: 'x' } })), 'forbidden');
});

test('a file is sent with its message and cannot be deleted; canned answers and documents are filled in', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const from = newPhone();
  const { id: conversationId } = await customerWrites(line, from);
  const file = await uploadFile(business, randomBytes(100), 'factura.bin');
  const { data: message } = await business.api.POST('/v1/chat/message', {
    body: { conversationId, type: 'document', fileId: file.id, text: 'Factura' },
  });
  await statusIs(line, from, message!.id, 'accepted');
  assert.equal(codeOf(await business.api.DELETE('/v1/files', { body: { id: file.id } } as never)), 'file_in_use');
  const [medium] = message!.media;
  const bytes = await fetch(medium!.url, { headers: { authorization: `Bearer ${business.owner.token}` } });
  assert.equal((await bytes.arrayBuffer()).byteLength, 100);
  const { data: canned } = await business.api.POST('/v1/chat/canned-answer', {
    body: { shortcut: 'hola', text: 'Hola {{contact.name}}, de {{organization.name}}{{nada}}' },
  });
  const { data: answer } = await business.api.POST('/v1/chat/message', {
    body: { conversationId, cannedAnswerId: canned!.id },
  });
  assert.equal(answer!.text, 'Hola Ana, de Colmado La Esquina');
  const { data: document } = await business.api.POST('/v1/record/pending', {
    body: { elements: [{ description: 'Arroz', unitPrice: '100' }] },
  });
  const { data: shared } = await business.api.POST('/v1/chat/document', {
    body: { conversationId, documentId: document!.id },
  });
  assert.ok(shared!.text.startsWith(`${baseUrl}/v1/record/pending/`));
  const { data: meta } = await business.api.GET('/v1/conversation/{channelId}/{sourceId}/meta', {
    params: { path: { channelId: line.channelId, sourceId: `+${from}` } },
  });
  assert.deepEqual(
    meta!.links.map(({ entityKind, entityId }) => [entityKind, entityId]),
    [['invoiceId', document!.id]],
  );
});

test('a document goes into the chat as a PDF, a booking as its page, and the conversation is linked to both', async () => {
  const business = await newBusiness();
  const { api } = business;
  const line = await newLine(business);
  const from = newPhone();
  const { id: conversationId } = await customerWrites(line, from);
  const { data: document } = await api.POST('/v1/record/pending', {
    body: { elements: [{ description: 'Arroz', unitPrice: '100' }] },
  });
  const send = (body: Record<string, unknown>) =>
    api.POST('/v1/chat/document', { body: { conversationId, ...body } as never });
  const { data: pdf } = await send({ documentId: document!.id, as: 'pdf', text: 'Tu factura' });
  assert.deepEqual([pdf!.type, pdf!.text, pdf!.media[0]!.contentType], ['document', 'Tu factura', 'application/pdf']);
  await statusIs(line, from, pdf!.id, 'accepted');
  const bytes = await fetch(pdf!.media[0]!.url, { headers: { authorization: `Bearer ${business.owner.token}` } });
  assert.equal(
    Buffer.from(await bytes.arrayBuffer())
      .subarray(0, 5)
      .toString(),
    '%PDF-',
  );
  const schedule = await newSchedule(api);
  const { data: booking } = await api.POST('/v1/tasks/schedule/{scheduleId}/register', {
    params: { path: { scheduleId: schedule.id } },
    body: { name: 'Ana', startsAt: `${dayFromNow(2)}T14:00:00Z` },
  });
  const { data: page } = await send({ bookingId: booking!.id });
  assert.ok(page!.text.startsWith(`${baseUrl}/v1/tasks/schedule/booking/`), page!.text);
  const { data: meta } = await api.GET('/v1/conversation/{channelId}/{sourceId}/meta', {
    params: { path: { channelId: line.channelId, sourceId: `+${from}` } },
  });
  assert.deepEqual(
    meta!.links.map(({ entityKind, entityId }) => [entityKind, entityId]),
    [
      ['invoiceId', document!.id],
      ['bookingId', booking!.id],
    ],
  );
  for (const [body, path] of [
    [{}, 'body.documentId'],
    [{ bookingId: booking!.id, as: 'pdf' }, 'body.documentId'],
    [{ documentId: newId() }, 'body.documentId'],
    [{ documentId: newId(), as: 'pdf' }, 'body.documentId'],
    [{ bookingId: newId() }, 'body.bookingId'],
    [{ conversationId: newId(), documentId: document!.id, as: 'pdf' }, 'body.conversationId'],
  ] as const)
    assert.equal((await send(body)).error!.errors[0]!.path, path, JSON.stringify(body));
});

test('a medium is fetched by a job with its hash; wrong bytes leave a medium that can be retried', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const from = newPhone();
  const bytes = randomBytes(2000);
  const good = await control.addMedia(bytes, 'application/octet-stream');
  const image = (id: string, sha256: string) => ({
    type: 'image',
    text: undefined,
    image: { id, mime_type: 'image/png', sha256: Buffer.from(sha256, 'hex').toString('base64'), caption: 'Foto' },
  });
  const wrong = createHash('sha256').update('other').digest('hex');
  await deliver(
    business,
    messageValue(line.address, { from, message: image(good.id, good.sha256) }),
    messageValue(line.address, { from, message: image(good.id, wrong) }),
  );
  const media = async () => (await messagesOf(line, `+${from}`)).map((message) => message.media[0]!);
  await eventually(async () => (await media()).every(({ state }) => state !== 'pending'));
  const [stored, failed] = (await media()).toSorted((a, b) => b.state.localeCompare(a.state));
  assert.deepEqual([stored!.state, failed!.state], ['stored', 'failed']);
  assert.match(failed!.problem!, /not those/);
  const read = (url: string) => fetch(url, { headers: { authorization: `Bearer ${business.owner.token}` } });
  assert.ok(bytes.equals(Buffer.from(await (await read(stored!.url)).arrayBuffer())));
  assert.equal((await read(failed!.url)).status, 409);
  const { data } = await business.api.POST('/v1/chat/media/{channelId}/{mediaId}/retry', {
    params: { path: { channelId: line.channelId, mediaId: failed!.id } },
  });
  assert.equal(data!.state, 'pending');
  const { id: conversationId } = await conversationOf(line, `+${from}`);
  const files = await business.api.GET('/v1/files/record/{id}', { params: { path: { id: conversationId } } });
  assert.equal(files.data!.total, 1);
});
