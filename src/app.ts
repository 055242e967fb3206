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
import { DatabaseClock } from '#platform/database-clock.ts';
import { Database } from '#platform/db/database.ts';
import { Snapshots } from '#platform/db/snapshot.ts';
import { Wake } from '#platform/db/wake.ts';
import { Engine } from '#platform/engine.ts';
import { Dispatcher } from '#platform/events/dispatcher.ts';
import { housekeeping } from '#platform/housekeeping.ts';
import type { Answers } from '#platform/http/answer.ts';
import { cutAfter, linger, within } from '#platform/http/bytes/drain.ts';
import { operationsOf } from '#platform/http/operations.ts';
import { Performer } from '#platform/http/perform.ts';
import { probes } from '#platform/http/probes.ts';
import { guidePages } from '#platform/http/reference/guides.ts';
import { referencePages } from '#platform/http/reference/reference.ts';
import type { ServerOptions } from '#platform/http/server/options.ts';
import { createServer, type Extension } from '#platform/http/server/server.ts';
import { JobQueue } from '#platform/jobs/queue.ts';
import { Worker } from '#platform/jobs/worker.ts';
import { createLog, type Log } from '#platform/log.ts';
import { sendMail } from '#platform/mail/send-mail.ts';
import { Metrics } from '#platform/metrics.ts';
import { contentsOf, type Module } from '#platform/module.ts';
import { pageAssets } from '#platform/pages/assets.ts';
import { Connections } from '#platform/ports/connections.ts';
import type { Adapter } from '#platform/ports/port.ts';
import { loadSecretKey, Secrets } from '#platform/secrets.ts';

/** Together with the end of the database less than the 15 seconds after which a service manager kills. */
const FINISH_WITHIN_MS = 8_000;
const CLOSE_WITHIN_MS = 2_000;

export type App = Awaited<ReturnType<typeof createApp>>;

interface AppOptions {
  log?: Log;
  /** Adapters of tests; they come first, because the first adapter of a port is its default. */
  adapters?: Adapter[];
  modules?: Module[];
  onRefusal?: ServerOptions['onRefusal'];
  onAnswer?: ServerOptions['onAnswer'];
  answers?: Answers;
  /** Whether the database server that this process runs itself is up. */
  isDatabaseUp?: () => boolean;
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
  const threads = new ThreadPool();
  const outside = await createAdapters({ config, dataDir, publicUrl, secrets, database, threads });

  const services: Services = {
    config,
    secrets,
    connections: new Connections([...(options.adapters ?? []), ...outside.adapters], secrets),
    eventTypes: contents.events,
    settingsSections: contents.settings,
    entityKinds: new Map(contents.entityKinds.map((kind) => [kind.field, kind])),
    implementations: contents.hooks,
    storedKinds: contents.stored,
    operations: operationsOf(contents.groups, permissionsOf, (...given) => performer.performInside(...given)),
    publicUrl,
  };
  const metrics = new Metrics();
  const wake = new Wake({ database, url: databaseUrl, log });
  const queue = new JobQueue({ url: databaseUrl, log, works: worksInBackground(config) });
  const engine = new Engine({
    services,
    storage: outside.storage,
    threads,
    modules,
    database,
    queue,
    wake,
    snapshots: new Snapshots(databaseUrl),
    mailer: outside.mailer,
    log,
  });

  const clock = new Clock(engine, log);
  const databaseClock = new DatabaseClock(database, log);
  const dispatcher = new Dispatcher({ engine, wake, log });
  const worker = new Worker({
    jobs: [sendMail, ...housekeeping, ...contents.jobs],
    queue,
    wake,
    log,
    concurrency: config.WORKER_CONCURRENCY,
    run: (job, taken, signal) =>
      metrics.countJob(job.name, engine.runJob(job, taken, signal, log.child({ job: job.name }))),
  });

  const performer = new Performer(
    engine,
    new Authenticator({ database, secrets, permissionsOf, log }),
    options.answers,
  );
  const pages: Extension[] = [
    probes({ database, engine, queue, metrics, isDatabaseUp: options.isDatabaseUp }),
    referencePages,
    guidePages,
    pageAssets(threads),
    ...outside.pages,
  ];
  const { routes, exchanges } = contents;
  const { onRefusal, onAnswer } = options;
  const closing = new AbortController();
  const server = await createServer(
    { routes, engine, database, performer, wake, metrics, log, closing: closing.signal, onRefusal, onAnswer },
    pages,
  );

  const { mailbox, mailboxIsShown, simulators } = outside;
  return {
    config,
    databaseUrl,
    publicUrl,
    log,
    database,
    engine,
    queue,
    exchanges,
    clock,
    databaseClock,
    server,
    mailbox,
    mailboxIsShown,
    simulators,
    ...lifeOf(config, {
      database,
      wake,
      queue,
      outside,
      worker,
      dispatcher,
      clock,
      databaseClock,
      server,
      threads,
      closing,
    }),
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
  databaseClock: DatabaseClock;
  server: Awaited<ReturnType<typeof createServer>>;
  threads: ThreadPool;
  closing: AbortController;
}

/** The order in which the parts start and stop. */
const lifeOf = (
  config: Config,
  { database, wake, queue, outside, worker, dispatcher, clock, databaseClock, server, threads, closing }: Parts,
) => ({
  /** Starts the parts that the role needs and returns the address of the server. */
  start: async (): Promise<string | null> => {
    await databaseClock.start();
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
  /** Serves on for `lingerMs`, refuses new requests, finishes running work within bounds, then stops the rest. */
  stop: async ({ lingerMs = 0 } = {}): Promise<void> => {
    closing.abort();
    databaseClock.stop();
    wake.endStreams();
    await linger(server.server, lingerMs);
    const background = worksInBackground(config)
      ? [dispatcher.stop(), clock.stop(), worker.stop(FINISH_WITHIN_MS)]
      : [];
    await Promise.all([
      cutAfter(server.server, FINISH_WITHIN_MS, server.close()),
      within(FINISH_WITHIN_MS, Promise.all(background)),
    ]);
    const closed = async (): Promise<void> => {
      await Promise.all([threads.close(), outside.stop(), queue.stop(), wake.close()]);
      await database.close();
    };
    await within(CLOSE_WITHIN_MS, closed());
  },
});

export const version: string = createRequire(import.meta.url)('../package.json').version;
