import { z } from 'zod';
import { route } from '#platform/http/route.ts';
import { AutomationDisabled, TooManyThreads } from '../thread/start.ts';
import { ThreadState } from '../thread/thread.schema.ts';
import { WebhookQuery } from './call.schema.ts';
import { BODY_BYTES_MAX, describeWebhook, receiveWebhook, WebhookNotAuthenticated } from './webhook.ts';

const params = z.strictObject({
  automationId: z.string().min(20).max(100).describe('The public id of the automation, from its `webhookUrl`.'),
});

export const webhookRoutes = [
  route('POST', '/v1/automation/webhook/:automationId', 'public', {
    action: 'receiveWebhook',
    summary: 'Start an automation by its webhook',
    description:
      'For programs elsewhere, by the unguessable address. The body is the `input` of the thread. It is any JSON value, the fields of a URL-encoded form, or plain text. Expressions also see the query and some headers (`request.query`, `request.headers`). If the trigger names a secret, send it as `Authorization: Bearer …` or sign the request by Standard Webhooks. A `webhook-id` that was used before starts nothing. Answered at once; the thread runs in the background.',
    params,
    query: WebhookQuery,
    takesUrlForms: true,
    takesText: true,
    body: z.unknown().describe('Any JSON value.'),
    bodyBytesMax: BODY_BYTES_MAX,
    attemptsPerHour: 3_600,
    status: 202,
    returns: z.object({
      threadId: z.uuid().describe('The thread that was started.'),
      state: ThreadState.describe('Of the thread, at this moment.'),
    }),
    refusals: [WebhookNotAuthenticated, AutomationDisabled, TooManyThreads],
    examples: { body: { orderNumber: 'PED-0012', total: '1250.00' } },
    handler: (ctx, { params: { automationId }, query, body }) => receiveWebhook(ctx, automationId, body, query),
  }),
  route('GET', '/v1/automation/webhook/:automationId/info', 'public', {
    action: 'describeWebhook',
    summary: 'Describe the webhook of an automation',
    description: 'Its name, whether it is enabled, and what a request needs. By the unguessable address.',
    params,
    returns: z.object({
      name: z.string().describe('Of the automation.'),
      enabled: z.boolean().describe('Whether requests start it.'),
      needsSecret: z.boolean().describe('A request needs the key or a signature.'),
      method: z.literal('POST').describe('The method of requests.'),
      bodyBytesMax: z.number().int().describe('The most bytes that a body may have.'),
    }),
    handler: (ctx, { params: { automationId } }) => describeWebhook(ctx, automationId),
  }),
];
