import { parentPort } from 'node:worker_threads';
import { Refusal } from '../refusal.ts';
import type { Outcome, TaskMessage } from './messages.ts';

/** Runs in each thread of the pool: one task after another, each a function of some module. */
parentPort!.on('message', async ({ file, input }: TaskMessage) => {
  parentPort!.postMessage(await outcomeOf(file, input));
});

async function outcomeOf(file: string, input: unknown): Promise<Outcome> {
  try {
    const { default: run } = (await import(file)) as { default: (input: unknown) => unknown };
    return { kind: 'done', value: await run(input) };
  } catch (error) {
    if (error instanceof Refusal)
      return { kind: 'refused', code: error.kind.code, detail: error.message, errors: error.errors };
    return { kind: 'failed', error: error as Error };
  }
}
