import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { fetchMedium } from '#modules/chats/message/media.ts';
import { channels, messageMedia } from '#modules/chats/tables.ts';
import { newId } from '#platform/id.ts';
import {
  control,
  conversationOf,
  customerWrites,
  deliver,
  type Line,
  messagesOf,
  messageValue,
  newLine,
  newPhone,
} from '#test/chats.ts';
import { app, eventually, newBusiness, startTestApp } from '#test/harness.ts';
import { runNow } from '#test/jobs.ts';

test('a medium is fetched by a job with its hash; wrong bytes leave a medium that can be retried', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const from = newPhone();
  const bytes = randomBytes(2000);
  const good = await control.addMedia(bytes, 'application/octet-stream');
  const image = (id: string, sha256: string) => ({
    type: 'image',
    text: undefined,
    image: { id, mime_type: 'image/png', sha256: Buffer.from(sha256, 'hex').toString('base64'), caption: 'Foto' },
  });
  const wrong = createHash('sha256').update('other').digest('hex');
  await deliver(
    business,
    messageValue(line.address, { from, message: image(good.id, good.sha256) }),
    messageValue(line.address, { from, message: image(good.id, wrong) }),
  );
  const media = async () => (await messagesOf(line, `+${from}`)).map((message) => message.media[0]!);
  await eventually(async () => (await media()).every(({ state }) => state !== 'pending'));
  const [stored, failed] = (await media()).toSorted((a, b) => b.state.localeCompare(a.state));
  assert.deepEqual([stored!.state, failed!.state], ['stored', 'failed']);
  assert.match(failed!.problem!, /differs from the one/);
  const read = (url: string, range = 'bytes=0-') =>
    fetch(url, { headers: { authorization: `Bearer ${business.owner.token}`, range } });
  assert.ok(bytes.equals(Buffer.from(await (await read(stored!.url)).arrayBuffer())));
  assert.equal((await read(stored!.url, 'bytes=5000-')).status, 416);
  assert.equal((await read(failed!.url)).status, 409);
  const { data } = await business.api.POST('/v1/chat/media/{channelId}/{mediaId}/retry', {
    params: { path: { channelId: line.channelId, mediaId: failed!.id } },
  });
  assert.equal(data!.state, 'pending');
  const { id: conversationId } = await conversationOf(line, `+${from}`);
  const files = await business.api.GET('/v1/files/record/{id}', { params: { path: { id: conversationId } } });
  assert.equal(files.data!.total, 1);
});

/** Adds a medium to the message of a customer. No job fetches it. */
async function addWithoutJob(line: Line, from: string): Promise<string> {
  const [message] = await messagesOf(line, `+${from}`);
  const { id: providerMediaId } = await control.addMedia(randomBytes(2000), 'application/octet-stream');
  const id = newId();
  await app.engine.within(line.business.id, (ctx) =>
    messageMedia.insert(ctx, {
      id,
      messageId: message!.id,
      channelId: line.channelId,
      state: 'pending',
      providerMediaId,
      name: 'foto.bin',
      contentType: 'application/octet-stream',
      createdAt: ctx.now,
    }),
  );
  return id;
}

test('a medium whose job is gone, or whose provider cannot be reached, is fetched by a retry', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const from = newPhone();
  await customerWrites(line, from, 'Foto');
  const mediaId = await addWithoutJob(line, from);
  const medium = async () => (await messagesOf(line, `+${from}`))[0]!.media[0]!;
  const connect = (adapter: string) =>
    app.engine.within(business.id, (ctx) => channels.update(ctx, line.channelId, { adapter }));
  await connect('gone');
  await assert.rejects(runNow(fetchMedium, { organizationId: business.id, mediumId: mediaId }));
  assert.deepEqual([(await medium()).state, (await medium()).problem], ['failed', 'No provider gone is connected.']);
  await connect('simulator');
  await app.engine.within(business.id, (ctx) => messageMedia.update(ctx, mediaId, { state: 'pending', problem: null }));
  await business.api.POST('/v1/chat/media/{channelId}/{mediaId}/retry', {
    params: { path: { channelId: line.channelId, mediaId } },
  });
  await eventually(async () => (await medium()).state === 'stored');
});

test('a medium that is larger than the service keeps is refused while it arrives, and leaves no file', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const from = newPhone();
  const { id: conversationId } = await customerWrites(line, from, 'Foto');
  const mediumId = await addWithoutJob(line, from);
  const medium = async () => (await messagesOf(line, `+${from}`))[0]!.media[0]!;
  const files = async () =>
    (await business.api.GET('/v1/files/record/{id}', { params: { path: { id: conversationId } } })).data!.total;
  const small = await startTestApp({ FILE_BYTES_MAX: '1999' }, { databaseUrl: app.databaseUrl });
  try {
    await runNow(fetchMedium, { organizationId: business.id, mediumId }, small);
  } finally {
    await small.stop();
  }
  const refused = await medium();
  assert.equal(refused.state, 'failed');
  assert.match(refused.problem!, /1999|large/);
  assert.equal(await files(), 0);
  await runNow(fetchMedium, { organizationId: business.id, mediumId });
  assert.deepEqual([(await medium()).state, await files()], ['stored', 1]);
});
