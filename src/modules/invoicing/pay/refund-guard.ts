import type { TenantContext } from '#platform/context.ts';
import { refusal } from '#platform/refusal.ts';
import { selectRefundsOf } from './refund.sql.ts';

export const RefundInProgress = refusal(
  409,
  'refund_in_progress',
  'A payment of this document is on its way back to the card: wait for its outcome.',
);

/** What a document owes is not known while a payment of it is on its way back. */
export async function refuseRefunds(ctx: TenantContext, pendingRecordId: string): Promise<void> {
  const refunds = await selectRefundsOf(ctx.tx, ctx.organizationId, pendingRecordId);
  if ([...refunds.values()].some(({ status }) => status === 'requested')) throw RefundInProgress();
}
