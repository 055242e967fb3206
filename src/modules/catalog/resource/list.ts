import { z } from 'zod';
import { findOrganization } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { fromCursor, type PageRequest, pageWindow, toCursor, toPage } from '#platform/http/page.ts';
import { exponentOf } from '#platform/money.ts';
import { wordsToSeek } from '#platform/search/words.ts';
import { plainDecimal } from '../decimal.ts';
import { GENERAL } from '../price/price.schema.ts';
import { selectPrices } from '../price/price.sql.ts';
import { byResource } from './by-resource.ts';
import { codeKeyOf } from './code-key.ts';
import { describeResources } from './describe.ts';
import { type ResourceRow, selectBarcodes } from './resource.sql.ts';
import { countListed, countNamed, type ResourceFilter, selectFound, selectIds, selectListed } from './search.sql.ts';

/** So many ids travel; a text that means more is sought in the order of the list. */
const FOUND_MAX = 2_000;

export interface ListFilter extends Omit<ResourceFilter, 'search' | 'ids' | 'after' | 'codeKey'> {
  search?: string | undefined;
  code?: string | undefined;
}

interface ListQuery extends PageRequest, ListFilter {
  cursor?: string | undefined;
}

export const listResources = (ctx: TenantContext, query: ListQuery) =>
  readPage(ctx, query, (rows) => describeResources(ctx, rows, { forAll: true }));

/** The same for pickers: little of each, quickly. */
export const pickResources = (ctx: TenantContext, query: ListQuery) =>
  readPage(ctx, query, (rows) => describePicked(ctx, rows));

async function readPage<T>(ctx: TenantContext, query: ListQuery, describe: (rows: ResourceRow[]) => Promise<T[]>) {
  const { cursor } = query;
  const filter = await readFilter(ctx, query);
  const page = cursor === undefined ? query : { ...query, page: 1 };
  const window = pageWindow(page);
  const [rows, counted] = await Promise.all([
    selectListed(ctx.tx, ctx.organizationId, { ...filter, after: readCursor(cursor) }, window),
    countFound(ctx, filter, window.countLimit),
  ]);
  const answer = toPage(page, rows, counted);
  return {
    ...answer,
    data: await describe(answer.data),
    nextCursor: answer.hasMore ? cursorOf(answer.data.at(-1)!) : null,
  };
}

/** What a text means is counted from its rarest word on, and by reading the list only where that finds few. */
async function countFound(
  { tx, organizationId }: TenantContext,
  { search, ...filter }: ResourceFilter,
  limit: number | null,
): Promise<number> {
  const { ids, ...others } = filter;
  if (ids && Object.values(others).every((value) => value === undefined)) return ids.length;
  if (!search) return countListed(tx, organizationId, filter, limit);
  if (limit === null) return countListed(tx, organizationId, { ...filter, search }, null);
  const named = await countNamed(tx, organizationId, { ...filter, search }, limit);
  return named >= limit ? named : countListed(tx, organizationId, { ...filter, search }, limit);
}

/** A page by key: it costs the same wherever it begins, and nothing is counted. */
export async function listByCursor(
  ctx: TenantContext,
  query: ListFilter & { cursor?: string | undefined; itemsPerPage: number },
) {
  const filter = { ...(await readFilter(ctx, query)), after: readCursor(query.cursor) };
  const window = { offset: 0, limit: query.itemsPerPage + 1 };
  const rows = await selectListed(ctx.tx, ctx.organizationId, filter, window);
  const shown = rows.slice(0, query.itemsPerPage);
  return {
    data: await describeResources(ctx, shown, { forAll: true }),
    nextCursor: rows.length > shown.length ? cursorOf(shown.at(-1)!) : null,
  };
}

/** Every id of a filter, for select-all, so many at a time. */
export async function listIds(ctx: TenantContext, query: ListFilter & { cursor?: string | undefined; limit: number }) {
  const filter = { ...(await readFilter(ctx, query)), after: readCursor(query.cursor) };
  const rows = await selectIds(ctx.tx, ctx.organizationId, filter, query.limit + 1);
  const shown = rows.slice(0, query.limit);
  return { ids: shown.map(({ id }) => id), nextCursor: rows.length > shown.length ? cursorOf(shown.at(-1)!) : null };
}

const cursorOf = ({ sortName, id }: { sortName: string; id: string }): string => toCursor([sortName, id]);

const SortName = z.string().refine((text) => !text.includes('\0'));

function readCursor(cursor: string | undefined): { sortName: string; id: string } | undefined {
  if (cursor === undefined) return undefined;
  const [sortName, id] = fromCursor(cursor, z.tuple([SortName, z.uuid()]));
  return { sortName, id };
}

/** What the conditions of a list mean to the database. */
export async function readFilter(
  ctx: TenantContext,
  { search: typed, code, ...rest }: ListFilter,
): Promise<ResourceFilter> {
  const filter = { ...rest, ...(code !== undefined && { codeKey: codeKeyOf(code) }) };
  if (!typed?.trim()) return filter;
  const text = typed.trim();
  // A barcode has digits; a text without any is not sought among them.
  const search = { words: wordsToSeek(text), codeKey: codeKeyOf(text), barcode: /\d/.test(text) ? text : null };
  return { ...filter, ...(await selectFound(ctx.tx, ctx.organizationId, search, FOUND_MAX)) };
}

async function describePicked(ctx: TenantContext, rows: ResourceRow[]) {
  const ids = rows.map(({ id }) => id);
  const [{ currency }, barcodesOf, pricesOf] = await Promise.all([
    findOrganization(ctx.tx, ctx.organizationId),
    selectBarcodes(ctx.tx, ctx.organizationId, ids).then(byResource),
    selectPrices(ctx.tx, ctx.organizationId, ids, true).then(byResource),
  ]);
  const today = ctx.today.toString();
  return rows.map(({ id, kind, name, code, unit, category, tracksStock }) => {
    const general = pricesOf(id).filter(
      (price) => price.label === GENERAL && (price.validFrom ?? today) <= today && today <= (price.validTo ?? today),
    );
    const price = general.find((each) => each.currency === currency) ?? general[0];
    const shown = price && {
      amount: plainDecimal(price.amount, exponentOf(price.currency)),
      currency: price.currency,
    };
    return {
      id,
      kind,
      name,
      code,
      barcode: barcodesOf(id)[0]?.barcode ?? null,
      unit,
      category,
      tracksStock,
      price: shown ?? null,
    };
  });
}
