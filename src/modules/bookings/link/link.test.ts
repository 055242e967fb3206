import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import ical, { type VEvent } from 'node-ical';
import { anonymous, codeOf, freshEmail, letterTo, newBusiness, newMember } from '#test/harness.ts';
import { dayFromNow, newLink, newSchedule, registrationsOf, slotsOf, submit, tokenIn } from '#test/schedules.ts';

const bookingOf = (bookingToken: string) =>
  anonymous.GET('/v1/tasks/schedule/booking/{bookingToken}', { params: { path: { bookingToken } } });
const change = (
  bookingToken: string,
  body: { action: 'cancel' | 'move'; date?: string; startTime?: string; slot?: string },
) => anonymous.POST('/v1/tasks/schedule/booking/{bookingToken}', { params: { path: { bookingToken } }, body });

/** The calendar file of a letter, read by an independent parser. */
function invitationOf(letter: { attachments?: { contentType: string; base64: string }[] }) {
  const file = letter.attachments!.find(({ contentType }) => contentType.startsWith('text/calendar'))!;
  const text = Buffer.from(file.base64, 'base64').toString();
  const event = Object.values(ical.sync.parseICS(text)).find((entry) => entry?.type === 'VEVENT')!;
  return { text, event: event as VEvent };
}

test('a visitor books a slot and gets a letter from the business with the booking for the calendar', async () => {
  const business = await newBusiness({ name: 'Tienda de Ñame' });
  const { sharedId, schedule } = await newLink(business.api, { location: 'Av. Duarte 5' });
  const [slot] = await slotsOf(sharedId, { from: dayFromNow(3), to: dayFromNow(3) });
  const email = freshEmail();
  const { data, response } = await submit(sharedId, slot!, { email });
  assert.deepEqual([response.status, data!.success, data!.state], [201, true, 'booked']);
  const letter = await letterTo(email, /confirmada/);
  assert.match(letter.text, /Corte de pelo\nTienda de Ñame\nCuándo: .+\nDónde: Av\. Duarte 5/);
  assert.ok(letter.text.includes(data!.url));
  const { text, event } = invitationOf(letter as never);
  assert.match(text, /METHOD:REQUEST/);
  assert.deepEqual([event.start.toISOString(), event.summary], [slot!.startsAt, 'Corte de pelo']);
  const [registration] = await registrationsOf(business, schedule.id);
  assert.deepEqual([registration!.email, registration!.source, registration!.state], [email, 'link', 'booked']);
  assert.ok(registration!.contactId);
  const left = await slotsOf(sharedId, { from: slot!.date, to: slot!.date });
  assert.ok(!left.some(({ startsAt }) => startsAt === slot!.startsAt));
});

test('a public link shows nobody who is booked, and only its own id opens it until it is closed or renewed', async () => {
  const { api } = await newBusiness();
  const { sharedId, schedule, link } = await newLink(api, { capacity: 3 });
  const [slot] = await slotsOf(sharedId);
  const { data } = await submit(sharedId, slot!, { email: 'secreto@example.com' });
  const read = (id: string) =>
    anonymous.GET('/v1/tasks/schedule/link/{sharedId}', { params: { path: { sharedId: id } } });
  const page = await read(sharedId);
  assert.doesNotMatch(JSON.stringify(page.data), /secreto|Juana/);
  assert.ok(sharedId.length >= 30);
  const token = tokenIn(data!.url);
  assert.equal(codeOf(await read(token)), 'not_found');
  assert.equal(codeOf(await bookingOf(sharedId)), 'not_found');
  await api.POST('/v1/tasks/schedule/link', { body: { scheduleId: schedule.id, version: link.version, open: false } });
  assert.deepEqual([codeOf(await read(sharedId)), codeOf(await submit(sharedId, slot!))], ['not_found', 'not_found']);
  const { data: renewed } = await api.POST('/v1/tasks/schedule/link', {
    body: { scheduleId: schedule.id, open: true, renew: true },
  });
  assert.notEqual(renewed!.sharedId, sharedId);
  assert.deepEqual([codeOf(await read(sharedId)), (await read(renewed!.sharedId)).response.status], ['not_found', 200]);
});

