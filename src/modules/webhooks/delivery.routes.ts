import { z } from 'zod';
import { FilterTooBroad } from '#platform/events/payload-filter.ts';
import { exampleId } from '#platform/http/example-ids.ts';
import { pageBody, pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { retryDelivery, retryFailed, TestNotRetried, WebhookIsOff } from './delivery.ts';
import { searchResults } from './results.ts';
import { sendTest } from './trial.ts';
import { WebhookDeliveryStatus, WebhookDeliveryView } from './webhook.schema.ts';

export const deliveryRoutes = [
  route({
    method: 'POST',
    path: '/v1/organization/webhook/test',
    summary: 'Send a test to a webhook',
    description:
      'Sends a signed event of the type `webhook:test` now, waits up to 10 seconds and answers what came of it. With `type` the example of that event is sent under its own type. The body says `"test": true` either way; nothing appears in the event stream, nothing is tried again, and a webhook that is off can be tested too.',
    access: { permission: 'webhooks:write' },
    reachesProvider: true,
    attemptsPerHour: 120,
    body: z.strictObject({ id: z.uuid(), type: z.string().max(100).optional() }),
    returns: WebhookDeliveryView,
    refusals: [ReferenceNotFound],
    examples: { body: { id: exampleId } },
    handler: (ctx, { body }) => sendTest(ctx, body),
  }),
  route({
    method: 'POST',
    path: '/v1/organization/webhook/retry',
    summary: 'Retry deliveries',
    description:
      'With `id`, one delivery: a failed or delivered one starts anew with all its attempts, one that is waiting is attempted now. With `webhookId` and `failed`, all failed deliveries of a webhook, oldest first, up to 10,000 in one call. The results follow a moment later.',
    access: { permission: 'webhooks:write' },
    status: 202,
    body: z.union([
      z.strictObject({ id: z.uuid().describe('The delivery.') }),
      z.strictObject({ webhookId: z.uuid(), failed: z.literal(true) }),
    ]),
    returns: z.object({ retried: z.number().int() }),
    refusals: [WebhookIsOff, TestNotRetried],
    examples: { body: { webhookId: exampleId, failed: true } },
    handler: (ctx, { body }) => ('id' in body ? retryDelivery(ctx, body.id) : retryFailed(ctx, body.webhookId)),
  }),
  route({
    method: 'POST',
    path: '/v1/organization/webhook/results/by-payload',
    action: 'searchDeliveries',
    summary: 'Find deliveries by what they carried',
    description:
      'The results of deliveries whose event payload holds the given fields, newest first. Fields that end in `Id` are found by index; others only thin out what the rest finds. An empty `payload` finds every delivery. Results are kept for 30 days.',
    access: { permission: 'webhooks:read' },
    bodyBytesMax: 64 * 1024,
    body: z.strictObject({
      payload: z
        .record(z.string().max(100), z.unknown())
        .refine((payload) => Object.keys(payload).length <= 20, 'names at most 20 fields'),
      webhookId: z.uuid().optional(),
      status: WebhookDeliveryStatus.optional(),
      type: z.string().max(100).optional().describe('The type of the event.'),
      ...pageBody,
    }),
    returns: pageOf(WebhookDeliveryView),
    refusals: [FilterTooBroad],
    examples: { body: { payload: { invoiceId: exampleId }, status: 'failed' } },
    handler: (ctx, { body }) => searchResults(ctx, body),
  }),
];
