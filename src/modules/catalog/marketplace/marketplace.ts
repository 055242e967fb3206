import type { TenantContext } from '#platform/context.ts';
import { refusal } from '#platform/refusal.ts';
import { announceChange } from '../resource/change.ts';
import { describeResource } from '../resource/describe.ts';
import { type ResourceRow, resources } from '../tables.ts';

export const ReviewPending = refusal(
  'review_pending',
  'A review of this product is already requested: wait for its result.',
  409,
);
export const NoReviewPending = refusal(
  'no_review_pending',
  'No review of this product is requested: there is nothing to withdraw or decide.',
  409,
);

type Status = ResourceRow['marketplaceStatus'];

/** Requests a place on the marketplace. The operator decides. */
export async function requestReview(ctx: TenantContext, id: string, note: string | null) {
  await move(ctx, id, { from: ['none', 'rejected', 'approved'], to: 'requested', note }, ReviewPending);
  return describeResource(ctx, id);
}

/** The operator's decision on a requested review. */
export const decideReview = (
  ctx: TenantContext,
  id: string,
  decision: { status: 'approved' | 'rejected'; note: string | null },
): Promise<void> => move(ctx, id, { from: ['requested'], to: decision.status, note: decision.note }, NoReviewPending);

async function move(
  ctx: TenantContext,
  id: string,
  { from, to, note }: { from: Status[]; to: Status; note: string | null },
  otherwise: typeof ReviewPending,
): Promise<void> {
  const { marketplaceStatus } = await resources.lock(ctx, id);
  if (!from.includes(marketplaceStatus)) throw otherwise();
  await resources.update(ctx, id, {
    marketplaceStatus: to,
    marketplaceNote: note,
    ...(to === 'requested'
      ? { marketplaceRequestedAt: ctx.now, marketplaceDecidedAt: null }
      : { marketplaceDecidedAt: ctx.now }),
    updatedAt: ctx.now,
  });
  announceChange(ctx, id, { old: { marketplaceStatus }, new: { marketplaceStatus: to } });
}

/** A resource as the marketplace shows it. */
export type MarketFacts = Pick<ResourceRow, (typeof marketColumns)[number]>;
const marketColumns = [
  ...(['id', 'name', 'description', 'code', 'category', 'kind', 'unit', 'attributes', 'images', 'archivedAt'] as const),
  ...(['marketplaceStatus', 'marketplaceNote', 'marketplaceRequestedAt'] as const),
] as const;

/** The resources with these ids; unknown ones are missing. */
export const marketFacts = (ctx: TenantContext, ids: string[]): Promise<MarketFacts[]> =>
  resources.all(ctx, { id: ids }, { columns: marketColumns });

/** The resources whose review is requested, for the operator. */
export async function listReviews(ctx: TenantContext, limit: number) {
  const match = { marketplaceStatus: 'requested' } as const;
  const rows = await resources.all(ctx, match, { orderBy: ['sortName', 'id'], limit });
  return rows.map(({ id, name, marketplaceNote, marketplaceRequestedAt }) => ({
    id,
    name,
    note: marketplaceNote,
    requestedAt: marketplaceRequestedAt!,
  }));
}
