import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '#platform/id.ts';
import {
  control,
  conversationOf,
  customerWrites,
  deliver,
  messagesOf,
  newLine,
  newPhone,
  say,
  sentBy,
  statusIs,
  statusValue,
} from '#test/chats.ts';
import { codeOf, eventually, newBusiness } from '#test/harness.ts';

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
  const put = (name: string, category: string, text: string) =>
    control.putTemplate(line.address, {
      id: newId(),
      name,
      language: 'es',
      category,
      status: 'APPROVED',
      components: [{ type: 'BODY', text }],
      reason: null,
      quality: null,
    });
  await put('codigo', 'AUTHENTICATION', 'Tu código es {{1}}.');
  await put('pedido_listo', 'UTILITY', 'Hola {{1}}, tu pedido {{2}} está listo.');
  const { data: synced } = await business.api.POST('/v1/channel/{channelId}/msgapp/templates/sync', {
    params: { path: { channelId: line.channelId } },
  });
  assert.equal(synced!.changed, 2);
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
