import type { TenantSteps } from '#platform/context.ts';
import { realNow, toTimestamp } from '#platform/date.ts';
import { newId } from '#platform/id.ts';
import { NotFound, unknownReference } from '#platform/refusal.ts';
import { attempt } from './attempt.ts';
import { describeAttempt } from './delivery.ts';
import { describeDelivery } from './results.ts';
import { deliveries, webhooks } from './tables.ts';

const TEST_TYPE = 'webhook:test';

/** Sends a test and waits for its result. The event stream does not contain it, and a failure does not count. */
export async function sendTest(ctx: TenantSteps, request: { id: string; type?: string | undefined }) {
  const webhook = await ctx.transaction((unit) => webhooks.get(unit, request.id));
  const message = testMessage(ctx, request);
  const made = await attempt(ctx, ctx.organizationId, webhook, message);
  const result = await ctx.transaction(async (unit) => {
    // It may have been deleted while the request was under way.
    const webhookId = (await webhooks.find(unit, webhook.id, { columns: ['id'], lock: 'FOR KEY SHARE' }))?.id;
    if (!webhookId) throw NotFound();
    return deliveries.insert(unit, {
      ...describeAttempt(made),
      webhookId,
      eventId: message.id,
      eventType: message.type,
      requestBody: message.body,
      status: made.delivered ? 'delivered' : 'failed',
      attempts: 1,
      createdAt: made.at,
    });
  });
  return describeDelivery(result);
}

/** The example of a declared event type, or a message about the webhook itself. Both carry `test: true`. */
function testMessage(ctx: TenantSteps, { id: webhookId, type }: { id: string; type?: string | undefined }) {
  const declared = ctx.eventTypes.find((event) => event.type === type);
  if (type !== undefined && !declared) throw unknownReference('body.type', `The event type ${type}`);
  const id = newId();
  const sent = { type: declared?.type ?? TEST_TYPE, data: declared?.example ?? { webhookId } };
  const body = JSON.stringify({ id, type: sent.type, timestamp: toTimestamp(realNow()), data: sent.data, test: true });
  return { id, type: sent.type, body };
}
