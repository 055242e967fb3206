import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeOf, newBusiness, newMember } from '#test/harness.ts';
import { newSchedule, openDaily } from '#test/schedules.ts';

test('statistics count what was booked, canceled, attended and missed, and the share that was filled', async () => {
  const business = await newBusiness();
  const { api } = business;
  const person = await newMember(business);
  const schedule = await newSchedule(api, { weekly: openDaily('09:00', '11:00'), userIds: [person.id] });
  const path = { scheduleId: schedule.id };
  const ids: string[] = [];
  for (const startsAt of [
    '2031-03-03T13:00:00Z',
    '2031-03-03T13:30:00Z',
    '2031-03-04T13:00:00Z',
    '2031-03-10T13:00:00Z',
  ]) {
    const { data } = await api.POST('/v1/tasks/schedule/{scheduleId}/register', {
      params: { path },
      body: { name: 'Ana', startsAt },
    });
    ids.push(data!.id);
  }
  const one = '/v1/tasks/schedule/{scheduleId}/registrations/{registrationId}' as const;
  const of = (registrationId: string) => ({ params: { path: { ...path, registrationId } } });
  await api.PATCH(one, { ...of(ids[0]!), body: { state: 'attended' } });
  await api.PATCH(one, { ...of(ids[1]!), body: { state: 'no_show' } });
  await api.DELETE(one, of(ids[2]!));
  const query = { from: '2031-03-03', to: '2031-03-16' };
  const { data: all } = await api.GET('/v1/tasks/schedule/reservations/stats', { params: { query } });
  const counts = { booked: 3, attended: 1, noShow: 1, canceled: 1, waiting: 0, places: 56, filledShare: 0.0536 };
  assert.deepEqual(all, { ...query, ...counts });
  const by = async (more: Record<string, string>) =>
    (await api.GET('/v1/tasks/schedule/reservations/stats/by-period', { params: { query: { ...query, ...more } } }))
      .data!.data;
  assert.deepEqual(
    (await by({ period: 'week' })).map(({ period, booked, places }) => [period, booked, places]),
    [
      ['2031-03-03', 2, 28],
      ['2031-03-10', 1, 28],
    ],
  );
  await api.PATCH('/v1/organization/settings', { body: { section: 'general', value: { weekStart: 'sunday' } } });
  assert.deepEqual(
    (await by({ period: 'week' })).map(({ period, booked, places }) => [period, booked, places]),
    [
      ['2031-03-02', 2, 24],
      ['2031-03-09', 1, 28],
      ['2031-03-16', 0, 4],
    ],
  );
  const people = await by({ period: 'month', by: 'host', hostId: person.id });
  assert.deepEqual(
    people.map(({ hostId, booked }) => [hostId, booked]),
    [[person.id, 3]],
  );
  assert.deepEqual(
    (await by({ by: 'schedule' })).map(({ scheduleId, booked }) => [scheduleId, booked]),
    [[schedule.id, 3]],
  );
  const tooLong = await api.GET('/v1/tasks/schedule/reservations/stats', {
    params: { query: { from: '2031-01-01', to: '2033-01-01' } },
  });
  assert.equal(codeOf(tooLong), 'invalid_request');
  const { data: listed } = await api.GET('/v1/tasks/schedule/reservations', {
    params: { query: { state: 'no_show', hostId: person.id } },
  });
  assert.deepEqual(
    listed!.data.map(({ id, title }) => [id, title]),
    [[ids[1], 'Corte de pelo']],
  );
});
