import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { type ColmadoClient, createClient, unwrap } from '#client';
import { byCall, newAutomation } from '#test/automations.ts';
import { freePort } from '#test/free-port.ts';
import { codesIn, killLaunched, signInAt, startService, withDataFolder } from '#test/service-process.ts';
import { startEmbedded } from '../src/cli/embedded.ts';

const RUNS = 60;
const ROUNDS = 5;
const ROUND_MS = 1_500;
/** A run whose process died goes on when its lease has ended. */
const DONE_WITHIN_MS = 400_000;

after(killLaunched);

const make = (id: string, name: string, next?: string) => ({
  id,
  kind: 'operation',
  operation: 'contacts.create',
  body: { name: `{{ input.name }} ${name}` },
  ...(next && { next }),
});

test('after several crashes every run of an automation that was accepted is done, and each of its steps took effect once', {
  timeout: 800_000,
}, async () => {
  await withDataFolder(async (folder) => {
    const database = await startEmbedded(folder);
    const environment = { DATA_DIR: folder, PORT: String(await freePort()), LOG_LEVEL: 'silent' };
    let service = await startService(environment);
    const { baseUrl } = service;
    const { token, api: user } = await signInAt(baseUrl, 'ana@example.com', codesIn(folder));
    const { id: organizationId } = await unwrap(user.POST('/v1/organization', { body: { name: 'Colmado' } }));
    const api = createClient({ baseUrl, credentials: { token, organizationId } });
    const { id: automationId } = await newAutomation(
      { api },
      {
        trigger: byCall('name'),
        nodes: [
          make('first', 'A', 'middle'),
          { id: 'middle', kind: 'transform', value: '{{ steps.first.name }}', next: 'second' },
          make('second', 'B'),
        ],
      },
    );
    const started = startRuns(api, automationId);
    for (let round = 0; round < ROUNDS; round++) {
      await sleep(ROUND_MS);
      await service.kill();
      service = await startService(environment);
    }
    await started;
    const owner = new pg.Client({ connectionString: database.ownerUrl() });
    await owner.connect();
    try {
      await owner.query(`SELECT set_config('app.organization_id', $1, false)`, [organizationId]);
      const rows = async (text: string) => (await owner.query<{ value: string }>(text)).rows.map(({ value }) => value);
      const states = () => rows('SELECT state AS value FROM automation_threads ORDER BY state');
      const allDone = Array.from({ length: RUNS }, () => 'done');
      for (const deadline = Date.now() + DONE_WITHIN_MS; Date.now() < deadline; await sleep(500))
        if ((await states()).every((state) => state === 'done')) break;
      assert.deepEqual(await states(), allDone);
      const names = await rows(`SELECT name AS value FROM contacts WHERE name LIKE 'Persona %' ORDER BY name`);
      const expected = Array.from({ length: RUNS }, (_, n) => [`${nameOf(n)} A`, `${nameOf(n)} B`]).flat();
      assert.deepEqual(names, expected.toSorted());
    } finally {
      await owner.end();
      await service.stop();
      await database.stop();
    }
  });
});

const nameOf = (n: number): string => `Persona ${String(n).padStart(3, '0')}`;

/** Calls the automation until every run is accepted. The same key starts one run, however often it is called. */
async function startRuns(api: ColmadoClient, automationId: string): Promise<void> {
  for (let n = 0; n < RUNS; ) {
    const body = { automationId, input: { name: nameOf(n) }, key: `run-${n}` };
    const accepted = await api.POST('/v1/automation/api', { body }).then(
      ({ data }) => data !== undefined,
      () => false,
    );
    if (accepted) n++;
    await sleep(accepted ? 50 : 200);
  }
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
