import { z } from 'zod';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { earlierInstant, isBefore, laterInstant, realNow } from '#platform/date.ts';
import { job, tenantJob } from '#platform/jobs/job.ts';
import { ProviderRefused } from '#platform/ports/port.ts';
import { Refusal } from '#platform/refusal.ts';
import { type Store, storeObjects, stores } from '../tables.ts';
import { keepMessage } from './receive.ts';
import { type ReadMessage, type StoreappA, type StoreChange, storeappA, storeappB } from './store.port.ts';
import { selectConnected, selectOrdersAfter } from './store.sql.ts';
import { providerOf } from './store.ts';
import { shopOf, siteOf, subscribe } from './subscribe.ts';

/** Something may change while its page was read already. */
const OVERLAP = { minutes: 10 };
/** A store that always answers one more page must not be read for ever. */
const PAGES_MAX = 500;
/** The orders whose deletion is looked for at once, and in one hour. */
const [LOOKED_UP_AT_ONCE, LOOKED_UP_MAX] = [100, 1000];
const GROUP = 'store-catch-up';

type Kind = 'order' | 'product';

/** How a store is read. */
interface Reader {
  changes(of: Kind, since: Temporal.Instant, after: string | null): ReturnType<StoreappA['changes']>;
  message(of: Kind, change: StoreChange): Promise<ReadMessage | null>;
  /** The hosted store shows orders of the last 60 days only, so an older one would be taken for deleted. */
  deletions: ((orders: StoreChange[]) => Promise<ReadMessage[]>) | null;
}

/**
 * Stores send a message once, or for four hours: while this service or the network is down, messages are lost, and after some
 * failures a store stops sending. So its changes are read every hour, and it is asked again to send them.
 */
export const catchUpStore = tenantJob({
  name: 'apps/catch-up-store',
  payload: { storeId: z.uuid() },
  attempts: 1,
  run: async (steps, { storeId }) => {
    const store = await steps.transaction((ctx) => stores.find(ctx, storeId));
    if (store?.state !== 'connected') return;
    try {
      await subscribe(steps, store);
      const reader = await readerOf(steps, store);
      const readUntil = await readChanges(steps, store, reader);
      const lookedUpUntil = reader.deletions && (await readDeletions(steps, store, reader.deletions));
      await steps.transaction((ctx) =>
        stores.updateAll(ctx, { id: storeId }, { readUntil, lookedUpUntil, problem: null }),
      );
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
      for (const store of await selectConnected(unit.tx)) unit.enqueue(catchUpStore, store, { group: GROUP });
    }),
});

async function readerOf(steps: TenantSteps, store: Store): Promise<Reader> {
  if (store.provider === 'storeapp-a') {
    const [provider, shop] = [providerOf(steps, storeappA), shopOf(steps, store)];
    return {
      changes: (of, since, after) => provider.changes({ ...shop, of, since, after }),
      message: (of, change) => provider.message({ ...shop, of, change }),
      deletions: null,
    };
  }
  const [provider, site] = [providerOf(steps, storeappB), await siteOf(steps, store)];
  return {
    changes: (of, since, after) => provider.changes({ ...site, of, since, after }),
    message: (of, change) => provider.message({ ...site, of, change }),
    deletions: (orders) => provider.deletions({ ...site, orders }),
  };
}

/** Keeps the messages of everything that was changed since the last time. Answers the time of the newest change. */
async function readChanges(steps: TenantSteps, store: Store, reader: Reader): Promise<Temporal.Instant> {
  const before = Temporal.Instant.from(store.readUntil ?? store.subscribedAt ?? store.createdAt);
  let newest = before;
  for (const kind of ['product', 'order'] as const) {
    for await (const changes of pagesOf(reader, kind, before.subtract(OVERLAP))) {
      for (const change of await steps.transaction((ctx) => withoutKnown(ctx, store, kind, changes))) {
        const message = await reader.message(kind, change);
        if (message) await steps.transaction((ctx) => keepMessage(ctx, store, message));
      }
      newest = changes.reduce((a, { changedAt: b }) => laterInstant(a, b), newest);
    }
  }
  // A wrong date in the future must not hide what changes until then.
  const now = realNow();
  return earlierInstant(newest, now);
}

async function* pagesOf(reader: Reader, kind: Kind, since: Temporal.Instant): AsyncGenerator<StoreChange[]> {
  let after: string | null = null;
  for (let page = 1; page <= PAGES_MAX; page++) {
    const { changes, next } = await reader.changes(kind, since, after);
    yield changes;
    if (next === null) return;
    after = next;
  }
  throw ProviderRefused(`The store has more than ${PAGES_MAX} pages of changes.`);
}

/** Leaves out what is known already, from the messages of the store itself. */
async function withoutKnown(
  ctx: TenantContext,
  store: Store,
  kind: Kind,
  changes: StoreChange[],
): Promise<StoreChange[]> {
  const externalId = changes.map((change) => change.externalId);
  const known = await storeObjects.all(ctx, { storeId: store.id, kind, externalId });
  const knownAt = new Map(known.map((object) => [object.externalId, Temporal.Instant.from(object.changedAt)]));
  return changes.filter((change) => {
    const at = knownAt.get(change.externalId);
    return at === undefined || isBefore(at, change.changedAt);
  });
}

/** Looks up the next orders that have a document. Answers the last one, or null where the next look begins again. */
async function readDeletions(
  steps: TenantSteps,
  store: Store,
  deletionsOf: NonNullable<Reader['deletions']>,
): Promise<string | null> {
  let after = store.lookedUpUntil;
  for (let looked = 0; looked < LOOKED_UP_MAX; looked += LOOKED_UP_AT_ONCE) {
    const found = await steps.transaction((ctx) =>
      selectOrdersAfter(ctx, store.id, { after, limit: LOOKED_UP_AT_ONCE }),
    );
    const orders = found.map(({ externalId, changedAt }) => ({
      id: externalId,
      externalId,
      changedAt: Temporal.Instant.from(changedAt),
    }));
    const deleted = orders.length > 0 ? await deletionsOf(orders) : [];
    await steps.transaction(async (ctx) => {
      for (const message of deleted) await keepMessage(ctx, store, message);
    });
    if (orders.length < LOOKED_UP_AT_ONCE) return null;
    after = orders.at(-1)!.externalId;
  }
  return after;
}
