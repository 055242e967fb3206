import { type Measured, measured, SKEW_MS_MAX } from '../database-clock.ts';
import type { Database } from '../db/database.ts';
import { readMigrations } from '../db/migrate.ts';
import { countApplied, touchReadiness } from '../db/readiness.sql.ts';
import type { Engine } from '../engine.ts';
import type { JobQueue } from '../jobs/queue.ts';
import type { Metrics } from '../metrics.ts';
import { countStalledWork } from '../stalled-work.ts';
import type { Extension } from './server/server.ts';

/** Anyone may ask, so answers are shared: at most one write in this time. */
const READINESS_MS = 1_000;

/** Endpoints for load balancers and monitoring. */
export const probes =
  (options: {
    database: Database;
    engine: Engine;
    queue: JobQueue;
    metrics: Metrics;
    isDatabaseUp?: (() => boolean) | undefined;
  }): Extension =>
  (server) => {
    const readiness = shared(() => readinessOf(options.database));
    server.get('/healthz', async (_request, reply) => {
      if (options.isDatabaseUp?.() ?? true) return { status: 'alive' };
      return reply.code(503).header('retry-after', '1').send({ status: 'the embedded database is down' });
    });
    server.get('/readyz', async (_request, reply) => {
      const found = await readiness();
      return found.status === 'ready' ? found : reply.code(503).header('retry-after', '1').send(found);
    });
    server.get('/metrics', async (_request, reply) => {
      const [depths, stalled] = await Promise.all([
        options.queue.depths().catch(() => []),
        countStalledWork(options.engine).catch(() => null),
      ]);
      return reply.type('text/plain; version=0.0.4').send(await options.metrics.render(depths, stalled));
    });
  };

/** Whether this process can serve: the database takes a write, has every migration, and agrees about the time. */
async function readinessOf(database: Database) {
  const names = (await readMigrations()).map(({ name }) => name);
  const [written, applied] = await Promise.all([
    measured(() => database.transaction({}, touchReadiness)).catch(() => null),
    database.lookUp((tx) => countApplied(tx, names)).catch(() => null),
  ]);
  if (written && applied === names.length && isPunctual(written)) return { status: 'ready' };
  return {
    status: 'not ready',
    database: { reachable: applied !== null, writable: written !== null },
    migrations: { needed: names.length, applied },
    clock: { skewMs: written?.skewMs ?? null },
  };
}

const isPunctual = ({ skewMs }: Measured): boolean => Math.abs(skewMs) <= SKEW_MS_MAX;

/** One call at a time, and none while its last result is fresh. */
function shared<T>(work: () => Promise<T>): () => Promise<T> {
  let last: { result: Promise<T>; settledAt: number } | undefined;
  return () => {
    if (last && performance.now() - last.settledAt < READINESS_MS) return last.result;
    const entry = { result: work(), settledAt: Number.POSITIVE_INFINITY };
    last = entry;
    void entry.result.finally(() => {
      entry.settledAt = performance.now();
    });
    return entry.result;
  };
}
