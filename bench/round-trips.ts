import pg from 'pg';
import { createApp } from '#app';
import { readConfig } from '#platform/config.ts';
import { freePort } from '#test/free-port.ts';
import type { Post } from './load.ts';
import type { BenchService } from './service.ts';
import type { Measurement } from './table.ts';

const STATEMENTS_MAX = 14;
const ROUND_TRIPS_MAX = 4;

/** The statements and round trips of one request, counted at the driver in a process without background work. */
export async function countRoundTrips(service: BenchService, post: Post): Promise<Measurement[]> {
  const port = await freePort();
  const config = readConfig({ LOG_LEVEL: 'silent', DATA_DIR: service.dataDir, PORT: String(port), ROLE: 'api' });
  const app = await createApp(config, service.database.applicationUrl());
  await app.start();
  try {
    const request = () => fetch(`http://127.0.0.1:${port}/v1/record/pending`, { method: 'POST', ...post });
    for (let warmUp = 0; warmUp < 20; warmUp++) await (await request()).json();
    const { texts, roundTrips } = await watch(request);
    if (process.env.BENCH_STATEMENTS)
      console.log(texts.map((text) => `  ${text.replaceAll(/\s+/g, ' ').slice(0, 160)}`).join('\n'));
    return [
      {
        what: 'statements of a posted sale',
        target: `<= ${STATEMENTS_MAX}`,
        measured: String(texts.length),
        met: texts.length <= STATEMENTS_MAX,
      },
      {
        what: 'round trips of a posted sale',
        target: `<= ${ROUND_TRIPS_MAX}`,
        measured: String(roundTrips),
        met: roundTrips <= ROUND_TRIPS_MAX,
      },
    ];
  } finally {
    await app.stop();
  }
}

type Query = { text: string; texts?: string[] } | string;

/** A round trip begins with the first statement after an answer. Hints to other processes are not part of a request. */
async function watch(request: () => Promise<Response>): Promise<{ texts: string[]; roundTrips: number }> {
  const texts: string[] = [];
  let roundTrips = 0;
  let isAnswered = true;
  const original = pg.Client.prototype.query;
  pg.Client.prototype.query = function watched(this: pg.Client, ...given: unknown[]) {
    const query = given[0] as Query;
    const sent = typeof query === 'string' ? query.split(';') : (query.texts ?? [query.text]);
    if (!sent.some((text) => text.includes('pg_notify'))) {
      if (isAnswered) roundTrips++;
      isAnswered = false;
      texts.push(...sent);
      (this as pg.Client & { connection: pg.Connection }).connection.once('readyForQuery', () => (isAnswered = true));
    }
    return (original as (...parameters: unknown[]) => unknown).apply(this, given);
  } as typeof original;
  try {
    const response = await request();
    if (response.status !== 201) throw new Error(await response.text());
    await response.json();
  } finally {
    pg.Client.prototype.query = original;
  }
  return { texts, roundTrips };
}
