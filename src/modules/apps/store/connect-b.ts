import type { TenantContext } from '#platform/context.ts';
import { newSecret } from '#platform/id.ts';
import { refusal } from '#platform/refusal.ts';
import { type DataRow, stores } from '../tables.ts';
import { claimAddress, disconnectStore, STOREAPP_B, sealCredentials } from './store.ts';
import { subscribeStore } from './subscribe.ts';

export const StoreKeysRequired = refusal(
  'store_keys_required',
  'A new address needs the keys of the store again: stored keys are never sent to another address.',
);

interface WrittenRow {
  id: string;
  appId: string;
  before: DataRow | null;
  data: Record<string, unknown>;
}

/** A row of storeapp-b is a connection: its store is asked to send its messages. */
export async function followStoreRow(ctx: TenantContext, { id, appId, before, data }: WrittenRow): Promise<void> {
  if (appId !== STOREAPP_B) return;
  const address = String(data.url);
  const known = before && (await stores.find(ctx, id));
  if (known) {
    await stores.update(ctx, id, { address, problem: null, subscribedAt: null, updatedAt: ctx.now });
  } else {
    // The store signs with it. Its owner never needs to see it.
    const credentials = sealCredentials(ctx, id, newSecret('whs'));
    const store = { id, appId, provider: 'storeapp-b', address, state: 'connected', credentials } as const;
    await stores.insert(ctx, store);
    await claimAddress(ctx, store, id);
  }
  ctx.enqueue(subscribeStore, { storeId: id });
}

/** Keys go only to the address for which they were given. */
export function refuseMovedKeys(appId: string, before: DataRow, change: Record<string, unknown>): void {
  if (appId !== STOREAPP_B || change.url === undefined || change.url === before.data.url) return;
  if (change.consumerKey === undefined || change.consumerSecret === undefined) throw StoreKeysRequired();
}

export const forgetStoreRow = async (ctx: TenantContext, { id, appId }: { id: string; appId: string }) => {
  if (appId === STOREAPP_B) await disconnectStore(ctx, id);
};
