import type { TenantContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { RetryTransaction } from '#platform/db/sqlstate.ts';
import { newId } from '#platform/id.ts';
import { type DocumentCharge, documentCharges } from '../tables.ts';

type WantedCharge = Pick<
  DocumentCharge,
  'pendingRecordId' | 'channel' | 'methodId' | 'adapter' | 'amount' | 'currency' | 'createdBy'
> &
  Partial<Pick<DocumentCharge, 'customerReference'>>;

/** The charge of a document and channel whose outcome is not known yet. */
export const findRequested = (
  ctx: TenantContext,
  { pendingRecordId, channel }: Pick<DocumentCharge, 'pendingRecordId' | 'channel'>,
): Promise<DocumentCharge | undefined> => documentCharges.find(ctx, { pendingRecordId, channel, status: 'requested' });

/** Records a charge to request from the provider; or answers an earlier one whose outcome is not known yet. */
export async function recordCharge(ctx: TenantContext, wanted: WantedCharge) {
  const row = { ...wanted, id: newId(), status: 'requested' as const, createdAt: realNow() };
  const recorded = await documentCharges.insertUnlessTaken(ctx, row);
  const charge = recorded ?? (await findRequested(ctx, wanted));
  // The outcome of the other charge became known while this insert waited for it.
  if (!charge) throw new RetryTransaction();
  return { charge, isNew: recorded !== undefined };
}
