import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { versioned } from '#platform/http/change.ts';
import { TemplateValues } from '../template/template.schema.ts';

const title = z.string().trim().min(1).max(20).describe('What the customer sees, at most 20 characters.');

/** A message as somebody of the organization writes it. Which fields it needs depends on its type. */
export const NewMessage = z
  .strictObject({
    conversationId: z.uuid().optional().describe('Where it is written, unless `channelId` and `sourceId` say so.'),
    channelId: z.uuid().optional().describe('With `sourceId`, instead of `conversationId`.'),
    sourceId: z.string().min(1).max(254).optional().describe('The number, address or visitor on that channel.'),
    type: z
      .enum(['text', 'image', 'video', 'audio', 'document', 'location', 'reaction', 'interactive'])
      .default('text')
      .describe('Decides which of the other fields are needed.'),
    text: z.string().trim().max(4096).optional().describe('The text, or the caption of a picture or document.'),
    note: z.boolean().default(false).describe('Only for colleagues: it never leaves.'),
    fileId: z.uuid().optional().describe('The file to send, for pictures, sounds and documents.'),
    replyToId: z.uuid().optional().describe('The message that it answers; for a reaction, the one it is on.'),
    emoji: z.string().max(32).optional().describe('For a reaction; empty takes it back.'),
    buttons: z
      .array(
        z.strictObject({
          payload: z.string().min(1).max(256).describe('What a bot or automation gets when the button is pressed.'),
          title,
        }),
      )
      .min(1)
      .max(3)
      .optional()
      .describe('Answers to choose from; for `interactive`, instead of `list`.'),
    list: z
      .strictObject({
        button: title.describe('Opens the list.'),
        rows: z
          .array(
            z.strictObject({
              payload: z.string().min(1).max(200).describe('What a bot or automation gets when the row is chosen.'),
              title: z.string().trim().min(1).max(24).describe('What the customer sees.'),
              description: z.string().max(72).optional().describe('A second line in small type.'),
            }),
          )
          .min(1)
          .max(10)
          .describe('The choices, at most 10.'),
      })
      .optional()
      .describe('Up to 10 choices behind a button; for `interactive`.'),
    location: z
      .strictObject({
        latitude: z.number().min(-90).max(90),
        longitude: z.number().min(-180).max(180),
        name: z.string().max(200).optional().describe('Of the place.'),
        address: z.string().max(300).optional().describe('Of the place, as text.'),
      })
      .optional()
      .describe('For the type `location`.'),
    cannedAnswerId: z.uuid().optional().describe('A canned answer instead of `text`, with its variables filled in.'),
  })
  .superRefine((message, context) => {
    const needs = (path: keyof typeof message, holds: boolean, text: string): void => {
      if (!holds) context.addIssue({ code: 'custom', path: [path], message: text, params: { code: 'required' } });
    };
    const { type, note } = message;
    const target =
      message.conversationId !== undefined || (message.channelId !== undefined && message.sourceId !== undefined);
    needs('conversationId', target, 'is needed, or `channelId` with `sourceId`');
    const hasText = [message.text, message.cannedAnswerId].some(Boolean);
    if (note || type === 'text') needs('text', hasText || (note && message.fileId !== undefined), 'is needed');
    else if (['image', 'video', 'audio', 'document'].includes(type))
      needs('fileId', message.fileId !== undefined, 'is needed for this type');
    else if (type === 'location') needs('location', message.location !== undefined, 'is needed for this type');
    else if (type === 'reaction') {
      needs('replyToId', message.replyToId !== undefined, 'is needed for this type');
      needs('emoji', message.emoji !== undefined, 'is needed for this type');
    } else if (type === 'interactive') {
      needs('text', hasText, 'is needed');
      needs(
        'buttons',
        (message.buttons === undefined) !== (message.list === undefined),
        'or `list` is needed, and not both',
      );
    }
  });

/** A document or booking that is put into a chat. */
export const DocumentMessage = z
  .strictObject({
    conversationId: z.uuid(),
    documentId: z.uuid().optional().describe('A document (quote, order, invoice).'),
    bookingId: z.uuid().optional().describe('A booking, instead of a document or with it.'),
    as: z
      .enum(['page', 'pdf'])
      .default('page')
      .describe('`page`: the addresses where it is seen and paid. `pdf`: the document as a file.'),
    text: z.string().trim().max(1000).default('').describe('Written above it.'),
  })
  .superRefine(({ documentId, bookingId, as }, context) => {
    const isMissing = documentId === undefined && (as === 'pdf' || bookingId === undefined);
    const message = as === 'pdf' ? 'is needed for a PDF' : 'or `bookingId` is needed';
    if (isMissing) context.addIssue({ code: 'custom', path: ['documentId'], message, params: { code: 'required' } });
  });

