import { setImmediate } from 'node:timers/promises';

const TURN_MS = 10;

/** Maps a long list and lets other work run in between, so that thousands of elements do not hold the event loop. */
export async function mapInTurns<T, R>(
  list: readonly T[],
  map: (element: T, place: number) => R | Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const turn = turns();
  for (const [place, element] of list.entries()) {
    const result = map(element, place);
    results.push(result instanceof Promise ? await result : result);
    await turn();
  }
  return results;
}

/** For `await` in a long loop: lets other work run once in a while. */
export function turns(): () => Promise<void> | undefined {
  let turnedAt = performance.now();
  return () => {
    if (performance.now() - turnedAt < TURN_MS) return undefined;
    return setImmediate().then(() => {
      turnedAt = performance.now();
    });
  };
}
