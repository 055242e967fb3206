import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { FilterTooBroad } from '#platform/events/payload-filter.ts';
import { exampleId } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { NotFound, ReferenceNotFound } from '#platform/refusal.ts';
import { retryDelivery, retryFailed, TestNotRetried, WebhookIsOff } from './delivery.ts';
import { ReplayTooOld, replay } from './replay.ts';
import { DeliverySearch, searchDeliveries } from './results.ts';
import { sendTest } from './trial.ts';
import { WebhookDelivery } from './webhook.schema.ts';

export const deliveryRoutes = [
  route('POST', '/v1/organization/webhook/test', 'webhooks:write', {
    summary: 'Send a test to a webhook',
    description:
      'Sends a signed event of the type `webhook:test` now, waits up to 10 seconds and returns the result. With `type`, the example of that event type is sent instead. The body contains `"test": true` in both cases. A test is not in the event stream and is not retried. A webhook that is off can be tested too.',
    reachesProvider: true,
    attemptsPerHour: 120,
    body: z.strictObject({
      id: z.uuid(),
      type: z.string().max(100).optional().describe('Sends the example of this event type. Default: `webhook:test`.'),
    }),
    returns: WebhookDelivery,
    refusals: [ReferenceNotFound],
    examples: { body: { id: exampleId } },
    handler: (ctx, { body }) => sendTest(ctx, body),
  }),
  route('POST', '/v1/organization/webhook/retry', 'webhooks:write', {
    summary: 'Retry deliveries',
    description:
      'With `id`, one delivery: a failed or delivered one restarts with all its attempts, a pending one is attempted now. With `webhookId` and `failed`, all failed deliveries of a webhook, oldest first, up to 10,000 in one call. The attempts happen in the background.',
    status: 202,
    body: z.union([
      z.strictObject({ id: z.uuid().describe('The delivery.') }),
      z.strictObject({
        webhookId: z.uuid().describe('The webhook whose failed deliveries are retried.'),
        failed: z.literal(true).describe('All failed deliveries, up to 10,000.'),
      }),
    ]),
    returns: z.object({ retried: z.number().int().describe('How many are attempted again.') }),
    refusals: [WebhookIsOff, TestNotRetried],
    examples: { body: { webhookId: exampleId, failed: true } },
    handler: (ctx, { body }) => ('id' in body ? retryDelivery(ctx, body.id) : retryFailed(ctx, body.webhookId)),
  }),
  route('POST', '/v1/organization/webhook/replay', 'webhooks:write', {
    summary: 'Send events again since a time',
    description:
      'Sends every event since `since` that the webhook wants, oldest first, also those that happened while it was switched off and those that were delivered before. Pending deliveries stay as they are. Each event keeps its `webhook-id`. `since` lies at most 30 days back. The deliveries are created and sent in the background.',
    status: 202,
    body: z.strictObject({
      webhookId: z.uuid().describe('The webhook, from `GET /v1/organization/webhook`.'),
      since: Timestamp.describe('At most 30 days back.'),
    }),
    returns: z.object({
      throughSeq: z.string().describe('The last event that is sent again; later ones are sent as they happen.'),
    }),
    refusals: [NotFound, WebhookIsOff, ReplayTooOld],
    examples: { body: { webhookId: exampleId, since: '2026-11-15T08:00:00Z' } },
    handler: (ctx, { body }) => replay(ctx, body),
  }),
  route('POST', '/v1/organization/webhook/results/by-payload', 'webhooks:read', {
    action: 'searchDeliveries',
    summary: 'Find deliveries by the payload of their event',
    description:
      'Deliveries whose event payload contains the given fields, newest first. Fields that end in `Id` have an index; other fields only filter what those find. An empty `payload` finds every delivery. Results are kept for 30 days.',
    bodyBytesMax: 64 * 1024,
    body: DeliverySearch,
    returns: pageOf(WebhookDelivery),
    refusals: [FilterTooBroad],
    examples: { body: { payload: { invoiceId: exampleId }, status: 'failed' } },
    handler: (ctx, { body }) => searchDeliveries(ctx, body),
  }),
];
