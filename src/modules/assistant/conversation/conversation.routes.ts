import { UserRequired } from '#platform/auth/permission.ts';
import type { TenantContext } from '#platform/context.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { conversations } from '../tables.ts';
import { readMessages } from '../turn/history.ts';
import { createConversation, requirePerson } from '../turn/record.ts';
import { AssistantConversation, AssistantConversationDetail, NewAssistantConversation } from './conversation.schema.ts';
import { conversationList } from './conversation.sql.ts';
import { describeCall } from './describe.ts';

const MESSAGES_MAX = 200;

async function readConversation(ctx: TenantContext, conversationId: string) {
  const conversation = await conversations.get(ctx, { id: conversationId, userId: requirePerson(ctx) });
  const newest = await readMessages(ctx, conversationId, MESSAGES_MAX);
  const messages = newest.map((message) => ({ ...message, calls: message.calls.map(describeCall) }));
  return { ...conversation, messages };
}

export const conversationRoutes = [
  route('GET', '/v1/automation/assistant-conversations', 'assistant:read', {
    action: 'listConversations',
    summary: 'List your conversations with the assistant',
    description: 'The most recently used first. Conversations are private: nobody else sees them, whatever their role.',
    query: conversationList.query,
    returns: pageOf(AssistantConversation),
    refusals: [UserRequired],
    handler: (ctx, { query }) => conversationList.page(ctx, { ...query, userId: requirePerson(ctx) }),
  }),
  route('GET', '/v1/automation/assistant-conversations/:id', 'assistant:read', {
    action: 'getConversation',
    summary: 'Read a conversation with the assistant',
    description: 'Its messages with all calls of tools: the request, the decision and the outcome of each.',
    returns: AssistantConversationDetail,
    refusals: [UserRequired],
    handler: (ctx, { params: { id } }) => readConversation(ctx, id),
  }),
  route('POST', '/v1/automation/assistant-conversations', 'assistant:write', {
    action: 'createConversation',
    summary: 'Begin a conversation with the assistant',
    description: 'An empty one. `POST /v1/automation/assistant` without a `conversationId` begins one as well.',
    status: 201,
    body: NewAssistantConversation,
    returns: AssistantConversation,
    refusals: [UserRequired],
    examples: { body: { title: 'Cobros de noviembre' } },
    handler: (ctx, { body }) => createConversation(ctx, requirePerson(ctx), body.title),
  }),
  route('DELETE', '/v1/automation/assistant-conversations/:id', 'assistant:write', {
    action: 'deleteConversation',
    summary: 'Delete a conversation with the assistant',
    description: 'With its messages and the record of its calls. What approved calls have done stays.',
    refusals: [UserRequired],
    handler: (ctx, { params: { id } }) => conversations.remove(ctx, { id, userId: requirePerson(ctx) }),
  }),
];