export const Medium = z.object({
  id: z.uuid(),
  state: z.enum(['pending', 'stored', 'failed']).describe('Whether the bytes were fetched from the provider.'),
  fileId: z.uuid().nullable().describe('The stored file; null: not fetched yet.'),
  name: z.string().describe('The name of the file; empty: the sender gave none.'),
  contentType: z.string(),
  problem: z.string().nullable().describe('Why the bytes could not be fetched.'),
  url: z.string().describe('The bytes, once they are stored.'),
});

export const MessageView = z
  .object({
    id: z.uuid(),
    conversationId: z.uuid(),
    channelId: z.uuid(),
    seq: z.string().describe('Its place in the conversation, without gaps.'),
    direction: z
      .enum(['in', 'out', 'note', 'event'])
      .describe('`note`: only for colleagues. `event`: something that happened, such as an assignment.'),
    type: z.string().describe('As in `POST /v1/chat/message`, or for example `sticker`, `template`, `comment`.'),
    text: z.string().describe('The text or the caption; empty: none.'),
    content: z
      .record(z.string(), z.unknown())
      .describe('What else the type has: buttons, a location, a template, the facts of an event.'),
    author: z
      .enum(['contact', 'user', 'bot', 'system', 'elsewhere'])
      .describe('Who wrote it; `elsewhere`: the organization, in another program.'),
    userId: z.uuid().nullable().describe('The member who wrote it; null: nobody of the organization.'),
    botId: z.uuid().nullable().describe('The bot that wrote it; null: no bot.'),
    channelMessageId: z.string().nullable().describe('Its id at the provider.'),
    replyToId: z.uuid().nullable().describe('The message that it answers or reacts to; null: none.'),
    status: z
      .enum([
        'received',
        'stored',
        'queued',
        'sending',
        'unconfirmed',
        'accepted',
        'sent',
        'delivered',
        'read',
        'played',
        'failed',
      ])
      .describe('How far it is; `unconfirmed`: the provider has not said whether it was sent.'),
    failure: z
      .object({
        code: z.string().describe('The provider’s error code.'),
        message: z.string().describe('The provider’s explanation.'),
      })
      .nullable()
      .describe('Why it was not sent or delivered; null: it did not fail.'),
    media: z.array(Medium).describe('Its pictures, sounds and documents.'),
    price: z
      .object({
        category: z.string().describe('Of the price, in the provider’s words.'),
        isBilled: z.boolean().describe('Whether the provider charged for it.'),
      })
      .nullable()
      .describe('As the provider charges it.'),
    at: Timestamp.describe('When it was said, as the provider says.'),
    sentAt: Timestamp.nullable().describe('When it was sent, by the provider’s notice; null: no notice.'),
    deliveredAt: Timestamp.nullable().describe('When it reached the device; null: not reported.'),
    readAt: Timestamp.nullable().describe('When the customer opened it; null: not reported.'),
    failedAt: Timestamp.nullable().describe('When it failed; null: it did not.'),
    editedAt: Timestamp.nullable().describe('When its author changed it; null: never.'),
    deletedAt: Timestamp.nullable().describe('When its author deleted it; null: never.'),
    createdAt: Timestamp,
  })
  .meta({ id: 'ChatMessage' });

export const NewTemplateMessage = z.strictObject({
  conversationId: z.uuid(),
  name: z.string().min(1).max(512).describe('The name of the template at the provider.'),
  language: z.string().min(2).max(20).describe('The language of the template, such as `es` or `es_MX`.'),
  parameters: TemplateValues,
  headerFileId: z.uuid().optional().describe('The file of a header that is a picture, video or document.'),
});

export const Drop = z.object({
  id: z.uuid(),
  channelId: z.uuid().nullable().describe('Null: the channel that it arrived for is gone.'),
  reason: z.string().describe('A word for programs, such as `unreadable` or `sender_unknown`.'),
  detail: z.string().describe('What exactly was not understood.'),
  part: z.unknown().describe('As the provider sent it.'),
  attempts: z.number().int().describe('How often it was tried.'),
  createdAt: Timestamp,
  resolvedAt: Timestamp.nullable().describe('When it became a message; null: still unhandled.'),
});

const canned = {
  shortcut: z.string().trim().min(1).max(60).describe('What members type to find it.'),
  text: z
    .string()
    .trim()
    .min(1)
    .max(4096)
    .describe(
      'May hold `{{contact.name}}`, `{{contact.firstName}}`, `{{contact.email}}`, `{{contact.phone}}`, `{{agent.name}}` and `{{organization.name}}`.',
    ),
};
export const NewCannedAnswer = z.strictObject(canned);
export const CannedAnswerChange = z.strictObject({
  id: z.uuid(),
  version: z.number().int().optional(),
  ...z.strictObject(canned).partial().shape,
});
export const CannedAnswer = z.object({
  id: z.uuid(),
  ...canned,
  ...versioned,
});
