import type { z } from 'zod';
import type { TenantContext, WorkContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { newId } from '#platform/id.ts';
import { NotFound } from '#platform/refusal.ts';
import { openChannel } from '../inbound/intake.ts';
import { type Channel, type Conversation, conversations, conversationVisitors } from '../tables.ts';
import { describeForVisitor } from './shown.ts';
import { countAnswersAfter, type Marks, selectMarks, selectShown } from './visitor.sql.ts';
import { readIdentity, readVisitorToken, type Visitor, VisitorRefused, visitorToken } from './visitor-token.ts';
import type { NewVisit, WidgetFeedQuery } from './widget.schema.ts';

const PAGE = 40;
const UNREAD_COUNTED_MAX = 100;
/** A header, because addresses end up in the logs of proxies. */
const TOKEN_HEADER = 'x-visitor-token';

export interface Visit {
  ctx: TenantContext;
  channel: Channel;
  visitor: Visitor;
  conversation: Conversation | undefined;
}

/** A widget by its public key. */
export async function openWidget(work: WorkContext, key: string): Promise<{ ctx: TenantContext; channel: Channel }> {
  const opened = await openChannel(work, key);
  if (opened.channel.kind !== 'widget') throw NotFound();
  return opened;
}

/** The conversation of the visitor who has this token. No request names a conversation, so nobody can ask for another one. */
export async function openVisit(work: WorkContext, key: string, token?: string): Promise<Visit> {
  const { ctx, channel } = await openWidget(work, key);
  const visitor = readVisitorToken(ctx, channel, token ?? tokenOf(work));
  return { ctx, channel, visitor, conversation: await conversationOf(ctx, channel, visitor) };
}

export function tokenOf({ request }: Pick<WorkContext, 'request'>): string {
  const token = request.headers[TOKEN_HEADER];
  if (typeof token !== 'string' || token === '') throw VisitorRefused(`Send the token as ${TOKEN_HEADER}.`);
  return token;
}

const conversationOf = (ctx: TenantContext, { id: channelId }: Channel, { id }: Visitor) =>
  conversations.find(ctx, { channelId, sourceId: id });

/** Begins the visit of somebody new, or goes on with the conversation of somebody known. */
export async function beginSession(work: WorkContext, key: string, given: z.output<typeof NewVisit>) {
  const { ctx, channel } = await openWidget(work, key);
  const identity = given.identity ? readIdentity(ctx, channel, given.identity) : null;
  const visitor: Visitor = identity
    ? { id: `user:${identity.sub}`, isVerified: true }
    : given.visitorToken
      ? readVisitorToken(ctx, channel, given.visitorToken)
      : { id: newId(), isVerified: false };
  const conversation = await conversationOf(ctx, channel, visitor);
  const [feed, known] = await Promise.all([
    readPage(ctx, conversation, {}),
    conversation && conversationVisitors.find(ctx, { conversationId: conversation.id }),
  ]);
  return {
    ...feed,
    visitorToken: visitorToken(ctx, channel, visitor),
    isVerified: visitor.isVerified,
    hasEmail: Boolean(identity?.email ?? known?.email),
    unread: conversation ? await countAnswersAfter(ctx, conversation.id, feed.seenSeq, UNREAD_COUNTED_MAX) : 0,
  };
}

/** A page of what the visitor sees, oldest first. */
export async function readPage(
  ctx: TenantContext,
  conversation: Conversation | undefined,
  {
    after,
    before = null,
  }: Partial<Pick<z.output<typeof WidgetFeedQuery>, 'after'>> & {
    before?: string | null | undefined;
  },
) {
  if (!conversation) return { data: [], hasMore: false, ...describeMarks(undefined) };
  const [rows, [marks]] = await Promise.all([
    selectShown(ctx, conversation.id, after === undefined ? { before } : { after }, PAGE + 1),
    selectMarks(ctx, [conversation.id]),
  ]);
  const page = rows.slice(0, PAGE);
  const data = await describeForVisitor(ctx, after === undefined ? page.toReversed() : page);
  return { data, hasMore: rows.length > PAGE, ...describeMarks(marks) };
}

export const describeMarks = (marks: Marks | undefined) => ({
  isTyping: isFuture(marks?.answerTypingUntil ?? null),
  readSeq: marks?.readSeq ?? '0',
  seenSeq: marks?.seenSeq ?? '0',
});

/** Typing ends by itself. */
export const isFuture = (until: string | null): boolean =>
  until !== null && Temporal.Instant.compare(Temporal.Instant.from(until), realNow()) > 0;
