import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { changeOf, versioned } from '#platform/http/change.ts';
import { uniqueList } from '#platform/unique-list.ts';
import { ChannelKind } from '../channel/channel.schema.ts';

export const State = z.enum(['open', 'closed', 'snoozed']);
export const Label = z.string().trim().min(1).max(60);
const Category = z.string().trim().min(1).max(60);
const Link = z.strictObject({
  entityKind: z.string().min(3).max(60).describe('As events name it: `invoiceId`, `taskId`.'),
  entityId: z.uuid(),
});

const fields = {
  contactId: z.uuid().nullable().describe('The contact (customer) who writes.'),
  labels: uniqueList(Label, { max: 50 }),
  category: Category.nullable(),
  links: uniqueList(Link, { max: 50, by: ({ entityKind, entityId }) => `${entityKind} ${entityId}` }).describe(
    'Documents, bookings and other things that it is about.',
  ),
};

export const NewConversation = z
  .strictObject({
    channelId: z.uuid(),
    sourceId: z
      .string()
      .trim()
      .min(1)
      .max(254)
      .optional()
      .describe(
        'The number, with its country code if it is foreign, or the e-mail address. Left out: that of the contact.',
      ),
    name: z.string().trim().max(200).default(''),
    contactId: fields.contactId.optional(),
    labels: fields.labels.optional(),
    category: fields.category.optional(),
    links: fields.links.optional(),
  })
  .refine(({ sourceId, contactId }) => sourceId !== undefined || contactId, {
    path: ['sourceId'],
    message: 'is needed, or a contact that can be reached there',
  });

export const ConversationChange = changeOf({
  ...fields,
  state: State,
  snoozedUntil: Timestamp.describe('With `state: snoozed`.'),
  name: z.string().trim().max(200),
});

export const AssignedTo = z
  .strictObject({
    version: z.number().int().optional().describe('As read: of two people who take it at once, the second is refused.'),
    userId: z.uuid().nullable().optional(),
    botId: z.uuid().nullable().optional(),
  })
  .refine(({ userId, botId }) => !userId || !botId, { path: ['botId'], message: 'A conversation has one owner.' });

export const Conversation = z
  .object({
    id: z.uuid(),
    channelId: z.uuid(),
    channelKind: ChannelKind,
    sourceId: z.string(),
    name: z.string(),
    contactId: z.uuid().nullable(),
    contactName: z.string().nullable(),
    state: State,
    snoozedUntil: Timestamp.nullable(),
    userId: z.uuid().nullable().describe('The person who has it.'),
    botId: z.uuid().nullable().describe('The bot that has it.'),
    labels: z.array(z.string()),
    category: z.string().nullable(),
    subject: z.string(),
    messageCount: z.number().int(),
    unreadCount: z.number().int().describe('Messages of the customer that you have not seen; counted up to 100.'),
    lastMessageAt: Timestamp,
    lastText: z.string(),
    lastDirection: z.enum(['in', 'out']),
    waitingSince: Timestamp.nullable().describe('Since when the customer waits for an answer.'),
    windowEndsAt: Timestamp.nullable().describe('Until when anything may be sent; null: no limit.'),
    isWindowOpen: z.boolean(),
    reopenedCount: z.number().int(),
    isBlocked: z.boolean().describe('Whether its person is blocked on the channel.'),
    ...versioned,
  })
  .meta({ id: 'Conversation' });

export const ConversationMeta = Conversation.extend({
  links: z.array(z.object({ entityKind: z.string(), entityId: z.uuid() })),
  sources: z
    .array(z.object({ kind: z.string(), value: z.string() }))
    .describe('The names under which the provider knows them.'),
  seenBy: z.array(z.object({ userId: z.uuid(), seq: z.string(), seenAt: Timestamp })),
  episodes: z
    .array(
      z.object({
        number: z.number().int(),
        openedAt: Timestamp,
        firstResponseAt: Timestamp.nullable(),
        closedAt: Timestamp.nullable(),
        rating: z.number().int().nullable(),
      }),
    )
    .describe('From each opening to its closing; the newest 20.'),
});

export const RatingGiven = z.strictObject({
  rating: z
    .union([z.number().int().min(1).max(5), z.enum(['1', '2', '3', '4', '5']).transform(Number)])
    .describe('From 1, very bad, to 5, very good.'),
  comment: z.string().trim().max(2000).default(''),
});

export const Rating = z.object({
  organizationName: z.string(),
  logoUrl: z.string().nullable(),
  rating: z.number().int().nullable().describe('Null: not rated yet.'),
  comment: z.string(),
});

export const ConversationFigures = z.object({
  opened: z.number().int(),
  closed: z.number().int(),
  reopened: z.number().int(),
  firstResponseSeconds: z.number().nullable().describe('The median.'),
  resolutionSeconds: z.number().nullable().describe('The median.'),
  ratings: z.number().int(),
  rating: z.number().nullable().describe('The mean, from 1 to 5.'),
});

export const ConversationStats = z.object({
  ...ConversationFigures.shape,
  open: z.number().int().describe('Open now.'),
  waiting: z.number().int().describe('Open now, with a customer who waits.'),
  byAgent: z.array(
    z.object({
      userId: z.uuid().nullable(),
      botId: z.uuid().nullable(),
      open: z.number().int().describe('Open now: the load.'),
      ...ConversationFigures.shape,
    }),
  ),
  byChannel: z.array(z.object({ channelId: z.uuid(), ...ConversationFigures.shape })),
  byHour: z
    .array(z.object({ hour: z.number().int(), ...ConversationFigures.shape }))
    .describe('By the hour of the day of the opening.'),
});
