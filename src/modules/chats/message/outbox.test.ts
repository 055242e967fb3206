import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendHeld } from '#modules/chats/channel/send-held.ts';
import { sending } from '#modules/chats/message/outbox.ts';
import { applyKeptLater, applyReceipts } from '#modules/chats/message/status.ts';
import { channels, messageReceipts, messages } from '#modules/chats/tables.ts';
import {
  columnsOf,
  customerWrites,
  deliver,
  faults,
  messagesOf,
  newLine,
  newPhone,
  say,
  sentBy,
  statusIs,
  statusValue,
} from '#test/chats.ts';
import { app, eventually, newBusiness } from '#test/harness.ts';
import { ageExchanges, followUp, runNow } from '#test/jobs.ts';
import { packetsDuring } from '#test/sent-statements.ts';

test('a request without an answer is not repeated: the notice decides', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const from = newPhone();
  const { id } = await customerWrites(line, from);
  await faults.next({ kind: 'timeout-after-commit', organizationId: business.id, operation: 'send' });
  const { data: message } = await say(line, id, 'quizás');
  await statusIs(line, from, message!.id, 'unconfirmed');
  // The next message need not wait, and a follow-up after the lease does not send the first one again.
  const { data: next } = await say(line, id, 'seguro');
  await statusIs(line, from, next!.id, 'accepted');
  const past = String(Temporal.Now.instant().subtract({ minutes: 2 }));
  await ageExchanges(business.id, { heldUntil: past });
  await followUp(sending, business.id, message!.id);
  assert.deepEqual((await sentBy(line)).map(({ text }) => text).toSorted(), ['quizás', 'seguro']);
  const there = (await sentBy(line)).find(({ text }) => text === 'quizás')!;
  await deliver(business, statusValue(line.address, { id: there.id, reference: there.reference, status: 'delivered' }));
  await ageExchanges(business.id, { heldUntil: past });
  await followUp(sending, business.id, message!.id);
  await statusIs(line, from, message!.id, 'delivered');
  assert.equal((await sentBy(line)).length, 2);
});

test('a request without an answer and without a notice fails after a quarter of an hour; a late notice still counts', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const from = newPhone();
  const { id } = await customerWrites(line, from);
  await faults.next({ kind: 'timeout-after-commit', organizationId: business.id, operation: 'send' });
  const { data: message } = await say(line, id, 'perdido');
  await statusIs(line, from, message!.id, 'unconfirmed');
  const past = Temporal.Now.instant().subtract({ minutes: 20 });
  await ageExchanges(business.id, { askedAt: past, heldUntil: String(past) });
  await followUp(sending, business.id, message!.id);
  const failed = await statusIs(line, from, message!.id, 'failed');
  assert.equal(failed.failure!.code, 'outcome_unknown');
  const [sent] = await sentBy(line);
  await deliver(business, statusValue(line.address, { id: sent!.id, reference: sent!.reference, status: 'sent' }));
  assert.equal((await messagesOf(line, `+${from}`))[1]!.status, 'sent');
});

test('a notice without our id counts as soon as another one names the message', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const from = newPhone();
  const { id } = await customerWrites(line, from);
  await faults.next({ kind: 'timeout-after-commit', organizationId: business.id, operation: 'send' });
  const { data: message } = await say(line, id, 'leído');
  await statusIs(line, from, message!.id, 'unconfirmed');
  const [there] = await sentBy(line);
  await deliver(business, statusValue(line.address, { id: there!.id, status: 'read' }));
  await deliver(business, statusValue(line.address, { id: there!.id, reference: there!.reference, status: 'sent' }));
  assert.equal((await messagesOf(line, `+${from}`))[1]!.status, 'read');
});

test('a notice that crosses the answer of the provider is applied afterwards', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const from = newPhone();
  const { id } = await customerWrites(line, from);
  const { data: message } = await say(line, id, 'cruzado');
  await statusIs(line, from, message!.id, 'accepted');
  const { providerMessageId } = await columnsOf(line, message!.id);
  const { channelId } = line;
  const at = Temporal.Now.instant().toString();
  const receipt = { providerMessageId, reference: null, status: 'read', at, pricing: null, failure: null } as const;
  // As a transaction leaves it that read the message before it was named, and ended after.
  await app.engine.within(business.id, (ctx) =>
    messageReceipts.insert(ctx, {
      channelId,
      providerMessageId: providerMessageId!,
      status: 'read',
      receipt,
      createdAt: ctx.now,
    }),
  );
  await runNow(applyKeptLater, { organizationId: business.id, channelId, providerMessageIds: [providerMessageId!] });
  await statusIs(line, from, message!.id, 'read');
});

