import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hook, type Implementation, implement } from '#platform/hook.ts';

interface Kitchen {
  implementations: readonly Implementation[];
  steps: string[];
}

const beforeDinner = hook<[kitchen: Kitchen, guests: number]>('kitchen.beforeDinner');
const afterDinner = hook<[kitchen: Kitchen]>('kitchen.afterDinner');

test('a hook runs its implementations one after the other, in the order of the modules', async () => {
  const implementations = [
    implement(beforeDinner, async ({ steps }, guests) => {
      await Promise.resolve();
      steps.push(`cook for ${guests}`);
    }),
    implement(afterDinner, async ({ steps }) => steps.push('wash up')),
    implement(beforeDinner, async ({ steps }, guests) => steps.push(`set the table for ${guests}`)),
  ];
  const kitchen: Kitchen = { implementations, steps: [] };
  await beforeDinner(kitchen, 4);
  assert.deepEqual(kitchen.steps, ['cook for 4', 'set the table for 4']);
});

test('an implementation that throws stops the following ones and fails the caller', async () => {
  const implementations = [
    implement(beforeDinner, () => Promise.reject(new Error('The stove is broken.'))),
    implement(beforeDinner, async ({ steps }) => steps.push('set the table')),
  ];
  const kitchen: Kitchen = { implementations, steps: [] };
  await assert.rejects(beforeDinner(kitchen, 2), /stove/);
  assert.deepEqual(kitchen.steps, []);
});
