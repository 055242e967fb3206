import pg from 'pg';

/** A machine that is busy starting other services takes its time. */
const CONNECT_MS_MAX = 30_000;

/** Why nobody can connect to a database, in one line without its password; null where it works. */
export async function connectionProblem(url: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS_MAX });
  client.on('error', () => {});
  try {
    await client.connect();
    return null;
  } catch (error) {
    const { host, port, database, user } = client;
    return `cannot connect to ${host}:${port}/${database} as ${user}: ${reasonOf(error)}`;
  } finally {
    await client.end().catch(() => {});
  }
}

/** One connection attempt for each address of a host makes an error without a message of its own. */
function reasonOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return (message || code || String(error)).split('\n')[0]!;
}