test('a form that is not filled in is refused with the field, and nothing is booked', async () => {
  const business = await newBusiness();
  const { sharedId, schedule } = await newLink(business.api);
  const [slot] = await slotsOf(sharedId);
  const refusedWith = async (formData: object) => {
    const { error } = await submit(sharedId, slot!, { formData });
    const { success, message } = error as unknown as { success: boolean; message: string };
    assert.deepEqual([error!.code, success], ['booking_form_invalid', false]);
    return [message, ...error!.errors.map(({ path, code }) => `${path} ${code}`)];
  };
  assert.deepEqual(await refusedWith({ name: '', email: 'no' }), [
    'Revisa los datos del formulario: Nombre, Correo electrónico.',
    'body.formData.name required',
    'body.formData.email invalid_format',
  ]);
  assert.deepEqual(await refusedWith({ name: 'Ana', email: freshEmail(), admin: true }), [
    'Revisa los datos del formulario.',
    'body.formData.admin unknown_field',
  ]);
  assert.equal((await registrationsOf(business, schedule.id)).length, 0);
});

test('a visitor moves and cancels by the token of the letter, and calendars follow by sequence', async () => {
  const { api } = await newBusiness();
  const { sharedId } = await newLink(api);
  const slots = await slotsOf(sharedId, { from: dayFromNow(3), to: dayFromNow(4) });
  const email = freshEmail();
  const { data } = await submit(sharedId, slots[0]!, { email });
  const token = tokenIn(data!.url);
  const first = invitationOf((await letterTo(email, /confirmada/)) as never);
  const { date, startTime } = slots[3]!;
  const moved = await change(token, { action: 'move', date, startTime });
  assert.deepEqual([moved.data!.startsAt, moved.data!.mayCancel], [slots[3]!.startsAt, true]);
  const second = invitationOf((await letterTo(email, /cambiada/)) as never);
  assert.ok(
    (await slotsOf(sharedId, { from: slots[0]!.date, to: slots[0]!.date })).some(
      (each) => each.startsAt === slots[0]!.startsAt,
    ),
  );
  const canceled = await change(token, { action: 'cancel' });
  assert.deepEqual([canceled.data!.state, canceled.data!.mayCancel], ['canceled', false]);
  const third = invitationOf((await letterTo(email, /cancelada/)) as never);
  assert.match(third.text, /METHOD:CANCEL[\s\S]+STATUS:CANCELLED/);
  assert.equal(new Set([first, second, third].map(({ event }) => event.uid)).size, 1);
  assert.deepEqual(
    [first, second, third].map(({ event }) => Number(event.sequence)),
    [0, 1, 2],
  );
  assert.equal((await change(token, { action: 'cancel' })).data?.state, 'canceled');
  assert.equal(codeOf(await change(token, { action: 'move', date, startTime })), 'booking_canceled');
});

test('a move that names no slot is refused with its field', async () => {
  const { api } = await newBusiness();
  const { sharedId } = await newLink(api);
  const [slot] = await slotsOf(sharedId, { from: dayFromNow(3), to: dayFromNow(3) });
  const token = tokenIn((await submit(sharedId, slot!)).data!.url);
  for (const [given, path] of [
    [{}, 'body.date'],
    [{ date: slot!.date }, 'body.startTime'],
    [{ slot: 'mañana' }, 'body.slot'],
  ] as const) {
    const { error, response } = await change(token, { action: 'move', ...given });
    assert.deepEqual([response.status, error?.errors?.[0]?.path], [400, path]);
  }
});

