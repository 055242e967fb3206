import type { Log } from '#platform/log.ts';
import { type EmbeddedServer, restartEmbedded } from './embedded.ts';

const LOOK_EVERY_MS = 500;
const RETRY_MS = 2_000;
/** A full disk may be freed meanwhile. After this the process ends, so that whatever runs it takes notice. */
const GIVE_UP_AFTER_MS = 5 * 60_000;

export interface EmbeddedSupervisor {
  isUp(): boolean;
  /** Stops looking, and then the server, unless another process still uses it. */
  release(): Promise<void>;
}

/** Starts the embedded server again when it has died. The connections of the service recover by themselves. */
export function superviseEmbedded(options: {
  dataDir: string;
  server: EmbeddedServer;
  log: Log;
  giveUp: () => void;
}): EmbeddedSupervisor {
  const { dataDir, log, giveUp } = options;
  let { server } = options;
  let downSince: number | undefined;
  let stopping = false;
  let looking: Promise<void> = Promise.resolve();
  const look = async (): Promise<void> => {
    if (server.isRunning()) return;
    const since = downSince ?? performance.now();
    downSince = since;
    log.error({ cluster: server.directory }, 'the embedded database has died; starting it again');
    try {
      server = await restartEmbedded(dataDir);
      downSince = undefined;
      log.warn({ cluster: server.directory }, 'the embedded database is running again');
    } catch (error) {
      log.error({ err: error }, 'the embedded database did not start');
      if (performance.now() - since > GIVE_UP_AFTER_MS) giveUp();
    }
  };
  const next = (): void => {
    timer = setTimeout(
      () => {
        looking = look().finally(() => !stopping && next());
      },
      downSince === undefined ? LOOK_EVERY_MS : RETRY_MS,
    ).unref();
  };
  let timer: NodeJS.Timeout;
  next();
  return {
    isUp: () => downSince === undefined && server.isRunning(),
    release: async () => {
      stopping = true;
      clearTimeout(timer);
      await looking;
      await server.release();
    },
  };
}
