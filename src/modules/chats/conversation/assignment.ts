import type { TenantContext } from '#platform/context.ts';
import { selectActiveMembers } from '#platform/members.sql.ts';
import { Assignment } from '../channel/channel.schema.ts';
import { type Channel, type Conversation, channels, conversationLabels } from '../tables.ts';
import { lockTurns, selectLoads } from './source.sql.ts';

/** Somebody who answers a conversation; both null: nobody. */
export interface Owner {
  userId: string | null;
  botId: string | null;
}

/**
 * Who gets a conversation that opens: the member of one of its labels, the last person who had it, the bot, or the member
 * with the fewest open conversations. Only active members of the organization get any.
 */
export async function chooseOwner(ctx: TenantContext, channel: Channel, conversation: Conversation): Promise<Owner> {
  const rule = Assignment.parse(channel.assignment);
  const wanted = [
    ...(await membersByLabel(ctx, rule, conversation.id)),
    ...(rule.lastAgent && conversation.lastUserId ? [conversation.lastUserId] : []),
  ];
  const turns = rule.to === 'members' ? rule.userIds : [];
  if (wanted.length + turns.length > 0) {
    const active = await selectActiveMembers(ctx, [...new Set([...wanted, ...turns])]);
    const first = wanted.find((userId) => active.has(userId));
    if (first) return { userId: first, botId: null };
    const next = await nextInTurn(
      ctx,
      channel.id,
      turns.filter((userId) => active.has(userId)),
    );
    if (next) return { userId: next, botId: null };
  }
  return { userId: null, botId: rule.to === 'bot' ? channel.botId : null };
}

async function nextInTurn(ctx: TenantContext, channelId: string, userIds: string[]): Promise<string | null> {
  if (userIds.length === 0) return null;
  await lockTurns(ctx, channelId);
  const loads = await selectLoads(ctx, userIds);
  const loadOf = (userId: string) => loads.get(userId) ?? { open: 0, assignedAt: null };
  return userIds.toSorted((a, b) => {
    const [left, right] = [loadOf(a), loadOf(b)];
    return left.open - right.open || (left.assignedAt ?? '').localeCompare(right.assignedAt ?? '');
  })[0]!;
}

/** The member of one of its labels, for a conversation that no person has. */
export async function chooseByLabel(ctx: TenantContext, { id, channelId }: Conversation): Promise<string | null> {
  const { assignment } = await channels.get(ctx, channelId);
  const wanted = await membersByLabel(ctx, Assignment.parse(assignment), id);
  const active = await selectActiveMembers(ctx, wanted);
  return wanted.find((userId) => active.has(userId)) ?? null;
}

async function membersByLabel(ctx: TenantContext, { byLabel }: Assignment, conversationId: string): Promise<string[]> {
  if (byLabel.length === 0) return [];
  const labels = new Set((await conversationLabels.all(ctx, { conversationId })).map(({ label }) => label));
  return byLabel.filter(({ label }) => labels.has(label)).map(({ userId }) => userId);
}
