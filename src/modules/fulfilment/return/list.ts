import { findContact } from '#modules/contacts/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { type PageRequest, pageWindow, toPage } from '#platform/http/page.ts';
import { cursorOf, keyOf } from '../list-key.ts';
import { countReturns, type ReturnFilter, selectReturns } from './list.sql.ts';
import { describeSummary } from './return.ts';

type ReturnQuery = Omit<ReturnFilter, 'organizationId'>;

/** A page with its total, as the first version of the interface has it. */
export async function listReturns(
  ctx: TenantContext,
  { page: wanted, itemsPerPage, count, cursor, ...query }: PageRequest & ReturnQuery & { cursor?: string | undefined },
) {
  const page = { page: cursor === undefined ? wanted : 1, itemsPerPage, count };
  const window = pageWindow(page);
  const after = keyOf(cursor);
  const { filter, baseCurrency } = await filterOf(ctx, query);
  const [rows, counted] = await Promise.all([
    selectReturns(ctx.tx, filter, { ...window, after }),
    countReturns(ctx.tx, filter, window.countLimit),
  ]);
  const answer = toPage(page, rows, counted);
  return {
    ...answer,
    data: answer.data.map((row) => describeSummary(row, baseCurrency)),
    nextCursor: answer.hasMore ? cursorOf(answer.data.at(-1)!) : null,
  };
}

/** A page by key: it costs the same wherever it is. */
export async function pageReturns(
  ctx: TenantContext,
  { cursor, itemsPerPage, ...query }: ReturnQuery & { cursor?: string | undefined; itemsPerPage: number },
) {
  const after = keyOf(cursor);
  const { filter, baseCurrency } = await filterOf(ctx, query);
  const rows = await selectReturns(ctx.tx, filter, { after, offset: 0, limit: itemsPerPage + 1 });
  const data = rows.slice(0, itemsPerPage);
  return {
    data: data.map((row) => describeSummary(row, baseCurrency)),
    nextCursor: rows.length > itemsPerPage ? cursorOf(data.at(-1)!) : null,
  };
}

/** A contact that was merged is the one that stands. */
async function filterOf(ctx: TenantContext, { contactId, ...rest }: ReturnQuery) {
  const [baseCurrency, contact] = await Promise.all([
    ctx.currency,
    contactId ? findContact(ctx, contactId) : undefined,
  ]);
  const filter = { ...rest, organizationId: ctx.organizationId, contactId: contact?.id ?? contactId };
  return { filter, baseCurrency };
}
