import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { localMailbox } from '#adapters/mailbox/mailbox.ts';
import { unwrap } from '#client';
import { ROUNDS, waitUntil, withCrashingService } from './crashing-service.ts';

const BOOKINGS = 40;
/** A reminder of 30 minutes is due this long after its booking is made; the next ones are due one after the other. */
const FIRST_DUE_MS = 20_000;
const APART_MS = 400;
/** A process that dies after it has sent a letter and before it has recorded that sends it again. */
const LETTERS_AT_ONCE = 10;
const SENT_WITHIN_MS = 180_000;

test(
  'after several crashes each reminder was announced once, and everybody has their letter',
  {
    timeout: 600_000,
  },
  () =>
    withCrashingService(async ({ api, folder, crash, rows }) => {
      const madeFrom = Date.now();
      for (let place = 0; place < BOOKINGS; place++) {
        const startsAt = Temporal.Now.instant().add({ minutes: 30, milliseconds: FIRST_DUE_MS + place * APART_MS });
        const times = { startsAt: startsAt.toString(), endsAt: startsAt.add({ hours: 1 }).toString() };
        const body = { kind: 'event', title: `Cita ${place}`, ...times } as const;
        const { id: scheduleId } = await unwrap(api.POST('/v1/tasks/schedule', { body }));
        const guest = { name: 'Luz', email: `luz-${place}@example.com` };
        const params = { path: { scheduleId } };
        await unwrap(api.POST('/v1/tasks/schedule/{scheduleId}/register', { params, body: guest }));
      }
      // The last ones are due later than this, however long it took to make them.
      await sleep(Math.max(0, madeFrom + FIRST_DUE_MS - Date.now()));
      await crash();
      const announced = async (): Promise<string[]> => {
        const text = `SELECT payload ->> 'scheduleId' AS id FROM events WHERE type = 'task-schedule:proximity-alert'`;
        return (await rows<{ id: string }>(text)).map(({ id }) => id);
      };
      const mailbox = localMailbox(join(folder, 'mailbox'));
      const reminded = async (): Promise<string[]> =>
        (await mailbox.letters()).filter(({ subject }) => /Recordatorio/.test(subject)).map(({ to }) => to);
      const countDifferent = async (list: () => Promise<string[]>) => new Set(await list()).size;
      await waitUntil(
        async () => (await countDifferent(announced)) === BOOKINGS && (await countDifferent(reminded)) === BOOKINGS,
        SENT_WITHIN_MS,
      );
      assert.equal(await countDifferent(reminded), BOOKINGS);
      assert.equal(await countDifferent(announced), BOOKINGS);
      assert.equal((await announced()).length, BOOKINGS, 'None was announced twice.');
      const again = (await reminded()).length - BOOKINGS;
      assert.ok(again <= ROUNDS * LETTERS_AT_ONCE, `${again} letters were sent again.`);
    }),
);
