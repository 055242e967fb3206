import { sql } from 'kysely';
import { z } from 'zod';
import { filter, list, listOf, oneOf } from '#platform/db/list.ts';
import { rowOf, rowsOf, type Tenant } from '#platform/db/table.ts';
import type { Tx } from '#platform/db/transaction.ts';
import { type StoreDelivery, storeDeliveries, storeObjects, stores } from '../tables.ts';
import { DeliveryState, StoreProvider } from './store.schema.ts';

type Provider = z.output<typeof StoreProvider>;

export const storeList = listOf(stores, {
  filters: { provider: oneOf('provider', StoreProvider, 'Stores of one of these providers.') },
  sort: { created: 'createdAt' },
  order: '-created',
});

const columns = [
  'id',
  'storeId',
  'topic',
  'state',
  'outcome',
  'reason',
  'objectKind',
  'objectId',
  'documentId',
  'receivedAt',
  'processedAt',
] as const;

/** Messages of stores, without their bytes. */
export const deliveryList = list<Omit<StoreDelivery, 'body' | 'key'>>()({
  from: (ctx) => sql`${storeDeliveries.of(ctx)} t`,
  select: sql.join(columns.map((column) => sql.ref(`t.${column}`))),
  filters: {
    state: oneOf('state', DeliveryState, 'Messages in one of these states.'),
    storeId: oneOf('storeId', z.uuid(), 'Messages of one of these stores.'),
    objectId: filter(
      z.string().min(1).max(100).optional().describe('Messages about the object with this id in the store.'),
      (value) => sql`t.object_id = ${value}`,
    ),
  },
  sort: { received: { by: sql`t.received_at`, type: 'timestamp with time zone' } },
  order: '-received',
});

/** The store that an address of webhooks belongs to. */
export const selectAddress = (tx: Tx, provider: Provider, address: string) =>
  tx
    .selectFrom('storeAddresses')
    .select(['organizationId', 'storeId'])
    .where('provider', '=', provider)
    .where('address', '=', address)
    .executeTakeFirst();

/** The connected stores of all organizations. */
export const selectConnected = (tx: Tx) =>
  tx.selectFrom('storeAddresses').select(['organizationId', 'storeId']).execute();

/** Orders of a store that have a document, in the order of their ids from one on. */
export const selectOrdersAfter = (
  tenant: Tenant,
  storeId: string,
  { after, limit }: { after: string | null; limit: number },
) =>
  rowsOf<{ externalId: string; changedAt: string }>(tenant.tx)`
    SELECT external_id, changed_at FROM ${storeObjects.of(tenant)} o
    WHERE store_id = ${storeId} AND kind = 'order' AND target_id IS NOT NULL AND external_id > ${after ?? ''}
    ORDER BY external_id LIMIT ${limit}`;

/** Takes an address for a store. False: it is that of another one. */
export async function insertAddress(
  { tx, organizationId }: Tenant,
  provider: Provider,
  address: string,
  storeId: string,
) {
  await tx
    .insertInto('storeAddresses')
    .values({ provider, address, organizationId, storeId })
    .onConflict((on) => on.doNothing())
    .execute();
  const holder = await selectAddress(tx, provider, address);
  return holder?.organizationId === organizationId && holder.storeId === storeId;
}

export async function deleteAddresses({ tx, organizationId }: Tenant, storeId: string): Promise<void> {
  await tx
    .deleteFrom('storeAddresses')
    .where('organizationId', '=', organizationId)
    .where('storeId', '=', storeId)
    .execute();
}

/** The oldest delivery that waits, locked; those that failed in this run are left for the next. */
export const lockPending = (tenant: Tenant, except: readonly string[]) =>
  rowOf<StoreDelivery>(tenant.tx)`
    SELECT ${storeDeliveries.columns()} FROM store_deliveries
    WHERE organization_id = ${tenant.organizationId} AND state = 'pending' AND NOT id = ANY (${except}::uuid[])
    ORDER BY received_at, id LIMIT 1 FOR UPDATE SKIP LOCKED`;

/** Older kept messages about the same order no longer need attention. */
export const supersedeKept = ({ tx, organizationId }: Tenant, delivery: StoreDelivery, orderId: string) =>
  sql`
    UPDATE store_deliveries SET state = 'done', outcome = 'superseded', reason = NULL
    WHERE organization_id = ${organizationId} AND store_id = ${delivery.storeId} AND object_kind = 'order'
      AND object_id = ${orderId} AND state = 'kept' AND id <> ${delivery.id}`.execute(tx);

/** Deletes some storeDeliveries that were used long ago. */
export async function deleteOldDeliveries({ tx, organizationId }: Tenant, before: Temporal.Instant, limit: number) {
  await sql`
    DELETE FROM store_deliveries WHERE organization_id = ${organizationId} AND id IN (
      SELECT id FROM store_deliveries
      WHERE organization_id = ${organizationId} AND state = 'done' AND received_at < ${before}
      ORDER BY received_at LIMIT ${limit})`.execute(tx);
}
