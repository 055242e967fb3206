import { z } from 'zod';
import { changeOf, versioned } from '#platform/http/change.ts';
import { uniqueList } from '#platform/unique-list.ts';

const States = z.enum(['open', 'closed', 'snoozed']);

export const ListRule = z
  .strictObject({
    state: z.array(States).min(1).max(3),
    channelId: z.array(z.uuid()).min(1).max(50),
    userId: z.array(z.uuid()).min(1).max(50),
    botId: z.array(z.uuid()).min(1).max(50),
    unassigned: z.boolean(),
    contactId: z.array(z.uuid()).min(1).max(100),
    category: z.array(z.string().trim().min(1).max(60)).min(1).max(50),
    label: z.string().trim().min(1).max(60),
    waiting: z.boolean(),
    unread: z.boolean(),
  })
  .partial()
  .describe('As the filters of `GET /v1/conversation`: a conversation must match all of them.');
export type ListRule = z.infer<typeof ListRule>;

const fields = { name: z.string().trim().min(1).max(200), rule: ListRule };
const members = {
  conversationIds: uniqueList(z.uuid(), { max: 1000 }).describe('Replaces the conversations of a list made by hand.'),
};

export const NewConversationList = z.strictObject({
  name: fields.name,
  rule: ListRule.optional().describe('Left out: the list is made by hand.'),
  conversationIds: members.conversationIds.optional(),
});
export const ConversationListChange = changeOf({
  ...fields,
  ...members,
  add: uniqueList(z.uuid(), { max: 1000 }),
  remove: uniqueList(z.uuid(), { max: 1000 }),
});

export const ConversationListView = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: z.enum(['rule', 'manual']),
  rule: ListRule.nullable(),
  count: z.number().int().describe('How many conversations are on it now, counted up to 10,000.'),
  openCount: z.number().int().describe('Of these, how many are open.'),
  ...versioned,
});
