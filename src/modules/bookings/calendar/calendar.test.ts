import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { type OutboundFetch, OutboundRefused, outboundClient } from '#platform/http/outbound.ts';
import { freePort } from '#test/free-port.ts';
import { app, codeOf, eventually, newBusiness, startTestApp } from '#test/harness.ts';
import { runNow } from '#test/jobs.ts';
import { dayFromNow, newLink, openDaily, slotsOf } from '#test/schedules.ts';
import { download, readOutside } from './read.ts';

const files = new Map<string, { status: number; headers?: Record<string, string>; body: string }>();
const server = createServer((request, response) => {
  const { status, headers = {}, body } = files.get(request.url!) ?? { status: 404, body: '' };
  response.writeHead(status, headers).end(body);
});
let site = '';
before(async () => {
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  site = `http://127.0.0.1:${port}`;
});
after(() => server.close());

const calendar = (...events: string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:test', ...events, 'END:VCALENDAR', ''].join('\r\n');
const event = (...lines: string[]): string =>
  ['BEGIN:VEVENT', `UID:${crypto.randomUUID()}`, 'DTSTAMP:20260101T000000Z', ...lines, 'END:VEVENT'].join('\r\n');
const utc = (date: string, time: string): string => `${date.replaceAll('-', '')}T${time}00Z`;

/** A person whose booking link is open daily from 09:00 to 11:00 in Santo Domingo, which is 13:00 to 15:00 UTC. */
async function personWithLink() {
  const business = await newBusiness();
  const { sharedId } = await newLink(business.api, {
    userIds: [business.owner.id],
    weekly: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((weekday) => ({
      weekday,
      from: '09:00',
      to: '11:00',
    })),
  });
  const timesOn = async (day: string) =>
    (await slotsOf(sharedId, { from: day, to: day })).map(({ startTime }) => startTime);
  return { ...business, timesOn };
}

async function read(business: { api: Awaited<ReturnType<typeof newBusiness>>['api'] }, path: string) {
  const { data, error } = await business.api.POST('/v1/tasks/schedule/calendar', { body: { url: `${site}${path}` } });
  assert.ok(data, String(error?.detail));
  return eventually(async () => {
    const { data: listed } = await business.api.GET('/v1/tasks/schedule/calendar');
    return listed!.data.find(({ id, state }) => id === data.id && state !== 'pending');
  });
}

test('events of an outside calendar make a person busy: single, recurring and whole days; free and canceled ones do not', async () => {
  const person = await personWithLink();
  const [first, second, third, fourth] = [3, 4, 5, 6].map((days) => dayFromNow(days)) as [
    string,
    string,
    string,
    string,
  ];
  files.set('/own.ics', {
    status: 200,
    body: calendar(
      event(`DTSTART:${utc(first, '1330')}`, `DTEND:${utc(first, '1400')}`),
      event(`DTSTART:${utc(first, '1300')}`, `DTEND:${utc(first, '1330')}`, 'TRANSP:TRANSPARENT'),
      event(`DTSTART:${utc(first, '1400')}`, `DTEND:${utc(first, '1430')}`, 'STATUS:CANCELLED'),
      event(`DTSTART:${utc(second, '1430')}`, `DTEND:${utc(second, '1500')}`, 'RRULE:FREQ=DAILY;COUNT=2'),
      event(`DTSTART;VALUE=DATE:${fourth.replaceAll('-', '')}`),
    ),
  });
  const { state, problem } = await read(person, '/own.ics');
  assert.deepEqual([state, problem], ['read', null]);
  assert.deepEqual(await person.timesOn(first), ['09:00', '10:00', '10:30']);
  assert.deepEqual(await person.timesOn(second), ['09:00', '09:30', '10:00']);
  assert.deepEqual(await person.timesOn(third), ['09:00', '09:30', '10:00']);
  assert.deepEqual(await person.timesOn(fourth), []);
});

test('whole days and times without a zone are those of the calendar, else of the organization', async () => {
  const [before, day, after] = [3, 4, 5].map((days) => dayFromNow(days)) as [string, string, string];
  const compact = (date: string) => date.replaceAll('-', '');
  const events = [
    event(`DTSTART;VALUE=DATE:${compact(day)}`),
    event(`DTSTART:${compact(after)}T190000`, `DTEND:${compact(after)}T200000`),
  ];
  files.set('/plain.ics', { status: 200, body: calendar(...events) });
  // One hour behind Santo Domingo all year.
  files.set('/panama.ics', { status: 200, body: calendar('X-WR-TIMEZONE:America/Panama', ...events) });
  const freeWith = async (path: string) => {
    const { api, owner } = await newBusiness();
    const hours = { weekly: openDaily('18:00', '22:00'), durationMinutes: 60 };
    const { sharedId } = await newLink(api, { userIds: [owner.id], ...hours });
    await read({ api }, path);
    const slots = await slotsOf(sharedId, { from: before, to: after });
    return [before, day, after].map((each) =>
      slots.filter(({ date }) => date === each).map(({ startTime }) => startTime.slice(0, 2)),
    );
  };
  const whole = ['18', '19', '20', '21'];
  assert.deepEqual(await freeWith('/plain.ics'), [whole, [], ['18', '20', '21']]);
  assert.deepEqual(await freeWith('/panama.ics'), [whole, [], ['18', '19', '21']]);
});

test('an unreadable calendar says why, keeps the times that were read before, and goes with its calendar', async () => {
  const person = await personWithLink();
  const day = dayFromNow(3);
  files.set('/later-broken.ics', {
    status: 200,
    body: calendar(event(`DTSTART:${utc(day, '1300')}`, `DTEND:${utc(day, '1400')}`)),
  });
  const { id } = await read(person, '/later-broken.ics');
  assert.deepEqual(await person.timesOn(day), ['10:00', '10:30']);
  for (const [answer, problem] of [
    [{ status: 500, body: '' }, /500/],
    [{ status: 200, body: '<html>' }, /not a calendar/],
    [{ status: 200, body: calendar(event('X'.repeat(5_000_001))) }, /5 MB/],
  ] as const) {
    files.set('/later-broken.ics', answer);
    await runNow(readOutside as never, { organizationId: person.id, id } as never);
    const { data } = await person.api.GET('/v1/tasks/schedule/calendar');
    assert.equal(data!.data[0]!.state, 'failed');
    assert.match(data!.data[0]!.problem!, problem);
    assert.deepEqual(await person.timesOn(day), ['10:00', '10:30']);
  }
  await person.api.DELETE('/v1/tasks/schedule/calendar', { body: { id } });
  assert.equal((await person.timesOn(day)).length, 4);
});

test('a calendar with endless recurrences is bounded', async () => {
  const person = await personWithLink();
  const events = Array.from({ length: 50 }, () =>
    event('DTSTART:19700101T130000Z', 'DTEND:19700101T130100Z', 'RRULE:FREQ=SECONDLY'),
  );
  files.set('/endless.ics', { status: 200, body: calendar(...events) });
  const { state } = await read(person, '/endless.ics');
  assert.equal(state, 'read');
});

test('a public calendar that redirects to a private address reads nothing there', async () => {
  const guarded = outboundClient({ allowPrivate: false });
  files.set('/inside.ics', { status: 200, body: calendar() });
  const inside = [
    'https://127.0.0.1/x.ics',
    'https://[::1]/x.ics',
    'https://169.254.169.254/meta',
    'https://localhost/x',
  ];
  for (const location of [...inside, `${site}/inside.ics`, 'https://2130706433/x.ics', '//10.0.0.1/x.ics']) {
    // The public site is the only part that is played: no test reaches the network.
    const fetch: OutboundFetch = async (url, request) =>
      url === 'https://calendar.example/away.ics'
        ? { status: 302, headers: { location }, body: Buffer.alloc(0), truncated: false }
        : guarded(url, request);
    const reading = download(fetch, 'https://calendar.example/away.ics', AbortSignal.timeout(60_000));
    await assert.rejects(reading, OutboundRefused, location);
  }
});

test('an address inside the network is refused, and a redirect to one reads nothing', async () => {
  const strict = await startTestApp({ WEBHOOK_ALLOW_PRIVATE: 'false' }, { databaseUrl: app.databaseUrl });
  try {
    const { owner, api, id } = await newBusiness();
    const add = (url: string) =>
      fetch(`${strict.publicUrl}/v1/tasks/schedule/calendar`, {
        method: 'POST',
        headers: { authorization: owner.token, 'content-type': 'application/json' },
        body: JSON.stringify({ url }),
      }).then((response) => response.json() as Promise<{ code: string; id: string }>);
    for (const url of [
      'https://127.0.0.1/x.ics',
      'https://[::1]/x.ics',
      'http://example.com/x.ics',
      'https://localhost/x.ics',
      'file:///etc/passwd',
    ])
      assert.equal((await add(url)).code, 'calendar_address_refused', url);
    files.set('/away.ics', { status: 302, headers: { location: 'ftp://127.0.0.1/x.ics' }, body: '' });
    const { data } = await api.POST('/v1/tasks/schedule/calendar', { body: { url: `${site}/away.ics` } });
    const problemOf = async () => (await api.GET('/v1/tasks/schedule/calendar')).data!.data[0]!.problem;
    // Every address of a redirect is checked.
    assert.match((await eventually(problemOf))!, /https/);
    files.set('/away.ics', { status: 200, body: calendar() });
    await runNow(readOutside as never, { organizationId: id, id: data!.id } as never);
    assert.equal(await problemOf(), null);
    await runNow(readOutside as never, { organizationId: id, id: data!.id } as never, strict);
    assert.match((await problemOf())!, /https/);
    assert.equal(
      codeOf(await api.DELETE('/v1/tasks/schedule/calendar', { body: { id: crypto.randomUUID() } })),
      'not_found',
    );
  } finally {
    await strict.stop();
  }
});

test('of many calendars that are added at once, a person gets no more than ten', async () => {
  const { api } = await newBusiness();
  const added = await Promise.all(
    Array.from({ length: 30 }, (_, place) =>
      api.POST('/v1/tasks/schedule/calendar', { body: { url: `${site}/at-once-${place}.ics` } }),
    ),
  );
  const refused = added.filter((answer) => codeOf(answer) === 'too_many_calendars');
  const { data } = await api.GET('/v1/tasks/schedule/calendar');
  assert.deepEqual([refused.length, data!.data.length], [20, 10]);
});
