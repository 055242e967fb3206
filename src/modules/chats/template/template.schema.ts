import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { versioned } from '#platform/http/change.ts';

const variables = (text: string): string[] => [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name]) => name!);
const example = z.string().trim().min(1).max(1024);
const label = z.string().trim().min(1).max(25).describe('What the customer sees on it.');

const TemplateButton = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('QUICK_REPLY').describe('An answer to press.'), text: label }),
  z.strictObject({
    type: z.literal('URL').describe('A web page.'),
    text: label,
    url: z
      .string()
      .max(2000)
      .regex(/^https?:\/\/[^\s{}]+(\{\{1\}\})?$/, 'must be a web address that may end with {{1}}')
      .describe('Where it leads. May end with `{{1}}`.'),
    example: z.string().max(2000).optional().describe('The whole address for one customer, where it ends with {{1}}.'),
  }),
  z.strictObject({
    type: z.literal('PHONE_NUMBER').describe('Calls a number.'),
    text: label,
    phoneNumber: z
      .string()
      .max(20)
      .regex(/^\+\d{5,19}$/, 'must be a number such as +18095550123')
      .describe('The number to call, with its country code.'),
  }),
  z.strictObject({
    type: z.literal('COPY_CODE').describe('Copies a code, such as a coupon.'),
    example: z.string().trim().min(1).max(15).describe('A code as customers will get it.'),
  }),
]);

/** The most that the provider takes of each type. */
const buttonsMax: Record<string, number> = { URL: 2, PHONE_NUMBER: 1, COPY_CODE: 1 };

export const NewTemplate = z
  .strictObject({
    name: z
      .string()
      .max(512)
      .regex(/^[a-z0-9_]+$/, 'must have small letters, digits and underscores only')
      .describe('With the language it names the template at the provider.'),
    language: z
      .string()
      .regex(/^[a-z]{2,3}(_[A-Z]{2})?$/, 'must be a language such as es or es_MX')
      .describe('For example `es` or `es_MX`.'),
    category: z.enum(['UTILITY', 'MARKETING', 'AUTHENTICATION']).describe('Decides the price and when it may be sent.'),
    header: z
      .strictObject({
        text: z.string().trim().min(1).max(60).optional().describe('May hold `{{1}}`. Instead of `fileId`.'),
        examples: z.array(example).max(1).default([]).describe('One value, where the text has `{{1}}`.'),
        fileId: z.uuid().optional().describe('A picture, video or PDF as the example of a header that is a file.'),
      })
      .optional()
      .describe('Above the body: a text or a file.'),
    body: z
      .strictObject({
        text: z.string().trim().min(1).max(1024).describe('With `{{1}}`, `{{2}}` … for what differs.'),
        examples: z.array(example).max(50).default([]).describe('One value for each variable.'),
      })
      .optional()
      .describe('The text itself; needed unless the category is `AUTHENTICATION`.'),
    footer: z
      .string()
      .trim()
      .min(1)
      .max(60)
      .refine((text) => variables(text).length === 0, 'must have no variables')
      .optional()
      .describe('A line below the body, without variables.'),
    buttons: z.array(TemplateButton).max(10).default([]).describe('Below the text, at most 10.'),
    code: z
      .strictObject({
        buttonText: label.default('Copiar código').describe('On the button that copies the code.'),
        recommendsSecrecy: z.boolean().default(true).describe('Adds that the code must not be shared.'),
        expiresInMinutes: z.number().int().min(1).max(90).optional().describe('Adds how long the code is valid.'),
      })
      .optional()
      .describe('For `AUTHENTICATION`: the provider writes the text around the one-time code.'),
  })
  .superRefine((template, context) => {
    const refuse: Refuse = (path, message) =>
      context.addIssue({ code: 'custom', path, message, params: { code: 'invalid' } });
    const { category, header, body, buttons, code } = template;
    if (category === 'AUTHENTICATION') {
      checkAuthentication(template, refuse);
      return;
    }
    if (code) refuse(['code'], 'is for the category AUTHENTICATION only');
    if (!body) refuse(['body'], 'is needed');
    if (header && (header.text === undefined) === (header.fileId === undefined))
      refuse(['header'], 'must have either `text` or `fileId`');
    if (header?.text !== undefined) checkVariables(header, 1, (path, message) => refuse(['header', path], message));
    if (body) {
      checkVariables(body, 50, (path, message) => refuse(['body', path], message));
      if (/^\{\{\s*\w+\s*\}\}|\{\{\s*\w+\s*\}\}$/.test(body.text))
        refuse(['body', 'text'], 'neither begins nor ends with a variable');
    }
    buttons.forEach((button, place) => {
      if (button.type === 'URL' && button.url.endsWith('{{1}}') !== (button.example !== undefined))
        refuse(['buttons', place, 'example'], 'must be given exactly where the address ends with {{1}}');
    });
    for (const [type, most] of Object.entries(buttonsMax))
      if (buttons.filter((each) => each.type === type).length > most)
        refuse(['buttons'], `must have at most ${most} of the type ${type}`);
  });

type Refuse = (path: (string | number)[], message: string) => void;

function checkAuthentication(
  {
    header,
    body,
    footer,
    buttons,
    code,
  }: Partial<Record<'header' | 'body' | 'footer' | 'code', unknown>> & { buttons: unknown[] },
  refuse: Refuse,
): void {
  if (!code) refuse(['code'], 'is needed for this category');
  for (const [name, part] of Object.entries({ header, body, footer }))
    if (part !== undefined) refuse([name], 'is written by the provider for this category');
  if (buttons.length > 0) refuse(['buttons'], 'are written by the provider for this category');
}

