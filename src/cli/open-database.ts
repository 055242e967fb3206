import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Config } from '#platform/config.ts';
import { type EmbeddedServer, ensureDatabase, startEmbedded } from './embedded.ts';
import type { DatabaseUrls } from './migrate-thread.ts';
import { checkPlaces } from './preflight.ts';

export interface OpenDatabase {
  url: string;
  ownerUrl: string;
  embedded: EmbeddedServer | null;
  applied: string[];
  close(): Promise<void>;
}

interface Opening {
  migrate?: boolean;
  /** Runs while the database is migrated. */
  meanwhile?: () => Promise<unknown>;
}

/** Opens the configured or the embedded database and migrates it, unless migration is turned off. */
export async function openDatabase(config: Config, options: Opening = {}): Promise<OpenDatabase> {
  await checkPlaces(config);
  const migrating = options.migrate === false ? null : migratingThread();
  const embedded = config.DATABASE_URL ? null : await startEmbedded(config.DATA_DIR);
  try {
    if (embedded) await ensureDatabase(embedded);
    const url = config.DATABASE_URL ?? embedded!.applicationUrl();
    const ownerUrl = config.MIGRATION_DATABASE_URL ?? config.DATABASE_URL ?? embedded!.ownerUrl();
    const [applied] = await Promise.all([migrating?.({ ownerUrl, applicationUrl: url }) ?? [], options.meanwhile?.()]);
    return { url, ownerUrl, embedded, applied, close: async () => embedded?.release() };
  } catch (error) {
    await embedded?.release();
    throw error;
  }
}

/**
 * Loading modules blocks the main thread for seconds, and migrating an empty database takes as long. The thread loads its own
 * while the database starts.
 */
function migratingThread(): (urls: DatabaseUrls) => Promise<string[]> {
  const thread = new Worker(new URL('./migrate-thread.ts', import.meta.url));
  // Without a database to migrate it must not keep the program from ending.
  thread.unref();
  return async (urls) => {
    thread.ref();
    thread.postMessage(urls);
    const [applied] = await once(thread, 'message');
    return applied;
  };
}
