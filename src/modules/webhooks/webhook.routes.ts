import { z } from 'zod';
import { flag, listOf } from '#platform/db/list.ts';
import { exampleId } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { webhooks } from './tables.ts';
import {
  ChangedWebhook,
  CreatedWebhook,
  NewWebhook,
  Webhook,
  WebhookChange,
  WebhookDetails,
} from './webhook.schema.ts';
import {
  changeWebhook,
  createWebhook,
  describeWebhook,
  readWebhook,
  TooManyWebhooks,
  UrlNotAllowed,
} from './webhook.ts';

const webhookList = listOf(webhooks, {
  filters: { active: flag('active', 'Only webhooks that are switched on, or only those that are off.') },
  sort: { created: 'createdAt', url: 'url' },
  order: '-created',
});

export const webhookRoutes = [
  route('GET', '/v1/organization/webhook', 'webhooks:read', {
    summary: 'List webhooks',
    description: 'The addresses that receive this organization’s events, newest first. Secrets are not included.',
    query: webhookList.query,
    returns: pageOf(Webhook),
    examples: { query: { active: 'true' } },
    handler: (ctx, { query }) => webhookList.page(ctx, query, (rows) => rows.map(describeWebhook)),
  }),
  route('GET', '/v1/organization/webhook/:webhookId', 'webhooks:read', {
    summary: 'Read a webhook and its recent results',
    description:
      'One webhook, how many of its deliveries are pending, delivered or failed, and the newest 20 with request and response. Search older ones with `POST /v1/organization/webhook/results/by-payload`.',
    returns: WebhookDetails,
    handler: (ctx, { params }) => readWebhook(ctx, params.webhookId),
  }),
  route('POST', '/v1/organization/webhook', 'webhooks:write', {
    summary: 'Add a webhook',
    description:
      'From now on the chosen events are sent to `url` with POST, signed as Standard Webhooks describes: headers `webhook-id` (the event, the same on every attempt), `webhook-timestamp` and `webhook-signature`, body `{ id, type, timestamp, data }`. Any 2xx within 10 seconds is success; anything else is retried with growing intervals over about a day. Deliveries may arrive more than once and out of order: use `webhook-id` to recognise duplicates. The webhook is switched off, and its owner notified, after a response of 410, 5 days without a success, or 20 consecutive deliveries that used up their attempts. `secret` is in this response only. A session needs a fresh authentication.',
    needsFreshAuthentication: true,
    status: 201,
    body: NewWebhook,
    returns: CreatedWebhook,
    refusals: [UrlNotAllowed, TooManyWebhooks, ReferenceNotFound],
    examples: { body: { url: 'https://hooks.example.com/colmado', description: 'Our warehouse', eventTypes: [] } },
    handler: (ctx, { body }) => createWebhook(ctx, body),
  }),
  route('PATCH', '/v1/organization/webhook', 'webhooks:write', {
    summary: 'Change a webhook',
    description:
      'Fields that are left out stay as they are. `rotateSecret` makes a new secret, which is in this response only; for 24 hours deliveries carry the signatures of both. Switching a webhook on clears its failures. Events that happened while it was off are sent with `POST /v1/organization/webhook/replay`. Deliveries that were pending when it was switched off have failed and can be retried. A session needs a fresh authentication.',
    needsFreshAuthentication: true,
    body: WebhookChange,
    returns: ChangedWebhook,
    refusals: [UrlNotAllowed, ReferenceNotFound],
    examples: { body: { id: exampleId, rotateSecret: true } },
    handler: (ctx, { body }) => changeWebhook(ctx, body),
  }),
  route('DELETE', '/v1/organization/webhook', 'webhooks:write', {
    summary: 'Remove a webhook',
    description: 'Nothing more is sent to it, pending deliveries included. Its results are deleted.',
    body: z.strictObject({ id: z.uuid() }),
    examples: { body: { id: exampleId } },
    handler: (ctx, { body }) => webhooks.remove(ctx, body.id),
  }),
];
