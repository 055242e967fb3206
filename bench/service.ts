import pg from 'pg';
import { type ColmadoClient, createClient } from '#client';
import { codesIn, type ServiceProcess, signInAt, startService, withDataFolder } from '#test/service-process.ts';
import { type EmbeddedServer, startEmbedded } from '../src/cli/embedded.ts';

/** A service in its own process, with its own PostgreSQL in default settings, and a signed-in owner. */
export interface BenchService {
  process: ServiceProcess;
  database: EmbeddedServer;
  dataDir: string;
  /** The database as its owner, to fill it directly and to inspect it. */
  owner: pg.Client;
  token: string;
  api: ColmadoClient;
  /** Creates another organization of the same person. */
  newOrganization(name: string): Promise<string>;
  in(organizationId: string): ColmadoClient;
}

/** `BENCH_NODE_FLAGS=--cpu-prof` profiles the service of a part. */
const nodeFlags: Record<string, string> = process.env.BENCH_NODE_FLAGS
  ? { NODE_FLAGS: process.env.BENCH_NODE_FLAGS }
  : {};

/** `BENCH_POSTGRES='autovacuum=off jit=on'` changes settings of the database. */
const databaseSettings = Object.fromEntries(
  (process.env.BENCH_POSTGRES ?? '').split(' ').flatMap((setting) => (setting ? [setting.split('=')] : [])),
) as Record<string, string>;

export async function withService<T>(
  environment: Record<string, string>,
  work: (service: BenchService) => Promise<T>,
  settings: Record<string, string> = {},
): Promise<T> {
  return withDataFolder(async (folder) => {
    // Started here, so that the bench knows its address and it survives the service; the service finds it.
    const database = await startEmbedded(folder, { ...settings, ...databaseSettings });
    const process = await startService({ DATA_DIR: folder, ...nodeFlags, ...environment });
    const owner = new pg.Client({ connectionString: database.ownerUrl() });
    await owner.connect();
    try {
      const { baseUrl } = process;
      const { token, api } = await signInAt(baseUrl, 'ana@example.com', codesIn(folder));
      return await work({
        process,
        database,
        dataDir: folder,
        owner,
        token,
        api,
        newOrganization: async (name) => (await api.POST('/v1/organization', { body: { name } })).data!.id,
        in: (organizationId) => createClient({ baseUrl, credentials: { token, organizationId }, retries: 0 }),
      });
    } finally {
      await owner.end();
      await process.stop();
      await database.stop();
    }
  });
}
