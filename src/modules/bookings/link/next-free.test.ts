import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anonymous, baseUrl, newBusiness } from '#test/harness.ts';
import { moveClock } from '#test/sandbox-clock.ts';
import { newLink, submit } from '#test/schedules.ts';

const timeZone = 'America/Santo_Domingo';

const pageOf = async (sharedId: string, query: Record<string, string> = {}) =>
  (
    await anonymous.GET('/v1/tasks/schedule/link/{sharedId}', {
      params: { path: { sharedId }, query: { timeZone, ...query } },
    })
  ).data!;

const htmlOf = async (sharedId: string, query: Record<string, string> = {}) =>
  (
    await fetch(`${baseUrl}/v1/tasks/schedule/link/${sharedId}?${new URLSearchParams({ timeZone, ...query })}`, {
      headers: { accept: 'text/html', 'accept-language': 'es-DO' },
    })
  ).text();

test('a month without free slots leads to the next day that has one', async () => {
  const business = await newBusiness({ sandbox: true });
  await moveClock(business, Temporal.Instant.from('2027-03-15T12:00:00Z'));
  // Each one is the only place: the first is taken, the second is in the month after the next.
  const weekly: never[] = [];
  const exceptions = ['2027-03-20', '2027-05-28'].map((date) => ({ date, hours: [{ from: '09:00', to: '09:30' }] }));
  const { sharedId } = await newLink(business.api, { weekly, exceptions }, { horizonDays: 100 });
  assert.equal((await pageOf(sharedId)).nextFreeDate, null);
  await submit(sharedId, { date: '2027-03-20', startTime: '09:00' });
  const full = await pageOf(sharedId);
  assert.deepEqual([full.slots, full.nextFreeDate], [[], '2027-05-28']);
  const shown = await htmlOf(sharedId);
  assert.match(shown, /href="[^"]*date=2027-05-28#times"|href="[^"]*date=2027-05-28"/);
  assert.match(shown, /Ver el viernes, 28 de mayo/);
  assert.doesNotMatch(shown, /Ya no quedan lugares/);
  await submit(sharedId, { date: '2027-05-28', startTime: '09:00' });
  assert.equal((await pageOf(sharedId)).nextFreeDate, null);
  assert.match(await htmlOf(sharedId), /Ya no quedan lugares/);
});

test('an event that is weeks away is found from the page of today', async () => {
  const business = await newBusiness({ sandbox: true });
  await moveClock(business, Temporal.Instant.from('2027-03-15T12:00:00Z'));
  const event = { kind: 'event', startsAt: '2027-05-03T14:00:00Z', endsAt: '2027-05-03T16:00:00Z', capacity: 2 };
  const { sharedId } = await newLink(business.api, { ...event, weekly: undefined, durationMinutes: undefined });
  assert.equal((await pageOf(sharedId)).nextFreeDate, '2027-05-03');
  assert.match(await htmlOf(sharedId), /Ver el lunes, 3 de mayo/);
});

test('a page of today whose first free day is in the next month leads there', async () => {
  const business = await newBusiness({ sandbox: true });
  await moveClock(business, Temporal.Instant.from('2027-03-25T12:00:00Z'));
  const exceptions = [{ date: '2027-04-06', hours: [{ from: '09:00', to: '10:00' }] }];
  const { sharedId } = await newLink(business.api, { weekly: [], exceptions });
  assert.equal((await pageOf(sharedId)).nextFreeDate, null, 'The slots of the answer have it.');
  const shown = await htmlOf(sharedId);
  assert.match(shown, /No hay horas libres este mes/);
  assert.match(shown, /Ver el martes, 6 de abril/);
});
