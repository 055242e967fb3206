import { z } from 'zod';
import { exampleId } from '#platform/http/example-ids.ts';
import { pageOf, pageQuery, pageWindow, toPage } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { NotFound, ReferenceNotFound } from '#platform/refusal.ts';
import { ChangedWebhook, CreatedWebhook, WebhookDetails, WebhookFields, WebhookView } from './webhook.schema.ts';
import { deleteWebhook, selectWebhooks } from './webhook.sql.ts';
import { changeWebhook, createWebhook, describeWebhook, TooManyWebhooks, UrlNotAllowed } from './webhook.ts';

const { url, description, eventTypes } = WebhookFields;

export const webhookRoutes = [
  route({
    method: 'GET',
    path: '/v1/organization/webhook',
    summary: 'List webhooks',
    description: 'The addresses that hear of this organization’s events, newest first. Secrets are never shown again.',
    access: { permission: 'webhooks:read' },
    query: z.strictObject({
      ...pageQuery,
      active: z.boolean().optional().describe('Only those that are switched on, or only those that are off.'),
    }),
    returns: pageOf(WebhookView),
    examples: { query: { active: 'true' } },
    handler: async (ctx, { query }) => {
      const window = pageWindow(query);
      const { rows, counted } = await selectWebhooks(ctx.tx, ctx.organizationId, query.active ?? null, window);
      return toPage(query, rows, counted);
    },
  }),
  route({
    method: 'GET',
    path: '/v1/organization/webhook/:webhookId',
    summary: 'Read a webhook and its recent results',
    description:
      'One webhook, how many of its deliveries wait, arrived or failed, and the newest 20 with what was sent and answered. Search further with `POST /v1/organization/webhook/results/by-payload`.',
    access: { permission: 'webhooks:read' },
    params: z.strictObject({ webhookId: z.uuid() }),
    returns: WebhookDetails,
    handler: (ctx, { params }) => describeWebhook(ctx, params.webhookId),
  }),
  route({
    method: 'POST',
    path: '/v1/organization/webhook',
    summary: 'Add a webhook',
    description:
      'From now on the chosen events are sent to `url` with POST, signed as Standard Webhooks describes: headers `webhook-id` (the event, the same on every attempt), `webhook-timestamp` and `webhook-signature`, body `{ id, type, timestamp, data }`. Any 2xx within 10 seconds is success; anything else is tried again over about a day, at longer and longer intervals. Deliveries may arrive more than once and out of order: go by `webhook-id`. An answer of 410, 5 days without a success, or 20 deliveries given up in a row switch it off, and the owner gets a letter. `secret` is shown in this answer only.',
    access: { permission: 'webhooks:write' },
    status: 201,
    body: z.strictObject({ url, description: description.default(''), eventTypes: eventTypes.default([]) }),
    returns: CreatedWebhook,
    refusals: [UrlNotAllowed, TooManyWebhooks, ReferenceNotFound],
    examples: { body: { url: 'https://hooks.example.com/colmado', description: 'Our warehouse', eventTypes: [] } },
    handler: (ctx, { body }) => createWebhook(ctx, body),
  }),
  route({
    method: 'PATCH',
    path: '/v1/organization/webhook',
    summary: 'Change a webhook',
    description:
      'Changes what is given. `rotateSecret` makes a new secret, shown in this answer only; for 24 hours deliveries carry the signatures of both. Switching a webhook on again forgets its failures. What happened while it was off is not sent later: read it in the event stream. What was already on its way counts as failed and can be retried.',
    access: { permission: 'webhooks:write' },
    body: z.strictObject({
      id: z.uuid(),
      version: z.number().int().optional().describe('As read: refuses if someone changed it meanwhile.'),
      ...z.strictObject(WebhookFields).partial().shape,
      active: z.boolean().optional(),
      rotateSecret: z.literal(true).optional(),
    }),
    returns: ChangedWebhook,
    refusals: [UrlNotAllowed, ReferenceNotFound],
    examples: { body: { id: exampleId, rotateSecret: true } },
    handler: (ctx, { body }) => changeWebhook(ctx, body),
  }),
  route({
    method: 'DELETE',
    path: '/v1/organization/webhook',
    summary: 'Remove a webhook',
    description: 'Nothing more is sent to it, not even what was on its way; its results are forgotten.',
    access: { permission: 'webhooks:write' },
    status: 204,
    body: z.strictObject({ id: z.uuid() }),
    returns: z.void(),
    examples: { body: { id: exampleId } },
    handler: async (ctx, { body }) => {
      if (!(await deleteWebhook(ctx.tx, ctx.organizationId, body.id))) throw NotFound();
    },
  }),
];
