import { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { keepPlans } from '#platform/db/keep-plans.ts';
import { type CursorPage, fromCursor, type Page } from '#platform/http/page.ts';
import { wordsToSearch } from '#platform/search/words.ts';
import type { ResourceRow } from '../tables.ts';
import { codeKeyOf } from './code-key.ts';
import { type ResourceLists, wholeResources } from './list.sql.ts';
import { countNamed, type Meaning, type SearchedText, selectFound } from './search.sql.ts';

/** Up to so many matches are sorted by name. */
const MATCHES_MAX = 500;
/** More matches are counted up to this number, because each of them must be tested: that takes longer than to read a page. */
const COUNTED_MAX = 100;

export const ResourceQuery = wholeResources.name.query;
export const ResourceCursorQuery = wholeResources.name.cursorQuery;
type PageQuery = Parameters<typeof wholeResources.name.page>[1];
type CursorQuery = Parameters<typeof wholeResources.name.next>[1];
type Describe<R, V> = (rows: R[]) => V[] | Promise<V[]>;

export async function pageOfResources<V>(
  ctx: TenantContext,
  query: PageQuery,
  describe: Describe<ResourceRow, V>,
): Promise<Page<V>> {
  const { order, broad, text, ...scope } = await resolveSearch(ctx, query);
  const counting = broad && {
    upTo: COUNTED_MAX,
    count: (limit: number | null) => countMatches(ctx, query, broad, text, limit),
  };
  return order
    ? wholeResources[order].page(ctx, { ...query, sort: order, text }, describe, counting)
    : wholeResources.name.page(ctx, { ...query, ...scope }, describe, counting);
}

export async function nextResources<R, V = R>(
  ctx: TenantContext,
  lists: ResourceLists<R>,
  query: CursorQuery,
  describe?: Describe<R, V>,
): Promise<CursorPage<V>> {
  const { order, text, ...scope } = await resolveSearch(ctx, query);
  return order
    ? lists[order].next(ctx, { ...query, sort: order, text }, describe)
    : lists.name.next(ctx, { ...query, ...scope }, describe);
}

interface ResolvedSearch {
  /** The list in the order of an index that is read instead of the list in the wanted order. */
  order?: Meaning;
  /** The index that has more than a few matches. */
  broad?: Meaning;
  text?: SearchedText;
  ids?: string[];
  meant?: SearchedText;
}

/**
 * Decides how a searched text is found. The matches of a common text are listed in the order of their index, because sorting
 * them all would be slow; a list that has begun goes on in its order.
 */
async function resolveSearch(ctx: TenantContext, query: CursorQuery): Promise<ResolvedSearch> {
  const typed = query.search?.trim();
  if (!typed) return {};
  const barcode = /\d/.test(typed) ? typed : null;
  const searched = { words: wordsToSearch(typed), codeKey: codeKeyOf(typed), barcode };
  // Sent together, so that keeping plans costs no round trip. A narrowing filter is better planned by its value.
  const [, found] = await Promise.all([
    // Each search reads ranges of known indexes, so planning for the values takes longer than reading.
    leavesFew(query) ? null : keepPlans(ctx),
    selectFound(ctx, searched, MATCHES_MAX),
  ]);
  const began = query.cursor === undefined ? undefined : orderOf(query.cursor);
  if (query.sort === 'name' && isMeaning(began)) return { order: began, broad: began, text: found.text };
  if (found.by === 'ids') return { ids: found.ids };
  if (leavesFew(query)) return { meant: found.text };
  const { by } = found;
  if (query.sort === 'name' && began === undefined) return { order: by, broad: by, text: found.text };
  const text = only(found.text, by);
  return { broad: by, text, meant: text };
}

const orderOf = (cursor: string): string => fromCursor(cursor, z.tuple([z.string()], z.string()))[0];

const isMeaning = (order: string | undefined): order is Meaning =>
  order === 'word' || order === 'code' || order === 'barcode';

/** Filters that make a list short, whatever is searched in it. */
const leavesFew = ({ category, barcode, taxId, listId, marketplaceStatus }: CursorQuery): boolean =>
  [category, barcode, taxId, listId, marketplaceStatus].some((condition) => condition !== undefined);

const only = ({ words, codeKey, barcode }: SearchedText, by: Meaning): SearchedText => ({
  words: by === 'word' ? words : [],
  codeKey: by === 'code' ? codeKey : null,
  barcode: by === 'barcode' ? barcode : null,
});

/** Counts in the index. Without other filters, which is the usual case, the words alone give the number. */
async function countMatches(
  ctx: TenantContext,
  query: PageQuery,
  by: Meaning,
  text: SearchedText | undefined,
  limit: number | null,
): Promise<number> {
  const { search: _, sort: __, cursor: ___, page, itemsPerPage, count, archived, ...others } = query;
  const hasFilters = archived !== false || Object.values(others).some((value) => value !== undefined);
  const byWords = by === 'word' && !hasFilters ? await countNamed(ctx, text!.words, limit) : null;
  return byWords ?? wholeResources[by].count(ctx, { ...query, text }, limit);
}
