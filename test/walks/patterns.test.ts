import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCitations } from '#modules/bots/answer/prompt.ts';
import { readContinuation } from '#modules/chats/widget/continuation-code.ts';
import { guarded, unguarded } from '#platform/export/formula-guard.ts';
import { folded } from '#platform/search/folded.ts';
import { wordsOf } from '#platform/search/words.ts';
import { askAssistant } from '#test/assistant.ts';
import { byCall } from '#test/automations.ts';
import { HELD_MAX_MS, shortestOfTurnsMs } from '#test/event-loop.ts';
import { newBusiness } from '#test/harness.ts';

const blank = '\t'.repeat(30_000);
const accents = `e${'\u0301\u0316'.repeat(15_000)}`;

/** Patterns that repeat something twice in a row try every division of a long run, and patterns without a beginning every place. */
test('texts of many equal signs do not hold the event loop while patterns search them', async () => {
  const business = await newBusiness();
  const { api } = business;
  await askAssistant(business, 'hola');
  const body = { name: '{{'.repeat(20_000) };
  const nodes = [{ id: 'one', kind: 'operation', operation: 'contacts.create', body }];
  const works: Record<string, () => unknown> = {
    'a cell of an export': () => guarded(`x${blank}x`),
    'a cell of an import': () => unguarded(`x${blank}x`),
    'a name with accents': () => folded(accents),
    'words with accents': () => wordsOf(accents),
    'an answer of a model': () => readCitations(blank, []),
    'a message of a customer': () => readContinuation({} as never, blank),
    'a question to the assistant': () => askAssistant(business, `agrega cliente${' '.repeat(1_500)}x\nx`),
    'a canned answer': () =>
      api.POST('/v1/chat/canned-answer', { body: { shortcut: 'a', text: `{{${' '.repeat(1_000)}x` } }),
    'an automation': () => api.POST('/v1/automation', { body: { name: 'a', trigger: byCall(), nodes } as never }),
  };
  for (const [name, work] of Object.entries(works)) {
    const ms = await shortestOfTurnsMs(async () => work());
    assert.ok(ms < HELD_MAX_MS, `${name}: ${Math.round(ms)} ms`);
  }
});
