import type { TenantContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { checkOutboundUrl, OutboundRefused } from '#platform/http/outbound.ts';
import { newId } from '#platform/id.ts';
import { NotFound, refusal, unknownReference, VersionConflict } from '#platform/refusal.ts';
import { countResults, selectNewestDeliveries } from './delivery.sql.ts';
import { describeDelivery } from './results.ts';
import { newSigningSecret } from './signature.ts';
import { resultExpiry } from './ticks.ts';
import {
  countWebhooks,
  insertWebhook,
  lockWebhook,
  rotateSecret,
  selectWebhook,
  updateWebhook,
  type Webhook,
  type WebhookChange,
} from './webhook.sql.ts';

export const UrlNotAllowed = refusal(422, 'url_not_allowed', 'Webhooks are sent to public https addresses only.');
export const TooManyWebhooks = refusal(422, 'too_many_webhooks', 'An organization has at most 1,000 webhooks.');

const WEBHOOKS_MAX = 1_000;
const RESULTS_SHOWN = 20;
/** How long the secret before a rotation goes on signing. */
const PREVIOUS_SECRET_HOURS = 24;

export async function createWebhook(
  ctx: TenantContext,
  fields: { url: string; description: string; eventTypes: string[] },
): Promise<Webhook & { secret: string }> {
  checkUrl(ctx, fields.url);
  checkEventTypes(ctx, fields.eventTypes);
  if ((await countWebhooks(ctx.tx, ctx.organizationId)) >= WEBHOOKS_MAX) throw TooManyWebhooks();
  const id = newId();
  const { secret, sealed } = newSigningSecret(ctx, ctx.organizationId, id);
  const webhook = await insertWebhook(ctx.tx, {
    ...fields,
    organizationId: ctx.organizationId,
    id,
    secret: sealed,
    createdAt: ctx.now,
    createdBy: ctx.userId,
  });
  // From now on there will be results, and they must be forgotten again.
  ctx.wakeAt(resultExpiry, ctx.now.add({ hours: 24 }));
  return { ...webhook, secret };
}

export async function changeWebhook(
  ctx: TenantContext,
  request: WebhookChange & { id: string; version?: number | undefined; rotateSecret?: true | undefined },
): Promise<Webhook & { secret?: string }> {
  const { id, version, rotateSecret: rotates, ...change } = request;
  const before = await lockWebhook(ctx.tx, ctx.organizationId, id);
  if (!before) throw NotFound();
  if (version !== undefined && version !== before.version) throw VersionConflict();
  if (change.url !== undefined) checkUrl(ctx, change.url);
  if (change.eventTypes) checkEventTypes(ctx, change.eventTypes);
  if (!rotates) return updateWebhook(ctx.tx, ctx.organizationId, id, change);
  const { secret, sealed } = newSigningSecret(ctx, ctx.organizationId, id);
  await rotateSecret(ctx.tx, ctx.organizationId, id, sealed, realNow().add({ hours: PREVIOUS_SECRET_HOURS }));
  return { ...(await updateWebhook(ctx.tx, ctx.organizationId, id, change)), secret };
}

export async function describeWebhook(ctx: TenantContext, id: string) {
  const [webhook, counters, results] = await Promise.all([
    selectWebhook(ctx.tx, ctx.organizationId, id),
    countResults(ctx.tx, ctx.organizationId, id),
    selectNewestDeliveries(ctx.tx, ctx.organizationId, id, RESULTS_SHOWN),
  ]);
  if (!webhook) throw NotFound();
  return { ...webhook, counters, results: results.map(describeDelivery) };
}

function checkUrl(ctx: TenantContext, url: string): void {
  try {
    checkOutboundUrl(url, ctx.config.WEBHOOK_ALLOW_PRIVATE);
  } catch (error) {
    if (!(error instanceof OutboundRefused)) throw error;
    throw UrlNotAllowed(error.message, { errors: [{ path: 'body.url', code: error.reason, message: error.message }] });
  }
}

function checkEventTypes(ctx: TenantContext, wanted: string[]): void {
  for (const [place, pattern] of wanted.entries()) {
    const known = ctx.eventTypes.some(({ type }) => wants([pattern], type));
    if (!known) throw unknownReference(`body.eventTypes[${place}]`, `The event type ${pattern}`);
  }
}

/** Whether a webhook that asks for these types hears of this one: exact types, or `group:*`; none means all. */
export const wants = (patterns: string[], type: string): boolean =>
  patterns.length === 0 ||
  patterns.some((pattern) => (pattern.endsWith(':*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern));
