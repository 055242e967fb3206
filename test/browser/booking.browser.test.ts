import assert from 'node:assert/strict';
import { newForm, onePage, text } from '#test/forms.ts';
import { freshEmail, letterTo, newBusiness } from '#test/harness.ts';
import { dayFromNow, newLink, registrationsOf, slotsOf, submit } from '#test/schedules.ts';
import { browserTest } from './chromium.ts';
import { checkPage, inspectShown } from './readable.ts';

const schedule = {
  title: 'Corte de pelo',
  description: 'Con lavado y secado. <b>Trae tu foto</b>.',
  location: 'Av. Duarte 5, Santo Domingo',
  capacity: 3,
};

browserTest('a visitor chooses a day and a time, books it, and cancels it on its own page', async (page) => {
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await page.setExtraHTTPHeaders({ 'accept-language': 'es-DO' });
  const business = await newBusiness({ name: 'Barbería La Esquina' });
  const { link, schedule: made } = await newLink(business.api, schedule);
  const day = dayFromNow(3);
  const at = `${link.url}?timeZone=America/Santo_Domingo`;
  await checkPage(page, at, 'booking');
  await page
    .getByRole('link', { name: /libres?$/ })
    .first()
    .waitFor();
  await page.goto(`${at}&from=${day}&to=${day}&date=${day}`);
  await page.locator('.slot').first().focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Nombre').waitFor();
  await checkPage(page, page.url(), 'booking-form');
  const email = freshEmail();
  await page.getByLabel('Nombre').fill('Juana Pérez');
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByRole('button', { name: 'Confirmar reserva' }).click();
  await page.getByText('Confirmada').waitFor();
  await checkPage(page, page.url(), 'booking-done');
  await page.getByText('Cancelar la reserva').click();
  await page.getByLabel('¿Por qué la cancelas? (opcional)').fill('Estaré de viaje.');
  await inspectShown(page, 'booking-cancel');
  await page.getByRole('button', { name: 'Sí, cancelar' }).click();
  await page.getByText('Cancelada', { exact: true }).waitFor();
  await page.getByText('Estaré de viaje.').waitFor();
  await inspectShown(page, 'booking-canceled');
  await letterTo(email, /cancelada/);
  assert.deepEqual(
    (await registrationsOf(business, made.id)).map(({ state }) => state),
    ['canceled'],
  );
  assert.deepEqual(complaints, []);
});

browserTest('a slot that was taken meanwhile is announced, and the form keeps its fields', async (page) => {
  const { api } = await newBusiness();
  const { link, sharedId } = await newLink(api);
  const [slot] = await slotsOf(sharedId, { from: dayFromNow(3), to: dayFromNow(3) });
  const query = new URLSearchParams({
    timeZone: 'America/Santo_Domingo',
    from: slot!.date,
    to: slot!.date,
    date: slot!.date,
    startTime: slot!.startTime,
  });
  await page.setExtraHTTPHeaders({ 'accept-language': 'en-US' });
  await page.goto(`${link.url}?${query}`);
  await page.getByLabel('Name').fill('Ana');
  await page.getByLabel('E-mail address').fill(freshEmail());
  await submit(sharedId, slot!);
  await page.getByRole('button', { name: 'Confirm booking' }).click();
  await page.getByRole('alert').getByText('no longer available').waitFor();
  assert.equal(await page.getByLabel('Name').inputValue(), 'Ana');
});

browserTest('a booking with questions is checked and refused on its page, which keeps the answers', async (page) => {
  const business = await newBusiness();
  const form = await newForm(business, onePage(text('style', { label: '¿Qué corte quieres?', required: true })));
  const { link, sharedId, schedule: made } = await newLink(business.api, schedule, { formId: form.id });
  const slots = await slotsOf(sharedId, { from: dayFromNow(3), to: dayFromNow(3) });
  const open = ({ date, startTime }: { date: string; startTime: string }) => {
    const query = new URLSearchParams({ timeZone: 'America/Santo_Domingo', from: date, to: date, date, startTime });
    return page.goto(`${link.url}?${query}`);
  };
  await page.setExtraHTTPHeaders({ 'accept-language': 'es-DO' });
  await page.setViewportSize({ width: 360, height: 640 });
  await open(slots[0]!);
  const [name, email, style] = [
    page.getByLabel('Nombre'),
    page.getByLabel('Correo electrónico'),
    page.getByLabel('¿Qué corte quieres?'),
  ];
  const send = () => page.getByRole('button', { name: 'Confirmar reserva' }).click();
  await style.fill('Bajo');
  await send();
  assert.equal(await name.evaluate((field) => field === document.activeElement), true);
  await name.fill('Ana');
  await email.fill('nada');
  await send();
  assert.equal(await email.evaluate((field) => field === document.activeElement), true);
  await email.fill(freshEmail());
  const closeForm = (closesAt: string | null) =>
    business.api.PATCH('/v1/forms/{formId}', { params: { path: { formId: form.id } }, body: { closesAt } });
  await closeForm('2026-01-01T00:00:00Z');
  await send();
  const alert = page.getByRole('alert').filter({ hasText: 'Por ahora no se puede reservar' });
  await alert.waitFor();
  assert.equal(await alert.evaluate((element) => element === document.activeElement), true);
  assert.deepEqual([await name.inputValue(), await style.inputValue()], ['Ana', 'Bajo']);
  await closeForm(null);
  await send();
  await page.getByText('Confirmada').waitFor();
  const [booking] = await registrationsOf(business, made.id);
  assert.deepEqual(booking!.answers, { style: 'Bajo' });
});

