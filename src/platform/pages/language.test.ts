import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bilingual } from './language.ts';

test('words are found by language, also those in groups, and each may be a text, a list or a function', () => {
  const words = bilingual({
    paid: ['Pagado', 'Paid'],
    days: [
      ['lunes', 'martes'],
      ['Monday', 'Tuesday'],
    ],
    count: [(count: number) => `${count} facturas`, (count: number) => `${count} invoices`],
    states: { open: ['Abierta', 'Open'] },
  });
  assert.deepEqual([words.es.paid, words.en.paid], ['Pagado', 'Paid']);
  assert.deepEqual([words.es.days[1], words.en.days[1]], ['martes', 'Tuesday']);
  assert.deepEqual([words.es.count(2), words.en.count(2)], ['2 facturas', '2 invoices']);
  assert.deepEqual([words.es.states, words.en.states], [{ open: 'Abierta' }, { open: 'Open' }]);
});
