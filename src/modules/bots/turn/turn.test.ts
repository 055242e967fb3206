import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '#platform/id.ts';
import { ask, ended, newBotLine, said, train, turnsOf } from '#test/bots.ts';
import { newResource } from '#test/catalog.ts';
import {
  control,
  conversationOf,
  customerWrites,
  deliver,
  messageValue,
  newPhone,
  newWamid,
  processed,
  sentBy,
} from '#test/chats.ts';
import { payloadsOf } from '#test/events.ts';
import { app, codeOf, eventually, newMember } from '#test/harness.ts';
import { runNow } from '#test/jobs.ts';
import { turns } from '../tables.ts';
import { takeTurn } from './turn.ts';

const delivery = { title: '¿Hacen entregas?', content: 'Sí, gratis a partir de RD$ 500.' };

test('a bot answers a customer in the conversation, with its sources in the turn', async () => {
  const { business, bot, line, from } = await newBotLine();
  const { id: trainingId } = await train(business, bot.id, delivery);
  const { id } = await customerWrites(line, from, '¿Hacen entregas?');
  const [turn] = await ended(line, id);
  assert.equal(turn!.state, 'answered');
  assert.deepEqual(await said(line, from), [delivery.content]);
  const { data } = await business.api.GET('/v1/bot/{botId}/turns', { params: { path: { botId: bot.id } } });
  assert.equal(data!.data[0]!.sources[0]!.trainingId, trainingId);
});

test('five messages in a burst are one turn over all five', async () => {
  const { business, bot, line, from } = await newBotLine({ waitSeconds: 6, model: { provider: 'test', name: 'x' } });
  await train(business, bot.id, delivery);
  let id = '';
  for (const text of ['Hola', 'una pregunta', '¿hacen', 'entregas', 'hoy?'])
    id = (await customerWrites(line, from, text)).id;
  const all = await ended(line, id);
  assert.deepEqual(
    all.map(({ state }) => state),
    ['answered'],
  );
  assert.equal((await said(line, from)).length, 1);
});

test('a message that arrives during a turn gets a turn of its own, after it', async () => {
  const { line, from } = await newBotLine({ model: { provider: 'test', name: 'x' } });
  const { id } = await customerWrites(line, from, '!slow 800\n!say uno');
  await eventually(async () => (await turnsOf(line, id)).some(({ state }) => state === 'running'));
  await customerWrites(line, from, '!say dos');
  const all = await ended(line, id, 2);
  assert.deepEqual(
    all.map(({ state }) => state),
    ['answered', 'answered'],
  );
  assert.deepEqual((await said(line, from)).join('\n\n'), 'uno\n\ndos');
});

test('a person who takes over silences the bot, also while it answers', async () => {
  const { business, line, from } = await newBotLine({ model: { provider: 'test', name: 'x' } });
  const { id } = await customerWrites(line, from, '!slow 1500\n!say tarde');
  await eventually(async () => (await turnsOf(line, id)).some(({ state }) => state === 'running'));
  await business.api.POST('/v1/chat/message', { body: { conversationId: id, text: 'Yo te atiendo' } as never });
  const [turn] = await ended(line, id);
  assert.equal(turn!.state, 'silenced');
  await customerWrites(line, from, '!say otra vez');
  assert.deepEqual(await said(line, from), ['Yo te atiendo']);
  assert.equal((await turnsOf(line, id)).length, 1);
});

