import { sql } from 'kysely';
import { countRows } from '#platform/db/count.ts';
import type { Tx } from '#platform/db/database.ts';
import type { PageWindow } from '#platform/http/page.ts';

export const listTypes = ['PACK', 'BUNDLE', 'COLLECTION'] as const;
export type ListType = (typeof listTypes)[number];

export interface ResourceList {
  id: string;
  name: string;
  type: ListType;
  description: string;
  rule: Record<string, unknown> | null;
  price: string | null;
  currency: string | null;
  builtAt: string;
  version: number;
  createdAt: string;
  updatedAt: string;
}

const columns = [
  'id',
  'name',
  'type',
  'description',
  'rule',
  'price',
  'currency',
  'builtAt',
  'version',
  'createdAt',
  'updatedAt',
] as const;

export interface ListFields {
  name: string;
  description: string;
  rule: Record<string, unknown> | null;
  price: string | null;
  currency: string | null;
}

const stored = <F extends { rule?: Record<string, unknown> | null }>({ rule, ...fields }: F) => ({
  ...fields,
  ...(rule !== undefined && { rule: rule === null ? null : JSON.stringify(rule) }),
});

export const insertList = (
  tx: Tx,
  organizationId: string,
  list: ListFields & { id: string; type: ListType; createdBy: string | null; at: Temporal.Instant },
): Promise<unknown> => {
  const { at, ...fields } = list;
  const moments = { builtAt: at, createdAt: at, updatedAt: at };
  return tx
    .insertInto('resourceLists')
    .values({ organizationId, ...stored(fields), ...moments })
    .execute();
};

const listsOf = (tx: Tx, organizationId: string) =>
  tx.selectFrom('resourceLists').where('organizationId', '=', organizationId);

export const selectList = async (tx: Tx, organizationId: string, id: string): Promise<ResourceList | undefined> =>
  (await listsOf(tx, organizationId).select(columns).where('id', '=', id).executeTakeFirst()) as
    | ResourceList
    | undefined;

export const selectListsById = async (tx: Tx, organizationId: string, ids: string[]): Promise<ResourceList[]> =>
  (await listsOf(tx, organizationId)
    .select(columns)
    .where('id', '=', sql<string>`ANY (${ids}::uuid[])`)
    .execute()) as ResourceList[];

export const lockList = async (tx: Tx, organizationId: string, id: string): Promise<ResourceList | undefined> =>
  (await listsOf(tx, organizationId).select(columns).where('id', '=', id).forUpdate().executeTakeFirst()) as
    | ResourceList
    | undefined;

/** The lists by rule, or one of them, held against other changes in one order. */
export const lockRuleLists = async (tx: Tx, organizationId: string, id: string | null): Promise<ResourceList[]> =>
  (await listsOf(tx, organizationId)
    .select(columns)
    .where('rule', 'is not', null)
    .$if(id !== null, (query) => query.where('id', '=', id!))
    .orderBy('id')
    .forUpdate()
    .execute()) as ResourceList[];

export async function countRuleLists(tx: Tx, organizationId: string): Promise<number> {
  const { count } = await listsOf(tx, organizationId)
    .select((query) => query.fn.countAll<bigint>().as('count'))
    .where('rule', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export const updateList = (
  tx: Tx,
  organizationId: string,
  id: string,
  change: Partial<ListFields>,
  at: Temporal.Instant,
): Promise<unknown> =>
  tx
    .updateTable('resourceLists')
    .set({ ...stored(change), version: sql<number>`version + 1`, updatedAt: at })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute();

export const updateBuilt = (tx: Tx, organizationId: string, ids: string[], at: Temporal.Instant): Promise<unknown> =>
  tx
    .updateTable('resourceLists')
    .set({ builtAt: at })
    .where('organizationId', '=', organizationId)
    .where('id', '=', sql<string>`ANY (${ids}::uuid[])`)
    .execute();

/** Its members go with it. */
export const deleteList = (tx: Tx, organizationId: string, id: string): Promise<unknown> =>
  tx.deleteFrom('resourceLists').where('organizationId', '=', organizationId).where('id', '=', id).execute();

/** The newest first. */
export async function selectLists(
  tx: Tx,
  organizationId: string,
  filter: { type?: ListType | undefined; resourceId?: string | undefined },
  window: PageWindow,
): Promise<{ rows: ResourceList[]; counted: number }> {
  const { type, resourceId } = filter;
  const matching = listsOf(tx, organizationId)
    .$if(type !== undefined, (query) => query.where('type', '=', type!))
    .$if(resourceId !== undefined, (query) =>
      query.where('id', 'in', (members) =>
        members
          .selectFrom('resourceListMembers')
          .select('listId')
          .where('organizationId', '=', organizationId)
          .where('resourceId', '=', resourceId!),
      ),
    );
  const [rows, counted] = await Promise.all([
    matching
      .select(columns)
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .offset(window.offset)
      .limit(window.limit)
      .execute(),
    countRows(tx, matching.select('id'), window.countLimit),
  ]);
  return { rows: rows as ResourceList[], counted };
}
