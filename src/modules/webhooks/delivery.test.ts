import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook as Verifier } from 'standardwebhooks';
import { newId } from '#platform/id.ts';
import { eventsOf } from '#test/events.ts';
import { app, type Business, eventually, letterTo, newBusiness, startTestApp } from '#test/harness.ts';
import { type ReceivedRequest, type Receiver, startReceiver } from '#test/receiver.ts';
import { recordingAddress } from '#test/recording-address.ts';
import { asOwner } from '#test/walks/rows.ts';
import { arrived, newWebhook, saleMade, saleVoided, sell } from '#test/webhooks.ts';
import { deliveries, webhooks } from './tables.ts';

async function read(business: Business, webhookId: string) {
  const { data } = await business.api.GET('/v1/organization/webhook/{webhookId}', { params: { path: { webhookId } } });
  return data!;
}

/** A delivery of a webhook, once it is as wanted. */
const resultOf = (business: Business, webhookId: string, isSo: (result: Result) => boolean) =>
  eventually(async () => (await read(business, webhookId)).results.find(isSo));
type Result = Awaited<ReturnType<typeof read>>['results'][number];

const verifies = (secret: string, { headers, body }: ReceivedRequest): unknown =>
  new Verifier(secret).verify(body, headers as Record<string, string>);

const setDelivery = (business: Business, id: string, change: { attempts?: number; createdAt?: string }) =>
  app.engine.within(business.id, (ctx) => deliveries.update(ctx, id, change));

const setWebhook = (business: Business, id: string, change: { failingSince?: string; exhaustedInARow?: number }) =>
  app.engine.within(business.id, (ctx) => webhooks.update(ctx, id, change));

const retry = (business: Business, id: string) => business.api.POST('/v1/organization/webhook/retry', { body: { id } });

const daysAgo = (days: number): string => new Date(Date.now() - days * 24 * 3600_000).toISOString();

test('an event is signed as Standard Webhooks describes, and a changed byte fails verification', async () => {
  const business = await newBusiness();
  const receiver = await startReceiver();
  const webhook = await newWebhook(business, receiver);
  const saleId = newId();
  await sell(business, saleId);
  const [request] = await arrived(receiver, 1);
  const [recorded] = await eventsOf(business);
  assert.deepEqual(verifies(webhook.secret, request!), {
    id: recorded!.id,
    type: 'sale:made',
    timestamp: recorded!.createdAt,
    data: { saleId },
  });
  assert.equal(request!.headers['webhook-id'], recorded!.id);
  assert.equal(request!.headers['content-type'], 'application/json');
  assert.throws(() => verifies(webhook.secret, { ...request!, body: request!.body.replace('made', 'fade') }));
  const result = await resultOf(business, webhook.id, ({ status }) => status === 'delivered');
  assert.equal(result.request.body, request!.body);
  assert.equal(result.request.headers?.['webhook-signature'], request!.headers['webhook-signature']);
  assert.deepEqual(result.response, { status: 200, body: 'answer 200' });
  assert.equal(result.attempts, 1);
  assert.equal(result.nextAttemptAt, null);
  assert.deepEqual((await read(business, webhook.id)).counters, { pending: 0, delivered: 1, failed: 0 });
});

test('a webhook receives the types and groups it subscribes to, and nothing while it is off', async () => {
  const business = await newBusiness();
  const [exact, group, off] = [await startReceiver(), await startReceiver(), await startReceiver()];
  await newWebhook(business, exact, ['sale:voided']);
  await newWebhook(business, group, ['sale:*']);
  const silenced = await newWebhook(business, off);
  await business.api.PATCH('/v1/organization/webhook', { body: { id: silenced.id, active: false } });
  await sell(business, newId(), saleMade);
  await sell(business, newId(), saleVoided);
  await arrived(group, 2);
  await arrived(exact, 1);
  assert.deepEqual(typesOf(exact), ['sale:voided']);
  assert.deepEqual(typesOf(group).sort(), ['sale:made', 'sale:voided']);
  assert.deepEqual((await read(business, silenced.id)).results, []);
});

const typesOf = (receiver: Receiver): string[] => receiver.requests.map(({ body }) => JSON.parse(body).type);

