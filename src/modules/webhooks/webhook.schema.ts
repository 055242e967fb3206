import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { changeOf } from '#platform/http/change.ts';
import { GROUP_CONCURRENCY_MAX } from '#platform/jobs/job-spec.ts';

const fields = {
  url: z.string().max(2000).describe('Where events are sent with POST: a public https address.'),
  description: z.string().trim().max(500),
  eventTypes: z
    .array(z.string().min(1).max(100))
    .max(200)
    .describe('Exact event types, or a whole group such as `comment:*`. Empty: every event.'),
  parallelism: z
    .number()
    .int()
    .min(1)
    .max(GROUP_CONCURRENCY_MAX)
    .describe('How many deliveries are open at once. With 1 they are sent one after the other, oldest first.'),
};

export const NewWebhook = z.strictObject({
  url: fields.url,
  description: fields.description.default(''),
  eventTypes: fields.eventTypes.default([]),
  parallelism: fields.parallelism.default(4),
});

export const WebhookChange = changeOf({ ...fields, active: z.boolean(), rotateSecret: z.literal(true) });

export const Webhook = z.object({
  ...fields,
  id: z.uuid(),
  active: z.boolean(),
  failingSince: Timestamp.nullable().describe(
    'The first failure since the last success; null while deliveries succeed.',
  ),
  disabledAt: Timestamp.nullable().describe(
    'After too many failures switched it off, the time from which a replay sends what it missed: a minute before at the latest. Null otherwise.',
  ),
  disabledReason: z
    .enum(['gone', 'failing', 'exhausted'])
    .nullable()
    .describe(
      '`gone`: it responded with 410. `failing`: no success for 5 days. `exhausted`: 20 consecutive deliveries used up their attempts.',
    ),
  previousSecretExpiresAt: Timestamp.nullable().describe(
    'Until then deliveries are also signed with the previous secret.',
  ),
  version: z.number().int(),
  createdAt: Timestamp,
});

const secret = z.string().describe('Returned once. Verify deliveries with it and any Standard Webhooks library.');

export const CreatedWebhook = Webhook.extend({ secret });
export const ChangedWebhook = Webhook.extend({ secret: secret.optional() });

export const WebhookDeliveryStatus = z.enum(['pending', 'delivered', 'failed']);

export const WebhookDelivery = z.object({
  id: z.uuid(),
  webhookId: z.uuid(),
  event: z.object({
    id: z.uuid(),
    seq: z.string().nullable().describe('The position in the event stream; null for a test.'),
    type: z.string(),
  }),
  status: WebhookDeliveryStatus,
  attempts: z.number().int().describe('Since the delivery was created or last retried by request.'),
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
    .describe('The response to the last attempt; null when none arrived.'),
  error: z.string().nullable().describe('Why the last attempt failed.'),
});

export const WebhookDetails = Webhook.extend({
  counters: z
    .object({ pending: z.number().int(), delivered: z.number().int(), failed: z.number().int() })
    .describe('Of the newest 10,000 results; results are kept for 30 days.'),
  results: z.array(WebhookDelivery).describe('The newest 20.'),
});
