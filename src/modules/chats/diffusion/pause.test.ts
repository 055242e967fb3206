import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sending } from '#modules/chats/message/outbox.ts';
import { control, deliver, faults, newLine, statusValue } from '#test/chats.ts';
import {
  byName,
  change,
  draft,
  newContact,
  preview,
  putTemplate,
  read,
  setTemplate,
  start,
  until,
} from '#test/diffusions.ts';
import { app, codeOf, eventually, newBusiness } from '#test/harness.ts';
import { ageExchanges, followUp } from '#test/jobs.ts';
import { moveClock } from '#test/sandbox-clock.ts';
import { diffusionRecipients, diffusions, messages } from '../tables.ts';

test('a paused template holds the rest, and the rest is sent once it is approved again', async () => {
  const line = await newLine(await newBusiness({ sandbox: true }));
  const { business } = line;
  await putTemplate(line, 'nombre', '{{1}}');
  // The provider says of the first one that the template is paused.
  const held = await newContact(business, 'error 132015');
  await newContact(business, 'Zoe');
  const { id } = await draft(line, { templates: [{ name: 'nombre', language: 'es', parameters: byName }] });
  await start(business, id);
  const waiting = await until(business, id, 'running', 'template');
  assert.deepEqual([waiting.counts.held, waiting.counts.sent, waiting.counts.failed], [1, 1, 0]);
  await setTemplate(line, 'nombre', 'PAUSED');
  await newContact(business, 'Tarde');
  await business.api.PATCH('/v1/beneficiary', { body: { id: held.id, name: 'Bien' } });
  await app.engine.within(business.id, (ctx) =>
    diffusionRecipients.updateAll(ctx, { diffusionId: id, state: 'held' }, { name: 'Bien' }),
  );
  await moveClock(business, Temporal.Now.instant().add({ minutes: 5 }));
  await until(business, id, 'running', 'template');
  assert.equal((await read(business, id)).counts.held, 1);
  await setTemplate(line, 'nombre', 'APPROVED');
  await moveClock(business, Temporal.Now.instant().add({ minutes: 10 }));
  const done = await until(business, id, 'done');
  assert.deepEqual([done.counts.audience, done.counts.sent], [2, 2]);
});

test('when the provider stops the account, the diffusion pauses with the reason and loses nobody', async () => {
  const line = await newLine(await newBusiness());
  const { business } = line;
  await putTemplate(line, 'nombre', '{{1}}');
  await newContact(business, 'error 131042');
  const { id } = await draft(line, { templates: [{ name: 'nombre', language: 'es', parameters: byName }] });
  await start(business, id);
  const paused = await until(business, id, 'paused');
  assert.match(paused.problem!, /^131042: /);
  assert.deepEqual([paused.counts.queued, paused.counts.failed], [1, 0]);
  await app.engine.within(business.id, (ctx) =>
    diffusionRecipients.updateAll(ctx, { diffusionId: id }, { name: 'Ana' }),
  );
  await change(business, id, 'resume');
  const done = await until(business, id, 'done');
  assert.deepEqual([done.counts.sent, done.problem], [1, null]);
});

test('a lost message is sent again once the provider has reported the others, however late', async () => {
  const line = await newLine(await newBusiness());
  const { business } = line;
  await putTemplate(line);
  await newContact(business, 'Ana');
  await newContact(business, 'Bea');
  await faults.next({ kind: 'connection-reset', organizationId: business.id, operation: 'send' });
  const { id } = await draft(line);
  await start(business, id);
  const withStatus = (status: 'unconfirmed' | 'accepted' | 'failed') =>
    app.engine.within(business.id, (ctx) =>
      messages.find(ctx, { channelId: line.channelId, direction: 'out', status }),
    );
  const lost = (await eventually(() => withStatus('unconfirmed')))!;
  const taken = (await eventually(() => withStatus('accepted')))!;
  const past = Temporal.Now.instant().subtract({ minutes: 20 });
  await ageExchanges(business.id, { askedAt: past, heldUntil: String(past) });
  await followUp(sending, business.id, lost.id);
  await eventually(() => withStatus('failed'));
  const { turn } = await app.engine.within(business.id, (ctx) => diffusions.get(ctx, id));
  await eventually(() =>
    app.engine.within(business.id, async (ctx) => (await diffusions.get(ctx, id)).turn > turn + 1),
  );
  assert.equal((await read(business, id)).state, 'running');
  const reported = { id: taken.providerMessageId!, reference: taken.id, status: 'delivered' };
  await deliver(business, statusValue(line.address, reported));
  const done = await until(business, id, 'done');
  assert.deepEqual([done.counts.sent, done.counts.failed], [2, 0]);
});

