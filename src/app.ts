import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { createAdapters } from '#adapters/index.ts';
import { modules as everyModule } from '#modules/index.ts';
import { permissionsOf } from '#modules/roles.ts';
import { Authenticator } from '#platform/auth/authenticate.ts';
import { Clock } from '#platform/clock.ts';
import { ThreadPool } from '#platform/compute/thread-pool.ts';
import type { Config } from '#platform/config.ts';
import type { Services } from '#platform/context.ts';
import { Database } from '#platform/db/database.ts';
import { Wake } from '#platform/db/wake.ts';
import { Engine, sendMail } from '#platform/engine.ts';
import { Dispatcher } from '#platform/events/dispatcher.ts';
import { housekeeping } from '#platform/housekeeping.ts';
import { Performer } from '#platform/http/perform.ts';
import { probes } from '#platform/http/probes.ts';
import { referencePages } from '#platform/http/reference.ts';
import { createServer, type Extension, type ServerOptions } from '#platform/http/server.ts';
import { JobQueue } from '#platform/jobs/queue.ts';
import { Worker } from '#platform/jobs/worker.ts';
import { createLog, type Log } from '#platform/log.ts';
import { Metrics } from '#platform/metrics.ts';
import { contentsOf, type Module } from '#platform/module.ts';
import { Connections } from '#platform/ports/connections.ts';
import type { Adapter } from '#platform/ports/port.ts';
import { loadSecretKey, Secrets } from '#platform/secrets.ts';

const STOP_WITHIN_MS = 15_000;

export type App = Awaited<ReturnType<typeof createApp>>;

interface AppOptions {
  log?: Log;
  /** Adapters of tests; they come first, because the first adapter of a port is its default. */
  adapters?: Adapter[];
  modules?: Module[];
  onRefusal?: ServerOptions['onRefusal'];
  onAnswer?: ServerOptions['onAnswer'];
}

/** The composition root: configuration, database, adapters, modules, server. Nothing else knows them all. */
export async function createApp(config: Config, databaseUrl: string, options: AppOptions = {}) {
  const log = options.log ?? createLog(config.LOG_LEVEL);
  const modules = options.modules ?? everyModule;
  const contents = contentsOf(modules);

  const dataDir = resolve(config.DATA_DIR);
  const publicUrl = (config.PUBLIC_URL ?? `http://localhost:${config.PORT}`).replace(/\/$/, '');
  const secrets = new Secrets(await loadSecretKey(config.SECRET_KEY, dataDir));
  const onError = (error: Error) => log.warn({ reason: error.message }, 'database connection lost');
  const database = new Database({ url: databaseUrl, poolSize: config.DATABASE_POOL_SIZE, onError });
  const outside = createAdapters({ config, dataDir, publicUrl, secrets, database });

  const services: Services = {
    config,
    secrets,
    connections: new Connections([...(options.adapters ?? []), ...outside.adapters], secrets),
    eventTypes: contents.events,
    settingsSections: contents.settings,
    entityKinds: new Map(contents.entityKinds.map((kind) => [kind.field, kind])),
    implementations: contents.hooks,
    publicUrl,
  };
  const metrics = new Metrics();
  const wake = new Wake({ database, url: databaseUrl, log });
  const queue = new JobQueue({ url: databaseUrl, log, works: worksInBackground(config) });
  const threads = new ThreadPool();
  const engine = new Engine({
    services,
    storage: outside.storage,
    threads,
    modules,
    database,
    queue,
    wake,
    mailer: outside.mailer,
    log,
  });

  const clock = new Clock(engine, log);
  const dispatcher = new Dispatcher({ engine, wake, log });
  const worker = new Worker({
    jobs: [sendMail, ...housekeeping, ...contents.jobs],
    ...{ queue, wake, log, concurrency: config.WORKER_CONCURRENCY },
    run: (job, taken, signal) =>
      metrics.countJob(job.name, engine.runJob(job, taken, signal, log.child({ job: job.name }))),
  });

  const performer = new Performer(engine, new Authenticator({ database, secrets, permissionsOf, log }));
  const pages: Extension[] = [probes({ database, engine, queue, metrics }), referencePages, ...outside.pages];
  const { routes, exchanges } = contents;
  const { onRefusal, onAnswer } = options;
  const server = await createServer(
    { routes, engine, database, performer, wake, metrics, log, onRefusal, onAnswer },
    pages,
  );

  const { mailbox, mailboxIsShown, simulators } = outside;
  return {
    ...{ config, databaseUrl, publicUrl, log, database, engine, queue, exchanges, clock, server },
    ...{ mailbox, mailboxIsShown, simulators },
    ...lifeOf(config, { database, wake, queue, outside, worker, dispatcher, clock, server, threads }),
  };
}

const worksInBackground = ({ ROLE }: Config): boolean => ROLE !== 'api';

interface Parts {
  database: Database;
  wake: Wake;
  queue: JobQueue;
  outside: { start(): void; stop(): Promise<void> };
  worker: Worker;
  dispatcher: Dispatcher;
  clock: Clock;
  server: Awaited<ReturnType<typeof createServer>>;
  threads: ThreadPool;
}

/** The order in which the parts start and stop. */
const lifeOf = (
  config: Config,
  { database, wake, queue, outside, worker, dispatcher, clock, server, threads }: Parts,
) => ({
  /** Starts the parts that the role needs and returns the address of the server. */
  start: async (): Promise<string | null> => {
    await queue.start();
    await wake.listen();
    outside.start();
    if (worksInBackground(config)) {
      await worker.start();
      await dispatcher.start();
      clock.start();
    }
    return config.ROLE === 'worker' ? null : server.listen({ host: config.HOST, port: config.PORT });
  },
  /** Refuses new requests, finishes running work, then stops the workers and the database. */
  stop: async (): Promise<void> => {
    wake.endStreams();
    await server.close();
    if (worksInBackground(config)) {
      await Promise.all([dispatcher.stop(), clock.stop(), worker.stop(STOP_WITHIN_MS)]);
    }
    await threads.close();
    await outside.stop();
    await queue.stop();
    await wake.close();
    await database.close();
  },
});

export const version: string = createRequire(import.meta.url)('../package.json').version;