test('a bot that gets its conversation back does not say what it began before, and answers what waits', async () => {
  const { business, bot, line, from } = await newBotLine({ model: { provider: 'test', name: 'x' } });
  const { id } = await customerWrites(line, from, '!slow 1500\n!say tarde');
  await eventually(async () => (await turnsOf(line, id)).some(({ state }) => state === 'running'));
  const assign = (owner: object) =>
    business.api.PATCH('/v1/conversation/{id}/assign', { params: { path: { id } }, body: owner });
  await business.api.POST('/v1/chat/message', { body: { conversationId: id, text: 'Yo te atiendo' } as never });
  await assign({ botId: bot.id });
  const [silenced] = await ended(line, id);
  assert.equal(silenced!.state, 'silenced');
  await assign({ userId: business.owner.id });
  await customerWrites(line, from, '!say pronto');
  await assign({ botId: bot.id });
  const all = await ended(line, id, 2);
  assert.deepEqual(
    all.map(({ state }) => state),
    ['silenced', 'answered'],
  );
  await runNow(takeTurn, { organizationId: business.id, turnId: silenced!.id });
  assert.deepEqual(await said(line, from), ['Yo te atiendo', 'pronto']);
});

test('an unknown question becomes a context request, and its answer reaches the customer who waits', async () => {
  const { business, bot, line, from } = await newBotLine();
  const { id } = await customerWrites(line, from, '¿Aceptan tarjeta?');
  assert.equal((await ended(line, id))[0]!.state, 'unknown');
  const { data } = await business.api.GET('/v1/bot/{botId}/context-requests', { params: { path: { botId: bot.id } } });
  assert.deepEqual([data!.data[0]!.question, data!.data[0]!.waiting], ['¿Aceptan tarjeta?', 1]);
  const body = { id: data!.data[0]!.id, answer: 'Sí, todas.', reply: true };
  assert.equal((await business.api.POST('/v1/bot/context', { body })).data!.replies, 1);
  await eventually(async () => (await said(line, from)).join().includes('Sí, todas.'));
  const failures = await payloadsOf(business, 'conversation:bot-failed-to-answer');
  assert.deepEqual(
    failures.map(({ conversationId, botId }) => [conversationId, botId]),
    [[id, bot.id]],
  );
});

test('a second unknown question in a row is handed over to people with its reason', async () => {
  const { business, line, from } = await newBotLine();
  const { id } = await customerWrites(line, from, '¿Venden helicópteros?');
  await ended(line, id);
  await customerWrites(line, from, '¿Y submarinos?');
  const all = await ended(line, id, 2);
  assert.equal(all[1]!.state, 'handed-over');
  const { data } = await business.api.GET('/v1/conversation');
  assert.equal(data!.data[0]!.botId, null);
  assert.notEqual(data!.data[0]!.waitingSince, null, 'the customer waits for a person');
  await eventually(async () => (await sentBy(line)).some(({ text }) => /una persona del equipo/.test(text)));
});

test('the answer to a question reaches a customer who was handed over, from the person who gave it', async () => {
  const { business, bot, line, from } = await newBotLine();
  const { id } = await customerWrites(line, from, '¿Venden helicópteros?');
  await ended(line, id);
  await customerWrites(line, from, '¿Y submarinos?');
  await ended(line, id, 2);
  const { data } = await business.api.GET('/v1/bot/{botId}/context-requests', { params: { path: { botId: bot.id } } });
  const request = data!.data.find(({ question }) => question === '¿Y submarinos?');
  const body = { id: request!.id, answer: 'Submarinos no.', reply: true };
  assert.equal((await business.api.POST('/v1/bot/context', { body })).data!.replies, 1);
  await eventually(async () => (await said(line, from)).includes('Submarinos no.'));
  assert.equal((await conversationOf(line, `+${from}`)).userId, business.owner.id);
});

