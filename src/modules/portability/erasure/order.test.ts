import assert from 'node:assert/strict';
import { test } from 'node:test';
import { erasureOrder, type Reference } from './order.ts';

const refers = (child: string, parent: string, cascades = false): Reference => ({
  child,
  parent,
  cascades,
  columns: [],
  targets: [],
});
const namesOf = (tables: string[], references: Reference[]) => erasureOrder(tables, references).map(({ name }) => name);

test('a table comes after those that refer to it', () => {
  assert.deepEqual(namesOf(['a', 'b', 'c'], [refers('b', 'a'), refers('c', 'b')]), ['c', 'b', 'a']);
});

test('of two tables that refer to each other, the one whose rows take the others with them is first', () => {
  assert.deepEqual(namesOf(['versions', 'forms'], [refers('versions', 'forms', true), refers('forms', 'versions')]), [
    'forms',
    'versions',
  ]);
});

test('tables that refer to each other without that cannot be ordered', () => {
  assert.throws(() => namesOf(['a', 'b'], [refers('a', 'b'), refers('b', 'a')]), /a, b/);
});

test('a table keeps the keys to itself that do not cascade', () => {
  const [table] = erasureOrder(['a'], [refers('a', 'a'), refers('a', 'a', true)]);
  assert.equal(table!.toItself.length, 1);
});
