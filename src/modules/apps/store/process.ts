import type { TenantContext } from '#platform/context.ts';
import { isAfter, realNow } from '#platform/date.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { Refusal } from '#platform/refusal.ts';
import { unlessRefused } from '#platform/unless-refused.ts';
import { installations, type Store, type StoreDelivery, storeDeliveries, stores } from '../tables.ts';
import { type Applied, applyFact } from './apply.ts';
import { type StoreFact, type StoreOrder, storeappA, storeappB } from './store.port.ts';
import { deleteOldDeliveries, lockPending } from './store.sql.ts';
import { providerOf } from './store.ts';
import { StoreMessageKept } from './understood.ts';

const KEPT_DAYS = 30;
const DELETED_AT_ONCE = 200;
const REASON_LENGTH_MAX = 500;

/** Uses what stores sent, the oldest first, each in its own transaction. */
export const processDeliveries = tenantJob({
  name: 'apps/process-deliveries',
  run: async (steps) => {
    const failed: string[] = [];
    let problem: unknown;
    for (;;) {
      let current: string | undefined;
      try {
        const isMore = await steps.transaction(async (ctx) => {
          const delivery = await lockPending(ctx, failed);
          current = delivery?.id;
          if (delivery) await useDelivery(ctx, delivery);
          return delivery !== undefined;
        });
        if (!isMore) break;
      } catch (error) {
        // A bug blocks only this message: it is retried, and finally kept for a person.
        if (current === undefined) throw error;
        steps.log.error({ error, deliveryId: current }, 'a message of a store could not be used');
        problem = error;
        failed.push(current);
        if (steps.lastAttempt) await keepFailed(steps.transaction, current);
      }
    }
    await steps.transaction((ctx) =>
      deleteOldDeliveries(ctx, realNow().subtract({ hours: 24 * KEPT_DAYS }), DELETED_AT_ONCE),
    );
    if (problem !== undefined && !steps.lastAttempt) throw problem;
  },
});

type Transaction = <T>(work: (ctx: TenantContext) => Promise<T>) => Promise<T>;

const keepFailed = (transaction: Transaction, id: string) =>
  transaction((ctx) => settle(ctx, id, { state: 'kept', reason: 'Something broke on our side. Retry it.' }));

async function useDelivery(ctx: TenantContext, delivery: StoreDelivery): Promise<void> {
  const store = await stores.get(ctx, delivery.storeId);
  const used = await unlessRefused(ctx, async (inner) => {
    await requireEnabled(inner, store);
    const fact = read(inner, store, delivery);
    const isOld = fact.kind === 'order' && (await hasNewerKept(inner, store, delivery, fact.order));
    return isOld ? { ...aboutOrder(fact.order), outcome: 'stale' } : applyFact(inner, store, delivery, fact);
  });
  if (used instanceof Refusal)
    return settle(ctx, delivery.id, { ...objectOf(ctx, store, delivery), state: 'kept', reason: used.message });
  return settle(ctx, delivery.id, { ...used, state: 'done', reason: null });
}

/** Whether a newer message about the order waits for a person. A late one must not take its place. */
async function hasNewerKept(
  ctx: TenantContext,
  store: Store,
  { id, storeId }: StoreDelivery,
  order: StoreOrder,
): Promise<boolean> {
  const kept = await storeDeliveries.all(ctx, { ...aboutOrder(order), storeId, state: 'kept' });
  return kept
    .filter((other) => other.id !== id)
    .map((other) => read(ctx, store, other))
    .some((fact) => fact.kind === 'order' && isAfter(fact.order.changedAt, order.changedAt));
}

const aboutOrder = ({ externalId }: StoreOrder) => ({ objectKind: 'order', objectId: externalId }) as const;

async function requireEnabled(ctx: TenantContext, { appId }: Store): Promise<void> {
  const installation = await installations.find(ctx, { appId });
  if (!installation?.enabled) throw StoreMessageKept('The app of this store is turned off.');
}

function read(ctx: TenantContext, { provider }: Store, { topic, body }: StoreDelivery): StoreFact {
  const messages = provider === 'storeapp-a' ? providerOf(ctx, storeappA) : providerOf(ctx, storeappB);
  try {
    return messages.read(topic, body);
  } catch (error) {
    throw StoreMessageKept(`The message cannot be read: ${String(error).slice(0, 300)}`);
  }
}

/** The subject of a kept message, so that a newer one can replace it. */
function objectOf(ctx: TenantContext, store: Store, delivery: StoreDelivery) {
  try {
    const fact = read(ctx, store, delivery);
    if (fact.kind === 'order') return aboutOrder(fact.order);
  } catch {}
  return {};
}

interface Settled extends Partial<Applied> {
  state: 'done' | 'kept';
  reason: string | null;
}

async function settle(ctx: TenantContext, id: string, { reason, ...settled }: Settled): Promise<void> {
  const shown = reason === null ? null : reason.slice(0, REASON_LENGTH_MAX);
  await storeDeliveries.update(ctx, id, { ...settled, reason: shown, processedAt: realNow() });
}
