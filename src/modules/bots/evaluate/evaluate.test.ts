import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { newBot, stepsOf, train } from '#test/bots.ts';
import { newBusiness } from '#test/harness.ts';
import { bots } from '../tables.ts';
import { Evaluation, evaluateBot } from './evaluate.ts';

test('an evaluation distinguishes right answers, wrong sources and questions that were handed over', async () => {
  const business = await newBusiness();
  const { id } = await newBot(business);
  await train(business, id, { title: '¿Hacen entregas?', content: 'Sí, gratis.' });
  const steps = stepsOf(business);
  const bot = await steps.transaction((ctx) => bots.get(ctx, id));
  const verdicts = await evaluateBot(
    steps,
    bot,
    Evaluation.parse({
      questions: [
        { question: '¿Hacen entregas?', source: 'entregas', contains: 'GRATIS' },
        { question: '¿Hacen entregas?', source: 'devoluciones' },
        { question: '¿Hacen entregas?', contains: 'RD$' },
        { question: '¿Venden helicópteros?', expect: 'hand-over' },
        { question: '¿Venden helicópteros?' },
      ],
    }),
  );
  assert.deepEqual(
    verdicts.map(({ verdict, isExpected }) => [verdict, isExpected]),
    [
      ['answered', true],
      ['wrong source', false],
      ['wrong answer', false],
      ['handed over', true],
      ['handed over', false],
    ],
  );
});

test('the questions of the demo can be read', async () => {
  const file = await readFile(new URL('./demo-questions.json', import.meta.url), 'utf8');
  assert.ok(Evaluation.parse(JSON.parse(file)).questions.length > 10);
});
