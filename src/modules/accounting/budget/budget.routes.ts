import { z } from 'zod';
import { CalendarDate, isInOrder, outOfOrder } from '#platform/date.ts';
import { TableFormat, tableAnswer } from '#platform/export/download.ts';
import { exampleId } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { AmountOutOfRange } from '../currency/convert.ts';
import { BudgetChange, BudgetReport, BudgetSummary, BudgetView, NewBudget } from './budget.schema.ts';
import { budgetList } from './budget.sql.ts';
import {
  BudgetAccountUnsuitable,
  BudgetMonthsDiffer,
  BudgetSpanWrong,
  changeBudget,
  createBudget,
  describeBudgets,
  readBudget,
  removeBudget,
  TooManyBudgets,
} from './budget.ts';
import { downloadBudget, reportBudget } from './report.ts';

const span = {
  from: CalendarDate.optional().describe('A day of the first month. Default: the whole budget.'),
  to: CalendarDate.optional().describe('A day of the last month.'),
};
const lineRefusals = [ReferenceNotFound, BudgetMonthsDiffer, BudgetAccountUnsuitable];

export const budgetRoutes = [
  route('POST', '/v1/budget', 'accounting:write', {
    summary: 'Create a budget',
    description:
      'Amounts of income and expense by account and month (presupuesto), for the fiscal year or other whole months, of everything or of one division or project. `fromActuals` begins with what earlier months were, times a factor.',
    status: 201,
    body: NewBudget,
    returns: BudgetView,
    refusals: [...lineRefusals, BudgetSpanWrong, AmountOutOfRange, TooManyBudgets],
    examples: {
      body: {
        name: 'Presupuesto 2027',
        startsOn: '2027-01-01',
        fromActuals: { factor: '1.05' },
        lines: [{ chartAccountId: exampleId, total: '240000.00' }],
      },
    },
    handler: (ctx, { body }) => createBudget(ctx, body),
  }),
  route('GET', '/v1/budget', 'reports:read', {
    summary: 'List budgets',
    description: 'The latest first, with their sums and without their lines.',
    query: budgetList.query,
    returns: pageOf(BudgetSummary),
    examples: { query: { date: '2026-11-15' } },
    handler: (ctx, { query }) => budgetList.page(ctx, query, (rows) => describeBudgets(ctx, rows)),
  }),
  route('PATCH', '/v1/budget', 'accounting:write', {
    summary: 'Change a budget',
    description:
      'Fields that are left out stay, and so do the amounts of accounts that `lines` does not name. Its months stay.',
    body: BudgetChange,
    returns: BudgetView,
    refusals: lineRefusals,
    examples: { body: { id: exampleId, version: 1, lines: [{ chartAccountId: exampleId, total: '180000.00' }] } },
    handler: (ctx, { body }) => changeBudget(ctx, body),
  }),
  route('GET', '/v1/budget/:budgetId', 'reports:read', {
    summary: 'Read a budget',
    description: 'With its amounts by account and month.',
    returns: BudgetView,
    handler: (ctx, { params }) => readBudget(ctx, params.budgetId),
  }),
  route('DELETE', '/v1/budget/:budgetId', 'accounting:write', {
    summary: 'Delete a budget',
    description: 'The books stay as they are.',
    handler: (ctx, { params }) => removeBudget(ctx, params.budgetId),
  }),
  route('GET', '/v1/budget/:budgetId/report', 'reports:read', {
    action: 'report',
    summary: 'Compare a budget with the books',
    description:
      'Budget, actual amount, difference and percent by account and month, with totals. Headings include everything under them. `from` and `to` take some of its months, such as the year so far.',
    query: z.strictObject(span).refine(isInOrder, outOfOrder),
    returns: BudgetReport,
    refusals: [BudgetSpanWrong],
    examples: { query: { to: '2026-11-30' } },
    handler: (ctx, { params, query }) => reportBudget(ctx, params.budgetId, query),
  }),
  route('GET', '/v1/budget/:budgetId/report/download', 'reports:read', {
    action: 'downloadReport',
    summary: 'Download the comparison of a budget',
    description: 'The report as CSV or as a spreadsheet.',
    query: z.strictObject({ ...span, format: TableFormat.default('csv') }).refine(isInOrder, outOfOrder),
    returns: tableAnswer,
    downloads: true,
    refusals: [BudgetSpanWrong],
    examples: { query: { format: 'xlsx' } },
    handler: (ctx, { params, query }) => downloadBudget(ctx, params.budgetId, query),
  }),
];
