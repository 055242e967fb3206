import { after } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type ColmadoClient, createClient, unwrap } from '#client';
import { freePort } from '#test/free-port.ts';
import { codesIn, killLaunched, signInAt, startService, withDataFolder } from '#test/service-process.ts';
import { startEmbedded } from '../src/cli/embedded.ts';

export const ROUNDS = 5;
const ROUND_MS = 1_500;

after(killLaunched);

export interface CrashingService {
  folder: string;
  baseUrl: string;
  token: string;
  organizationId: string;
  /** Acts as the owner of the organization. */
  api: ColmadoClient;
  /** Kills the service and starts it again, several times while it works. */
  crash(): Promise<void>;
  /** Reads the organization's rows past the service. */
  rows<R extends pg.QueryResultRow>(text: string): Promise<R[]>;
}

/** A service with one organization that is killed and started again while its database goes on. */
export const withCrashingService = (work: (service: CrashingService) => Promise<void>): Promise<void> =>
  withDataFolder(async (folder) => {
    const database = await startEmbedded(folder);
    const environment = { DATA_DIR: folder, PORT: String(await freePort()), LOG_LEVEL: 'silent' };
    let service = await startService(environment);
    const owner = new pg.Client({ connectionString: database.ownerUrl() });
    await owner.connect();
    try {
      const { baseUrl } = service;
      const { token, api: user } = await signInAt(baseUrl, 'ana@example.com', codesIn(folder));
      const { id: organizationId } = await unwrap(user.POST('/v1/organization', { body: { name: 'Colmado' } }));
      await owner.query(`SELECT set_config('app.organization_id', $1, false)`, [organizationId]);
      await work({
        folder,
        baseUrl,
        token,
        organizationId,
        api: createClient({ baseUrl, credentials: { token, organizationId } }),
        crash: async () => {
          for (let round = 0; round < ROUNDS; round++) {
            await sleep(ROUND_MS);
            await service.kill();
            service = await startService(environment);
          }
        },
        rows: async <R extends pg.QueryResultRow>(text: string) => (await owner.query<R>(text)).rows,
      });
    } finally {
      await owner.end();
      await service.stop();
      await database.stop();
    }
  });

/** Waits until a condition holds; the assertions that follow say what is wrong if it never does. */
export async function waitUntil(isSo: () => Promise<boolean>, withinMs: number): Promise<void> {
  for (const deadline = Date.now() + withinMs; Date.now() < deadline && !(await isSo()); ) await sleep(250);
}
