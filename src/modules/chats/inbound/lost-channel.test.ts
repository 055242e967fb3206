import assert from 'node:assert/strict';
import { test } from 'node:test';
import { insertPayloads, type PayloadKind } from '#modules/chats/inbound/inbound.sql.ts';
import { processInbound } from '#modules/chats/inbound/process.ts';
import { payloadOf } from '#modules/chats/inbound/store.ts';
import { newId } from '#platform/id.ts';
import { type Line, messagesOf, newLine, processed } from '#test/chats.ts';
import { app, type Business, codeOf, freshEmail, newBusiness } from '#test/harness.ts';
import { runNow } from '#test/jobs.ts';
import { inboundDrops } from '../tables.ts';

/** Stores bytes for a channel that is gone when they are processed. */
async function arriveLate({ id: organizationId }: Business, kind: PayloadKind, content: object) {
  const body = Buffer.from(JSON.stringify(content));
  const payload = payloadOf({ kind, adapter: kind, organizationId, channelId: newId(), body });
  await app.engine.within(organizationId, (ctx) => insertPayloads(ctx.tx, [payload]));
  await runNow(processInbound, { organizationId }).catch(() => {});
}

const dropsOf = async ({ api }: Business) => (await api.GET('/v1/chat/unhandled')).data!.data;
const retry = ({ api }: Business, body: { id: string; channelId?: string }) =>
  api.POST('/v1/chat/unhandled/retry', { body });

async function retriedIn(business: Business, { channelId }: Line) {
  const [drop, ...others] = await dropsOf(business);
  assert.deepEqual([drop!.reason, drop!.channelId, others.length], ['channel_gone', null, 0]);
  assert.equal(codeOf(await retry(business, { id: drop!.id })), 'channel_needed');
  const otherKind = await newLine(business);
  const stranger = await newLine(await newBusiness());
  for (const wrong of [otherKind.channelId, stranger.channelId, newId()])
    assert.equal(codeOf(await retry(business, { id: drop!.id, channelId: wrong })), 'reference_not_found');
  assert.ok((await retry(business, { id: drop!.id, channelId })).data!.resolvedAt);
  await processed(business);
  assert.deepEqual(await dropsOf(business), []);
}

const letter = (from: string, headers: string[] = []) => ({
  mime: Buffer.from([`From: ${from}`, `Message-ID: <${newId()}@x>`, ...headers, '', 'Hola'].join('\r\n')).toString(
    'base64',
  ),
});

test('a letter whose channel is gone is kept with the reason, and is retried in another channel of its kind', async () => {
  const business = await newBusiness();
  const from = freshEmail();
  await arriveLate(business, 'email', letter(from));
  const email = freshEmail();
  const { data } = await business.api.POST('/v1/channel', { body: { kind: 'email', name: 'Correo', email } });
  const line = { business, channelId: data!.id, address: email };
  await retriedIn(business, line);
  assert.deepEqual(
    (await messagesOf(line, from)).map(({ text }) => text.trim()),
    ['Hola'],
  );
});

test('a comment whose channel is gone is kept with the reason, and is retried in another channel of its kind', async () => {
  const business = await newBusiness();
  const value = {
    item: 'comment',
    comment_id: 'c1',
    post_id: 'p1',
    message: '¿Precio?',
    from: { id: 'u1', name: 'Ana' },
  };
  await arriveLate(business, 'social-a', { entry: [{ id: 'page', changes: [{ field: 'feed', value }] }] });
  const { data } = await business.api.POST('/v1/channel', {
    body: { kind: 'social-a', name: 'Página', connection: { provider: 'simulator' } },
  });
  const line = { business, channelId: data!.id, address: '' };
  await retriedIn(business, line);
  assert.deepEqual(
    (await messagesOf(line, 'c1')).map(({ text }) => text),
    ['¿Precio?'],
  );
});

test('a retried letter that is dropped again is unhandled again', async () => {
  const business = await newBusiness();
  const email = freshEmail();
  const { data } = await business.api.POST('/v1/channel', { body: { kind: 'email', name: 'Correo', email } });
  await arriveLate(business, 'email', letter(freshEmail(), ['Auto-Submitted: auto-replied']));
  const [gone] = await dropsOf(business);
  await retry(business, { id: gone!.id, channelId: data!.id });
  await processed(business);
  const [dropped] = await dropsOf(business);
  assert.deepEqual([dropped!.reason, dropped!.channelId], ['automatic_answer', data!.id]);
  await retry(business, { id: dropped!.id });
  await processed(business);
  const [again, ...others] = await dropsOf(business);
  assert.deepEqual([again!.id, again!.reason, again!.attempts, others.length], [dropped!.id, 'automatic_answer', 2, 0]);
});

test('a payload that fails for good although no channel is left for it is kept as unhandled', async () => {
  const business = await newBusiness();
  await arriveLate(business, 'msgapp', { entry: 'broken' });
  for (let attempt = 1; attempt < 5; attempt++)
    await runNow(processInbound, { organizationId: business.id }).catch(() => {});
  const [drop] = await dropsOf(business);
  assert.deepEqual([drop!.reason, drop!.channelId], ['processing_failed', null]);
  const kept = await app.engine.within(business.id, (ctx) => inboundDrops.get(ctx, drop!.id));
  assert.equal((kept.part as { field: string }).field, 'payload');
});