test('an event that starts between two minutes is booked by the minute that its page shows', async () => {
  const business = await newBusiness();
  const [startsAt, endsAt] = [`${dayFromNow(3)}T14:00:27.345Z`, `${dayFromNow(3)}T15:00:00Z`];
  const { sharedId, schedule } = await newLink(business.api, {
    ...{ kind: 'event', weekly: undefined, durationMinutes: undefined },
    startsAt,
    endsAt,
  });
  const [slot] = await slotsOf(sharedId);
  assert.equal(codeOf(await submit(sharedId, slot!)), undefined);
  assert.equal((await registrationsOf(business, schedule.id))[0]!.startsAt, startsAt);
});

test('a visitor who moves a canceled booking in a browser reads why it is refused', async () => {
  const { api } = await newBusiness();
  const { sharedId } = await newLink(api);
  // Not today: a booking that starts soon can no longer be canceled.
  const [slot] = await slotsOf(sharedId, { from: dayFromNow(3), to: dayFromNow(3) });
  const { data } = await submit(sharedId, slot!);
  const send = (fields: Record<string, string>) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    return fetch(data!.url, { method: 'POST', body, headers: { accept: 'text/html', 'accept-language': 'es' } });
  };
  for (const time of ['first', 'second']) assert.equal((await send({ action: 'cancel' })).status, 200, time);
  const moved = await send({ action: 'move', slot: `${slot!.date} ${slot!.startTime}` });
  const page = await moved.text();
  assert.match(page, /Esta reserva ya está cancelada/);
  assert.match(page, new RegExp(`href="${new URL(data!.url).pathname}"`));
});

test('only who has a place gets the address of the online meeting', async () => {
  const { api } = await newBusiness();
  const { sharedId } = await newLink(api, { waitingList: true, url: 'https://meet.example/sala-7' });
  const [slot] = await slotsOf(sharedId, { from: dayFromNow(3), to: dayFromNow(3) });
  const emails = [freshEmail(), freshEmail()] as const;
  const { data: first } = await submit(sharedId, slot!, { email: emails[0] });
  const { data: second } = await submit(sharedId, slot!, { email: emails[1], waitingList: true });
  const calendarOf = async (url: string) => (await fetch((await bookingOf(tokenIn(url))).data!.calendarUrl)).text();
  assert.match((await letterTo(emails[0], /confirmada/)).text, /sala-7/);
  assert.match(await calendarOf(first!.url), /sala-7[\s\S]+STATUS:CONFIRMED/);
  assert.doesNotMatch((await letterTo(emails[1], /Lista de espera/)).text, /sala-7/);
  const waiting = await calendarOf(second!.url);
  assert.doesNotMatch(waiting, /sala-7/);
  assert.match(waiting, /STATUS:TENTATIVE/);
});

test('the members who give a booking are notified of what its person does', async () => {
  const business = await newBusiness();
  const [giving, other] = [await newMember(business), await newMember(business)];
  const { sharedId } = await newLink(business.api, { userIds: [giving.id, other.id] });
  const [slot, , later] = await slotsOf(sharedId, { from: dayFromNow(3), to: dayFromNow(3) });
  const { data } = await submit(sharedId, slot!);
  const token = tokenIn(data!.url);
  await change(token, { action: 'move', date: later!.date, startTime: later!.startTime });
  await change(token, { action: 'cancel' });
  const noticesOf = async ({ api }: typeof giving) =>
    (await api.GET('/v1/organization/user/notifications')).data!.data.map(({ kind }) => kind);
  assert.deepEqual(await noticesOf(giving), ['booking-canceled', 'booking-moved', 'booking-booked']);
  assert.deepEqual(await noticesOf(other), []);
});