test('a greeting is answered with one, thanks with courtesy, and a customer who asks for a person gets one', async () => {
  const { business, bot, line, from } = await newBotLine();
  for (const [question, answer] of [
    ['¡Hola!', '¡Hola! ¿En qué te puedo ayudar?'],
    ['Buenas tardes, ¿cómo están?', '¡Hola! ¿En qué te puedo ayudar?'],
    ['Muchas gracias', '¡Con gusto!'],
    ['Hello', 'Hello! How can I help you?'],
    ['thank you very much', 'You are welcome!'],
    ['Hola, tengo una pregunta', '¡Hola! ¿En qué te puedo ayudar?'],
    ['I have a question', 'Hello! How can I help you?'],
    ['👍🏽', '¡Con gusto!'],
    ['😡', null],
    ['Hola, ¿venden helicópteros?', null],
  ] as const)
    assert.equal((await ask(business, bot.id, question)).answer, answer, question);
  for (const [question, outcome] of [
    ['Quiero hablar con una persona, por favor', 'handed-over'],
    ['un agente', 'handed-over'],
    ['¿Cuántas personas caben en la mesa grande?', 'unknown'],
  ] as const)
    assert.equal((await ask(business, bot.id, question)).outcome, outcome, question);
  const agent = await newMember(business, 'agent');
  await business.api.PATCH('/v1/channel', {
    body: { id: line.channelId, assignment: { to: 'bot', userIds: [agent.id] } },
  });
  const { id } = await customerWrites(line, from, 'Necesito hablar con un representante');
  const [turn] = await ended(line, id);
  const { botId, userId } = await conversationOf(line, `+${from}`);
  assert.deepEqual([botId, userId], [null, agent.id]);
  assert.deepEqual([turn!.state, turn!.reason], ['handed-over', 'The customer asks for a person.']);
  const { data } = await business.api.GET('/v1/bot/context-requests/pending-count');
  assert.equal(data!.count, 0);
});

test('a model that fails is announced and hands over, and a retry answers once the model works', async () => {
  const { business, bot, line, from } = await newBotLine({ model: { provider: 'test', name: 'x' } });
  const { id } = await customerWrites(line, from, '!timeout\n¿Hacen entregas?');
  assert.equal((await ended(line, id))[0]!.state, 'failed');
  const [failure] = await payloadsOf(business, 'conversation:bot-failed-to-answer');
  assert.match(String(failure!.details), /in time/);
  await train(business, bot.id, { ...delivery, title: 'timeout ¿Hacen entregas?' });
  await business.api.PATCH('/v1/bot/{botId}', { params: { path: { botId: bot.id } }, body: { model: null } });
  const retried = await business.api.POST('/v1/bot/retry', { body: { conversationId: id } });
  assert.equal(retried.data!.state, 'waiting');
  assert.equal((await ended(line, id, 2))[1]!.state, 'answered');
  assert.ok((await said(line, from)).join().includes(delivery.content));
  const again = await business.api.POST('/v1/bot/retry', { body: { conversationId: id } });
  assert.equal(codeOf(again), 'nothing_to_retry');
});

test('an answer that the provider refuses, or that a paused channel does not take, is announced', async () => {
  const { business, bot, line, from } = await newBotLine({ model: { provider: 'test', name: 'x' } });
  const { id } = await customerWrites(line, from, '!say error 131026');
  await ended(line, id);
  const failures = () => payloadsOf(business, 'conversation:bot-failed-to-send');
  await eventually(async () => (await failures()).length === 1);
  const [refused] = await failures();
  assert.deepEqual([refused!.conversationId, refused!.botId], [id, bot.id]);
  assert.match(String(refused!.details), /131026/);
  const other = newPhone();
  const { id: second } = await customerWrites(line, other, '!slow 1500\n!say tarde');
  await eventually(async () => (await turnsOf(line, second)).some(({ state }) => state === 'running'));
  await business.api.PATCH('/v1/channel/{channelId}/toggle-state', {
    params: { path: { channelId: line.channelId } },
    body: { state: 'paused' },
  });
  const [turn] = await ended(line, second);
  assert.equal(turn!.state, 'failed');
  assert.deepEqual(await said(line, other), []);
  const [, paused] = await failures();
  assert.equal(paused!.conversationId, second);
  assert.match(String(paused!.details), /paused/);
});

