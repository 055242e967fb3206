import assert from 'node:assert/strict';
import { test } from 'node:test';
import { payloadsOf } from '#test/events.ts';
import { app, freshEmail, letterTo, newBusiness, newMember } from '#test/harness.ts';
import { moveClock } from '#test/sandbox-clock.ts';
import { newSchedule, openDaily } from '#test/schedules.ts';
import { dueAt } from './plan.ts';

const ALERT = 'task-schedule:proximity-alert';
/** A zone in which it is about noon now: a booking within hours of now does not cross midnight, where the hours of a day end. */
function zoneAtNoon(): string {
  const hours = Temporal.Now.zonedDateTimeISO('UTC').hour - 12;
  return hours === 0 ? 'UTC' : `Etc/GMT${hours > 0 ? '+' : '-'}${Math.abs(hours)}`;
}

const allDay = { weekly: openDaily('00:00', '24:00'), durationMinutes: 30, stepMinutes: 5, timeZone: zoneAtNoon() };
const intervalsOf = async (business: Parameters<typeof payloadsOf>[0]) =>
  (await payloadsOf(business, ALERT)).map(({ interval }) => interval);

/** A start on the five minutes, so many minutes from now. */
function startIn(minutes: number): Temporal.Instant {
  const ms = Temporal.Now.instant().epochMilliseconds + minutes * 60_000;
  return Temporal.Instant.fromEpochMilliseconds(Math.ceil(ms / 300_000) * 300_000);
}

async function sandboxBooking(minutes: number) {
  const business = await newBusiness({ sandbox: true });
  const person = await newMember(business);
  const { id: scheduleId } = await newSchedule(business.api, { ...allDay, userIds: [person.id] });
  const [startsAt, email] = [startIn(minutes), freshEmail()];
  const { data } = await business.api.POST('/v1/tasks/schedule/{scheduleId}/register', {
    params: { path: { scheduleId } },
    body: { name: 'Ana', email, startsAt: startsAt.toString() },
  });
  const path = { scheduleId, registrationId: data!.id };
  return { business, person, startsAt, email, path };
}

const remindersTo = async (email: string) =>
  (await app.mailbox!.letters()).filter((letter) => letter.to === email && /Recordatorio/.test(letter.subject));

test('reminders are sent once at each of the four offsets, by the clock of the organization', async () => {
  const { business, person, startsAt, email } = await sandboxBooking(3 * 1440);
  const before = (minutes: number) => moveClock(business, startsAt.subtract({ minutes }));
  await before(1441);
  assert.deepEqual(await intervalsOf(business), []);
  await before(1439);
  assert.deepEqual(await intervalsOf(business), ['1_day']);
  await letterTo(email, /Recordatorio.*mañana/);
  await before(179);
  await before(178);
  await before(59);
  await before(29);
  await before(5);
  assert.deepEqual(await intervalsOf(business), ['1_day', '3_hours', '1_hour', '30_minutes']);
  await letterTo(email, /en 30 minutos/);
  assert.equal((await remindersTo(email)).length, 4);
  const { data } = await person.api.GET('/v1/organization/user/notifications');
  assert.equal(data!.data.filter(({ kind }) => kind === 'booking-reminder').length, 4);
});

test('a booking made 40 minutes before gets only the reminder of 30 minutes', async () => {
  const { business, startsAt, email } = await sandboxBooking(40);
  await moveClock(business, startsAt.subtract({ minutes: 10 }));
  assert.deepEqual(await intervalsOf(business), ['30_minutes']);
  await letterTo(email, /en 10 minutos/);
  assert.equal((await remindersTo(email)).length, 1);
});

test('where the member who gives a booking has left, the owner is reminded of it', async () => {
  const { business, person, startsAt } = await sandboxBooking(3 * 1440);
  await person.api.POST('/v1/organization/leave', {});
  await moveClock(business, startsAt.subtract({ minutes: 1439 }));
  const { data } = await business.api.GET('/v1/organization/user/notifications');
  assert.equal(data!.data.filter(({ kind }) => kind === 'booking-reminder').length, 1);
});

test('a reminder that is sent late says how long it really is until the start', async () => {
  const { business, person, startsAt, email } = await sandboxBooking(3 * 1440);
  await moveClock(business, startsAt.subtract({ minutes: 5 * 60 }));
  await letterTo(email, /Recordatorio.* hoy$/);
  await moveClock(business, startsAt.subtract({ minutes: 72 }));
  await letterTo(email, /Recordatorio.* en 1 hora y 15 minutos$/);
  const { data } = await person.api.GET('/v1/organization/user/notifications');
  const titles = data!.data.filter(({ kind }) => kind === 'booking-reminder').map(({ title }) => title);
  assert.deepEqual(
    titles.map((title) => /(hoy|en 1 hora y 15 minutos)$/.exec(title)?.[0]),
    ['en 1 hora y 15 minutos', 'hoy'],
  );
});

test('reminders move with the booking, and a canceled one has none', async () => {
  const { business, startsAt, path } = await sandboxBooking(2 * 1440);
  const one = '/v1/tasks/schedule/{scheduleId}/registrations/{registrationId}' as const;
  const later = startsAt.add({ hours: 5 * 24 });
  await business.api.PATCH(one, { params: { path }, body: { startsAt: later.toString() } });
  await moveClock(business, startsAt.subtract({ minutes: 20 }));
  assert.deepEqual(await intervalsOf(business), []);
  await moveClock(business, later.subtract({ minutes: 23 * 60 }));
  assert.deepEqual(await intervalsOf(business), ['1_day']);
  await business.api.DELETE(one, { params: { path } });
  await moveClock(business, later.subtract({ minutes: 10 }));
  assert.deepEqual(await intervalsOf(business), ['1_day']);
});

test('another time zone of an event moves the reminder of a day before', async () => {
  const business = await newBusiness({ sandbox: true });
  const { data: event } = await business.api.POST('/v1/tasks/schedule', {
    body: {
      kind: 'event',
      title: 'Taller',
      timeZone: 'America/Santo_Domingo',
      startsAt: '2027-03-14T14:00:00Z',
      endsAt: '2027-03-14T16:00:00Z',
    },
  });
  await business.api.PATCH('/v1/tasks/schedule/{scheduleId}', {
    params: { path: { scheduleId: event!.id } },
    body: { timeZone: 'America/New_York' },
  });
  await moveClock(business, Temporal.Instant.from('2027-03-13T14:30:00Z'));
  assert.deepEqual(await intervalsOf(business), []);
  await moveClock(business, Temporal.Instant.from('2027-03-13T15:01:00Z'));
  assert.deepEqual(await intervalsOf(business), ['1_day']);
});

test('no reminder is sent after the start', async () => {
  const { business, startsAt, email } = await sandboxBooking(2 * 1440);
  await moveClock(business, startsAt.add({ minutes: 5 }));
  assert.deepEqual(await intervalsOf(business), []);
  assert.equal((await remindersTo(email)).length, 0);
});

test('a day before is the same wall time over a change of the clock, the others are elapsed time', () => {
  const start = Temporal.Instant.from('2027-03-14T14:00:00Z');
  assert.equal(dueAt('1_day', start, 'America/New_York').toString(), '2027-03-13T15:00:00Z');
  assert.equal(dueAt('1_day', start, 'America/Santo_Domingo').toString(), '2027-03-13T14:00:00Z');
  assert.equal(
    dueAt('3_hours', Temporal.Instant.from('2027-03-14T08:00:00Z'), 'America/New_York').toString(),
    '2027-03-14T05:00:00Z',
  );
});
