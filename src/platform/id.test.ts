import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { isSameSecret, newId } from './id.ts';

test('ids are UUIDv7 and sort in the order in which they were made, also many of one millisecond', () => {
  const before = Date.now();
  const ids = Array.from({ length: 50_000 }, newId);
  assert.deepEqual(ids, [...new Set(ids)].sort());
  for (const id of [ids[0], ids.at(-1)]) assert.ok(z.uuidv7().safeParse(id).success);
  const time = Number.parseInt(ids[0]!.replace('-', '').slice(0, 12), 16);
  assert.ok(time >= before && time <= Date.now() + 1_000);
});

test('secrets are compared by their bytes, whatever their length', () => {
  assert.ok(isSameSecret('señal', Buffer.from('señal')));
  for (const other of ['', 'senal', 'senall', 'señal ', 'SEÑAL']) assert.ok(!isSameSecret('señal', other), other);
});
