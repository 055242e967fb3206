import { contactsByData } from '#modules/contacts/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { realNow, toTimestamp } from '#platform/date.ts';
import { retryOnViolation } from '#platform/db/violation.ts';
import { isRefusal } from '#platform/ports/port.ts';
import { insertSources } from '../conversation/conversation.sql.ts';
import { addHappening } from '../conversation/state.ts';
import { type Channel, type Conversation, conversations } from '../tables.ts';
import { selectVisit } from './visitor.sql.ts';
import { type Identity, readVisitorToken, type Visitor, VisitorRefused } from './visitor-token.ts';

export const visitorIdOf = ({ sub }: Identity): string => `user:${sub}`;

export const isRevoked = (tokensFrom: string | null, { issuedAt }: Visitor): boolean =>
  tokensFrom !== null && issuedAt < Temporal.Instant.from(tokensFrom).epochMilliseconds;

/** Refuses all tokens of the visitors of these conversations from now on. */
export async function revokeVisitors(ctx: TenantContext, contactIds: string[]): Promise<void> {
  const where = { contactId: contactIds };
  const held = await conversations.all(ctx, where, { columns: ['id'], orderBy: ['id'], lock: 'FOR UPDATE' });
  await conversations.updateAll(ctx, { id: held.map(({ id }) => id) }, { visitorTokensFrom: toTimestamp(realNow()) });
  for (const { id } of held) ctx.wakeReaders(id);
}

/**
 * Somebody who wrote anonymously has signed in on the site. Their conversation becomes that of the signed person, unless that
 * person has one already, and the anonymous token opens nothing any more: the next person at this browser may be another.
 */
export async function endAnonymous(ctx: TenantContext, channel: Channel, identity: Identity, token: string) {
  const anonymous = readOwn(ctx, channel, token);
  const found = anonymous && (await selectVisit(ctx, channel.id, anonymous.id));
  if (!found) return;
  const left = await conversations.lock(ctx, found.id);
  if (isRevoked(left.visitorTokensFrom, anonymous)) return;
  ctx.wakeReaders(left.id);
  const revoked = { visitorTokensFrom: toTimestamp(realNow()), updatedAt: ctx.now };
  const own = await selectVisit(ctx, channel.id, visitorIdOf(identity));
  if (own) {
    const contact = left.contactId === null ? { contactId: own.contactId, contactVerified: own.contactVerified } : {};
    // Colleagues see that an answer here reaches nobody any more, and where the person is now.
    const into = { intoConversationId: own.id };
    await addHappening(ctx, left, { kind: 'system', reason: 'signed_in' }, 'continued', into, {
      ...contact,
      ...revoked,
    });
    return;
  }
  await takeOver(ctx, channel, left, identity, revoked);
}

/** The anonymous visitor of a token; null: it is another kind of token, or none that counts. */
function readOwn(ctx: TenantContext, channel: Channel, token: string): Visitor | null {
  try {
    const visitor = readVisitorToken(ctx, channel, token);
    return visitor.isVerified ? null : visitor;
  } catch (error) {
    if (isRefusal(error, VisitorRefused)) return null;
    throw error;
  }
}

async function takeOver(
  ctx: TenantContext,
  channel: Channel,
  left: Conversation,
  identity: Identity,
  revoked: { visitorTokensFrom: string; updatedAt: Temporal.Instant },
): Promise<void> {
  const { phone = '', email = '', name } = identity;
  const contacts = await contactsByData(ctx, [
    ...(phone ? [{ kind: 'phone' as const, value: phone }] : []),
    ...(email ? [{ kind: 'email' as const, value: email }] : []),
  ]);
  const contactId = left.contactId ?? contacts.get(phone) ?? contacts.get(email) ?? null;
  const sourceId = visitorIdOf(identity);
  await conversations
    .update(ctx, left.id, {
      ...revoked,
      sourceId,
      contactId,
      contactVerified: left.contactVerified || contactId !== left.contactId,
      ...(name && { name }),
    })
    // The signed person may write for the first time in this moment.
    .catch(retryOnViolation('conversations_source'));
  await insertSources(ctx, channel.id, [{ kind: 'visitor', value: sourceId, conversationId: left.id }], ctx.now);
}
