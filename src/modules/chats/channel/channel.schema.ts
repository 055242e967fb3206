import { z } from 'zod';
import { TimeOfDay, Timestamp } from '#platform/date.ts';
import { changeOf, versioned } from '#platform/http/change.ts';
import { Colour } from '#platform/pages/colour.ts';
import { uniqueList } from '#platform/unique-list.ts';

export const ChannelKind = z
  .enum(['widget', 'msgapp', 'social-a', 'email'])
  .describe('`msgapp`: a number of the messaging app; `social-a`: comments of a page.');

export const Hours = z
  .array(
    z
      .strictObject({
        day: z.number().int().min(1).max(7).describe('1 is Monday.'),
        from: TimeOfDay.describe('The beginning, such as `08:30`.'),
        to: TimeOfDay.describe('On the same day, after `from`.'),
      })
      .refine(({ from, to }) => from < to, { path: ['to'], message: 'must be after `from`' }),
  )
  .max(50)
  .describe('When people answer, in the time zone of the organization. Null: always.');
export type Hours = z.infer<typeof Hours>;

export const Assignment = z.strictObject({
  to: z.enum(['nobody', 'bot', 'members']).default('nobody').describe('Who gets a conversation that nobody has.'),
  userIds: uniqueList(z.uuid(), { max: 50 })
    .default([])
    .describe(
      'The members who take turns: the one with the fewest open conversations is next. With `to: bot`, those whom the bot hands over to.',
    ),
  lastAgent: z
    .boolean()
    .default(true)
    .describe('A conversation that is reopened goes back to the last person who had it.'),
  byLabel: z
    .array(
      z.strictObject({
        label: z.string().trim().min(1).max(60).describe('A label of conversations.'),
        userId: z.uuid().describe('The member who gets it.'),
      }),
    )
    .max(50)
    .default([])
    .describe(
      'A conversation with this label goes to this member, when it opens or gets the label while no person has it.',
    ),
});
export type Assignment = z.infer<typeof Assignment>;

const Domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(
    /^(\*\.)?([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]*[a-z0-9])?(:\d{1,5})?$/,
    'must be a host name such as tienda.example.com',
  );

const widget = {
  title: z.string().trim().max(80).describe('Shown at the top of the widget. Empty: the name of the organization.'),
  greeting: z.string().trim().max(300).describe('Shown before the first message. Empty: a standard text.'),
  color: Colour.describe('Of the button and the header, as `#rrggbb`.'),
  position: z.enum(['right', 'left']).describe('The corner of the page in which the button is.'),
  language: z.enum(['es', 'en']).describe('Of the texts that the widget itself shows.'),
  allowedDomains: uniqueList(Domain, { max: 50 }).describe('The sites that may show the widget. Empty: none.'),
  asksForEmail: z.boolean().describe('Asks visitors for their e-mail address before the first message.'),
};

export const WidgetChange = z.strictObject(widget).partial();
export const WidgetSettings = z.strictObject({
  title: widget.title.default(''),
  greeting: widget.greeting.default(''),
  color: widget.color.default('#1f6feb'),
  position: widget.position.default('right'),
  language: widget.language.default('es'),
  allowedDomains: widget.allowedDomains.default([]),
  asksForEmail: widget.asksForEmail.default(false),
});
export type WidgetSettings = z.infer<typeof WidgetSettings>;

const fields = {
  name: z.string().trim().min(1).max(200).describe('What members see in lists of conversations.'),
  botId: z.uuid().nullable().describe('The bot that answers first, where `assignment.to` is `bot`.'),
  hours: Hours.nullable(),
  welcome: z
    .string()
    .trim()
    .max(4096)
    .describe('Sent once, to a person who writes for the first time. Takes the variables of canned answers.'),
  away: z
    .string()
    .trim()
    .max(4096)
    .describe('Sent to those who write outside the hours, at most twice a day. Takes the variables of canned answers.'),
  assignment: Assignment.describe('Who gets the conversations of the channel.'),
  dailyBudget: z
    .number()
    .int()
    .min(1)
    .max(10_000_000)
    .nullable()
    .describe('How many people a day diffusions may write to from this number. Null: as many as its pace allows.'),
};

