import { z } from 'zod';
import { LocalTime, Timestamp, TimeZone } from '#platform/date.ts';
import { changeOf, versioned } from '#platform/http/change.ts';
import { Hours } from '../channel/channel.schema.ts';

const Column = z.string().trim().min(1).max(100);

export const Audience = z
  .strictObject({
    listId: z.uuid().describe('A saved list of conversations.'),
    filter: z
      .strictObject({
        search: z.string().trim().min(1).max(100),
        kind: z.enum(['person', 'company']),
        isCustomer: z.boolean(),
        isSupplier: z.boolean(),
        label: z.string().trim().min(1).max(60),
        sellerId: z.uuid(),
      })
      .partial()
      .describe('Contacts, with filters as in `GET /v1/beneficiary`; empty: every current contact.'),
    fileId: z.uuid().describe('A CSV or XLSX file whose first row names the columns.'),
    phoneColumn: Column.describe('The column of the file with the telephone numbers. Default: `Teléfono`.'),
    nameColumn: Column.describe('The column of the file with the names.'),
  })
  .partial()
  .refine(({ listId, filter, fileId }) => [listId, filter, fileId].filter((each) => each !== undefined).length === 1, {
    path: ['filter'],
    message: 'or `listId` or `fileId` is needed, and only one of them',
  })
  .describe('Who gets it: a list of conversations, the contacts that match a filter, or the rows of a file.');
export type Audience = z.infer<typeof Audience>;

const value = z.string().trim().min(1).max(1024);
export const DiffusionTemplate = z.strictObject({
  name: z.string().min(1).max(512),
  language: z.string().min(2).max(20),
  parameters: z
    .strictObject({
      header: z.array(value).max(10).default([]),
      body: z.array(value).max(50).default([]),
      buttons: z.array(value).max(10).default([]),
    })
    .default({ header: [], body: [], buttons: [] })
    .describe(
      'The values of `{{1}}`, `{{2}}` … Each may hold `{{contact.name}}`, `{{contact.firstName}}`, `{{organization.name}}` and, for a file, `{{file.Column}}`.',
    ),
  share: z
    .number()
    .int()
    .min(1)
    .max(99)
    .optional()
    .describe('Of two templates: the percentage of recipients who get this one. Default: 50.'),
});
export type DiffusionTemplate = z.infer<typeof DiffusionTemplate>;

/** The percentage of recipients who get the first template. */
export const firstShare = ([first, second]: DiffusionTemplate[]): number => (second ? (first!.share ?? 50) : 100);

const fields = {
  name: z.string().trim().min(1).max(200),
  channelId: z.uuid().describe('A number of the messaging app.'),
  audience: Audience,
  templates: z
    .array(DiffusionTemplate)
    .min(1)
    .max(2)
    .refine((given) => given.length > 1 || given[0]?.share === undefined, {
      path: [0, 'share'],
      message: 'is only for two templates: leave it out',
    })
    .refine((given) => given[1]?.share === undefined || given[1].share + firstShare(given) === 100, {
      path: [1, 'share'],
      message: 'does not make 100 with the first one: leave it out',
    })
    .describe('One template, or two to compare: each recipient gets one of them.'),
  timeZone: TimeZone.describe('The zone of `localStart` and `windows`. Default: that of the organization.'),
  localStart: LocalTime.nullable().describe('When it begins, by the clocks in `timeZone`. Null: when it is started.'),
  windows: Hours.nullable().describe('When messages may be sent, by the clocks in `timeZone`. Null: at any time.'),
};

const { name, channelId, audience, templates, ...optional } = fields;
export const NewDiffusion = z.strictObject({
  name,
  channelId,
  audience,
  templates,
  ...z.strictObject(optional).partial().shape,
});
export const DiffusionChange = changeOf({
  ...fields,
  action: z
    .enum(['pause', 'resume', 'cancel'])
    .describe('`pause` keeps the rest until `resume`; `cancel` sends nothing more, for good.'),
});

