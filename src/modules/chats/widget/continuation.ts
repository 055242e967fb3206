import type { TenantContext } from '#platform/context.ts';
import { realNow, toTimestamp } from '#platform/date.ts';
import { retryOnViolation } from '#platform/db/violation.ts';
import { insertSources, repeatLastMessage, selectBySources, sourceKey } from '../conversation/conversation.sql.ts';
import { addHappening, closeConversation } from '../conversation/state.ts';
import type { Arriving } from '../inbound/arriving.ts';
import {
  type Channel,
  type Conversation,
  channels,
  conversationLabels,
  conversationLinks,
  conversationSources,
  conversations,
  conversationVisitors,
  listMembers,
} from '../tables.ts';
import { type Continuation, readContinuation } from './continuation-code.ts';
import { moveEntries } from './visitor.sql.ts';

/** A longer conversation is joined by its contact only, because moving its messages would take too long. */
const MOVED_MAX = 5_000n;
const SYSTEM = { kind: 'system', reason: 'continued' } as const;

/**
 * Messages that carry the code of a conversation in the widget continue it: the conversation moves to this number, or into the
 * one that the person has here already. The code counts once. The visitor in the browser loses it: who sends the code is not
 * known to be who wrote there, so nothing that is said here may be seen there.
 */
export async function continueVisits(ctx: TenantContext, channel: Channel, arriving: Arriving[]): Promise<Arriving[]> {
  const result: Arriving[] = [];
  for (const each of arriving) {
    const code = each.author === 'contact' && each.type === 'text' ? readContinuation(ctx, each.text) : null;
    const isContinued = code !== null && (await continueVisit(ctx, channel, each, code));
    result.push(isContinued ? { ...each, text: code.text } : each);
  }
  return result;
}

async function continueVisit(
  ctx: TenantContext,
  channel: Channel,
  arriving: Arriving,
  { conversationId, issuedAt }: Continuation,
): Promise<boolean> {
  const known = await selectBySources(ctx, channel.id, arriving.sources);
  const there = arriving.sources.map((source) => known.get(sourceKey(source))).find(Boolean);
  const ids = [conversationId, ...(there ? [there] : [])];
  const locked = await conversations.all(ctx, { id: ids }, { orderBy: ['id'], lock: 'FOR UPDATE' });
  const visit = locked.find(({ id }) => id === conversationId);
  const own = locked.find(({ id }) => id === there);
  if (!visit || own?.isBlocked || !(await canContinue(ctx, visit, issuedAt))) return false;
  ctx.wakeReaders(visit.id);
  // Nothing that is said here may be sent to the address that was left there.
  await conversationVisitors.delete(ctx, { conversationId: visit.id });
  await (own ? joinInto(ctx, visit, own) : moveTo(ctx, channel, visit, arriving));
  return true;
}

/** Only a conversation that is still in its widget and not blocked there, by a code that was not used yet. */
async function canContinue(ctx: TenantContext, visit: Conversation, issuedAt: number): Promise<boolean> {
  const { visitorTokensFrom: from, isBlocked } = visit;
  if (isBlocked) return false;
  if (from !== null && issuedAt < Temporal.Instant.from(from).epochMilliseconds) return false;
  return (await channels.find(ctx, visit.channelId))?.kind === 'widget';
}

const ended = () => ({ visitorTokensFrom: toTimestamp(realNow()) });

/** The person writes here for the first time: the conversation itself moves. */
async function moveTo(ctx: TenantContext, channel: Channel, visit: Conversation, arriving: Arriving): Promise<void> {
  const [{ value: sourceId }] = arriving.sources;
  const change = { channelId: channel.id, sourceId, ...ended() };
  await addHappening(ctx, visit, SYSTEM, 'continued', { fromChannelId: visit.channelId }, change).catch(
    // The person may write here for the first time in this moment.
    retryOnViolation('conversations_source'),
  );
  await conversationSources.delete(ctx, { conversationId: visit.id, channelId: visit.channelId });
  const sources = arriving.sources.map((source) => ({ ...source, conversationId: visit.id }));
  await insertSources(ctx, channel.id, sources, ctx.now);
}

/** The person has a conversation here already: the messages of the widget move to it. */
async function joinInto(ctx: TenantContext, visit: Conversation, own: Conversation): Promise<void> {
  const isMoved = visit.lastSeq <= MOVED_MAX;
  const moved = isMoved ? await moveEntries(ctx, { from: visit.id, into: own.id, lastSeq: own.lastSeq }) : 0n;
  await copyNotes(ctx, visit.id, own.id);
  const joined = { ...own, lastSeq: own.lastSeq + moved };
  const from = { fromChannelId: visit.channelId, fromConversationId: visit.id };
  await addHappening(ctx, joined, SYSTEM, 'continued', from, {
    messageCount: own.messageCount + (isMoved ? visit.messageCount : 0n),
    ...contactOf(visit, own),
    category: own.category ?? visit.category,
  });
  const left = { messageCount: isMoved ? 0n : visit.messageCount, ...contactOf(own, visit), ...ended() };
  await closeConversation(ctx, await conversations.update(ctx, visit.id, left), SYSTEM);
}

/** The labels, the linked documents and the places on lists that colleagues gave a conversation. */
async function copyNotes(ctx: TenantContext, from: string, conversationId: string): Promise<void> {
  const of = { conversationId: from };
  const [labels, links, lists] = await Promise.all([
    conversationLabels.all(ctx, of),
    conversationLinks.all(ctx, of),
    listMembers.all(ctx, of),
  ]);
  for (const each of labels) await conversationLabels.insertUnlessTaken(ctx, { ...each, conversationId });
  for (const each of links) await conversationLinks.insertUnlessTaken(ctx, { ...each, conversationId });
  for (const each of lists) await listMembers.insertUnlessTaken(ctx, { ...each, conversationId });
  await repeatLastMessage(ctx, [conversationId]);
}

/** A conversation without a contact takes that of the other one. */
const contactOf = (from: Conversation, into: Conversation) =>
  into.contactId === null ? { contactId: from.contactId, contactVerified: from.contactVerified } : {};
