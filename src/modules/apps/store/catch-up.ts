import { z } from 'zod';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { job, tenantJob } from '#platform/jobs/job.ts';
import { ProviderRefused } from '#platform/ports/port.ts';
import { Refusal } from '#platform/refusal.ts';
import { type Store, storeObjects, stores } from '../tables.ts';
import { keepMessage, WEBHOOK_BYTES_MAX } from './receive.ts';
import { type StoreappB, type StoreFact, storeappB } from './store.port.ts';
import { selectSites } from './store.sql.ts';
import { providerOf } from './store.ts';
import { siteOf, subscribe } from './subscribe.ts';

/** Something may change while its page was read already. */
const OVERLAP = { minutes: 10 };
/** A store that always answers one more page must not be read for ever. */
const PAGES_MAX = 500;
const GROUP = 'store-catch-up';

type Message = Awaited<ReturnType<StoreappB['changes']>>['messages'][number];

/**
 * A store on a site of its own sends each message once: while this service or the network is down, they are lost, and after some
 * failures it stops sending. So its changes are read every hour, and it is asked again to send them.
 */
export const catchUpStore = tenantJob({
  name: 'apps/catch-up-store',
  payload: { storeId: z.uuid() },
  attempts: 1,
  run: async (steps, { storeId }) => {
    const store = await steps.transaction((ctx) => stores.find(ctx, storeId));
    if (store?.state !== 'connected' || store.provider !== 'storeapp-b') return;
    try {
      await subscribe(steps, store);
      const readUntil = await readChanges(steps, store);
      await steps.transaction((ctx) => stores.updateAll(ctx, { id: storeId }, { readUntil, problem: null }));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const problem = error.message.slice(0, 500);
      await steps.transaction((ctx) => stores.updateAll(ctx, { id: storeId }, { problem }));
    }
  },
});

export const catchUpStores = job({
  name: 'apps/catch-up-stores',
  payload: z.object({}),
  cron: { expression: '35 * * * *', timeZone: 'UTC' },
  run: (ctx) =>
    ctx.transaction(async (unit) => {
      for (const site of await selectSites(unit.tx)) unit.enqueue(catchUpStore, site, { group: GROUP });
    }),
});

/** Keeps the messages of everything that was changed since the last time. Answers the time of the newest change. */
async function readChanges(steps: TenantSteps, store: Store): Promise<Temporal.Instant> {
  const provider = providerOf(steps, storeappB);
  const site = await siteOf(steps, store);
  const before = Temporal.Instant.from(store.readUntil ?? store.subscribedAt ?? store.createdAt);
  let newest = before;
  for (const kind of ['products', 'orders'] as const) {
    for (let page = 1, isLast = false; !isLast; page++) {
      if (page > PAGES_MAX) throw ProviderRefused(`The store has more than ${PAGES_MAX} pages of changed ${kind}.`);
      const found = await provider.changes({ ...site, of: kind, since: before.subtract(OVERLAP), page });
      const changed = await steps.transaction((ctx) => keepNew(ctx, store, provider, found.messages));
      newest = [newest, ...changed].reduce((a, b) => (Temporal.Instant.compare(a, b) < 0 ? b : a));
      isLast = found.isLast;
    }
  }
  // A wrong date in the future must not hide what changes until then.
  const now = realNow();
  return Temporal.Instant.compare(newest, now) < 0 ? newest : now;
}

/** Leaves out what is known already, from the messages of the store itself. */
async function keepNew(
  ctx: TenantContext,
  store: Store,
  provider: StoreappB,
  messages: Message[],
): Promise<Temporal.Instant[]> {
  const read = messages.map((message) => ({ message, object: objectOf(provider, message) }));
  const objects = read.flatMap(({ object }) => object ?? []);
  const known = await storeObjects.all(ctx, {
    storeId: store.id,
    externalId: objects.map(({ externalId }) => externalId),
  });
  const knownAt = new Map(known.map(({ kind, externalId, changedAt }) => [`${kind} ${externalId}`, changedAt]));
  const isKnown = ({ kind, externalId, changedAt }: Changed): boolean => {
    const at = knownAt.get(`${kind} ${externalId}`);
    return at !== undefined && Temporal.Instant.compare(at, changedAt) >= 0;
  };
  for (const { message, object } of read)
    if (message.body.length <= WEBHOOK_BYTES_MAX && !(object && isKnown(object)))
      await keepMessage(ctx, store, message);
  return objects.map(({ changedAt }) => changedAt);
}

interface Changed {
  kind: 'order' | 'product';
  externalId: string;
  changedAt: Temporal.Instant;
}

/** Null: it cannot be read, which a person sees with the kept message. */
function objectOf(provider: StoreappB, { topic, body }: Message): Changed | null {
  try {
    return changedOf(provider.read(topic, body));
  } catch {
    return null;
  }
}

function changedOf(fact: StoreFact): Changed | null {
  if (fact.kind === 'order') return { kind: 'order', ...fact.order };
  const [product] = fact.kind === 'products' ? fact.products : [];
  return fact.kind === 'products' && product
    ? { kind: 'product', externalId: product.externalId, changedAt: fact.changedAt }
    : null;
}
