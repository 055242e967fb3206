import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOKED_EVERY_MS = 20;

/** Serves on for a moment, so that clients with kept connections learn from an answer that they are closed. */
export async function linger(server: Server, forMs: number): Promise<void> {
  const end = performance.now() + forMs;
  while (performance.now() < end && (await countConnections(server)) > 0) await sleep(LOOKED_EVERY_MS);
}

/** Waits until `closed`, and cuts the connections that hold it up: of clients that are slow, or gone without a word. */
export async function cutAfter(server: Server, withinMs: number, closed: Promise<unknown>): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), withinMs).unref();
  await closed;
  clearTimeout(cut);
}

const countConnections = (server: Server): Promise<number> =>
  new Promise((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)));

/** Waits no longer than that: whatever is left is taken up by others, or by the next start. */
export const within = (ms: number, work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, sleep(ms, undefined, { ref: false })]);
