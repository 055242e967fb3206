import type { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { onViolation } from '#platform/db/violation.ts';
import { requireExisting } from '#platform/entity-kind.ts';
import { selectActiveMembers } from '#platform/members.sql.ts';
import { refusal, requireKnown } from '#platform/refusal.ts';
import { repeatLastMessage } from '../conversation/conversation.sql.ts';
import { conversationList } from '../conversation/list.sql.ts';
import { type ConversationList, channels, conversationLists, conversations, listMembers } from '../tables.ts';
import type { ConversationListChange, ListRule, NewConversationList } from './list.schema.ts';

export const ListNameTaken = refusal('list_name_taken', 'Another list has this name: choose a different one.', 409);
export const ListHasRule = refusal(
  'list_has_rule',
  'A list with a rule selects its conversations itself: change its rule, or use a list without one.',
);

const COUNTED_MAX = 10_000;
const refuseTaken = onViolation('conversation_lists_name', () => ListNameTaken.at('body.name', 'taken'));

export async function createList(
  ctx: TenantContext,
  { name, rule, conversationIds }: z.output<typeof NewConversationList>,
) {
  if (rule) await requireReferences(ctx, rule);
  if (rule && conversationIds) throw ListHasRule();
  const made = await conversationLists
    .insert(ctx, {
      name,
      kind: rule ? 'rule' : 'manual',
      rule: rule ?? null,
    })
    .catch(refuseTaken);
  if (conversationIds) {
    await lockConversations(ctx, conversationIds, 'body.conversationIds');
    await addMembers(ctx, made.id, conversationIds);
  }
  return describeList(ctx, made);
}

export async function changeList(ctx: TenantContext, change: z.output<typeof ConversationListChange>) {
  const { id, version, name, rule, conversationIds, add, remove } = change;
  const before = await conversationLists.lock(ctx, id, version);
  if (rule) await requireReferences(ctx, rule);
  const changesMembers = [conversationIds, add, remove].some((ids) => ids !== undefined);
  if (before.kind === 'rule' ? changesMembers : rule !== undefined) throw ListHasRule();
  // Before the list changes: a message that arrives locks its conversation first, too, and then the places on lists.
  await lockConversations(ctx, conversationIds ?? [], 'body.conversationIds');
  await lockConversations(ctx, add ?? [], 'body.add');
  if (conversationIds) await listMembers.delete(ctx, { listId: id });
  if (remove) await listMembers.delete(ctx, { listId: id, conversationId: remove });
  await addMembers(ctx, id, [...new Set([...(conversationIds ?? []), ...(add ?? [])])]);
  const changed = await conversationLists
    .change(ctx, id, { name, ...(rule && { rule }), updatedAt: ctx.now }, changesMembers)
    .catch(refuseTaken);
  return describeList(ctx, changed);
}

/** A rule names only what the organization has. */
async function requireReferences(ctx: TenantContext, rule: ListRule): Promise<void> {
  const { channelId = [], userId = [], botId = [], contactId = [] } = rule;
  const own = new Set((await channels.all(ctx, { id: channelId }, { columns: ['id'] })).map(({ id }) => id));
  requireKnown(channelId, own, 'body.rule.channelId', 'The channel');
  const members = await selectActiveMembers(ctx, userId);
  requireKnown(userId, members, 'body.rule.userId', 'This member');
  await requireExisting(ctx, { field: 'botId', ids: botId, path: 'body.rule.botId', what: 'This bot' });
  await requireExisting(ctx, {
    field: 'beneficiaryId',
    ids: contactId,
    path: 'body.rule.contactId',
    what: 'This contact',
  });
}

/** Keeps messages from arriving in these conversations meanwhile, because a place on a list repeats the time of the last one. */
async function lockConversations(ctx: TenantContext, ids: string[], path: string): Promise<void> {
  if (ids.length === 0) return;
  const known = await conversations.all(ctx, { id: ids }, { columns: ['id'], orderBy: ['id'], lock: 'FOR SHARE' });
  const existing = new Set(known.map(({ id }) => id));
  requireKnown(ids, existing, path, 'The conversation');
}

async function addMembers(ctx: TenantContext, listId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const present = await listMembers.all(ctx, { listId, conversationId: ids }, { columns: ['conversationId'] });
  const there = new Set(present.map(({ conversationId }) => conversationId));
  const rows = ids.filter((id) => !there.has(id)).map((conversationId) => ({ listId, conversationId }));
  await listMembers.insertMany(ctx, rows);
  await repeatLastMessage(ctx, ids);
}

/** Counts what is on a list now. */
export async function describeList(ctx: TenantContext, list: ConversationList) {
  const [count, openCount] = await Promise.all([
    conversationList.count(ctx, { listId: list.id }, COUNTED_MAX),
    conversationList.count(ctx, { listId: list.id, state: 'open' }, COUNTED_MAX),
  ]);
  return { ...list, count, openCount };
}
