import type { z } from 'zod';
import type { TenantContext, WorkContext } from '#platform/context.ts';
import { realNow, toTimestamp } from '#platform/date.ts';
import { type Conversation, conversationVisitors } from '../tables.ts';
import { followUpLater } from './follow-up.ts';
import { openVisit } from './session.ts';
import { markAnswersRead } from './visitor.sql.ts';
import type { VisitActivity } from './widget.schema.ts';

/** Typing expires by itself, because a browser that is closed sends nothing. */
const TYPING_SECONDS = 6;

const typingUntil = (isTyping: boolean): string | null =>
  isTyping ? toTimestamp(realNow().add({ seconds: TYPING_SECONDS })) : null;

/** The visitor types, has read, or says where to write. Without a conversation there is nobody to show it to. */
export async function noteActivity(work: WorkContext, key: string, given: z.output<typeof VisitActivity>) {
  const { ctx, conversation } = await openVisit(work, key, given.visitorToken);
  if (!conversation) return;
  const conversationId = conversation.id;
  const { typing, email } = given;
  await conversationVisitors.insertUnlessTaken(ctx, { conversationId });
  const { seenSeq: before } = await conversationVisitors.lock(ctx, { conversationId });
  const seen = newlySeen(conversation, before, given.seenSeq);
  await conversationVisitors.updateAll(
    ctx,
    { conversationId },
    {
      seenSeq: seen ?? before,
      ...(seen !== null && { seenAt: ctx.now }),
      // A visitor who has read everything needs no e-mail.
      ...(seen === conversation.lastSeq && { followUpAt: null }),
      ...(typing !== undefined && { typingUntil: typingUntil(typing) }),
      ...(email && { email }),
    },
  );
  if (email) await followUpLater(ctx, conversationId, seen ?? before);
  if (seen !== null) await markAnswersRead(ctx, conversationId, { after: before, upTo: seen }, ctx.now);
  ctx.wakeReaders(conversationId);
}

/** How far the visitor has read now; null: not further than before. */
function newlySeen({ lastSeq }: Conversation, before: bigint, given: string | undefined): bigint | null {
  const seen = BigInt(given ?? 0) < lastSeq ? BigInt(given ?? 0) : lastSeq;
  return seen > before ? seen : null;
}

/** Somebody of the organization writes an answer to a visitor. */
export async function showTyping(ctx: TenantContext, conversationId: string, isTyping: boolean): Promise<void> {
  await conversationVisitors.upsert(ctx, { conversationId, answerTypingUntil: typingUntil(isTyping) }, [
    'conversationId',
  ]);
  ctx.wakeReaders(conversationId);
}
