import { z } from 'zod';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { changeOf } from '#platform/http/change.ts';
import { decimalWithin } from '#platform/money.ts';
import { uniqueList } from '#platform/unique-list.ts';
import { SignedAmount } from '../account/account.schema.ts';
import { ChartAccountKind } from '../chart-of-accounts/chart.schema.ts';
import { accountLine } from '../chart-of-accounts/report.schema.ts';

export const MONTHS_MAX = 24;
const ACCOUNTS_MAX = 500;

const chartAccountId = z.uuid().describe('An account or a heading of income or expense.');
const GivenLine = z.union([
  z.strictObject({
    chartAccountId,
    amounts: z.array(SignedAmount).min(1).max(MONTHS_MAX).describe('One for each month, in order.'),
  }),
  z.strictObject({ chartAccountId, total: SignedAmount.describe('Shared evenly among the months. Zero removes it.') }),
]);

const fields = {
  name: z.string().trim().min(1).max(200),
  notes: z.string().trim().max(5000).describe('For your own people, up to 5,000 characters.'),
  divisionId: z.uuid().nullable().describe('Only what is posted for this branch counts.'),
  projectId: z.uuid().nullable().describe('Only what is posted for this project counts.'),
  lines: uniqueList(GivenLine, { max: ACCOUNTS_MAX, by: (line) => line.chartAccountId }).describe(
    'What is planned for each account.',
  ),
};

export const NewBudget = z.strictObject({
  ...z.strictObject(fields).partial().required({ name: true }).shape,
  startsOn: CalendarDate.optional().describe(
    'A day of its first month. Default: the start of the current fiscal year.',
  ),
  endsOn: CalendarDate.optional().describe('A day of its last month. Default: a year in all; at most 24 months.'),
  fromActuals: z
    .strictObject({
      startsOn: CalendarDate.optional().describe('A day of the first month that is copied. Default: a year before.'),
      factor: decimalWithin({ above: 0, digits: 4 }).default('1').describe('`1.05` adds 5 percent.'),
    })
    .optional()
    .describe('Copies income and expense of earlier months. `lines` replaces those of its accounts.'),
});
export const BudgetChange = changeOf({
  ...fields,
  lines: fields.lines.describe('Replaces the amounts of these accounts; others stay.'),
});

const Sums = z.object({
  income: z.string().describe('The planned income of all its months.'),
  expense: z.string().describe('The planned expense of all its months.'),
  result: z.string().describe('Income less expense.'),
});

export const BudgetSummary = z.object({
  id: z.uuid(),
  version: z.number().int(),
  name: fields.name,
  notes: fields.notes,
  startsOn: CalendarDate.describe('The first day of its first month.'),
  endsOn: CalendarDate.describe('The last day of its last month.'),
  divisionId: z.uuid().nullable(),
  projectId: z.uuid().nullable(),
  currency: z.string().describe('The organization’s: every amount is in it.'),
  totals: Sums.describe('Sums of all its months.'),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

export const BudgetView = BudgetSummary.extend({
  months: z.array(CalendarDate).describe('The first day of each.'),
  lines: z
    .array(
      z.object({
        chartAccountId: z.uuid(),
        code: z.string().describe('Of the account; lines are in its order.'),
        name: z.string(),
        kind: ChartAccountKind,
        amounts: z.array(z.string()).describe('By month.'),
        total: z.string().describe('The sum of all its months.'),
      }),
    )
    .describe('One for each account with a planned amount, by code.'),
});

const Figures = z
  .object({
    budget: z.string().describe('The planned amount.'),
    actual: z.string().describe('From the ledger.'),
    difference: z.string().describe('The actual amount less the budget.'),
    percent: z.string().nullable().describe('The actual amount in percent of the budget.'),
  })
  .meta({ id: 'BudgetFigures' });
const Compared = z
  .object({
    months: z.array(Figures).describe('One for each month, in order.'),
    total: Figures.describe('All months together.'),
  })
  .meta({ id: 'ComparedBudget' });

const Section = z
  .object({
    lines: z
      .array(
        z.object({
          ...accountLine,
          ...Compared.shape,
        }),
      )
      .describe('Accounts with a budget or a movement; a heading with everything under it.'),
    ...Compared.shape,
  })
  .meta({ id: 'BudgetSection' });

export const BudgetReport = z.object({
  budgetId: z.uuid(),
  name: z.string(),
  from: CalendarDate.describe('The first day of the first month that is compared.'),
  to: CalendarDate.describe('The last day of the last month that is compared.'),
  currency: z.string(),
  months: z.array(CalendarDate).describe('The first day of each.'),
  income: Section.describe('Accounts of income.'),
  expense: Section.describe('Accounts of expense.'),
  result: Compared.describe('Income less expense.'),
});
