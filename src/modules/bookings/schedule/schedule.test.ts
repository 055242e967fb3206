import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeOf, freshEmail, letterTo, newBusiness, newMember } from '#test/harness.ts';
import { newSchedule, openDaily, registrationsOf } from '#test/schedules.ts';

const event = {
  kind: 'event',
  title: 'Taller de pan',
  startsAt: '2031-05-05T14:00:00Z',
  endsAt: '2031-05-05T16:00:00Z',
} as const;
const byId = (scheduleId: string) => ({ params: { path: { scheduleId } } });

test('schedules are made, listed, read and changed by version', async () => {
  const { api } = await newBusiness();
  const schedule = await newSchedule(api, { bufferAfterMinutes: 10 });
  assert.deepEqual([schedule.stepMinutes, schedule.capacity, schedule.assignment], [40, 1, 'any']);
  const changed = await api.PATCH('/v1/tasks/schedule/{scheduleId}', {
    ...byId(schedule.id),
    body: { version: 1, durationMinutes: 45, title: 'Corte y barba' },
  });
  assert.deepEqual([changed.data!.stepMinutes, changed.data!.title, changed.data!.version], [55, 'Corte y barba', 2]);
  const stale = await api.PATCH('/v1/tasks/schedule/{scheduleId}', {
    ...byId(schedule.id),
    body: { version: 1, title: 'X' },
  });
  assert.equal(codeOf(stale), 'version_conflict');
  assert.equal((await api.GET('/v1/tasks/schedule', { params: { query: { search: 'barba' } } })).data!.total, 1);
  assert.equal((await api.GET('/v1/tasks/schedule/{scheduleId}', byId(schedule.id))).data!.id, schedule.id);
});

test('a schedule that makes no sense is refused with its field', async () => {
  const { api } = await newBusiness();
  const code = async (body: Record<string, unknown>) =>
    codeOf(await api.POST('/v1/tasks/schedule', { body: { kind: 'availability', title: 'X', ...body } }));
  const weekly = openDaily();
  assert.equal(await code({ weekly }), 'schedule_incomplete');
  assert.equal(await code({ durationMinutes: 30 }), 'schedule_incomplete');
  assert.equal(
    await code({ durationMinutes: 30, weekly: [...weekly, { weekday: 'monday', from: '16:00', to: '18:00' }] }),
    'hours_overlap',
  );
  const night = { weekday: 'friday', from: '20:00', to: '02:00' };
  const opening = (from: string) => ({ date: '2031-05-03', hours: [{ from, to: '05:00' }] });
  const overlapping = [
    { weekly: [night, { weekday: 'saturday', from: '01:00', to: '03:00' }] },
    {
      weekly: [
        { ...night, weekday: 'sunday' },
        { weekday: 'monday', from: '00:00', to: '03:00' },
      ],
    },
    { weekly: [night], exceptions: [opening('01:30')] },
  ];
  for (const hours of overlapping) assert.equal(await code({ durationMinutes: 30, ...hours }), 'hours_overlap');
  assert.equal(await code({ durationMinutes: 30, weekly: [night], exceptions: [opening('02:00')] }), undefined);
  assert.equal(await code({ durationMinutes: 30, weekly: openDaily('09:00', '09:00') }), 'invalid_request');
  assert.equal(await code({ durationMinutes: 30, weekly, deposit: '0' }), 'invalid_request');
  assert.equal(await code({ durationMinutes: 30, weekly, timeZone: 'Mars/Base' }), 'invalid_request');
  assert.equal(await code({ ...event, endsAt: '2031-05-05T13:00:00Z' }), 'invalid_request');
  assert.equal(await code({ durationMinutes: 30, weekly, userIds: [crypto.randomUUID()] }), 'reference_not_found');
});

test('another time of an event moves its bookings, and its people get a letter', async () => {
  const business = await newBusiness();
  const { api } = business;
  const { data: schedule } = await api.POST('/v1/tasks/schedule', { body: { ...event, capacity: 2 } });
  const email = freshEmail();
  const register = (name: string) =>
    api.POST('/v1/tasks/schedule/{scheduleId}/register', { ...byId(schedule!.id), body: { name, email } });
  assert.equal((await register('Ana')).data!.startsAt, '2031-05-05T14:00:00.000Z');
  await register('Luz');
  assert.equal(codeOf(await register('Eva')), 'slot_taken');
  const body = { startsAt: '2031-05-06T14:00:00Z', endsAt: '2031-05-06T16:00:00Z', capacity: 3 };
  await api.PATCH('/v1/tasks/schedule/{scheduleId}', { ...byId(schedule!.id), body });
  await letterTo(email, /cambiada/);
  assert.equal((await register('Eva')).data!.startsAt, '2031-05-06T14:00:00.000Z');
  assert.deepEqual(
    (await registrationsOf(business, schedule!.id)).map(({ startsAt }) => startsAt),
    Array(3).fill('2031-05-06T14:00:00.000Z'),
  );
});