browserTest('a booking without a connection says so, keeps the form and is made afterwards', async (page) => {
  const business = await newBusiness();
  const { link, sharedId, schedule: made } = await newLink(business.api, schedule);
  const [slot] = await slotsOf(sharedId, { from: dayFromNow(3), to: dayFromNow(3) });
  const { date, startTime } = slot!;
  const query = new URLSearchParams({ timeZone: 'America/Santo_Domingo', from: date, to: date, date, startTime });
  await page.setExtraHTTPHeaders({ 'accept-language': 'es-DO' });
  await page.goto(`${link.url}?${query}`);
  await page.getByLabel('Nombre').fill('Juana Pérez');
  await page.getByLabel('Correo electrónico').fill(freshEmail());
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Confirmar reserva' }).click();
  await page.getByRole('alert').getByText('No hay conexión').waitFor();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Confirmar reserva' }).click();
  await page.getByText('Confirmada').waitFor();
  assert.equal((await registrationsOf(business, made.id)).length, 1);
});

browserTest('the last place of several is shown as one', async (page) => {
  const { api } = await newBusiness();
  const { link, sharedId } = await newLink(api, { ...schedule, capacity: 2 });
  const [slot] = await slotsOf(sharedId, { from: dayFromNow(3), to: dayFromNow(3) });
  await submit(sharedId, slot!);
  const { date } = slot!;
  const query = new URLSearchParams({ timeZone: 'America/Santo_Domingo', from: date, to: date, date });
  await page.setExtraHTTPHeaders({ 'accept-language': 'es-DO' });
  await page.goto(`${link.url}?${query}`);
  assert.match((await page.locator('.slot').first().textContent())!, /1 lugar$/);
  assert.match((await page.locator('.slot').nth(1).textContent())!, /2 lugares$/);
});

browserTest('the frame of the time that has the focus is shown whole', async (page) => {
  const { link } = await newLink((await newBusiness()).api, schedule);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(link.url);
  const room = await page.locator('ul.slots').evaluate((list) => {
    const slot = list.querySelector<HTMLElement>('.slot')!;
    slot.focus({ focusVisible: true } as FocusOptions);
    const { outlineWidth, outlineOffset } = getComputedStyle(slot);
    const frame = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
    return slot.getBoundingClientRect().left - list.getBoundingClientRect().left - frame;
  });
  assert.ok(room >= 0, `${-room} pixels are cut off`);
});

browserTest('a browser that hides its time zone shows the times of the business', async (page) => {
  const { link } = await newLink((await newBusiness()).api, schedule);
  const shown = async (timezoneId: string) => {
    const context = await page.context().browser()!.newContext({ timezoneId, locale: 'en-US' });
    const visitor = await context.newPage();
    await visitor.goto(link.url, { waitUntil: 'networkidle' });
    const text = await visitor.getByText('Time zone:').textContent();
    await context.close();
    return text!;
  };
  assert.match(await shown('UTC'), /Santo Domingo/);
  assert.match(await shown('America/New_York'), /New York/);
});

browserTest('an address that no letter reaches is refused next to its field', async (page) => {
  const { link } = await newLink((await newBusiness()).api, schedule);
  const day = dayFromNow(3);
  await page.setExtraHTTPHeaders({ 'accept-language': 'es-DO' });
  await page.goto(`${link.url}?timeZone=America/Santo_Domingo&from=${day}&to=${day}&date=${day}`);
  await page.locator('.slot').first().click();
  const isTaken = async (email: string) => {
    await page.getByLabel('Correo electrónico').fill(email);
    return page.getByLabel('Correo electrónico').evaluate((field) => (field as HTMLInputElement).checkValidity());
  };
  assert.deepEqual([await isTaken('ana@gmail'), await isTaken('ana@gmail.com')], [false, true]);
});

browserTest('booking works without scripts', async (page) => {
  const browser = page.context().browser()!;
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'es-DO' });
  const plain = await context.newPage();
  const business = await newBusiness();
  const { link, schedule: made } = await newLink(business.api, schedule);
  // Not today: a booking that starts soon can no longer be moved.
  const day = dayFromNow(3);
  await plain.goto(`${link.url}?from=${day}&to=${day}&date=${day}`);
  await plain.locator('.slot').first().click();
  await plain.getByLabel('Nombre').fill('Ana');
  await plain.getByLabel('Correo electrónico').fill(freshEmail());
  await plain.getByRole('button', { name: 'Confirmar reserva' }).click();
  await plain.getByRole('heading', { name: 'Reserva confirmada' }).waitFor();
  await plain.getByRole('link', { name: 'Ver la reserva' }).click();
  await plain.getByText('Confirmada').waitFor();
  await plain.getByText('Cambiar la hora').click();
  await plain.getByLabel('Elige una hora').selectOption({ index: 2 });
  await plain.getByRole('button', { name: 'Mover aquí' }).click();
  await plain.getByText('Confirmada').waitFor();
  const [registration] = await registrationsOf(business, made.id);
  assert.equal(registration!.state, 'booked');
  assert.ok(registration!.version > 1);
  await context.close();
});
