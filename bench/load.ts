import { fork } from 'node:child_process';
import { once } from 'node:events';
import autocannon from 'autocannon';

/** So many connections request one URL, each as fast as it gets answers. */
export interface Load {
  url: string;
  headers?: Record<string, string>;
  connections: number;
  seconds: number;
  /** Requests to send in turn instead of the one request. */
  posts?: Post[];
}

export interface Post {
  headers: Record<string, string>;
  body: string;
}

export interface LoadResult {
  /** How many requests were answered. */
  answers: number;
  requestsPerSecond: number;
  p99Ms: number;
}

/** Loads a URL from a separate process, so that client and server do not share a thread. */
export async function putLoad(load: Load): Promise<LoadResult> {
  const child = fork(import.meta.filename, { stdio: 'inherit' });
  child.send(load);
  const [result] = (await once(child, 'message')) as [LoadResult & { failures: number }];
  if (result.failures > 0) throw new Error(`${result.failures} requests to ${load.url} failed.`);
  return result;
}

/** In the forked process. */
async function answerLoad({ url, headers = {}, connections, seconds, posts }: Load): Promise<void> {
  const requests = posts?.map((post) => ({ method: 'POST' as const, ...post }));
  let begun = 0;
  const result = await autocannon({
    url,
    headers,
    connections,
    duration: seconds,
    ...(requests && {
      // Each connection gets a part of them. A client prepares all of its requests while those before it already measure the time of
      // their first answers: all requests for each of 32 clients took half a second.
      setupClient: (client) => client.setRequests(partOf(requests, begun++, connections)),
    }),
  });
  const failures = result.non2xx + result.errors;
  process.send?.({
    answers: result['2xx'],
    requestsPerSecond: result['2xx'] / result.duration,
    p99Ms: result.latency.p99,
    failures,
  });
  process.disconnect?.();
}

/** Connections begin at different places, so that they do not all send for the same organization at the same time. */
function partOf<T>(requests: T[], place: number, parts: number): T[] {
  const part = requests.filter((_, n) => Math.floor((n * parts) / requests.length) === place);
  const first = place % part.length;
  return [...part.slice(first), ...part.slice(0, first)];
}

if (process.send) process.once('message', answerLoad);
