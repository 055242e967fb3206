import type { Database } from '../db/database.ts';
import { readMigrations } from '../db/migrate.ts';
import { countMigrations } from '../db/migrations.sql.ts';
import type { Engine } from '../engine.ts';
import type { JobQueue } from '../jobs/queue.ts';
import type { Metrics } from '../metrics.ts';
import { countStalledWork } from '../stalled-work.ts';
import type { Extension } from './server.ts';

/** Endpoints for load balancers and monitoring. */
export const probes =
  (options: { database: Database; engine: Engine; queue: JobQueue; metrics: Metrics }): Extension =>
  (server) => {
    server.get('/healthz', async () => ({ status: 'alive' }));
    server.get('/readyz', async (_request, reply) => {
      const needed = (await readMigrations()).length;
      const applied = await options.database.lookUp(countMigrations).catch(() => null);
      if (applied === needed) return { status: 'ready' };
      return reply.code(503).send({ status: 'not ready', database: applied !== null, migrations: { needed, applied } });
    });
    server.get('/metrics', async (_request, reply) => {
      const [depths, stalled] = await Promise.all([
        options.queue.depths().catch(() => []),
        countStalledWork(options.engine).catch(() => null),
      ]);
      return reply.type('text/plain; version=0.0.4').send(await options.metrics.render(depths, stalled));
    });
  };
