import assert from 'node:assert/strict';
import { test } from 'node:test';
import { meant } from './probable-name.ts';

test('the name that was probably meant is offered: for typos, swapped letters and parts of names', () => {
  const names = ['name', 'unitPrice', 'discountPercent', 'discountAmount'];
  for (const [given, offered] of [
    ['nmae', ': did you mean `name`?'],
    ['unit_price', ': did you mean `unitPrice`?'],
    ['price', ': did you mean `unitPrice`?'],
    ['discount', ': did you mean `discountPercent` or `discountAmount`?'],
    ['colour', '.'],
  ] as const)
    assert.equal(meant(given, names), offered, given);
});

test('a name that is longer than any field is not compared', () => {
  assert.equal(meant(`price_${'x'.repeat(93)}`, ['price']), ': did you mean `price`?');
  assert.equal(meant(`price_${'x'.repeat(95)}`, ['price']), '.');
});