test('a person gets the conversation also where the channel refuses the notice of the hand-over', async () => {
  const { business, line, from } = await newBotLine();
  const agent = await newMember(business, 'agent');
  const assignment = { to: 'bot' as const, userIds: [agent.id] };
  await business.api.PATCH('/v1/channel', { body: { id: line.channelId, assignment } });
  const { channelId } = line;
  await business.api.PATCH('/v1/channel/{channelId}/toggle-state', { params: { path: { channelId } }, body: {} });
  const { id } = await customerWrites(line, from, 'un agente');
  assert.equal((await ended(line, id))[0]!.state, 'failed');
  const { botId, userId } = await conversationOf(line, `+${from}`);
  assert.deepEqual([botId, userId], [null, agent.id]);
});

test('another person keeps the conversation that somebody wants the bot to retry', async () => {
  const { business, line, from } = await newBotLine();
  const { id } = await customerWrites(line, from, '¿Venden helicópteros?');
  await ended(line, id);
  await business.api.POST('/v1/chat/message', { body: { conversationId: id, text: 'Yo' } as never });
  const agent = await newMember(business, 'admin');
  assert.equal(codeOf(await agent.api.POST('/v1/bot/retry', { body: { conversationId: id } })), 'conversation_taken');
});

test('a bot does not retry in the conversation of a blocked sender', async () => {
  const { business, line, from } = await newBotLine();
  const { id } = await customerWrites(line, from, '¿Venden helicópteros?');
  await ended(line, id);
  await business.api.POST('/v1/chat/blocked-sender', { body: { conversationId: id } });
  const { error } = await business.api.POST('/v1/bot/retry', { body: { conversationId: id } });
  assert.deepEqual([error?.code, error?.errors?.[0]?.path], ['sender_blocked', 'body.conversationId']);
  assert.equal((await conversationOf(line, `+${from}`)).botId, null);
});

test('a picture without words is handed over in the language of the customer, and is no question', async () => {
  const { business, bot, line, from } = await newBotLine();
  await train(business, bot.id, { title: 'Do you deliver?', content: 'Yes, every day.' });
  const { id } = await customerWrites(line, from, 'Hello, do you deliver to my hotel?');
  await ended(line, id);
  const image = { type: 'image', image: { id: 'media-1', mime_type: 'image/jpeg', sha256: '' } };
  await deliver(business, messageValue(line.address, { from, message: image }));
  const turn = (await ended(line, id, 2)).at(-1)!;
  assert.deepEqual([turn.state, turn.reason], ['handed-over', 'The customer sent something without words.']);
  assert.match((await said(line, from)).at(-1)!, /passing you on to a colleague/);
  const { data } = await business.api.GET('/v1/bot/{botId}/context-requests', { params: { path: { botId: bot.id } } });
  assert.deepEqual(
    data!.data.map(({ question }) => question),
    ['Hello, do you deliver to my hotel?'],
  );
});

test('a bot that is paused gives the conversation of a customer who writes to a person', async () => {
  const { business, bot, line, from } = await newBotLine();
  const agent = await newMember(business, 'agent');
  const assignment = { to: 'bot' as const, userIds: [agent.id] };
  await business.api.PATCH('/v1/channel', { body: { id: line.channelId, assignment } });
  await business.api.PATCH('/v1/bot/{botId}', { params: { path: { botId: bot.id } }, body: { active: false } });
  const { botId, userId } = await customerWrites(line, from, '¿Hacen entregas?');
  assert.deepEqual([botId, userId], [null, agent.id]);
});

test('a bot that is paused while it answers or waits gives the conversation to a person', async () => {
  const { business, bot, line, from } = await newBotLine({ model: { provider: 'test', name: 'x' } });
  const agent = await newMember(business, 'agent');
  const assignment = { to: 'bot' as const, userIds: [agent.id] };
  await business.api.PATCH('/v1/channel', { body: { id: line.channelId, assignment } });
  const change = (body: object) => business.api.PATCH('/v1/bot/{botId}', { params: { path: { botId: bot.id } }, body });
  const { id } = await customerWrites(line, from, '!slow 1500\n!say tarde');
  await eventually(async () => (await turnsOf(line, id)).some(({ state }) => state === 'running'));
  await change({ active: false });
  const [turn] = await ended(line, id);
  assert.deepEqual([turn!.state, turn!.reason], ['silenced', 'The bot is paused.']);
  const answering = await conversationOf(line, `+${from}`);
  assert.deepEqual([answering.botId, answering.userId], [null, agent.id]);
  assert.deepEqual(await said(line, from), []);

  await change({ active: true, waitSeconds: 5 });
  const other = newPhone();
  const { id: second } = await customerWrites(line, other, '!say tarde');
  await change({ archived: true });
  await ended(line, second);
  const waiting = await conversationOf(line, `+${other}`);
  assert.deepEqual([waiting.botId, waiting.userId], [null, agent.id]);
});

