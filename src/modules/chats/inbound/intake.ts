import { openCapability } from '#platform/auth/capability.ts';
import type { Steps, TenantContext, WorkContext } from '#platform/context.ts';
import { isSameSecret } from '#platform/id.ts';
import { isSignedBody } from '#platform/ports/body-signature.ts';
import { refusal } from '#platform/refusal.ts';
import { openSecrets } from '../channel/credentials.ts';
import { type Messaging, messaging } from '../messaging.port.ts';
import { type Channel, channels } from '../tables.ts';
import { insertPayloads } from './inbound.sql.ts';
import { processInbound } from './process.ts';
import { JOBS_AT_ONCE, payloadOf, storeSoon } from './store.ts';

export const SignatureInvalid = refusal(
  'signature_invalid',
  'The signature does not match the body: sign the exact bytes with the current secret.',
  401,
);
export const VerificationRefused = refusal(
  'verification_refused',
  'The verification token is wrong: use the one shown in the settings of the channel.',
  403,
);

const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Every provider of messages, as the service itself reaches it. */
const providers = ({ connections }: Pick<WorkContext, 'connections'>): Messaging[] =>
  connections.adaptersOf(messaging).map((each) => each.connect(each.config.parse({}), NOBODY) as Messaging);

/** Verifies a webhook of the provider over its bytes and stores them. Everything else follows in a job. */
export async function receiveWebhook(steps: Steps): Promise<{ received: true }> {
  const { body, headers } = steps.request;
  const provider = providers(steps).find((each) => each.verifyWebhook(body, headers));
  if (!provider) throw SignatureInvalid();
  await storeSoon(steps, { adapter: provider.adapter, body });
  return { received: true };
}

/** Opens a channel by its public key. */
export async function openChannel(work: WorkContext, key: string): Promise<{ ctx: TenantContext; channel: Channel }> {
  const { ctx, id } = await openCapability(work, key, 'channel');
  return { ctx, channel: await channels.get(ctx, id) };
}

/** Stores an e-mail or a webhook of comments that the channel's own secret signs. */
export async function receiveSigned(ctx: TenantContext, channel: Channel): Promise<void> {
  const { body, headers } = ctx.request;
  const { id: channelId, adapter } = channel;
  if (!isSignedBody(openSecrets(ctx, channel).inboundSecret, body, headers['x-hub-signature-256']))
    throw SignatureInvalid();
  const kind = channel.kind as 'social-a' | 'email';
  await insertPayloads(ctx.tx, [payloadOf({ kind, adapter, body, channelId, organizationId: ctx.organizationId })]);
  ctx.enqueue(processInbound, {}, { group: ctx.organizationId, groupConcurrency: JOBS_AT_ONCE });
}

/** The provider asks whether an address is ours: the challenge, if it knows our token. */
export function verifySubscription(
  query: { 'hub.mode'?: unknown; 'hub.verify_token'?: unknown; 'hub.challenge'?: unknown },
  tokens: (string | null)[],
): string {
  const { 'hub.mode': mode, 'hub.verify_token': given, 'hub.challenge': challenge } = query;
  const isOurs = typeof given === 'string' && tokens.some((token) => token !== null && isSameSecret(token, given));
  if (mode !== 'subscribe' || !isOurs || typeof challenge !== 'string') throw VerificationRefused();
  return challenge;
}

export const providerTokens = (ctx: WorkContext): (string | null)[] =>
  providers(ctx).map(({ verifyToken }) => verifyToken);
