import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newResource } from '#test/catalog.ts';
import { app, freshEmail, letterTo, newBusiness, newMember } from '#test/harness.ts';
import { newLink, newSchedule, registrationsOf, slotsOf, submit } from '#test/schedules.ts';
import { bookings } from '../tables.ts';

const at = (startsAt: string, name = 'Juana') => ({ startsAt, name });
const register = (
  api: Awaited<ReturnType<typeof newBusiness>>['api'],
  scheduleId: string,
  body: { name: string; phone?: string; email?: string; hostId?: string; waitingList?: boolean },
) => api.POST('/v1/tasks/schedule/{scheduleId}/register', { params: { path: { scheduleId } }, body });

test('of thirty overlapping bookings at once one succeeds, and the others get 409', async () => {
  const { api } = await newBusiness();
  const { sharedId, schedule } = await newLink(api, { stepMinutes: 5 });
  const all = await slotsOf(sharedId);
  // Of one day: the last slot of a day does not overlap with the first of the next one.
  const slots = all.filter(({ date }) => date === all.at(-1)!.date).slice(0, 5);
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, index) => submit(sharedId, slots[index % slots.length]!)),
  );
  const statuses = answers.map(({ response }) => response.status).toSorted();
  assert.deepEqual(statuses, [201, ...Array(29).fill(409)]);
  const refused = answers.find(({ error }) => error)!.error as unknown as { success: boolean; message: string };
  assert.deepEqual([refused.success, typeof refused.message], [false, 'string']);
  assert.equal((await registrationsOf({ api }, schedule.id)).length, 1);
});

test('bookings back to back are both accepted, and buffers keep them apart', async () => {
  const { api } = await newBusiness();
  const plain = await newSchedule(api);
  const buffered = await newSchedule(api, { bufferAfterMinutes: 10, stepMinutes: 10 });
  const codes = [];
  for (const [id, startsAt] of [
    [plain.id, '2031-03-03T14:00:00Z'],
    [plain.id, '2031-03-03T14:30:00Z'],
    [buffered.id, '2031-03-03T14:00:00Z'],
    [buffered.id, '2031-03-03T14:30:00Z'],
    [buffered.id, '2031-03-03T14:40:00Z'],
  ] as const)
    codes.push((await register(api, id, at(startsAt))).response.status);
  assert.deepEqual(codes, [201, 201, 201, 409, 201]);
});

test('as many people as there are places get one, and a cancellation frees exactly one', async () => {
  const { api } = await newBusiness();
  const { id } = await newSchedule(api, { capacity: 5 });
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => register(api, id, at('2031-03-03T14:00:00Z', `N${index}`))),
  );
  const placed = answers.flatMap(({ data }) => data ?? []);
  assert.equal(placed.length, 5);
  assert.ok(answers.every(({ response }) => [201, 409].includes(response.status)));
  const path = { scheduleId: id, registrationId: placed[0]!.id };
  await api.DELETE('/v1/tasks/schedule/{scheduleId}/registrations/{registrationId}', { params: { path } });
  const again = await Promise.all([1, 2, 3].map(() => register(api, id, at('2031-03-03T14:00:00Z'))));
  assert.equal(again.filter(({ data }) => data).length, 1);
});

test('a person is never booked twice at one time, over all schedules', async () => {
  const business = await newBusiness();
  const { api } = business;
  const person = await newMember(business, 'seller');
  const userIds = [person.id];
  const cut = await newSchedule(api, { userIds });
  const colour = await newSchedule(api, { userIds, title: 'Color', durationMinutes: 60 });
  assert.equal((await register(api, cut.id, at('2031-03-03T14:30:00Z'))).response.status, 201);
  assert.equal((await register(api, colour.id, at('2031-03-03T14:00:00Z'))).error!.code, 'slot_taken');
  const event = {
    kind: 'event',
    startsAt: '2031-03-03T14:45:00Z',
    endsAt: '2031-03-03T16:00:00Z',
    title: 'Taller',
  } as const;
  const busy = await api.POST('/v1/tasks/schedule', { body: { ...event, userIds } });
  assert.equal(busy.error!.code, 'host_busy');
});

