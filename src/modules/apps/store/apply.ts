import { hash } from 'node:crypto';
import { DocumentIsVoid, voidPendingRecord } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { isBefore } from '#platform/date.ts';
import { isRefusal } from '#platform/ports/port.ts';
import { type Store, type StoreDelivery, storeObjects } from '../tables.ts';
import { contactFor } from './customer.ts';
import { writeOrderDocument } from './order.ts';
import { resourceFor } from './product.ts';
import type { StoreFact } from './store.port.ts';
import { supersedeKept } from './store.sql.ts';
import { disconnectStore } from './store.ts';
import { StoreMessageKept } from './understood.ts';

type ObjectKind = 'order' | 'product' | 'customer' | 'stock';

export interface Applied {
  outcome: string;
  objectKind?: ObjectKind;
  objectId?: string;
  documentId?: string | null;
}

/** Applies the change of a message. Repeated and late messages change nothing. */
export async function applyFact(
  ctx: TenantContext,
  store: Store,
  delivery: StoreDelivery,
  fact: StoreFact,
): Promise<Applied> {
  switch (fact.kind) {
    case 'order':
      return applyOrder(ctx, store, delivery, fact);
    case 'products':
      for (const product of fact.products) await resourceFor(ctx, store, product, fact.changedAt);
      return {
        outcome: 'linked',
        objectKind: 'product',
        ...(fact.products[0] && { objectId: fact.products[0].externalId }),
      };
    case 'customer':
      await contactFor(ctx, store, fact.customer, fact.changedAt);
      return { outcome: 'linked', objectKind: 'customer', objectId: fact.customer.externalId };
    case 'stock':
      return noteStock(ctx, store, fact);
    case 'removed':
      return applyRemoval(ctx, store, fact);
    case 'disconnected':
      await disconnectStore(ctx, store.id);
      return { outcome: 'disconnected' };
    case 'attention':
      throw StoreMessageKept(fact.message);
    case 'ping':
      return { outcome: 'noted' };
  }
}

/** A changed order replaces its document, because one that was issued is not edited by a machine. */
async function applyOrder(
  ctx: TenantContext,
  store: Store,
  delivery: StoreDelivery,
  { order, isRestored }: Extract<StoreFact, { kind: 'order' }>,
): Promise<Applied> {
  const { externalId, changedAt, ...content } = order;
  const key = { storeId: store.id, kind: 'order', externalId } as const;
  const about = { objectKind: 'order', objectId: externalId } as const;
  const known = await storeObjects.find(ctx, key, { lock: 'FOR UPDATE' });
  const returns = isRestored && known?.targetId === null;
  if (known && !returns && isBefore(changedAt, known.changedAt))
    return { ...about, outcome: 'stale', documentId: known.targetId };
  await supersedeKept(ctx, delivery, externalId);
  const fingerprint = hash('sha256', JSON.stringify(content), 'buffer');
  if (known?.fingerprint?.equals(fingerprint)) {
    await storeObjects.updateAll(ctx, key, { changedAt, updatedAt: ctx.now });
    return { ...about, outcome: 'unchanged', documentId: known.targetId };
  }
  if (known?.targetId) await voidDocument(ctx, known.targetId);
  const targetId = order.isCanceled ? null : await writeOrderDocument(ctx, store, order);
  await storeObjects.upsert(ctx, { ...key, targetId, changedAt, fingerprint }, ['storeId', 'kind', 'externalId']);
  const outcome = order.isCanceled ? 'canceled' : known?.targetId ? 'replaced' : 'created';
  return { ...about, outcome, documentId: targetId ?? known?.targetId ?? null };
}

async function voidDocument(ctx: TenantContext, id: string): Promise<void> {
  try {
    await voidPendingRecord(ctx, { id });
  } catch (error) {
    if (!isRefusal(error, DocumentIsVoid)) throw error;
  }
}

/** The store's count is recorded for comparison and never changes our stock: the books have one stock. */
async function noteStock(
  ctx: TenantContext,
  store: Store,
  fact: Extract<StoreFact, { kind: 'stock' }>,
): Promise<Applied> {
  const { externalId, changedAt, quantity } = fact;
  const key = { storeId: store.id, kind: 'stock', externalId } as const;
  const about = { objectKind: 'stock', objectId: externalId } as const;
  const known = await storeObjects.find(ctx, key, { lock: 'FOR UPDATE' });
  if (known && isBefore(changedAt, known.changedAt)) return { ...about, outcome: 'stale' };
  await storeObjects.upsert(ctx, { ...key, changedAt, quantity }, ['storeId', 'kind', 'externalId']);
  return { ...about, outcome: 'noted' };
}

/** A deleted order has no document; products and contacts stay, because other documents name them. */
async function applyRemoval(
  ctx: TenantContext,
  store: Store,
  fact: Extract<StoreFact, { kind: 'removed' }>,
): Promise<Applied> {
  const { of: kind, externalId } = fact;
  const key = { storeId: store.id, kind, externalId } as const;
  const known = await storeObjects.find(ctx, key, { lock: 'FOR UPDATE' });
  const about = {
    objectKind: kind,
    objectId: externalId,
    documentId: kind === 'order' ? (known?.targetId ?? null) : null,
  };
  if (kind !== 'order') return { ...about, outcome: 'noted' };
  if (known?.targetId) await voidDocument(ctx, known.targetId);
  const gone = { targetId: null, changedAt: ctx.now, fingerprint: null, updatedAt: ctx.now };
  await storeObjects.upsert(ctx, { ...key, ...gone }, ['storeId', 'kind', 'externalId']);
  return { ...about, outcome: 'canceled' };
}
