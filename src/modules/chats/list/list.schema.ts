import { z } from 'zod';
import { changeOf, versioned } from '#platform/http/change.ts';
import { uniqueList } from '#platform/unique-list.ts';

const States = z.enum(['open', 'closed', 'snoozed']);

export const ListRule = z
  .strictObject({
    state: z.array(States).min(1).max(3).describe('In one of these states.'),
    channelId: z.array(z.uuid()).min(1).max(50).describe('On one of these channels.'),
    userId: z.array(z.uuid()).min(1).max(50).describe('That one of these members has.'),
    botId: z.array(z.uuid()).min(1).max(50).describe('That one of these bots has.'),
    unassigned: z.boolean().describe('That nobody has (`true`), or somebody has (`false`).'),
    contactId: z.array(z.uuid()).min(1).max(100).describe('Of one of these contacts (customers).'),
    category: z.array(z.string().trim().min(1).max(60)).min(1).max(50).describe('Of one of these categories.'),
    label: z.string().trim().min(1).max(60).describe('With this label.'),
    waiting: z.boolean().describe('Whose customer waits for an answer (`true`), or does not (`false`).'),
    unread: z.boolean().describe('With messages that the person who has it has not seen.'),
  })
  .partial()
  .describe('As the filters of `GET /v1/conversation`: a conversation must match all of them.');
export type ListRule = z.infer<typeof ListRule>;

const fields = {
  name: z.string().trim().min(1).max(200).describe('What members see among the saved lists.'),
  rule: ListRule,
};
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
  add: uniqueList(z.uuid(), { max: 1000 }).describe('Conversations to put on a list made by hand.'),
  remove: uniqueList(z.uuid(), { max: 1000 }).describe('Conversations to take off a list made by hand.'),
});

export const ConversationListView = z.object({
  id: z.uuid(),
  name: z.string().describe('What members see among the saved lists.'),
  kind: z.enum(['rule', 'manual']).describe('By a rule, or made by hand (`manual`).'),
  rule: ListRule.nullable(),
  count: z.number().int().describe('How many conversations are on it now, counted up to 10,000.'),
  openCount: z.number().int().describe('Of these, how many are open.'),
  ...versioned,
});
