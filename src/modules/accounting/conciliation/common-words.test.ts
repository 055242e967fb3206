import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commonWords } from './common-words.ts';

test('items are counted by the words they share, and of many that share a word the first ones', () => {
  const names = ['perez hermanos', 'panaderia perez', ...Array.from({ length: 500 }, () => 'colmado')];
  const items = names.map((name) => ({ words: name.split(' ') }));
  const commonWith = commonWords(items, ({ words }) => words);
  const found = commonWith(['perez', 'panaderia', 'luz']);
  assert.deepEqual([...found.values()], [1, 2]);
  assert.deepEqual([...found.keys()], items.slice(0, 2));
  assert.deepEqual([...commonWith(['colmado']).keys()], items.slice(2, 202));
});
