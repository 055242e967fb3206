import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from '#test/free-port.ts';
import { withDataFolder } from '#test/service-process.ts';
import { startEmbedded } from '../src/cli/embedded.ts';
import { type Measurement, median } from './table.ts';

const TIMES = 3;
const START_MS_MAX = 5_000;

/** Time from `npm start` to the first answer, with an empty and an existing data folder, and the memory used. */
export async function start(): Promise<Measurement[]> {
  const first: number[] = [];
  const again: number[] = [];
  let memory = '';
  for (let time = 0; time < TIMES; time++) {
    await withDataFolder(async (folder) => {
      first.push((await startAndStop(folder)).tookMs);
      const { tookMs, memoryMb } = await startAndStop(folder);
      again.push(tookMs);
      memory = memoryMb;
    });
  }
  return [
    describe('npm start to serving, empty data folder', median(first)),
    describe('npm start to serving, existing data', median(again)),
    { what: 'memory of the service after start', target: '', measured: memory },
  ];
}

async function startAndStop(folder: string): Promise<{ tookMs: number; memoryMb: string }> {
  const port = String(await freePort());
  const startedAt = performance.now();
  const npm = spawn('npm', ['start'], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, DATA_DIR: folder, PORT: port },
    stdio: 'ignore',
    detached: true,
  });
  const url = `http://127.0.0.1:${port}`;
  while (!(await isReady(url))) {
    if (npm.exitCode !== null) throw new Error('npm start exited: try it by hand.');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  const tookMs = performance.now() - startedAt;
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const bytes = Number(/^process_resident_memory_bytes (\S+)/m.exec(metrics)?.[1]);
  // Signal the whole process group, as Ctrl-C does: npm does not forward signals through its shell.
  process.kill(-npm.pid!, 'SIGTERM');
  while (await isReady(url)) await new Promise((resolve) => setTimeout(resolve, 10));
  if (npm.exitCode === null && npm.signalCode === null) await once(npm, 'close');
  await startEmbedded(folder).then((database) => database.stop());
  return { tookMs, memoryMb: `${Math.round(bytes / 1024 / 1024)} MB` };
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  );

const describe = (what: string, tookMs: number): Measurement => ({
  what,
  target: `< ${START_MS_MAX / 1000} s`,
  measured: `${(tookMs / 1000).toFixed(2)} s`,
  met: tookMs < START_MS_MAX,
});