test('after a rotation both secrets verify, until the old one expires', async () => {
  const business = await newBusiness();
  const receiver = await startReceiver();
  const webhook = await newWebhook(business, receiver);
  const rotated = await business.api.PATCH('/v1/organization/webhook', {
    body: { id: webhook.id, rotateSecret: true },
  });
  const secret = rotated.data!.secret!;
  assert.notEqual(secret, webhook.secret);
  await sell(business);
  const [request] = await arrived(receiver, 1);
  assert.ok(verifies(secret, request!));
  assert.ok(verifies(webhook.secret, request!));
  assert.equal(String(request!.headers['webhook-signature']).split(' ').length, 2);
  await app.engine.within(business.id, ({ tx }) =>
    tx
      .updateTable('webhooks')
      .set({ previousExpiresAt: daysAgo(1) })
      .where('organizationId', '=', business.id)
      .where('id', '=', webhook.id)
      .execute(),
  );
  await sell(business);
  const [, later] = await arrived(receiver, 2);
  assert.ok(verifies(secret, later!));
  assert.throws(() => verifies(webhook.secret, later!));
});

test('a failed attempt is retried seconds later with the same message', async () => {
  const business = await newBusiness();
  const receiver = await startReceiver(500);
  const webhook = await newWebhook(business, receiver);
  await sell(business, newId(), saleMade, 'Piña y ñame 🍍 \u2028 \\u00e9');
  await arrived(receiver, 1);
  receiver.answer = 204;
  const waiting = await resultOf(business, webhook.id, ({ attempts }) => attempts === 1);
  assert.equal(waiting.status, 'pending');
  assert.equal(waiting.response?.status, 500);
  assert.match(waiting.error!, /500/);
  assert.ok((await read(business, webhook.id)).failingSince);
  const waitMs = Date.parse(waiting.nextAttemptAt!) - Date.parse(waiting.lastAttemptAt!);
  assert.ok(waitMs >= 4_000 && waitMs < 20_000, `${waitMs} ms`);
  // Timestamps are whole seconds.
  const sentAt = Number(receiver.requests[0]!.headers['webhook-timestamp']);
  await eventually(async () => Date.now() / 1_000 >= sentAt + 1);
  assert.deepEqual((await retry(business, waiting.id)).data, { retried: 1 });
  const delivered = await resultOf(business, webhook.id, ({ status }) => status === 'delivered');
  assert.equal(delivered.attempts, 2);
  const [first, second] = receiver.requests;
  assert.equal(second!.headers['webhook-id'], first!.headers['webhook-id']);
  assert.equal(second!.body, first!.body);
  assert.ok(Number(second!.headers['webhook-timestamp']) > sentAt, 'each attempt is signed with its own time');
  for (const request of [first!, second!]) assert.ok(verifies(webhook.secret, request));
  assert.equal((await read(business, webhook.id)).failingSince, null);
});

test('a delivery that has arrived is sent again on request, once and as the same message', async () => {
  const business = await newBusiness();
  const receiver = await startReceiver();
  const webhook = await newWebhook(business, receiver);
  await sell(business);
  const { id } = await resultOf(business, webhook.id, ({ status }) => status === 'delivered');
  assert.deepEqual((await retry(business, id)).data, { retried: 1 });
  const [first, second] = await arrived(receiver, 2);
  assert.equal(second!.headers['webhook-id'], first!.headers['webhook-id']);
  const again = await resultOf(business, webhook.id, ({ status }) => status === 'delivered');
  assert.deepEqual([again.id, again.attempts, again.nextAttemptAt], [id, 1, null]);
  assert.equal(receiver.requests.length, 2);
});

test('of a long answer only the beginning is kept', async () => {
  const business = await newBusiness();
  const { url } = await recordingAddress(() => ({ body: `ñ\0${'x'.repeat(1_000_000)}` }));
  const { data: webhook } = await business.api.POST('/v1/organization/webhook', { body: { url } });
  await sell(business);
  const { response } = await resultOf(business, webhook!.id, ({ status }) => status === 'delivered');
  assert.equal(response!.body, `ñ\uFFFD${'x'.repeat(1_997)}`);
});

