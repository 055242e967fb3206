import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { realNow } from '#platform/date.ts';
import { eventsOf } from '#test/events.ts';
import { app, caughtUp, codeOf, eventually, newBusiness } from '#test/harness.ts';
import { type ReceivedRequest, startReceiver } from '#test/receiver.ts';
import { moveClock } from '#test/sandbox-clock.ts';
import { arrived, newWebhook, saleMade, saleVoided, sell } from '#test/webhooks.ts';

test('a replay sends the events since a time again, also those of the time while the webhook was off', async () => {
  const business = await newBusiness();
  const receiver = await startReceiver();
  const webhook = await newWebhook(business, receiver, ['sale:made']);
  await sell(business, 'before');
  await arrived(receiver, 1);
  await new Promise((resolve) => setTimeout(resolve, 5));
  const since = realNow().toString();
  await sell(business, 'delivered');
  await arrived(receiver, 2);
  await business.api.PATCH('/v1/organization/webhook', { body: { id: webhook.id, active: false } });
  const off = { body: { webhookId: webhook.id, since } };
  assert.equal(codeOf(await business.api.POST('/v1/organization/webhook/replay', off)), 'webhook_is_off');
  await sell(business, 'missed');
  await sell(business, 'unwanted', saleVoided);
  const { seq } = (await eventsOf(business)).at(-1)!;
  // The subscriber must have passed them while the webhook was off.
  await eventually(async () => {
    const { rows } = await app.database.lookUp((tx) =>
      sql<{ seq: bigint }>`SELECT seq FROM event_cursors
        WHERE organization_id = ${business.id} AND subscriber = 'webhooks'`.execute(tx),
    );
    return rows[0]!.seq >= BigInt(seq);
  });
  await business.api.PATCH('/v1/organization/webhook', { body: { id: webhook.id, active: true } });
  const old = {
    body: {
      webhookId: webhook.id,
      since: realNow()
        .subtract({ hours: 31 * 24 })
        .toString(),
    },
  };
  const tooOld = await business.api.POST('/v1/organization/webhook/replay', old);
  assert.equal(codeOf(tooOld), 'replay_too_old');
  assert.equal(tooOld.error?.errors[0]?.path, 'body.since');
  const replayed = await business.api.POST('/v1/organization/webhook/replay', off);
  assert.equal(replayed.response.status, 202);
  const requests = await arrived(receiver, 4);
  assert.deepEqual(
    requests
      .slice(2)
      .map(({ body }) => JSON.parse(body).data.saleId)
      .sort(),
    ['delivered', 'missed'],
  );
  const idOf = ({ headers }: ReceivedRequest) => headers['webhook-id'];
  assert.ok(requests.slice(2).some((request) => idOf(request) === idOf(requests[1]!)));
});

test('a replay from the time at which a webhook was switched off sends what nobody had got to yet, by the clock of a sandbox too', async () => {
  const business = await newBusiness({ sandbox: true });
  await moveClock(business, realNow().add({ hours: 60 * 24 }));
  const receiver = await startReceiver(500);
  const { id } = await newWebhook(business, receiver, ['sale:made']);
  const read = async () =>
    (await business.api.GET('/v1/organization/webhook/{webhookId}', { params: { path: { webhookId: id } } })).data!;
  await sell(business, 'first');
  const [failed] = await eventually(async () => {
    const { results } = await read();
    return results[0]?.attempts === 1 && results;
  });
  // The service has much to do and does not get to the next events.
  const [isBusy, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const busy = app.engine.within(business.id, async ({ tx }) => {
    await sql`SELECT FROM event_cursors WHERE organization_id = ${business.id} FOR UPDATE`.execute(tx);
    isBusy.resolve();
    await mayGoOn.promise;
  });
  await isBusy.promise;
  await sell(business, 'second');
  receiver.answer = 410;
  await business.api.POST('/v1/organization/webhook/retry', { body: { id: failed!.id } });
  const { disabledAt } = await eventually(async () => {
    const webhook = await read();
    return !webhook.active && webhook;
  });
  mayGoOn.resolve();
  await busy;
  await caughtUp(business.id, 'webhooks');
  receiver.answer = 200;
  await business.api.PATCH('/v1/organization/webhook', { body: { id, active: true } });
  const replay = { body: { webhookId: id, since: disabledAt! } };
  assert.equal((await business.api.POST('/v1/organization/webhook/replay', replay)).response.status, 202);
  const requests = await arrived(receiver, 4);
  assert.deepEqual(requests.map(({ body }) => JSON.parse(body).data.saleId).sort(), [
    'first',
    'first',
    'first',
    'second',
  ]);
});

test('a replay from the time at which a webhook was switched off sends what was committed later by a transaction that had begun before', async () => {
  const business = await newBusiness();
  const receiver = await startReceiver(410);
  const { id } = await newWebhook(business, receiver, ['sale:made']);
  const [hasBegun, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const late = app.engine.within(business.id, async (ctx) => {
    ctx.emit(saleMade, { saleId: 'late' });
    hasBegun.resolve();
    await mayCommit.promise;
  });
  await hasBegun.promise;
  await sell(business, 'first');
  const { disabledAt } = await eventually(async () => {
    const { data } = await business.api.GET('/v1/organization/webhook/{webhookId}', {
      params: { path: { webhookId: id } },
    });
    return !data!.active && data!;
  });
  mayCommit.resolve();
  await late;
  await caughtUp(business.id, 'webhooks');
  receiver.answer = 200;
  await business.api.PATCH('/v1/organization/webhook', { body: { id, active: true } });
  await business.api.POST('/v1/organization/webhook/replay', { body: { webhookId: id, since: disabledAt! } });
  const requests = await arrived(receiver, 3);
  assert.deepEqual(requests.map(({ body }) => JSON.parse(body).data.saleId).sort(), ['first', 'first', 'late']);
});
