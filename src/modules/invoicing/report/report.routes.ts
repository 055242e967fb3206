import { z } from 'zod';
import { CalendarDate, isInOrder, outOfOrder } from '#platform/date.ts';
import { TableFormat, tableAnswer } from '#platform/export/download.ts';
import { exampleId } from '#platform/http/example-ids.ts';
import { memoryQuery, pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { uniqueList } from '#platform/unique-list.ts';
import { TooManyPlansChanged } from '../hooks.ts';
import { documentList } from '../pending/list.sql.ts';
import { readCommissions } from './commissions.ts';
import { exportDocuments } from './export.ts';
import { readFunnel } from './funnel.ts';
import { companions, previousItems } from './items.sql.ts';
import { readPreviousItems, readRecommendedItems } from './items.ts';
import { type Dimension, dimensionNames } from './report.sql.ts';
import { downloadReport, reportDocuments, StateOfPastDay, TooManyDocumentGroups } from './report.ts';

const GROUP_KEYS_MAX = 3;
const ITEMS_ASKED_MAX = 20;

const separated = <S extends z.ZodType<string, string>>(item: S, max: number) =>
  z
    .string()
    .max(2000)
    .transform((text) => text.split(','))
    .pipe(uniqueList(item, { min: 1, max }));

const GroupBy = separated(z.enum(dimensionNames as [Dimension, ...Dimension[]]), GROUP_KEYS_MAX).describe(
  `Up to ${GROUP_KEYS_MAX} of ${dimensionNames.join(', ')}, separated by commas.`,
);

const AsOf = CalendarDate.optional().describe(
  'The day on which the balance is reported. Documents and payments of later dates do not count. Default: now, with every date.',
);

const money = z.string().describe('At each document’s own rate.');

const WithBalance = z
  .boolean()
  .default(false)
  .describe('Only groups that owe something: with `groupBy=contact,dueOn,document` the open documents by age.');

const figures = {
  documents: z.number().int().describe('How many documents there are.'),
  net: money,
  tax: money,
  total: money,
  withheld: money,
  paid: money,
  balance: money.describe('Amount still due on invoices and loans.'),
  returned: z
    .object({
      returns: z.number().int().describe('How many returns there are.'),
      net: z.string().describe('Without taxes.'),
      tax: z.string().describe('The taxes.'),
      total: z.string().describe('With taxes.'),
    })
    .describe('Issued returns, by their own dates, also those of documents of earlier dates.'),
  afterReturns: z
    .object({
      net: z.string().describe('Without taxes.'),
      tax: z.string().describe('The taxes.'),
      total: z.string().describe('With taxes.'),
    })
    .describe('`net`, `tax` and `total` of the documents less those of the returns: the net sales of a period.'),
  aging: z
    .object({ notYetDue: money, days1To30: money, days31To60: money, days61To90: money, over90Days: money })
    .describe('The balance by how long it had been due on the day of the report.'),
};

const funnel = {
  open: z.number().int().describe('How many are neither won nor lost.'),
  openTotal: money,
  won: z.number().int().describe('All their lines are in later documents.'),
  wonTotal: money,
  lost: z.number().int().describe('They were voided.'),
  lostTotal: money,
  winRate: z.string().nullable().describe('Percent of those that were decided.'),
  averageDaysToWin: z
    .string()
    .nullable()
    .describe('From the date of the quote or order to the later document; null: none was won.'),
};

const { sort: _sort, cursor: _cursor, itemsPerPage: _items, ...filters } = documentList.cursorQuery.shape;
const { from, to, divisionId, sellerId, contactId } = filters;
const spanned = <S extends z.ZodRawShape>(shape: S) =>
  z.strictObject(shape).refine((query) => isInOrder(query as never), outOfOrder);

export const reportRoutes = [
  route('GET', '/v1/record/pending/report', 'invoicing:read', {
    action: 'get',
    summary: 'Sum documents by group',
    description:
      'Sums matching documents by up to three dimensions, with the balance by age (aging of receivables and payables, antigüedad de saldos), in the organization’s currency. Without `status` or `state` only issued documents count. `net`, `tax` and `total` are of the documents; `returned` and `afterReturns` show what came back. A return counts on its own date, in the groups of its document; the filters other than `from` and `to` are about the document. Void returns never count. `asOf` reports what was owed at the end of a day: receivables and payables of the books, less entries by hand. Payments, returns and refunds to cards count from their own dates; what is void now never counts, except a card payment until its refund. Contact, lines and due date are the present ones; a plan of instalments is due with the first that was unpaid on that day. `state` is of now, so it is refused with `asOf`.',
    query: spanned({ ...filters, groupBy: GroupBy.optional(), asOf: AsOf, withBalance: WithBalance }),
    returns: z.object({
      currency: z.string(),
      asOf: CalendarDate.describe('The day of the balances; today by default.'),
      totals: z.object(figures).describe('Of everything that matches.'),
      groups: z
        .array(
          z.object({
            key: z.record(z.string(), z.string().nullable()).describe('The id or value of each dimension; null: none.'),
            names: z.array(z.string().nullable()).describe('Of each dimension, as people know it.'),
            ...figures,
          }),
        )
        .describe('The groups of `groupBy`; empty without it.'),
    }),
    refusals: [TooManyDocumentGroups, StateOfPastDay, TooManyPlansChanged],
    examples: { query: { direction: 'sale', kind: 'invoice', groupBy: 'contact', asOf: '2026-10-31' } },
    handler: (ctx, { query }) => reportDocuments(ctx, query),
  }),
  route('GET', '/v1/record/pending/report/download', 'invoicing:read', {
    action: 'download',
    summary: 'Download the sums of documents',
    description: 'The groups of the report as CSV or as a spreadsheet, with the balance on the day `asOf`.',
    query: spanned({
      ...filters,
      groupBy: GroupBy,
      asOf: AsOf,
      withBalance: WithBalance,
      format: TableFormat.default('csv'),
    }),
    returns: tableAnswer,
    downloads: true,
    refusals: [TooManyDocumentGroups, StateOfPastDay, TooManyPlansChanged],
    examples: { query: { direction: 'purchase', groupBy: 'contact', asOf: '2026-10-31', format: 'xlsx' } },
    handler: (ctx, { query }) => downloadReport(ctx, query),
  }),
  route('GET', '/v1/record/pending/export', 'invoicing:read', {
    action: 'exportDocuments',
    summary: 'Export documents',
    description:
      'All matching documents, newest first, as CSV or as a spreadsheet. The file is streamed, so its length is not limited.',
    query: spanned({ ...filters, format: TableFormat.default('csv') }),
    returns: tableAnswer,
    downloads: true,
    examples: { query: { from: '2026-11-01', to: '2026-11-30', direction: 'sale', format: 'csv' } },
    handler: (ctx, { query }) => exportDocuments(ctx, query),
  }),
  route('GET', '/v1/record/pending/crm/metrics', 'invoicing:read', {
    action: 'getFunnel',
    summary: 'Read the sales funnel',
    description:
      'Quotes and orders by stage and by seller: how many are open, won and lost, their totals, and the average time to win one.',
    query: spanned({ from, to, divisionId, sellerId, contactId }),
    returns: z.object({
      currency: z.string(),
      totals: z.object(funnel).describe('Of everything that matches.'),
      stages: z
        .array(z.object({ stage: z.string().nullable().describe('The stage; null: of none.'), ...funnel }))
        .describe('By stage of the sales funnel.'),
      sellers: z
        .array(
          z.object({
            sellerId: z.uuid().nullable().describe('The seller; null: without one.'),
            sellerName: z.string().nullable().describe('The name of the seller; null: no longer known.'),
            ...funnel,
          }),
        )
        .describe('By seller.'),
    }),
    examples: { query: { from: '2026-01-01', to: '2026-12-31' } },
    handler: (ctx, { query }) => readFunnel(ctx, query),
  }),
  route('GET', '/v1/record/pending/sales/comissions', 'invoicing:read', {
    action: 'listCommissions',
    summary: 'List the commissions of sellers',
    description:
      'The commission of each seller and month: a percentage of their sales without taxes, counted when they are paid or when they are invoiced, as set in the settings `sales` of the organization and of the seller. `posted` is the amount that `POST /v1/record/commission` has booked with a date in that month. People without `reports:read` see their own.',
    query: z
      .strictObject({
        ...memoryQuery,
        from: CalendarDate.describe('The first day that counts.'),
        to: CalendarDate.describe('The last day that counts.'),
        sellerId: z.uuid().optional().describe('Only this seller. People without `reports:read` see their own.'),
      })
      .refine(isInOrder, outOfOrder),
    returns: pageOf(
      z.object({
        sellerId: z.uuid().describe('The seller.'),
        sellerName: z.string().nullable().describe('The name of the seller; null: no longer known.'),
        month: z.string().describe('YYYY-MM.'),
        documents: z.number().int().describe('How many invoices these sales are of.'),
        sales: z.string().describe('Their sales without taxes, less returns, in the organization’s currency.'),
        percent: z.string().describe('The commission of that month.'),
        earned: z.string().describe('The percent of the sales.'),
        posted: z.string().describe('What is booked as commission in that month.'),
        left: z.string().describe('What is earned and not booked; negative: too much is booked.'),
      }),
    ).extend({
      currency: z.string(),
      commissionOn: z
        .enum(['paid', 'invoiced'])
        .describe('Earned when the customer pays, or when the invoice is issued.'),
    }),
    examples: { query: { from: '2026-11-01', to: '2026-11-30' } },
    handler: (ctx, { query }) => readCommissions(ctx, query),
  }),
  route('GET', '/v1/record/pending/previousItems/:contactId', 'invoicing:read', {
    summary: 'List the items of a contact’s earlier invoices',
    description:
      'The items of the contact’s last 500 invoices, the most frequent first, each with its last price: for the next sale to a customer, or the next order to a supplier.',
    query: previousItems.query.extend({
      direction: z
        .enum(['sale', 'purchase'])
        .default('sale')
        .describe('`sale`: of their purchases here. `purchase`: of what we buy from them.'),
    }),
    returns: pageOf(
      z.object({
        resourceId: z.uuid().nullable(),
        description: z.string(),
        unit: z.string().nullable(),
        times: z.number().int().describe('How many lines of these invoices have it.'),
        quantity: z.string(),
        lastOn: CalendarDate.describe('The date of the last invoice with it.'),
        lastUnitPrice: z.string().describe('In the currency of that document.'),
        currency: z.string(),
        pendingRecordId: z.uuid().describe('The document of the last time.'),
      }),
    ),
    handler: (ctx, { params, query }) => readPreviousItems(ctx, params.contactId, query),
  }),
  route('GET', '/v1/record/pending/recommendedItems', 'invoicing:read', {
    summary: 'Recommend items that are bought together',
    description: 'The other items of the last 500 sales with one of these items, most frequent first.',
    query: companions.query.extend({
      resourceIds: separated(z.uuid(), ITEMS_ASKED_MAX).describe(`Up to ${ITEMS_ASKED_MAX} ids, separated by commas.`),
    }),
    returns: pageOf(
      z.object({
        resourceId: z.uuid(),
        name: z.string(),
        code: z.string().nullable().describe('Your own code of the item; null: none.'),
        unit: z.string().nullable(),
        together: z.number().int().describe('In how many of the sales it was with one of the given items.'),
        share: z.string().describe('Of the sales that were read.'),
      }),
    ).extend({ documents: z.number().int().describe('The number of sales that were read.') }),
    examples: { query: { resourceIds: exampleId } },
    handler: (ctx, { query }) => readRecommendedItems(ctx, query),
  }),
];
