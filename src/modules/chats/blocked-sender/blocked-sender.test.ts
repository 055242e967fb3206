import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sending } from '#modules/chats/message/outbox.ts';
import { conversations, messages } from '#modules/chats/tables.ts';
import { newBot } from '#test/bots.ts';
import {
  control,
  conversationOf,
  customerWrites,
  deliver,
  feedOf,
  type Line,
  letter,
  messagesOf,
  messageValue,
  newLine,
  newMailChannel,
  newPage,
  newPhone,
  newWamid,
  say,
  sentBy,
} from '#test/chats.ts';
import { byName, change, draft, logs, newContact, preview, putTemplate, start, until } from '#test/diffusions.ts';
import { app, type Business, baseUrl, codeOf, eventually, freshEmail, newBusiness } from '#test/harness.ts';
import { followUp, takeOver } from '#test/jobs.ts';
import { answer, feed, newWidget, signIdentity, visit, say as visitorSays } from '#test/widgets.ts';

async function block({ api }: Business, conversationId: string, more: { messageId?: string; note?: string } = {}) {
  const { data, error } = await api.POST('/v1/chat/blocked-sender', { body: { conversationId, ...more } });
  assert.ok(data, JSON.stringify(error));
  return data;
}

const unblock = async ({ api }: Business, id: string) =>
  (await api.DELETE('/v1/chat/blocked-sender', { body: { id } })).response.status;

const blockedBy = async ({ api }: Business, query: { search?: string; conversationId?: string } = {}) =>
  (await api.GET('/v1/chat/blocked-sender', { params: { query } })).data!.data;

const textsOf = async (line: Line, sourceId: string) => (await messagesOf(line, sourceId)).map(({ text }) => text);

test('messages of a blocked sender are counted and not stored, and those of others in the same webhook are', async () => {
  const line = await newLine(await newBusiness(), { welcome: 'Bienvenido', away: 'Cerrado', hours: [] });
  const { business } = line;
  const [spammer, ana] = [newPhone(), newPhone()];
  const { id, state } = await customerWrites(line, spammer, 'Gane dinero');
  assert.equal(state, 'open');
  const blocked = await block(business, id, { note: 'Publicidad' });
  assert.deepEqual(
    [blocked.address, blocked.name, blocked.droppedCount, blocked.lastDroppedAt, blocked.createdBy],
    [`+${spammer}`, 'Ana', 0, null, business.owner.id],
  );
  const before = await conversationOf(line, `+${spammer}`);
  assert.deepEqual([before.state, before.isBlocked, before.waitingSince], ['closed', true, null]);
  const image = { type: 'image', text: undefined, image: { id: newWamid(), mime_type: 'image/png' } };
  await deliver(
    business,
    messageValue(line.address, { from: spammer, text: 'Otra vez' }),
    messageValue(line.address, { from: ana, text: 'Buenas' }),
    messageValue(line.address, { from: spammer, message: image }),
  );
  assert.deepEqual(await textsOf(line, `+${spammer}`), ['Gane dinero', 'Bienvenido', 'Cerrado']);
  assert.equal((await messagesOf(line, `+${ana}`))[0]!.text, 'Buenas');
  const after = await conversationOf(line, `+${spammer}`);
  assert.deepEqual(
    [after.state, after.updatedAt, after.windowEndsAt],
    ['closed', before.updatedAt, before.windowEndsAt],
  );
  const [counted] = await blockedBy(business, { search: spammer.slice(1) });
  assert.equal(counted!.droppedCount, 2);
  assert.ok(counted!.lastDroppedAt);
  assert.deepEqual(await blockedBy(business, { search: 'nadie' }), []);
  assert.equal((await business.api.GET('/v1/chat/unhandled')).data!.total, 0);
});

test('nothing is sent to a blocked person until they are unblocked, and their next message opens the conversation', async () => {
  const line = await newLine(await newBusiness());
  const { business } = line;
  const from = newPhone();
  const { id } = await customerWrites(line, from);
  const blocked = await block(business, id);
  assert.equal((await block(business, id)).id, blocked.id);
  const refused = await say(line, id, 'Hola');
  assert.deepEqual([refused.response.status, codeOf(refused)], [409, 'sender_blocked']);
  assert.equal(refused.error!.errors![0]!.path, 'body.conversationId');
  const bySource = { channelId: line.channelId, sourceId: `+${from}` };
  const refusedBySource = await business.api.POST('/v1/chat/message', { body: { ...bySource, text: 'Hola' } });
  assert.equal(codeOf(refusedBySource), 'sender_blocked');
  assert.equal(refusedBySource.error!.errors![0]!.path, 'body.sourceId');
  const noted = await business.api.POST('/v1/chat/message', {
    body: { conversationId: id, note: true, text: 'Insulta' },
  });
  assert.equal(noted.response.status, 201);
  assert.equal(await unblock(business, blocked.id), 204);
  assert.equal(await unblock(business, blocked.id), 404);
  assert.equal((await customerWrites(line, from, 'Disculpen')).state, 'open');
  assert.equal((await say(line, id, 'Hola')).response.status, 201);
  const happenings = (await feedOf(line, `+${from}`)).map(({ type }) => type).filter((type) => /blocked/.test(type));
  assert.deepEqual(happenings, ['blocked', 'unblocked']);
});

