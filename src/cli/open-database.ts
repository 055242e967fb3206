import type { Config } from '#platform/config.ts';
import { migrate } from '#platform/db/migrate.ts';
import { JobQueue } from '#platform/jobs/queue.ts';
import { type EmbeddedServer, ensureDatabase, startEmbedded } from './embedded.ts';
import { checkPlaces } from './preflight.ts';

export interface OpenDatabase {
  url: string;
  ownerUrl: string;
  embedded: EmbeddedServer | null;
  applied: string[];
  close(): Promise<void>;
}

/** Opens the configured or the embedded database and migrates it, unless migration is turned off. */
export async function openDatabase(config: Config, options = { migrate: true }): Promise<OpenDatabase> {
  await checkPlaces(config);
  const embedded = config.DATABASE_URL ? null : await startEmbedded(config.DATA_DIR);
  try {
    if (embedded) await ensureDatabase(embedded);
    const url = config.DATABASE_URL ?? embedded!.applicationUrl();
    const ownerUrl = config.MIGRATION_DATABASE_URL ?? config.DATABASE_URL ?? embedded!.ownerUrl();
    const applied = options.migrate
      ? await migrate({ ownerUrl, applicationUrl: url, alongside: JobQueue.install })
      : [];
    return { url, ownerUrl, embedded, applied, close: async () => embedded?.release() };
  } catch (error) {
    await embedded?.release();
    throw error;
  }
}
