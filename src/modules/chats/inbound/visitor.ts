import { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { newId } from '#platform/id.ts';
import type { Source } from '../conversation/conversation.sql.ts';
import { type Channel, conversations, conversationVisitors } from '../tables.ts';
import { continueUrlOf } from '../widget/continuation-code.ts';
import { identify } from '../widget/session.ts';
import { type Visitor, visitorToken } from '../widget/visitor-token.ts';
import { receiveMessages } from './receive.ts';

export const VisitorMessage = z.strictObject({
  visitorToken: z.string().max(500).optional().describe('Of the last answer; left out: a new visitor.'),
  identity: z
    .string()
    .max(4000)
    .optional()
    .describe('A short JWT (HS256) that the organization signed with the channel’s secret.'),
  name: z.string().trim().max(200).default(''),
  id: z.string().min(1).max(100).optional().describe('Of the message in the browser: the same one is stored once.'),
  text: z.string().trim().min(1).max(4096),
  email: z.email().max(254).optional().describe('Where answers go when the visitor has left.'),
  language: z.enum(['es', 'en']).default('es').describe('In which the visitor reads.'),
});

/** Stores what a visitor wrote, and answers the token with which they go on. */
export async function receiveFromVisitor(ctx: TenantContext, channel: Channel, given: z.output<typeof VisitorMessage>) {
  const { identity, visitor, conversation: known } = await identify(ctx, channel, given);
  const [stored] = await receiveMessages(ctx, channel, [
    {
      ...arrivingFrom(ctx, visitor, given.id),
      name: identity?.name ?? given.name,
      // Only an identity that the organization signed leads to a contact.
      phone: identity?.phone ?? null,
      email: identity?.email ?? null,
      type: 'text',
      text: given.text,
    },
  ]);
  const email = identity?.email ?? given.email;
  if (stored)
    await conversationVisitors.upsert(
      ctx,
      {
        conversationId: stored.conversationId,
        language: given.language,
        typingUntil: null,
        ...(email && { email }),
      },
      ['conversationId'],
    );
  // A blocked visitor gets the same answer as others.
  const conversation = stored ? await conversations.get(ctx, stored.conversationId) : known;
  const continueUrl = conversation && (await continueUrlOf(ctx, conversation));
  return {
    ...(continueUrl && { continueUrl }),
    received: 1,
    visitorToken: visitorToken(ctx, channel, visitor),
    sourceId: visitor.id,
  };
}

/** The parts of a visitor's message that are the same for texts and files. `id` is that of the browser. */
export const arrivingFrom = (ctx: TenantContext, visitor: Visitor, id: string | undefined) => ({
  sources: [{ kind: 'visitor', value: visitor.id }] as [Source],
  name: '',
  phone: null,
  email: null,
  providerMessageId: `${visitor.id}:${id ?? newId()}`,
  at: ctx.now,
  content: {},
  replyTo: null,
  media: [],
  author: 'contact' as const,
});
