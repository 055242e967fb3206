import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { versioned } from '#platform/http/change.ts';
import { TemplateValues } from '../template/template.schema.ts';

const title = z.string().trim().min(1).max(20);

/** A message as somebody of the organization writes it. Which fields it needs depends on its type. */
export const NewMessage = z
  .strictObject({
    conversationId: z.uuid().optional(),
    channelId: z.uuid().optional().describe('With `sourceId`, instead of `conversationId`.'),
    sourceId: z.string().min(1).max(254).optional(),
    type: z
      .enum(['text', 'image', 'video', 'audio', 'document', 'location', 'reaction', 'interactive'])
      .default('text'),
    text: z.string().trim().max(4096).optional().describe('The text, or the caption of a picture or document.'),
    note: z.boolean().default(false).describe('Only for colleagues: it never leaves.'),
    fileId: z.uuid().optional().describe('The file to send, for pictures, sounds and documents.'),
    replyToId: z.uuid().optional().describe('The message that it answers; for a reaction, the one it is on.'),
    emoji: z.string().max(32).optional().describe('For a reaction; empty takes it back.'),
    buttons: z
      .array(z.strictObject({ payload: z.string().min(1).max(256), title }))
      .min(1)
      .max(3)
      .optional(),
    list: z
      .strictObject({
        button: title,
        rows: z
          .array(
            z.strictObject({
              payload: z.string().min(1).max(200),
              title: z.string().trim().min(1).max(24),
              description: z.string().max(72).optional(),
            }),
          )
          .min(1)
          .max(10),
      })
      .optional(),
    location: z
      .strictObject({
        latitude: z.number().min(-90).max(90),
        longitude: z.number().min(-180).max(180),
        name: z.string().max(200).optional(),
        address: z.string().max(300).optional(),
      })
      .optional(),
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
  state: z.enum(['pending', 'stored', 'failed']),
  fileId: z.uuid().nullable(),
  name: z.string(),
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
    type: z.string(),
    text: z.string(),
    content: z.record(z.string(), z.unknown()),
    author: z.enum(['contact', 'user', 'bot', 'system', 'elsewhere']),
    userId: z.uuid().nullable(),
    botId: z.uuid().nullable(),
    channelMessageId: z.string().nullable().describe('Its id at the provider.'),
    replyToId: z.uuid().nullable(),
    status: z.enum([
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
    ]),
    failure: z.object({ code: z.string(), message: z.string() }).nullable(),
    media: z.array(Medium),
    price: z.object({ category: z.string(), isBilled: z.boolean() }).nullable().describe('As the provider charges it.'),
    at: Timestamp.describe('When it was said, as the provider says.'),
    sentAt: Timestamp.nullable(),
    deliveredAt: Timestamp.nullable(),
    readAt: Timestamp.nullable(),
    failedAt: Timestamp.nullable(),
    editedAt: Timestamp.nullable(),
    deletedAt: Timestamp.nullable(),
    createdAt: Timestamp,
  })
  .meta({ id: 'ChatMessage' });

export const NewTemplateMessage = z.strictObject({
  conversationId: z.uuid(),
  name: z.string().min(1).max(512),
  language: z.string().min(2).max(20),
  parameters: TemplateValues,
  headerFileId: z.uuid().optional().describe('The file of a header that is a picture, video or document.'),
});

export const Drop = z.object({
  id: z.uuid(),
  channelId: z.uuid().nullable().describe('Null: the channel that it arrived for is gone.'),
  reason: z.string(),
  detail: z.string(),
  part: z.unknown().describe('As the provider sent it.'),
  attempts: z.number().int(),
  createdAt: Timestamp,
  resolvedAt: Timestamp.nullable(),
});

const canned = {
  shortcut: z.string().trim().min(1).max(60),
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