test('round robin takes turns, any takes the first who is free, and together needs everyone', async () => {
  const business = await newBusiness();
  const { api } = business;
  const userIds = [(await newMember(business)).id, (await newMember(business)).id];
  const hostsFor = async (assignment: string, starts: string[]) => {
    const { id } = await newSchedule(api, { userIds, assignment });
    const hosts = [];
    for (const startsAt of starts) hosts.push((await register(api, id, at(startsAt))).data?.hostIds);
    return hosts;
  };
  const [a, b] = userIds as [string, string];
  assert.deepEqual(await hostsFor('any', ['2031-03-03T14:00:00Z', '2031-03-03T14:30:00Z', '2031-03-03T14:30:00Z']), [
    [a],
    [a],
    [b],
  ]);
  assert.deepEqual(
    await hostsFor('round_robin', ['2031-03-04T14:00:00Z', '2031-03-04T14:30:00Z', '2031-03-04T15:00:00Z']),
    [[a], [b], [a]],
  );
  const [both, none] = await hostsFor('together', ['2031-03-05T14:00:00Z', '2031-03-04T14:00:00Z']);
  assert.deepEqual([both!.toSorted(), none], [[a, b].toSorted(), undefined]);
  const { id } = await newSchedule(api, { userIds, assignment: 'together' });
  const named = await register(api, id, { ...at('2031-03-06T14:00:00Z'), hostId: b });
  assert.deepEqual(named.data!.hostIds.toSorted(), [a, b].toSorted());
});

test('nobody is booked with a member who left or a resource that is archived', async () => {
  const business = await newBusiness();
  const { api } = business;
  const [leaving, resting, staying] = [
    await newMember(business, 'seller'),
    await newMember(business, 'seller'),
    await newMember(business, 'seller'),
  ];
  const room = await newResource(api, { name: 'Cabina' });
  const userIds = [leaving.id, resting.id, staying.id];
  const any = await newSchedule(api, { userIds, assignment: 'any' });
  const together = await newSchedule(api, { userIds: [staying.id], resourceIds: [room.id], assignment: 'together' });
  await leaving.api.POST('/v1/organization/leave', {});
  await api.PATCH('/v1/organization/user/toggle', { body: { userId: resting.id, active: false } });
  await api.PATCH('/v1/resource', { body: { id: room.id, archived: true } });
  const booked = await register(api, any.id, at('2031-03-03T14:00:00Z'));
  assert.deepEqual(booked.data?.hostIds, [staying.id]);
  assert.equal((await register(api, any.id, at('2031-03-03T14:00:00Z'))).error?.code, 'slot_taken');
  assert.equal((await register(api, together.id, at('2031-03-03T15:00:00Z'))).error?.code, 'slot_taken');
  await api.PATCH('/v1/organization/user/toggle', { body: { userId: resting.id, active: true } });
  assert.deepEqual((await register(api, any.id, at('2031-03-03T14:00:00Z'))).data?.hostIds, [resting.id]);
});

test('a class with places left takes nobody once the member who gives it has left', async () => {
  const business = await newBusiness();
  const { api } = business;
  const teacher = await newMember(business, 'seller');
  const { id } = await newSchedule(api, { userIds: [teacher.id], capacity: 5 });
  assert.equal((await register(api, id, at('2031-03-03T14:00:00Z'))).response.status, 201);
  await teacher.api.POST('/v1/organization/leave', {});
  assert.equal((await register(api, id, at('2031-03-03T14:00:00Z'))).error?.code, 'slot_taken');
});

test('the owner is notified of the bookings to come of a member who leaves, and gives them to another one', async () => {
  const business = await newBusiness();
  const { api } = business;
  const [leaving, staying] = [await newMember(business, 'seller'), await newMember(business, 'seller')];
  const { id: scheduleId } = await newSchedule(api, { userIds: [leaving.id, staying.id] });
  const email = freshEmail();
  const booked = await register(api, scheduleId, { ...at('2031-03-03T14:00:00Z'), email });
  await register(api, scheduleId, { ...at('2031-03-03T15:00:00Z'), hostId: leaving.id });
  const path = { scheduleId, registrationId: booked.data!.id };
  assert.deepEqual(booked.data?.hostIds, [leaving.id]);
  await api.PATCH('/v1/organization/user/toggle', { body: { userId: leaving.id, active: false } });
  const { data } = await api.GET('/v1/organization/user/notifications');
  const notices = data!.data.filter(({ kind }) => kind === 'bookings-of-former-member');
  assert.equal(notices.length, 1);
  assert.match(notices[0]!.body, /^Tiene 2 reservas por atender, la primera el .*10:00/);
  const given = await api.PATCH('/v1/tasks/schedule/{scheduleId}/registrations/{registrationId}', {
    params: { path },
    body: { hostId: staying.id },
  });
  assert.deepEqual([given.data?.hostIds, given.data?.startsAt], [[staying.id], booked.data?.startsAt]);
  const letters = (await app.mailbox!.letters()).filter(({ to }) => to === email);
  assert.deepEqual(
    letters.map(({ subject }) => subject),
    ['Reserva confirmada: Corte de pelo'],
  );
  const busy = await register(api, scheduleId, { ...at('2031-03-03T14:00:00Z'), hostId: staying.id });
  assert.equal(busy.error?.code, 'slot_taken');
});

