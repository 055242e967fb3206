// `npm test`: type check, lint, then every test file on a real PostgreSQL, sharded over the cores.
// `npm test -- src/modules/webhooks` runs the test files under those paths only.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { NO_FILE } from './failed-files.ts';
import { withScratchDatabase } from './scratch-database.ts';

const STEP_MINUTES_MAX = 60;
/** More failing files than this are not the effect of a busy machine. */
const REPEATED_FILES_MAX = 8;
const DETAILS_LENGTH_MAX = 8_000;
/** Seconds of files that take longer than their size suggests, so that the shards end at about the same time. */
const LONG_FILES: Record<string, number> = {
  'test/walks/bad-input.test.ts': 50,
  'test/walks/tenancy.test.ts': 30,
  'test/walks/largest.test.ts': 30,
  'test/cli/operator.test.ts': 20,
  'test/browser/docs.browser.test.ts': 12,
  'test/client/package.test.ts': 12,
};
const BYTES_PER_SECOND = 6_000;
/** The result of the last type check, so that the next one checks only what has changed. */
const CHECKED = 'node_modules/.cache/type-check.json';

const wanted = process.argv.slice(2);
// Drills take minutes: `npm run drill` runs them, with what else they need.
const folders = process.env.DRILL ? ['src', 'test', 'drill'] : ['src', 'test'];
const files = globSync(folders.map((folder) => `${folder}/**/*.test.ts`)).filter(
  (file) => wanted.length === 0 || wanted.some((path) => file.startsWith(path.replace(/^\.\//, ''))),
);
/** Tests that need their own process; most of them start and kill services. */
const alone = files.filter((file) => file.startsWith('test/alone/') || file.startsWith('drill/'));
const together = files.filter((file) => !alone.includes(file));

const failures: string[] = [];
/** What the failed steps printed about their failures, to be printed again at the end. */
const details: string[] = [];
/** Files that failed while others ran, and passed when they ran again alone. */
const unsteady: string[] = [];
const running = new Set<number>();
let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    interrupted = true;
    for (const leader of running) endGroup(leader);
  });
}

// A shard waits for PostgreSQL a third of its time, so run the checks and the tests alone in parallel with the shards.
const checked = wanted.length === 0 ? check() : Promise.resolve();
await withScratchDatabase(async (server, folder) => {
  const environment = {
    TEST_OWNER_URL: server.ownerUrl('postgres'),
    TEST_FOLDER: folder,
    // A third of the time to load the modules is compiling them.
    NODE_COMPILE_CACHE: 'node_modules/.cache/compiled',
  };
  const suspects = new Set<string>();
  const runTests = async (name: string, some: string[], isRepeated = false): Promise<boolean> => {
    const report = join(folder, `failed-${name.replace(/\W+/g, '-')}`);
    if (await step(name, 'node', testParameters(some, report), environment)) return true;
    const failed = (existsSync(report) ? readFileSync(report, 'utf8') : '').split('\n').filter(Boolean);
    const isOfHook = failed.includes(NO_FILE);
    // A hook at the top of a file fails the tests of all files, so all are repeated.
    if (isOfHook && !isRepeated) {
      if (await runTests(`${name} again`, some, true)) unsteady.push(name);
      return false;
    }
    if (failed.length === 0 || isOfHook) failures.push(name);
    for (const file of failed) suspects.add(relative('.', file));
    return false;
  };
  const shards = sharesOf(together, Math.min(availableParallelism(), 4, together.length));
  await Promise.all([
    ...shards.map((share, index) => runTests(`tests ${index + 1}/${shards.length}`, share)),
    checked.then(async () => {
      for (const file of alone) await runTests(file, [file]);
    }),
  ]);
  if (failures.length > 0 || suspects.size > REPEATED_FILES_MAX || files.length === 1)
    return failures.push(...suspects);
  // A test that waits for processes may fail because the machine stood still for seconds. Then it passes alone, and is named.
  for (const file of suspects) {
    const parameters = testParameters([file], join(folder, 'failed-again'));
    const passes = await step(`${file} again, alone`, 'node', parameters, environment);
    (passes ? unsteady : failures).push(file);
  }
});