test('a receiver that is busy is left alone as long as it asks for, within bounds', async () => {
  const business = await newBusiness();
  for (const [status, retryAfter, seconds] of [
    [429, '3600', 3_600],
    [503, new Date(Date.now() + 3_600_000).toUTCString(), 3_590],
    [429, '999999999', 28_800],
    [429, 'soon', 4],
    [500, '3600', 4],
  ] as const) {
    const receiver = await startReceiver(status);
    receiver.headers = { 'retry-after': retryAfter };
    const webhook = await newWebhook(business, receiver);
    await sell(business);
    const waiting = await resultOf(business, webhook.id, ({ attempts }) => attempts === 1);
    const waitSeconds = (Date.parse(waiting.nextAttemptAt!) - Date.parse(waiting.lastAttemptAt!)) / 1_000;
    assert.ok(waitSeconds >= seconds && waitSeconds < seconds + 30, `${status} ${retryAfter}: ${waitSeconds} s`);
    await business.api.DELETE('/v1/organization/webhook', { body: { id: webhook.id } });
  }
});

test('a scheduled retry runs by itself', async () => {
  const business = await newBusiness();
  const receiver = await startReceiver(503);
  const webhook = await newWebhook(business, receiver);
  await sell(business);
  await arrived(receiver, 1);
  receiver.answer = 200;
  const { id } = await resultOf(business, webhook.id, ({ attempts }) => attempts > 0);
  await asOwner(`UPDATE pgboss.job SET start_after = now() WHERE data #>> '{payload,deliveries,0,id}' = $1`, [id]);
  const delivered = await resultOf(business, webhook.id, ({ status }) => status === 'delivered');
  assert.equal(delivered.attempts, 2);
});

test('retry intervals grow to hours, and the eleventh failed attempt is the last', async () => {
  const business = await newBusiness();
  const receiver = await startReceiver(500);
  const webhook = await newWebhook(business, receiver);
  await sell(business);
  const { id } = await resultOf(business, webhook.id, ({ attempts }) => attempts === 1);
  await setDelivery(business, id, { attempts: 9 });
  await retry(business, id);
  const tenth = await resultOf(business, webhook.id, ({ attempts }) => attempts === 10);
  const waitHours = (Date.parse(tenth.nextAttemptAt!) - Date.parse(tenth.lastAttemptAt!)) / 3600_000;
  assert.ok(waitHours > 6 && waitHours < 10, `${waitHours} h`);
  await retry(business, id);
  const last = await resultOf(business, webhook.id, ({ attempts }) => attempts === 11);
  assert.equal(last.status, 'failed');
  assert.equal(last.nextAttemptAt, null);
});

test('a redirect is not followed', async () => {
  const business = await newBusiness();
  const receiver = await startReceiver(302);
  const webhook = await newWebhook(business, receiver);
  await sell(business);
  const result = await resultOf(business, webhook.id, ({ attempts }) => attempts === 1);
  assert.equal(result.response?.status, 302);
  assert.equal(result.status, 'pending');
});

test('a receiver that hangs does not delay others and gets few requests at once', async () => {
  const business = await newBusiness();
  const [hanging, quick] = [await startReceiver('hang'), await startReceiver()];
  const stuck = await newWebhook(business, hanging);
  await newWebhook(business, quick);
  for (let i = 0; i < 10; i++) await sell(business);
  await arrived(quick, 10);
  assert.ok(hanging.mostAtOnce <= 4, `${hanging.mostAtOnce} at once`);
  assert.equal((await read(business, stuck.id)).counters.pending, 10);
  await business.api.DELETE('/v1/organization/webhook', { body: { id: stuck.id } });
  hanging.close();
});

test('of five webhooks one is dead, and each of the others receives every event once', async () => {
  const business = await newBusiness();
  const [dead, ...others] = await Promise.all(
    [500 as const, 200, 200, 200, 200].map((answer) => startReceiver(answer)),
  );
  const failing = await newWebhook(business, dead!);
  await Promise.all(others.map((receiver) => newWebhook(business, receiver)));
  for (let i = 0; i < 5; i++) await sell(business);
  // Each event was tried twice at the dead one.
  const retried = await eventually(async () => {
    const { results } = await read(business, failing.id);
    return results.length === 5 && results.every(({ attempts }) => attempts > 0) && results;
  });
  for (const { id } of retried) await retry(business, id);
  await arrived(dead!, 10);
  for (const receiver of others) {
    const ids = (await arrived(receiver, 5)).map(({ headers }) => headers['webhook-id']);
    assert.deepEqual([ids.length, new Set(ids).size], [5, 5]);
  }
});

