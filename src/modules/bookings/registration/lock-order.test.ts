import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anonymous, app, eventually, newBusiness } from '#test/harness.ts';
import { dayFromNow, newLink, slotsOf, submit, tokenIn } from '#test/schedules.ts';
import { besideService } from '#test/two-connections.ts';
import { bookings } from '../tables.ts';
import { tickHolds } from './waiting.ts';

const one = '/v1/tasks/schedule/{scheduleId}/registrations/{registrationId}' as const;
const ofVisitor = '/v1/tasks/schedule/booking/{bookingToken}' as const;
const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

async function booked() {
  const { api, id } = await newBusiness();
  const { schedule, sharedId } = await newLink(api, {}, { visitorsMay: 'cancel_and_move' });
  const [slot, other] = await slotsOf(sharedId, { from: dayFromNow(3), to: dayFromNow(3) });
  const { data } = await submit(sharedId, slot!);
  const [booking] = await app.engine.within(id, (ctx) => bookings.all(ctx, { scheduleId: schedule.id }));
  const expire = () =>
    app.engine.within(id, (ctx) =>
      bookings.update(ctx, booking!.id, { state: 'held', holdExpiresAt: ctx.now.subtract({ minutes: 1 }) }),
    );
  const params = { path: { scheduleId: schedule.id, registrationId: booking!.id } };
  const visitor = { params: { path: { bookingToken: tokenIn(data!.url) } } };
  return { api, id, schedule, other: other!, params, visitor, expire };
}
type Booked = Awaited<ReturnType<typeof booked>>;

const registerElsewhere = async ({ api }: Booked) => {
  const { schedule } = await newLink(api);
  const body = { name: 'Ana', startsAt: '2031-03-03T14:00:00Z' };
  return api.POST('/v1/tasks/schedule/{scheduleId}/register', { params: { path: { scheduleId: schedule.id } }, body });
};

const changes: Record<string, (made: Booked) => Promise<unknown>> = {
  'a cancellation by staff': ({ api, params }) => api.DELETE(one, { params }),
  'a move by staff': ({ api, params, other }) => api.PATCH(one, { params, body: { startsAt: other.startsAt } }),
  'a change by staff': ({ api, params }) => api.PATCH(one, { params, body: { notes: 'Con tinte' } }),
  'a cancellation by the visitor': ({ visitor }) =>
    anonymous.POST(ofVisitor, { ...visitor, body: { action: 'cancel' } }),
  'a move by the visitor': ({ visitor, other: { date, startTime } }) =>
    anonymous.POST(ofVisitor, { ...visitor, body: { action: 'move', date, startTime } }),
  'the end of a hold': async ({ id, expire }) => {
    await expire();
    await app.engine.within(id, tickHolds);
  },
  'a booking elsewhere that ends a hold': async (made) => {
    await made.expire();
    await registerElsewhere(made);
  },
};

for (const [name, change] of Object.entries(changes))
  test(`${name} waits for a change of the schedule before it locks a booking`, async () => {
    const made = await booked();
    await besideService(made.id, async ([client, watcher]) => {
      await watcher!.query('COMMIT');
      await client!.query('SELECT FROM schedules WHERE organization_id = $1 AND id = $2 FOR UPDATE', [
        made.id,
        made.schedule.id,
      ]);
      const changing = change(made);
      await Promise.race([
        eventually(async () => (await watcher!.query(waiting)).rowCount! > 0),
        changing.then(() => assert.fail('It did not wait.')),
      ]);
      for (const rows of ['bookings', 'schedule_sessions'])
        await client!.query(`SELECT FROM ${rows} WHERE organization_id = $1 FOR UPDATE NOWAIT`, [made.id]);
      await client!.query('COMMIT');
      await changing;
    });
  });