test('notices of many messages that are not known yet are kept with one statement, each status once', async () => {
  const business = await newBusiness();
  const { channelId } = await newLine(business);
  const at = Temporal.Now.instant().toString();
  const notice = (place: number, status: 'sent' | 'read') =>
    ({ providerMessageId: `later.${place}`, reference: null, status, at, pricing: null, failure: null }) as const;
  const notices = Array.from({ length: 30 }, (_, place) => [notice(place, 'sent'), notice(place, 'read')]).flat();
  const packets = await packetsDuring('INTO "message_receipts"', () =>
    app.engine.within(business.id, async (ctx) => {
      const channel = await channels.get(ctx, channelId);
      await applyReceipts(ctx, channel, [...notices, ...notices]);
      await applyReceipts(ctx, channel, notices.slice(0, 4));
    }),
  );
  const inserts = packets.flat().filter((text) => text.includes('INTO "message_receipts"'));
  assert.ok(inserts.length < 10, `${inserts.length} statements`);
  const kept = await app.engine.within(business.id, (ctx) => messageReceipts.all(ctx, { channelId }));
  assert.deepEqual(
    kept.map(({ receipt }) => `${receipt.providerMessageId} ${receipt.status}`).toSorted(),
    notices.map(({ providerMessageId, status }) => `${providerMessageId} ${status}`).toSorted(),
  );
});

test('a message whose request got no answer is not sent again after its channel was paused', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const from = newPhone();
  const { id } = await customerWrites(line, from);
  await faults.next({ kind: 'timeout-after-commit', organizationId: business.id, operation: 'send' });
  const { data: message } = await say(line, id, 'una vez');
  await statusIs(line, from, message!.id, 'unconfirmed');
  // As a process leaves it that died after the request.
  await app.engine.within(business.id, (ctx) => messages.update(ctx, message!.id, { status: 'sending' }));
  const setState = (state: 'paused' | 'active') =>
    business.api.PATCH('/v1/channel/{channelId}/toggle-state', {
      params: { path: { channelId: line.channelId } },
      body: { state },
    });
  await setState('paused');
  await ageExchanges(business.id, { heldUntil: String(Temporal.Now.instant().subtract({ minutes: 2 })) });
  await followUp(sending, business.id, message!.id);
  assert.notEqual((await columnsOf(line, message!.id)).status, 'queued');
  await setState('active');
  await runNow(sendHeld, { organizationId: business.id, channelId: line.channelId });
  assert.deepEqual(
    (await sentBy(line)).map(({ text }) => text),
    ['una vez'],
  );
});

test('errors are handled by their class: some are retried, some never, and some stop the channel', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const from = newPhone();
  const { id } = await customerWrites(line, from);
  const { data: never } = await say(line, id, 'error 131026');
  assert.equal((await statusIs(line, from, never!.id, 'failed')).failure!.code, '131026');
  const problemOf = async () =>
    (await business.api.GET('/v1/channel/{channelId}', { params: { path: { channelId: line.channelId } } })).data!
      .problem;
  assert.equal(await problemOf(), null);
  const { data: stop } = await say(line, id, 'error 131031');
  await statusIs(line, from, stop!.id, 'failed');
  assert.match((await problemOf())!, /^131031/);
  const { data: good } = await say(line, id, 'bien');
  await statusIs(line, from, good!.id, 'accepted');
  assert.equal(await problemOf(), null);
  const { data: retried } = await say(line, id, 'error 131056');
  await eventually(
    async () => (await app.engine.within(business.id, (ctx) => sending.find(ctx, retried!.id)))?.attempts === 1,
  );
  assert.equal((await messagesOf(line, `+${from}`)).at(-1)!.status, 'sending');
});

test('a message that the provider wants again is sent once when it takes it', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const from = newPhone();
  const { id } = await customerWrites(line, from);
  const { data } = await say(line, id, 'error 131056');
  await eventually(
    async () => (await app.engine.within(business.id, (ctx) => sending.find(ctx, data!.id)))?.answer !== null,
  );
  await app.engine.within(business.id, ({ tx }) =>
    tx
      .updateTable('messages')
      .set({ text: 'ahora sí' })
      .where((eb) => eb.and({ organizationId: business.id, id: data!.id }))
      .execute(),
  );
  await followUp(sending, business.id, data!.id);
  await statusIs(line, from, data!.id, 'accepted');
  assert.deepEqual(
    (await sentBy(line)).map(({ text }) => text),
    ['ahora sí'],
  );
});

test('messages to one person leave every six seconds after ten, and those of a number 80 in a second', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const { id } = await customerWrites(line, newPhone());
  const soon = Temporal.Now.instant().add({ hours: 1 }).round('second');
  const setPace = (table: 'conversations' | 'channels', rowId: string, pacedUntil: Temporal.Instant | null) =>
    app.engine.within(business.id, ({ tx }) =>
      tx
        .updateTable(table)
        .set({ pacedUntil })
        .where((eb) => eb.and({ organizationId: business.id, id: rowId }))
        .execute(),
    );
  const dueAt = async (text: string) =>
    Temporal.Instant.from((await columnsOf(line, (await say(line, id, text)).data!.id)).dueAt!);
  // The next place of the pair is an hour away: nine messages may leave before it.
  await setPace('conversations', id, soon);
  const [first, second] = [await dueAt('uno'), await dueAt('dos')];
  assert.equal(first.until(soon).total('seconds'), 54);
  assert.equal(first.until(second).total('seconds'), 6);
  await setPace('conversations', id, null);
  await setPace('channels', line.channelId, soon);
  const [third, fourth] = [await dueAt('tres'), await dueAt('cuatro')];
  // A second before the next place, and an eightieth of a second for each message.
  assert.equal(third.until(soon).total('milliseconds'), 988);
  assert.equal(fourth.until(soon).total('milliseconds'), 975);
});