test('one message that is delivered ten times at once is one turn and one answer', async () => {
  const { business, bot, line, from } = await newBotLine();
  await train(business, bot.id, delivery);
  const value = messageValue(line.address, { from, text: '¿Hacen entregas?' });
  await Promise.all(Array.from({ length: 10 }, () => control.deliver([{ field: 'messages', value }])));
  await processed(business);
  const { id } = await conversationOf(line, `+${from}`);
  assert.equal((await ended(line, id)).length, 1);
  assert.deepEqual(await said(line, from), [delivery.content]);
});

test('what the organization wrote in another program does not start a turn', async () => {
  const { business, line, from } = await newBotLine();
  const metadata = { phone_number_id: line.address };
  const echo = { id: newWamid(), to: from, from: '1', timestamp: '1700000000', type: 'text', text: { body: 'Hola' } };
  await control.deliver([{ field: 'smb_message_echoes', value: { metadata, message_echoes: [echo] } }]);
  await processed(business);
  const { id } = await conversationOf(line, `+${from}`);
  assert.deepEqual(await turnsOf(line, id), []);
});

test('a model closes a conversation that is settled, and the event says that a bot did it and why', async () => {
  const { business, line, from } = await newBotLine({ model: { provider: 'test', name: 'x' } });
  const { id } = await customerWrites(
    line,
    from,
    '!call resolve_conversation {"reason":"El cliente dio las gracias."}',
  );
  assert.equal((await ended(line, id))[0]!.state, 'resolved');
  assert.equal((await conversationOf(line, `+${from}`)).state, 'closed');
  assert.deepEqual(await payloadsOf(business, 'conversation:closed'), [
    { conversationId: id, byAiAgent: true, agentResolveReason: 'El cliente dio las gracias.' },
  ]);
  assert.deepEqual(await said(line, from), []);
});

test('a conversation that a model closes stays open where the customer wrote again meanwhile, and they get an answer', async () => {
  const { line, from } = await newBotLine({ model: { provider: 'test', name: 'x' } });
  const { id } = await customerWrites(
    line,
    from,
    '!slow 1500\n!call resolve_conversation {"reason":"Dio las gracias."}',
  );
  await eventually(async () => (await turnsOf(line, id)).some(({ state }) => state === 'running'));
  await customerWrites(line, from, '!say También los domingos.');
  const all = await ended(line, id, 2);
  assert.deepEqual(
    all.map(({ state }) => state),
    ['resolved', 'answered'],
  );
  assert.equal((await conversationOf(line, `+${from}`)).state, 'open');
  assert.deepEqual(await said(line, from), ['También los domingos.']);
});

test('the daily limit counts the answers in all conversations, and people get a notice in their language', async () => {
  const { business, bot, line, from } = await newBotLine({ answersPerDay: 1 });
  await train(business, bot.id, delivery);
  const { id } = await customerWrites(line, from, '¿Hacen entregas?');
  assert.equal((await ended(line, id))[0]!.state, 'answered');
  const other = newPhone();
  const { id: second } = await customerWrites(line, other, '¿Hacen entregas?');
  const [turn] = await ended(line, second);
  assert.deepEqual([turn!.state, turn!.reason], ['handed-over', 'The limit of answers in a day is reached.']);
  assert.match((await said(line, other)).join(), /una persona del equipo/);
  const { id: third } = await customerWrites(line, newPhone(), 'x');
  await ended(line, third);
  await business.api.PATCH('/v1/bot/{botId}', { params: { path: { botId: bot.id } }, body: { answersPerDay: 1000 } });
  const english = newPhone();
  const { id: fourth } = await customerWrites(line, english, 'Do you sell the helicopters here?');
  await ended(line, fourth);
  assert.match((await said(line, english)).join(), /I will find out/);
});

