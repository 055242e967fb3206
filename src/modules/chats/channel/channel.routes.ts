import { z } from 'zod';
import { CalendarDate, isInOrder, outOfOrder } from '#platform/date.ts';
import { listOf, oneOf } from '#platform/db/list.ts';
import { exampleId, otherExampleId } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { MemberMayNotAnswer } from '../conversation/answerers.ts';
import { channels } from '../tables.ts';
import {
  Channel,
  ChannelChange,
  ChannelKind,
  ChannelStats,
  CreatedChannel,
  NewChannel,
  WidgetChange,
  WidgetSettings,
} from './channel.schema.ts';
import { readChannelStats } from './channel.sql.ts';
import {
  AddressTaken,
  changeChannel,
  createChannel,
  describeChannel,
  ProviderUnknown,
  toggleChannel,
} from './channel.ts';
import { proveChange, proveConnection, TokenRefused } from './verify.ts';

const channelList = listOf(channels, {
  filters: {
    kind: oneOf('kind', ChannelKind, 'Channels of one of these kinds.'),
    state: oneOf('state', z.enum(['active', 'paused']), 'Active or paused channels only.'),
  },
  sort: { created: 'createdAt', name: 'name' },
  order: 'created',
});
const DAYS_SHOWN = 30;

export const channelRoutes = [
  route('POST', '/v1/channel', 'chats:write', {
    summary: 'Create a channel',
    description:
      'A way for customers to write: a widget on a web site, a number of the messaging app, the comments of a page, or an e-mail address. `inboundSecret` signs what is sent to `inboundUrl`; it is shown once. A token is tried at the provider at once: a wrong one is refused, and where the provider does not answer, the channel waits with `verifiedAt` null until it does.',
    status: 201,
    showsSecret: true,
    body: NewChannel,
    returns: CreatedChannel,
    refusals: [AddressTaken, ProviderUnknown, ReferenceNotFound, MemberMayNotAnswer, TokenRefused],
    examples: {
      body: {
        kind: 'widget',
        name: 'Tienda en línea',
        welcome: '¡Hola! ¿En qué podemos ayudarte?',
        assignment: {
          to: 'members',
          userIds: [exampleId],
          byLabel: [{ label: 'vip', userId: otherExampleId }],
        },
      },
    },
    prepare: (steps, { body }) => proveConnection(steps, body),
    handler: (ctx, { body, prepared }) => createChannel(ctx, body, prepared),
  }),
  route('GET', '/v1/channel', 'chats:read', {
    summary: 'List channels',
    description: 'All channels of the organization, oldest first.',
    query: channelList.query,
    returns: pageOf(Channel),
    examples: { query: { kind: 'msgapp' } },
    handler: (ctx, { query }) => channelList.page(ctx, query, (rows) => rows.map((row) => describeChannel(ctx, row))),
  }),
  route('PATCH', '/v1/channel', 'chats:write', {
    summary: 'Change a channel',
    description: 'Its name, bot, hours, welcome and away messages and assignment rule, or its connection.',
    body: ChannelChange,
    returns: Channel,
    refusals: [AddressTaken, ProviderUnknown, ReferenceNotFound, MemberMayNotAnswer, TokenRefused],
    examples: {
      body: {
        id: exampleId,
        hours: [{ day: 1, from: '08:00', to: '18:00' }],
        away: 'Abrimos a las 8:00.',
        assignment: {
          to: 'members',
          userIds: [otherExampleId],
          byLabel: [{ label: 'vip', userId: otherExampleId }],
        },
      },
    },
    prepare: (steps, { body }) => proveChange(steps, body),
    handler: (ctx, { body, prepared }) => changeChannel(ctx, body, prepared),
  }),
  route('GET', '/v1/channel/:channelId', 'chats:read', {
    summary: 'Read a channel',
    description: 'With its state, its address and the problem that keeps it from sending, if there is one.',
    returns: Channel,
    handler: async (ctx, { params: { channelId } }) => describeChannel(ctx, await channels.get(ctx, channelId)),
  }),
  route('PATCH', '/v1/channel/:channelId/toggle-state', 'chats:write', {
    action: 'toggleState',
    summary: 'Pause or resume a channel',
    description:
      'A paused channel stores what comes in and sends nothing. Messages that waited are sent when it is resumed. Without `state` it changes to the other one.',
    body: z.strictObject({ state: z.enum(['active', 'paused']).optional().describe('Left out: the other one.') }),
    returns: Channel,
    examples: { body: { state: 'paused' } },
    handler: (ctx, { params: { channelId }, body }) => toggleChannel(ctx, channelId, body.state),
  }),
  route('GET', '/v1/channel/:channelId/stats', 'chats:read', {
    action: 'readStats',
    summary: 'Count the messages of a channel',
    description: `Messages by status and by the category of the provider’s price, from one day to another; by default the last ${DAYS_SHOWN} days.`,
    query: z
      .strictObject({
        from: CalendarDate.optional().describe('The first day. Default: 30 days before the last.'),
        to: CalendarDate.optional().describe('The last day, included. Default: today.'),
      })
      .refine(isInOrder, outOfOrder),
    returns: ChannelStats,
    examples: { query: { from: '2026-11-01', to: '2026-11-30' } },
    handler: async (ctx, { params: { channelId }, query }) => {
      const { id } = await channels.get(ctx, channelId);
      return readChannelStats(ctx, id, spanOf(ctx, query));
    },
  }),
  route('GET', '/v1/channel/:channelId/widget', 'chats:read', {
    action: 'readWidget',
    summary: 'Read the settings of a widget',
    description: 'How the widget looks and which sites may show it.',
    returns: WidgetSettings,
    handler: async (ctx, { params: { channelId } }) =>
      WidgetSettings.parse((await channels.get(ctx, { id: channelId, kind: 'widget' })).widget),
  }),
  route('PATCH', '/v1/channel/:channelId/widget', 'chats:write', {
    action: 'changeWidget',
    summary: 'Change the settings of a widget',
    description: 'Fields that are left out stay as they are. Only the sites in `allowedDomains` can show the widget.',
    body: WidgetChange,
    returns: WidgetSettings,
    examples: { body: { color: '#0a7d5a', allowedDomains: ['tienda.example.com'] } },
    handler: async (ctx, { params: { channelId }, body }) => {
      const { widget } = await channels.lock(ctx, { id: channelId, kind: 'widget' });
      const changed = WidgetSettings.parse({ ...widget, ...body });
      await channels.update(ctx, channelId, { widget: changed, updatedAt: ctx.now });
      return changed;
    },
  }),
];

/** The days of a span in the organization's time zone, both included. */
export function spanOf(
  { today, timeZone }: { today: Temporal.PlainDate; timeZone: string },
  { from, to }: { from?: string | undefined; to?: string | undefined },
): { from: Temporal.Instant; to: Temporal.Instant } {
  const last = to ? Temporal.PlainDate.from(to) : today;
  const first = from ? Temporal.PlainDate.from(from) : last.subtract({ days: DAYS_SHOWN });
  const startOf = (day: Temporal.PlainDate) => day.toZonedDateTime(timeZone).toInstant();
  return { from: startOf(first), to: startOf(last.add({ days: 1 })) };
}