test('a booking that was attended stays so when it is given to another host', async () => {
  const business = await newBusiness();
  const { api } = business;
  const userIds = [(await newMember(business)).id, (await newMember(business)).id];
  const { id: scheduleId } = await newSchedule(api, { userIds });
  const { data } = await register(api, scheduleId, at('2031-03-03T14:00:00Z'));
  const path = { scheduleId, registrationId: data!.id };
  const change = (body: { state?: 'attended'; hostId?: string }) =>
    api.PATCH('/v1/tasks/schedule/{scheduleId}/registrations/{registrationId}', { params: { path }, body });
  await change({ state: 'attended' });
  const given = await change({ hostId: userIds[1]! });
  assert.deepEqual([given.data?.hostIds, given.data?.state], [[userIds[1]], 'attended']);
});

test('who waits and is given to a host has a place, and gets a letter about it', async () => {
  const business = await newBusiness();
  const { api } = business;
  const [first, second] = [await newMember(business), await newMember(business)];
  const { id: scheduleId } = await newSchedule(api, { userIds: [first.id, second.id], waitingList: true });
  const { id: otherId } = await newSchedule(api, { userIds: [second.id] });
  const email = freshEmail();
  const other = await register(api, otherId, at('2031-03-03T14:00:00Z'));
  await register(api, scheduleId, at('2031-03-03T14:00:00Z'));
  const waiting = await register(api, scheduleId, { ...at('2031-03-03T14:00:00Z'), email, waitingList: true });
  assert.equal(waiting.data?.state, 'waiting');
  await api.DELETE('/v1/tasks/schedule/{scheduleId}/registrations/{registrationId}', {
    params: { path: { scheduleId: otherId, registrationId: other.data!.id } },
  });
  const given = await api.PATCH('/v1/tasks/schedule/{scheduleId}/registrations/{registrationId}', {
    params: { path: { scheduleId, registrationId: waiting.data!.id } },
    body: { hostId: second.id },
  });
  assert.deepEqual([given.data?.state, given.data?.hostIds], ['booked', [second.id]]);
  await letterTo(email, /Hay un lugar para ti/);
  const letters = (await app.mailbox!.letters()).filter(({ to }) => to === email);
  assert.equal(letters.length, 2, 'one about the waiting list and one about the place');
});

test('bookings are found by a telephone however it was written', async () => {
  const { api } = await newBusiness();
  const { id } = await newSchedule(api);
  await register(api, id, { ...at('2031-03-03T14:00:00Z', 'Ana'), phone: '809-555-0134' });
  await register(api, id, { ...at('2031-03-03T15:00:00Z', 'Luis'), phone: '8295550199' });
  const found = async (search: string) => {
    const { data } = await api.GET('/v1/tasks/schedule/reservations', { params: { query: { search } } });
    return data!.data.map(({ name }) => name);
  };
  for (const search of ['809-555', '8095550134', '+1 809 555 0134']) assert.deepEqual(await found(search), ['Ana']);
  for (const search of ['829-555-0199', '829555', '18295550199']) assert.deepEqual(await found(search), ['Luis']);
  assert.deepEqual(await found('809-556'), []);
});

test('of several bookings that move to one time at once one gets it, and the others keep their own', async () => {
  const { api } = await newBusiness();
  const { id: scheduleId } = await newSchedule(api);
  const hours = ['13', '14', '15', '16', '17'];
  const made = await Promise.all(hours.map((hour) => register(api, scheduleId, at(`2031-03-03T${hour}:00:00Z`))));
  const answers = await Promise.all(
    made.map(({ data }) =>
      api.PATCH('/v1/tasks/schedule/{scheduleId}/registrations/{registrationId}', {
        params: { path: { scheduleId, registrationId: data!.id } },
        body: { startsAt: '2031-03-04T14:00:00Z' },
      }),
    ),
  );
  assert.deepEqual(answers.map(({ response }) => response.status).toSorted(), [200, 409, 409, 409, 409]);
  const starts = (await registrationsOf({ api }, scheduleId)).map(({ startsAt }) => startsAt);
  assert.equal(starts.filter((startsAt) => startsAt.startsWith('2031-03-04')).length, 1);
  assert.equal(new Set(starts).size, 5);
});