test('a diffusion starts at its wall time and sends only in its windows', async () => {
  const business = await newBusiness({ sandbox: true });
  const line = await newLine(business);
  await putTemplate(line);
  await newContact(business, 'Ana');
  const zone = 'America/New_York';
  const monday = Temporal.PlainDate.from('2027-03-15').toZonedDateTime({ timeZone: zone, plainTime: '07:00' });
  await moveClock(business, monday.toInstant());
  const { id, startAt } = await draft(line, {
    timeZone: zone,
    localStart: '2027-03-15T08:00:00',
    windows: [{ day: 2, from: '10:00', to: '12:00' }],
  });
  assert.equal(startAt, '2027-03-15T12:00:00.000Z');
  assert.equal((await start(business, id)).state, 'scheduled');
  await moveClock(business, monday.add({ minutes: 61 }).toInstant());
  const waiting = await until(business, id, 'running', 'window');
  assert.equal(waiting.resumeAt, '2027-03-16T14:00:00.000Z');
  assert.equal((await control.sent(line.address)).length, 0);
  await moveClock(business, monday.add({ days: 1, hours: 3, minutes: 1 }).toInstant());
  await until(business, id, 'done');
  assert.equal((await control.sent(line.address)).length, 1);
});

test('a diffusion that waits for its window goes on at once when it gets a window that is open', async () => {
  const business = await newBusiness({ sandbox: true });
  const line = await newLine(business);
  await putTemplate(line);
  await newContact(business, 'Ana');
  const timeZone = 'America/New_York';
  const monday = Temporal.PlainDate.from('2027-03-15').toZonedDateTime({ timeZone, plainTime: '07:00' });
  await moveClock(business, monday.toInstant());
  const { id } = await draft(line, { timeZone, windows: [{ day: 2, from: '10:00', to: '12:00' }] });
  await start(business, id);
  await until(business, id, 'running', 'window');
  const setWindows = (windows: { day: number; from: string; to: string }[] | null) =>
    business.api.PATCH('/v1/conversation-diffusion', { body: { id, windows } });
  await setWindows([{ day: 1, from: '18:00', to: '19:00' }]);
  await eventually(async () => (await read(business, id)).resumeAt === '2027-03-15T22:00:00.000Z');
  await setWindows(null);
  await until(business, id, 'done');
  assert.equal((await control.sent(line.address)).length, 1);
});

test('a diffusion whose time has passed is not started before it has another time, or none', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  await putTemplate(line);
  await newContact(business, 'Ana');
  const { id, templates } = await draft(line, { localStart: '2025-11-20T09:00:00' });
  assert.equal(templates[0]!.share, undefined, 'One template has no share.');
  const refused = await business.api.POST('/v1/conversation-diffusion/{id}/start', { params: { path: { id } } });
  assert.equal(codeOf(refused), 'start_in_past');
  await business.api.PATCH('/v1/conversation-diffusion', { body: { id, localStart: null } });
  await start(business, id);
  await until(business, id, 'done');
});

test('the daily budget of a number is kept over all its diffusions, and the rest follows the next day', async () => {
  const business = await newBusiness({ sandbox: true });
  const line = await newLine(business, { dailyBudget: 3 });
  await putTemplate(line);
  for (const name of ['Ana', 'Beto', 'Carla']) await newContact(business, name);
  const now = Temporal.Now.instant();
  await moveClock(business, now);
  const [first, second] = [await draft(line), await draft(line)];
  await start(business, first.id);
  await until(business, first.id, 'done');
  assert.deepEqual((await preview(business, second.id)).budget, { perDay: 3, left: 0, days: 2 });
  await start(business, second.id);
  await until(business, second.id, 'running', 'budget');
  assert.equal((await control.sent(line.address)).length, 3);
  await moveClock(business, now.add({ hours: 26 }));
  await until(business, second.id, 'done');
  assert.equal((await control.sent(line.address)).length, 6);
});

test('a canceled diffusion sends nothing more, and can be deleted', async () => {
  const line = await newLine(await newBusiness());
  const { business } = line;
  await putTemplate(line);
  await newContact(business, 'Ana');
  const { id } = await draft(line, { windows: [{ day: 1, from: '00:00', to: '00:01' }] });
  assert.equal(codeOf(await change(business, id, 'pause')), 'diffusion_not_running');
  await start(business, id);
  await eventually(async () => (await read(business, id)).counts.audience === 1);
  const remove = () => business.api.DELETE('/v1/conversation-diffusion', { body: { id } });
  assert.equal(codeOf(await remove()), 'diffusion_active');
  const again = await business.api.POST('/v1/conversation-diffusion/{id}/start', { params: { path: { id } } });
  assert.equal(codeOf(again), 'diffusion_started');
  const { data } = await change(business, id, 'cancel');
  assert.deepEqual([data!.state, data!.counts.canceled + data!.counts.sent], ['canceled', 1]);
  assert.equal(codeOf(await change(business, id, 'resume')), 'diffusion_over');
  assert.equal((await remove()).response.status, 204);
});

test('a notice that comes again does not pause a diffusion again', async () => {
  const line = await newLine(await newBusiness());
  const { business } = line;
  await putTemplate(line);
  await newContact(business, 'Ana');
  const { id } = await draft(line);
  await start(business, id);
  await until(business, id, 'done');
  const [sent] = await control.sent(line.address);
  const extra = { errors: [{ code: 131042, title: 'Payment' }] };
  const failed = statusValue(line.address, { id: sent!.id, reference: sent!.reference, status: 'failed', extra });
  await deliver(business, failed);
  await deliver(business, failed);
  const after = await read(business, id);
  // It is over: nobody is queued any more.
  assert.deepEqual([after.state, after.counts.failed, after.counts.queued], ['done', 1, 0]);
});