test('410 switches the webhook off at once and sends the owner one mail, even with many deliveries under way', async () => {
  const business = await newBusiness();
  const receiver = await startReceiver(410);
  const webhook = await newWebhook(business, receiver);
  // In one transaction: once the webhook is off, no more deliveries are made for it.
  await app.engine.within(business.id, async (ctx) => {
    for (let i = 0; i < 8; i++) ctx.emit(saleMade, { saleId: newId() });
  });
  const letter = await letterTo(business.owner.email, /webhook/);
  assert.match(letter.text, /410/);
  assert.ok(letter.text.includes(receiver.url));
  const after = await eventually(async () => {
    const now = await read(business, webhook.id);
    return now.counters.failed === 8 && now;
  });
  assert.equal(after.active, false);
  assert.equal(after.disabledReason, 'gone');
  assert.ok(letter.text.includes(`desde ${after.disabledAt}.`), 'the time from which to replay');
  const letters = await app.mailbox!.letters();
  assert.equal(letters.filter(({ to, subject }) => to === business.owner.email && /webhook/.test(subject)).length, 1);
  assert.equal((await retry(business, after.results[0]!.id)).error?.code, 'webhook_is_off');
});

test('five days without a success switch a webhook off', async () => {
  const business = await newBusiness();
  const receiver = await startReceiver(500);
  const webhook = await newWebhook(business, receiver);
  await setWebhook(business, webhook.id, { failingSince: daysAgo(5.01) });
  await sell(business);
  const letter = await letterTo(business.owner.email, /webhook/);
  assert.match(letter.text, /5 días/);
  assert.equal((await read(business, webhook.id)).disabledReason, 'failing');
});

test('twenty consecutive exhausted deliveries switch a webhook off; switching it on clears the count', async () => {
  const business = await newBusiness();
  const receiver = await startReceiver(500);
  const webhook = await newWebhook(business, receiver);
  await sell(business);
  const { id } = await resultOf(business, webhook.id, ({ attempts }) => attempts === 1);
  await setWebhook(business, webhook.id, { exhaustedInARow: 19 });
  await setDelivery(business, id, { attempts: 10 });
  await retry(business, id);
  await letterTo(business.owner.email, /webhook/);
  const off = await read(business, webhook.id);
  assert.equal(off.active, false);
  assert.equal(off.disabledReason, 'exhausted');
  const on = await business.api.PATCH('/v1/organization/webhook', { body: { id: webhook.id, active: true } });
  assert.equal(on.data?.active, true);
  assert.equal(on.data?.disabledReason, null);
  assert.equal(on.data?.failingSince, null);
  receiver.answer = 200;
  const all = await business.api.POST('/v1/organization/webhook/retry', {
    body: { webhookId: webhook.id, failed: true },
  });
  assert.deepEqual(all.data, { retried: 1 });
  const delivered = await resultOf(business, webhook.id, ({ status }) => status === 'delivered');
  assert.equal(delivered.attempts, 1);
});

