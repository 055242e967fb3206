import type { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { matchesType } from '#platform/events/event.ts';
import { requireOutboundUrl } from '#platform/http/outbound.ts';
import { newId } from '#platform/id.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import { tick } from '#platform/tick.ts';
import { countResults, selectNewest } from './delivery.sql.ts';
import { describeDelivery } from './results.ts';
import { newSigningSecret } from './signature.ts';
import { type Webhook, webhooks } from './tables.ts';
import type { NewWebhook, WebhookChange } from './webhook.schema.ts';

export const resultExpiry = tick('webhook-results');

export const UrlNotAllowed = refusal(
  'url_not_allowed',
  'Webhooks are sent to public https addresses only: give another address.',
);
export const TooManyWebhooks = refusal(
  'too_many_webhooks',
  'An organization has at most 1,000 webhooks: delete one first.',
);

const WEBHOOKS_MAX = 1_000;
const RESULTS_SHOWN = 20;
/** How long the previous secret keeps signing after a rotation. */
const PREVIOUS_SECRET_HOURS = 24;

export async function createWebhook(ctx: TenantContext, fields: z.output<typeof NewWebhook>) {
  requireOutboundUrl(ctx, fields.url, UrlNotAllowed, 'body.url');
  checkEventTypes(ctx, fields.eventTypes);
  if ((await webhooks.countForLimit(ctx)) >= WEBHOOKS_MAX) throw TooManyWebhooks();
  const id = newId();
  const { secret, sealed } = newSigningSecret(ctx, ctx.organizationId, id);
  const webhook = await webhooks.insert(ctx, {
    ...fields,
    id,
    secret: sealed,
  });
  ctx.wakeAt(resultExpiry, ctx.now.add({ hours: 24 }));
  return { ...describeWebhook(webhook), secret };
}

export async function changeWebhook(ctx: TenantContext, change: z.output<typeof WebhookChange>) {
  const { id, version, rotateSecret, ...fields } = change;
  const before = await webhooks.lock(ctx, id, version);
  const { url, active, eventTypes } = fields;
  if (url !== undefined) requireOutboundUrl(ctx, url, UrlNotAllowed, 'body.url');
  if (eventTypes) checkEventTypes(ctx, eventTypes);
  const rotation = rotateSecret && newSigningSecret(ctx, ctx.organizationId, id);
  const changed = await webhooks.change(ctx, id, {
    ...fields,
    // Failures before a change of the address, or before its owner switched the webhook, do not count.
    ...((url !== undefined || active !== undefined) && { failingSince: null, exhaustedInARow: 0 }),
    ...(active !== undefined && { disabledAt: null, disabledReason: null }),
    ...(rotation && {
      secret: rotation.sealed,
      previousSecret: before.secret,
      previousExpiresAt: realNow().add({ hours: PREVIOUS_SECRET_HOURS }),
    }),
  });
  return { ...describeWebhook(changed), ...(rotation && { secret: rotation.secret }) };
}

export async function readWebhook(ctx: TenantContext, id: string) {
  const webhook = await webhooks.get(ctx, id);
  const [counters, newest] = await Promise.all([countResults(ctx, id), selectNewest(ctx, id, RESULTS_SHOWN)]);
  return { ...describeWebhook(webhook), counters, results: newest.map(describeDelivery) };
}

export const describeWebhook = ({
  secret: _secret,
  previousSecret: _previousSecret,
  previousExpiresAt: previousSecretExpiresAt,
  ...webhook
}: Webhook) => ({ ...webhook, previousSecretExpiresAt });

function checkEventTypes(ctx: TenantContext, patterns: string[]): void {
  for (const [index, pattern] of patterns.entries()) {
    const isKnown = ctx.eventTypes.some(({ type }) => matchesType(pattern, type));
    if (!isKnown) throw unknownReference(`body.eventTypes[${index}]`, `The event type ${pattern}`);
  }
}

/** Whether an event type is one of these: exact types or `group:*`. No pattern matches every type. */
export const matches = (patterns: string[], type: string): boolean =>
  patterns.length === 0 || patterns.some((pattern) => matchesType(pattern, type));
