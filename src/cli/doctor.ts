import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { join, resolve } from 'node:path';
import { type App, createApp } from '#app';
import { ConfigurationError } from '#platform/config.ts';
import { SKEW_MS_MAX } from '#platform/database-clock.ts';
import { checksumOf, readMigrations } from '#platform/db/migrate.ts';
import { createLog } from '#platform/log.ts';
import { countStalledWork } from '#platform/stalled-work.ts';
import { type Command, type Operator, OperatorError } from './command.ts';
import { selectAppliedMigrations, selectForcedTables, selectOwnRelations, selectServerFacts } from './doctor.sql.ts';
import { bookChecks, type Check, trySecrets } from './doctor-books.ts';
import { openDatabase } from './open-database.ts';
import { warningsOf } from './preflight.ts';

const POSTGRES_LEAST = 15;
const SKEW_MS_WORRYING = 5_000;
const CONNECT_MS_MAX = 5_000;

/** A warning: it works, but needs attention. */
class Worry extends Error {}

const checks: Check[] = [
  { name: 'database', look: checkServer },
  { name: 'clock', look: checkClock },
  { name: 'role', look: checkRole },
  { name: 'migrations', look: checkMigrations },
  { name: 'row-level security', look: checkIsolation, needsTables: true },
  { name: 'secret key', look: checkSecretKey, needsTables: true },
  { name: 'jobs', look: checkJobs, needsTables: true },
  { name: 'ticks and subscribers', look: checkBackground, needsTables: true },
  { name: 'storage', look: checkStorage },
  { name: 'mail', look: checkMail },
];

export const doctor: Command = {
  words: 'doctor',
  summary:
    'Check everything the service needs, and with --books count all rows again; exits with 1 if something is broken.',
  options: { books: {} },
  run: async (operator, { switches }) => {
    const failures = await examine(operator, switches.has('books') ? [...checks, ...bookChecks] : checks);
    if (failures > 0) throw new OperatorError(`${failures} broken.`);
  },
};

async function examine(operator: Operator, wanted: Check[]): Promise<number> {
  const { config, print } = operator;
  print(`✔ configuration: ${config.NODE_ENV}, role ${config.ROLE}, data in ${resolve(config.DATA_DIR)}`);
  for (const warning of warningsOf(config)) print(`! configuration: ${warning}`);
  const database = await openDatabase(config, { migrate: false }).catch((error: unknown) => error as Error);
  if (database instanceof Error) {
    const problem = database.message.replace(/^Configuration: /, '');
    print(`✖ ${database instanceof ConfigurationError ? 'configuration' : 'database'}: ${problem}`);
    return 1;
  }
  const app = await createApp({ ...config, ROLE: 'api' }, database.url, { log: createLog('silent') });
  const broken: string[] = [];
  try {
    for (const { name, look, needsTables } of wanted) {
      if (needsTables && broken.includes('migrations')) continue;
      const [mark, finding] = await look(app).then(
        (text) => ['✔', text],
        (error: Error) => [error instanceof Worry ? '!' : '✖', error.message],
      );
      print(`${mark} ${name}: ${finding}`);
      if (mark === '✖') broken.push(name);
    }
  } finally {
    await app.stop();
    await database.close();
  }
  return broken.length;
}

async function checkServer(app: App): Promise<string> {
  const { version, role } = await app.database.lookUp(selectServerFacts);
  const text = `PostgreSQL ${Math.floor(version / 10_000)}.${version % 10_000} as ${role}`;
  if (version < POSTGRES_LEAST * 10_000) throw new Error(`${text}: it must be ${POSTGRES_LEAST} or newer`);
  return text;
}

async function checkClock(app: App): Promise<string> {
  const { skewMs } = await app.databaseClock.measure();
  const text = `this machine differs from the database by ${skewMs} ms`;
  if (Math.abs(skewMs) > SKEW_MS_MAX) throw new Error(text);
  if (Math.abs(skewMs) > SKEW_MS_WORRYING) throw new Worry(text);
  return text;
}

