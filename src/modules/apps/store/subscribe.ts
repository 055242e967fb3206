import { z } from 'zod';
import type { TenantSteps } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { Refusal } from '#platform/refusal.ts';
import { openRow } from '../data/row-secrets.ts';
import { appData, type Store, stores } from '../tables.ts';
import { type Shop, type StoreSite, storeappA, storeappB } from './store.port.ts';
import { openCredentials, providerOf } from './store.ts';

/** Asks a store to send its messages here. Asking again changes nothing, so an attempt without an answer is repeated. */
export const subscribeStore = tenantJob({
  name: 'apps/subscribe-store',
  payload: { storeId: z.uuid() },
  run: async (steps, { storeId }) => {
    const store = await steps.transaction((ctx) => stores.find(ctx, storeId));
    if (store?.state !== 'connected') return;
    try {
      await subscribe(steps, store);
      await steps.transaction((ctx) =>
        stores.update(ctx, storeId, { subscribedAt: realNow(), problem: null, version: store.version }),
      );
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const problem = error.message.slice(0, 500);
      await steps.transaction((ctx) => stores.update(ctx, storeId, { problem, version: store.version }));
      // A refusal needs the owner of the store; without an answer the request is repeated.
      if (error.kind.status >= 500) throw error;
    }
  },
});

export async function subscribe(steps: TenantSteps, store: Store): Promise<void> {
  const address = webhookUrl(steps, store);
  if (store.provider === 'storeapp-a')
    return providerOf(steps, storeappA).subscribe({ ...shopOf(steps, store), address });
  return providerOf(steps, storeappB).subscribe({
    ...(await siteOf(steps, store)),
    address,
    signedWith: openCredentials(steps, store),
  });
}

export const shopOf = (steps: TenantSteps, store: Store): Shop => ({
  shop: store.address,
  accessToken: openCredentials(steps, store),
});

/** The site of a store of storeapp-b, with its keys in plain text. */
export async function siteOf(steps: TenantSteps, { id, address }: Store): Promise<StoreSite> {
  const keys = await steps.transaction(async (ctx) => openRow(ctx, await appData.get(ctx, id)));
  return { url: address, key: String(keys.consumerKey), secret: String(keys.consumerSecret) };
}

const webhookUrl = ({ publicUrl }: TenantSteps, { provider, address, id }: Store): string =>
  `${publicUrl}/v1/apps/${provider}/webhook/${provider === 'storeapp-a' ? address : id}`;
