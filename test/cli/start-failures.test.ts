import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { readConfig } from '#platform/config.ts';
import { freePort } from '#test/free-port.ts';
import { launchService } from '#test/service-process.ts';
import { checkPlaces, explainListening, warningsOf } from '../../src/cli/preflight.ts';

const root = join(import.meta.dirname, '../..');
const folder = await mkdtemp(join(tmpdir(), 'colmado-start-'));
const file = join(folder, 'file');
await writeFile(file, '');

/** A database that exists, so that the check of the next setting is reached. */
const database = process.env.TEST_OWNER_URL!;
const aFolder = { DATA_DIR: folder };

async function failureOf(environment: Record<string, string>): Promise<string> {
  const service = await launchService(environment);
  assert.equal(await service.ended(), 1, service.output());
  return service.output();
}

const failures: Record<string, { environment: Record<string, string>; line: RegExp }> = {
  'a database URL of another kind': {
    environment: { DATABASE_URL: 'mysql://db/colmado' },
    line: /^Configuration: DATABASE_URL: must be a postgresql:\/\/ URL\n$/,
  },
  'a database host that does not exist': {
    environment: { ...aFolder, DATABASE_URL: 'postgresql://ana:secreto@db.invalid/colmado' },
    line: /^Configuration: DATABASE_URL: cannot connect to db\.invalid:5432\/colmado as ana: .*(ENOTFOUND|EAI_AGAIN).*\n$/,
  },
  'a database server that does not listen': {
    environment: { ...aFolder, DATABASE_URL: `postgresql://ana:secreto@127.0.0.1:${await freePort()}/colmado` },
    line: /^Configuration: DATABASE_URL: cannot connect to 127\.0\.0\.1:\d+\/colmado as ana: .*ECONNREFUSED.*\n$/,
  },
  'a database that does not exist': {
    environment: { ...aFolder, DATABASE_URL: database.replace('/postgres?', '/missing?') },
    line: /^Configuration: DATABASE_URL: cannot connect to .+ as postgres: database "missing" does not exist\n$/,
  },
  'a migration role that does not exist': {
    environment: {
      ...aFolder,
      DATABASE_URL: database,
      MIGRATION_DATABASE_URL: database.replace('postgres@', 'nobody_here@'),
    },
    line: /^Configuration: MIGRATION_DATABASE_URL: cannot connect to .+: role "nobody_here" does not exist\n$/,
  },
  'a data folder that cannot be written': {
    environment: { DATA_DIR: join(file, 'data') },
    line: /^Configuration: DATA_DIR: cannot write to .+\/file\/data \(ENOTDIR\)\n$/,
  },
  'a data folder on a file system that takes none': {
    environment: { DATA_DIR: '/proc/colmado/data' },
    line: /^Configuration: DATA_DIR: cannot write to \/proc\/colmado\/data \((ENOENT|EACCES|EPERM)\)\n$/,
  },
  'a storage folder that cannot be written': {
    environment: { ...aFolder, STORAGE: `file://${file}` },
    line: /^Configuration: STORAGE: cannot write to .+\/file \((ENOTDIR|EEXIST)\)\n$/,
  },
  'a storage URL with a host': {
    environment: { STORAGE: 'file://elsewhere/files' },
    line: /^Configuration: STORAGE: must be file:\/\/\/folder or s3:\/\/bucket\/prefix.+\n$/,
  },
  'a mail server without a protocol': {
    environment: { SMTP_URL: 'mail.example.com:587' },
    line: /^Configuration: SMTP_URL: must be an smtp:\/\/ or smtps:\/\/ URL with a host\n$/,
  },
  'an origin with a path': {
    environment: { CORS_ORIGINS: 'https://app.example.com/start' },
    line: /^Configuration: CORS_ORIGINS: must be origins such as https:\/\/app\.example\.com, separated by commas\n$/,
  },
};

for (const [name, { environment, line }] of Object.entries(failures)) {
  test(`${name} fails the start with one line that names the setting`, async () => {
    const output = await failureOf(environment);
    assert.match(output, line);
    assert.doesNotMatch(output, /secreto/);
  });
}

test('a wrong setting says what it accepts', () => {
  const accepted: [environment: Record<string, string>, accepts: string][] = [
    [{ PORT: 'abc' }, 'PORT: must be a whole number'],
    [{ PORT: '70000' }, 'PORT: must be at most 65535'],
    [{ DATABASE_POOL_SIZE: '1' }, 'DATABASE_POOL_SIZE: must be at least 2'],
    [{ DATABASE_POOL_SIZE: '2.5' }, 'DATABASE_POOL_SIZE: must be a whole number'],
    [{ NODE_ENV: 'prod' }, 'NODE_ENV: must be one of production, development, test'],
    [{ MAIL_TO_FOLDER: 'maybe' }, 'MAIL_TO_FOLDER: must be true or false'],
    [{ STRIPE_API_URL: 'stripe' }, 'STRIPE_API_URL: must be a URL'],
    [{ OPERATOR_ORGANIZATION_ID: '1' }, 'OPERATOR_ORGANIZATION_ID: must be a UUID'],
    [{ MSGAPP_VERIFY_TOKEN: 'short' }, 'MSGAPP_VERIFY_TOKEN: must have at least 8 characters'],
    [{ MAIL_FROM: 'Colmado' }, 'MAIL_FROM: must be an address such as Colmado <no-reply@example.com>'],
  ];
  for (const [environment, line] of accepted)
    assert.throws(() => readConfig(environment), { message: `Configuration: ${line}` });
});

