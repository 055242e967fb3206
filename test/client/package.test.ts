import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { browserTest } from '#test/browser/chromium.ts';
import { type Business, baseUrl, newBusiness } from '#test/harness.ts';

const run = promisify(execFile);
let made: Promise<string> | undefined;

/** A user's project with the package installed from its archive. */
const project = (): Promise<string> => (made ??= makeProject());

async function makeProject(): Promise<string> {
  const folder = await mkdtemp(join(process.env.TEST_FOLDER!, 'package-'));
  await run('npm', ['pack', '--pack-destination', folder], { cwd: 'client' });
  const [archive] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module', private: true }));
  await run('npm', ['install', `./${archive}`, '--offline', '--no-audit', '--no-fund'], { cwd: folder });
  return folder;
}

/** Compiles files of the project with the libraries of a browser and no types of Node. */
async function compile(...files: string[]): Promise<string> {
  const options = [
    '--strict',
    '--exactOptionalPropertyTypes',
    '--target',
    'es2022',
    '--lib',
    'es2022,dom',
    '--module',
    'nodenext',
    '--types',
    '',
  ];
  const { stdout } = await run(resolve('node_modules/.bin/tsc'), [...options, ...files], {
    cwd: await project(),
  }).catch((failed: { stdout: string }) => failed);
  return stdout;
}

/** Every Node.js that is installed: the pinned one, and the system's where there is another. */
async function installedNodes(): Promise<Map<string, string>> {
  const candidates = [process.execPath, ...process.env.PATH!.split(delimiter).map((path) => join(path, 'node'))];
  const byVersion = new Map<string, string>();
  for (const candidate of candidates) {
    const path = await realpath(candidate).catch(() => null);
    const version = path && (await run(path, ['--version'])).stdout.trim();
    if (version && Number.parseInt(version.slice(1), 10) >= 20) byVersion.set(version, path);
  }
  return byVersion;
}

async function newApiKey({ api }: Business) {
  const { data } = await api.POST('/v1/organization/api-key', {
    body: { name: 'Client', permissions: ['contacts:read', 'contacts:write', 'webhooks:read', 'events:read'] },
  });
  return data!;
}

test('the package contains only its build, README, licence and signing vectors, and has no dependencies', async () => {
  const installed = join(await project(), 'node_modules/@colmado/client');
  assert.deepEqual((await readdir(installed)).toSorted(), [
    'LICENSE',
    'README.md',
    'dist',
    'package.json',
    'signing-vectors.json',
  ]);
  assert.deepEqual(await readFile(join(installed, 'LICENSE')), await readFile('LICENSE'));
  const { dependencies, peerDependencies } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
  assert.deepEqual([dependencies, peerDependencies], [undefined, undefined]);
});

test('misspelt paths, parameters, fields, codes and event types do not compile', async () => {
  const consumer = await readFile('test/client/consumer.ts', 'utf8');
  await writeFile(join(await project(), 'consumer.ts'), consumer.replace('#client', '@colmado/client'));
  assert.equal(await compile('consumer.ts'), '');
});

test('the examples in its README compile and run on every installed Node.js', async () => {
  const business = await newBusiness();
  const key = await newApiKey(business);
  const readme = await readFile('client/README.md', 'utf8');
  const program = [...readme.matchAll(/```ts\n(.+?)```/gs)]
    .map((match) => match[1])
    .join('')
    .replaceAll('https://colmado.example.com', baseUrl)
    .replaceAll('019a8c5e-…', business.id)
    .replaceAll('cmt_…', business.owner.token)
    .replace('ck_…', key.id)
    .replace('cks_…', key.secret);
  const folder = await project();
  await writeFile(join(folder, 'readme.ts'), program);
  assert.equal(await compile('readme.ts'), '');
  for (const [version, node] of await installedNodes()) {
    const { stdout, stderr } = await run(node, ['readme.js'], { cwd: folder });
    assert.equal(stderr, '', version);
    assert.match(stdout, /Ana Pérez\n/, version);
  }
});

async function bundle(): Promise<string> {
  const { outputFiles, warnings } = await build({
    stdin: { contents: `export * from '@colmado/client'`, resolveDir: await project() },
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'iife',
    globalName: 'colmado',
  });
  assert.deepEqual(warnings, []);
  return outputFiles[0]!.text;
}

test('it bundles for browsers without Node.js APIs', async () => {
  assert.doesNotMatch(await bundle(), /\bprocess\.|require\(|node:/);
});

browserTest('it signs, writes and reads in a browser', async (page) => {
  const business = await newBusiness();
  const key = await newApiKey(business);
  // A page of the test's own: those of the service allow no other scripts.
  await page.route(`${baseUrl}/blank`, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto(`${baseUrl}/blank`);
  await page.addScriptTag({ content: await bundle() });
  const credentials = { apiKeyId: key.id, secret: key.secret, organizationId: business.id };
  const names = await page.evaluate(
    async (options) => {
      const { createClient } = (globalThis as unknown as { colmado: typeof import('#client') }).colmado;
      const api = createClient(options);
      await api.POST('/v1/beneficiary', { body: { name: 'Ana' } });
      const found: string[] = [];
      for await (const contact of api.list('/v1/beneficiary')) found.push(contact.name);
      return found;
    },
    { baseUrl, credentials },
  );
  assert.deepEqual(names, ['Ana']);
});
