import { randomUUID } from 'node:crypto';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Config, ConfigurationError, misspelled } from '#platform/config.ts';
import { connectionProblem } from '#platform/db/connection-problem.ts';

const wrong = (variable: string, problem: string): ConfigurationError =>
  new ConfigurationError(`Configuration: ${variable}: ${problem}`);

/** Checks the folders and databases of the configuration, so that a failure names its variable. */
export async function checkPlaces(config: Config): Promise<void> {
  const { DATABASE_URL, MIGRATION_DATABASE_URL, SECRET_KEY, SMTP_URL, STORAGE, DATA_DIR } = config;
  const usesDataDir = !(DATABASE_URL && SECRET_KEY && SMTP_URL && STORAGE);
  if (usesDataDir) await checkFolder('DATA_DIR', resolve(DATA_DIR));
  if (STORAGE?.startsWith('file:')) await checkFolder('STORAGE', fileURLToPath(STORAGE));
  if (DATABASE_URL) await checkDatabase('DATABASE_URL', DATABASE_URL);
  if (MIGRATION_DATABASE_URL) await checkDatabase('MIGRATION_DATABASE_URL', MIGRATION_DATABASE_URL);
}

async function checkFolder(variable: string, folder: string): Promise<void> {
  const probe = join(folder, `.probe-${randomUUID()}`);
  try {
    await makeFolder(folder);
    await writeFile(probe, '');
    await rm(probe);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw wrong(variable, `cannot write to ${folder} (${code})`);
  }
}

/** Like a recursive `mkdir`, which never ends where a file system refuses new folders with ENOENT (/proc). */
async function makeFolder(folder: string): Promise<void> {
  const isThere = await stat(folder).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
  if (isThere) return;
  await makeFolder(dirname(folder));
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    // Another process was faster.
    if (error.code !== 'EEXIST') throw error;
  });
}

async function checkDatabase(variable: string, url: string): Promise<void> {
  const problem = await connectionProblem(url);
  if (problem) throw wrong(variable, problem);
}

/** The failure of listening, with the variable at fault. */
export function explainListening(error: unknown, { HOST, PORT }: Config): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return wrong('PORT', `${PORT} of ${HOST} is in use by another program`);
  if (code === 'EACCES') return wrong('PORT', `this user may not listen on ${PORT}: choose 1024 or more`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return wrong('HOST', `${HOST} is not an address of this machine (${code})`);
  return error;
}

/** Settings that work and should not stay: each is one line. */
export function warningsOf(config: Config, environment: Record<string, string | undefined> = process.env): string[] {
  const warnings = misspelled(environment).map(({ name, meant }) => `${name} is not a setting: is ${meant} meant?`);
  if (config.NODE_ENV !== 'production') return warnings;
  if (!config.DATABASE_URL)
    warnings.push('DATABASE_URL is not set: production on the embedded database has one process and no backups');
  if (!config.PUBLIC_URL?.startsWith('https:'))
    warnings.push('PUBLIC_URL is not an https:// address: cookies are sent without encryption');
  if (!config.SECRET_KEY)
    warnings.push('SECRET_KEY is not set: the key is a file in DATA_DIR, and without it the secrets are lost');
  return warnings;
}
