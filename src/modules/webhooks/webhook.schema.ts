import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';

export const WebhookFields = {
  url: z.string().max(2000).describe('Where events are sent with POST: a public https address.'),
  description: z.string().trim().max(500),
  eventTypes: z
    .array(z.string().min(1).max(100))
    .max(200)
    .describe('Exact event types, or a whole group such as `comment:*`. Empty: every event.'),
};

export const WebhookView = z.object({
  ...WebhookFields,
  id: z.uuid(),
  active: z.boolean(),
  failingSince: Timestamp.nullable().describe('Since when no delivery has succeeded; null while all is well.'),
  disabledAt: Timestamp.nullable().describe('When the service switched it off; null if it did not.'),
  disabledReason: z
    .enum(['gone', 'failing', 'exhausted'])
    .nullable()
    .describe(
      '`gone`: it answered 410. `failing`: no success for 5 days. `exhausted`: 20 deliveries in a row were given up.',
    ),
  previousSecretExpiresAt: Timestamp.nullable().describe('Until then the secret before the last one signs too.'),
  version: z.number().int(),
  createdAt: Timestamp,
});

const secret = z.string().describe('Shown once. Verify deliveries with it and any Standard Webhooks library.');

export const CreatedWebhook = WebhookView.extend({ secret });
export const ChangedWebhook = WebhookView.extend({ secret: secret.optional() });

export const WebhookDeliveryStatus = z.enum(['pending', 'delivered', 'failed']);

export const WebhookDeliveryView = z.object({
  id: z.uuid(),
  webhookId: z.uuid(),
  event: z.object({
    id: z.uuid(),
    seq: z.string().nullable().describe('The place in the event stream; null for a test.'),
    type: z.string(),
  }),
  status: WebhookDeliveryStatus,
  attempts: z.number().int().describe('Since the delivery was made or last retried by hand.'),
  nextAttemptAt: Timestamp.nullable(),
  createdAt: Timestamp,
  lastAttemptAt: Timestamp.nullable(),
  durationMs: z.number().int().nullable().describe('Of the last attempt.'),
  request: z.object({
    headers: z.record(z.string(), z.string()).nullable().describe('Of the last attempt, with its signatures.'),
    body: z.string().describe('The exact bytes that are signed.'),
  }),
  response: z
    .object({ status: z.number().int(), body: z.string().describe('The first 2,000 bytes.') })
    .nullable()
    .describe('The answer to the last attempt; null when none came.'),
  error: z.string().nullable().describe('Why the last attempt did not deliver.'),
});

export const WebhookDetails = WebhookView.extend({
  counters: z
    .object({ pending: z.number().int(), delivered: z.number().int(), failed: z.number().int() })
    .describe('Of the newest 10,000 results; results are kept for 30 days.'),
  results: z.array(WebhookDeliveryView).describe('The newest 20.'),
});
