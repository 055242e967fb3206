import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anonymous, newBusiness } from '#test/harness.ts';
import { dayFromNow, newLink, slotsOf, submit, tokenIn } from '#test/schedules.ts';

test('the page of a booking says how the business is reached, as far as the business has told it', async () => {
  const { api } = await newBusiness();
  const { sharedId } = await newLink(api, {}, { visitorsMay: 'nothing' });
  const [slot] = await slotsOf(sharedId, { from: dayFromNow(3), to: dayFromNow(3) });
  const { url } = (await submit(sharedId, slot!)).data!;
  const htmlOf = async () =>
    (await fetch(url, { headers: { accept: 'text/html', 'accept-language': 'es-DO' } })).text();
  assert.doesNotMatch(await htmlOf(), /<dt>Contacto/);
  await api.PATCH('/v1/organization', { body: { phone: '(809) 555-0123', email: 'citas@example.com' } });
  const params = { path: { bookingToken: tokenIn(url) } };
  const { data } = await anonymous.GET('/v1/tasks/schedule/booking/{bookingToken}', { params });
  assert.deepEqual(data!.contact, { phone: '(809) 555-0123', email: 'citas@example.com' });
  const shown = await htmlOf();
  assert.match(shown, /<a href="tel:8095550123">\(809\) 555-0123<\/a><br><a href="mailto:citas@example\.com">/);
  assert.match(shown, /Para cambiarla, comunícate con el negocio/);
});
