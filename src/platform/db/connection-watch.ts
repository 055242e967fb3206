import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const TICK_MS = 1_000;
/** Ticks without a byte after which a busy connection is examined. */
const QUIET_TICKS = 2;
/** Longer than the longest statement that is allowed anywhere: for servers behind a pooler, whose sessions cannot be matched. */
const QUIET_TICKS_MAX = 660;
const PROBE_MS_MAX = 3_000;

/** Parts of the driver that its types leave out. */
type Client = pg.PoolClient & {
  processID: number | null;
  connection: { stream: Stream };
  _getActiveQuery(): unknown;
};
type Stream = { readonly bytesRead: number; destroy(error?: Error): void };

interface Watched {
  bytesRead: number;
  quietTicks: number;
}

/**
 * Ends connections that will never answer. A peer that vanished, or a server that froze, sends nothing: without this a
 * statement would wait for as long as TCP retransmits, a quarter of an hour. A statement may also be slow, so the server is
 * asked over a new connection whether it is still working on it.
 */
export class ConnectionWatch {
  readonly #url: string;
  readonly #clients = new Map<Client, Watched>();
  readonly #timer: NodeJS.Timeout;
  #probing = false;

  constructor(url: string, pool: pg.Pool) {
    this.#url = url;
    pool.on('connect', (client) => this.#clients.set(client as Client, { bytesRead: 0, quietTicks: 0 }));
    pool.on('remove', (client) => this.#clients.delete(client as Client));
    // Counted in ticks instead of time: while this process itself is blocked, the database is not to blame.
    this.#timer = setInterval(() => this.#tick(), TICK_MS).unref();
  }

  /** Ends what is left of the connections of a pool that was closed. */
  stop(): void {
    clearInterval(this.#timer);
    for (const client of this.#clients.keys()) streamOf(client).destroy();
  }

  #tick(): void {
    for (const [client, watched] of this.#clients) {
      const { bytesRead } = streamOf(client);
      const isQuiet = client._getActiveQuery() && bytesRead === watched.bytesRead;
      watched.quietTicks = isQuiet ? watched.quietTicks + 1 : 0;
      watched.bytesRead = bytesRead;
    }
    if (!this.#probing && this.#quiet().length > 0) void this.#examine();
  }

  #quiet(): Client[] {
    return [...this.#clients].filter(([, { quietTicks }]) => quietTicks >= QUIET_TICKS).map(([client]) => client);
  }

  async #examine(): Promise<void> {
    this.#probing = true;
    const suspects = this.#quiet();
    try {
      const isLost = await this.#probe(suspects);
      // Those that answered meanwhile are not quiet any more.
      const quiet = new Set(this.#quiet());
      for (const client of suspects) if (quiet.has(client) && isLost(client)) end(client);
    } finally {
      this.#probing = false;
    }
  }

  /** Answers for each connection whether the server does not work for it. */
  async #probe(suspects: Client[]): Promise<(client: Client) => boolean> {
    const probe = new pg.Client({
      connectionString: this.#url,
      application_name: 'colmado watch',
      connectionTimeoutMillis: PROBE_MS_MAX,
      query_timeout: PROBE_MS_MAX,
    });
    probe.on('error', () => {});
    try {
      await probe.connect();
      const { rows } = await probe.query<{ own: number; working: number[] }>(
        `SELECT pg_backend_pid() AS own, ARRAY(SELECT pid FROM pg_stat_activity
           WHERE pid = ANY ($1) AND (state = 'active' OR state_change > clock_timestamp() - interval '1 second')) AS working`,
        [suspects.map(({ processID }) => processID)],
      );
      const { own, working } = rows[0]!;
      const isPooled = own !== (probe as unknown as Client).processID;
      return (client) =>
        isPooled
          ? (this.#clients.get(client)?.quietTicks ?? 0) > QUIET_TICKS_MAX
          : !working.includes(client.processID!);
    } catch (error) {
      // A server that refuses the probe is alive; only one that does not answer is not.
      const isAlive = /^[0-9A-Z]{5}$/.test((error as { code?: string }).code ?? '');
      return () => !isAlive;
    } finally {
      streamOf(probe).destroy();
    }
  }
}

function end(client: Client): void {
  streamOf(client).destroy(Object.assign(new Error('The database does not answer.'), { code: 'ETIMEDOUT' }));
}

const streamOf = (client: pg.Client | pg.PoolClient): Stream => (client as Client).connection.stream;

/** Says goodbye, and hangs up when the server does not answer that. */
export async function endWithin(client: pg.Client, withinMs: number): Promise<void> {
  await Promise.race([client.end(), sleep(withinMs, undefined, { ref: false })]).catch(() => {});
  streamOf(client).destroy();
}