test('a message that waits when its person is blocked is not sent, and a bot loses the conversation', async () => {
  const line = await newLine(await newBusiness());
  const { business } = line;
  const bot = await newBot(business);
  const from = newPhone();
  const { id } = await customerWrites(line, from);
  // The provider wants it later.
  const { data: waiting } = await say(line, id, 'error 131056');
  const within = <T>(work: Parameters<typeof app.engine.within<T>>[1]) => app.engine.within(business.id, work);
  await eventually(async () => (await within((ctx) => sending.find(ctx, waiting!.id)))?.answer);
  await takeOver(sending, business.id, waiting!.id);
  await business.api.PATCH('/v1/conversation/{id}/assign', { params: { path: { id } }, body: { botId: bot.id } });
  await block(business, id);
  assert.equal((await conversationOf(line, `+${from}`)).botId, null);
  await within((ctx) => messages.update(ctx, waiting!.id, { text: 'ahora sí' }));
  await followUp(sending, business.id, waiting!.id);
  const message = (await messagesOf(line, `+${from}`)).find((each) => each.id === waiting!.id)!;
  assert.deepEqual([message.status, message.failure?.code], ['failed', 'sender_blocked']);
  assert.deepEqual(await sentBy(line), []);
});

test('a block follows a number that changes, and a person who stops diffusions while blocked gets none later', async () => {
  const line = await newLine(await newBusiness());
  const { business } = line;
  const [from, moved] = [newPhone(), newPhone()];
  const { id } = await customerWrites(line, from);
  const blocked = await block(business, id);
  const system = { type: 'system', text: undefined, system: { type: 'user_changed_number', wa_id: moved, body: '' } };
  await deliver(business, messageValue(line.address, { from, message: system }));
  await deliver(business, messageValue(line.address, { from: moved, text: 'Soy yo' }));
  await deliver(business, messageValue(line.address, { from: moved, text: 'BAJA' }));
  assert.deepEqual(await textsOf(line, `+${moved}`), ['Hola']);
  assert.equal((await blockedBy(business))[0]!.droppedCount, 3);
  await unblock(business, blocked.id);
  const { data: out } = await business.api.GET('/v1/conversation-diffusion/opt-out');
  assert.deepEqual(out!.data.map(({ address }) => address).toSorted(), [`+${from}`, `+${moved}`].toSorted());
});

test('edits of a blocked person change nothing and wait for nothing, and they can still take a message back', async () => {
  const line = await newLine(await newBusiness());
  const { business } = line;
  const [from, id] = [newPhone(), newWamid()];
  await deliver(business, messageValue(line.address, { from, id, text: 'Hola' }));
  await block(business, (await conversationOf(line, `+${from}`)).id);
  const changed = (type: 'edit' | 'revoke', target: string) => {
    const given = { original_message_id: target, message: { type: 'text', text: { body: 'Insulto' } } };
    return deliver(business, messageValue(line.address, { from, message: { type, text: undefined, [type]: given } }));
  };
  await changed('edit', id);
  await changed('edit', newWamid());
  await changed('revoke', newWamid());
  assert.deepEqual(await textsOf(line, `+${from}`), ['Hola']);
  await changed('revoke', id);
  assert.ok((await messagesOf(line, `+${from}`))[0]!.deletedAt);
  assert.equal((await business.api.GET('/v1/chat/unhandled')).data!.total, 0);
});

