import { z } from 'zod';
import { decideReview, NoReviewPending } from '#modules/catalog/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { job } from '#platform/jobs/job.ts';
import { isRefusal } from '#platform/ports/port.ts';
import { NotFound, orNotFound, refusal } from '#platform/refusal.ts';
import { selectReview } from '../listing/listing.sql.ts';

/** A transaction belongs to one organization, so a job carries the operator's decision to the seller's product. */
export const applyDecision = job({
  name: 'marketplace/apply-decision',
  payload: z.object({
    organizationId: z.uuid(),
    resourceId: z.uuid(),
    status: z.enum(['approved', 'rejected']),
    note: z.string().nullable(),
  }),
  run: async (steps, { organizationId, resourceId, status, note }) => {
    const seller = steps.enter(organizationId);
    try {
      await seller.transaction((ctx) => decideReview(ctx, resourceId, { status, note }));
    } catch (error) {
      // It was decided before, or the product is gone.
      if (!isRefusal(error, NoReviewPending, NotFound)) throw error;
    }
  },
});

export async function decideListing(
  ctx: TenantContext,
  resourceId: string,
  { status, note = null }: { status: 'approved' | 'rejected'; note?: string | null | undefined },
) {
  requireOperator(ctx);
  const listing = orNotFound(await selectReview(ctx.tx, resourceId));
  ctx.enqueue(applyDecision, { organizationId: listing.organizationId, resourceId, status, note });
  return { resourceId, status, note };
}

export const OperatorOnly = refusal(
  'operator_only',
  'Only the organization of the operator of this service can do this (OPERATOR_ORGANIZATION_ID).',
);

/** Collections and reviews are the operator's, who acts through an organization of their own. */
export function requireOperator({ organizationId, config }: TenantContext): void {
  if (organizationId !== config.OPERATOR_ORGANIZATION_ID) throw OperatorOnly();
}
