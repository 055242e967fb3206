import { describeOrganization, findOrganization } from '#modules/organization/index.ts';
import { grantCapability, openCapability } from '#platform/auth/capability.ts';
import type { TenantContext, WorkContext } from '#platform/context.ts';
import { NotFound } from '#platform/refusal.ts';
import { conversations, episodes } from '../tables.ts';

const KIND = 'conversation-rating';
/** A link that was sent earlier goes on working for a while. */
const NEWEST = 5;

/** A link on which the customer rates the conversation, as it was since it was last opened. */
export async function createRatingLink(ctx: TenantContext, conversationId: string): Promise<{ url: string }> {
  await conversations.get(ctx, conversationId);
  const newest = await episodes.find(ctx, { conversationId }, { orderBy: ['-number'] });
  if (!newest) throw NotFound('Nobody has written in this conversation yet: there is nothing to rate.');
  const opens = { organizationId: ctx.organizationId, kind: KIND, entityId: newest.id };
  const key = await grantCapability(ctx, opens, { prefix: 'rat', newest: NEWEST });
  return { url: `${ctx.publicUrl}/v1/conversation/rating/${key}` };
}

export async function readRating(work: WorkContext, key: string) {
  const { ctx, id } = await openCapability(work, key, KIND);
  return describe(ctx, id);
}

async function describe(ctx: TenantContext, id: string) {
  const [{ rating, ratingComment: comment }, organization] = await Promise.all([
    episodes.get(ctx, id),
    findOrganization(ctx.tx, ctx.organizationId),
  ]);
  const { name: organizationName, imageUrl: logoUrl } = describeOrganization(ctx, organization);
  return { organizationName, logoUrl, rating, comment };
}

/** Stores a rating; the last one counts. */
export async function rate(work: WorkContext, key: string, given: { rating: number; comment: string }) {
  const { ctx, id } = await openCapability(work, key, KIND);
  await episodes.update(ctx, id, { rating: given.rating, ratingComment: given.comment, ratedAt: ctx.now });
  return describe(ctx, id);
}
