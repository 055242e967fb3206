import { z } from 'zod';
import { CalendarDate, isInOrder, outOfOrder } from '#platform/date.ts';
import { several } from '#platform/db/list.ts';
import { pageOf } from '#platform/http/page.ts';
import { steps } from '#platform/step.ts';
import { uniqueList } from '#platform/unique-list.ts';
import { AccountingRecordView } from './record.schema.ts';
import { type Dimension, dimensionNames } from './report.sql.ts';

const GROUP_KEYS_MAX = 3;

export const Span = {
  from: CalendarDate.optional().describe('The first day that counts.'),
  to: CalendarDate.optional().describe('The last day that counts.'),
};

/** A query with `from` and `to`, in this order. */
export const spanned = <S extends z.ZodRawShape>(shape: S) =>
  z.strictObject({ ...Span, ...shape }).refine((query) => isInOrder(query as never), outOfOrder);

/** The filters of a summary. Its default period is the current month. */
export const summaryFilters = {
  by: z
    .enum(steps)
    .default('month')
    .describe('The length of each period; weeks begin as the setting `weekStart` says.'),
  divisionId: z.uuid().optional().describe('Only what was posted for this branch.'),
};

export const recordFilters = {
  kind: several(z.string().regex(/^[a-z-]{1,40}$/, 'must be a kind'))
    .optional()
    .describe('Only records of these kinds: `income`, `expense`, `payment`, …'),
  accountId: several(z.uuid()).optional().describe('Only records that moved these money accounts.'),
  chartAccountId: several(z.uuid()).optional().describe('The account that the record was for.'),
  divisionId: several(z.uuid()).optional().describe('Only records of these branches.'),
  projectId: several(z.uuid()).optional().describe('Only records of these projects.'),
  contactId: several(z.uuid()).optional().describe('Only records of these contacts.'),
  sellerId: several(z.uuid()).optional().describe('Only commissions of these members.'),
  search: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .optional()
    .describe('Beginnings of words of the description or reference; all of them, without regard to case and accents.'),
};

/** The filters of the list and of its file. */
export const listFilters = {
  ...recordFilters,
  status: z
    .enum(['posted', 'void', 'all'])
    .default('posted')
    .describe('Only those that count, only void ones, or all.'),
  notConciliatedIn: z
    .uuid()
    .optional()
    .describe(
      'Records that move this money account and that its bank does not have by the end of `to`: cheques and deposits in transit. The bank has a record on the day of the lines of the statement that it is matched with, or else on the last day of its conciliation. Without `to`: those in no conciliation.',
    ),
};

export const RecordGrouping = z
  .string()
  .max(100)
  .transform((names) => names.split(','))
  .pipe(uniqueList(z.enum(dimensionNames as [Dimension, ...Dimension[]]), { max: GROUP_KEYS_MAX }))
  .describe(`Up to ${GROUP_KEYS_MAX} of ${dimensionNames.join(', ')}, separated by commas.`);

const result = {
  income: z.string().describe('Credits less debits of the accounts of income.'),
  expense: z.string().describe('Debits less credits of the accounts of expense.'),
  result: z.string().describe('Income less expense: negative is a loss.'),
};
const NamedView = z.object({ id: z.uuid(), name: z.string() });

const figures = {
  records: z.number().int().describe('How many records there are.'),
  ...result,
  debit: z.string().describe('The sum of the debits.'),
  credit: z.string().describe('The sum of the credits.'),
};

const GroupKey = z.object({
  kind: z.string().optional().describe('The kind of the records.'),
  account: NamedView.nullable().optional().describe('The money account; null: the records moved none, or several.'),
  chartAccount: NamedView.extend({
    code: z.string().describe('Of the account of the chart.'),
    kind: z.string().describe('`asset`, `liability`, `equity`, `income` or `expense`.'),
  })
    .optional()
    .describe('The account of the chart.'),
  division: NamedView.nullable().optional().describe('The branch; null: of none.'),
  project: NamedView.nullable().optional().describe('The project; null: of none.'),
  contact: NamedView.nullable().optional().describe('Who paid or was paid; null: nobody is named.'),
  seller: z.uuid().nullable().optional().describe('The member who earned the commission; null: it is none.'),
  day: CalendarDate.optional().describe('The day.'),
  week: CalendarDate.optional().describe('The first day of the week.'),
  month: CalendarDate.optional().describe('The first day of the month.'),
  year: CalendarDate.optional().describe('The first day of the year.'),
});

