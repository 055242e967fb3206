import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { changeOf, versioned } from '#platform/http/change.ts';
import { uniqueList } from '#platform/unique-list.ts';
import { ChannelKind } from '../channel/channel.schema.ts';

export const State = z
  .enum(['open', 'closed', 'snoozed'])
  .describe('`snoozed`: out of the way until `snoozedUntil` or the next message.');
export const Label = z.string().trim().min(1).max(60);
const Category = z.string().trim().min(1).max(60);
const Link = z.strictObject({
  entityKind: z.string().min(3).max(60).describe('As events name it: `invoiceId`, `taskId`.'),
  entityId: z.uuid().describe('The id of that document, booking or other thing.'),
});

const fields = {
  contactId: z.uuid().nullable().describe('The contact (customer) who writes.'),
  labels: uniqueList(Label, { max: 50 }).describe('Replaces all of them. A new label is made by using it.'),
  category: Category.nullable().describe('What it is about, in words of your own; null: none.'),
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
    name: z.string().trim().max(200).default('').describe('Of the person who writes.'),
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
  state: State.describe('Open, closed or snoozed.'),
  snoozedUntil: Timestamp.describe('With `state: snoozed`.'),
  name: z.string().trim().max(200).describe('Of the person who writes.'),
});

export const AssignedTo = z
  .strictObject({
    version: z.number().int().optional().describe('As read: of two people who take it at once, the second is refused.'),
    userId: z.uuid().nullable().optional().describe('The member who gets it. Without `botId` either, nobody does.'),
    botId: z.uuid().nullable().optional().describe('The bot that gets it.'),
  })
  .refine(({ userId, botId }) => !userId || !botId, { path: ['botId'], message: 'A conversation has one owner.' });

export const Conversation = z
  .object({
    id: z.uuid(),
    channelId: z.uuid(),
    channelKind: ChannelKind.describe('The kind of its channel.'),
    sourceId: z.string().describe('The visitor, number, address or comment thread.'),
    name: z.string().describe('Of the person, as they or the provider give it.'),
    contactId: z.uuid().nullable().describe('The contact (customer) who writes; null: not known.'),
    contactName: z.string().nullable().describe('The name of the contact; null: no contact.'),
    state: State.describe('Open, closed or snoozed.'),
    snoozedUntil: Timestamp.nullable().describe('When it opens again; null: it is not snoozed.'),
    userId: z.uuid().nullable().describe('The person who has it.'),
    botId: z.uuid().nullable().describe('The bot that has it.'),
    labels: z.array(z.string()).describe('The labels that members gave it.'),
    category: z.string().nullable().describe('What it is about; null: not categorized.'),
    subject: z.string().describe('Of the first e-mail; empty on other channels.'),
    messageCount: z.number().int().describe('Messages of both sides.'),
    unreadCount: z.number().int().describe('Messages of the customer that you have not seen; counted up to 100.'),
    lastMessageAt: Timestamp.describe('When the last message was written or arrived.'),
    lastText: z.string().describe('The beginning of the last message.'),
    lastDirection: z.enum(['in', 'out']).describe('`in`: the customer wrote last.'),
    waitingSince: Timestamp.nullable().describe('Since when the customer waits for an answer.'),
    windowEndsAt: Timestamp.nullable().describe('Until when anything may be sent; null: no limit.'),
    isWindowOpen: z.boolean().describe('Whether anything may be sent; if not, only templates.'),
    reopenedCount: z.number().int().describe('How often it was opened again after it was closed.'),
    isBlocked: z.boolean().describe('Whether its person is blocked on the channel.'),
    ...versioned,
  })
  .meta({ id: 'Conversation' });

export const ConversationMeta = Conversation.extend({
  links: z
    .array(
      z.object({
        entityKind: z.string().describe('As events name it: `invoiceId`, `taskId`.'),
        entityId: z.uuid().describe('The id of that document, booking or other thing.'),
      }),
    )
    .describe('Documents, bookings and other things that it is about.'),
  sources: z
    .array(
      z.object({
        kind: z.string().describe('`phone`, `email`, `user` …'),
        value: z.string().describe('The number, the address or the id at the provider.'),
      }),
    )
    .describe('The names under which the provider knows them.'),
  seenBy: z
    .array(
      z.object({
        userId: z.uuid().describe('The member.'),
        seq: z.string().describe('The newest entry that they have seen.'),
        seenAt: Timestamp.describe('When they last opened it.'),
      }),
    )
    .describe('The members who have opened it, the latest first.'),
  episodes: z
    .array(
      z.object({
        number: z.number().int().describe('1 is the first opening.'),
        openedAt: Timestamp.describe('When it was opened.'),
        firstResponseAt: Timestamp.nullable().describe('When a member or bot first answered; null: not yet.'),
        closedAt: Timestamp.nullable().describe('When it was closed; null: it is open.'),
        rating: z.number().int().nullable().describe('From 1 to 5, by the customer; null: not rated.'),
      }),
    )
    .describe('From each opening to its closing; the newest 20.'),
});

export const RatingGiven = z.strictObject({
  rating: z
    .union([z.number().int().min(1).max(5), z.enum(['1', '2', '3', '4', '5']).transform(Number)])
    .describe('From 1, very bad, to 5, very good.'),
  comment: z.string().trim().max(2000).default('').describe('What the customer adds.'),
});

export const Rating = z.object({
  organizationName: z.string(),
  logoUrl: z.string().nullable(),
  rating: z.number().int().nullable().describe('Null: not rated yet.'),
  comment: z.string().describe('What the customer wrote; empty: nothing.'),
});

export const ConversationFigures = z.object({
  opened: z.number().int().describe('Openings in the span of days.'),
  closed: z.number().int().describe('Of these, how many are closed by now.'),
  reopened: z.number().int().describe('Of these, those of conversations that had been closed before.'),
  firstResponseSeconds: z.number().nullable().describe('The median.'),
  resolutionSeconds: z.number().nullable().describe('The median.'),
  ratings: z.number().int().describe('How many customers rated them.'),
  rating: z.number().nullable().describe('The mean, from 1 to 5.'),
});

export const ConversationStats = z.object({
  ...ConversationFigures.shape,
  open: z.number().int().describe('Open now.'),
  waiting: z.number().int().describe('Open now, with a customer who waits.'),
  byAgent: z
    .array(
      z.object({
        userId: z.uuid().nullable().describe('The member; null: a bot or nobody.'),
        botId: z.uuid().nullable().describe('The bot; null: a person or nobody.'),
        open: z.number().int().describe('Open now: the load.'),
        ...ConversationFigures.shape,
      }),
    )
    .describe('By who has or had the conversation.'),
  byChannel: z
    .array(z.object({ channelId: z.uuid(), ...ConversationFigures.shape }))
    .describe('By channel, the one with the most openings first.'),
  byHour: z
    .array(
      z.object({
        hour: z.number().int().describe('0 to 23, by the clocks of the organization.'),
        ...ConversationFigures.shape,
      }),
    )
    .describe('By the hour of the day of the opening.'),
});
