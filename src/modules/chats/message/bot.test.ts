import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendMessage } from '#modules/chats/index.ts';
import { sending } from '#modules/chats/message/outbox.ts';
import { newId } from '#platform/id.ts';
import { columnsOf, conversationOf, customerWrites, newLine, newPhone, say, sentBy, statusIs } from '#test/chats.ts';
import { app, eventually, newBusiness } from '#test/harness.ts';
import { followUp } from '#test/jobs.ts';

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
  await assert.rejects(botSays('¿Algo más?'), /Another person or bot/);
  const conversation = await conversationOf(line, `+${from}`);
  assert.deepEqual([conversation.userId, conversation.botId], [business.owner.id, null]);
  await eventually(async () => (await sentBy(line)).length === 2);
});

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
  const { data: found } = await business.api.GET('/v1/conversation', { params: { query: { search: 'tres' } } });
  assert.deepEqual(
    found!.data.map((conversation) => conversation.id),
    [id],
  );
});
