import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { newId } from '#platform/id.ts';
import { app, newBusiness } from '#test/harness.ts';
import { indexText, isFound, isFoundInList } from './search.sql.ts';
import { wordsOf } from './words.ts';

test('words are compared without case, accents and punctuation', () => {
  assert.deepEqual(wordsOf('Ñame, PIÑA y «Café» FAC-0012 ﬁn'), ['name', 'pina', 'y', 'cafe', 'fac', '0012', 'fin']);
});

async function businessWithThings(things: Record<string, string[]>) {
  const { id } = await newBusiness();
  const ids = new Map(Object.keys(things).map((name) => [newId(), name]));
  await app.engine.within(id, async (ctx) => {
    for (const [thing, name] of ids) await indexText(ctx, 'thing', thing, things[name]!);
  });
  const found = (search: string, kind = 'thing') =>
    app.engine.within(id, async (ctx) => {
      const { rows } = await sql<{ id: string }>`
        SELECT id FROM unnest(${[...ids.keys()]}::uuid[]) AS id WHERE ${isFound(id, kind, sql`id`, search)}`.execute(
        ctx.tx,
      );
      return rows.map((row) => ids.get(row.id)!).toSorted();
    });
  return { id, ids, found };
}

test('a thing is found by the beginnings of its words, all of them, in any order', async () => {
  const { found } = await businessWithThings({
    rice: ['Arroz selecto', 'FAC-0012'],
    beans: ['Habichuelas rojas', 'FAC-0013'],
    coffee: ['Café molido'],
  });
  assert.deepEqual(await found('arr'), ['rice']);
  assert.deepEqual(await found('cafe'), ['coffee']);
  assert.deepEqual(await found('fac'), ['beans', 'rice']);
  assert.deepEqual(await found('0013 habi'), ['beans']);
  assert.deepEqual(await found('arroz rojas'), []);
  assert.deepEqual(await found('rroz'), []);
  assert.deepEqual(await found('---'), []);
  assert.deepEqual(await found('arroz', 'other'), []);
});

test('the rows of a list are the same whether they are followed from a rare word or looked up', async () => {
  const { id, ids } = await businessWithThings({
    rice: ['Arroz selecto'],
    beans: ['Habichuelas selectas'],
    coffee: ['Café molido selecto'],
  });
  const found = (search: string, fewMax: number) =>
    app.engine.within(id, async (ctx) => {
      const condition = await isFoundInList(ctx, 'thing', search, fewMax);
      const { rows } = await sql<{ id: string }>`
        SELECT t.id FROM unnest(${[...ids.keys()]}::uuid[]) AS t (id) WHERE ${condition}`.execute(ctx.tx);
      return rows.map((row) => ids.get(row.id)!).toSorted();
    });
  for (const fewMax of [0, 1, 2, 10]) {
    assert.deepEqual(await found('selec', fewMax), ['beans', 'coffee', 'rice']);
    assert.deepEqual(await found('selecto moli', fewMax), ['coffee']);
    assert.deepEqual(await found('selecto aceite', fewMax), []);
    assert.deepEqual(await found('---', fewMax), []);
  }
});

test('a thing whose text changes is found by its new words only', async () => {
  const { id, ids, found } = await businessWithThings({ rice: ['Arroz selecto'] });
  await app.engine.within(id, (ctx) => indexText(ctx, 'thing', [...ids.keys()][0]!, ['Arroz integral']));
  assert.deepEqual(await found('selecto'), []);
  assert.deepEqual(await found('arroz integral'), ['rice']);
  await app.engine.within(id, (ctx) => indexText(ctx, 'thing', [...ids.keys()][0]!, [null]));
  assert.deepEqual(await found('arroz'), []);
});