test('a bucket as storage is no folder to be checked', async () => {
  const config = readConfig({ DATA_DIR: folder, STORAGE: 's3://colmado/files?region=us-east-1' });
  await checkPlaces(config);
});

test('a host that is not of this machine, a port in use and a privileged port name their setting', async () => {
  const refused = async (host: string, port: number): Promise<unknown> =>
    new Promise((resolve) => {
      const server = createServer().once('error', resolve);
      server.listen({ host, port }, () => resolve(server.close()));
    });
  const config = readConfig({ HOST: '192.0.2.1', PORT: '80' });
  const lineOf = (error: unknown) => (explainListening(error, config) as Error).message;
  assert.match(lineOf(await refused('192.0.2.1', 0)), /^Configuration: HOST: 192\.0\.2\.1 is not an address/);
  assert.match(lineOf(await refused('no.such.host.invalid', 0)), /^Configuration: HOST: /);
  assert.match(lineOf({ code: 'EADDRINUSE' }), /^Configuration: PORT: 80 of 192\.0\.2\.1 is in use/);
  assert.match(lineOf({ code: 'EACCES' }), /^Configuration: PORT: this user may not listen on 80/);
  const other = new Error('anything else');
  assert.equal(explainListening(other, config), other);
});

test('a start in production warns about misspelled and unsafe settings before it fails', async () => {
  const lines = (await failureOf({ ...aFolder, NODE_ENV: 'production', SMTP_ULR: 'smtp://mail' })).split('\n');
  assert.equal(lines[0], 'Warning: SMTP_ULR is not a setting: is SMTP_URL meant?');
  assert.deepEqual(
    lines.slice(1, -1).map((line) => line.split(' ').slice(0, 2).join(' ')),
    ['Warning: DATABASE_URL', 'Warning: PUBLIC_URL', 'Warning: SECRET_KEY', 'Configuration: SMTP_URL:'],
  );
});

test('a misspelled variable warns, and a variable of another program does not', () => {
  const warned = (environment: Record<string, string>) => warningsOf(readConfig({}), environment);
  assert.deepEqual(warned({ DATABASE_ULR: 'postgresql://db/colmado' }), [
    'DATABASE_ULR is not a setting: is DATABASE_URL meant?',
  ]);
  assert.deepEqual(warned({ PROT: '80', SMTP_URI: 'smtp://mail' }), [
    'PROT is not a setting: is PORT meant?',
    'SMTP_URI is not a setting: is SMTP_URL meant?',
  ]);
  assert.deepEqual(
    warned({ PATH: '/bin', HOME: '/root', POST: '1', HOSTNAME: 'a', LANG: 'C', npm_package_name: 'x' }),
    [],
  );
});

test('production warns about the embedded database, plain http and a key that is not set', () => {
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'http://api.example.com' };
  assert.deepEqual(
    warningsOf(readConfig(production), {}).map((line) => line.split(' ')[0]),
    ['DATABASE_URL', 'PUBLIC_URL', 'SECRET_KEY'],
  );
  const complete = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://api.example.com',
    DATABASE_URL: 'postgresql://db/colmado',
    SECRET_KEY: '0'.repeat(64),
  };
  assert.deepEqual(warningsOf(readConfig(complete), {}), []);
  assert.deepEqual(warningsOf(readConfig({}), {}), []);
});

/** Runs the installer in a folder, with an npm that cannot install anything. */
async function install(cwd: string, flags: string[] = [], nodeFlags: string[] = []) {
  await writeFile(join(cwd, 'npm'), '#!/bin/sh\necho "npm $*"\nexit 7\n', { mode: 0o755 });
  const child = spawn(process.execPath, [...nodeFlags, join(root, 'scripts/install.mjs'), ...flags], {
    cwd,
    env: { PATH: `${cwd}:/usr/bin:/bin` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await ended) as [number | null];
  return { code, output: out + err };
}

test('a service that was installed without development packages starts without installing', async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'colmado-installed-'));
  await mkdir(join(cwd, 'node_modules/.bin'), { recursive: true });
  await writeFile(join(cwd, 'node_modules/.bin/node'), '');
  await copyFile(join(root, 'package-lock.json'), join(cwd, 'package-lock.json'));
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string; dev?: boolean; optional?: boolean }>;
  };
  const write = (keep: (path: string) => boolean) =>
    writeFile(
      join(cwd, 'node_modules/.package-lock.json'),
      JSON.stringify({ packages: Object.fromEntries(Object.entries(packages).filter(([path]) => keep(path))) }),
    );
  await write((path) => !packages[path]!.dev && !packages[path]!.optional);
  assert.deepEqual(await install(cwd), { code: 0, output: '' });
  assert.match((await install(cwd, ['--dev'])).output, /^npm ci /m, 'Tests need the packages of development.');
  await write((path) => path !== 'node_modules/fastify');
  assert.equal((await install(cwd)).code, 7, 'A missing package is installed.');
});

test('an old Node.js is refused with one line', async () => {
  const old = `data:text/javascript,Object.defineProperty(process, 'versions', { value: { node: '18.20.0' } })`;
  const { code, output } = await install(folder, [], ['--import', old]);
  assert.equal(code, 1);
  assert.equal(output, 'Colmado needs Node.js 20 or newer to start, and this is 18.20.0.\n');
  const main = spawn(process.execPath, ['--import', old, 'src/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  assert.match(await text(main.stderr), /^Colmado needs Node\.js 26, and this is .+\n$/);
});
