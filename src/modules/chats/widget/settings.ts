import { describeOrganization, findOrganization } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { toTimestamp } from '#platform/date.ts';
import { WidgetSettings } from '../channel/channel.schema.ts';
import { messagingOf } from '../channel/credentials.ts';
import { isOpenAt, nextOpening } from '../channel/hours.ts';
import { messaging } from '../messaging.port.ts';
import { type Channel, channels } from '../tables.ts';

/** The content of the widget: its settings, the organization's name and logo, and other channels to write to. */
export async function describeWidget(ctx: TenantContext, channel: Channel) {
  const [organization, continueUrl] = await Promise.all([
    findOrganization(ctx.tx, ctx.organizationId),
    chatAddressOf(ctx),
  ]);
  const { allowedDomains: _, ...shown } = WidgetSettings.parse(channel.widget);
  const { name: organizationName, imageUrl: logoUrl } = describeOrganization(ctx, organization);
  const { name, hours } = channel;
  const isOpen = isOpenAt(hours, ctx.now, ctx.timeZone);
  const opensAt = isOpen || !hours?.length ? null : toTimestamp(nextOpening(hours, ctx.now, ctx.timeZone));
  return { ...shown, name, organizationName, logoUrl, isOpen, opensAt, continueUrl };
}

export type ShownWidget = Awaited<ReturnType<typeof describeWidget>>;

/** The address that opens a chat with the organization in the messaging app; null: it has no number that people can dial. */
export async function chatAddressOf(ctx: TenantContext): Promise<string | null> {
  const numbers = await channels.all(ctx, { kind: 'msgapp', state: 'active' }, { orderBy: ['createdAt'] });
  const adapters = ctx.connections.adaptersOf(messaging).map(({ name }) => name);
  const urls = numbers
    // A simulated number that came into production with its data has no provider.
    .filter(({ adapter }) => adapters.includes(adapter!))
    .map((channel) => messagingOf(ctx, channel).chatUrl(channel.displayAddress));
  return urls.find((url) => url !== null) ?? null;
}

/** The public key of a web widget that is in use. */
export async function findWidgetKey(ctx: TenantContext, channelId: string): Promise<string | null> {
  const channel = await channels.find(ctx, { id: channelId, kind: 'widget', state: 'active' });
  return channel?.publicKey ?? null;
}

/** Those of the ids that are web widgets, in use or not. */
export const knownWidgets = async (ctx: TenantContext, ids: string[]): Promise<string[]> =>
  (await channels.all(ctx, { id: ids, kind: 'widget' }, { columns: ['id'] })).map(({ id }) => id);
