/** No input may hold the event loop for longer. */
export const HELD_MAX_MS = 100;
export const TRIES = 3;

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

/**
 * The shortest of up to three measurements of work that can be repeated. A busy machine slows the processor down for a moment;
 * an input that holds the event loop does so every time.
 */
export async function shortestOfTurnsMs(work: () => Promise<unknown>): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < TRIES && shortest >= HELD_MAX_MS; tries++)
    shortest = Math.min(shortest, await longestTurnMs(work));
  return shortest;
}
