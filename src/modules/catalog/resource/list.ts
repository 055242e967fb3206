import { z } from 'zod';
import { findOrganization } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { plainDecimal } from '#platform/decimal.ts';
import { fromCursor, type PageRequest, pageWindow, toCursor, toPage } from '#platform/http/page.ts';
import { exponentOf } from '#platform/money.ts';
import { wordsToSeek } from '#platform/search/words.ts';
import { GENERAL } from '../price/price.schema.ts';
import { selectPrices } from '../price/price.sql.ts';
import { byResource } from './by-resource.ts';
import { codeKeyOf } from './code-key.ts';
import { describeResources } from './describe.ts';
import { type ResourceRow, selectBarcodes } from './resource.sql.ts';
import {
  countListed,
  type Listed,
  listOrders,
  type Place,
  type ResourceFilter,
  selectFound,
  selectIds,
  selectListed,
} from './search.sql.ts';

/** So many ids travel and are sorted by name; a text that means more is listed in the order of what fits it. */
const FOUND_MAX = 2_000;

export interface ListFilter extends Omit<ResourceFilter, 'search' | 'broad' | 'ids' | 'after' | 'codeKey'> {
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
  const { cursor, page: wanted, itemsPerPage, count, ...conditions } = query;
  const filter = await readFilter(ctx, conditions, readCursor(cursor));
  const page = { page: filter.after ? 1 : wanted, itemsPerPage, count };
  const window = pageWindow(page);
  const [rows, counted] = await Promise.all([
    selectListed(ctx.tx, ctx.organizationId, filter, window),
    countFound(ctx, filter, window.countLimit),
  ]);
  const answer = toPage(page, rows, counted);
  return {
    ...answer,
    data: await describe(answer.data),
    nextCursor: answer.hasMore ? cursorOf(answer.data.at(-1)!) : null,
  };
}

async function countFound(
  { tx, organizationId }: TenantContext,
  { after: _, ...filter }: ResourceFilter,
  limit: number | null,
): Promise<number> {
  const { ids, ...others } = filter;
  const areAll = ids && Object.values(others).every((value) => value === undefined);
  return areAll ? ids.length : countListed(tx, organizationId, filter, limit);
}

/** A page by key: it costs the same wherever it begins, and nothing is counted. */
export async function listByCursor(
  ctx: TenantContext,
  { cursor, itemsPerPage, ...conditions }: ListFilter & { cursor?: string | undefined; itemsPerPage: number },
) {
  const filter = await readFilter(ctx, conditions, readCursor(cursor));
  const window = { offset: 0, limit: itemsPerPage + 1 };
  const rows = await selectListed(ctx.tx, ctx.organizationId, filter, window);
  const shown = rows.slice(0, itemsPerPage);
  return {
    data: await describeResources(ctx, shown, { forAll: true }),
    nextCursor: rows.length > shown.length ? cursorOf(shown.at(-1)!) : null,
  };
}

/** Every id of a filter, for select-all, so many at a time. */
export async function listIds(
  ctx: TenantContext,
  { cursor, limit, ...conditions }: ListFilter & { cursor?: string | undefined; limit: number },
) {
  const filter = await readFilter(ctx, conditions, readCursor(cursor));
  const rows = await selectIds(ctx.tx, ctx.organizationId, filter, limit + 1);
  const shown = rows.slice(0, limit);
  return { ids: shown.map(({ id }) => id), nextCursor: rows.length > shown.length ? cursorOf(shown.at(-1)!) : null };
}

const cursorOf = ({ order, key, id }: Listed<{ id: string }>): string => toCursor([order, key, id]);

const Key = z.string().refine((text) => !text.includes('\0'));

function readCursor(cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined;
  const [order, key, id] = fromCursor(cursor, z.tuple([z.enum(listOrders), Key, z.uuid()]));
  return { order, key, id };
}

/** What the conditions of a list mean to the database. A list goes on in the order in which it began. */
export async function readFilter(
  ctx: TenantContext,
  { search: typed, code, ...rest }: ListFilter,
  after?: Place,
): Promise<ResourceFilter> {
  const filter = { ...rest, after, ...(code !== undefined && { codeKey: codeKeyOf(code) }) };
  if (!typed?.trim()) return filter;
  const text = typed.trim();
  // A barcode has digits; a text without any is not sought among them.
  const search = { words: wordsToSeek(text), codeKey: codeKeyOf(text), barcode: /\d/.test(text) ? text : null };
  const found = await selectFound(ctx.tx, ctx.organizationId, search, FOUND_MAX);
  const order = after?.order ?? (found.by === 'ids' || leavesFew(rest) ? 'name' : found.by);
  if (order !== 'name') return { ...filter, broad: { by: order, text: found.text } };
  return found.by === 'ids' ? { ...filter, ids: found.ids } : { ...filter, search: found.text };
}

/** Conditions by which a list is short, whatever is sought in it. */
const leavesFew = ({ category, barcode, taxId, listId, marketplaceStatus }: ListFilter): boolean =>
  [category, barcode, taxId, listId, marketplaceStatus].some((condition) => condition !== undefined);

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
