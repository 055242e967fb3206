import { describeOrganization, findOrganization } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { WidgetSettings } from '../channel/channel.schema.ts';
import { isOpenAt } from '../channel/hours.ts';
import { type Channel, channels } from '../tables.ts';

/** What the widget shows: its settings, the organization's name and logo, and where else to write. */
export async function describeWidget(ctx: TenantContext, channel: Channel) {
  const [organization, continueUrl] = await Promise.all([
    findOrganization(ctx.tx, ctx.organizationId),
    chatAddressOf(ctx),
  ]);
  const { allowedDomains: _, ...shown } = WidgetSettings.parse(channel.widget);
  const { name: organizationName, imageUrl: logoUrl } = describeOrganization(ctx, organization);
  return {
    ...shown,
    name: channel.name,
    organizationName,
    logoUrl,
    isOpen: isOpenAt(channel.hours, ctx.now, ctx.timeZone),
    continueUrl,
  };
}

export type ShownWidget = Awaited<ReturnType<typeof describeWidget>>;

/** The address that opens a chat with the organization in the messaging app; null: it has no number that people can dial. */
export async function chatAddressOf(ctx: TenantContext): Promise<string | null> {
  const numbers = await channels.all(ctx, { kind: 'msgapp', state: 'active' }, { orderBy: ['createdAt'] });
  const dialable = numbers
    .map(({ displayAddress }) => displayAddress.replace(/[\s().+-]/g, ''))
    .find((digits) => /^\d{8,15}$/.test(digits));
  return dialable ? `https://wa.me/${dialable}` : null;
}
