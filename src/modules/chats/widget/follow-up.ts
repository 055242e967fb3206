import { findOrganization } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { takeLetters } from '#platform/mail/quota.ts';
import { isRefusal } from '#platform/ports/port.ts';
import { TooManyRequests } from '#platform/refusal.ts';
import { tick } from '#platform/tick.ts';
import { channels, conversations, conversationVisitors } from '../tables.ts';
import { countAnswersAfter, lockDueFollowUps, selectAnswersAfter } from './visitor.sql.ts';
import { LETTER_LIFE_MS, newVisitor, visitorToken } from './visitor-token.ts';

export const followUpDue = tick('chats-follow-up');

const DELAY = { minutes: 10 };
const AT_ONCE = 50;
const ANSWERS_MAX = 20;

const words = {
  es: {
    subject: (name: string) => `${name} respondió a tu mensaje`,
    file: '[archivo]',
    link: 'Sigue la conversación aquí:',
    why: 'Recibes este correo porque dejaste tu dirección en el chat. El enlace abre tu conversación: no lo compartas.',
  },
  en: {
    subject: (name: string) => `${name} replied to your message`,
    file: '[file]',
    link: 'Continue the conversation here:',
    why: 'You get this e-mail because you left your address in the chat. The link opens your conversation: do not share it.',
  },
};

/** An answer ends the typing. If the visitor has not seen it after a while it is sent by e-mail, if they said where. */
export async function noteAnswer(ctx: TenantContext, conversationId: string): Promise<void> {
  const visitor = await conversationVisitors.find(ctx, { conversationId });
  if (!visitor) return;
  const followUpAt = visitor.email && visitor.followUpAt === null ? ctx.now.add(DELAY) : null;
  await conversationVisitors.updateAll(
    ctx,
    { conversationId },
    { answerTypingUntil: null, ...(followUpAt && { followUpAt }) },
  );
  if (followUpAt) ctx.wakeAt(followUpDue, followUpAt);
}

/** The visitor says where to write: answers that they have not seen by then count too. */
export async function followUpLater(ctx: TenantContext, conversationId: string, seenSeq: bigint): Promise<void> {
  if ((await countAnswersAfter(ctx, conversationId, String(seenSeq), 1)) > 0) await noteAnswer(ctx, conversationId);
}

/** Sends one e-mail to each visitor who left, with all answers that neither the widget nor an e-mail has shown. */
export async function sendFollowUps(ctx: TenantContext): Promise<Temporal.Instant | string | null> {
  const due = await lockDueFollowUps(ctx, ctx.now, AT_ONCE);
  for (const visitor of due) await sendFollowUp(ctx, visitor);
  if (due.length === AT_ONCE) return ctx.now;
  return conversationVisitors.min(ctx, 'followUpAt');
}

async function sendFollowUp(
  ctx: TenantContext,
  { conversationId, email, language, from }: Awaited<ReturnType<typeof lockDueFollowUps>>[0],
): Promise<void> {
  const conversation = await conversations.get(ctx, conversationId);
  const [channel, organization, answers] = await Promise.all([
    channels.get(ctx, conversation.channelId),
    findOrganization(ctx.tx, ctx.organizationId),
    selectAnswersAfter(ctx, conversationId, from, ANSWERS_MAX),
  ]);
  const change = { followUpAt: null, followedSeq: conversation.lastSeq };
  await conversationVisitors.updateAll(ctx, { conversationId }, change);
  if (answers.length === 0 || conversation.isBlocked) return;
  // The visitor typed the address, which may be anybody's: an e-mail beyond the quota is left out.
  const counted = await ctx.attempt((part) => takeLetters(part, [email]));
  if (counted.status === 'rejected') {
    if (isRefusal(counted.reason, TooManyRequests)) return;
    throw counted.reason;
  }
  const said = words[language];
  const { sourceId: id } = conversation;
  const token = visitorToken(ctx, channel, newVisitor(id, id.startsWith('user:')), LETTER_LIFE_MS);
  const link = `${ctx.publicUrl}/v1/channel/${channel.publicKey}/widget/frame#visitor=${token}`;
  ctx.mail({
    to: email,
    subject: said.subject(organization.name),
    text: [...answers.map(({ text }) => text || said.file), `${said.link}\n${link}`, said.why].join('\n\n'),
  });
}
