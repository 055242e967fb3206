import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OrganizationGate } from './organization-gate.ts';

test('an organization uses its part of the connections, in order, and another one is not delayed', async () => {
  const gate = new OrganizationGate(2);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const begun: number[] = [];
  const work = (number: number) => async () => {
    begun.push(number);
    await released;
    return number;
  };
  const all = [1, 2, 3, 4].map((number) => gate.run('one', work(number)));
  assert.deepEqual(begun, [1, 2]);
  assert.equal(await gate.run('other', async () => 'served'), 'served');
  release();
  assert.deepEqual(await Promise.all(all), [1, 2, 3, 4]);
  assert.deepEqual(begun, [1, 2, 3, 4]);
});

test('work that fails gives its place back, and a line that is too long is refused', async () => {
  const gate = new OrganizationGate(1);
  await assert.rejects(
    gate.run('one', () => Promise.reject(new Error('a bug'))),
    /a bug/,
  );
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const held = Array.from({ length: 201 }, () => gate.run('one', () => released));
  await assert.rejects(
    gate.run('one', async () => {}),
    (error: { kind?: { code: string } }) => error.kind?.code === 'busy',
  );
  release();
  await Promise.all(held);
});
