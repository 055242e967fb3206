import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { changeOf } from '#platform/http/change.ts';
import { GROUP_CONCURRENCY_MAX } from '#platform/jobs/job-spec.ts';

const fields = {
  url: z.string().max(2000).describe('Where events are sent with POST: a public https address.'),
  description: z.string().trim().max(500).describe('What the webhook is for.'),
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

export const WebhookChange = changeOf({
  ...fields,
  active: z.boolean().describe('False switches it off; true switches it on again and clears its failures.'),
  rotateSecret: z.literal(true).describe('Makes a new secret, which is only in this answer.'),
});

export const Webhook = z.object({
  ...fields,
  id: z.uuid(),
  active: z.boolean().describe('Whether events are sent to it.'),
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

export const WebhookDeliveryStatus = z
  .enum(['pending', 'delivered', 'failed'])
  .describe('`pending`: not delivered yet, and attempted again; `failed`: given up.');

export const WebhookDelivery = z.object({
  id: z.uuid(),
  webhookId: z.uuid().describe('The webhook, from `GET /v1/organization/webhook`.'),
  event: z
    .object({
      id: z.uuid(),
      seq: z.string().nullable().describe('The position in the event stream; null for a test.'),
      type: z.string().describe('What happened, such as `invoice:created`.'),
    })
    .describe('The event that is delivered.'),
  status: WebhookDeliveryStatus,
  attempts: z.number().int().describe('Since the delivery was created or last retried by request.'),
  nextAttemptAt: Timestamp.nullable().describe('When it is attempted next; null: it is not.'),
  createdAt: Timestamp,
  lastAttemptAt: Timestamp.nullable().describe('When it was last attempted; null: not yet.'),
  durationMs: z.number().int().nullable().describe('Of the last attempt.'),
  request: z
    .object({
      headers: z.record(z.string(), z.string()).nullable().describe('Of the last attempt, with its signatures.'),
      body: z.string().describe('The exact bytes that are signed.'),
    })
    .describe('What is sent.'),
  response: z
    .object({
      status: z.number().int().describe('The HTTP status.'),
      body: z.string().describe('The first 2,000 bytes.'),
    })
    .nullable()
    .describe('The response to the last attempt; null when none arrived.'),
  error: z.string().nullable().describe('Why the last attempt failed.'),
});

export const WebhookDetails = Webhook.extend({
  counters: z
    .object({
      pending: z.number().int().describe('Not delivered yet.'),
      delivered: z.number().int().describe('Answered with a status from 200 to 299.'),
      failed: z.number().int().describe('Given up.'),
    })
    .describe('Of the newest 10,000 results; results are kept for 30 days.'),
  results: z.array(WebhookDelivery).describe('The newest 20.'),
});