test('a hold is confirmed in its place, also while others want it', async () => {
  const { api } = await newBusiness();
  const { id: scheduleId } = await newSchedule(api);
  const { data: held } = await register(api, scheduleId, { ...at('2031-03-03T14:00:00Z'), holdMinutes: 30 } as never);
  const confirm = api.PATCH('/v1/tasks/schedule/{scheduleId}/registrations/{registrationId}', {
    params: { path: { scheduleId, registrationId: held!.id } },
    body: { state: 'booked' },
  });
  const [confirmed, ...others] = await Promise.all([
    confirm,
    ...[1, 2, 3].map(() => register(api, scheduleId, at('2031-03-03T14:00:00Z'))),
  ]);
  assert.deepEqual([confirmed.data!.state, confirmed.data!.holdExpiresAt], ['booked', null]);
  assert.ok(others.every(({ response }) => response.status === 409));
});

test('a hold that has ended goes to the first who waits, before anybody else books', async () => {
  const business = await newBusiness();
  const { api } = business;
  const { id: scheduleId } = await newSchedule(api, { waitingList: true });
  const start = at('2031-03-03T14:00:00Z');
  const { data: held } = await register(api, scheduleId, { ...start, holdMinutes: 30 } as never);
  const { data: waiting } = await register(api, scheduleId, { ...start, waitingList: true } as never);
  await app.engine.within(business.id, (ctx) =>
    bookings.update(ctx, held!.id, { holdExpiresAt: ctx.now.subtract({ minutes: 1 }) }),
  );
  assert.equal((await register(api, scheduleId, start)).response.status, 409);
  await register(api, scheduleId, at('2031-03-03T15:00:00Z'));
  const states = new Map((await registrationsOf({ api }, scheduleId)).map(({ id, state }) => [id, state]));
  assert.deepEqual([states.get(held!.id), states.get(waiting!.id)], ['canceled', 'booked']);
});

test('a place that staff holds is confirmed by letter only when it is booked', async () => {
  const { api } = await newBusiness();
  const { id: scheduleId } = await newSchedule(api);
  const [email, other] = [freshEmail(), freshEmail()];
  const hold = (startsAt: string) => register(api, scheduleId, { ...at(startsAt), email, holdMinutes: 30 } as never);
  const [{ data }, { data: dropped }] = [await hold('2031-03-03T13:00:00Z'), await hold('2031-03-03T16:00:00Z')];
  const one = '/v1/tasks/schedule/{scheduleId}/registrations/{registrationId}' as const;
  const pathOf = (registrationId: string) => ({ path: { scheduleId, registrationId } });
  await api.PATCH(one, { params: pathOf(data!.id), body: { startsAt: '2031-03-03T14:00:00Z' } });
  await api.DELETE(one, { params: pathOf(dropped!.id) });
  // Letters leave in order, so a later one shows that there is none for the hold.
  await register(api, scheduleId, { ...at('2031-03-03T15:00:00Z'), email: other } as never);
  await letterTo(other, /confirmada/);
  const lettersOf = async () => (await app.mailbox!.letters()).filter(({ to }) => to === email);
  assert.deepEqual(await lettersOf(), []);
  await api.PATCH(one, { params: pathOf(data!.id), body: { state: 'booked' } });
  await letterTo(email, /confirmada/);
});

test('bookings that are made at once are given in turns', async () => {
  const business = await newBusiness();
  const { api } = business;
  const userIds = [(await newMember(business)).id, (await newMember(business)).id];
  const { id } = await newSchedule(api, { userIds, assignment: 'round_robin' });
  const starts = ['14:00', '14:30', '15:00', '15:30', '16:00', '16:30'].map((time) => `2031-03-04T${time}:00Z`);
  const booked = await Promise.all(starts.map((startsAt) => register(api, id, at(startsAt))));
  const given = userIds.map((hostId) => booked.filter(({ data }) => data!.hostIds[0] === hostId).length);
  assert.deepEqual(given, [3, 3]);
});

