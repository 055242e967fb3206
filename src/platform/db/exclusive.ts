import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { keepAlive } from './database.ts';

const WAIT_MS_MAX = 5_000;
const QUERY_MS_MAX = 20_000;
const CLOSE_MS_MAX = 2_000;

/**
 * Statements of which one runs at a time, in all processes. Each has its own snapshot after it got the lock, so it sees everything
 * that the one before it did.
 */
export class ExclusiveStatements {
  readonly #pool: pg.Pool;

  constructor(options: { url: string; connections: number; name: string; onError: (error: Error) => void }) {
    this.#pool = new pg.Pool({
      connectionString: options.url,
      application_name: options.name,
      max: options.connections,
      pipeline: true,
      connectionTimeoutMillis: WAIT_MS_MAX,
      lock_timeout: WAIT_MS_MAX,
      query_timeout: QUERY_MS_MAX,
      ...keepAlive,
    } as pg.PoolConfig);
    this.#pool.on('error', options.onError);
    // The statements of a broken connection fail by themselves; without a listener the error would end the process.
    this.#pool.on('connect', (client) => client.on('error', () => {}));
  }

  /** Everything is sent in one packet, so a process that freezes does not hold the lock. */
  async run(lock: string, text: string, values: unknown[]): Promise<{ rows: Record<string, unknown>[] }> {
    const client = await this.#pool.connect();
    try {
      const [, , result] = await Promise.all([
        client.query('BEGIN'),
        client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [lock]),
        client.query<Record<string, unknown>>(text, values),
        client.query('COMMIT'),
      ]);
      client.release();
      return result;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  async close(): Promise<void> {
    await Promise.race([this.#pool.end(), sleep(CLOSE_MS_MAX, undefined, { ref: false })]);
  }
}