test('an echo of the bot is not answered, and limits end in a hand-over', async () => {
  const { business, bot, line, from } = await newBotLine({ answersPerConversation: 2 });
  await train(business, bot.id, delivery);
  const { id } = await customerWrites(line, from, '¿Hacen entregas?');
  await ended(line, id);
  await customerWrites(line, from, delivery.content);
  assert.equal((await ended(line, id, 2))[1]!.state, 'silenced');
  await customerWrites(line, from, '¿Hacen entregas hoy?');
  assert.equal((await ended(line, id, 3))[2]!.state, 'answered');
  await customerWrites(line, from, '¿Hacen entregas?');
  const last = (await ended(line, id, 4))[3]!;
  assert.deepEqual([last.state, last.reason], ['handed-over', 'The limit of answers in a conversation is reached.']);
});

test('a turn that two workers take at once, or that is taken again, answers once', async () => {
  const { business, bot, line, from } = await newBotLine({ waitSeconds: 1 });
  await train(business, bot.id, delivery);
  const { id } = await customerWrites(line, from, '¿Hacen entregas?');
  const [turn] = await turnsOf(line, id);
  const take = () => runNow(takeTurn, { organizationId: business.id, turnId: turn!.id });
  await ended(line, id);
  await Promise.all([take(), take(), take()]);
  assert.deepEqual(await said(line, from), [delivery.content]);
});

/** A turn that waits so long that no worker takes it, as a worker whose process ended leaves it behind. */
async function abandonedTurn(heldUntil: Temporal.Instant) {
  const { business, bot, line, from } = await newBotLine({ waitSeconds: 60 });
  await train(business, bot.id, delivery);
  const { id } = await customerWrites(line, from, '¿Hacen entregas?');
  const [turn] = await turnsOf(line, id);
  await app.engine.within(business.id, (ctx) =>
    turns.updateAll(ctx, { id: turn!.id }, { state: 'running', heldUntil, dueAt: Temporal.Now.instant() }),
  );
  const take = (turnId: string, options = {}) =>
    runNow(takeTurn, { organizationId: business.id, turnId }, app, options);
  return { business, line, from, id, turn: turn!, take };
}

test('a further attempt answers what a process that ended has begun', async () => {
  const { line, from, id, turn, take } = await abandonedTurn(Temporal.Now.instant().add({ minutes: 5 }));
  await take(turn.id);
  assert.deepEqual(await said(line, from), []);
  await take(turn.id, { attempt: 2 });
  assert.deepEqual(await said(line, from), [delivery.content]);
  assert.equal((await ended(line, id))[0]!.state, 'answered');
});

test('a turn that nobody finishes does not block the next one, which answers both questions', async () => {
  const { business, line, from, id, take } = await abandonedTurn(Temporal.Now.instant().subtract({ minutes: 1 }));
  await customerWrites(line, from, 'Gracias');
  const [, next] = await turnsOf(line, id);
  await app.engine.within(business.id, (ctx) =>
    turns.updateAll(ctx, { id: next!.id }, { dueAt: Temporal.Now.instant() }),
  );
  await take(next!.id);
  assert.deepEqual(await said(line, from), [delivery.content]);
  assert.deepEqual(
    (await turnsOf(line, id)).map(({ state }) => state),
    ['failed', 'answered'],
  );
});

