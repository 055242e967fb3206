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
  from: CalendarDate.optional(),
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
  divisionId: z.uuid().optional(),
};

export const recordFilters = {
  kind: several(z.string().regex(/^[a-z-]{1,40}$/, 'must be a kind')).optional(),
  accountId: several(z.uuid()).optional(),
  chartAccountId: several(z.uuid()).optional().describe('The account that the record was for.'),
  divisionId: several(z.uuid()).optional(),
  projectId: several(z.uuid()).optional(),
  contactId: several(z.uuid()).optional(),
  sellerId: several(z.uuid()).optional(),
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
  status: z.enum(['posted', 'void', 'all']).default('posted'),
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

const result = { income: z.string(), expense: z.string(), result: z.string() };
const NamedView = z.object({ id: z.uuid(), name: z.string() });

const figures = {
  records: z.number().int(),
  ...result,
  debit: z.string(),
  credit: z.string(),
};

const GroupKey = z.object({
  kind: z.string().optional(),
  account: NamedView.nullable().optional(),
  chartAccount: NamedView.extend({ code: z.string(), kind: z.string() }).optional(),
  division: NamedView.nullable().optional(),
  project: NamedView.nullable().optional(),
  contact: NamedView.nullable().optional(),
  seller: z.uuid().nullable().optional(),
  day: CalendarDate.optional(),
  week: CalendarDate.optional(),
  month: CalendarDate.optional(),
  year: CalendarDate.optional(),
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
    .array(z.object({ by: GroupKey, ...figures }))
    .describe('With `groupBy`. By `chartAccount`, debit and credit make the trial balance of the period.'),
  totals: z.object(figures).nullable().describe('Of every record that matches; with `groupBy`.'),
});

const span = { from: CalendarDate, to: CalendarDate };

export const RecordSummaryView = z.object({
  ...span,
  currency: z.string(),
  ...result,
  previous: z.object({ ...span, ...result }).describe('The time just before, of the same length.'),
  change: z.object(result).describe('Against the time before.'),
  periods: z.array(z.object({ period: CalendarDate.describe('Its first day.'), ...result })),
  kinds: z.array(z.object({ kind: z.string(), ...result })),
  divisions: z.array(z.object({ division: NamedView.nullable(), ...result })),
});

const TaxView = z.object({
  name: z.string(),
  rate: z.string().nullable(),
  records: z.number().int(),
  net: z.string().describe('Of the records with this tax.'),
  amount: z.string(),
});

export const TaxesPaidView = z.object({
  ...span,
  currency: z.string(),
  total: z.string(),
  taxes: z.array(TaxView),
  periods: z.array(
    z.object({ period: CalendarDate.describe('Its first day.'), total: z.string(), taxes: z.array(TaxView) }),
  ),
});

export const RecordChartView = z.object({
  ...span,
  currency: z.string(),
  periods: z.array(CalendarDate).describe('The first day of each: the horizontal axis.'),
  series: z.array(
    z.object({
      key: z.string().nullable().describe('The kind or the id; null: none, `others`: the smallest groups together.'),
      name: z.string(),
      total: z.string(),
      values: z.array(z.string()).describe('One for each period.'),
    }),
  ),
});