async function checkMigrations(app: App): Promise<string> {
  const applied = new Map((await app.database.lookUp(selectAppliedMigrations)).map((row) => [row.name, row.checksum]));
  const wanted = await readMigrations();
  const missing = wanted.filter(({ name }) => !applied.has(name)).map(({ name }) => name);
  if (missing.length > 0)
    throw new Error(`${missing.length} missing, from ${missing[0]} on: npm run colmado -- migrate`);
  const changed = wanted.filter(({ name, sql }) => applied.get(name) !== checksumOf(sql)).map(({ name }) => name);
  if (changed.length > 0) throw new Error(`changed after they were applied: ${changed.join(', ')}`);
  if (applied.size > wanted.length) throw new Worry(`${applied.size - wanted.length} are newer than this program`);
  return `${wanted.length} applied`;
}

async function checkRole(app: App): Promise<string> {
  const { role, bypasses } = await app.database.lookUp(selectServerFacts);
  if (bypasses) throw new Error(`${role} bypasses row-level security: use a separate role in DATABASE_URL`);
  const owned = await app.database.lookUp(selectOwnRelations);
  if (owned.length > 0) throw new Error(`${role} owns ${owned.join(', ')}: give them to the role of the migrations`);
  return `${role} owns nothing and bypasses nothing`;
}

/** Every table with row-level security in the migrations must have it in the database. */
async function checkIsolation(app: App): Promise<string> {
  const statements = (await readMigrations()).flatMap(({ sql }) => [
    ...sql.matchAll(/ALTER TABLE (\w+) FORCE ROW LEVEL SECURITY/g),
  ]);
  const declared = [...new Set(statements.map((match) => match[1]!))];
  const forced = new Set(await app.database.lookUp(selectForcedTables));
  const open = declared.filter((name) => !forced.has(name));
  if (open.length > 0) throw new Error(`not forced on ${open.join(', ')}`);
  return `forced on ${declared.length} tables`;
}

async function checkSecretKey(app: App): Promise<string> {
  const { SECRET_KEY, DATA_DIR, DATABASE_URL } = app.config;
  const source = SECRET_KEY ? 'SECRET_KEY' : join(resolve(DATA_DIR), 'secret.key');
  const { tried, broken } = await trySecrets(app);
  if (broken.length > 0)
    throw new Error(`${source} is not the key of this database: it does not open ${broken.join(', ')}`);
  if (DATABASE_URL && !SECRET_KEY)
    throw new Worry(`from ${source}: every process needs the same one, so set SECRET_KEY`);
  return `from ${source}, opens ${tried.join(', ') || 'nothing yet'}`;
}

async function checkJobs(app: App): Promise<string> {
  await app.queue.start();
  const depths = await app.queue.depths();
  const letters = await app.queue.deadLetters();
  const text = depths.map(({ queue, ready, active }) => `${queue} ${ready} ready, ${active} running`).join('; ');
  if (letters.length > 0) throw new Worry(`${text}; ${letters.length} dead: npm run colmado -- jobs failed`);
  return text;
}

async function checkBackground(app: App): Promise<string> {
  const { retrying, dead } = await countStalledWork(app.engine);
  if (retrying + dead === 0) return 'no tick and no subscriber fails';
  throw new Worry(`${retrying} failing and retried, ${dead} dead: npm run colmado -- jobs failed`);
}

async function checkStorage(app: App): Promise<string> {
  const { storage } = app.engine;
  const key = `doctor/${randomUUID()}`;
  await storage.write(key, Buffer.from('written'));
  const read = await storage.get(key);
  await storage.delete(key);
  if (read?.toString() !== 'written') throw new Error('a written file could not be read back');
  return 'written, read and deleted';
}

async function checkMail(app: App): Promise<string> {
  const { SMTP_URL, NODE_ENV, MAIL_FROM } = app.config;
  if (!SMTP_URL) {
    const text = 'e-mails stay in the local mailbox';
    if (NODE_ENV === 'production') throw new Worry(`${text}: set SMTP_URL`);
    return text;
  }
  const { hostname, port, protocol } = new URL(SMTP_URL);
  await reach(hostname, Number(port) || (protocol === 'smtps:' ? 465 : 587));
  return `${hostname} answers, from ${MAIL_FROM}`;
}

function reach(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, timeout: CONNECT_MS_MAX });
    socket.once('connect', () => resolve(void socket.end()));
    socket.once('timeout', () => socket.destroy(new Error(`${host}:${port} does not answer`)));
    socket.once('error', reject);
  });
}
