import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newBusiness } from '#test/harness.ts';
import { newLink, newSchedule, openDaily, slotsOf, submit } from '#test/schedules.ts';
import { startsOn } from '../schedule/hours.ts';
import { instantOf, wallClock } from './wall-clock.ts';

const zones = [
  'America/Santo_Domingo',
  'America/New_York',
  'America/St_Johns',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Europe/Madrid',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Africa/Casablanca',
];
const far = { horizonDays: 730, leadMinutes: 0 };

/** A repeatable sequence of numbers below a limit. */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

test('hours are times of the wall clock on every day of the year, in every zone', () => {
  const hours = { weekly: openDaily('09:00', '10:30'), exceptions: [], closedOn: new Set<string>() };
  for (const timeZone of zones) {
    const clock = wallClock(timeZone);
    for (let date = Temporal.PlainDate.from('2027-01-01'); date.year === 2027; date = date.add({ days: 1 })) {
      const starts = startsOn({ ...hours, timeZone, durationMinutes: 30, stepMinutes: 30 }, date);
      assert.deepEqual(
        starts.map((start) => clock(start)),
        ['09:00', '09:30', '10:00'].map((time) => ({ date: date.toString(), time })),
      );
    }
  }
});

test('a time that the clock skips is not offered, and one that it shows twice is offered once', () => {
  const hours = { weekly: openDaily('00:00', '05:00'), exceptions: [], closedOn: new Set<string>() };
  const pattern = { ...hours, timeZone: 'America/New_York', durationMinutes: 30, stepMinutes: 60 };
  const clock = wallClock(pattern.timeZone);
  const timesOn = (date: string) => startsOn(pattern, Temporal.PlainDate.from(date)).map((start) => clock(start).time);
  assert.deepEqual(timesOn('2027-03-14'), ['00:00', '01:00', '03:00', '04:00']);
  assert.deepEqual(timesOn('2027-11-07'), ['00:00', '01:00', '02:00', '03:00', '04:00']);
});

test('hours that cross midnight belong to the day on which they begin, also over a change of the clock', () => {
  const hours = { weekly: openDaily('20:00', '02:30'), exceptions: [], closedOn: new Set(['2027-05-02']) };
  const pattern = { ...hours, timeZone: 'America/New_York', durationMinutes: 60, stepMinutes: 60 };
  const clock = wallClock(pattern.timeZone);
  const timesOf = (date: string, more: object = {}) =>
    startsOn({ ...pattern, ...more }, Temporal.PlainDate.from(date)).map((start) => clock(start).time);
  const night = ['20:00', '21:00', '22:00', '23:00', '00:00', '01:00'];
  assert.deepEqual(timesOf('2027-05-01'), night);
  assert.deepEqual(timesOf('2027-05-02'), [], 'A holiday closes what begins on it.');
  // 02:30 is skipped on 14 March: the bar closes when the clock jumps from 02:00 to 03:00.
  assert.deepEqual(timesOf('2027-03-13'), night);
  assert.deepEqual(timesOf('2027-03-13', { durationMinutes: 90 }), night.slice(0, -1));
  // 01:00 comes twice on 7 November: the first one is offered.
  assert.deepEqual(timesOf('2027-11-06'), night);
  assert.deepEqual(timesOf('2027-05-01', { weekly: openDaily('22:00', '00:00') }), ['22:00', '23:00']);
});

test('a bar that is open past midnight offers and books the slots of the night', async () => {
  const { api } = await newBusiness();
  const exceptions = [{ date: '2027-07-03', hours: [] }];
  const weekly = openDaily('23:00', '01:00');
  const { sharedId } = await newLink(api, { weekly, exceptions, durationMinutes: 60, stepMinutes: 30 }, far);
  const timesOn = async (day: string) =>
    (await slotsOf(sharedId, { from: day, to: day })).map(({ startTime }) => startTime);
  assert.deepEqual(await timesOn('2027-07-02'), ['00:00', '23:00', '23:30']);
  assert.deepEqual(await timesOn('2027-07-03'), ['00:00'], 'The night before goes on past midnight.');
  assert.deepEqual(await timesOn('2027-07-04'), ['23:00', '23:30']);
  assert.equal((await submit(sharedId, { date: '2027-07-02', startTime: '23:30' })).response.status, 201);
  assert.deepEqual(await timesOn('2027-07-03'), [], 'The booking from 23:30 lasts until 00:30.');
  assert.equal((await submit(sharedId, { date: '2027-07-03', startTime: '00:00' })).response.status, 409);
  assert.equal((await submit(sharedId, { date: '2027-07-03', startTime: '23:00' })).response.status, 409);
});

test('two equal local times are distinguished by their offset when clocks go back', () => {
  const clock = wallClock('America/New_York');
  for (const at of ['2027-11-07T05:30:00Z', '2027-11-07T06:30:00Z', '2027-11-07T07:30:00Z', '2027-03-14T07:30:00Z']) {
    const { date, time } = clock(Date.parse(at));
    assert.equal(instantOf(date, time, 'America/New_York')?.toString(), Temporal.Instant.from(at).toString(), time);
  }
  assert.equal(clock(Date.parse('2027-11-07T06:30:00Z')).time, '01:30-05:00');
  assert.equal(instantOf('2027-03-14', '02:30', 'America/New_York'), null);
});

