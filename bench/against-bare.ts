import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from '#test/free-port.ts';
import { type Load, type LoadResult, putLoad } from './load.ts';
import type { BenchService } from './service.ts';
import { type Measurement, median } from './table.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const WARM_UP = 1;
const ROUND_SECONDS = Number(process.env.BENCH_SECONDS ?? 4);

export type Asked = Omit<Load, 'seconds'>;

/** Runs `work` while `bare-server.ts` serves on the database of the service, at this address. */
export async function withBareServer<T>(service: BenchService, work: (baseUrl: string) => Promise<T>): Promise<T> {
  const port = await freePort();
  const environment = { ...process.env, PORT: String(port), DATABASE_URL: service.database.applicationUrl() };
  const bare = fork(join(import.meta.dirname, 'bare-server.ts'), { env: environment, stdio: 'inherit' });
  await once(bare, 'message');
  try {
    return await work(`http://127.0.0.1:${port}`);
  } finally {
    bare.kill();
  }
}

/** The throughputs of two loads in turns: A, B, B, A, A, B …, so that machine noise affects both alike. */
export async function inTurns(first: Asked, second: Asked): Promise<{ first: LoadResult[]; second: LoadResult[] }> {
  const results = { first: [] as LoadResult[], second: [] as LoadResult[] };
  const asked = { first, second };
  for (let round = 0; round < ROUNDS + WARM_UP; round++) {
    for (const which of round % 2 === 0 ? (['first', 'second'] as const) : (['second', 'first'] as const)) {
      const result = await putLoad({ ...asked[which], seconds: ROUND_SECONDS });
      if (round >= WARM_UP) results[which].push(result);
    }
  }
  return results;
}

export const rateOf = (results: LoadResult[]): number => median(results.map((result) => result.requestsPerSecond));

export const p99Of = (results: LoadResult[]): number => median(results.map((result) => result.p99Ms));

/** The median of the ratios of adjacent pairs, because adjacent runs share the machine's noise. */
export const ratioOf = ({ first, second }: Awaited<ReturnType<typeof inTurns>>): number =>
  median(first.map((result, round) => result.requestsPerSecond / second[round]!.requestsPerSecond));

/** The throughput of the product as a share of another load, measured in turns. */
export async function shareOf(what: string, product: Asked, other: Asked, ratioMin: number): Promise<Measurement> {
  const rounds = await inTurns(product, other);
  const ratio = ratioOf(rounds);
  return {
    what,
    target: `>= ${ratioMin.toFixed(2)}`,
    measured: `${ratio.toFixed(2)} (${rateOf(rounds.first).toFixed(0)} / ${rateOf(rounds.second).toFixed(0)} a second)`,
    met: ratio >= ratioMin,
  };
}