const ListedRecord = AccountingRecordView.extend({
  amountInAccount: z
    .string()
    .optional()
    .describe('With `notConciliatedIn`: what it adds to that account, in its currency; negative took from it.'),
});

export const RecordReportView = pageOf(ListedRecord).extend({
  conciliation: z
    .object({
      accountId: z.uuid(),
      currency: z.string().describe('Of the account.'),
      booksBalance: z.string().describe('The balance of the account in the books at the end of `to`.'),
      notConciliated: z.string().describe('What all such records add to it.'),
      bankBalance: z
        .string()
        .describe('The difference: what the statement of the bank says, if the books have all of it.'),
    })
    .nullable()
    .describe('With `notConciliatedIn`: the reconciliation of the account, whatever the other filters are.'),
  currency: z.string().describe('Of the groups and totals.'),
  groups: z
    .array(z.object({ by: GroupKey.describe('What the records of the group have in common.'), ...figures }))
    .describe('With `groupBy`. By `chartAccount`, debit and credit make the trial balance of the period.'),
  totals: z.object(figures).nullable().describe('Of every record that matches; with `groupBy`.'),
});

const span = {
  from: CalendarDate.describe('The first day that counts.'),
  to: CalendarDate.describe('The last day that counts.'),
};

export const RecordSummaryView = z.object({
  ...span,
  currency: z.string().describe('The organization’s: every amount is in it.'),
  ...result,
  previous: z.object({ ...span, ...result }).describe('The time just before, of the same length.'),
  change: z.object(result).describe('Against the time before.'),
  periods: z
    .array(z.object({ period: CalendarDate.describe('Its first day.'), ...result }))
    .describe('The whole time by day, week, month or year, the oldest first.'),
  kinds: z
    .array(z.object({ kind: z.string().describe('The kind of the records: `income`, `invoice`, …'), ...result }))
    .describe('By kind of record.'),
  divisions: z
    .array(z.object({ division: NamedView.nullable().describe('The branch; null: what belongs to none.'), ...result }))
    .describe('By branch.'),
});

const TaxView = z.object({
  name: z.string().describe('As the records name the tax.'),
  rate: z.string().nullable().describe('Percent; null: not given, or several.'),
  records: z.number().int().describe('How many records have it.'),
  net: z.string().describe('Of the records with this tax.'),
  amount: z.string().describe('The tax, in the organization’s currency.'),
});

export const TaxesPaidView = z.object({
  ...span,
  currency: z.string().describe('The organization’s: every amount is in it.'),
  total: z.string().describe('All taxes together.'),
  taxes: z.array(TaxView).describe('By name and rate.'),
  periods: z
    .array(
      z.object({
        period: CalendarDate.describe('Its first day.'),
        total: z.string().describe('All taxes together.'),
        taxes: z.array(TaxView).describe('By name and rate.'),
      }),
    )
    .describe('By day, week, month or year, the oldest first.'),
});

export const RecordChartView = z.object({
  ...span,
  currency: z.string().describe('The organization’s: every amount is in it.'),
  periods: z.array(CalendarDate).describe('The first day of each: the horizontal axis.'),
  series: z
    .array(
      z.object({
        key: z.string().nullable().describe('The kind or the id; null: none, `others`: the smallest groups together.'),
        name: z.string().describe('Of the group, or the figure where there are none.'),
        total: z.string().describe('The sum of its values.'),
        values: z.array(z.string()).describe('One for each period.'),
      }),
    )
    .describe('The largest first.'),
});
