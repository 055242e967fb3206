import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  control,
  conversationOf,
  customerWrites,
  deliver,
  feedOf,
  newLine,
  newWamid,
  statusValue,
} from '#test/chats.ts';
import { byName, change, draft, logs, newContact, preview, putTemplate, start, until } from '#test/diffusions.ts';
import { app, eventually, newBusiness } from '#test/harness.ts';
import { followUp, takeOver } from '#test/jobs.ts';
import { sending } from '../message/outbox.ts';
import { messages } from '../tables.ts';

const sentTo = async (address: string) =>
  (await control.sent(address)).map(({ to, text }) => `${to} ${text}`).toSorted();

test('a person who writes STOP or BAJA, or whom the provider reports as opted out, gets no more diffusions but is answered', async () => {
  const line = await newLine(await newBusiness());
  const { business } = line;
  await putTemplate(line, 'nombre', '{{1}}');
  const [ana, beto, eva] = await Promise.all(['Ana', 'Beto', 'error 131050'].map((name) => newContact(business, name)));
  await customerWrites(line, ana!.phone!, '¡Baja!');
  await customerWrites(line, beto!.phone!, 'Baja el precio, por favor');
  const templates = [{ name: 'nombre', language: 'es', parameters: byName }];
  const first = await draft(line, { templates });
  await start(business, first.id);
  assert.deepEqual((await until(business, first.id, 'done')).counts.failed, 1);
  assert.deepEqual(await sentTo(line.address), [`+${beto!.phone} Beto`]);
  const { data: out } = await business.api.GET('/v1/conversation-diffusion/opt-out');
  assert.deepEqual(
    out!.data.map(({ address, source }) => `${address} ${source}`).toSorted(),
    [`+${ana!.phone} keyword`, `+${eva!.phone} provider`].toSorted(),
  );
  // Honoured in the next one, and still answered in the conversation.
  const second = await draft(line, { templates });
  assert.deepEqual((await preview(business, second.id)).excluded, [{ reason: 'opted_out', count: 2 }]);
  const conversation = await conversationOf(line, `+${ana!.phone}`);
  const answer = await business.api.POST('/v1/chat/message', {
    body: { conversationId: conversation.id, text: 'Listo' },
  });
  assert.equal(answer.response.status, 201);
  assert.ok((await feedOf(line, `+${ana!.phone}`)).some(({ type }) => type === 'opted-out'));
  await customerWrites(line, ana!.phone!, 'alta');
  assert.deepEqual((await preview(business, second.id)).excluded, [{ reason: 'opted_out', count: 1 }]);
});

test('a person whom the provider reports as opted out when an agent writes gets no diffusions', async () => {
  const line = await newLine(await newBusiness());
  const { business } = line;
  await putTemplate(line);
  const eva = await newContact(business, 'Eva');
  const { id } = await customerWrites(line, eva.phone!);
  await business.api.POST('/v1/chat/message', { body: { conversationId: id, text: 'error 131050' } });
  await eventually(async () => {
    const { data } = await business.api.GET('/v1/conversation-diffusion/opt-out');
    return data!.data.find(({ address, source }) => address === `+${eva.phone}` && source === 'provider');
  });
  const { excluded } = await preview(business, (await draft(line)).id);
  assert.deepEqual(excluded, [{ reason: 'opted_out', count: 1 }]);
});

test('an opt-out after the audience was written is honoured when its turn comes', async () => {
  const line = await newLine(await newBusiness());
  const { business } = line;
  await putTemplate(line);
  const ana = await newContact(business, 'Ana');
  const { data: channel } = await business.api.PATCH('/v1/channel/{channelId}/toggle-state', {
    params: { path: { channelId: line.channelId } },
    body: { state: 'paused' },
  });
  assert.equal(channel!.state, 'paused');
  const { id } = await draft(line);
  await start(business, id);
  await until(business, id, 'running', 'channel');
  await business.api.POST('/v1/conversation-diffusion/opt-out', { body: { phone: `+${ana.phone}` } });
  await business.api.PATCH('/v1/channel/{channelId}/toggle-state', {
    params: { path: { channelId: line.channelId } },
    body: { state: 'active' },
  });
  await change(business, id, 'pause');
  await change(business, id, 'resume');
  const done = await until(business, id, 'done');
  assert.deepEqual([done.counts.skipped, done.counts.sent], [1, 0]);
  assert.equal((await control.sent(line.address)).length, 0);
});

test('an opt-out while the message waits to be sent is honoured, and an agent still reaches the person', async () => {
  const line = await newLine(await newBusiness());
  const { business } = line;
  await putTemplate(line, 'nombre', '{{1}}');
  // The provider wants the messages later.
  const [ana] = await Promise.all(['error 131056', 'error 131056 b'].map((name) => newContact(business, name)));
  const { id } = await draft(line, { templates: [{ name: 'nombre', language: 'es', parameters: byName }] });
  await start(business, id);
  const within = <T>(work: Parameters<typeof app.engine.within<T>>[1]) => app.engine.within(business.id, work);
  const waiting = await eventually(async () => {
    const written = await within((ctx) => messages.all(ctx, { channelId: line.channelId }));
    const asked = await within((ctx) => Promise.all(written.map((each) => sending.find(ctx, each.id))));
    return asked.length === 2 && asked.every((one) => one?.answer) && written;
  });
  for (const { id: messageId } of waiting) await takeOver(sending, business.id, messageId);
  const { id: conversationId } = await customerWrites(line, ana!.phone!, 'BAJA');
  await within((ctx) => messages.updateAll(ctx, { id: waiting.map((each) => each.id) }, { text: 'ahora sí' }));
  for (const { id: messageId } of waiting) await followUp(sending, business.id, messageId);
  const done = await until(business, id, 'done');
  assert.deepEqual([done.counts.sent, done.counts.skipped, done.counts.failed], [1, 1, 0]);
  const [skipped] = await logs(business, id, { state: 'skipped' });
  assert.deepEqual([skipped!.reason, skipped!.conversationId], ['opted_out', conversationId]);
  assert.ok(!(await sentTo(line.address)).some((each) => each.startsWith(`+${ana!.phone}`)));
  await business.api.POST('/v1/chat/message', { body: { conversationId, text: 'Listo' } });
  await eventually(async () => (await sentTo(line.address)).includes(`+${ana!.phone} Listo`));
});

test('a message that arrived after all counts as sent, also if its recipient opted out before the next attempt', async () => {
  const line = await newLine(await newBusiness());
  const { business } = line;
  await putTemplate(line, 'nombre', '{{1}}');
  const ana = await newContact(business, 'error 131042');
  const { id } = await draft(line, { templates: [{ name: 'nombre', language: 'es', parameters: byName }] });
  await start(business, id);
  await until(business, id, 'paused');
  await business.api.POST('/v1/conversation-diffusion/opt-out', { body: { phone: `+${ana.phone}` } });
  await change(business, id, 'resume');
  assert.equal((await until(business, id, 'done')).counts.skipped, 1);
  const { messageId } = (await logs(business, id))[0]!;
  await deliver(business, statusValue(line.address, { id: newWamid(), status: 'delivered', reference: messageId! }));
  const [recipient] = await logs(business, id);
  assert.deepEqual([recipient!.state, recipient!.reason], ['sent', null]);
});
