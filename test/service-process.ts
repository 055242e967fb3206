import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { localMailbox } from '#adapters/mailbox/mailbox.ts';
import { type ColmadoClient, createClient } from '#client';
import { freePort } from '#test/free-port.ts';

const START_MS_MAX = 240_000;

const launched = new Set<ChildProcess>();

/** Kills processes that a failed test left running: the test process waits for its children and would never end. */
export function killLaunched(): void {
  for (const child of launched) child.kill('SIGKILL');
}

/** The service in its own process, as users run it; it can be stopped or killed. */
export interface ServiceProcess {
  baseUrl: string;
  pid: number;
  /** Its output so far. */
  output(): string;
  /** Resolves when it serves; rejects with its output if it ends before. */
  open(): Promise<void>;
  /** Resolves with the exit code. */
  ended(): Promise<number | null>;
  stop(): Promise<number | null>;
  kill(): Promise<void>;
}

export async function launchService(
  environment: Record<string, string>,
  /** The folder of the program: another one is another release. */
  cwd = join(import.meta.dirname, '..'),
): Promise<ServiceProcess> {
  const port = environment.PORT ?? String(await freePort());
  const { flags, variables } = await startOptions(cwd);
  const parameters = [
    ...flags,
    ...(environment.NODE_FLAGS?.split(' ') ?? []),
    'src/main.ts',
    environment.ROLE ?? 'all',
  ];
  const child = spawn(process.execPath, parameters, {
    cwd,
    env: { PATH: process.env.PATH, PORT: port, RATE_LIMIT_PER_MINUTE: '1000000000', ...variables, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  launched.add(child);
  child.once('exit', () => launched.delete(child));
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk));
  const ended = endOf(child);
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    pid: child.pid!,
    output: () => output,
    ended: () => ended,
    open: async () => {
      const deadline = Date.now() + START_MS_MAX;
      while (!output.includes('Colmado is open')) {
        if (child.exitCode !== null || child.signalCode !== null) throw new Error(`It ended: ${output}`);
        if (Date.now() > deadline) throw new Error(`It did not start in time: ${output}`);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    stop: async () => {
      child.kill('SIGTERM');
      return ended;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** The variables and flags that `npm start` of this program gives to Node.js. `NODE_OPTIONS` does not accept all of the flags. */
async function startOptions(program: string): Promise<{ flags: string[]; variables: Record<string, string> }> {
  const { scripts } = JSON.parse(await readFile(join(program, 'package.json'), 'utf8'));
  const start: string = scripts.start;
  return {
    flags: start.match(/--\S+/g) ?? [],
    variables: Object.fromEntries([...start.matchAll(/\b([A-Z_]+)=(\S+)/g)].map(([, name, value]) => [name!, value!])),
  };
}

export async function startService(environment: Record<string, string>): Promise<ServiceProcess> {
  const service = await launchService(environment);
  await service.open();
  return service;
}

async function endOf(child: ChildProcess): Promise<number | null> {
  const [code] = (await once(child, 'close')) as [number | null];
  return code;
}

/** Runs `work` with a data folder that the database's user can reach, and removes it afterwards. */
export async function withDataFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'colmado-alone-'));
  await chmod(folder, 0o755);
  try {
    return await work(folder);
  } finally {
    // A server that is slow to stop may still write.
    await rm(folder, { recursive: true, force: true, maxRetries: 30, retryDelay: 200 });
  }
}

/** Reads the sign-in code for an address from the service's local mailbox. */
export const codesIn = (dataDir: string) => async (email: string) => {
  const letters = await localMailbox(join(dataDir, 'mailbox')).letters();
  return letters.find((letter) => letter.to === email)?.subject.match(/\d{6}/)?.[0];
};

/** Signs in with an emailed code, as a user would. */
export async function signInAt(
  baseUrl: string,
  email: string,
  codeFor: (email: string) => Promise<string | undefined>,
): Promise<{ token: string; api: ColmadoClient }> {
  const nobody = createClient({ baseUrl, retries: 0 });
  const { data: asked } = await nobody.GET('/v1/user/login/pinRequest', { params: { query: { email } } });
  let pin: string | undefined;
  for (let tries = 0; !pin && tries < 500; tries++) {
    pin = await codeFor(email);
    if (!pin) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  if (!asked || !pin) throw new Error(`No code came for ${email}.`);
  const body = { requestId: asked.requestId, pin, wants: 'token' as const };
  const { data } = await nobody.POST('/v1/user/login/verifyPin', { body });
  const token = data!.token!;
  return { token, api: createClient({ baseUrl, credentials: { token }, retries: 0 }) };
}
