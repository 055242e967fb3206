import { timingSafeEqual } from 'node:crypto';
import { Webhook as Signed } from 'standardwebhooks';
import { resolveCapability } from '#platform/auth/capability.ts';
import type { TenantContext, WorkContext } from '#platform/context.ts';
import { hashSecret, newId } from '#platform/id.ts';
import { NotFound, orNotFound, refusal } from '#platform/refusal.ts';
import { shortened } from '#platform/text.ts';
import { graphOf, WEBHOOK_CAPABILITY } from '../automation/automation.ts';
import type { Trigger } from '../automation/graph.schema.ts';
import { openSecret } from '../secret/secret.ts';
import { type Automation, automations, present, secrets, type WebhookRequest } from '../tables.ts';
import { startThread } from '../thread/start.ts';

export const WebhookNotAuthenticated = refusal(
  'webhook_not_authenticated',
  'The request has neither the key nor a valid signature of this webhook: send one of them.',
  401,
);

type WebhookTrigger = Extract<Trigger, { kind: 'webhook' }>;
interface Opened {
  ctx: TenantContext;
  automation: Automation;
  trigger: WebhookTrigger;
}

/** Opens the automation of an address, if its trigger is a webhook. */
async function openWebhook(ctx: WorkContext, publicId: string): Promise<Opened> {
  const opened = orNotFound(await resolveCapability(ctx, publicId, WEBHOOK_CAPABILITY));
  const tenant = await ctx.enter(opened.organizationId);
  const automation = await automations.get(tenant, present(opened.entityId));
  const { trigger } = await graphOf(tenant, automation);
  if (trigger.kind !== 'webhook') throw NotFound();
  return { ctx: tenant, automation, trigger };
}

export async function receiveWebhook(
  work: WorkContext,
  publicId: string,
  input: unknown,
  query: WebhookRequest['query'],
) {
  const { ctx, automation, trigger } = await openWebhook(work, publicId);
  await authenticate(ctx, trigger);
  const messageId = headerOf(ctx, 'webhook-id') ?? headerOf(ctx, 'x-webhook-id');
  const triggerKey = `webhook:${messageId?.slice(0, 250) || newId()}`;
  const { id, state } = await startThread(ctx, automation, {
    source: 'webhook',
    triggerKey,
    input,
    request: { query, headers: shownHeaders(ctx) },
  });
  return { threadId: id, state };
}

/** With a secret, the request needs it as a bearer token, or a signature by Standard Webhooks. */
async function authenticate(ctx: TenantContext, { secret: name }: WebhookTrigger): Promise<void> {
  if (name === null) return;
  const secret = await secrets.find(ctx, { name });
  if (!secret) throw WebhookNotAuthenticated();
  const value = openSecret(ctx, ctx, secret);
  const isValid = headerOf(ctx, 'webhook-signature') ? isSigned(ctx, value) : hasKey(ctx, value);
  if (!isValid) throw WebhookNotAuthenticated();
}

function isSigned({ request }: TenantContext, secret: string): boolean {
  try {
    const { body, headers } = request;
    new Signed(secret).verify(Buffer.from(body), headers as Record<string, string>, { jsonParse: false });
    return true;
  } catch {
    return false;
  }
}

function hasKey(ctx: TenantContext, secret: string): boolean {
  const given = (headerOf(ctx, 'authorization') ?? '').replace(/^Bearer +/i, '');
  return timingSafeEqual(hashSecret(given), hashSecret(secret));
}

function headerOf({ request }: TenantContext, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

const SHOWN_HEADERS = /^(content-type|user-agent|webhook-id|webhook-timestamp|x-[a-z0-9-]{1,90})$/;
/** Everyone who may read threads would read these credentials. */
const CREDENTIALS = /auth|cookie|key|password|secret|signature|hmac|token|^x-(forwarded|real-ip|service)/;
const HEADERS_MAX = 30;
const HEADER_LENGTH_MAX = 1_000;

/** The headers that describe the message, such as its topic; not those of credentials and proxies. */
const shownHeaders = ({ request }: TenantContext): Record<string, string> =>
  Object.fromEntries(
    Object.entries(request.headers)
      .filter(([name, value]) => SHOWN_HEADERS.test(name) && !CREDENTIALS.test(name) && typeof value === 'string')
      .slice(0, HEADERS_MAX)
      .map(([name, value]) => [name, shortened(String(value), HEADER_LENGTH_MAX)]),
  );

export async function describeWebhook(work: WorkContext, publicId: string) {
  const { automation, trigger } = await openWebhook(work, publicId);
  const { name, enabled } = automation;
  return { name, enabled, needsSecret: trigger.secret !== null, method: 'POST' as const, bodyBytesMax: BODY_BYTES_MAX };
}

export const BODY_BYTES_MAX = 64_000;
