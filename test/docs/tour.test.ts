import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { baseUrl, letterTo } from '#test/harness.ts';
import { startReceiver } from '#test/receiver.ts';

const readme = await readFile('README.md', 'utf8');
const tour = /## A tour in five minutes\n(.+?)\n## /s.exec(readme)![1]!;
const blocksOf = (text: string) => [...text.matchAll(/```sh\n(.+?)```/gs)].map((match) => match[1]!);
const guides = [
  'selling',
  'stock',
  'books',
  'taxes',
  'imports',
  'integrations',
  'boards',
  'payment-pages',
  'automations',
  'bots',
  'files',
  'portability',
  'forms',
  'bookings',
  'websites',
  'billing',
  'apps',
  'assistant',
  'chats',
  'diffusions',
  'widget',
];
/** A batch with a ticket that is refused, sent twice, and a payment before the organization can be paid online. */
const refusedOnPurpose: Record<string, string[]> = {
  integrations: ['stock_insufficient', 'stock_insufficient'],
  'payment-pages': ['online_payment_unavailable'],
};
const hasShell = spawnSync('bash', ['--version']).status === 0;
const hasCurl = /--json/.test(spawnSync('curl', ['--help', 'all']).stdout?.toString() ?? '');

/** A shell that runs one block after the other. */
function openShell(folder: string) {
  const shell = spawn('bash', [], { cwd: folder, stdio: ['pipe', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [shell.stdout, shell.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk));
  const ended = new Promise((resolve) => shell.once('close', resolve));
  return {
    /** The output of a block after it has ended. */
    type: async (block: string): Promise<string> => {
      const end = `over ${crypto.randomUUID()}`;
      said = '';
      shell.stdin.write(`${block}\necho '${end}'\n`);
      while (!said.includes(end)) {
        if (shell.exitCode !== null) throw new Error(`The shell ended: ${said}`);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      return said.replace(end, '');
    },
    close: () => {
      shell.stdin.end();
      return ended;
    },
  };
}

const skip = hasShell && hasCurl ? false : 'no bash, or no curl that knows --json';

/** The output of all blocks, and the folder in which they ran. */
async function run(blocks: string[], email = 'ana@example.com') {
  const folder = await mkdtemp(join(process.env.TEST_FOLDER!, 'tour-'));
  const shell = openShell(folder);
  const receiver = await startReceiver();
  const outputs: string[] = [];
  const since = new Date().toISOString();
  for (const block of blocks) {
    // Skip commands that never end: the stream has its own tests, and the test has its own listener.
    if (block.trimEnd().endsWith('&')) continue;
    if (block.includes('$URL/mailbox')) await letterTo(email, /código/, since);
    const here = block
      .replace('http://localhost:3000', baseUrl)
      .replace('http://localhost:4000/', receiver.url)
      .replace('ana@example.com', email);
    outputs.push(await shell.type(here));
  }
  await shell.close();
  return { all: outputs.join(''), folder };
}

const refusalsIn = (output: string) => [...output.matchAll(/"code":"([a-z_]+)","detail"/g)].map((match) => match[1]);

for (const guide of guides)
  test(`the calls of docs/${guide}.md work as printed`, { skip }, async () => {
    const blocks = blocksOf(await readFile(`docs/${guide}.md`, 'utf8'));
    const { all } = await run([...blocksOf(tour).slice(0, 4), ...blocks], `${guide}@example.com`);
    assert.deepEqual(refusalsIn(all), refusedOnPurpose[guide] ?? []);
    assert.doesNotMatch(all, /Error|command not found/);
  });

test('the tour in the README works as printed', { skip }, async () => {
  const { all, folder } = await run(blocksOf(tour));
  assert.match(all, /"fiscalNumber":"B0100000001".+"total":"5782\.00"/);
  assert.match(all, /"dryRun":true/);
  assert.match(all, /"type":"settings:organization:updated"/);
  assert.match(all, /"status":"delivered"/);
  assert.match(all, /"secret":"cks_/);
  const invited = [...all.matchAll(/"id":"([^"]+)"[^\n]+"email":"luis@example\.com"/g)].map((match) => match[1]);
  assert.deepEqual([invited.length, new Set(invited).size], [2, 1]);
  // This call is meant to be refused.
  assert.deepEqual(refusalsIn(all), ['invalid_request']);
  assert.match((await readFile(join(folder, 'invoice.pdf'))).toString('latin1'), /^%PDF-/);
});