test('staff add people to a class or an event of a host while it has places', async () => {
  const business = await newBusiness();
  const { api } = business;
  const [ana, luis] = [(await newMember(business)).id, (await newMember(business)).id];
  const { id } = await newSchedule(api, { capacity: 2, userIds: [ana, luis] });
  const statuses = [];
  for (const hostId of [luis, luis, luis, ana])
    statuses.push((await register(api, id, { ...at('2031-03-04T14:00:00Z'), hostId })).response.status);
  assert.deepEqual(statuses, [201, 201, 409, 201]);
  const event = { kind: 'event', startsAt: '2031-03-05T14:00:00Z', endsAt: '2031-03-05T15:00:00Z' } as const;
  const { data } = await api.POST('/v1/tasks/schedule', { body: { ...event, title: 'Taller', userIds: [ana] } });
  assert.equal((await register(api, data!.id, { name: 'Juana', hostId: ana })).response.status, 201);
});

test('a time with more bookings than the schedule has places by now gives none of them on', async () => {
  const { api } = await newBusiness();
  const { schedule, sharedId } = await newLink(api, { capacity: 3, waitingList: true }, { horizonDays: 730 });
  const [slot] = await slotsOf(sharedId);
  const booked = [];
  for (let person = 0; person < 3; person++)
    booked.push((await register(api, schedule.id, at(slot!.startsAt))).data!.id);
  const waiting = await register(api, schedule.id, { ...at(slot!.startsAt), waitingList: true });
  assert.equal(waiting.data!.state, 'waiting');
  const path = { scheduleId: schedule.id };
  await api.PATCH('/v1/tasks/schedule/{scheduleId}', { params: { path }, body: { capacity: 1 } });
  const freePlaces = [];
  for (const registrationId of booked) {
    await api.DELETE('/v1/tasks/schedule/{scheduleId}/registrations/{registrationId}', {
      params: { path: { ...path, registrationId } },
    });
    const states = (await registrationsOf({ api }, schedule.id)).map(({ state }) => state);
    freePlaces.push(states.filter((state) => state === 'booked').length);
  }
  assert.deepEqual(freePlaces, [2, 1, 1]);
  const states = (await registrationsOf({ api }, schedule.id)).map(({ id, state }) => id === waiting.data!.id && state);
  assert.ok(states.includes('booked'));
});

test('nobody waits for a place that is given back at the same moment', async () => {
  const { api } = await newBusiness();
  const { id: scheduleId } = await newSchedule(api, { waitingList: true });
  for (let day = 10; day < 25; day++) {
    const startsAt = `2031-03-${day}T14:00:00Z`;
    const { data } = await register(api, scheduleId, at(startsAt));
    const path = { scheduleId, registrationId: data!.id };
    const [, joined] = await Promise.all([
      api.DELETE('/v1/tasks/schedule/{scheduleId}/registrations/{registrationId}', { params: { path } }),
      register(api, scheduleId, { ...at(startsAt), waitingList: true }),
    ]);
    const found = (await registrationsOf({ api }, scheduleId, { from: startsAt })).find(
      ({ id }) => id === joined.data!.id,
    );
    assert.equal(found!.state, 'booked');
  }
});

test('nobody joins a session that is shorter than bookings are by now', async () => {
  const { api } = await newBusiness();
  const { id } = await newSchedule(api, { capacity: 5, stepMinutes: 15 });
  await register(api, id, at('2031-03-04T14:00:00Z'));
  await api.PATCH('/v1/tasks/schedule/{scheduleId}', {
    params: { path: { scheduleId: id } },
    body: { durationMinutes: 60 },
  });
  assert.equal((await register(api, id, at('2031-03-04T14:00:00Z'))).error!.code, 'slot_taken');
  assert.equal((await register(api, id, at('2031-03-04T14:30:00Z'))).response.status, 201);
});

test('a change of a canceled event keeps its hosts free', async () => {
  const business = await newBusiness();
  const { api } = business;
  const userIds = [(await newMember(business)).id];
  const event = { kind: 'event', startsAt: '2031-03-05T14:00:00Z', endsAt: '2031-03-05T15:00:00Z' } as const;
  const { data } = await api.POST('/v1/tasks/schedule', { body: { ...event, title: 'Taller', userIds } });
  const path = { scheduleId: data!.id };
  await api.DELETE('/v1/tasks/schedule/{scheduleId}', { params: { path } });
  await api.PATCH('/v1/tasks/schedule/{scheduleId}', { params: { path }, body: { endsAt: '2031-03-05T16:00:00Z' } });
  const { id } = await newSchedule(api, { userIds });
  assert.equal((await register(api, id, at('2031-03-05T14:00:00Z'))).response.status, 201);
});