test('where the member who gives a booking has left, the owner is notified of what its person does', async () => {
  const business = await newBusiness();
  const giving = await newMember(business);
  const { sharedId } = await newLink(business.api, { userIds: [giving.id] });
  const [slot] = await slotsOf(sharedId, { from: dayFromNow(3), to: dayFromNow(3) });
  const { data } = await submit(sharedId, slot!);
  await giving.api.POST('/v1/organization/leave', {});
  await change(tokenIn(data!.url), { action: 'cancel' });
  const { data: notices } = await business.api.GET('/v1/organization/user/notifications');
  assert.deepEqual(
    notices!.data.map(({ kind }) => kind),
    ['booking-canceled', 'bookings-of-former-member'],
  );
});

test('a visitor may only do what the link allows, and not too late', async () => {
  const { api } = await newBusiness();
  for (const [link, expected] of [
    [{ visitorsMay: 'nothing' }, [false, false]],
    [{ visitorsMay: 'cancel' }, [true, false]],
    [{ changeUntilMinutes: 525_600 }, [false, false]],
  ] as const) {
    const { sharedId } = await newLink(api, {}, link);
    const { data } = await submit(sharedId, (await slotsOf(sharedId, { from: dayFromNow(3), to: dayFromNow(3) }))[0]!);
    const { data: booking } = await bookingOf(tokenIn(data!.url));
    assert.deepEqual([booking!.mayCancel, booking!.mayMove], expected);
    if (!expected[0])
      assert.equal(codeOf(await change(tokenIn(data!.url), { action: 'cancel' })), 'change_not_allowed');
  }
});

test('a full slot takes a waiting list, and a canceled place goes to the first who waits', async () => {
  const business = await newBusiness();
  const { sharedId, schedule } = await newLink(business.api, { waitingList: true });
  const [slot] = await slotsOf(sharedId, { from: dayFromNow(3), to: dayFromNow(3) });
  const { data: first } = await submit(sharedId, slot!);
  assert.equal((await slotsOf(sharedId, { from: slot!.date, to: slot!.date }))[0]!.places, 0);
  assert.equal((await submit(sharedId, slot!)).response.status, 409);
  const emails = [freshEmail(), freshEmail()];
  for (const email of emails)
    assert.equal((await submit(sharedId, slot!, { email, waitingList: true })).data!.state, 'waiting');
  await change(tokenIn(first!.url), { action: 'cancel' });
  await letterTo(emails[0]!, /Hay un lugar/);
  const states = new Map((await registrationsOf(business, schedule.id)).map(({ email, state }) => [email, state]));
  assert.deepEqual([states.get(emails[0]!), states.get(emails[1]!)], ['booked', 'waiting']);
});

test('bookings from one address are limited, whatever they name', async () => {
  const address = `10.9.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}`;
  const attempt = () =>
    anonymous.POST('/v1/tasks/schedule/link/submit', {
      headers: { 'x-forwarded-for': address },
      body: {
        sharedId: `sch_${'x'.repeat(30)}`,
        date: '2030-01-01',
        startTime: '10:00',
        timeZone: 'UTC',
        formData: { name: 'Ana', email: 'ana@example.com' },
      },
    });
  const codes: (string | undefined)[] = [];
  for (let batch = 0; batch < 13; batch++)
    codes.push(...(await Promise.all(Array.from({ length: 10 }, attempt))).map(codeOf));
  assert.deepEqual([...new Set(codes)].toSorted(), ['not_found', 'too_many_requests']);
  assert.equal(codes.filter((code) => code === 'not_found').length, 120);
});

