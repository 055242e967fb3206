import { z } from 'zod';
import { CalendarDate } from '#platform/date.ts';
import { cursorQuery, pageOf, pageQuery } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { Decimal } from '#platform/money.ts';
import { listPendingRecords, pageElements, pageItems, pagePendingIds, pagePendingRecords } from './list.ts';
import { DocumentLineView, PendingRecordSummary } from './pending.schema.ts';

const IDS_AT_ONCE_MAX = 10_000;

/** What every list of documents can be narrowed by. */
export const pendingFilters = {
  kind: z.enum(['invoice', 'quote', 'order', 'loan']).optional(),
  direction: z.enum(['sale', 'purchase']).optional(),
  status: z.enum(['draft', 'issued', 'void']).optional(),
  state: z
    .enum(['draft', 'void', 'open', 'partial', 'paid', 'past-due', 'converted'])
    .optional()
    .describe('`open`: nothing paid yet; `partial`: something; `past-due`: not all, and the day has passed.'),
  contactId: z.uuid().optional(),
  divisionId: z.uuid().optional(),
  sellerId: z.uuid().optional(),
  projectId: z.uuid().optional(),
  stage: z.string().max(60).optional(),
  sourceId: z.uuid().optional().describe('The document that they were made from.'),
  recurrencyId: z.uuid().optional(),
  fiscalType: z.string().max(3).optional(),
  fiscalNumber: z.string().max(20).optional(),
  number: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  from: CalendarDate.optional(),
  to: CalendarDate.optional().describe('The last day that counts.'),
  dueFrom: CalendarDate.optional(),
  dueTo: CalendarDate.optional(),
  totalFrom: Decimal.optional().describe('In the organization’s currency.'),
  totalTo: Decimal.optional(),
  resourceId: z.uuid().optional().describe('Documents with a line of this item.'),
  search: z.string().max(200).optional().describe('Beginnings of words: number, receipt, reference, contact.'),
};

const byCursor = (itemsMax = 200) => ({
  ...cursorQuery,
  itemsPerPage: z.coerce
    .number()
    .int()
    .min(1)
    .max(itemsMax)
    .default(Math.min(itemsMax, itemsMax > 200 ? 1000 : 25)),
});

const cursorPageOf = <S extends z.ZodType>(item: S) =>
  z.object({
    data: z.array(item),
    nextCursor: z.string().nullable().describe('Send it as `cursor` to go on; null on the last page.'),
  });

const ListedElement = DocumentLineView.extend({
  pendingRecordId: z.uuid(),
  date: CalendarDate,
  kind: z.string(),
  direction: z.string(),
  status: z.string(),
  number: z.number().int().nullable(),
  contactId: z.uuid().nullable(),
  contactName: z.string().nullable(),
  currency: z.string(),
});

const ListedItem = z.object({
  resourceId: z.uuid().nullable().describe('Null: lines of free text, together where they say the same.'),
  description: z.string(),
  documents: z.number().int(),
  quantity: z.string(),
  net: z.string(),
  tax: z.string(),
  total: z.string(),
  currency: z.string().describe('The organization’s; documents in others count at their own rates.'),
  lastOn: CalendarDate,
});

const exampleQuery = { kind: 'invoice', direction: 'sale', state: 'past-due', from: '2026-01-01', itemsPerPage: '50' };

export const listRoutes = [
  route({
    method: 'GET',
    path: '/v1/record/pending',
    action: 'listOpen',
    summary: 'The open documents',
    description:
      'Documents with which something is still to be done: invoices and loans that are not fully paid, quotes and orders that are not fully in later documents. The newest first.',
    access: { permission: 'invoicing:read' },
    query: z.strictObject({ ...pageQuery, ...cursorQuery, ...pendingFilters }),
    returns: pageOf(PendingRecordSummary),
    examples: { query: { kind: 'invoice', direction: 'sale' } },
    handler: (ctx, { query }) => listPendingRecords(ctx, { ...query, open: true }),
  }),
  route({
    method: 'GET',
    path: '/v1/record/pending/all',
    summary: 'All documents',
    description: 'Documents of every kind and state, void ones and drafts among them. The newest first.',
    access: { permission: 'invoicing:read' },
    query: z.strictObject({ ...pageQuery, ...cursorQuery, ...pendingFilters }),
    returns: pageOf(PendingRecordSummary),
    examples: { query: { search: 'ferreteria', from: '2026-01-01' } },
    handler: (ctx, { query }) => listPendingRecords(ctx, query),
  }),
  route({
    method: 'GET',
    path: '/v2/record/pending',
    summary: 'Documents, page by page',
    description:
      'Documents of every kind and state, the newest first. Every page costs the same, however far back it is.',
    access: { permission: 'invoicing:read' },
    query: z.strictObject({ ...byCursor(), ...pendingFilters }),
    returns: cursorPageOf(PendingRecordSummary),
    examples: { query: exampleQuery },
    handler: (ctx, { query }) => pagePendingRecords(ctx, query),
  }),
  route({
    method: 'GET',
    path: '/v2/record/pending/ids',
    summary: 'The ids of documents',
    description: 'Every id that a filter finds, to select them all: up to 10,000 at once.',
    access: { permission: 'invoicing:read' },
    query: z.strictObject({ ...byCursor(IDS_AT_ONCE_MAX), ...pendingFilters }),
    returns: cursorPageOf(z.uuid()),
    examples: { query: exampleQuery },
    handler: (ctx, { query }) => pagePendingIds(ctx, query),
  }),
  route({
    method: 'GET',
    path: '/v2/record/pending/elements',
    action: 'listLines',
    summary: 'The lines of documents',
    description:
      'Lines with what one needs to know of their documents, the newest document first. With `resourceId` the lines of that item only.',
    access: { permission: 'invoicing:read' },
    query: z.strictObject({ ...byCursor(), ...pendingFilters }),
    returns: cursorPageOf(ListedElement),
    examples: { query: exampleQuery },
    handler: (ctx, { query }) => pageElements(ctx, query),
  }),
  route({
    method: 'GET',
    path: '/v2/record/pending/items',
    summary: 'What documents are about, by item',
    description:
      'The lines of all documents that a filter finds, together by item: how many, for how much, and when last. Of issued documents, unless `status` says otherwise. In a stable order, so that pages fit together.',
    access: { permission: 'invoicing:read' },
    query: z.strictObject({ ...byCursor(), ...pendingFilters }),
    returns: cursorPageOf(ListedItem),
    examples: { query: { kind: 'invoice', direction: 'sale', from: '2026-01-01' } },
    handler: (ctx, { query }) => pageItems(ctx, { ...query, status: query.status ?? 'issued' }),
  }),
];
