import type { TenantContext, WorkContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { newId } from '#platform/id.ts';
import { NotFound, orNotFound, refusal } from '#platform/refusal.ts';
import { type Store, storeDeliveries, stores } from '../tables.ts';
import { processDeliveries } from './process.ts';
import { type StoreDelivery, storeappA, storeappB } from './store.port.ts';
import { selectAddress } from './store.sql.ts';
import { openCredentials, providerOf } from './store.ts';

export const StoreSignatureInvalid = refusal(
  'store_signature_invalid',
  'The signature does not match the body: sign the exact bytes with the current secret.',
  401,
);

/** In turn, so that messages keep the order in which they came. */
const JOBS_AT_ONCE = 1;

interface Opened {
  ctx: TenantContext;
  store: Store;
}

export async function openStore(ctx: WorkContext, provider: Store['provider'], address: string): Promise<Opened> {
  const found = orNotFound(await selectAddress(ctx.tx, provider, address));
  const tenant = await ctx.enter(found.organizationId);
  const store = await stores.get(tenant, found.storeId);
  if (store.state !== 'connected') throw NotFound();
  return { ctx: tenant, store };
}

/** Stores a message as it came, once, and answers at once. A job uses it. */
export async function receiveFromA(work: WorkContext, shop: string): Promise<void> {
  const { ctx, store } = await openStore(work, 'storeapp-a', shop);
  const provider = providerOf(work, storeappA);
  await keep(ctx, store, provider.verify(provider.secret, ctx.request.body, ctx.request.headers));
}

export async function receiveFromB(work: WorkContext, appDataId: string): Promise<void> {
  const { ctx, store } = await openStore(work, 'storeapp-b', appDataId);
  // The store tests a new subscription with an unsigned form, which is ignored.
  if (
    Buffer.from(ctx.request.body)
      .toString('latin1', 0, 40)
      .match(/^webhook_id=\d+$/)
  )
    return;
  const verified = providerOf(work, storeappB).verify(
    openCredentials(ctx, store),
    ctx.request.body,
    ctx.request.headers,
  );
  await keep(ctx, store, verified);
}

async function keep(ctx: TenantContext, store: Store, verified: StoreDelivery | null): Promise<void> {
  if (!verified) throw StoreSignatureInvalid();
  await keepMessage(ctx, store, { ...verified, body: ctx.request.body });
}

export async function keepMessage(
  ctx: TenantContext,
  store: Store,
  { topic, key, body }: StoreDelivery & { body: Uint8Array },
): Promise<void> {
  const id = newId();
  const row = {
    id,
    storeId: store.id,
    topic: topic || 'unknown',
    key: key || `unnamed ${id}`,
    body: Buffer.from(body),
    receivedAt: realNow(),
  };
  if (await storeDeliveries.insertUnlessTaken(ctx, row)) enqueueProcessing(ctx);
}

export const enqueueProcessing = (ctx: TenantContext): void =>
  ctx.enqueue(processDeliveries, {}, { group: ctx.organizationId, groupConcurrency: JOBS_AT_ONCE });
