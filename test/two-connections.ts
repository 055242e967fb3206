import pg from 'pg';
import { app, ownerUrlOf } from '#test/harness.ts';

type Statement = [text: string, values: unknown[]];

/** Connections to the database past the service, each in a transaction of the organization. */
export async function besideService<T>(organizationId: string, work: (clients: pg.Client[]) => Promise<T>): Promise<T> {
  const clients = [0, 1].map(() => new pg.Client({ connectionString: ownerUrlOf(app.databaseUrl) }));
  try {
    for (const client of clients) {
      await client.connect();
      await client.query('BEGIN');
      await client.query(`SELECT set_config('app.organization_id', $1, true)`, [organizationId]);
    }
    return await work(clients);
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
}

/** Runs a statement and commits. Answers the SQLSTATE of what failed, or null. */
async function committed(client: pg.Client, [text, values]: Statement): Promise<string | null> {
  try {
    await client.query(text, values);
    await client.query('COMMIT');
    return null;
  } catch (error) {
    await client.query('ROLLBACK');
    return (error as { code: string }).code;
  }
}

/** Runs two transactions at the same time: which of them failed, and with which SQLSTATE. */
export const inParallel = (organizationId: string, statements: [Statement, Statement]): Promise<(string | null)[]> =>
  besideService(organizationId, (clients) =>
    Promise.all(clients.map((client, index) => committed(client, statements[index]!))),
  );
