// `npm test`: type check, lint, then every test file on a real PostgreSQL, sharded over the cores.
// `npm test -- src/modules/webhooks` runs the test files under those paths only.
import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { withScratchDatabase } from './scratch-database.ts';

const wanted = process.argv.slice(2);
const files = globSync(['src/**/*.test.ts', 'test/**/*.test.ts']).filter(
  (file) => wanted.length === 0 || wanted.some((path) => file.startsWith(path.replace(/^\.\//, ''))),
);
/** Tests that kill processes or need the machine for themselves run alone, after the others. */
const alone = files.filter((file) => file.startsWith('test/alone/'));
const together = files.filter((file) => !alone.includes(file));

const failures: string[] = [];
if (wanted.length === 0) {
  await step('type check', 'tsc', ['--noEmit']);
  await step('lint', 'biome', ['ci', '.']);
}
await withScratchDatabase(async (server, folder) => {
  const environment = { TEST_OWNER_URL: server.ownerUrl('postgres'), TEST_FOLDER: folder };
  const shards = Math.min(availableParallelism(), 4, together.length);
  await Promise.all(
    Array.from({ length: shards }, (_, index) => {
      const share = together.filter((_file, place) => place % shards === index);
      return step(`tests ${index + 1}/${shards}`, 'node', testParameters(share), environment);
    }),
  );
  for (const file of alone) await step(file, 'node', testParameters([file]), environment);
});

if (failures.length > 0) {
  console.error(`\nFailed: ${failures.join(', ')}`);
  process.exit(1);
}
console.log('\nAll is well.');

function testParameters(share: string[]): string[] {
  // A test that hangs is named instead of holding up everything.
  return [
    '--test',
    '--test-timeout=120000',
    '--test-isolation=none',
    '--test-reporter=spec',
    '--unhandled-rejections=strict',
    ...share,
  ];
}

function step(
  name: string,
  program: string,
  parameters: string[],
  environment: Record<string, string> = {},
): Promise<void> {
  const startedAt = performance.now();
  const child = spawn(program, parameters, {
    env: { ...process.env, NODE_ENV: 'test', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve) => {
    child.once('close', (code) => {
      process.stdout.write(Buffer.concat(chunks));
      console.log(`${code === 0 ? '✔' : '✖'} ${name} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)\n`);
      if (code !== 0) failures.push(name);
      resolve();
    });
  });
}
