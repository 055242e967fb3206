import { setImmediate } from 'node:timers/promises';

/**
 * Sends statements that take a while to be made: the database works on one while the next is being made. They run in their
 * order, and where one fails so do all behind it.
 */
export async function inTurns(steps: (() => unknown)[]): Promise<void> {
  await Promise.all(
    steps.map(async (step, turn) => {
      for (let waited = 0; waited < turn; waited++) await setImmediate();
      await step();
    }),
  );
}
