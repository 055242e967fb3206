import { z } from 'zod';
import { findContact } from '#modules/contacts/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { CalendarDate } from '#platform/date.ts';
import { fromCursor, type PageRequest, pageWindow, toCursor, toPage } from '#platform/http/page.ts';
import { fromMinor, toMinor } from '#platform/money.ts';
import { describeElement, describePendingRecord } from './describe.ts';
import {
  countPendingRecords,
  type PendingFilter,
  type PendingKey,
  selectItems,
  selectListedElements,
  selectPendingKeys,
  selectPendingRecords,
} from './list.sql.ts';

/** The filters as a query sends them. */
export interface PendingQuery extends Omit<PendingFilter, 'organizationId' | 'totalFrom' | 'totalTo'> {
  totalFrom?: string | undefined;
  totalTo?: string | undefined;
}

interface CursorRequest {
  cursor?: string | undefined;
  itemsPerPage: number;
}

const Key = z.tuple([CalendarDate, z.uuid()]);

function keyOf(cursor: string | undefined): PendingKey | null {
  if (cursor === undefined) return null;
  const [date, id] = fromCursor(cursor, Key);
  return { date, id };
}

/** The filter in the words of the tables: a contact that was merged is the one that stands. */
export async function filterOf(
  ctx: TenantContext,
  { totalFrom, totalTo, contactId, ...rest }: PendingQuery,
): Promise<{ filter: PendingFilter; baseCurrency: string }> {
  const [baseCurrency, contact] = await Promise.all([
    ctx.currency,
    contactId ? findContact(ctx, contactId) : undefined,
  ]);
  const minor = (amount: string | undefined) => (amount === undefined ? undefined : toMinor(amount, baseCurrency));
  const filter = {
    ...rest,
    organizationId: ctx.organizationId,
    contactId: contact?.id ?? contactId,
    totalFrom: minor(totalFrom),
    totalTo: minor(totalTo),
  };
  return { filter, baseCurrency };
}

/** A page with its total, as the first version of the interface has it. */
export async function listPendingRecords(
  ctx: TenantContext,
  { page: wanted, itemsPerPage, count, cursor, ...query }: PageRequest & PendingQuery & { cursor?: string | undefined },
) {
  const page = { page: cursor === undefined ? wanted : 1, itemsPerPage, count };
  const window = pageWindow(page);
  const after = keyOf(cursor);
  const { filter, baseCurrency } = await filterOf(ctx, query);
  const [rows, counted] = await Promise.all([
    selectPendingRecords(ctx.tx, filter, { ...window, after }),
    countPendingRecords(ctx.tx, filter, window.countLimit),
  ]);
  const answer = toPage(page, rows, counted);
  return {
    ...answer,
    data: answer.data.map((document) => describePendingRecord(document, baseCurrency)),
    nextCursor: answer.hasMore ? cursorOf(answer.data.at(-1)!) : null,
  };
}

const cursorOf = ({ date, id }: PendingKey): string => toCursor([date, id]);

/** A page by key: it costs the same wherever it is. */
export async function pagePendingRecords(
  ctx: TenantContext,
  { cursor, itemsPerPage, ...query }: CursorRequest & PendingQuery,
) {
  const after = keyOf(cursor);
  const { filter, baseCurrency } = await filterOf(ctx, query);
  const rows = await selectPendingRecords(ctx.tx, filter, { after, offset: 0, limit: itemsPerPage + 1 });
  const { data, last } = cut(rows, itemsPerPage);
  return {
    data: data.map((document) => describePendingRecord(document, baseCurrency)),
    nextCursor: last && cursorOf(last),
  };
}

export async function pagePendingIds(
  ctx: TenantContext,
  { cursor, itemsPerPage, ...query }: CursorRequest & PendingQuery,
) {
  const after = keyOf(cursor);
  const { filter } = await filterOf(ctx, query);
  const { data, last } = cut(await selectPendingKeys(ctx.tx, filter, { after, limit: itemsPerPage + 1 }), itemsPerPage);
  return { data: data.map(({ id }) => id), nextCursor: last && cursorOf(last) };
}

const ElementKey = z.tuple([CalendarDate, z.uuid(), z.coerce.number().int()]);

export async function pageElements(
  ctx: TenantContext,
  { cursor, itemsPerPage, ...query }: CursorRequest & PendingQuery,
) {
  const key = cursor === undefined ? null : fromCursor(cursor, ElementKey);
  const after = key && { date: key[0], id: key[1], position: key[2] };
  const { filter } = await filterOf(ctx, query);
  const rows = await selectListedElements(ctx.tx, filter, { after, limit: itemsPerPage + 1 });
  const { data, last } = cut(rows, itemsPerPage);
  return {
    data: data.map((element) => ({
      ...element,
      ...describeElement(element, element.currency),
      number: element.number === null ? null : Number(element.number),
    })),
    nextCursor: last && toCursor([last.date, last.pendingRecordId, String(last.position)]),
  };
}

export async function pageItems(ctx: TenantContext, { cursor, itemsPerPage, ...query }: CursorRequest & PendingQuery) {
  const after = cursor === undefined ? null : fromCursor(cursor, z.tuple([z.string()]))[0];
  const { filter, baseCurrency } = await filterOf(ctx, query);
  const rows = await selectItems(ctx.tx, filter, { after, limit: itemsPerPage + 1 });
  const { data, last } = cut(rows, itemsPerPage);
  const told = (minor: bigint) => fromMinor(minor, baseCurrency);
  return {
    data: data.map(({ key: _, net, tax, total, ...item }) => ({
      ...item,
      net: told(net),
      tax: told(tax),
      total: told(total),
      currency: baseCurrency,
    })),
    nextCursor: last && toCursor([last.key]),
  };
}

/** The rows of a page, and its last one where there is another page behind it. */
function cut<T>(rows: T[], itemsPerPage: number): { data: T[]; last: T | null } {
  const data = rows.slice(0, itemsPerPage);
  return { data, last: rows.length > itemsPerPage ? data.at(-1)! : null };
}
