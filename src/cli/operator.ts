import { text } from 'node:stream/consumers';
import leven from 'leven';
import { type App, createApp } from '#app';
import type { Config } from '#platform/config.ts';
import { createLog } from '#platform/log.ts';
import { Refusal } from '#platform/refusal.ts';
import { apiKeyCommands } from './api-keys.ts';
import { appCommands } from './apps.ts';
import { backupCommands } from './backup.ts';
import { botCommands } from './bots.ts';
import { chatCommands } from './chats.ts';
import { clockCommands } from './clock.ts';
import { type Command, type Operator, OperatorError, parseParameters, table, UsageError, usageOf } from './command.ts';
import { doctor } from './doctor.ts';
import { exchangeCommands } from './exchanges.ts';
import { jobCommands } from './jobs.ts';
import { marketplaceCommands } from './marketplace.ts';
import { openDatabase } from './open-database.ts';
import { organizationCommands } from './organizations.ts';
import { partnerCommands } from './partners.ts';
import { taxpayerCommands } from './taxpayers.ts';
import { userCommands } from './users.ts';

const FAILED = 1;
const MISUSED = 2;

const migrateNow: Command = {
  words: 'migrate',
  summary: 'Apply missing migrations; every start does this too.',
  run: async ({ config, print }) => {
    const database = await openDatabase(config);
    await database.close();
    for (const name of database.applied) print(`applied ${name}`);
    if (database.applied.length === 0) print('The database is up to date.');
  },
};

const commands: Command[] = [
  migrateNow,
  doctor,
  ...backupCommands,
  ...userCommands,
  ...apiKeyCommands,
  ...organizationCommands,
  ...clockCommands,
  ...jobCommands,
  ...exchangeCommands,
  ...partnerCommands,
  ...taxpayerCommands,
  ...marketplaceCommands,
  ...appCommands,
  ...botCommands,
  ...chatCommands,
];

/** Runs one operator command and returns the exit code: 0 done, 1 failed, 2 wrong usage. */
export async function operator(
  config: Config,
  word: string,
  parameters: string[],
  streams: { print(line: string): void; complain(line: string): void } = terminal,
): Promise<number> {
  if (word === 'help' || word === '--help' || word === '-h') {
    streams.print(help());
    return 0;
  }
  const command = commandFor([word, ...parameters]);
  if (!command) {
    const typed = [word, ...parameters];
    streams.complain(`There is no command "${typed.join(' ')}"${hint(typed) ?? `.\n\n${help()}`}`);
    return MISUSED;
  }
  try {
    const given = parseParameters(command, [word, ...parameters].slice(command.words.split(' ').length));
    await command.run(operatorOf(config, streams.print), given);
    return 0;
  } catch (error) {
    if (error instanceof UsageError) {
      streams.complain(`${error.message}\nUsage: npm run colmado -- ${usageOf(command)}`);
      return MISUSED;
    }
    if (!(error instanceof OperatorError || error instanceof Refusal)) throw error;
    streams.complain(error.message);
    return FAILED;
  }
}

const terminal = { print: (line: string) => console.log(line), complain: (line: string) => console.error(line) };

const commandFor = (typed: string[]): Command | undefined =>
  commands.find(({ words }) => words.split(' ').every((word, place) => typed[place] === word));

const DISTANCE_MAX = 2;

/** The commands that were probably meant: those with almost the same words, or else those of the same group. */
function hint(typed: string[]): string | undefined {
  const near = commands.filter(
    ({ words }) => leven(words, typed.slice(0, words.split(' ').length).join(' ')) <= DISTANCE_MAX,
  );
  const meant = near.length > 0 ? near : commands.filter(({ words }) => words.startsWith(`${typed[0]} `));
  if (meant.length === 0) return undefined;
  return `. Did you mean:\n${meant.map((command) => `  npm run colmado -- ${usageOf(command)}`).join('\n')}`;
}

function operatorOf(config: Config, print: (line: string) => void): Operator {
  return {
    config,
    print,
    readInput: () => text(process.stdin),
    withService: (work) => withService(config, work),
  };
}

async function withService<T>(config: Config, work: (app: App) => Promise<T>): Promise<T> {
  const database = await openDatabase(config);
  const app = await createApp({ ...config, ROLE: 'api' }, database.url, { log: createLog('warn') });
  try {
    await app.databaseClock.measure();
    await app.queue.start();
    return await work(app);
  } finally {
    await app.stop();
    await database.close();
  }
}

const help = (): string =>
  [
    'npm start                          serve (ROLE or the first word: api, worker, all)',
    'npm run demo                       fill an organization with examples',
    'npm run colmado -- <command>       one of these:',
    '',
    ...table(commands.map((command) => [`  ${usageOf(command)}`, command.summary])),
    '  help',
  ].join('\n');
