import type { TenantContext } from '#platform/context.ts';
import { ProviderUnavailable } from '#platform/ports/port.ts';
import { sealedColumn } from '#platform/verification.ts';
import { type Messaging, type MessagingCredentials, messaging } from '../messaging.port.ts';
import { type Channel, channels } from '../tables.ts';

interface ChannelSecrets {
  /** Signs what is sent to the channel's own inbound address. */
  inboundSecret: string;
  accessToken: string;
}

const purposeOf = (organizationId: string, channelId: string): string => `channel ${organizationId} ${channelId}`;

export const sealSecrets = (
  { secrets, organizationId }: TenantContext,
  channelId: string,
  plain: ChannelSecrets,
): Buffer => secrets.encrypt(JSON.stringify(plain), purposeOf(organizationId, channelId));

export const openSecrets = ({ secrets, organizationId }: TenantContext, { id, sealed }: Channel): ChannelSecrets =>
  JSON.parse(secrets.decrypt(sealed, purposeOf(organizationId, id)).toString());

/** The provider that carries the messages of a channel, with the channel's own keys. */
export function messagingOf(ctx: TenantContext, channel: Channel): Messaging {
  const { accessToken } = openSecrets(ctx, channel);
  return providerNamed(ctx, channel.adapter, {
    address: channel.address!,
    account: channel.account ?? '',
    accessToken,
  });
}

export function providerNamed(
  { connections, organizationId }: TenantContext,
  name: string | null,
  credentials: MessagingCredentials,
): Messaging {
  const adapter = connections.adaptersOf(messaging).find((each) => each.name === name);
  if (!adapter) throw ProviderUnavailable(`No provider ${name} is connected.`);
  return adapter.connect(credentials, organizationId) as Messaging;
}

export const sealedChannels = sealedColumn('keys of channels', channels, 'sealed', ({ organizationId }, id) =>
  purposeOf(organizationId, id),
);
