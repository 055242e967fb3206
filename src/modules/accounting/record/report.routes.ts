import { z } from 'zod';
import { TableFormat, tableAnswer } from '#platform/export/download.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { steps } from '#platform/step.ts';
import { downloadRecords } from './download.ts';
import { TooManyPeriods } from './period.ts';
import { recordList } from './record-list.sql.ts';
import {
  listFilters,
  RecordChartView,
  RecordGrouping,
  RecordReportView,
  RecordSummaryView,
  recordFilters,
  spanned,
  summaryFilters,
  TaxesPaidView,
} from './report.schema.ts';
import { readReport, TooManyGroups } from './report.ts';
import { readChart, readResume, readTaxesPaid } from './summary.ts';

const november = { from: '2026-11-01', to: '2026-11-30' };

export const reportRoutes = [
  route('GET', '/v1/record/resume', 'reports:read', {
    action: 'getSummary',
    summary: 'Read income, expense and result',
    description:
      'The sums of the ledger for a period, next to the period before: in total, by period, by kind of record and by division. Without taxes, in the organization’s currency. Default: the current month.',
    query: spanned(summaryFilters),
    returns: RecordSummaryView,
    refusals: [TooManyPeriods],
    examples: { query: { ...november, by: 'week' } },
    handler: (ctx, { query }) => readResume(ctx, query),
  }),
  route('GET', '/v1/record/taxes-paid', 'reports:read', {
    summary: 'Sum the taxes paid on expenses',
    description:
      'The taxes in purchases and expenses, by period and tax, in the organization’s currency. Default: the current month.',
    query: spanned(summaryFilters),
    returns: TaxesPaidView,
    refusals: [TooManyPeriods],
    examples: { query: { from: '2026-01-01', to: '2026-12-31', by: 'month' } },
    handler: (ctx, { query }) => readTaxesPaid(ctx, query),
  }),
  route('GET', '/v1/record/chart', 'reports:read', {
    summary: 'Read series for a chart',
    description:
      'One value for each day, week, month or year. Without `group`: the series income, expense and result. With it: one series of `measure` for each group, the largest first.',
    query: spanned({
      ...recordFilters,
      by: z.enum(steps).default('day').describe('The length of each step of the horizontal axis.'),
      group: z
        .enum(['kind', 'account', 'chartAccount', 'division', 'project', 'contact', 'seller'])
        .optional()
        .describe('Whose sums the series are. Default: income, expense and result of all.'),
      measure: z
        .enum(['income', 'expense', 'result', 'debit', 'credit'])
        .default('result')
        .describe('The amount that a series of a group shows.'),
    }),
    returns: RecordChartView,
    refusals: [TooManyPeriods, TooManyGroups],
    examples: { query: { ...november, by: 'week', group: 'chartAccount', measure: 'expense' } },
    handler: (ctx, { query }) => readChart(ctx, query),
  }),
  route('GET', '/v1/record/report', 'reports:read', {
    action: 'list',
    summary: 'List records and their sums',
    description:
      'The records that match, newest first, and, with `groupBy`, their sums by any of kind, account, chart account, division, project, contact, seller and time. Void records are listed on request and add nothing, nor do reversed postings. `groupBy=chartAccount` up to a day has the balances of the trial balance; of a period, the income and expense accounts are its profit and loss. `notConciliatedIn` with `to` is the bank reconciliation of a day: the records in transit, and the balances of the books and of the bank.',
    query: spanned({ ...listFilters, groupBy: RecordGrouping.optional(), ...recordList.query.shape }),
    returns: RecordReportView,
    refusals: [TooManyGroups, ReferenceNotFound],
    examples: { query: { ...november, groupBy: 'month,chartAccount', kind: 'income' } },
    handler: (ctx, { query }) => readReport(ctx, query),
  }),
  route('GET', '/v1/record/report/download', 'reports:read', {
    action: 'export',
    summary: 'Download the records',
    description:
      'Every record that matches, newest first, as CSV or as a spreadsheet. The file is sent while it is read, so its length is not limited.',
    query: spanned({ ...listFilters, format: TableFormat.default('csv') }),
    returns: tableAnswer,
    downloads: true,
    refusals: [ReferenceNotFound],
    examples: { query: { ...november, format: 'xlsx' } },
    handler: (ctx, { query }) => downloadRecords(ctx, query),
  }),
];
