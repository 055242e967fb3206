import { createReadStream, createWriteStream } from 'node:fs';
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createGunzip, createGzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { z } from 'zod';
import { version } from '#app';
import type { Config } from '#platform/config.ts';
import { realNow, toTimestamp } from '#platform/date.ts';
import { checksumOf, migrate, readMigrations } from '#platform/db/migrate.ts';
import { JobQueue } from '#platform/jobs/queue.ts';
import {
  beginSnapshot,
  type CopiedTable,
  connectAsOwner,
  copyIn,
  copyOut,
  dropForeignKeys,
  emptyTables,
  isStatistics,
  isUnused,
  seeAll,
  selectMigrations,
  selectQueueVersion,
  selectSequences,
  selectTables,
  setSequence,
  unforceSecurity,
} from './backup.sql.ts';
import { type Command, type Operator, OperatorError } from './command.ts';
import { openDatabase } from './open-database.ts';

/** The table of contents of a backup. It is written last, so a backup without it is incomplete. */
const Manifest = z.object({
  version: z.string(),
  madeAt: z.string(),
  queueVersion: z.number(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number() })),
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
  files: z.number().nullable(),
});
type Manifest = z.infer<typeof Manifest>;

const tableFile = (folder: string, { name }: { name: string }): string => join(folder, 'tables', `${name}.copy.gz`);

export const backupCommands: Command[] = [
  {
    words: 'backup',
    summary: 'Write all rows and files of one moment into a new folder, while the service runs.',
    positionals: ['folder'],
    run: (operator, { positionals: [folder] }) => backUp(operator, resolve(folder!)),
  },
  {
    words: 'restore',
    summary: 'Load a backup into an empty database, completely or not at all.',
    positionals: ['folder'],
    run: (operator, { positionals: [folder] }) => restore(operator, resolve(folder!)),
  },
];

async function backUp({ config, print }: Operator, folder: string): Promise<void> {
  if (await exists(folder)) throw new OperatorError(`${folder} exists: name a new folder.`);
  const unfinished = `${folder}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(join(unfinished, 'tables'), { recursive: true, mode: 0o700 });
  const manifest = await withOwner(config, { migrate: false }, async (client) => {
    await seeAll(client);
    await beginSnapshot(client);
    const tables = await selectTables(client);
    const hidden = tables.filter(({ isFiltered }) => isFiltered).map(({ name }) => name);
    if (hidden.length > 0)
      throw new OperatorError(
        `Row-level security hides rows of ${hidden.length} tables (${hidden[0]}, …) from this role: MIGRATION_DATABASE_URL must name the owner, and \`migrate\` must have run.`,
      );
    const copied: Manifest['tables'] = [];
    for (const table of tables) {
      const rows = await writeTable(client, table, tableFile(unfinished, table));
      copied.push({ name: table.name, columns: table.columns, rows });
    }
    return {
      version,
      madeAt: toTimestamp(realNow()),
      queueVersion: await selectQueueVersion(client),
      migrations: await selectMigrations(client),
      tables: copied,
      sequences: await selectSequences(client),
    };
  });
  // After the rows: a file is never deleted within an hour after its row.
  const storage = storageOf(config);
  const files = storage && (await copyFiles(storage, join(unfinished, 'files')));
  await writeFile(join(unfinished, 'manifest.json'), JSON.stringify({ ...manifest, files }, null, 1));
  await rename(unfinished, folder);
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  print(`${rows} rows of ${manifest.tables.length} tables and ${files ?? 0} files are in ${folder}.`);
  if (!storage) print('The files are in the bucket of STORAGE and not in the backup: keep its versions.');
  print('SECRET_KEY (or secret.key in DATA_DIR) is not in the backup: keep it elsewhere.');
}

async function writeTable(client: pg.Client, table: CopiedTable, path: string): Promise<number> {
  const source = client.query(copyTo(copyOut(table)));
  await pipeline(source, createGzip({ level: 1 }), createWriteStream(path, { mode: 0o600 }));
  return source.rowCount;
}