const Connection = z.strictObject({
  provider: z
    .enum(['graph', 'simulator'])
    .default('graph')
    .describe('`simulator`: a pretended number, for trials; not in production.'),
  address: z.string().trim().min(1).max(254).optional().describe('The id of the phone number or page at the provider.'),
  account: z.string().trim().min(1).max(254).optional().describe('The id of the business account (WABA).'),
  accessToken: z.string().trim().min(1).max(4000).optional().describe('Stored encrypted and never shown again.'),
  displayAddress: z.string().trim().max(254).optional().describe('The number or name as people know it.'),
});

export const NewChannel = z
  .strictObject({
    ...z.strictObject(fields).partial().shape,
    kind: ChannelKind,
    name: fields.name,
    connection: Connection.optional().describe('For `msgapp` and `social-a`: the number or page.'),
    email: z.email().max(254).optional().describe('For `email`: the address that customers write to.'),
  })
  .refine(({ kind, email }) => kind !== 'email' || email !== undefined, {
    path: ['email'],
    message: 'must be the address that customers write to',
  });
export const ChannelChange = changeOf({
  ...fields,
  connection: Connection.describe('Another number or page, or a new access token.'),
});

export const Channel = z.object({
  id: z.uuid(),
  ...fields,
  kind: ChannelKind,
  state: z.enum(['active', 'paused']).describe('`paused`: messages are still received, but nothing is sent.'),
  publicKey: z.string().describe('For addresses without a session: the widget and the inbound hook.'),
  inboundUrl: z.string().nullable().describe('Where messages for this channel are sent to.'),
  provider: z.string().nullable().describe('Who carries its messages: `graph`, `simulator`, `email`; null: a widget.'),
  address: z
    .string()
    .nullable()
    .describe('The id of the number or page at the provider, or the e-mail address; null: not connected.'),
  account: z.string().nullable().describe('The id of the business account (WABA); null: none.'),
  displayAddress: z.string().describe('The number, page or address as people know it.'),
  isConnected: z.boolean().describe('Whether it has what it needs to send.'),
  verifiedAt: Timestamp.nullable().describe(
    'When the provider confirmed that the token opens this number or page; null: it has not, and nothing is sent.',
  ),
  problem: z.string().nullable().describe('Why the provider does not take messages; null: it does.'),
  ...versioned,
});

export const CreatedChannel = Channel.extend({
  inboundSecret: z
    .string()
    .describe('Signs what is sent to `inboundUrl`: `X-Hub-Signature-256: sha256=<HMAC of the body>`. Shown once.'),
});

export const PublicWidget = z.object({
  name: z.string().describe('Of the channel.'),
  ...WidgetSettings.omit({ allowedDomains: true }).shape,
  organizationName: z.string(),
  logoUrl: z.string().nullable(),
  isOpen: z.boolean().describe('Whether people answer at this hour.'),
  opensAt: Timestamp.nullable().describe(
    'When people answer again; null: they do now, or there is no hour at which they do.',
  ),
  continueUrl: z.string().nullable().describe('Opens the messaging app with a number of the organization.'),
});

export const ChannelStats = z.object({
  received: z.number().int().describe('Messages of customers.'),
  sent: z.number().int().describe('Messages to customers that the provider took.'),
  delivered: z.number().int().describe('Of those sent: reached a device of the customer.'),
  read: z.number().int().describe('Of those delivered: the customer has opened them.'),
  failed: z.number().int().describe('Messages that the provider refused or could not deliver.'),
  open: z.number().int().describe('Conversations that are open now.'),
  waiting: z.number().int().describe('Of these, those whose customer waits for an answer.'),
  unhandled: z.number().int().describe('Items that arrived and could not be turned into messages.'),
  charges: z
    .array(
      z.object({
        category: z.string().describe('Of the price, in the provider’s words.'),
        billed: z.number().int().describe('Messages that the provider charged for.'),
        free: z.number().int().describe('Messages that cost nothing.'),
      }),
    )
    .describe('Messages by the category of the provider’s price, from its own notices.'),
});