if (details.length > 0) console.error(`\nWhat failed:\n${details.join('\n')}`);
if (unsteady.length > 0) console.error(`\nFailed in parallel with others, passed alone: ${unsteady.join(', ')}`);
if (failures.length > 0) {
  console.error(`\nFailed: ${failures.join(', ')}`);
  process.exit(1);
}
console.log('\nAll checks passed.');
process.exit(0);

/** Assigns the files, longest first, to the shard with the least work. */
function sharesOf(some: string[], count: number): string[][] {
  const shares = Array.from({ length: count }, () => ({ files: new Set<string>(), seconds: 0 }));
  const weighed = some.map((file) => ({ file, seconds: LONG_FILES[file] ?? statSync(file).size / BYTES_PER_SECOND }));
  for (const { file, seconds } of weighed.toSorted((a, b) => b.seconds - a.seconds)) {
    const freest = shares.reduce((least, share) => (share.seconds < least.seconds ? share : least));
    freest.files.add(file);
    freest.seconds += seconds;
  }
  return shares.map(({ files: dealt }) => some.filter((file) => dealt.has(file)));
}

async function check(): Promise<void> {
  // One thread takes a third less CPU time, because threads would check the same types.
  const types = ['--noEmit', '--singleThreaded', '--incremental', '--tsBuildInfoFile', CHECKED];
  if (!(await step('type check', 'tsc', types))) failures.push('type check');
  if (!(await step('lint', 'biome', ['ci', '.']))) failures.push('lint');
}

function testParameters(share: string[], report: string): string[] {
  return [
    // Name a hanging test instead of blocking the run; on the deadline the process reports what it waits for.
    '--test-timeout=900000',
    '--report-on-signal',
    '--report-filename=stderr',
    '--report-exclude-env',
    '--test',
    '--test-isolation=none',
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    '--test-reporter=./scripts/failed-files.ts',
    `--test-reporter-destination=${report}`,
    '--unhandled-rejections=strict',
    ...share,
  ];
}

/**
 * Runs a program until it ends or until the deadline; then it reports its state and is killed with all its children. Answers
 * whether it succeeded.
 */
async function step(
  name: string,
  program: string,
  parameters: string[],
  environment: Record<string, string> = {},
): Promise<boolean> {
  if (interrupted) return false;
  const startedAt = performance.now();
  const child = spawn(program, parameters, {
    env: { ...process.env, NODE_ENV: 'test', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its own process group, so that its children can be killed.
    detached: true,
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  running.add(child.pid!);
  const closed = once(child, 'close');
  const deadline = setTimeout(async () => {
    chunks.push(Buffer.from(`\n${name} did not end within ${STEP_MINUTES_MAX} minutes. What it was doing:\n`));
    if (program === 'node') child.kill('SIGUSR2');
    await Promise.race([closed, sleep(10_000)]);
    child.kill('SIGKILL');
  }, STEP_MINUTES_MAX * 60_000);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearTimeout(deadline);
  running.delete(child.pid!);
  endGroup(child.pid!);
  // Do not wait for processes that left the group and still hold the output open.
  await Promise.race([closed, sleep(5_000)]);
  child.stdout.destroy();
  child.stderr.destroy();
  const output = Buffer.concat(chunks);
  process.stdout.write(output);
  console.log(`${code === 0 ? '✔' : '✖'} ${name} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)\n`);
  if (code !== 0) details.push(`${name}\n${failuresIn(output.toString())}`);
  return code === 0;
}

/** The part of an output that is about failures: the summary of a test run, or the end. */
function failuresIn(output: string): string {
  return output.slice(Math.max(0, output.lastIndexOf('✖ failing tests:'))).slice(-DETAILS_LENGTH_MAX);
}

function endGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
