import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, newBot } from '#test/bots.ts';
import { app, type Business, codeOf, newBusiness } from '#test/harness.ts';
import { requestContext } from './context.ts';

const request = ({ id }: Business, botId: string, question: string) =>
  app.engine.within(id, (ctx) => requestContext(ctx, botId, question));
const list = async ({ api }: Business, botId: string) =>
  (await api.GET('/v1/bot/{botId}/context-requests', { params: { path: { botId } } })).data!.data;
const count = async ({ api }: Business) => (await api.GET('/v1/bot/context-requests/pending-count')).data!;

test('the same question counts on one request, also when asked at the same time', async () => {
  const business = await newBusiness();
  const { id: botId } = await newBot(business);
  await Promise.all(Array.from({ length: 8 }, () => request(business, botId, '¿Aceptan tarjeta?')));
  await request(business, botId, 'ACEPTAN TARJETA');
  await request(business, botId, '¿Tienen hielo?');
  const open = await list(business, botId);
  assert.deepEqual(open.map(({ asked }) => asked).sort(), [1, 9]);
  assert.deepEqual(await count(business), { count: 2, bots: [{ botId, count: 2 }] });
});

test('answering a question trains the bot once', async () => {
  const business = await newBusiness();
  const { api } = business;
  const { id: botId } = await newBot(business);
  const id = await request(business, botId, '¿Aceptan tarjeta?');
  const body = { id, answer: 'Sí, débito y crédito.' };
  const answers = await Promise.all([
    api.POST('/v1/bot/context', { body }),
    api.POST('/v1/bot/context', { body: { ...body, answer: null } }),
    api.POST('/v1/bot/context', { body }),
  ]);
  assert.equal(answers.filter(({ data }) => data).length, 1);
  assert.ok(answers.every((answer) => answer.data || codeOf(answer) === 'already_answered'));
  assert.equal((await count(business)).count, 0);
});

test('the answer to a question is used at once, and a dismissed question trains nothing', async () => {
  const business = await newBusiness();
  const { api } = business;
  const { id: botId } = await newBot(business);
  const id = await request(business, botId, '¿Aceptan tarjeta?');
  const { data } = await api.POST('/v1/bot/context', { body: { id, answer: 'Sí, débito y crédito.' } });
  assert.deepEqual([data!.request.state, data!.request.trainingId], ['answered', data!.training!.id]);
  assert.equal((await ask(business, botId, 'aceptan tarjetas')).answer, 'Sí, débito y crédito.');
  const other = await request(business, botId, '¿Quién ganó el juego?');
  const dismissed = await api.POST('/v1/bot/context', { body: { id: other, answer: null } });
  assert.deepEqual([dismissed.data!.request.state, dismissed.data!.training], ['dismissed', null]);
});