test('a blocked visitor of the widget gets the answers that others get, and nothing is stored', async () => {
  const business = await newBusiness();
  const [widget] = [await newWidget(business), await newLine(business)];
  const { visitorToken } = await visit(widget);
  const source = await visitorSays(widget, visitorToken, 'Hola');
  await answer(widget, source, 'Buenas');
  const line = { ...widget, address: '' };
  const send = async (token: string) => {
    const body = JSON.stringify({ visitorToken: token, text: 'Insulto', email: freshEmail() });
    const sent = await fetch(`${baseUrl}/v1/chat/webhook?key=${widget.key}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    return { status: sent.status, shape: Object.keys((await sent.json()) as object).toSorted() };
  };
  const upload = async (token: string) => {
    const form = new FormData();
    form.append('id', 'a1');
    form.append('file', new File(['hola'], 'nota.txt', { type: 'text/plain' }));
    const address = `${baseUrl}/v1/channel/${widget.key}/widget/upload`;
    const sent = await fetch(address, { method: 'POST', body: form, headers: { 'x-visitor-token': token } });
    const { data } = (await sent.json()) as { data: { media: { name: string }[]; clientId: string }[] };
    return [sent.status, data[0]!.clientId, data[0]!.media[0]!.name];
  };
  const other = await visit(widget);
  const welcome = [await send(other.visitorToken), await upload(other.visitorToken)];
  const { id } = await conversationOf(line, source);
  await block(business, id);
  const filesBefore = (await business.api.GET('/v1/files')).data!.total;
  assert.deepEqual([await send(visitorToken), await upload(visitorToken)], welcome);
  assert.deepEqual(await textsOf(line, source), ['Hola', 'Buenas']);
  assert.equal((await business.api.GET('/v1/files')).data!.total, filesBefore);
  assert.equal((await blockedBy(business))[0]!.droppedCount, 2);
  const shown = (await (await feed(widget, visitorToken)).json()) as { data: { text: string }[] };
  assert.deepEqual(
    shown.data.map(({ text }) => text),
    ['Hola', 'Buenas'],
  );
  const session = await visit(widget, { visitorToken });
  assert.deepEqual([session.hasEmail, session.data.length], [false, 2]);
});

test('each file of a blocked visitor is answered with a place of its own', async () => {
  const business = await newBusiness();
  const widget = await newWidget(business);
  const { visitorToken } = await visit(widget);
  const source = await visitorSays(widget, visitorToken, 'Hola');
  await block(business, (await conversationOf({ ...widget, address: '' }, source)).id);
  const upload = async (...names: string[]) => {
    const form = new FormData();
    for (const name of names) form.append('file', new File(['hola'], name, { type: 'text/plain' }));
    const address = `${baseUrl}/v1/channel/${widget.key}/widget/upload`;
    const sent = await fetch(address, { method: 'POST', body: form, headers: { 'x-visitor-token': visitorToken } });
    const { data } = (await sent.json()) as { data: { seq: string }[] };
    return data.map(({ seq }) => Number(seq));
  };
  const [first, second, third] = [...(await upload('a.txt', 'b.txt')), ...(await upload('c.txt'))];
  assert.deepEqual([second! - first!, third! - second!], [1, 1]);
});

test('the code of a blocked visitor opens nothing, and a block stays when the visitor signs in', async () => {
  const business = await newBusiness();
  const [widget, line] = [await newWidget(business), await newLine(business)];
  const { visitorToken } = await visit(widget);
  const source = await visitorSays(widget, visitorToken, 'Hola');
  const { continueUrl } = await visit(widget, { visitorToken });
  const { id } = await conversationOf({ ...widget, address: '' }, source);
  await block(business, id);
  const from = newPhone();
  const other = await customerWrites(line, from, new URL(continueUrl!).searchParams.get('text')!);
  assert.notEqual(other.id, id);
  const identity = signIdentity(widget, { sub: 'c-9' });
  await visit(widget, { visitorToken, identity });
  assert.equal(await visitorSays(widget, '', 'Insulto', { visitorToken: undefined, identity }), 'user:c-9');
  assert.deepEqual(await textsOf({ ...widget, address: '' }, 'user:c-9'), ['Hola']);
});

test('a letter of a blocked sender is taken without an answer, and its attachments are not kept', async () => {
  const business = await newBusiness();
  const { line, deliver: deliverLetter } = await newMailChannel(business);
  const from = freshEmail();
  await deliverLetter(letter(from, `<${newWamid()}@x>`, [], 'Hola'));
  await business.api.PATCH('/v1/channel', { body: { id: line.channelId, away: 'Cerrado', hours: [] } });
  await block(business, (await conversationOf(line, from)).id);
  const headers = ['MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=b'];
  const attached = [
    '--b',
    'Content-Type: text/csv',
    'Content-Disposition: attachment; filename="a.csv"',
    '',
    'a',
    '--b--',
  ];
  assert.equal(await deliverLetter(letter(from, `<${newWamid()}@x>`, headers, attached.join('\r\n'))), 200);
  assert.equal((await messagesOf(line, from)).length, 1);
  assert.equal((await business.api.GET('/v1/files')).data!.total, 0);
  assert.ok((await app.mailbox!.letters()).every(({ to }) => to !== from));
  assert.equal((await blockedBy(business))[0]!.droppedCount, 1);
});

test('a blocked writer of comments is left out of every thread, and the other writers are not', async () => {
  const { business, line, send } = await newPage(await newBusiness());
  const [ana, troll] = [
    { id: '1', name: 'Ana' },
    { id: '2', name: 'Trol' },
  ];
  await send({ comment_id: 'c1', parent_id: 'p', message: '¿Precio?', from: ana });
  await send({ comment_id: 'c2', parent_id: 'c1', message: 'Estafa', from: troll });
  const { id } = await conversationOf(line, 'c1');
  const messageId = (await messagesOf(line, 'c1'))[1]!.id;
  const blocked = await block(business, id, { messageId });
  assert.deepEqual([blocked.address, blocked.name], ['2', 'Trol']);
  const thread = await conversationOf(line, 'c1');
  assert.deepEqual([thread.state, thread.isBlocked], ['open', false]);
  await send({ comment_id: 'c3', parent_id: 'c1', message: 'Estafa', from: troll });
  await send({ comment_id: 'c4', parent_id: 'p', message: 'Estafa', from: troll });
  await send({ comment_id: 'c2', verb: 'edited', parent_id: 'c1', message: 'Más', from: troll });
  await send({ comment_id: 'c3', verb: 'edited', parent_id: 'c1', message: 'Más', from: troll });
  await send({ comment_id: 'c5', parent_id: 'c1', message: '¿Y dos?', from: ana });
  assert.deepEqual(await textsOf(line, 'c1'), ['¿Precio?', 'Estafa', '¿Y dos?']);
  assert.equal((await business.api.GET('/v1/conversation')).data!.total, 1);
  assert.equal((await blockedBy(business, { conversationId: id }))[0]!.droppedCount, 2);
  assert.equal((await business.api.GET('/v1/chat/unhandled')).data!.total, 0);
  await unblock(business, blocked.id);
  await send({ comment_id: 'c6', parent_id: 'c1', message: 'Perdón', from: troll });
  assert.equal((await messagesOf(line, 'c1')).length, 4);
});

test('a message that names nobody cannot be blocked, nor one of another conversation', async () => {
  const { business, line, send } = await newPage(await newBusiness());
  await send({ comment_id: 'c1', parent_id: 'p', message: '¿Precio?' });
  await send({ comment_id: 'd1', parent_id: 'p', message: 'Hola', from: { id: '1' } });
  const [{ id }, [other]] = [await conversationOf(line, 'c1'), await messagesOf(line, 'd1')];
  const blockWith = (body: { conversationId: string; messageId?: string }) =>
    business.api.POST('/v1/chat/blocked-sender', { body });
  assert.equal(codeOf(await blockWith({ conversationId: id })), 'sender_unknown');
  const foreign = await blockWith({ conversationId: id, messageId: other!.id });
  assert.deepEqual([codeOf(foreign), foreign.error!.errors![0]!.path], ['reference_not_found', 'body.messageId']);
});

test('blocked people get no diffusions, also if they are blocked after the audience was written or while a message waits', async () => {
  const line = await newLine(await newBusiness());
  const { business } = line;
  await putTemplate(line, 'nombre', '{{1}}');
  const [ana, beto, eva] = await Promise.all(['Ana', 'Beto', 'Eva'].map((name) => newContact(business, name)));
  await block(business, (await customerWrites(line, ana!.phone!)).id);
  const { id } = await draft(line, { templates: [{ name: 'nombre', language: 'es', parameters: byName }] });
  const { excluded, reach } = await preview(business, id);
  assert.deepEqual([excluded, reach], [[{ reason: 'blocked', count: 1 }], 2]);
  const toggle = (state: 'paused' | 'active') =>
    business.api.PATCH('/v1/channel/{channelId}/toggle-state', {
      params: { path: { channelId: line.channelId } },
      body: { state },
    });
  await toggle('paused');
  await start(business, id);
  await until(business, id, 'running', 'channel');
  await block(business, (await customerWrites(line, beto!.phone!)).id);
  await toggle('active');
  await change(business, id, 'pause');
  await change(business, id, 'resume');
  const { counts } = await until(business, id, 'done');
  assert.deepEqual([counts.skipped, counts.sent, counts.audience], [2, 1, 3]);
  assert.deepEqual((await logs(business, id, { reason: 'blocked' })).map(({ name }) => name).toSorted(), [
    'Ana',
    'Beto',
  ]);
  assert.deepEqual(
    (await control.sent(line.address)).map(({ to }) => to),
    [`+${eva!.phone}`],
  );
});

test('a message that arrives while its sender is blocked is not stored after it', async () => {
  const line = await newLine(await newBusiness());
  const { business } = line;
  const from = newPhone();
  const { id } = await customerWrites(line, from);
  const [holds, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const blocking = app.engine.within(business.id, async (ctx) => {
    await conversations.lock(ctx, id);
    await conversations.update(ctx, id, { isBlocked: true });
    holds.resolve();
    await mayCommit.promise;
  });
  await holds.promise;
  const arriving = deliver(business, messageValue(line.address, { from, text: 'Tarde' }));
  mayCommit.resolve();
  await Promise.all([blocking, arriving]);
  assert.deepEqual(await textsOf(line, `+${from}`), ['Hola']);
});
