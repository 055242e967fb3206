import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, newBot, stepsOf, train } from '#test/bots.ts';
import { newResource } from '#test/catalog.ts';
import { codeOf, newBusiness, newMember } from '#test/harness.ts';
import { bots } from '../tables.ts';
import { answerQuestion } from './answer.ts';

const model = { provider: 'test', name: 'trial' };
const delivery = { title: '¿Hacen entregas?', content: 'Sí, gratis a partir de RD$ 500.' };

test('a model answers from the same sources and its citations become the sources of the answer', async () => {
  const business = await newBusiness();
  const { id: botId } = await newBot(business, { model });
  const { id: trainingId } = await train(business, botId, delivery);
  await train(business, botId, { title: 'Entregas los domingos', content: 'No.' });
  const said = await ask(business, botId, '¿Hacen entregas?');
  assert.deepEqual([said.outcome, said.answer], ['answered', delivery.content]);
  assert.deepEqual(
    said.sources.map((source) => source.trainingId),
    [trainingId],
  );
});

test('without a model several questions at once are each answered, and none where one of them is unknown', async () => {
  const business = await newBusiness();
  const { id: botId } = await newBot(business, { language: 'es' });
  await train(business, botId, delivery);
  await train(business, botId, { title: '¿Aceptan tarjetas?', content: 'Sí, todas.' });
  const said = await ask(
    business,
    botId,
    'Hola, buen día\n¿Hacen entregas?\ny aceptan tarjetas? gracias\n¿Hacen entregas?',
  );
  assert.deepEqual([said.outcome, said.answer], ['answered', `${delivery.content}\n\nSí, todas.`]);
  assert.equal(said.sources.length, 2);
  const half = await ask(business, botId, '¿Hacen entregas? ¿Venden helicópteros?');
  assert.deepEqual([half.outcome, half.answer], ['unknown', null]);
});

test('a question is found behind every common greeting, and a greeting alone is answered with one', async () => {
  const business = await newBusiness();
  const { id: botId } = await newBot(business, { language: 'es' });
  await train(business, botId, delivery);
  for (const question of ['Hola buen día, ¿hacen entregas?', 'Saludos, me pueden ayudar, hacen entregas porfa?'])
    assert.equal((await ask(business, botId, question)).answer, delivery.content, question);
  for (const greeting of ['Buen día', 'Saludos cordiales', '¿Qué tal?', 'Hola, necesito ayuda', 'Me pueden ayudar?'])
    assert.match((await ask(business, botId, greeting)).answer ?? '', /^¡Hola!/, greeting);
});

test('a model that asks for a person hands over with its reason', async () => {
  const business = await newBusiness();
  const { id: botId } = await newBot(business, { model });
  const said = await ask(business, botId, '¿Venden helicópteros?');
  assert.deepEqual([said.outcome, said.reason], ['handed-over', 'No source answers this.']);
});

test('a model that fails, times out or says nothing is a failure with its reason', async () => {
  const business = await newBusiness();
  const { id: botId } = await newBot(business, { model });
  for (const [line, reason] of [
    ['!timeout', /in time/],
    ['!unavailable', /reached/],
    ['!refused', /401/],
    ['!silent', /nothing/],
  ] as const) {
    const said = await ask(business, botId, line);
    assert.equal(said.outcome, 'failed', line);
    assert.match(said.reason!, reason);
  }
});

test('an answer that is cut off keeps its whole sentences, and fails without any', async () => {
  const business = await newBusiness();
  const { id: botId } = await newBot(business, { model });
  const kept = await ask(business, botId, '!cut Sí, hay. ¿Cuántos quieres? Cuesta RD$ 1.5');
  assert.equal(kept.answer, 'Sí, hay. ¿Cuántos quieres?');
  const lost = await ask(business, botId, '!cut Cuesta RD$ 1.5');
  assert.deepEqual([lost.outcome, lost.reason], ['failed', 'The model answered nothing.']);
});

test('a model looks up products with a tool, and only the tools of its bot', async () => {
  const business = await newBusiness();
  await newResource(business.api, { name: 'Café molido' });
  const { id: botId } = await newBot(business, { model, tools: ['find_products'] });
  const said = await ask(business, botId, '!call find_products {"search":"cafe"}');
  assert.match(said.answer!, /Café molido/);
  const other = await ask(business, botId, '!call open_invoices {}');
  assert.equal(other.toolCalls[0]!.error, 'There is no such tool.');
  const wrong = await ask(business, botId, '!call find_products {"search":5}');
  assert.ok(wrong.toolCalls[0]!.error);
});

test('tools of a contact need a known contact, and tools with an effect need a conversation', async () => {
  const business = await newBusiness();
  const { id: botId } = await newBot(business, { model, tools: ['open_invoices', 'make_quote'] });
  const unknown = await ask(business, botId, '!call open_invoices {}');
  assert.equal(unknown.toolCalls[0]!.error, 'The customer is not known yet.');
  const { data: contact } = await business.api.POST('/v1/beneficiary', { body: { name: 'Ana' } as never });
  const contactId = (contact as { id: string }).id;
  const known = await ask(business, botId, '!call open_invoices {}', { contactId });
  assert.deepEqual([known.toolCalls[0]!.error, known.answer], [null, '[[]]']);
  const quote = `!call make_quote {"items":[{"productId":"${contactId}","quantity":1}]}`;
  const effect = await ask(business, botId, quote, { contactId });
  assert.equal(effect.toolCalls[0]!.error, 'Only in a conversation.');
});

test('a further attempt that calls something else does not get the result of the first', async () => {
  const business = await newBusiness();
  await newResource(business.api, { name: 'Café molido' });
  await newResource(business.api, { name: 'Arroz selecto' });
  const { id } = await newBot(business, { model, tools: ['find_products'] });
  const steps = stepsOf(business);
  const bot = await steps.transaction((ctx) => bots.get(ctx, id));
  const attempt = (search: string) =>
    answerQuestion(steps, bot, {
      text: `!call find_products {"search":"${search}"}`,
      contactId: null,
      history: [],
      conversationId: null,
      callKey: 'one-turn',
    });
  assert.match((await attempt('cafe')).answer!, /Café molido/);
  assert.match((await attempt('arroz')).answer!, /Arroz selecto/);
});

test('who may not read documents cannot ask a bot about those of a contact', async () => {
  const business = await newBusiness();
  const { id: botId } = await newBot(business, { model, tools: ['open_invoices'] });
  const { data: contact } = await business.api.POST('/v1/beneficiary', { body: { name: 'Ana' } as never });
  const trainer = await newMember(business, 'custom', ['bots:write', 'contacts:read']);
  const body = { botId, question: '!call open_invoices {}' };
  const contactId = (contact as { id: string }).id;
  assert.equal(codeOf(await trainer.api.POST('/v1/bot/answer', { body: { ...body, contactId } })), 'forbidden');
  assert.ok((await trainer.api.POST('/v1/bot/answer', { body })).data);
});
