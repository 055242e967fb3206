import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cardprocCardnet } from '#adapters/cardproc-cardnet/cardproc-cardnet.ts';
import { cardprocSimulator } from '#adapters/cardproc-simulator/cardproc-simulator.ts';
import { cardprocPages } from '#adapters/cardproc-simulator/pages.ts';
import { conversionsHttp } from '#adapters/conversions-http/conversions-http.ts';
import { conversionsSimulator } from '#adapters/conversions-simulator/conversions-simulator.ts';
import { diskStorage } from '#adapters/disk-storage/disk-storage.ts';
import { ecfDgii } from '#adapters/ecf-dgii/ecf-dgii.ts';
import { ecfSimulator } from '#adapters/ecf-simulator/ecf-simulator.ts';
import { fileRatesAdapter } from '#adapters/file-rates/file-rates.ts';
import { localMailbox } from '#adapters/mailbox/mailbox.ts';
import { mailboxPage } from '#adapters/mailbox/mailbox-page.ts';
import { payprocPages } from '#adapters/payproc-simulator/pages.ts';
import { payprocSimulator } from '#adapters/payproc-simulator/payproc-simulator.ts';
import { payprocStripe } from '#adapters/payproc-stripe/payproc-stripe.ts';
import { smtpMailer } from '#adapters/smtp/smtp.ts';
import { webPushAdapter } from '#adapters/web-push/web-push.ts';
import { modules as everyModule } from '#modules/index.ts';
import { permissionsOf } from '#modules/roles.ts';
import { Authenticator } from '#platform/auth/authenticate.ts';
import { Clock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import type { Services } from '#platform/context.ts';
import { Database } from '#platform/db/database.ts';
import { Wake } from '#platform/db/wake.ts';
import { Engine, sendMail } from '#platform/engine.ts';
import { Dispatcher } from '#platform/events/dispatcher.ts';
import { housekeeping } from '#platform/housekeeping.ts';
import { type OutboundFetch, outboundFetch } from '#platform/http/outbound.ts';
import { Performer } from '#platform/http/perform.ts';
import { probes } from '#platform/http/probes.ts';
import { referencePages } from '#platform/http/reference.ts';
import { createServer, type Extension, type ServerOptions } from '#platform/http/server.ts';
import { JobQueue } from '#platform/jobs/queue.ts';
import { Worker } from '#platform/jobs/worker.ts';
import { createLog, type Log } from '#platform/log.ts';
import { Metrics } from '#platform/metrics.ts';
import type { Module } from '#platform/module.ts';
import { Connections } from '#platform/ports/connections.ts';
import type { Adapter } from '#platform/ports/port.ts';
import { simulatorStore } from '#platform/ports/simulator-store.ts';
import { loadSecretKey, Secrets } from '#platform/secrets.ts';

const STOP_WITHIN_MS = 15_000;
const PROVIDER_ANSWERS_WITHIN_MS = 20_000;

export type App = Awaited<ReturnType<typeof createApp>>;

/** The composition root: configuration, database, adapters, modules, server. Nothing else knows them all. */
export async function createApp(
  config: Config,
  databaseUrl: string,
  options: { log?: Log; adapters?: Adapter[]; modules?: Module[]; onRefusal?: ServerOptions['onRefusal'] } = {},
) {
  const log = options.log ?? createLog(config.LOG_LEVEL);
  const modules = options.modules ?? everyModule;
  const dataDir = resolve(config.DATA_DIR);
  const publicUrl = (config.PUBLIC_URL ?? `http://localhost:${config.PORT}`).replace(/\/$/, '');
  const secrets = new Secrets(await loadSecretKey(config.SECRET_KEY, dataDir));
  const database = new Database({
    url: databaseUrl,
    poolSize: config.DATABASE_POOL_SIZE,
    onError: (error) => log.warn({ reason: error.message }, 'database connection lost'),
  });
  const mailbox = config.SMTP_URL ? null : localMailbox(resolve(dataDir, 'mailbox'));
  const mailer = mailbox ?? smtpMailer(config.SMTP_URL!, config.MAIL_FROM);
  const call: OutboundFetch = (url, request) =>
    outboundFetch(url, { ...request, allowPrivate: config.WEBHOOK_ALLOW_PRIVATE });
  const pushes = webPushAdapter({ secrets, contact: config.MAIL_FROM, call });
  // A production service must never take play money for real.
  const simulates = config.NODE_ENV !== 'production';
  const payprocSimulated = payprocSimulator({
    store: simulatorStore(database, 'payproc'),
    publicUrl,
    webhookSecret: secrets.pepper('payproc-simulator', 'webhook secret').toString('hex'),
  });
  const ecfSimulated = ecfSimulator(simulatorStore(database, 'ecf'));
  const cardprocSimulated = cardprocSimulator({ store: simulatorStore(database, 'cardproc'), publicUrl });
  const simulated: Adapter[] = simulates
    ? [
        payprocSimulated.adapter,
        cardprocSimulated.adapter,
        conversionsSimulator(simulatorStore(database, 'conversions')),
        ecfSimulated.adapter,
      ]
    : [];
  const cardnet = cardprocCardnet({
    call,
    addresses: { test: config.CARDNET_TEST_URL, live: config.CARDNET_LIVE_URL },
    timeoutMs: PROVIDER_ANSWERS_WITHIN_MS,
  });
  // The first adapter of a port is what an organization gets that never chose.
  const stripe = config.STRIPE_SECRET_KEY
    ? [
        payprocStripe({
          secretKey: config.STRIPE_SECRET_KEY,
          webhookSecret: config.STRIPE_WEBHOOK_SECRET,
          apiUrl: config.STRIPE_API_URL,
          timeoutMs: PROVIDER_ANSWERS_WITHIN_MS,
        }),
      ]
    : [];
  const fileRates = fileRatesAdapter({
    path: resolve(dataDir, 'rates.csv'),
    fallbackPath: simulates ? fileURLToPath(new URL('./adapters/file-rates/sample.csv', import.meta.url)) : null,
  });
  const services: Services = {
    config,
    secrets,
    storage: diskStorage(config.STORAGE ? fileURLToPath(config.STORAGE) : resolve(dataDir, 'files')),
    connections: new Connections(
      [
        pushes,
        fileRates,
        conversionsHttp(call),
        ...(options.adapters ?? []),
        ...stripe,
        ...simulated,
        cardnet,
        ecfDgii(call),
      ],
      secrets,
    ),
    eventTypes: modules.flatMap((module) => module.events ?? []),
    settingsSections: {
      organization: modules.flatMap((module) => module.settings ?? []),
      user: modules.flatMap((module) => module.userSettings ?? []),
    },
    entityKinds: new Map(modules.flatMap((module) => module.entityKinds ?? []).map((kind) => [kind.field, kind])),
    implementations: modules.flatMap((module) => module.hooks ?? []),
    publicUrl,
  };
  const works = config.ROLE !== 'api';
  const wake = new Wake({ database, url: databaseUrl, log });
  const queue = new JobQueue({ url: databaseUrl, log, works });
  const engine = new Engine({ services, modules, database, queue, wake, mailer, log });
  const metrics = new Metrics();
  const clock = new Clock(engine, log);
  const dispatcher = new Dispatcher({ engine, wake, log });
  const exchanges = modules.flatMap((module) => module.exchanges ?? []);
  const jobs = [
    sendMail,
    ...housekeeping,
    ...modules.flatMap((module) => module.jobs ?? []),
    ...exchanges.map(({ job }) => job),
  ];
  const worker = new Worker({
    jobs,
    queue,
    wake,
    log,
    concurrency: config.WORKER_CONCURRENCY,
    run: async (job, taken, signal) => {
      const outcome = await engine.runJob(job, taken, signal, log.child({ job: job.name })).then(
        () => null,
        (error: unknown) => ({ error }),
      );
      metrics.countJob(job.name, outcome ? 'failed' : 'done');
      if (outcome) throw outcome.error;
    },
  });
  const authenticator = new Authenticator({ database, secrets, permissionsOf, log });
  const performer = new Performer(engine, authenticator);
  const routes = modules.flatMap((module) => module.groups ?? []).flatMap((group) => group.routes);
  const pages: Extension[] = [probes({ database, engine, queue, metrics }), referencePages];
  const mailboxIsShown = mailbox !== null && isLoopback(config.HOST);
  if (mailboxIsShown) pages.push(mailboxPage(mailbox));
  if (simulates && isLoopback(config.HOST))
    pages.push(payprocPages(payprocSimulated.provider), cardprocPages(cardprocSimulated.provider));
  const { onRefusal } = options;
  const server = await createServer({ routes, engine, database, performer, wake, metrics, log, onRefusal }, pages);

  return {
    config,
    databaseUrl,
    log,
    database,
    engine,
    queue,
    exchanges,
    clock,
    server,
    mailbox,
    mailboxIsShown,
    payprocSimulated,
    cardprocSimulated,
    ecfSimulated,
    publicUrl,
    /** Everything the role asks for, and the address it is served at. */
    start: async (): Promise<string | null> => {
      await queue.start();
      await wake.listen();
      if (simulates) payprocSimulated.start();
      if (works) {
        await worker.start();
        await dispatcher.start();
        clock.start();
      }
      return config.ROLE === 'worker' ? null : server.listen({ host: config.HOST, port: config.PORT });
    },
    /** In order: no new requests, finish what runs, then the workers, then the database. */
    stop: async (): Promise<void> => {
      wake.endStreams();
      await server.close();
      if (works) {
        await Promise.all([dispatcher.stop(), clock.stop(), worker.stop(STOP_WITHIN_MS)]);
      }
      await payprocSimulated.stop();
      await queue.stop();
      await wake.close();
      await database.close();
    },
  };
}

export const version: string = createRequire(import.meta.url)('../package.json').version;

const isLoopback = (host: string): boolean => ['127.0.0.1', 'localhost', '::1'].includes(host);