test('a submission with its key is one booking however often it is sent, and other content is another', async () => {
  for (const capacity of [1, 3]) {
    const business = await newBusiness();
    const { sharedId, schedule } = await newLink(business.api, { capacity });
    const [slot] = await slotsOf(sharedId, { from: dayFromNow(3), to: dayFromNow(3) });
    const given = { email: freshEmail(), submissionKey: 'page-0001' };
    const send = (more = {}) => submit(sharedId, slot!, { ...given, ...more });
    const states = async () => (await registrationsOf(business, schedule.id)).map(({ state }) => state).sort();
    // One after the other within milliseconds, so that some look for the slot when another one has just taken it.
    const sendAfter = async (_: unknown, place: number) => setTimeout(place * 4).then(() => send());
    const sent = await Promise.all(Array.from({ length: 20 }, sendAfter));
    assert.deepEqual([...new Set(sent.map(({ response }) => response.status))], [201]);
    assert.equal(new Set(sent.map(({ data }) => data!.url)).size, 1);
    assert.deepEqual(await states(), ['booked']);
    await change(tokenIn(sent[0]!.data!.url), { action: 'cancel' });
    assert.notEqual((await send()).data!.url, sent[0]!.data!.url);
    assert.deepEqual(await states(), ['booked', 'canceled']);
    const other = await send({ formData: { name: 'Pedro Pérez', email: given.email } });
    assert.equal(other.response.status, capacity > 1 ? 201 : 409);
  }
});

test('lead time and horizon bound what a link offers', async () => {
  const { api } = await newBusiness();
  const { sharedId } = await newLink(api, {}, { leadMinutes: 2 * 1440, horizonDays: 4 });
  const days = new Set((await slotsOf(sharedId)).map(({ date }) => date));
  assert.ok(!days.has(dayFromNow(1)) && !days.has(dayFromNow(6)));
  const outside = { date: dayFromNow(10), startTime: '09:00' };
  assert.equal((await submit(sharedId, outside)).response.status, 409);
});

test('the calendar of a schedule is opened by its own id and keeps user text inside its lines', async () => {
  const { api } = await newBusiness({ name: 'Café\r\nATTENDEE:mailto:y@example.com' });
  const title =
    'Corte; "fino", \\ ñandú 🎉 y una descripción larga que no cabe en una sola línea de setenta y cinco octetos';
  const schedule = await newSchedule(api, { title, description: 'Uno\r\nATTENDEE:mailto:x@example.com\nDos' });
  await api.POST('/v1/tasks/schedule/{scheduleId}/register', {
    params: { path: { scheduleId: schedule.id } },
    body: { name: 'Ana\u2028 X', startsAt: `${dayFromNow(3)}T14:00:00Z` },
  });
  const read = async (url: string) => {
    const response = await fetch(url);
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      etag: response.headers.get('etag'),
      text: await response.text(),
    };
  };
  const feed = await read(schedule.calendarUrl);
  assert.deepEqual([feed.status, feed.type], [200, 'text/calendar; charset=utf-8']);
  const lines = feed.text.split('\r\n');
  assert.ok(lines.every((line) => Buffer.byteLength(line) <= 75 && !/[\r\n]/.test(line)));
  assert.ok(!lines.some((line) => line.startsWith('ATTENDEE')));
  assert.match(feed.text, /^X-WR-CALNAME:Corte\\; "fino"\\, \\\\ ñandú/m);
  const events = Object.values(ical.sync.parseICS(feed.text)).filter((entry) => entry?.type === 'VEVENT') as VEvent[];
  assert.equal(events.length, 1);
  assert.equal(events[0]!.summary, `${title}: Ana  X`);
  const again = await fetch(schedule.calendarUrl, { headers: { 'if-none-match': feed.etag! } });
  assert.equal(again.status, 304);
  assert.equal((await read(schedule.calendarUrl.replace(/cal_.{8}/, 'cal_AAAAAAAA'))).status, 404);
});

test('only those with the permission make links and see bookings', async () => {
  const business = await newBusiness();
  const schedule = await newSchedule(business.api);
  const viewer = await newMember(business);
  assert.equal(
    codeOf(await viewer.api.POST('/v1/tasks/schedule/link', { body: { scheduleId: schedule.id } })),
    'forbidden',
  );
  const other = await newBusiness();
  assert.equal(
    codeOf(await other.api.POST('/v1/tasks/schedule/link', { body: { scheduleId: schedule.id } })),
    'not_found',
  );
});
