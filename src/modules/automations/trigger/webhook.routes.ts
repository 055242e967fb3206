import { z } from 'zod';
import { route } from '#platform/http/route.ts';
import { AutomationDisabled, TooManyThreads } from '../thread/start.ts';
import { ThreadState } from '../thread/thread.schema.ts';
import { BODY_BYTES_MAX, describeWebhook, receiveWebhook, WebhookNotAuthenticated } from './webhook.ts';

const params = z.strictObject({
  automationId: z.string().min(20).max(100).describe('The public id of the automation, from its `webhookUrl`.'),
});

export const webhookRoutes = [
  route({
    method: 'POST',
    path: '/v1/automation/webhook/:automationId',
    action: 'receiveWebhook',
    summary: 'Start an automation by its webhook',
    description:
      'For programs elsewhere, by the unguessable address. The JSON object in the body is the `input` of the thread. If the trigger names a secret, send it as `Authorization: Bearer …` or sign the request by Standard Webhooks. A `webhook-id` that was used before starts nothing. Answered at once; the thread runs in the background.',
    access: 'public',
    params,
    body: z.record(z.string().min(1).max(200), z.unknown()),
    bodyBytesMax: BODY_BYTES_MAX,
    attemptsPerHour: 3_600,
    status: 202,
    returns: z.object({ threadId: z.uuid(), state: ThreadState }),
    refusals: [WebhookNotAuthenticated, AutomationDisabled, TooManyThreads],
    examples: { body: { orderNumber: 'PED-0012', total: '1250.00' } },
    handler: (ctx, { params: { automationId }, body }) => receiveWebhook(ctx, automationId, body),
  }),
  route({
    method: 'GET',
    path: '/v1/automation/webhook/:automationId/info',
    action: 'describeWebhook',
    summary: 'Describe the webhook of an automation',
    description: 'Its name, whether it is enabled, and what a request needs. By the unguessable address.',
    access: 'public',
    params,
    returns: z.object({
      name: z.string(),
      enabled: z.boolean(),
      needsSecret: z.boolean().describe('A request needs the key or a signature.'),
      method: z.literal('POST'),
      bodyBytesMax: z.number().int(),
    }),
    handler: (ctx, { params: { automationId } }) => describeWebhook(ctx, automationId),
  }),
];
