import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '#platform/db/migrate.ts';
import { JobQueue } from '#platform/jobs/queue.ts';
import { type EmbeddedServer, ensureDatabase, startEmbedded } from '../src/cli/embedded.ts';

/** Runs `work` with a migrated PostgreSQL for tests and generators; it is not durable. */
export async function withScratchDatabase<T>(work: (server: EmbeddedServer, folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'colmado-scratch-'));
  await chmod(folder, 0o755);
  const server = await startEmbedded(folder, {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    autovacuum_naptime: '1min',
    // The apps of all test files of a process keep their connections until it ends.
    max_connections: '400',
  });
  try {
    await ensureDatabase(server);
    await migrate({
      ownerUrl: server.ownerUrl(),
      applicationUrl: server.applicationUrl(),
      alongside: JobQueue.install,
    });
    return await work(server, folder);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 30, retryDelay: 200 });
  }
}
