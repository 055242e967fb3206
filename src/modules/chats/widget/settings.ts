import { describeOrganization, findOrganization } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { WidgetSettings } from '../channel/channel.schema.ts';
import { isOpenAt } from '../channel/hours.ts';
import { type Channel, channels } from '../tables.ts';

/** What the widget shows: its settings, the organization's name and logo, and where else to write. */
export async function describeWidget(ctx: TenantContext, channel: Channel) {
  const [organization, numbers] = await Promise.all([
    findOrganization(ctx.tx, ctx.organizationId),
    channels.all(ctx, { kind: 'msgapp', state: 'active' }, { orderBy: ['createdAt'] }),
  ]);
  const { allowedDomains: _, ...shown } = WidgetSettings.parse(channel.widget);
  const { name: organizationName, imageUrl: logoUrl } = describeOrganization(ctx, organization);
  return {
    ...shown,
    name: channel.name,
    organizationName,
    logoUrl,
    isOpen: isOpenAt(channel.hours, ctx.now, ctx.timeZone),
    continueUrl: numbers.map(({ displayAddress }) => chatAddress(displayAddress)).find(Boolean) ?? null,
  };
}

export type ShownWidget = Awaited<ReturnType<typeof describeWidget>>;

/** The address that opens a chat with a number in the messaging app; null: it is no number that people can dial. */
function chatAddress(number: string): string | null {
  const digits = number.replace(/[\s().+-]/g, '');
  return /^\d{8,15}$/.test(digits) ? `https://wa.me/${digits}` : null;
}
