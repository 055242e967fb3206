import type { z } from 'zod';
import type { TenantContext, WorkContext } from '#platform/context.ts';
import { isAfter, realNow } from '#platform/date.ts';
import { newId } from '#platform/id.ts';
import { NotFound } from '#platform/refusal.ts';
import { openChannel } from '../inbound/intake.ts';
import { type Channel, type Conversation, conversationVisitors } from '../tables.ts';
import { continueUrlOf } from './continuation-code.ts';
import { endAnonymous, isRevoked, visitorIdOf } from './revoke.ts';
import { describeForVisitor } from './shown.ts';
import { countAnswersAfter, type Marks, selectMarks, selectShown, selectVisit } from './visitor.sql.ts';
import {
  type Identity,
  newVisitor,
  readIdentity,
  readVisitorToken,
  type Visitor,
  VisitorRefused,
  visitorToken,
} from './visitor-token.ts';
import type { NewVisit, WidgetFeedQuery } from './widget.schema.ts';

const PAGE = 40;
const UNREAD_COUNTED_MAX = 100;
/** A header, because addresses end up in the logs of proxies. */
const TOKEN_HEADER = 'x-visitor-token';

interface Visit {
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

/** Refuses a token that was revoked after it was issued. */
async function conversationOf(ctx: TenantContext, { id: channelId }: Channel, visitor: Visitor) {
  const found = await selectVisit(ctx, channelId, visitor.id);
  if (found && isRevoked(found.visitorTokensFrom, visitor)) throw VisitorRefused('The token was revoked.');
  return found;
}

/** Begins the visit of somebody new, or goes on with the conversation of somebody known. */
export async function beginSession(work: WorkContext, key: string, given: z.output<typeof NewVisit>) {
  const { ctx, channel } = await openWidget(work, key);
  const { identity, visitor, conversation } = await identify(ctx, channel, given);
  const [feed, known] = await Promise.all([
    readPage(ctx, conversation, {}),
    conversation && conversationVisitors.find(ctx, { conversationId: conversation.id }),
  ]);
  return {
    ...feed,
    visitorToken: visitorToken(ctx, channel, visitor),
    isVerified: visitor.isVerified,
    hasEmail: Boolean(identity?.email ?? known?.email),
    continueUrl: await continueUrlOf(ctx, conversation),
    unread: conversation ? await countAnswersAfter(ctx, conversation.id, feed.seenSeq, UNREAD_COUNTED_MAX) : 0,
  };
}

/** Who a request comes from: whom the organization signed, else the holder of the token, else somebody new. */
export async function identify(
  ctx: TenantContext,
  channel: Channel,
  given: { identity?: string | undefined; visitorToken?: string | undefined },
): Promise<{ identity: Identity | null; visitor: Visitor; conversation: Conversation | undefined }> {
  const identity = given.identity ? readIdentity(ctx, channel, given.identity) : null;
  if (identity && given.visitorToken) await endAnonymous(ctx, channel, identity, given.visitorToken);
  const visitor = identity
    ? newVisitor(visitorIdOf(identity), true)
    : given.visitorToken
      ? readVisitorToken(ctx, channel, given.visitorToken)
      : newVisitor(newId(), false);
  return { identity, visitor, conversation: await conversationOf(ctx, channel, visitor) };
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
export const isFuture = (until: string | null): boolean => until !== null && isAfter(until, realNow());