/** The variables of a text are numbered from 1 without gaps, and each has an example. */
function checkVariables(
  { text = '', examples }: { text?: string | undefined; examples: string[] },
  most: number,
  refuse: (path: string, message: string) => void,
): void {
  const names = [...new Set(variables(text))];
  const numbers = names.map(Number).toSorted((a, b) => a - b);
  if (numbers.some((number, place) => number !== place + 1)) refuse('text', 'must number its variables {{1}}, {{2}} …');
  if (names.length > most) refuse('text', `must have at most ${most} variables`);
  if (examples.length !== names.length)
    refuse('examples', `must have one value for each of the ${names.length} variables`);
}

const value = z.string().min(1).max(1024);
export const TemplateValues = z
  .strictObject({
    header: z.array(value).max(10).default([]).describe('Of the header, in order.'),
    body: z.array(value).max(50).default([]).describe('Of the body, in order.'),
    buttons: z.array(z.string().min(1).max(2000)).max(10).default([]).describe('Of buttons that take one, in order.'),
  })
  .default({ header: [], body: [], buttons: [] })
  .describe('The values of `{{1}}`, `{{2}}` … in each part, and of the buttons that take one.');

export const Price = z
  .object({ amount: z.string().describe('In units of the currency, per message.'), currency: z.string() })
  .meta({ id: 'MessagePrice' });

export const Template = z
  .object({
    id: z.uuid(),
    channelId: z.uuid(),
    name: z.string().describe('Its name at the provider.'),
    language: z.string().describe('For example `es` or `es_MX`.'),
    category: z.string().describe('Decides the price: `UTILITY`, `MARKETING`, `AUTHENTICATION`.'),
    status: z
      .string()
      .describe(
        'As the provider says: `APPROVED`, `PENDING`, `REJECTED`, `PAUSED` … `SUBMITTING`: it has not answered.',
      ),
    isSendable: z.boolean().describe('Whether messages can be sent with it: it is approved.'),
    reason: z.string().nullable().describe('Why it was rejected, paused or disabled.'),
    quality: z.string().nullable().describe('The provider’s rating by what customers do with it; null: none yet.'),
    edition: z.number().int().describe('Counts the versions of the text.'),
    components: z.array(z.record(z.string(), z.unknown())).describe('As the provider writes them.'),
    parameters: z
      .object({
        header: z.array(z.string()).describe('Names of the variables of the header, in order.'),
        body: z.array(z.string()).describe('Names of the variables of the body, in order.'),
        buttons: z.number().int().describe('How many buttons take a value.'),
        media: z.enum(['IMAGE', 'VIDEO', 'DOCUMENT']).nullable().describe('The file that its header takes.'),
      })
      .describe('The values that it takes, by the names of its variables.'),
    price: Price.nullable().describe('Of one message, by the section `messaging` of the settings.'),
    statusAt: Timestamp.describe('When the status last changed.'),
    ...versioned,
  })
  .meta({ id: 'MessageTemplate' });

export const TemplateHistory = Template.extend({
  versions: z
    .array(
      z.object({
        edition: z.number().int().describe('The version of the text.'),
        category: z.string().describe('That it had.'),
        components: z.array(z.record(z.string(), z.unknown())).describe('As the provider writes them.'),
        replacedAt: Timestamp.describe('When the next version replaced it.'),
      }),
    )
    .describe('Earlier versions of the text.'),
  history: z
    .array(
      z.object({
        event: z.string().describe('The provider’s word, such as `APPROVED`, `FLAGGED`, `REINSTATED`.'),
        status: z.string().describe('After this event.'),
        reason: z.string().nullable().describe('As the provider gives it; null: none.'),
        edition: z.number().int().describe('The version of the text that it is about.'),
        source: z.enum(['api', 'sync', 'webhook', 'sending']).describe('How this service learned it.'),
        at: Timestamp.describe('When it happened.'),
      }),
    )
    .describe('Its changes of status, newest first.'),
});

export const PreviewWanted = z.strictObject({
  contactId: z.uuid().optional().describe('The contact (customer) whose data are filled in.'),
  conversationId: z.uuid().optional().describe('Or the contact of this conversation.'),
  parameters: TemplateValues.unwrap()
    .optional()
    .describe('Values, which may hold `{{contact.name}}` and other variables. Default: the examples of the template.'),
});

export const Preview = z.object({
  header: z
    .object({
      format: z.string().describe('`TEXT`, `IMAGE`, `VIDEO` or `DOCUMENT`.'),
      text: z.string().describe('Of the header; empty: it is a file.'),
    })
    .nullable()
    .describe('Null: the template has none.'),
  body: z.string().describe('With the values filled in.'),
  footer: z.string().describe('Empty: it has none.'),
  buttons: z
    .array(
      z.object({
        type: z.string().describe('The type of the button, in the provider’s words.'),
        text: z.string().describe('What the customer sees on it.'),
        target: z.string().nullable().describe('Where it leads, the number or the code; null: an answer.'),
      }),
    )
    .describe('As the customer sees them.'),
  text: z.string().describe('As it is kept in the conversation.'),
  price: Price.nullable().describe('Of one message; null: the category has no price.'),
});
