import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readNested } from './nested.ts';

test('nested rows keep every digit of their numbers and every character of their texts', () => {
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom('"net":5', '\\"net":5,', '{"net":-1.50}', 'ends with \\', '"', ':7'),
  );
  const row = fc.record(
    {
      description: text,
      net: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
      quantity: fc
        .tuple(fc.nat(), fc.integer({ min: 100_000, max: 999_999 }))
        .map(([whole, rest]) => `${whole}.${rest}0`),
      position: fc.integer(),
      unit: fc.option(text),
    },
    { noNullPrototype: true },
  );
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 4 }), (rows) => {
      const objects = rows.map(
        ({ description, net, quantity, position, unit }) =>
          `{"description":${JSON.stringify(description)},"net":${net},"quantity":${quantity},"position":${position},"unit":${JSON.stringify(unit)}}`,
      );
      assert.deepEqual(readNested(`[${objects.join(', \n ')}]`, ['pendingElements']), rows);
    }),
  );
});

test('arrays of integers are read as numbers', () => {
  assert.deepEqual(readNested('[{"month_days":[1,15],"interval":2}]', ['recurrencies']), [
    { monthDays: [1, 15], interval: 2 },
  ]);
});