async function restore({ config, print }: Operator, folder: string): Promise<void> {
  const manifest = await readManifest(folder);
  const storage = storageOf(config);
  await withOwner(config, { migrate: false }, async (client, urls) => {
    if (!(await isUnused(client))) throw new OperatorError('The database is in use: restore into an empty one.');
    await migrate({
      ...urls,
      alongside: JobQueue.install,
      only: new Set(manifest.migrations.map(({ name }) => name)),
    });
    if ((await selectQueueVersion(client)) !== manifest.queueVersion)
      throw new OperatorError(
        `The queue has another version: restore with version ${manifest.version}, then start this one.`,
      );
    await client.query('BEGIN');
    await load(client, folder, manifest);
    await client.query('COMMIT; ANALYZE');
  });
  const files = storage && (await copyFiles(join(folder, 'files'), storage));
  // Newer migrations, and the rights of the application's role.
  await (await openDatabase(config)).close();
  print(`${manifest.tables.length} tables and ${files ?? 0} files of ${manifest.madeAt} are restored.`);
  print('Check them: npm run colmado -- doctor --books');
}

async function load(client: pg.Client, folder: string, manifest: Manifest): Promise<void> {
  const foreignKeys = await dropForeignKeys(client);
  const security = await unforceSecurity(client);
  const known = new Map((await selectTables(client)).map((table) => [table.name, table]));
  await emptyTables(client, [...known.keys()]);
  // Earlier backups have the statistics of the queue.
  for (const table of manifest.tables.filter((each) => !isStatistics(each))) {
    if (!known.has(table.name)) throw new OperatorError(`The backup has a table that does not exist: ${table.name}.`);
    const target = client.query(copyFrom(copyIn(table)));
    await pipeline(createReadStream(tableFile(folder, table)), createGunzip(), target);
    if (target.rowCount !== table.rows)
      throw new OperatorError(`${table.name} has ${target.rowCount} rows instead of ${table.rows}.`);
  }
  for (const sequence of manifest.sequences) await setSequence(client, sequence);
  // Adding the foreign keys checks every reference of every row.
  for (const statement of [...foreignKeys, ...security]) await client.query(statement);
}

async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => null);
  if (text === null) throw new OperatorError(`${folder} is not a complete backup: it has no manifest.json.`);
  const manifest = Manifest.parse(JSON.parse(text));
  const known = new Map((await readMigrations()).map(({ name, sql }) => [name, checksumOf(sql)]));
  const unknown = manifest.migrations.find(({ name, checksum }) => known.get(name) !== checksum);
  if (unknown)
    throw new OperatorError(
      `The backup is from version ${manifest.version}, which is newer: ${unknown.name} is unknown.`,
    );
  return manifest;
}

interface Urls {
  ownerUrl: string;
  applicationUrl: string;
}

async function withOwner<T>(
  config: Config,
  options: { migrate: boolean },
  work: (client: pg.Client, urls: Urls) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(config, options);
  try {
    const client = await connectAsOwner(database.ownerUrl);
    try {
      return await work(client, { ownerUrl: database.ownerUrl, applicationUrl: database.url });
    } finally {
      await client.end();
    }
  } finally {
    await database.close();
  }
}

/** The folder of the files; null if they are in a bucket, which has backups of its own. */
function storageOf({ STORAGE, DATA_DIR }: Config): string | null {
  if (STORAGE?.startsWith('s3:')) return null;
  return STORAGE ? fileURLToPath(STORAGE) : join(resolve(DATA_DIR), 'files');
}

/** Copies a folder that may not exist; returns how many files it has. */
async function copyFiles(from: string, to: string): Promise<number | null> {
  if (!(await exists(from))) return null;
  await cp(from, to, { recursive: true, force: true });
  return (await readdir(to, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
