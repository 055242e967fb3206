import type { TenantSteps } from '#platform/context.ts';
import { realNow, toTimestamp } from '#platform/date.ts';
import { newId } from '#platform/id.ts';
import { NotFound, unknownReference } from '#platform/refusal.ts';
import { attempt } from './attempt.ts';
import { insertTestResult } from './delivery.sql.ts';
import { attemptRow } from './delivery.ts';
import { describeDelivery } from './results.ts';
import { selectSecrets } from './webhook.sql.ts';

const TEST_TYPE = 'webhook:test';

/** Sends a test and waits for its result. It is no event: the stream does not know it, and no failure is counted. */
export async function sendTest(ctx: TenantSteps, request: { id: string; type?: string | undefined }) {
  const { organizationId } = ctx;
  const webhook = await ctx.transaction(({ tx }) => selectSecrets(tx, organizationId, request.id));
  if (!webhook) throw NotFound();
  const message = testMessage(ctx, request);
  const made = await attempt(ctx, organizationId, webhook, message);
  const result = await ctx.transaction(({ tx }) =>
    insertTestResult(tx, {
      ...attemptRow(made),
      organizationId,
      id: newId(),
      webhookId: webhook.id,
      eventId: message.id,
      eventType: message.type,
      requestBody: message.body,
      status: made.delivered ? 'delivered' : 'failed',
      attempts: 1,
      nextAttemptAt: null,
      createdAt: made.at,
    }),
  );
  if (!result) throw NotFound();
  return describeDelivery(result);
}

/** An event that never happened: the example of a declared type, or nothing but the webhook itself. Both say `test`. */
function testMessage(ctx: TenantSteps, { id: webhookId, type }: { id: string; type?: string | undefined }) {
  const declared = ctx.eventTypes.find((event) => event.type === type);
  if (type !== undefined && !declared) throw unknownReference('body.type', `The event type ${type}`);
  const shown = { type: declared?.type ?? TEST_TYPE, data: declared?.example ?? { webhookId } };
  const id = newId();
  const body = JSON.stringify({
    id,
    type: shown.type,
    timestamp: toTimestamp(realNow()),
    data: shown.data,
    test: true,
  });
  return { id, type: shown.type, body };
}
