import { createHmac, timingSafeEqual } from 'node:crypto';
import { resolveCapability } from '#platform/auth/capability.ts';
import type { TenantContext, WorkContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { newId } from '#platform/id.ts';
import { NotFound, refusal } from '#platform/refusal.ts';
import { openSecrets } from '../channel/credentials.ts';
import { type Messaging, messaging } from '../messaging.port.ts';
import { type Channel, channels } from '../tables.ts';
import { insertPayload, type PayloadKind, selectRoutes } from './inbound.sql.ts';
import { type Part, partsOf } from './msgapp.ts';
import { processInbound } from './process.ts';

export const SignatureInvalid = refusal(401, 'signature_invalid', 'The signature does not fit these bytes.');
export const VerificationRefused = refusal(403, 'verification_refused', 'The verification token is not ours.');

const NOBODY = '00000000-0000-0000-0000-000000000000';
/** In turn, so that messages keep the order in which they came. */
const JOBS_AT_ONCE = 1;

/** Every provider of messages, as the service itself reaches it. */
const providers = ({ connections }: WorkContext): Messaging[] =>
  connections.adaptersOf(messaging).map((each) => each.connect(each.config.parse({}), NOBODY) as Messaging);

/** Stores a webhook of the provider as it came, for each organization that it is for. Everything else follows in a job. */
export async function receiveWebhook(ctx: WorkContext): Promise<void> {
  const { body, headers } = ctx.request;
  const provider = providers(ctx).find((each) => each.verifyWebhook(body, headers));
  if (!provider) throw SignatureInvalid();
  await routeWebhook(ctx, provider.adapter, body);
}

/** Stores the bytes of a webhook for each organization that it is for; what is for nobody waits for an operator. */
export async function routeWebhook(ctx: WorkContext, adapter: string, body: Uint8Array): Promise<void> {
  const shared = { kind: 'msgapp', adapter, body } as const;
  let parts: Part[];
  try {
    parts = partsOf(body);
  } catch (error) {
    // It is signed, so it is kept: an answer other than 2xx would bring it back for days.
    await store(ctx, { ...shared, problem: String(error).slice(0, 500), state: 'failed' });
    return;
  }
  const addresses = [...new Set(parts.map(({ address }) => address))];
  const routes = await selectRoutes(ctx.tx, adapter, addresses);
  const routed = new Set(routes.map(({ address }) => address));
  const unrouted = addresses.filter((address) => !routed.has(address));
  if (unrouted.length > 0) await store(ctx, { ...shared, unrouted, state: 'unrouted' });
  for (const organizationId of new Set(routes.map((route) => route.organizationId)))
    await storeFor(await ctx.enter(organizationId), shared);
}

interface Stored {
  kind: PayloadKind;
  adapter: string | null;
  body: Uint8Array;
  channelId?: string;
  organizationId?: string;
  unrouted?: string[];
  problem?: string;
  state?: 'pending' | 'unrouted' | 'failed';
}

function store(ctx: WorkContext, { kind, adapter, body, channelId, organizationId, unrouted, problem, state }: Stored) {
  return insertPayload(ctx.tx, {
    id: newId(),
    kind,
    adapter,
    organizationId: organizationId ?? null,
    channelId: channelId ?? null,
    body,
    state: state ?? 'pending',
    unrouted: unrouted ?? [],
    problem: problem ?? null,
    receivedAt: realNow(),
  });
}

async function storeFor(ctx: TenantContext, stored: Stored): Promise<void> {
  await store(ctx, { ...stored, organizationId: ctx.organizationId });
  ctx.enqueue(processInbound, {}, { group: ctx.organizationId, groupConcurrency: JOBS_AT_ONCE });
}

/** Opens a channel by its public key. */
export async function openChannel(ctx: WorkContext, key: string): Promise<{ ctx: TenantContext; channel: Channel }> {
  const opened = await resolveCapability(ctx, key, 'channel');
  if (!opened) throw NotFound();
  const tenant = await ctx.enter(opened.organizationId);
  return { ctx: tenant, channel: await channels.get(tenant, opened.entityId) };
}

/** Stores a letter or a webhook of comments that the channel's own secret signs. */
export async function receiveSigned(ctx: TenantContext, channel: Channel): Promise<void> {
  const { body, headers } = ctx.request;
  if (!isSignedBy(openSecrets(ctx, channel).inboundSecret, body, headers['x-hub-signature-256']))
    throw SignatureInvalid();
  const kind = channel.kind as 'social-a' | 'email';
  await storeFor(ctx, { kind, adapter: channel.adapter, body, channelId: channel.id });
}

/** `sha256=<hex>` of an HMAC over the bytes as they came. */
export function isSignedBy(secret: string, body: Uint8Array, header: string | string[] | undefined): boolean {
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
  const given = Buffer.from(typeof header === 'string' ? header : '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The provider asks whether an address is ours: the challenge, if it knows our token. */
export function verifySubscription(
  query: { 'hub.mode'?: unknown; 'hub.verify_token'?: unknown; 'hub.challenge'?: unknown },
  tokens: (string | null)[],
): string {
  const { 'hub.mode': mode, 'hub.verify_token': given, 'hub.challenge': challenge } = query;
  const isOurs = typeof given === 'string' && tokens.some((token) => token !== null && isSame(token, given));
  if (mode !== 'subscribe' || !isOurs || typeof challenge !== 'string') throw VerificationRefused();
  return challenge;
}

export const providerTokens = (ctx: WorkContext): (string | null)[] =>
  providers(ctx).map(({ verifyToken }) => verifyToken);

const isSame = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};