export const DiffusionState = z.enum(['draft', 'scheduled', 'preparing', 'running', 'paused', 'done', 'canceled']);
const count = z.number().int();
export const Counts = z.object({
  audience: count.describe('Everybody: the sum of `queued` to `canceled`.'),
  queued: count,
  sending: count.describe('On their way to the provider.'),
  held: count.describe('Kept until the provider takes their template again.'),
  sent: count.describe('Taken by the provider.'),
  failed: count,
  skipped: count.describe('Left out; the log has the reason.'),
  canceled: count,
  delivered: count.describe('Of those sent.'),
  read: count.describe('Of those delivered.'),
  replied: count.describe('Recipients who wrote within a week.'),
});

export const DiffusionView = z
  .object({
    id: z.uuid(),
    ...fields,
    templates: z.array(DiffusionTemplate.extend({ counts: Counts })),
    counts: Counts,
    state: DiffusionState,
    startAt: Timestamp.nullable(),
    waitingFor: z
      .enum(['window', 'budget', 'template', 'channel'])
      .nullable()
      .describe('Why nothing is sent at the moment; null: it is.'),
    resumeAt: Timestamp.nullable().describe('When it looks again, if it waits.'),
    problem: z.string().nullable().describe('Why the service paused it.'),
    startedAt: Timestamp.nullable(),
    finishedAt: Timestamp.nullable(),
    ...versioned,
  })
  .meta({ id: 'Diffusion' });

export const SkipReason = z.enum(['no_number', 'duplicate', 'opted_out', 'blocked', 'missing_value']);
const Amount = z.object({ amount: z.string(), currency: z.string() });

export const DiffusionPreview = z.object({
  audience: count,
  reach: count.describe('Those who would get a message.'),
  excluded: z.array(z.object({ reason: SkipReason, count })),
  cost: Amount.nullable().describe('Of all messages, by the prices in the settings; null: a price is not known.'),
  templates: z.array(
    z.object({
      name: z.string(),
      language: z.string(),
      category: z.string(),
      isSendable: z.boolean(),
      reach: count,
      price: Amount.nullable().describe('Of one message.'),
    }),
  ),
  budget: z
    .object({ perDay: count, left: count, days: count.describe('How many days it takes with this budget.') })
    .nullable()
    .describe('The daily budget of the number; null: it has none.'),
  obstacles: z.array(z.string()).describe('The problems that prevent sending at the moment.'),
  sample: z.array(z.object({ name: z.string(), address: z.string(), text: z.string() })),
});

export const Recipient = z.object({
  number: z.number().int().describe('Its place in the audience.'),
  address: z.string().nullable(),
  name: z.string(),
  contactId: z.uuid().nullable(),
  conversationId: z.uuid().nullable(),
  template: z.number().int().describe('1 or 2: which of the templates.'),
  state: z.enum(['queued', 'sending', 'held', 'sent', 'failed', 'skipped', 'canceled']),
  reason: SkipReason.nullable().describe('Why it was skipped.'),
  attempts: z.number().int(),
  messageId: z.uuid().nullable(),
  channelMessageId: z.string().nullable().describe('The id that the provider gave the message.'),
  status: z.string().nullable().describe('Of the message: `accepted`, `sent`, `delivered`, `read`, `failed` …'),
  failure: z.object({ code: z.string(), message: z.string() }).nullable().describe('The provider’s own words.'),
  price: z.object({ category: z.string(), isBilled: z.boolean() }).nullable(),
  sentAt: Timestamp.nullable(),
  deliveredAt: Timestamp.nullable(),
  readAt: Timestamp.nullable(),
  repliedAt: Timestamp.nullable(),
  replyId: z.uuid().nullable().describe('The first message that answers it.'),
});

export const NewOptOut = z
  .strictObject({
    phone: z.string().trim().min(3).max(40),
    conversationId: z.uuid(),
    note: z.string().trim().max(500),
  })
  .partial()
  .refine((given) => (given.phone === undefined) !== (given.conversationId === undefined), {
    path: ['phone'],
    message: 'or `conversationId` is needed, and not both',
  });
export const OptOutView = z.object({
  id: z.uuid(),
  address: z.string(),
  source: z
    .enum(['keyword', 'manual', 'provider'])
    .describe('The person wrote STOP or BAJA, a member noted it, or the provider said so.'),
  conversationId: z.uuid().nullable(),
  note: z.string(),
  createdAt: Timestamp,
});
