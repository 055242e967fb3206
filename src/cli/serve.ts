import { resolve } from 'node:path';
import type { App } from '#app';
import { type Config, requireProductionSettings } from '#platform/config.ts';
import { within } from '#platform/http/bytes/drain.ts';
import { createLog, type Log } from '#platform/log.ts';
import type { EmbeddedServer } from './embedded.ts';
import { type EmbeddedSupervisor, superviseEmbedded } from './embedded-supervisor.ts';
import { type OpenDatabase, openDatabase } from './open-database.ts';
import { explainListening, warningsOf } from './preflight.ts';

const LINGER_MS = 1_000;
const DATABASE_WITHIN_MS = 3_000;

/** Runs the service until it receives SIGTERM or SIGINT. */
export async function serve(config: Config): Promise<void> {
  // Before the checks: a missing setting is often one that was misspelled.
  for (const warning of warningsOf(config)) console.warn(`Warning: ${warning}`);
  requireProductionSettings(config);
  const startedAt = performance.now();
  const stopped = stopSignal();
  const database = await openDatabase(config, { meanwhile: () => import('#app') });
  const { createApp } = await import('#app');
  const log = createLog(config.LOG_LEVEL);
  const supervisor = database.embedded && supervise(config, database.embedded, log);
  const app = await createApp(config, database.url, { log, ...(supervisor && { isDatabaseUp: supervisor.isUp }) });
  const address = await app.start().catch(async (error: unknown) => {
    await app.stop();
    await supervisor?.release();
    throw explainListening(error, config);
  });
  console.log(greeting(app, database, address, Math.round(performance.now() - startedAt)));
  await stopped;
  await app.stop({ lingerMs: LINGER_MS });
  if (supervisor) await within(DATABASE_WITHIN_MS, supervisor.release());
  process.exit(0);
}

const supervise = (config: Config, server: EmbeddedServer, log: Log): EmbeddedSupervisor =>
  superviseEmbedded({
    dataDir: config.DATA_DIR,
    server,
    log,
    giveUp: () => {
      console.error('The embedded database cannot be started: see its log. The service ends.');
      process.exit(1);
    },
  });

/** Registered first: a signal during the start lets the service start and then stop cleanly. */
const stopSignal = (): Promise<void> =>
  new Promise((resolve) => {
    process.on('SIGTERM', () => resolve()).on('SIGINT', () => resolve());
  });

/** The URLs and folders of the running service. */
function greeting(app: App, database: OpenDatabase, address: string | null, tookMs: number): string {
  const { publicUrl, config } = app;
  const lines = [`Colmado is open (${config.ROLE}, ${tookMs} ms)`];
  if (address) lines.push(`  API        ${publicUrl}/v1`, `  Reference  ${publicUrl}/docs`);
  if (address && app.mailboxIsShown) lines.push(`  Mailbox    ${publicUrl}/mailbox`);
  lines.push(`  Data       ${database.embedded ? database.embedded.directory : 'DATABASE_URL'}`);
  if (database.embedded && !database.embedded.directory.startsWith(resolve(config.DATA_DIR))) {
    lines.push(`             (the database server's user cannot reach ${resolve(config.DATA_DIR)})`);
  }
  if (address && app.mailboxIsShown) {
    lines.push(
      '',
      'To sign in, ask for a code, read it in the mailbox and exchange it for a token:',
      `  curl '${publicUrl}/v1/user/login/pinRequest?email=ana@example.com'`,
      `  curl ${publicUrl}/v1/user/login/verifyPin --json '{"requestId":"…","pin":"…","wants":"token"}'`,
      'Or fill an organization with examples and get a token: npm run demo',
    );
  }
  return lines.join('\n');
}
