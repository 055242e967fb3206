import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { keepAlive, tenantText } from './database.ts';

const CONNECT_MS_MAX = 5_000;

/** Rows that are copied as text, a line each, while they are read. */
export interface CopiedRows extends AsyncIterable<Buffer> {
  /** Known when all are read. */
  readonly rowCount: number;
}

/** The rows of one organization as they were at one moment. Its opener must end it. */
export interface Snapshot {
  /** `statement` is `COPY (SELECT …) TO STDOUT`. */
  copy(statement: string): CopiedRows;
  end(): Promise<void>;
}

/**
 * Reads all that an organization has at one moment, for as long as it takes. Such a transaction has a connection of its own, so that it
 * takes none from requests. It locks nothing and writes nothing; PostgreSQL only keeps old versions of rows for it until it ends.
 */
export class Snapshots {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  async open(organizationId: string, signal: AbortSignal): Promise<Snapshot> {
    const client = new pg.Client({
      connectionString: this.#url,
      application_name: 'colmado snapshot',
      connectionTimeoutMillis: CONNECT_MS_MAX,
      ...keepAlive,
    });
    // The statement in progress fails by itself; without a listener the error would end the process.
    client.on('error', () => {});
    const cut = (): unknown => client.connection.stream.destroy();
    const end = async (): Promise<void> => {
      signal.removeEventListener('abort', cut);
      await client.end().catch(() => {});
    };
    try {
      await client.connect();
      signal.throwIfAborted();
      signal.addEventListener('abort', cut);
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      await client.query(`${tenantText(organizationId)}; ${UNHURRIED}`);
    } catch (error) {
      await end();
      throw error;
    }
    return { copy: (statement) => client.query(copyTo(statement)), end };
  }
}

/** The reader sets the pace, and the job that reads has a deadline. */
const UNHURRIED = "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = '10min'";
