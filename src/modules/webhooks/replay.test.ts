import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { realNow } from '#platform/date.ts';
import { eventsOf } from '#test/events.ts';
import { app, codeOf, eventually, newBusiness } from '#test/harness.ts';
import { type ReceivedRequest, startReceiver } from '#test/receiver.ts';
import { arrived, newWebhook, saleVoided, sell } from '#test/webhooks.ts';

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