test('a test is sent at once and is not in the event stream', async () => {
  const business = await newBusiness();
  const receiver = await startReceiver();
  const webhook = await newWebhook(business, receiver);
  const plain = await business.api.POST('/v1/organization/webhook/test', { body: { id: webhook.id } });
  assert.equal(plain.data?.status, 'delivered');
  assert.equal(plain.data?.response?.status, 200);
  assert.equal(plain.data?.event.seq, null);
  const sent = verifies(webhook.secret, receiver.requests[0]!) as { type: string; data: unknown; test: boolean };
  assert.equal(sent.type, 'webhook:test');
  assert.equal(sent.test, true);
  const example = await business.api.POST('/v1/organization/webhook/test', {
    body: { id: webhook.id, type: 'sale:made' },
  });
  assert.equal(example.data?.event.type, 'sale:made');
  assert.deepEqual(JSON.parse(receiver.requests[1]!.body).data, saleMade.example);
  receiver.answer = 500;
  const failed = await business.api.POST('/v1/organization/webhook/test', { body: { id: webhook.id } });
  assert.equal(failed.data?.status, 'failed');
  assert.equal((await retry(business, failed.data!.id)).error?.code, 'test_not_retried');
  const state = await read(business, webhook.id);
  assert.equal(state.failingSince, null);
  assert.equal(state.results.length, 3);
  assert.deepEqual(await eventsOf(business), []);
  const unknown = await business.api.POST('/v1/organization/webhook/test', {
    body: { id: webhook.id, type: 'no:such' },
  });
  assert.deepEqual([unknown.response.status, unknown.error?.errors[0]?.path], [422, 'body.type']);
});

test('deliveries are found by the payload of their event', async () => {
  const business = await newBusiness();
  const [receiver, failing] = [await startReceiver(), await startReceiver(500)];
  const good = await newWebhook(business, receiver);
  const bad = await newWebhook(business, failing);
  const saleId = newId();
  await sell(business, saleId, saleMade, 'counter');
  await sell(business, saleId, saleVoided, 'web');
  await sell(business, newId(), saleMade, 'web');
  await arrived(receiver, 3);
  await eventually(async () => (await read(business, good.id)).counters.delivered === 3);
  const find = async (body: object) => {
    const { data } = await business.api.POST('/v1/organization/webhook/results/by-payload', {
      body: body as { payload: Record<string, unknown> },
    });
    return data!;
  };
  assert.equal((await find({ payload: { saleId } })).total, 4);
  assert.equal((await find({ payload: { saleId }, webhookId: good.id })).total, 2);
  assert.equal((await find({ payload: { saleId }, type: 'sale:voided' })).total, 2);
  assert.equal((await find({ payload: { channel: 'web' }, webhookId: good.id })).total, 2);
  assert.equal((await find({ payload: { saleId, channel: 'web' }, webhookId: bad.id })).total, 1);
  assert.equal((await find({ payload: { saleId: newId() } })).total, 0);
  assert.equal((await find({ payload: {}, status: 'delivered' })).total, 3);
  const page = await find({ payload: {}, itemsPerPage: 4, page: 2 });
  assert.deepEqual([page.data.length, page.total, page.hasMore], [2, 6, false]);
  const { data, nextCursor } = await find({ payload: {}, itemsPerPage: 4 });
  const rest = await find({ payload: {}, itemsPerPage: 4, cursor: nextCursor });
  assert.equal(new Set([...data, ...rest.data].map(({ id }) => id)).size, 6);
  assert.equal((await find({ payload: {}, webhookId: [good.id, bad.id], sort: 'created' })).total, 6);
  const stranger = await newBusiness();
  const wrong = await business.api.POST('/v1/organization/webhook/results/by-payload', {
    body: { payload: {}, cursor: 'bm9uc2Vuc2U' },
  });
  assert.equal(wrong.error!.errors![0]!.path, 'body.cursor');
  const others = await stranger.api.POST('/v1/organization/webhook/results/by-payload', {
    body: { payload: { saleId } },
  });
  assert.equal(others.data?.total, 0);
});

test('a deleted webhook receives nothing more, pending deliveries included', async () => {
  const business = await newBusiness();
  const [receiver, other] = [await startReceiver(500), await startReceiver()];
  const webhook = await newWebhook(business, receiver);
  await newWebhook(business, other);
  await sell(business);
  const { id } = await resultOf(business, webhook.id, ({ attempts }) => attempts === 1);
  await arrived(other, 1);
  const deleted = await business.api.DELETE('/v1/organization/webhook', { body: { id: webhook.id } });
  assert.equal(deleted.response.status, 204);
  const before = receiver.requests.length;
  assert.equal((await retry(business, id)).response.status, 404);
  await sell(business);
  await arrived(other, 2);
  assert.equal(receiver.requests.length, before);
});

