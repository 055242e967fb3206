import { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { fromMillionths, toMillionths } from '#platform/decimal.ts';
import { cursorPageOf, pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { inDecimals } from '#platform/money.ts';
import type { PendingRecord } from '../tables.ts';
import { returnQueries } from '../ties/returned.sql.ts';
import { describeElement, describePendingRecord } from './describe.ts';
import { readTaxes } from './element.sql.ts';
import {
  documentIdList,
  documentList,
  itemList,
  type ListedItem,
  type ListedLine,
  lineList,
  openDocumentList,
} from './list.sql.ts';
import { DocumentItem, ListedDocumentLine, PendingRecordSummary } from './pending.schema.ts';

const IDS_MAX = 10_000;

const documents =
  ({ currency }: TenantContext) =>
  (rows: PendingRecord[]) =>
    rows.map((document) => describePendingRecord(document, currency));

const lines = (ctx: TenantContext) => async (rows: ListedLine[]) =>
  (await readTaxes(ctx, rows)).map((line) => ({
    ...line,
    ...describeElement(line, line.currency),
    number: line.number === null ? null : Number(line.number),
  }));

const items =
  ({ currency }: TenantContext) =>
  (rows: ListedItem[]) =>
    rows.map(({ returnedQuantity, returnedNet, returnedTax, returnedTotal, ...item }) => {
      const returned = { net: returnedNet, tax: returnedTax, total: returnedTotal };
      const [net, tax, total] = [item.net - returnedNet, item.tax - returnedTax, item.total - returnedTotal];
      const left = fromMillionths(toMillionths(item.quantity) - toMillionths(returnedQuantity));
      return {
        ...inDecimals(item, currency),
        returned: { quantity: returnedQuantity, ...inDecimals(returned, currency) },
        afterReturns: { quantity: left, ...inDecimals({ net, tax, total }, currency) },
        currency,
      };
    });

const exampleQuery = { kind: 'invoice', direction: 'sale', state: 'past-due', from: '2026-01-01', itemsPerPage: '50' };

export const listRoutes = [
  route('GET', '/v1/record/pending', 'invoicing:read', {
    action: 'listOpen',
    summary: 'List open documents',
    description:
      'Invoices and loans that are not fully paid, and quotes and orders that are not fully converted into later documents. Newest first; `sort=due` is by the due date, `sort=total` by the total in the organization’s currency.',
    query: openDocumentList.query,
    returns: pageOf(PendingRecordSummary),
    examples: { query: { kind: 'invoice', direction: 'sale' } },
    handler: (ctx, { query }) => openDocumentList.page(ctx, query, documents(ctx)),
  }),
  route('GET', '/v1/record/pending/all', 'invoicing:read', {
    summary: 'List all documents',
    description:
      'Documents (quotes, orders, invoices, loans) in every state, drafts and void ones included. Newest first; `sort=due` is by the due date, `sort=total` by the total in the organization’s currency.',
    query: documentList.query,
    returns: pageOf(PendingRecordSummary),
    examples: { query: { search: 'ferreteria', from: '2026-01-01' } },
    handler: (ctx, { query }) => documentList.page(ctx, query, documents(ctx)),
  }),
  route('GET', '/v2/record/pending', 'invoicing:read', {
    summary: 'List documents by cursor',
    description:
      'Documents (quotes, orders, invoices, loans) in every state, newest first; `sort=due` is by the due date, `sort=total` by the total in the organization’s currency. Every page costs the same, however far back it is.',
    query: documentList.cursorQuery,
    returns: cursorPageOf(PendingRecordSummary),
    examples: { query: exampleQuery },
    handler: (ctx, { query }) => documentList.next(ctx, query, documents(ctx)),
  }),
  route('GET', '/v2/record/pending/ids', 'invoicing:read', {
    summary: 'List the ids of documents',
    description: 'All ids that match the filters, for select-all, up to 10,000 at a time.',
    query: documentIdList.cursorQuery.extend({
      itemsPerPage: z.coerce.number().int().min(1).max(IDS_MAX).default(1000),
    }),
    returns: cursorPageOf(z.uuid()),
    examples: { query: exampleQuery },
    handler: (ctx, { query }) => documentIdList.next(ctx, query, (rows) => rows.map(({ id }) => id)),
  }),
  route('GET', '/v2/record/pending/elements', 'invoicing:read', {
    action: 'listLines',
    summary: 'List the lines of documents',
    description:
      'Lines with the main fields of their documents, newest document first. With `resourceId` only the lines of that product or service.',
    query: lineList.cursorQuery,
    returns: cursorPageOf(ListedDocumentLine),
    examples: { query: exampleQuery },
    handler: (ctx, { query }) => lineList.next(ctx, query, lines(ctx)),
  }),
  route('GET', '/v2/record/pending/items', 'invoicing:read', {
    summary: 'List the items of documents',
    description:
      'The lines of all matching documents, grouped by item: what is in them, what came back and what is left. Sales by product are `kind=invoice&direction=sale`. Documents count on their own dates and issued returns on theirs, as in the books, so an item that was sold earlier is listed when it comes back in the period; the other filters are about the documents. Only issued documents unless `status` says otherwise; drafts and void returns never count. The order is stable across pages.',
    query: itemList.cursorQuery,
    returns: cursorPageOf(DocumentItem),
    examples: { query: { kind: 'invoice', direction: 'sale', from: '2026-01-01' } },
    handler: async (ctx, { query }) => {
      const { from, to } = query;
      return itemList.next({ ...ctx, returned: await returnQueries(ctx), from, to }, query, items(ctx));
    },
  }),
];
