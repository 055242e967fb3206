import { z } from 'zod';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { isRefusal, ProviderRefused, ProviderTimeout, ProviderUnavailable } from '#platform/ports/port.ts';
import { refusal } from '#platform/refusal.ts';
import { shortened } from '#platform/text.ts';
import { insertRoute } from '../inbound/inbound.sql.ts';
import { type IdentifiedAddress, type Messaging, messaging, ReconnectNeeded } from '../messaging.port.ts';
import { type Channel, channels } from '../tables.ts';
import type { NewChannel } from './channel.schema.ts';
import { messagingOf, openSecrets, providerNamed } from './credentials.ts';

export const TokenRefused = refusal(
  'token_refused',
  'The provider does not accept this token for this number or page: give a token with access to it.',
);

const PROBLEM_MAX = 1000;

/** A number or page that a token of the organization has opened at the provider. */
export interface Proof extends IdentifiedAddress {
  adapter: string;
  address: string;
}

type Connection = NonNullable<z.output<typeof NewChannel>['connection']>;

/**
 * Asks the provider whether the given token opens the number or page. Null: there is nothing to ask yet, or the provider does
 * not answer, so that a job asks again.
 */
export async function proveConnection(
  steps: TenantSteps,
  { kind, connection }: { kind: Channel['kind']; connection?: Connection | undefined },
): Promise<Proof | null> {
  if (!connection?.accessToken || !connection.address) return null;
  const { provider: adapter, address, accessToken, account = '' } = connection;
  const provider = await steps.transaction(async (ctx) =>
    // An unknown provider is refused with the rest of the body.
    ctx.connections.adaptersOf(messaging).some(({ name }) => name === adapter)
      ? providerNamed(ctx, adapter, { address, account, accessToken })
      : null,
  );
  if (!provider) return null;
  try {
    return { adapter, address, ...(await identify(provider, kind, address)) };
  } catch (error) {
    if (isRefusal(error, ProviderUnavailable, ProviderTimeout)) return null;
    if (!isRefusal(error, ReconnectNeeded, ProviderRefused)) throw error;
    const { message } = error;
    throw TokenRefused.at('body.connection.accessToken', TokenRefused.code, message);
  }
}

/** The same for a changed connection, which may keep the number or the page of the channel. */
export async function proveChange(
  steps: TenantSteps,
  { id, connection }: { id: string; connection?: Connection | undefined },
): Promise<Proof | null> {
  if (!connection?.accessToken) return null;
  const channel = await steps.transaction((ctx) => channels.find(ctx, id));
  if (!channel || channel.kind === 'widget' || channel.kind === 'email') return null;
  const address = connection.address ?? channel.address!;
  return proveConnection(steps, { kind: channel.kind, connection: { ...connection, address } });
}

const identify = (provider: Messaging, kind: Channel['kind'], address: string): Promise<IdentifiedAddress> =>
  provider.setUp.identify(kind === 'social-a' ? 'social-a' : 'msgapp', address);

/** Verifies a channel whose provider did not answer when it was connected. */
export const verifyChannel = tenantJob({
  name: 'chats/verify-channel',
  payload: { channelId: z.uuid() },
  attempts: 12,
  backoffSeconds: 30,
  run: async (steps, { channelId }) => {
    const opened = await steps.transaction(async (ctx) => {
      const channel = await channels.find(ctx, channelId);
      const canAsk = channel?.verifiedAt === null && openSecrets(ctx, channel).accessToken !== '';
      return canAsk ? { channel, provider: messagingOf(ctx, channel) } : null;
    });
    if (!opened) return;
    const { channel, provider } = opened;
    const answer = await identify(provider, channel.kind, channel.address!).catch((error: unknown) => {
      if (!isRefusal(error, ReconnectNeeded, ProviderRefused)) throw error;
      return { problem: `${TokenRefused.code}: ${error.message}` };
    });
    await steps.transaction((ctx) => record(ctx, channel, answer));
  },
});

async function record(ctx: TenantContext, asked: Channel, answer: IdentifiedAddress | { problem: string }) {
  const channel = await channels.lock(ctx, asked.id);
  // A connection that was changed meanwhile is verified by its own job.
  if (channel.address !== asked.address || !channel.sealed.equals(asked.sealed)) return;
  const { id: channelId, adapter, address } = channel;
  const route = { adapter: adapter!, address: address!, organizationId: ctx.organizationId, channelId };
  const isProven =
    'displayAddress' in answer && (await insertRoute(ctx.tx, { ...route, isProven: true, createdAt: ctx.now }));
  if (isProven)
    await channels.update(ctx, channelId, {
      verifiedAt: ctx.now,
      problem: null,
      displayAddress: channel.displayAddress || answer.displayAddress,
      messagesPerSecond: answer.messagesPerSecond,
      updatedAt: ctx.now,
    });
  else {
    const problem = 'problem' in answer ? answer.problem : 'address_taken: Another channel has proven this number.';
    await channels.update(ctx, channelId, { problem: shortened(problem, PROBLEM_MAX), updatedAt: ctx.now });
  }
}