test('deliveries that are pending when a webhook is switched off fail and can be retried', async () => {
  const business = await newBusiness();
  const receiver = await startReceiver('hang');
  const webhook = await newWebhook(business, receiver);
  for (let i = 0; i < 6; i++) await sell(business);
  await arrived(receiver, 4);
  await business.api.PATCH('/v1/organization/webhook', { body: { id: webhook.id, active: false } });
  receiver.close();
  const off = await resultOf(business, webhook.id, ({ status }) => status === 'failed');
  assert.match(off.error!, /switched off/);
});

test('results are deleted after thirty days', async () => {
  const business = await newBusiness({ sandbox: true });
  const receiver = await startReceiver();
  const webhook = await newWebhook(business, receiver);
  await sell(business);
  const old = await resultOf(business, webhook.id, ({ status }) => status === 'delivered');
  await sell(business);
  await eventually(async () => (await read(business, webhook.id)).counters.delivered === 2);
  await setDelivery(business, old.id, { createdAt: daysAgo(31) });
  await app.clock.move(business.id, Temporal.Now.instant().add({ hours: 48 }));
  const kept = (await read(business, webhook.id)).results;
  assert.equal(kept.length, 1);
  assert.notEqual(kept[0]!.id, old.id);
});

test('an event reaches all of many webhooks', async () => {
  const business = await newBusiness();
  const receiver = await startReceiver();
  await Promise.all(Array.from({ length: 150 }, () => newWebhook(business, receiver)));
  await sell(business);
  await arrived(receiver, 150);
  assert.equal(new Set(receiver.requests.map(({ headers }) => headers['webhook-signature'])).size, 150);
});

test('when many webhooks share a job, the result of a late answer is recorded too', async () => {
  const business = await newBusiness();
  const [quick, late] = [await startReceiver(), await startReceiver('hang')];
  const sharing = await Promise.all(Array.from({ length: 10 }, () => newWebhook(business, quick)));
  const slow = await newWebhook(business, late);
  await sell(business);
  await arrived(late, 1);
  for (const { id } of sharing) await resultOf(business, id, ({ status }) => status === 'delivered');
  late.close();
  const failed = await resultOf(business, slow.id, ({ attempts }) => attempts === 1);
  assert.ok(failed.nextAttemptAt! > failed.lastAttemptAt!);
});

test('deliveries to a webhook start in the order of the events, also with several webhooks and several workers', async (t) => {
  const second = await startTestApp({ ROLE: 'all' }, { databaseUrl: app.databaseUrl });
  t.after(() => second.stop());
  const business = await newBusiness();
  const receivers = [await startReceiver(), await startReceiver(), await startReceiver()];
  for (const { url } of receivers)
    await business.api.POST('/v1/organization/webhook', { body: { url, parallelism: 1 } });
  const count = 120;
  await app.engine.within(business.id, async (ctx) => {
    for (let i = 0; i < count; i++) ctx.emit(saleMade, { saleId: String(i) });
  });
  for (const receiver of receivers) {
    const requests = await arrived(receiver, count);
    assert.deepEqual(
      requests.map(({ body }) => Number(JSON.parse(body).data.saleId)),
      Array.from({ length: count }, (_, index) => index),
    );
    assert.equal(receiver.mostAtOnce, 1);
  }
});

test('a webhook has as many deliveries open as its parallelism allows', async () => {
  const business = await newBusiness();
  for (const parallelism of [2, 12]) {
    const receiver = await startReceiver('hang');
    const body = { url: receiver.url, parallelism };
    const { data } = await business.api.POST('/v1/organization/webhook', { body });
    await app.engine.within(business.id, async (ctx) => {
      for (let i = 0; i < 20; i++) ctx.emit(saleMade, { saleId: newId() });
    });
    await eventually(async () => receiver.mostAtOnce >= parallelism);
    await business.api.PATCH('/v1/organization/webhook', { body: { id: data!.id, active: false } });
    assert.equal(receiver.mostAtOnce, parallelism);
  }
  const refused = await business.api.POST('/v1/organization/webhook', {
    body: { url: 'https://hooks.example.com/', parallelism: 26 },
  });
  assert.equal(refused.error?.errors[0]?.path, 'body.parallelism');
});
