import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import pg from 'pg';
import { localMailbox } from '#adapters/mailbox/mailbox.ts';
import { createClient, unwrap } from '#client';
import { freePort } from '#test/free-port.ts';
import { codesIn, killLaunched, signInAt, startService, withDataFolder } from '#test/service-process.ts';
import { startEmbedded } from '../src/cli/embedded.ts';

const BOOKINGS = 40;
const ROUNDS = 5;
const ROUND_MS = 1_500;
/** Until then all bookings are made. Their reminders of 30 minutes are due one after the other from then on. */
const PREPARED_WITHIN_MS = 60_000;
const APART_MS = 400;
/** A process that dies after it has sent a letter and before it has recorded that sends it again. */
const LETTERS_AT_ONCE = 10;

after(killLaunched);

test('after several crashes each reminder was announced once, and everybody has their letter', {
  timeout: 600_000,
}, async () => {
  await withDataFolder(async (folder) => {
    const database = await startEmbedded(folder);
    const environment = { DATA_DIR: folder, PORT: String(await freePort()), LOG_LEVEL: 'silent' };
    let service = await startService(environment);
    const { baseUrl } = service;
    const { token, api: user } = await signInAt(baseUrl, 'ana@example.com', codesIn(folder));
    const { id: organizationId } = await unwrap(user.POST('/v1/organization', { body: { name: 'Barbería' } }));
    const api = createClient({ baseUrl, credentials: { token, organizationId } });
    const firstDueAt = Temporal.Now.instant().add({ milliseconds: PREPARED_WITHIN_MS });
    for (let place = 0; place < BOOKINGS; place++) {
      const startsAt = firstDueAt.add({ minutes: 30, milliseconds: place * APART_MS });
      const times = { startsAt: startsAt.toString(), endsAt: startsAt.add({ hours: 1 }).toString() };
      const body = { kind: 'event', title: `Cita ${place}`, ...times } as const;
      const { id: scheduleId } = await unwrap(api.POST('/v1/tasks/schedule', { body }));
      const guest = { name: 'Luz', email: `luz-${place}@example.com` };
      const params = { path: { scheduleId } };
      await unwrap(api.POST('/v1/tasks/schedule/{scheduleId}/register', { params, body: guest }));
    }
    const untilDue = firstDueAt.epochMilliseconds - Date.now();
    assert.ok(untilDue > 0, 'The bookings were made before their reminders were due.');
    await sleep(untilDue);
    for (let round = 0; round < ROUNDS; round++) {
      await sleep(ROUND_MS);
      await service.kill();
      service = await startService(environment);
    }
    const owner = new pg.Client({ connectionString: database.ownerUrl() });
    await owner.connect();
    try {
      await owner.query(`SELECT set_config('app.organization_id', $1, false)`, [organizationId]);
      const announced = async (): Promise<string[]> => {
        const text = `SELECT payload ->> 'scheduleId' AS id FROM events WHERE type = 'task-schedule:proximity-alert'`;
        return (await owner.query<{ id: string }>(text)).rows.map(({ id }) => id);
      };
      const mailbox = localMailbox(join(folder, 'mailbox'));
      const reminded = async (): Promise<string[]> =>
        (await mailbox.letters()).filter(({ subject }) => /Recordatorio/.test(subject)).map(({ to }) => to);
      await until(
        async () => new Set(await announced()).size === BOOKINGS && new Set(await reminded()).size === BOOKINGS,
      );
      assert.equal((await announced()).length, BOOKINGS, 'None was announced twice.');
      const again = (await reminded()).length - BOOKINGS;
      assert.ok(again <= ROUNDS * LETTERS_AT_ONCE, `${again} letters were sent again.`);
    } finally {
      await owner.end();
      await service.stop();
      await database.stop();
    }
  });
});

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + 180_000; !(await isSo()); await sleep(250))
    assert.ok(Date.now() < deadline, 'It took too long.');
}
