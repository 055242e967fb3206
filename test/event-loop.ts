/**
 * No input may hold the event loop for longer than 100 ms. The client of a test runs in the same thread and a busy machine
 * slows the processor down, so the tests allow more; inputs without limits held it for seconds.
 */
export const HELD_MAX_MS = 300;

/**
 * The longest time for which the main thread computed without letting anything else run, in milliseconds of its own processor
 * time: other programs on the same machine do not count.
 */
export async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = process.threadCpuUsage();
  const measure = (): void => {
    const { user, system } = process.threadCpuUsage(last);
    last = process.threadCpuUsage();
    longest = Math.max(longest, (user + system) / 1000);
  };
  let isOver = false;
  const turn = (): void => {
    measure();
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  try {
    await work();
  } finally {
    isOver = true;
    measure();
  }
  return longest;
}