test('slots that are offered are exactly those that can be booked, over random zones, days of clock changes included', async () => {
  const { api } = await newBusiness();
  const next = chance(7);
  const days = ['2027-03-13', '2027-03-27', '2027-10-30', '2027-11-06', '2027-04-03', '2027-06-01'];
  for (let round = 0; round < 12; round++) {
    const timeZone = zones[next(zones.length)]!;
    const visitorZone = zones[next(zones.length)]!;
    const { sharedId } = await newLink(
      api,
      {
        timeZone,
        weekly: next(2)
          ? openDaily(`0${next(4)}:${next(2) ? '30' : '00'}`, `1${next(9)}:00`)
          : openDaily(`2${next(3)}:00`, `0${1 + next(5)}:${next(2) ? '30' : '00'}`),
        durationMinutes: [20, 30, 45, 60][next(4)],
        stepMinutes: [15, 30, 60][next(3)],
        bufferAfterMinutes: [0, 15][next(2)],
      },
      far,
    );
    const from = days[next(days.length)]!;
    const to = Temporal.PlainDate.from(from).add({ days: 1 }).toString();
    const query = { from, to, timeZone: visitorZone };
    for (let step = 0; step < 3; step++) {
      const offered = await slotsOf(sharedId, query);
      const chosen = offered[next(offered.length)]!;
      const { response } = await submit(sharedId, chosen, { timeZone: visitorZone });
      assert.equal(response.status, 201, `${timeZone} ${visitorZone} ${chosen.date} ${chosen.startTime}`);
    }
    const offered = new Set((await slotsOf(sharedId, query)).map(({ date, startTime }) => `${date} ${startTime}`));
    const others = Array.from({ length: 96 }, (_, quarter) => {
      const startTime = `${String(quarter >> 2).padStart(2, '0')}:${String((quarter & 3) * 15).padStart(2, '0')}`;
      return { date: from, startTime };
    }).filter(({ date, startTime }) => !offered.has(`${date} ${startTime}`));
    for (let step = 0; step < 3; step++) {
      const other = others[next(others.length)]!;
      const { response } = await submit(sharedId, other, { timeZone: visitorZone });
      assert.equal(response.status, 409, `${timeZone} ${visitorZone} ${other.date} ${other.startTime}`);
    }
  }
});

test('slots in half-hour zones align to local minutes', async () => {
  const { api } = await newBusiness();
  for (const timeZone of ['Asia/Kolkata', 'America/St_Johns']) {
    const { sharedId } = await newLink(api, { timeZone, weekly: openDaily('09:00', '10:00') }, far);
    const slots = await slotsOf(sharedId, { from: '2027-07-01', to: '2027-07-01' });
    assert.deepEqual(
      slots.map(({ startTime }) => startTime),
      ['09:00', '09:30'],
    );
  }
});

test('an exception replaces the hours of its date, and holidays are closed', async () => {
  const { api } = await newBusiness();
  await api.PATCH('/v1/organization/settings', {
    body: { section: 'bookings', value: { holidays: ['12-25', '2027-02-26'] } },
  });
  const exceptions = [
    { date: '2027-02-01', hours: [{ from: '20:00', to: '21:00' }] },
    { date: '2027-02-02', hours: [] },
  ];
  const { sharedId } = await newLink(api, { exceptions, weekly: openDaily('09:00', '09:30') }, far);
  const timesOn = async (day: string) =>
    (await slotsOf(sharedId, { from: day, to: day })).map(({ startTime }) => startTime);
  assert.deepEqual(await timesOn('2027-02-01'), ['20:00', '20:30']);
  assert.deepEqual(await timesOn('2027-02-02'), []);
  assert.deepEqual(await timesOn('2027-02-03'), ['09:00']);
  assert.deepEqual([await timesOn('2027-12-25'), await timesOn('2027-02-26')], [[], []]);
});

test('a hold ends on time without a sweep, and its time can be booked again', async () => {
  const business = await newBusiness({ sandbox: true });
  const { api } = business;
  const schedule = await newSchedule(api);
  const startsAt = Temporal.Now.instant()
    .add({ hours: 24 * 30 })
    .toZonedDateTimeISO('America/Santo_Domingo')
    .with({ hour: 10, minute: 0, second: 0, millisecond: 0, microsecond: 0, nanosecond: 0 })
    .toInstant()
    .toString();
  const register = (body: { name: string; holdMinutes?: number }) =>
    api.POST('/v1/tasks/schedule/{scheduleId}/register', {
      params: { path: { scheduleId: schedule.id } },
      body: { startsAt, ...body },
    });
  const held = await register({ name: 'Ana', holdMinutes: 30 });
  assert.equal(held.data!.state, 'held');
  assert.equal((await register({ name: 'Luz' })).error!.code, 'slot_taken');
  // Only the clock of the organization moves: no tick has run when the next request arrives.
  const { app } = await import('#test/harness.ts');
  await app.engine.run({}, ({ tx }) =>
    tx
      .updateTable('organizations')
      .set({ clockOffsetMs: 31 * 60_000 })
      .where('id', '=', business.id)
      .execute(),
  );
  assert.equal((await register({ name: 'Luz' })).response.status, 201);
});
