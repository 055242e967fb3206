import { type Selectable, sql } from 'kysely';
import type { WorkContext } from '#platform/context.ts';
import { list } from '#platform/db/list.ts';
import type { MarketCollections } from '#platform/db/schema.ts';
import type { Tx } from '#platform/db/transaction.ts';

export type CollectionRow = Selectable<MarketCollections>;

export const collectionList = list<CollectionRow, WorkContext>()({
  from: () => sql`market_collections t`,
  select: sql`t.*`,
  filters: {},
  where: () => sql`t.is_published`,
  sort: { place: { by: sql`t.place`, type: 'integer' } },
  order: 'place',
});

export const selectCollection = (tx: Tx, id: string, lock = false): Promise<CollectionRow | undefined> =>
  tx
    .selectFrom('marketCollections')
    .selectAll()
    .where('id', '=', id)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst() as Promise<CollectionRow | undefined>;

export const insertCollection = (
  tx: Tx,
  row: Omit<CollectionRow, 'version' | 'createdAt' | 'updatedAt'>,
  now: Temporal.Instant,
): Promise<unknown> =>
  tx
    .insertInto('marketCollections')
    .values({ ...row, createdAt: now, updatedAt: now })
    .execute();

export const updateCollection = (
  tx: Tx,
  { id, ...change }: Partial<CollectionRow> & { id: string },
  now: Temporal.Instant,
): Promise<unknown> =>
  tx
    .updateTable('marketCollections')
    .set({ ...change, updatedAt: now, version: sql`version + 1` } as never)
    .where('id', '=', id)
    .execute();

export async function deleteCollection(tx: Tx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('marketCollections').where('id', '=', id).executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export async function replaceItems(tx: Tx, collectionId: string, resourceIds: string[]): Promise<void> {
  await tx.deleteFrom('marketCollectionItems').where('collectionId', '=', collectionId).execute();
  await sql`
    INSERT INTO market_collection_items (collection_id, resource_id)
    SELECT ${collectionId}::uuid, unnest(${resourceIds}::uuid[])`.execute(tx);
}

export async function selectItems(tx: Tx, collectionId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('marketCollectionItems')
    .select('resourceId')
    .where('collectionId', '=', collectionId)
    .orderBy('resourceId')
    .execute();
  return rows.map(({ resourceId }) => resourceId);
}
