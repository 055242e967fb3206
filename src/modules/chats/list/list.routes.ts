import { z } from 'zod';
import { listOf } from '#platform/db/list.ts';
import { exampleId, otherExampleId } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { conversationLists } from '../tables.ts';
import { ConversationListChange, ConversationListView, NewConversationList } from './list.schema.ts';
import { changeList, createList, describeList, ListHasRule, ListNameTaken } from './list.ts';

const lists = listOf(conversationLists, { filters: {}, sort: { name: 'name', created: 'createdAt' }, order: 'name' });

export const listRoutes = [
  route('GET', '/v1/conversation-list', 'chats:read', {
    summary: 'List the saved lists of conversations',
    description: 'Each with the number of conversations that are on it now.',
    query: lists.query,
    returns: pageOf(ConversationListView),
    handler: (ctx, { query }) =>
      lists.page(ctx, query, (rows) => Promise.all(rows.map((row) => describeList(ctx, row)))),
  }),
  route('GET', '/v1/conversation-list/:id', 'chats:read', {
    summary: 'Read a saved list',
    description: 'Its rule and how many conversations are on it now. `GET /v1/conversation` with `listId` lists them.',
    returns: ConversationListView,
    handler: async (ctx, { params: { id } }) => describeList(ctx, await conversationLists.get(ctx, id)),
  }),
  route('POST', '/v1/conversation-list', 'chats:write', {
    summary: 'Save a list of conversations',
    description: 'By a rule that conversations match, or by hand.',
    status: 201,
    body: NewConversationList,
    returns: ConversationListView,
    refusals: [ListNameTaken, ListHasRule, ReferenceNotFound],
    examples: {
      body: {
        name: 'Esperan respuesta',
        rule: {
          state: ['open'],
          waiting: true,
          channelId: [exampleId],
          userId: [otherExampleId],
          botId: [exampleId],
          contactId: [otherExampleId],
        },
      },
    },
    handler: (ctx, { body }) => createList(ctx, body),
  }),
  route('PATCH', '/v1/conversation-list', 'chats:write', {
    summary: 'Change a saved list',
    description: 'Its name, its rule, or the conversations of a list made by hand.',
    body: ConversationListChange,
    returns: ConversationListView,
    refusals: [ListNameTaken, ListHasRule, ReferenceNotFound],
    examples: {
      body: {
        id: exampleId,
        add: [otherExampleId],
        rule: { channelId: [exampleId], userId: [otherExampleId], botId: [exampleId], contactId: [otherExampleId] },
      },
    },
    handler: (ctx, { body }) => changeList(ctx, body),
  }),
  route('DELETE', '/v1/conversation-list', 'chats:write', {
    summary: 'Delete a saved list',
    description: 'The conversations on it stay.',
    body: z.strictObject({ id: z.uuid() }),
    examples: { body: { id: exampleId } },
    handler: (ctx, { body }) => conversationLists.remove(ctx, body.id),
  }),
];
