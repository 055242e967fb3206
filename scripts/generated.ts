import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureDatabase, startEmbedded } from '#platform/db/embedded.ts';
import { migrate } from '#platform/db/migrate.ts';
import { JobQueue } from '#platform/jobs/queue.ts';

const timestamp = 'ColumnType<string, Temporal.Instant | string, Temporal.Instant | string>';
const typeMapping = {
  timestamptz: timestamp,
  date: 'ColumnType<string, Temporal.PlainDate | string, Temporal.PlainDate | string>',
  int8: 'ColumnType<bigint, bigint | number, bigint | number>',
  numeric: 'string',
};

/** The database types, from a database that holds nothing but the migrations. */
export function databaseTypes(ownerUrl: string): string {
  const parameters = [
    '--print',
    '--log-level=silent',
    '--camel-case',
    '--dialect=postgres',
    `--url=${ownerUrl}`,
    '--include-pattern=public.*',
    '--date-parser=string',
    `--type-mapping=${JSON.stringify(typeMapping)}`,
  ];
  return execFileSync('node_modules/.bin/kysely-codegen', parameters, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

export async function generateAll(_mode: 'write'): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'colmado-generate-'));
  const server = await startEmbedded(folder, { fsync: 'off' });
  try {
    await ensureDatabase(server);
    await migrate({
      ownerUrl: server.ownerUrl(),
      applicationUrl: server.applicationUrl(),
      alongside: JobQueue.install,
    });
    await writeFile('src/platform/db/schema.ts', databaseTypes(server.ownerUrl()));
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
void readFile;
