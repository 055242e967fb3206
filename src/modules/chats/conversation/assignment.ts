import type { TenantContext } from '#platform/context.ts';
import { Assignment } from '../channel/channel.schema.ts';
import { type Channel, type Conversation, channels, conversationLabels } from '../tables.ts';
import { selectAnswerers } from './answerers.ts';
import { lockTurns, selectLoads } from './conversation.sql.ts';

/** Somebody who answers a conversation; both null: nobody. */
export interface Owner {
  userId: string | null;
  botId: string | null;
}

/** Who gets a conversation that opens: a person, as below, or the bot. */
export async function chooseOwner(ctx: TenantContext, channel: Channel, conversation: Conversation): Promise<Owner> {
  const rule = Assignment.parse(channel.assignment);
  const userId = await choosePerson(ctx, rule, conversation, rule.to === 'members' ? rule.userIds : []);
  return { userId, botId: userId === null && rule.to === 'bot' ? channel.botId : null };
}

/** Who gets a conversation that a bot or a member who left gives back; null: nobody is named for it. */
export async function chooseSuccessor(ctx: TenantContext, conversation: Conversation): Promise<string | null> {
  const rule = await ruleOf(ctx, conversation);
  return choosePerson(ctx, rule, conversation, rule.userIds);
}

/** The member of one of its labels, for a conversation that no person has. */
export const chooseByLabel = async (ctx: TenantContext, conversation: Conversation): Promise<string | null> =>
  choosePerson(ctx, { ...(await ruleOf(ctx, conversation)), lastAgent: false }, conversation, []);

const ruleOf = async (ctx: TenantContext, { channelId }: Conversation): Promise<Assignment> =>
  Assignment.parse((await channels.get(ctx, channelId)).assignment);

/**
 * The member of one of its labels, the last person who had it, or of those who take turns the one with the fewest open
 * conversations. Only active members who may write in conversations get any.
 */
async function choosePerson(
  ctx: TenantContext,
  rule: Assignment,
  conversation: Conversation,
  turns: string[],
): Promise<string | null> {
  const wanted = [
    ...(await membersByLabel(ctx, rule, conversation.id)),
    ...(rule.lastAgent && conversation.lastUserId ? [conversation.lastUserId] : []),
  ];
  const answerers = await selectAnswerers(ctx, [...wanted, ...turns]);
  const mayAnswer = (userId: string) => answerers.has(userId);
  return wanted.find(mayAnswer) ?? nextInTurn(ctx, conversation.channelId, turns.filter(mayAnswer));
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

async function membersByLabel(ctx: TenantContext, { byLabel }: Assignment, conversationId: string): Promise<string[]> {
  if (byLabel.length === 0) return [];
  const labels = new Set((await conversationLabels.all(ctx, { conversationId })).map(({ label }) => label));
  return byLabel.filter(({ label }) => labels.has(label)).map(({ userId }) => userId);
}
