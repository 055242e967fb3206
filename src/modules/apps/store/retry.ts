import type { TenantContext } from '#platform/context.ts';
import { refusal } from '#platform/refusal.ts';
import { storeDeliveries } from '../tables.ts';
import { enqueueProcessing } from './receive.ts';

export const DeliveryNotKept = refusal(
  'delivery_not_kept',
  'This message is not waiting: only a message in state `kept` can be retried.',
  409,
);

export async function retryDelivery(ctx: TenantContext, id: string) {
  const before = await storeDeliveries.lock(ctx, id);
  if (before.state !== 'kept') throw DeliveryNotKept();
  const waiting = { state: 'pending', reason: null, outcome: null, processedAt: null } as const;
  const after = await storeDeliveries.update(ctx, id, waiting);
  enqueueProcessing(ctx);
  return after;
}
