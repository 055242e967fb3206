import { z } from 'zod';
import { CalendarDate, isInOrder, outOfOrder } from '#platform/date.ts';
import { exampleId, otherExampleId } from '#platform/http/example-ids.ts';
import { cursorPageOf, pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { spanOf } from '../channel/channel.routes.ts';
import { describeMessages } from '../message/describe.ts';
import { MessageView } from '../message/message.schema.ts';
import { conversations } from '../tables.ts';
import { MemberMayNotAnswer } from './answerers.ts';
import { CategoryUnknown, categorize } from './category.ts';
import {
  assignTo,
  changeConversation,
  createConversation,
  markSeen,
  SnoozeNeedsTime,
  SourceUnreachable,
} from './change.ts';
import {
  AssignedTo,
  Conversation,
  ConversationChange,
  ConversationMeta,
  ConversationStats,
  NewConversation,
  Rating,
  RatingGiven,
} from './conversation.schema.ts';
import { describeConversation, describeConversations, describeMeta } from './describe.ts';
import { getBySource } from './find.ts';
import { COUNTED_MAX, conversationList, feedList } from './list.sql.ts';
import { createRatingLink, rate, readRating } from './rating.ts';
import { ratingPage } from './rating-page.ts';
import { SnoozeInPast } from './state.ts';
import { readStats } from './stats.sql.ts';
import { streamEntries } from './stream.ts';

const bySource = z.strictObject({ channelId: z.uuid(), sourceId: z.string().min(1).max(254) });

export const conversationRoutes = [
  route('GET', '/v1/conversation', 'chats:read', {
    summary: 'List conversations',
    description:
      'The one with the newest message first. `search` finds the words of messages, `customer` the person who writes. `sort=waiting` has only those whose customer waits. `total` is counted up to 100, unless `count=exact` asks for all.',
    query: conversationList.query,
    returns: pageOf(Conversation),
    examples: { query: { state: 'open', unassigned: 'true' } },
    handler: (ctx, { query }) =>
      conversationList.page(ctx, query, (rows) => describeConversations(ctx, rows), { upTo: COUNTED_MAX }),
  }),
  route('GET', '/v2/conversation', 'chats:read', {
    action: 'listByCursor',
    summary: 'List conversations by cursor',
    description: 'The same list; every page costs the same.',
    query: conversationList.cursorQuery,
    returns: cursorPageOf(Conversation),
    examples: { query: { state: 'open' } },
    handler: (ctx, { query }) => conversationList.next(ctx, query, (rows) => describeConversations(ctx, rows)),
  }),
  route('GET', '/v1/conversation/stats', 'chats:read', {
    summary: 'Read conversation statistics',
    description:
      'Of the conversations that were opened in a span of days: first response, resolution, reopenings, load and satisfaction, by agent, channel and hour.',
    query: z
      .strictObject({
        from: CalendarDate.optional().describe('The first day of openings. Default: 30 days before the last.'),
        to: CalendarDate.optional().describe('The last day, included. Default: today.'),
        channelId: z.uuid().optional().describe('Conversations of this channel only.'),
        userId: z.uuid().optional().describe('Conversations that this member has or had.'),
      })
      .refine(isInOrder, outOfOrder),
    returns: ConversationStats,
    examples: { query: { from: '2026-11-01', to: '2026-11-30' } },
    handler: (ctx, { query }) => readStats(ctx, { ...query, ...spanOf(ctx, query), timeZone: ctx.timeZone }),
  }),
  route('POST', '/v1/conversation', 'chats:write', {
    summary: 'Start a conversation',
    description:
      'With a number, an address or a contact. One that exists is answered as it is, with the given labels and links.',
    status: 201,
    body: NewConversation,
    returns: Conversation,
    refusals: [ReferenceNotFound, SourceUnreachable],
    examples: {
      body: {
        channelId: exampleId,
        sourceId: '+18095550123',
        name: 'Ana',
        labels: ['pedido'],
        links: [{ entityKind: 'invoiceId', entityId: otherExampleId }],
      },
    },
    handler: async (ctx, { body }) => describeConversation(ctx, await createConversation(ctx, body)),
  }),
  route('PATCH', '/v1/conversation', 'chats:write', {
    summary: 'Change a conversation',
    description: 'Opens, closes or snoozes it; sets its labels, category, contact and what it is about.',
    body: ConversationChange,
    returns: Conversation,
    refusals: [ReferenceNotFound, SnoozeInPast, SnoozeNeedsTime],
    examples: {
      body: {
        id: exampleId,
        state: 'closed',
        labels: ['resuelto'],
        links: [{ entityKind: 'invoiceId', entityId: otherExampleId }],
      },
    },
    handler: async (ctx, { body }) => describeConversation(ctx, await changeConversation(ctx, body)),
  }),
  route('GET', '/v1/conversation/:id', 'chats:read', {
    summary: 'Read a conversation',
    description: 'Its state, owner, labels and window. `feed` has its messages.',
    returns: Conversation,
    handler: async (ctx, { params: { id } }) => describeConversation(ctx, await conversations.get(ctx, id)),
  }),
  route('PATCH', '/v1/conversation/:id/assign', 'chats:write', {
    action: 'assign',
    summary: 'Assign a conversation',
    description:
      'To a member who may write in conversations (`chats:write`) or a bot; with neither, to nobody. A bot whose conversation is given to a person says nothing more in it.',
    body: AssignedTo,
    returns: Conversation,
    refusals: [ReferenceNotFound, MemberMayNotAnswer],
    examples: { body: { userId: otherExampleId } },
    handler: async (ctx, { params: { id }, body }) => describeConversation(ctx, await assignTo(ctx, id, body)),
  }),
  route('POST', '/v1/conversation/:id/categorize', 'chats:write', {
    summary: 'Categorize a conversation',
    description:
      'Sets a category. If none is given, the bot of the conversation or channel chooses one of those that are in use: by its model, or by the words of the customer and of the training that fits them.',
    reachesProvider: true,
    body: z.strictObject({
      category: z.string().trim().min(1).max(60).optional().describe('Left out: the bot chooses one that is in use.'),
    }),
    returns: Conversation,
    refusals: [CategoryUnknown],
    examples: { body: { category: 'reclamo' } },
    handler: async (steps, { params: { id }, body }) => {
      const changed = await categorize(steps, id, body.category);
      return steps.transaction((ctx) => describeConversation(ctx, changed));
    },
  }),
  route('GET', '/v1/conversation/:channelId/:sourceId', 'chats:read', {
    action: 'readBySource',
    summary: 'Read a conversation by where it came from',
    description: 'The visitor, number, address or comment thread, under any name that the provider uses for it.',
    params: bySource,
    returns: Conversation,
    handler: async (ctx, { params }) => describeConversation(ctx, await getBySource(ctx, params)),
  }),
  route('GET', '/v1/conversation/:channelId/:sourceId/meta', 'chats:read', {
    action: 'readMeta',
    summary: 'Read everything about a conversation but its messages',
    description:
      'Contact, labels, linked documents, window, owner, counts, who has seen it and how often it was opened.',
    params: bySource,
    returns: ConversationMeta,
    handler: async (ctx, { params }) => describeMeta(ctx, await getBySource(ctx, params)),
  }),
  route('GET', '/v1/conversation/:channelId/:sourceId/feed', 'chats:read', {
    action: 'readFeed',
    summary: 'Read the messages and happenings of a conversation',
    description:
      'Newest first, by cursor: a page costs the same however long the conversation is. With `Accept: text/event-stream` new entries arrive as they are stored, and `Last-Event-ID` (a `seq`) resumes.',
    params: bySource,
    query: feedList.cursorQuery,
    returns: cursorPageOf(MessageView),
    examples: { query: { itemsPerPage: '50' } },
    handler: async (ctx, { params, query }) => {
      const { id } = await getBySource(ctx, params);
      return feedList.next(ctx, { ...query, conversationId: id }, (rows) => describeMessages(ctx, rows));
    },
    stream: (ctx, { params, lastEventId }) => streamEntries(ctx, params, lastEventId),
  }),
  route('PATCH', '/v1/conversation/:channelId/:sourceId/seen', 'chats:write', {
    action: 'markSeen',
    summary: 'Mark a conversation as seen',
    description:
      'By the person who calls, up to its newest message. The customer of a messaging app sees it too, and with `typing` that an answer is being written.',
    params: bySource,
    query: z.strictObject({
      typing: z.boolean().default(false).describe('Shows the customer that an answer is being written.'),
    }),
    returns: Conversation,
    handler: async (ctx, { params, query }) =>
      describeConversation(ctx, await markSeen(ctx, await getBySource(ctx, params), query.typing)),
  }),
  route('POST', '/v1/conversation/:id/rating-link', 'chats:write', {
    action: 'createRatingLink',
    summary: 'Create a link to rate a conversation',
    description: 'Send it to the customer, who rates the conversation with it, without an account.',
    status: 201,
    returns: z.object({ url: z.string().describe('The page on which the customer rates the conversation.') }),
    handler: (ctx, { params: { id } }) => createRatingLink(ctx, id),
  }),
  route('GET', '/v1/conversation/rating/:ratingKey', 'public', {
    action: 'readRating',
    summary: 'Open a link to rate a conversation',
    description: 'A page for a person who opens it in a browser, JSON for a program.',
    params: z.strictObject({ ratingKey: z.string().min(1).max(100) }),
    returns: Rating,
    page: ratingPage,
    handler: (ctx, { params: { ratingKey } }) => readRating(ctx, ratingKey),
  }),
  route('POST', '/v1/conversation/rating/:ratingKey', 'public', {
    action: 'rate',
    summary: 'Rate a conversation',
    description: 'By the customer who has the link. The last rating counts.',
    attemptsPerHour: 60,
    takesForms: true,
    params: z.strictObject({ ratingKey: z.string().min(1).max(100) }),
    body: RatingGiven,
    returns: Rating,
    examples: { body: { rating: 5, comment: 'Muy amables' } },
    page: ratingPage,
    handler: (ctx, { params: { ratingKey }, body }) => rate(ctx, ratingKey, body),
  }),
];
