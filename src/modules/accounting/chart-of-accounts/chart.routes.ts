import { z } from 'zod';
import { requireAlso } from '#platform/auth/permission.ts';
import { CalendarDate, isInOrder, Timestamp } from '#platform/date.ts';
import { tableAnswer } from '#platform/export/download.ts';
import { exampleId } from '#platform/http/example-ids.ts';
import { memoryQuery, pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { BulkRefused, ReferenceNotFound } from '#platform/refusal.ts';
import { uniqueList } from '#platform/unique-list.ts';
import { postingRules } from '../ledger/chart-seed.ts';
import { AccountNotPostable } from '../ledger/ledger.ts';
import { writeChartAccounts } from './bulk.ts';
import {
  ChartAccountChange,
  ChartAccountKind,
  ChartAccountsWritten,
  ChartAccountView,
  ChartPage,
  KnownAt,
  NewChartAccount,
  NewChartAccounts,
} from './chart.schema.ts';
import {
  AccountInUse,
  ChartCycle,
  ChartTooDeep,
  CodeTaken,
  changeChartAccount,
  createChartAccount,
  KindDiffers,
  KindRequired,
  ParentNotHeading,
  removeChartAccount,
  TooManyChartAccounts,
} from './chart.ts';
import { ChartFilter, listChart } from './chart-list.ts';
import { ExportQuery, exportChart } from './export.ts';
import { chartImport } from './import.ts';
import { postingRuleList } from './posting-rule.sql.ts';
import { AccountUnsuitable, changePostingRules, describeRule, PostingRuleInUse } from './posting-rule.ts';
import { AccountingReportView } from './report.schema.ts';
import { readReport } from './report.ts';
import { downloadReport } from './report-download.ts';

const PostingRuleName = z.enum(postingRules);

const PostingRuleView = z.object({
  name: PostingRuleName.describe('The operation that posts by the rule: `receivable` is what customers owe.'),
  account: z
    .object({ id: z.uuid(), code: z.string().describe('Of the account of the chart.'), name: z.string() })
    .describe('The account that it posts to.'),
  kinds: z.array(ChartAccountKind).describe('The kinds of account that suit it.'),
  updatedAt: Timestamp.describe('When its account was last chosen.'),
});

const ReportFields = z.strictObject({
  type: z
    .enum(['trial-balance', 'profit-and-loss', 'balance-sheet', 'cash-flow'])
    .describe('Which report; the description of the route explains each.'),
  from: CalendarDate.optional().describe('Default: the first day of the fiscal year. Not for a balance sheet.'),
  to: CalendarDate.optional().describe('Today by default.'),
  compare: z
    .enum(['previous-period', 'previous-year'])
    .optional()
    .describe(
      'Compares with the period of the same length just before, or with the same days a year before. Whole months are compared with as many whole months. For a balance sheet `previous-period` is the end of the fiscal year before.',
    ),
  compareFrom: CalendarDate.optional().describe('Default: the first day of the fiscal year that `compareTo` is in.'),
  compareTo: CalendarDate.optional().describe('Compares with the period up to this day, instead of `compare`.'),
  knownAt: KnownAt.optional(),
  divisionId: z.uuid().optional().describe('Only what was posted for this division.'),
});

const ReportFile = ReportFields.extend({
  format: z.enum(['csv', 'xlsx', 'pdf']).default('csv').describe('`xlsx` is a spreadsheet, `pdf` a paper to sign.'),
});

const fitsOnPaper = ({ type, format, compare, compareTo }: z.output<typeof ReportFile>) =>
  format !== 'pdf' || type !== 'trial-balance' || !(compare ?? compareTo);
const tooWide = {
  path: ['format'],
  error: 'A trial balance with a comparison is too wide for paper: choose `csv` or `xlsx`',
  params: { code: 'not_allowed' },
};

/** Refuses periods that contradict each other or the type of the report. */
function checkPeriods({ value, issues }: z.core.ParsePayload<z.output<typeof ReportFields>>): void {
  const { type, from, compare, compareFrom, compareTo } = value;
  const refuse = (path: keyof typeof value, code: string, message: string) =>
    issues.push({ code: 'custom', input: value[path], path: [path], message, params: { code } });
  const isOfDay = type === 'balance-sheet';
  if (isOfDay && from)
    refuse('from', 'unknown_field', 'A balance sheet is the state at the end of `to`: it has no `from`');
  if (isOfDay && compareFrom)
    refuse(
      'compareFrom',
      'unknown_field',
      'A balance sheet is compared with the end of `compareTo`: it has no `compareFrom`',
    );
  if (!isInOrder(value)) refuse('to', 'invalid_order', 'is before `from`');
  if (compare && compareTo) refuse('compareTo', 'at_most_one', 'Give `compare` or `compareTo`, not both');
  if (compareFrom && !compareTo) refuse('compareTo', 'required', 'is needed with `compareFrom`');
  if (!isInOrder({ from: compareFrom, to: compareTo })) refuse('compareTo', 'invalid_order', 'is before `compareFrom`');
}

export const chartRoutes = [
  route('GET', '/v1/chart-of-accounts', 'accounting:read', {
    summary: 'List the chart of accounts',
    description:
      'The accounts by code: as a tree of headings (`view=tree`, a page of its tops) or one after another (`view=flat`). With `balances=true` each says what it holds on `date`, everything under it included; `knownAt` asks for the books as they were known at a past moment. Every night the totals are compared with the transfers: `verifiedAt` says when they last agreed. Balances need `reports:read`.',
    query: z
      .strictObject({
        ...memoryQuery,
        view: z.enum(['tree', 'flat']).default('tree').describe('A tree of headings, or one account after another.'),
        ...ChartFilter,
        balances: z.boolean().default(false).describe('Whether each account has its balance; needs `reports:read`.'),
        date: CalendarDate.optional().describe('The last day that the balances count; today by default.'),
        knownAt: KnownAt.optional(),
        divisionId: z.uuid().optional().describe('Only what was posted for this division.'),
      })
      .refine(({ balances, date, knownAt, divisionId }) => balances || !(date || knownAt || divisionId), {
        path: ['balances'],
        error: '`date`, `knownAt` and `divisionId` are about balances: ask for `balances=true`',
        params: { code: 'required' },
      }),
    returns: ChartPage,
    examples: { query: { balances: 'true', date: '2026-10-31', kind: 'asset' } },
    handler: (ctx, { query }) => {
      if (query.balances) requireAlso(ctx, 'reports:read');
      return listChart(ctx, query);
    },
  }),
  route('POST', '/v1/chart-of-accounts', 'accounting:write', {
    summary: 'Add an account to the chart',
    description:
      'Adds an account under a heading of its kind, or at the top. A heading (`postable: false`) groups others and takes no transfers. The currency is the organization’s unless another is given; it never changes. Emits `chart-account:created`.',
    status: 201,
    body: NewChartAccount,
    returns: ChartAccountView,
    refusals: [
      ReferenceNotFound,
      CodeTaken,
      KindRequired,
      KindDiffers,
      ParentNotHeading,
      ChartTooDeep,
      TooManyChartAccounts,
    ],
    examples: { body: { code: '1190', name: 'Caja chica', kind: 'asset' } },
    handler: (ctx, { body }) => createChartAccount(ctx, body),
  }),
  route('POST', '/v1/chart-of-accounts/bulk', 'accounting:write', {
    action: 'writeMany',
    summary: 'Add and change many accounts of the chart',
    description:
      'Writes up to 5,000 accounts and answers the outcome of each: a row with an `id` changes that account, a row without adds one. Headings and the accounts under them come in any order. By default all rows are written or none, and `errors` lists each wrong one; with `validRowsOnly` the valid rows are written. Kind and currency of an account stay. Emits `chart-account:created` for each new one.',
    status: 201,
    bodyBytesMax: 4 * 1024 * 1024,
    body: NewChartAccounts,
    rows: 'accounts',
    returns: ChartAccountsWritten,
    refusals: [BulkRefused, CodeTaken, AccountInUse],
    examples: {
      body: {
        accounts: [
          { code: '1190', name: 'Otros activos', parentCode: '11' },
          { code: '119001', name: 'Depósitos en garantía', parentCode: '1190' },
        ],
      },
    },
    handler: (ctx, { body, rows }) => writeChartAccounts(ctx, body.accounts, rows),
  }),
  route('GET', '/v1/chart-of-accounts/export', 'accounting:read', {
    action: 'export',
    summary: 'Download the chart of accounts',
    description: 'The accounts that match, as CSV or as a spreadsheet, with the columns that an import reads.',
    downloads: true,
    query: ExportQuery,
    returns: tableAnswer,
    examples: { query: { format: 'xlsx' } },
    handler: (ctx, { query }) => exportChart(ctx, query),
  }),
  ...chartImport.routes,
  route('PATCH', '/v1/chart-of-accounts', 'accounting:write', {
    summary: 'Change an account of the chart',
    description:
      'Renames, recodes, moves (`parentId`, with everything under it), archives, or makes a heading of an account. Its kind and its currency stay. An account that a posting rule or a money account needs, or that has accounts in use under it, is not archived; one with movements does not become a heading. What was posted stays as it is; an archived account takes nothing more.',
    body: ChartAccountChange,
    returns: ChartAccountView,
    refusals: [ReferenceNotFound, CodeTaken, KindDiffers, ParentNotHeading, ChartCycle, ChartTooDeep, AccountInUse],
    examples: { body: { id: exampleId, name: 'Caja chica de la tienda' } },
    handler: (ctx, { body }) => changeChartAccount(ctx, body),
  }),
  route('DELETE', '/v1/chart-of-accounts/:accountId', 'accounting:write', {
    summary: 'Delete an account of the chart',
    description:
      'Only an account that was never used: one with movements, with accounts under it, or that a posting rule, a money account or a data source names is kept. Archive it instead.',
    refusals: [AccountInUse],
    handler: (ctx, { params }) => removeChartAccount(ctx, params.accountId),
  }),
  route('GET', '/v1/chart-of-accounts/posting-rules', 'accounting:read', {
    summary: 'List the posting rules',
    description: 'Which account each kind of operation posts to, by the name of the rule.',
    query: postingRuleList.query,
    returns: pageOf(PostingRuleView),
    examples: { query: { itemsPerPage: '100' } },
    handler: (ctx, { query }) => postingRuleList.page(ctx, query, (rules) => rules.map(describeRule)),
  }),
  route('PATCH', '/v1/chart-of-accounts/posting-rules', 'accounting:write', {
    summary: 'Point operations at other accounts',
    description:
      'Changes the rules that are given, all or none. The account must take transfers, be in the organization’s currency and be of a kind that suits the rule. It counts from the next posting on; what is posted stays. The account of open debts, balances, gift cards or stock cannot change.',
    body: z.strictObject({
      rules: uniqueList(
        z.strictObject({
          name: PostingRuleName.describe('The operation whose account changes.'),
          chartAccountId: z.uuid().describe('The account that it posts to from now on.'),
        }),
        {
          min: 1,
          max: postingRules.length,
          by: (rule) => rule.name,
        },
      ).describe('The rules to change; the others stay.'),
    }),
    returns: z.object({ data: z.array(PostingRuleView).describe('The rules that were given, as they are now.') }),
    refusals: [ReferenceNotFound, AccountNotPostable, AccountUnsuitable, PostingRuleInUse],
    examples: { body: { rules: [{ name: 'sales', chartAccountId: exampleId }] } },
    handler: (ctx, { body }) => changePostingRules(ctx, body.rules),
  }),
  route('GET', '/v1/chart-of-accounts/report', 'reports:read', {
    summary: 'Read the trial balance, profit and loss, balance sheet, or cash flows',
    description:
      'Computed from the ledger. `trial-balance` and `profit-and-loss` are about `from` to `to`, by default the fiscal year so far; `balance-sheet` is the state at the end of `to`. `cash-flow` says, by the direct method, where the money of a period came from and went to; a payment of an invoice counts as an investment in the proportion in which its lines were posted to long-term assets. `compare` or `compareTo` adds the same amounts of another period to every line and total, with the difference and its percentage. With `knownAt` it equals, to the cent, what was answered at that moment.',
    query: ReportFields.check(checkPeriods),
    returns: AccountingReportView,
    examples: { query: { type: 'profit-and-loss', from: '2026-10-01', to: '2026-10-31' } },
    handler: (ctx, { query }) => readReport(ctx, query),
  }),
  route('GET', '/v1/chart-of-accounts/report/download', 'reports:read', {
    action: 'downloadReport',
    summary: 'Download the trial balance, profit and loss, balance sheet, or cash flows',
    description:
      'The report as CSV or as a spreadsheet, with its totals and its comparison; or as a PDF to sign, with the letterhead of the organization. On the PDF cash flows are compared by their net, and a trial balance is not compared.',
    query: ReportFile.check(checkPeriods).refine(fitsOnPaper, tooWide),
    returns: { contentType: [...tableAnswer.contentType, 'application/pdf'] },
    downloads: true,
    examples: { query: { type: 'trial-balance', to: '2026-12-31', format: 'xlsx' } },
    handler: (ctx, { query }) => downloadReport(ctx, query),
  }),
];