test('more places go to those who wait, in their order', async () => {
  const business = await newBusiness();
  const { api } = business;
  const { data: schedule } = await api.POST('/v1/tasks/schedule', {
    body: { ...event, capacity: 1, waitingList: true },
  });
  const register = (name: string) =>
    api.POST('/v1/tasks/schedule/{scheduleId}/register', {
      ...byId(schedule!.id),
      body: { name, email: `${name}@example.com`, waitingList: true },
    });
  for (const name of ['Ana', 'Luz', 'Eva', 'Sol']) await register(name);
  await api.PATCH('/v1/tasks/schedule/{scheduleId}', { ...byId(schedule!.id), body: { capacity: 3 } });
  const states = (await registrationsOf(business, schedule!.id)).map(({ name, state }) => `${name} ${state}`);
  assert.deepEqual(states.toSorted(), ['Ana booked', 'Eva booked', 'Luz booked', 'Sol waiting']);
});

test('the times of a new host go to those who wait', async () => {
  const business = await newBusiness();
  const { api } = business;
  const [first, second] = [await newMember(business), await newMember(business)];
  const { id: scheduleId } = await newSchedule(api, { userIds: [first.id], waitingList: true });
  const register = (email: string) =>
    api.POST('/v1/tasks/schedule/{scheduleId}/register', {
      params: { path: { scheduleId } },
      body: { name: 'Juana', email, startsAt: '2031-03-03T14:00:00Z', waitingList: true },
    });
  const emails = [freshEmail(), freshEmail(), freshEmail()];
  for (const email of emails) await register(email);
  await api.PATCH('/v1/tasks/schedule/{scheduleId}', {
    params: { path: { scheduleId } },
    body: { userIds: [first.id, second.id] },
  });
  await letterTo(emails[1]!, /Hay un lugar/);
  const states = new Map((await registrationsOf(business, scheduleId)).map(({ email, state }) => [email, state]));
  assert.deepEqual(
    emails.map((email) => states.get(email)),
    ['booked', 'booked', 'waiting'],
  );
});

test('a canceled schedule cancels its bookings to come and takes no more', async () => {
  const business = await newBusiness();
  const { api } = business;
  const schedule = await newSchedule(api);
  const email = freshEmail();
  const body = { name: 'Ana', email, startsAt: '2031-03-03T14:00:00Z' };
  await api.POST('/v1/tasks/schedule/{scheduleId}/register', { ...byId(schedule.id), body });
  const { data } = await api.DELETE('/v1/tasks/schedule/{scheduleId}', byId(schedule.id));
  assert.ok(data!.canceledAt);
  await letterTo(email, /cancelada/);
  assert.deepEqual(
    (await registrationsOf(business, schedule.id)).map(({ state }) => state),
    ['canceled'],
  );
  const again = await api.POST('/v1/tasks/schedule/{scheduleId}/register', { ...byId(schedule.id), body });
  assert.equal(codeOf(again), 'schedule_canceled');
  assert.equal((await api.GET('/v1/tasks/schedule')).data!.total, 0);
});

test('a schedule that is canceled while people book has no booking afterwards', async () => {
  const business = await newBusiness();
  const { api } = business;
  for (const round of [1, 2, 3]) {
    const { id } = await newSchedule(api, { capacity: 10 });
    const asked = Array.from({ length: 15 }, (_, place) => {
      const startsAt = `2031-03-03T${14 + (place % 5)}:00:00Z`;
      return api.POST('/v1/tasks/schedule/{scheduleId}/register', { ...byId(id), body: { name: 'Ana', startsAt } });
    });
    const canceled = api.DELETE('/v1/tasks/schedule/{scheduleId}', byId(id));
    const refused = (await Promise.all(asked)).flatMap((answer) => codeOf(answer) ?? []);
    assert.equal((await canceled).response.status, 200);
    assert.ok(refused.every((code) => code === 'schedule_canceled'));
    const states = (await registrationsOf(business, id)).map(({ state }) => state);
    assert.deepEqual(states, Array<string>(15 - refused.length).fill('canceled'), `round ${round}`);
  }
});

test('people who book and wait while the number of places changes all get their answer', async () => {
  const business = await newBusiness();
  const { api } = business;
  for (const round of [1, 2, 3]) {
    const { data: made } = await api.POST('/v1/tasks/schedule', { body: { ...event, capacity: 3, waitingList: true } });
    const { id } = made!;
    const answers = await Promise.all(
      Array.from({ length: 15 }, (_, place) => [
        api.POST('/v1/tasks/schedule/{scheduleId}/register', {
          ...byId(id),
          body: { name: `Ana ${place}`, waitingList: true },
        }),
        ...(place % 3 === 0
          ? [api.PATCH('/v1/tasks/schedule/{scheduleId}', { ...byId(id), body: { capacity: 2 + (place % 5) } })]
          : []),
      ]).flat(),
    );
    const statuses = answers.map(({ response }) => response.status).toSorted();
    assert.deepEqual(statuses, [...Array<number>(5).fill(200), ...Array<number>(15).fill(201)], `round ${round}`);
    const { data: schedule } = await api.GET('/v1/tasks/schedule/{scheduleId}', byId(id));
    const booked = (await registrationsOf(business, id)).filter(({ state }) => state === 'booked');
    assert.ok(booked.length >= schedule!.capacity, `round ${round}: ${booked.length} of ${schedule!.capacity}`);
  }
});
