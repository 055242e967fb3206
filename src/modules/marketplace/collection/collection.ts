import type { z } from 'zod';
import type { Services, TenantContext, WorkContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { givenFields } from '#platform/http/change.ts';
import { newId } from '#platform/id.ts';
import { InvalidRequest, NotFound, orNotFound, VersionConflict } from '#platform/refusal.ts';
import { folded } from '#platform/search/folded.ts';
import { cartUrl } from '../cart/describe.ts';
import { cartOf } from '../cart/form.ts';
import { productList, selectShown } from '../listing/listing.sql.ts';
import { describeListing } from '../listing/listing.ts';
import { requireOperator } from '../review/review.ts';
import type { CollectionChange, NewCollection } from './collection.schema.ts';
import {
  type CollectionRow,
  collectionList,
  deleteCollection,
  insertCollection,
  replaceItems,
  selectCollection,
  selectItems,
  updateCollection,
} from './collection.sql.ts';

type Wanted = Pick<CollectionRow, 'name' | 'description' | 'kind' | 'category' | 'place'> & { published: boolean };

export const describePublic = ({ publicUrl }: Services, { id, name, description }: CollectionRow) => ({
  id,
  url: `${publicUrl}/v1/marketplace/collection/${id}/products`,
  name,
  description,
});

async function describe(ctx: WorkContext, id: string) {
  const [row, resourceIds] = await Promise.all([selectCollection(ctx.tx, id), selectItems(ctx.tx, id)]);
  const { isPublished: published, ...rest } = row!;
  return { ...rest, ...describePublic(ctx, row!), published, resourceIds };
}

export async function createCollection(ctx: TenantContext, given: z.output<typeof NewCollection>) {
  requireOperator(ctx);
  const { resourceIds, ...fields } = given;
  const kind = given.kind ?? (given.category ? 'category' : resourceIds ? 'chosen' : 'all');
  const wanted = { description: '', category: null, place: 0, published: true, ...givenFields(fields), kind } as Wanted;
  const id = newId();
  await insertCollection(ctx.tx, { id, ...rowOf(wanted, resourceIds) }, realNow());
  await replaceItems(ctx.tx, id, resourceIds ?? []);
  return describe(ctx, id);
}

export async function changeCollection(ctx: TenantContext, id: string, given: z.output<typeof CollectionChange>) {
  requireOperator(ctx);
  const { version, resourceIds, ...change } = given;
  const before = orNotFound(await selectCollection(ctx.tx, id, true));
  if (version !== undefined && version !== before.version) throw VersionConflict();
  const { name, description, kind, category, place, isPublished: published } = before;
  const wanted = { name, description, kind, category, place, published, ...givenFields(change) } as Wanted;
  if (wanted.kind !== 'category' && change.category === undefined) wanted.category = null;
  const chosen = resourceIds ?? (wanted.kind === 'chosen' ? await selectItems(ctx.tx, id) : []);
  await updateCollection(ctx.tx, { id, ...rowOf(wanted, chosen) }, realNow());
  await replaceItems(ctx.tx, id, chosen);
  return describe(ctx, id);
}

/** The row of a collection, whose fields fit its kind. */
function rowOf({ published, ...wanted }: Wanted, resourceIds: string[] | undefined) {
  if ((wanted.kind === 'category') !== (wanted.category !== null)) throw unfit('body.category', 'category');
  if (wanted.kind !== 'chosen' && resourceIds?.length) throw unfit('body.resourceIds', 'chosen');
  return { ...wanted, isPublished: published, categoryKey: wanted.category ? folded(wanted.category) : '' };
}

const unfit = (path: string, kind: string) =>
  InvalidRequest(undefined, {
    errors: [{ path, code: 'required', message: `must be given for the kind ${kind}, and for no other` }],
  });

export async function removeCollection(ctx: TenantContext, id: string): Promise<void> {
  requireOperator(ctx);
  if (!(await deleteCollection(ctx.tx, id))) throw NotFound();
}

export async function openCollection(ctx: WorkContext, id: string): Promise<CollectionRow> {
  const row = await selectCollection(ctx.tx, id);
  if (!row?.isPublished) throw NotFound();
  return row;
}

const browserCart = (ctx: WorkContext): string | null => {
  const id = cartOf(ctx);
  return id && cartUrl(ctx, id);
};

export async function listCollections(ctx: WorkContext, query: Parameters<typeof collectionList.page>[1]) {
  const page = await collectionList.page(ctx, query, (rows) => rows.map((row) => describePublic(ctx, row)));
  return { ...page, cartUrl: browserCart(ctx) };
}

export async function readProduct(ctx: WorkContext, resourceId: string) {
  const listing = orNotFound(await selectShown(ctx.tx, resourceId));
  return { ...describeListing(ctx, listing), cartUrl: browserCart(ctx) };
}

type ProductQuery = Parameters<typeof productList.page>[1];

export async function listProducts(ctx: WorkContext, id: string, query: ProductQuery) {
  const collection = await openCollection(ctx, id);
  const page = await productList.page(ctx, { ...query, collectionId: id }, (rows) =>
    rows.map((row) => describeListing(ctx, row)),
  );
  const { search, sort, inStock } = query;
  const asked = { ...(search && { search }), sort, ...(inStock !== undefined && { inStock }) };
  return { collection: describePublic(ctx, collection), asked, cartUrl: browserCart(ctx), ...page };
}
