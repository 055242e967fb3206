import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ColmadoClient } from '#client';
import { byCall, newAutomation } from '#test/automations.ts';
import { waitUntil, withCrashingService } from './crashing-service.ts';

const RUNS = 60;
/** A run whose process died goes on when its lease has ended. */
const DONE_WITHIN_MS = 400_000;

const make = (id: string, name: string, next?: string) => ({
  id,
  kind: 'operation',
  operation: 'contacts.create',
  body: { name: `{{ input.name }} ${name}` },
  ...(next && { next }),
});

test(
  'after several crashes every run of an automation that was accepted is done, and each of its steps took effect once',
  {
    timeout: 800_000,
  },
  () =>
    withCrashingService(async ({ api, crash, rows }) => {
      const { id: automationId } = await newAutomation(
        { api },
        {
          trigger: byCall('name'),
          nodes: [
            make('first', 'A', 'middle'),
            { id: 'middle', kind: 'transform', value: '{{ steps.first.name }}', next: 'second' },
            make('second', 'B'),
          ],
        },
      );
      const started = startRuns(api, automationId);
      await crash();
      await started;
      const states = async () =>
        (await rows<{ state: string }>('SELECT state FROM automation_threads')).map(({ state }) => state);
      await waitUntil(async () => (await states()).every((state) => state === 'done'), DONE_WITHIN_MS);
      assert.deepEqual(
        await states(),
        Array.from({ length: RUNS }, () => 'done'),
      );
      const made = await rows<{ name: string }>(`SELECT name FROM contacts WHERE name LIKE 'Persona %'`);
      const expected = Array.from({ length: RUNS }, (_, n) => [`${nameOf(n)} A`, `${nameOf(n)} B`]).flat();
      assert.deepEqual(made.map(({ name }) => name).toSorted(), expected.toSorted());
    }),
);

const nameOf = (n: number): string => `Persona ${String(n).padStart(3, '0')}`;

/** Calls the automation until every run is accepted. The same key starts one run, however often it is called. */
async function startRuns(api: ColmadoClient, automationId: string): Promise<void> {
  for (let n = 0; n < RUNS; ) {
    const body = { automationId, input: { name: nameOf(n) }, key: `run-${n}` };
    const accepted = await api.POST('/v1/automation/api', { body }).then(
      ({ data }) => data !== undefined,
      () => false,
    );
    if (accepted) n++;
    await sleep(accepted ? 50 : 200);
  }
}
