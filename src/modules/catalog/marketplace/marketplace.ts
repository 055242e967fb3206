import type { TenantContext } from '#platform/context.ts';
import { NotFound, refusal } from '#platform/refusal.ts';
import { tellChange } from '../resource/change.ts';
import { describeResource } from '../resource/describe.ts';
import { type MarketplaceStatus, selectResources, updateMarketplace } from '../resource/resource.sql.ts';
import { selectListed } from '../resource/search.sql.ts';

export const ReviewPending = refusal(409, 'review_pending', 'A review of this resource has been asked for already.');
export const NoReviewPending = refusal(409, 'no_review_pending', 'No review of this resource has been asked for.');

/** Asks for a place on the marketplace. The operator decides. */
export async function requestReview(ctx: TenantContext, id: string, note: string | null) {
  const from: MarketplaceStatus[] = ['none', 'rejected', 'approved'];
  await move(ctx, id, { from, to: 'requested', note }, ReviewPending);
  return describeResource(ctx, id);
}

/** The operator's word on a resource whose review was asked for. */
export const decideReview = (
  ctx: TenantContext,
  id: string,
  decision: { status: 'approved' | 'rejected'; note: string | null },
): Promise<void> => move(ctx, id, { from: ['requested'], to: decision.status, note: decision.note }, NoReviewPending);

async function move(
  ctx: TenantContext,
  id: string,
  change: { from: MarketplaceStatus[]; to: MarketplaceStatus; note: string | null },
  otherwise: typeof ReviewPending,
): Promise<void> {
  const [before] = await selectResources(ctx.tx, ctx.organizationId, [id]);
  if (!before) throw NotFound();
  if (!(await updateMarketplace(ctx.tx, ctx.organizationId, id, change, ctx.now))) throw otherwise();
  tellChange(ctx, id, {
    old: { marketplaceStatus: before.marketplaceStatus },
    new: { marketplaceStatus: change.to },
  });
}

/** The resources whose review was asked for, as the operator sees them. */
export async function listReviews(ctx: TenantContext, limit: number) {
  const filter = { marketplaceStatus: 'requested' };
  const rows = await selectListed(ctx.tx, ctx.organizationId, filter, { offset: 0, limit });
  return rows.map(({ id, name, marketplaceNote, marketplaceRequestedAt }) => ({
    id,
    name,
    note: marketplaceNote,
    requestedAt: marketplaceRequestedAt!,
  }));
}