test('a turn that fails with an error in every attempt is handed over', async () => {
  const { business, line, from } = await newBotLine({
    model: { provider: 'test', name: 'x' },
    tools: ['find_products'],
  });
  // The simulated model throws at arguments that are no JSON.
  const { id } = await customerWrites(line, from, '!call find_products {');
  const [turn] = await eventually(async () => {
    const all = await turnsOf(line, id);
    return all[0]?.state === 'running' && all;
  });
  const last = { attempt: 4, lastAttempt: true };
  await assert.rejects(runNow(takeTurn, { organizationId: business.id, turnId: turn!.id }, app, last));
  assert.equal((await turnsOf(line, id))[0]!.state, 'failed');
  assert.equal((await conversationOf(line, `+${from}`)).botId, null);
  assert.equal((await payloadsOf(business, 'conversation:bot-failed-to-answer')).length, 1);
});

test('a tool in a conversation is announced with its key, and sees the documents of this contact only', async () => {
  const { business, bot, line, from } = await newBotLine({
    model: { provider: 'test', name: 'x' },
    tools: ['find_products', 'open_invoices', 'make_quote', 'payment_page'],
  });
  const { api } = business;
  const rice = await newResource(api, { name: 'Arroz', tracksStock: false });
  await api.POST('/v1/resource/price', { body: { resourceId: rice.id, amount: '100.00' } as never });
  const contacts = await Promise.all(
    [from, newPhone()].map(async (phone) => {
      const body = { name: phone, contactData: [{ kind: 'phone', value: `+${phone}` }] };
      return (await api.POST('/v1/beneficiary', { body: body as never })).data as unknown as { id: string };
    }),
  );
  const invoices = await Promise.all(
    contacts.map(async ({ id: contactId }) => {
      const body = { contactId, elements: [{ resourceId: rice.id, quantity: '1' }] };
      return (await api.POST('/v1/record/pending', { body: body as never })).data as unknown as { id: string };
    }),
  );
  const { id } = await customerWrites(line, from, '!call open_invoices {}');
  await ended(line, id);
  await customerWrites(line, from, `!call payment_page {"invoiceId":"${invoices[1]!.id}"}`);
  await ended(line, id, 2);
  await customerWrites(line, from, `!call make_quote {"items":[{"productId":"${rice.id}","quantity":2}]}`);
  await ended(line, id, 3);
  const calls = await payloadsOf(business, 'conversation:function-call');
  assert.deepEqual(
    calls.map(({ type, botId, submited }) => [type, botId, submited ?? false]),
    [
      ['open_invoices', bot.id, false],
      ['payment_page', bot.id, false],
      ['make_quote', bot.id, true],
    ],
  );
  assert.deepEqual(
    (calls[0]!.result as { invoiceId: string }[]).map(({ invoiceId }) => invoiceId),
    [invoices[0]!.id],
  );
  assert.equal(new Set(calls.map(({ toolCallId }) => toolCallId)).size, 3);
  assert.equal(calls[1]!.result, null);
});

for (const [minutes, state] of [
  [1, 'handed-over'],
  [3, 'answered'],
] as const)
  test(`after eight answers ${minutes} minutes ago the next turn is ${state}`, async () => {
    const { business, line, from } = await newBotLine({ model: { provider: 'test', name: 'x' } });
    const { id } = await customerWrites(line, from, '!say uno');
    const [first] = await ended(line, id);
    assert.equal(first!.state, 'answered');
    const at = Temporal.Now.instant().subtract({ minutes }).toString();
    await app.engine.within(business.id, async (ctx) => {
      await turns.updateAll(ctx, { id: first!.id }, { createdAt: at });
      const more = Array.from({ length: 7 }, () => ({ ...first!, id: newId(), createdAt: at }));
      await turns.insertMany(ctx, more);
    });
    await customerWrites(line, from, '!say dos');
    const last = (await ended(line, id, 9)).find(({ firstSeq }) => firstSeq > first!.firstSeq)!;
    assert.equal(last.state, state);
    assert.equal((await conversationOf(line, `+${from}`)).botId === null, state === 'handed-over');
    if (state === 'handed-over') assert.match(last.reason!, /may be a program/);
  });
