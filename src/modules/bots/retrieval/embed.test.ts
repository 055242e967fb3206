import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ask, newBot, stepsOf, train } from '#test/bots.ts';
import { newResource } from '#test/catalog.ts';
import { app, type Business, newBusiness } from '#test/harness.ts';
import { runNow } from '#test/jobs.ts';
import { bots, vectors } from '../tables.ts';
import { embedPassages, embedQuestion } from './embed.ts';
import { fused, retrieve } from './retrieve.ts';
import type { Source } from './source.ts';
import { bytesOf, normalised, similarity } from './vector.ts';

const embedding = { provider: 'test', name: 'm-1' };
const embed = ({ id: organizationId }: Business, botId: string) => runNow(embedPassages, { organizationId, botId });
const change = ({ api }: Business, botId: string, body: object) =>
  api.PATCH('/v1/bot/{botId}', { params: { path: { botId } }, body: body as never });
const vectorsOf = ({ id }: Business, botId: string) => app.engine.within(id, (ctx) => vectors.all(ctx, { botId }));

test('a question in other words is answered by its meaning, and without an embedding model it is not', async () => {
  const business = await newBusiness();
  const { id: botId } = await newBot(business, { embedding });
  await train(business, botId, { title: '¿Tienen parqueo?', content: 'Sí, detrás del local.' });
  await train(business, botId, { title: '¿Hacen entregas?', content: 'Sí, gratis.' });
  await embed(business, botId);
  const said = await ask(business, botId, '¿Hay estacionamiento?');
  assert.deepEqual([said.outcome, said.answer], ['answered', 'Sí, detrás del local.']);
  assert.equal((await ask(business, botId, '¿Venden helicópteros?')).outcome, 'unknown');
  assert.deepEqual((await ask(business, botId, 'gracias')).sources, []);
  await change(business, botId, { embedding: null });
  assert.equal((await ask(business, botId, '¿Hay estacionamiento?')).outcome, 'unknown');
});

test('a model gets the sources that both rankings found, and live sources keep their place', async () => {
  const business = await newBusiness();
  const model = { provider: 'test', name: 'x' };
  const { id: botId } = await newBot(business, { embedding, model });
  await newResource(business.api, { name: 'Café molido' });
  await train(business, botId, { kind: 'live', source: 'catalog' });
  const { id: parking } = await train(business, botId, { title: '¿Tienen parqueo?', content: 'Sí, detrás del local.' });
  await embed(business, botId);
  const found = await ask(business, botId, '¿Hay estacionamiento?');
  assert.deepEqual([found.answer, found.sources[0]!.trainingId], ['Sí, detrás del local.', parking]);
  assert.match((await ask(business, botId, '¿Tienen café molido?')).answer!, /Café molido/);
});

test('reciprocal rank fusion prefers what both rankings have, and each source has the better of its scores', () => {
  const source = (title: string, score: number) => ({ key: title, source: { title, score } as Source });
  const order = fused([
    [source('words', 1), source('both', 0.4)],
    [source('meaning', 0.9), source('both', 0.7)],
  ]);
  assert.deepEqual(
    order.map(({ title, score }) => [title, score]),
    [
      ['both', 0.7],
      ['words', 1],
      ['meaning', 0.9],
    ],
  );
});

test('a provider that is away or refuses leaves the words, and a refusal is shown', async () => {
  const business = await newBusiness();
  const { id: botId } = await newBot(business, { embedding: { provider: 'test', name: 'refused' } });
  await train(business, botId, { title: '¿Tienen parqueo?', content: 'Sí, detrás del local.' });
  await embed(business, botId);
  const { data } = await business.api.GET('/v1/bot/{botId}', { params: { path: { botId } } });
  assert.match(data!.embedding!.problem!, /401/);
  assert.equal((await ask(business, botId, 'parqueo')).outcome, 'answered');
  await change(business, botId, { embedding: { provider: 'test', name: 'unavailable' } });
  await assert.rejects(embed(business, botId), /cannot be reached/);
  assert.equal((await ask(business, botId, 'parqueo')).outcome, 'answered');
});

test('another model embeds everything again, and a new version replaces the vectors of the old one', async () => {
  const business = await newBusiness();
  const { id: botId } = await newBot(business, { embedding });
  const { id } = await train(business, botId, { title: '¿Tienen parqueo?', content: 'Sí, detrás del local.' });
  await embed(business, botId);
  const [first] = await vectorsOf(business, botId);
  await change(business, botId, { embedding: { provider: 'test', name: 'm-2' } });
  await embed(business, botId);
  const [second, ...others] = await vectorsOf(business, botId);
  assert.equal(others.length, 0);
  assert.equal(second!.passageId, first!.passageId);
  assert.ok(!second!.modelHash.equals(first!.modelHash) && !second!.vector.equals(first!.vector));
  assert.equal((await ask(business, botId, 'estacionamiento')).outcome, 'answered');
  await business.api.PATCH('/v1/bot/training', { body: { id, content: 'Ya no.', approved: true } });
  await embed(business, botId);
  assert.equal((await vectorsOf(business, botId)).length, 1);
  assert.equal((await ask(business, botId, 'estacionamiento')).answer, 'Ya no.');
});

const words = ['parqueo', 'estacionamiento', 'entrega', 'envio', 'pago', 'tarjeta'];

test('meanings are compared with approved rows of this bot in this organization only', async () => {
  const businesses = await Promise.all([newBusiness(), newBusiness()]);
  const all: { business: Business; botId: string; own: Set<string> }[] = [];
  for (const business of businesses)
    for (const name of ['a', 'b'])
      all.push({ business, botId: (await newBot(business, { name, embedding })).id, own: new Set() });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ owner: fc.nat(all.length - 1), text: fc.constantFrom(...words), approved: fc.boolean() }), {
        minLength: 1,
        maxLength: 5,
      }),
      fc.constantFrom(...words),
      async (entries, asked) => {
        for (const { owner, text, approved } of entries) {
          const { business, botId, own } = all[owner]!;
          const { id } = await train(business, botId, { title: text, content: 'x', approved });
          if (approved) own.add(id);
        }
        for (const { business, botId, own } of all) {
          await embed(business, botId);
          const steps = stepsOf(business);
          const bot = await steps.transaction((ctx) => bots.get(ctx, botId));
          const vector = await embedQuestion(steps, bot, asked);
          const { sources } = await steps.transaction((ctx) =>
            retrieve(ctx, bot, { text: asked, contactId: null, vector }),
          );
          for (const { trainingId } of sources) assert.ok(own.has(trainingId));
        }
      },
    ),
    { numRuns: 4 },
  );
});

test('vectors are compared by their angle, and invalid numbers make no vector', () => {
  for (const numbers of [[], [1], [0, 0], [Number.NaN, 1], [Number.POSITIVE_INFINITY, 1]])
    assert.equal(normalised(numbers), null, String(numbers));
  const [a, b, c] = [normalised([3, 4])!, normalised([6, 8])!, normalised([-4, 3])!];
  assert.ok(Math.abs(similarity(a, bytesOf(b)) - 1) < 1e-6);
  assert.ok(Math.abs(similarity(a, bytesOf(c))) < 1e-6);
});
