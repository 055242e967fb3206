import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anonymous, freshEmail, letterTo, newBusiness } from '#test/harness.ts';
import { dayFromNow, newLink, newSchedule, registrationsOf, slotsOf, submit, tokenIn } from '#test/schedules.ts';
import { asOwner } from '#test/walks/rows.ts';

/** A business with a visitor's booking that is to come. */
async function newBooking() {
  const { api, ...business } = await newBusiness();
  const { sharedId, schedule } = await newLink(api);
  const email = freshEmail();
  const slot = (await slotsOf(sharedId)).at(-1)!;
  const { data, error } = await submit(sharedId, slot, { email });
  assert.ok(data, JSON.stringify(error));
  const [booking] = await registrationsOf({ api }, schedule.id);
  const path = { scheduleId: schedule.id, registrationId: booking!.id };
  return { business, api, schedule, email, booking: booking!, path, url: data.url, bookingToken: tokenIn(data.url) };
}

const pageAt = async (url: string, language: string) =>
  (await fetch(url, { headers: { accept: 'text/html', 'accept-language': language } })).text();

test('the business says why it cancels, and the person reads it in the letter and on the page', async () => {
  const { api, email, path, url, bookingToken } = await newBooking();
  const reason = 'La estilista está <b>enferma</b>.';
  const params = { path, query: { reason } };
  const { data } = await api.DELETE('/v1/tasks/schedule/{scheduleId}/registrations/{registrationId}', { params });
  assert.deepEqual([data!.canceledBy, data!.cancellationReason], ['staff', reason]);
  assert.ok((await letterTo(email, /cancelada/)).text.includes(`Motivo: ${reason}`));
  const shown = await anonymous.GET('/v1/tasks/schedule/booking/{bookingToken}', {
    params: { path: { bookingToken } },
  });
  assert.equal(shown.data!.cancellationReason, reason);
  assert.match(await pageAt(url, 'es'), /Motivo de la cancelación<\/dt><dd>La estilista está &#60;b&#62;enferma/);
  assert.match(await pageAt(url, 'en'), /Reason of the cancellation/);
});

test('the letter of a canceled booking leads to another time as long as the booking link is open', async () => {
  const { api } = await newBusiness();
  const { schedule, link, sharedId } = await newLink(api);
  const [one, two] = await slotsOf(sharedId, { from: dayFromNow(3), to: dayFromNow(3) });
  const [first, second] = [freshEmail(), freshEmail()];
  await submit(sharedId, one!, { email: first });
  await submit(sharedId, two!, { email: second });
  const cancel = async (email: string) => {
    const registrationId = (await registrationsOf({ api }, schedule.id)).find((each) => each.email === email)!.id;
    const params = { path: { scheduleId: schedule.id, registrationId } };
    await api.DELETE('/v1/tasks/schedule/{scheduleId}/registrations/{registrationId}', { params });
    return (await letterTo(email, /cancelada/)).text;
  };
  assert.ok((await cancel(first)).endsWith(`\n\nReservar otra hora: ${link.url}`));
  await api.POST('/v1/tasks/schedule/link', { body: { scheduleId: schedule.id, open: false } });
  assert.doesNotMatch(await cancel(second), /Reservar/);
});

test('a visitor may say why on the page, and the business reads it in the registration and the notification', async () => {
  const { api, schedule, url, email } = await newBooking();
  assert.match(await pageAt(url, 'es'), /¿Por qué la cancelas\? \(opcional\)/);
  const origin = new URL(url).origin;
  const body = new FormData();
  body.append('action', 'cancel');
  body.append('reason', '  Estaré de viaje. ');
  const answer = await fetch(url, { method: 'POST', headers: { origin, accept: 'text/html' }, body });
  assert.equal(answer.status, 200, await answer.clone().text());
  const [canceled] = await registrationsOf({ api }, schedule.id);
  assert.deepEqual([canceled!.canceledBy, canceled!.cancellationReason], ['visitor', 'Estaré de viaje.']);
  const { data: notices } = await api.GET('/v1/organization/user/notifications');
  assert.match(notices!.data.find(({ kind }) => kind === 'booking-canceled')!.body, /\nMotivo: Estaré de viaje\.$/);
  assert.doesNotMatch((await letterTo(email, /cancelada/)).text, /Motivo/);
});

test('a reason is optional and limited, and only a canceled booking has one', async () => {
  const { api, path, url, booking } = await newBooking();
  const params = { path, query: { reason: 'x'.repeat(501) } };
  const tooLong = await api.DELETE('/v1/tasks/schedule/{scheduleId}/registrations/{registrationId}', { params });
  assert.deepEqual([tooLong.response.status, tooLong.error!.errors?.[0]?.path], [400, 'query.reason']);
  await assert.rejects(
    asOwner(`UPDATE bookings SET cancellation_reason = 'x' WHERE id = $1`, [booking.id]),
    /bookings_reason/,
  );
  const send = new FormData();
  send.append('action', 'cancel');
  send.append('reason', '');
  assert.equal(
    (await fetch(url, { method: 'POST', headers: { origin: new URL(url).origin }, body: send })).status,
    200,
  );
  const [canceled] = await registrationsOf({ api }, path.scheduleId);
  assert.deepEqual([canceled!.state, canceled!.cancellationReason], ['canceled', null]);
});

test('a schedule that is canceled with a reason cancels its bookings with it', async () => {
  const { api } = await newBusiness();
  const { id: scheduleId } = await newSchedule(api);
  const email = freshEmail();
  const body = { startsAt: '2031-03-03T14:00:00Z', name: 'Juana', email };
  await api.POST('/v1/tasks/schedule/{scheduleId}/register', { params: { path: { scheduleId } }, body });
  const params = { path: { scheduleId }, query: { reason: 'Cerramos el local.' } };
  assert.equal((await api.DELETE('/v1/tasks/schedule/{scheduleId}', { params })).error, undefined);
  assert.equal((await registrationsOf({ api }, scheduleId))[0]!.cancellationReason, 'Cerramos el local.');
  assert.ok((await letterTo(email, /cancelada/)).text.includes('Motivo: Cerramos el local.'));
});
