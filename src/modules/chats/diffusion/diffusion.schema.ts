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
        search: z.string().trim().min(1).max(100).describe('Beginnings of words of the name or other data.'),
        kind: z.enum(['person', 'company']).describe('People or companies only.'),
        isCustomer: z.boolean().describe('Only contacts that are marked as customers (`true`) or not (`false`).'),
        isSupplier: z.boolean().describe('Only contacts that are marked as suppliers (`true`) or not (`false`).'),
        label: z.string().trim().min(1).max(60).describe('Only contacts with this label.'),
        sellerId: z.uuid().describe('Only contacts of this seller.'),
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
  name: z.string().min(1).max(512).describe('The name of the template at the provider.'),
  language: z.string().min(2).max(20).describe('The language of the template, such as `es` or `es_MX`.'),
  parameters: z
    .strictObject({
      header: z.array(value).max(10).default([]).describe('Of the header, in order.'),
      body: z.array(value).max(50).default([]).describe('Of the body, in order.'),
      buttons: z.array(value).max(10).default([]).describe('Of the buttons that take a value, in order.'),
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
  name: z.string().trim().min(1).max(200).describe('What members see in the list of diffusions.'),
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

export const DiffusionState = z
  .enum(['draft', 'scheduled', 'preparing', 'running', 'paused', 'done', 'canceled'])
  .describe('`preparing` writes down the recipients; `done`: none is left to send to.');
const count = z.number().int();
export const Counts = z.object({
  audience: count.describe('Everybody: the sum of `queued` to `canceled`.'),
  queued: count.describe('Their turn has not come.'),
  sending: count.describe('On their way to the provider.'),
  held: count.describe('Kept until the provider takes their template again.'),
  sent: count.describe('Taken by the provider.'),
  failed: count.describe('The provider refused or could not deliver it.'),
  skipped: count.describe('Left out; the log has the reason.'),
  canceled: count.describe('Left when the diffusion was canceled: they get nothing.'),
  delivered: count.describe('Of those sent.'),
  read: count.describe('Of those delivered.'),
  replied: count.describe('Recipients who wrote within a week.'),
});

export const DiffusionView = z
  .object({
    id: z.uuid(),
    ...fields,
    templates: z
      .array(DiffusionTemplate.extend({ counts: Counts.describe('Of the recipients who get this template.') }))
      .describe('With the counts of each.'),
    counts: Counts.describe('Of all recipients.'),
    state: DiffusionState,
    startAt: Timestamp.nullable().describe('`localStart` as an instant; null: it has no planned time.'),
    waitingFor: z
      .enum(['window', 'budget', 'template', 'channel'])
      .nullable()
      .describe('Why nothing is sent at the moment; null: it is.'),
    resumeAt: Timestamp.nullable().describe('When it looks again, if it waits.'),
    problem: z.string().nullable().describe('Why the service paused it.'),
    startedAt: Timestamp.nullable().describe('When it was started or its time came; null: not yet.'),
    finishedAt: Timestamp.nullable().describe('When it was done or canceled; null: it is neither.'),
    ...versioned,
  })
  .meta({ id: 'Diffusion' });

export const SkipReason = z
  .enum(['no_number', 'duplicate', 'opted_out', 'blocked', 'missing_value'])
  .describe('`duplicate`: the number is there twice; `missing_value`: a variable would be empty.');
const Amount = z.object({ amount: z.string().describe('In units of the currency.'), currency: z.string() });

export const DiffusionPreview = z.object({
  audience: count.describe('Everybody in it, also those who are left out.'),
  reach: count.describe('Those who would get a message.'),
  excluded: z
    .array(z.object({ reason: SkipReason, count: count.describe('People left out for this reason.') }))
    .describe('Who is left out, by reason.'),
  cost: Amount.nullable().describe('Of all messages, by the prices in the settings; null: a price is not known.'),
  templates: z
    .array(
      z.object({
        name: z.string().describe('The name of the template at the provider.'),
        language: z.string().describe('The language of the template.'),
        category: z.string().describe('Decides the price. Empty: the number has no such template.'),
        isSendable: z.boolean().describe('Whether it is approved and takes the given values.'),
        reach: count.describe('Those who would get this template.'),
        price: Amount.nullable().describe('Of one message.'),
      }),
    )
    .describe('With the reach and price of each.'),
  budget: z
    .object({
      perDay: count.describe('People a day.'),
      left: count.describe('People who may still be written to today.'),
      days: count.describe('How many days it takes with this budget.'),
    })
    .nullable()
    .describe('The daily budget of the number; null: it has none.'),
  obstacles: z.array(z.string()).describe('The problems that prevent sending at the moment.'),
  sample: z
    .array(
      z.object({
        name: z.string().describe('Of the recipient.'),
        address: z.string().describe('Their number.'),
        text: z.string().describe('The message as they would get it.'),
      }),
    )
    .describe('The messages of the first few, with their values filled in.'),
});

export const Recipient = z.object({
  number: z.number().int().describe('Its place in the audience.'),
  address: z.string().nullable().describe('The number; null: the contact has none.'),
  name: z.string().describe('Of the contact, or from the file.'),
  contactId: z.uuid().nullable().describe('The contact; null: not a known one.'),
  conversationId: z.uuid().nullable().describe('Where the message was written; null: not yet.'),
  template: z.number().int().describe('1 or 2: which of the templates.'),
  state: z
    .enum(['queued', 'sending', 'held', 'sent', 'failed', 'skipped', 'canceled'])
    .describe('`held`: kept until the provider takes the template again.'),
  reason: SkipReason.nullable().describe('Why it was skipped.'),
  attempts: z.number().int().describe('How often a message was written for them.'),
  messageId: z.uuid().nullable().describe('The message in the conversation; null: not written yet.'),
  channelMessageId: z.string().nullable().describe('The id that the provider gave the message.'),
  status: z.string().nullable().describe('Of the message: `accepted`, `sent`, `delivered`, `read`, `failed` …'),
  failure: z
    .object({
      code: z.string().describe('The provider’s error code.'),
      message: z.string().describe('The provider’s explanation.'),
    })
    .nullable()
    .describe('The provider’s own words.'),
  price: z
    .object({
      category: z.string().describe('Of the price, in the provider’s words.'),
      isBilled: z.boolean().describe('Whether the provider charged for it.'),
    })
    .nullable()
    .describe('Null until the provider reports it.'),
  sentAt: Timestamp.nullable().describe('When its message was written; null: its turn has not come.'),
  deliveredAt: Timestamp.nullable().describe('When it reached the device; null: not reported.'),
  readAt: Timestamp.nullable().describe('When it was opened; null: not reported.'),
  repliedAt: Timestamp.nullable().describe('When the person answered; null: not within a week.'),
  replyId: z.uuid().nullable().describe('The first message that answers it.'),
});

export const NewOptOut = z
  .strictObject({
    phone: z
      .string()
      .trim()
      .min(3)
      .max(40)
      .describe('The number, with its country code if it is foreign. Or give `conversationId`.'),
    conversationId: z.uuid().describe('Whose number it is. Or give `phone`.'),
    note: z.string().trim().max(500).describe('Why, for colleagues.'),
  })
  .partial()
  .refine((given) => (given.phone === undefined) !== (given.conversationId === undefined), {
    path: ['phone'],
    message: 'or `conversationId` is needed, and not both',
  });
export const OptOutView = z.object({
  id: z.uuid(),
  address: z.string().describe('The number that gets no diffusions.'),
  source: z
    .enum(['keyword', 'manual', 'provider'])
    .describe('The person wrote STOP or BAJA, a member noted it, or the provider said so.'),
  conversationId: z.uuid().nullable().describe('The conversation that it came from; null: none.'),
  note: z.string().describe('Why, for colleagues.'),
  createdAt: Timestamp,
});
