import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { ask, newBot, train } from '#test/bots.ts';
import { newResource } from '#test/catalog.ts';
import { app, type Business, newBusiness } from '#test/harness.ts';
import { mainDivision, stockUp } from '#test/stock.ts';
import { bots } from '../tables.ts';
import { passagesOf } from '../training/approve.ts';
import { retrieve } from './retrieve.ts';

test('passages keep every word of a text and stay short', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 300, unit: 'binary' }), { maxLength: 20 }), (parts) => {
      const text = parts.join('\n\n');
      const passages = passagesOf(text);
      assert.ok(passages.every((passage) => passage.length <= 1_800 && passage.trim() !== ''));
      assert.equal(passages.join('').replace(/\s/g, ''), text.replace(/\s/g, ''));
    }),
  );
});

test('questions are matched by stems in Spanish and English, without accents, case and courtesy', async () => {
  const business = await newBusiness();
  const { id: botId } = await newBot(business);
  await train(business, botId, { title: '¿Aceptan devoluciones?', content: 'Sí, dentro de 30 días con factura.' });
  await train(business, botId, { title: 'Do you deliver to hotels?', content: 'Yes, every morning.' });
  await train(business, botId, { title: '¿Tienen parqueo?', content: 'Sí, detrás del local.' });
  const expected: [string, RegExp | null, string][] = [
    ['Hola, buenas tardes. ¿Cómo es la DEVOLUCIÓN?', /30 días/, 'es'],
    ['devolucion', /30 días/, 'es'],
    ['Hello, are you delivering to my hotel?', /every morning/, 'en'],
    ['hay parqueos', /detrás/, 'es'],
    ['¿Cuántos parqueos hay?', /detrás/, 'es'],
    ['¿Venden helicópteros?', null, 'es'],
    ['gracias', /Con gusto/, 'es'],
  ];
  for (const [question, answer, language] of expected) {
    const said = await ask(business, botId, question);
    assert.equal(said.outcome, answer ? 'answered' : 'unknown', question);
    if (answer) assert.match(said.answer!, answer, question);
    assert.equal(said.language, language, question);
  }
});

test('a source that covers less than the threshold is no answer, and is shown', async () => {
  const business = await newBusiness();
  const { id: botId } = await newBot(business, { threshold: 90 });
  await train(business, botId, { title: '¿Hacen entregas en Santiago?', content: 'Sí.' });
  const said = await ask(business, botId, '¿Hacen entregas en Higüey?');
  assert.equal(said.outcome, 'unknown');
  assert.ok(said.sources[0]!.score > 0 && said.sources[0]!.score < 0.9);
  assert.equal((await ask(business, botId, 'entregas en santiago')).outcome, 'answered');
});

const words = ['arroz', 'habichuela', 'parqueo', 'entrega', 'pago', 'tarjeta', 'horario', 'garantía'];

test('retrieval returns approved rows of this bot in this organization only', async () => {
  const businesses = await Promise.all([newBusiness(), newBusiness()]);
  const all: { business: Business; botId: string; own: Set<string> }[] = [];
  for (const business of businesses)
    for (const name of ['a', 'b']) all.push({ business, botId: (await newBot(business, { name })).id, own: new Set() });
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          owner: fc.nat(all.length - 1),
          text: fc.subarray(words, { minLength: 1 }),
          approved: fc.boolean(),
        }),
        { minLength: 1, maxLength: 6 },
      ),
      fc.subarray(words, { minLength: 1 }),
      async (entries, asked) => {
        for (const { owner, text, approved } of entries) {
          const { business, botId, own } = all[owner]!;
          const { id } = await train(business, botId, { title: text.join(' '), content: 'x', approved });
          if (approved) own.add(id);
        }
        for (const { business, botId, own } of all) {
          const { sources } = await app.engine.within(business.id, async (ctx) =>
            retrieve(ctx, await bots.get(ctx, botId), { text: asked.join(' '), contactId: null }),
          );
          for (const { trainingId } of sources) assert.ok(own.has(trainingId));
        }
      },
    ),
    { numRuns: 8 },
  );
});

test('live sources answer with the catalog, prices, hours and policies of this moment', async () => {
  const business = await newBusiness();
  const { api } = business;
  const { id: botId } = await newBot(business);
  for (const source of ['catalog', 'prices', 'hours', 'policies'])
    await train(business, botId, { kind: 'live', source });
  const rice = await newResource(api, { name: 'Arroz selecto 5 lb' });
  await newResource(api, { name: 'Servicio de copias', kind: 'service' });
  await api.POST('/v1/resource/price', { body: { resourceId: rice.id, amount: '250.00' } as never });
  const divisionId = await mainDivision(business);
  await stockUp(business, { divisionId, resourceId: rice.id, quantity: '12', unitCost: '200' });
  await newResource(api, { name: 'Harina de la casa', kind: 'raw-material' });
  const answered = async (question: string) => (await ask(business, botId, question)).answer ?? '';
  assert.match(await answered('¿Cuánto cuesta el arroz?'), /Arroz selecto 5 lb\. RD\$ 250\.00\. Disponible: 12\./);
  assert.match(await answered('Do you have the arroz selecto?'), /In stock: 12/);
  assert.match(await answered('¿A qué hora abren mañana?'), /08:00 a 17:00/);
  assert.match(await answered('What time do you open?'), /from 08:00 to 17:00/);
  assert.equal(await answered('¿Tienen servicio a domicilio?'), '');
  assert.equal(await answered('¿Venden helicópteros?'), '');
  assert.equal(await answered('¿Tienen harina?'), '', 'Only materials with a price are sold.');
  await api.PATCH('/v1/organization/settings', {
    body: { section: 'policies', value: { delivery: 'Llevamos a todo el sector.' } } as never,
  });
  assert.match(await answered('¿Tienen servicio a domicilio?'), /todo el sector/);
});
