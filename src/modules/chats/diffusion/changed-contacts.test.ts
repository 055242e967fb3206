import assert from 'node:assert/strict';
import { test } from 'node:test';
import { control, conversationOf, deliver, type Line, messageValue, newLine } from '#test/chats.ts';
import { change, draft, logs, newContact, preview, putTemplate, start, until } from '#test/diffusions.ts';
import { newBusiness } from '#test/harness.ts';

const setChannel = ({ business, channelId }: Line, state: 'active' | 'paused') =>
  business.api.PATCH('/v1/channel/{channelId}/toggle-state', { params: { path: { channelId } }, body: { state } });

const newPausedLine = async (): Promise<Line> => {
  const line = await newLine(await newBusiness());
  await putTemplate(line);
  await setChannel(line, 'paused');
  return line;
};

/** Starts a diffusion whose recipients are written and wait. */
async function startWaiting(line: Line, fields: Parameters<typeof draft>[1] = {}): Promise<string> {
  const { id } = await draft(line, fields);
  await start(line.business, id);
  await until(line.business, id, 'running', 'channel');
  return id;
}

async function finish(line: Line, id: string) {
  await setChannel(line, 'active');
  await change(line.business, id, 'pause');
  await change(line.business, id, 'resume');
  return until(line.business, id, 'done');
}

const sentTo = async ({ address }: Line) => (await control.sent(address)).map(({ to }) => to).toSorted();

/** A customer whose messages show a user id and no number, linked to a contact that has a number. */
async function newHiddenCustomer(line: Line) {
  const userId = `DO.${Math.floor(Math.random() * 1e15)}`;
  const write = (text: string) => deliver(line.business, messageValue(line.address, { userId, text }));
  const contact = await newContact(line.business, 'Ana');
  await write('Hola');
  const { id } = await conversationOf(line, userId);
  const linked = await line.business.api.PATCH('/v1/conversation', { body: { id, contactId: contact.id } });
  assert.equal(linked.response.status, 200, JSON.stringify(linked.error));
  return { conversationId: id, write };
}

test('contacts that are merged while a diffusion runs get it once', async () => {
  const line = await newPausedLine();
  const { business } = line;
  const [ana, twin] = [await newContact(business, 'Ana'), await newContact(business, 'Ana P.')];
  await newContact(business, 'Beto');
  const id = await startWaiting(line);
  const merged = await business.api.PATCH('/v1/beneficiary/merge', { body: { id: ana.id, fromIds: [twin.id] } });
  assert.equal(merged.response.status, 200, JSON.stringify(merged.error));
  const { counts } = await finish(line, id);
  assert.deepEqual([counts.audience, counts.sent, counts.skipped], [3, 2, 1]);
  assert.deepEqual(
    (await logs(business, id, { state: 'skipped' })).map(({ reason, contactId }) => [reason, contactId]),
    [['duplicate', ana.id]],
  );
});

test('a contact that is archived while a diffusion runs does not get it', async () => {
  const line = await newPausedLine();
  const { business } = line;
  const [ana, beto] = [await newContact(business, 'Ana'), await newContact(business, 'Beto')];
  const id = await startWaiting(line);
  await business.api.PATCH('/v1/beneficiary', { body: { id: ana.id, archived: true } });
  const { counts } = await finish(line, id);
  assert.deepEqual([counts.audience, counts.sent, counts.canceled], [2, 1, 1]);
  assert.deepEqual(await sentTo(line), [`+${beto.phone}`]);
});

test('a customer without a visible number who writes STOP gets no diffusion at the number of their contact', async () => {
  const line = await newPausedLine();
  const { business } = line;
  const { write } = await newHiddenCustomer(line);
  const { id } = await draft(line);
  assert.equal((await preview(business, id)).reach, 1);
  await write('STOP');
  assert.deepEqual((await preview(business, id)).excluded, [{ reason: 'opted_out', count: 1 }]);
  await write('ALTA');
  assert.equal((await preview(business, id)).reach, 1);
});

test('a customer without a visible number who writes STOP while a diffusion runs does not get it', async () => {
  const line = await newPausedLine();
  const { conversationId, write } = await newHiddenCustomer(line);
  const { data: list } = await line.business.api.POST('/v1/conversation-list', {
    body: { name: 'Clientes', conversationIds: [conversationId] },
  });
  const id = await startWaiting(line, { audience: { listId: list!.id } });
  await write('STOP');
  const { counts } = await finish(line, id);
  assert.deepEqual([counts.sent, counts.skipped], [0, 1]);
  assert.deepEqual(await sentTo(line), []);
});
