import { z } from 'zod';
import { CalendarDate, Timestamp, TimeZone } from '#platform/date.ts';
import { uniqueList } from '#platform/unique-list.ts';
import { weekdayCodes } from './cycles.ts';

export const RecurrencyStatus = z
  .enum(['active', 'paused', 'ended'])
  .describe('`paused`: its cycles are skipped. `ended`: there are no more.');

const WEEKDAY = new RegExp(`^(-[12]|[1-5])?(${weekdayCodes.join('|')})$`);

const fields = {
  frequency: z.enum(['daily', 'weekly', 'monthly', 'yearly']).describe('The unit of `interval`.'),
  interval: z.number().int().min(1).max(1000).describe('2 is every second day, week, month or year.'),
  weekdays: uniqueList(z.string().regex(WEEKDAY, 'must be a day such as MO, of a month 1MO or -1FR'), {
    min: 1,
    max: 10,
  })
    .nullable()
    .describe('`MO` to `SU` of each week; of each month `1MO` is the first Monday and `-1FR` the last Friday.'),
  monthDays: uniqueList(
    z
      .int()
      .min(-31)
      .max(31)
      .refine((day) => day !== 0, 'must be a day of the month, from its end with a minus'),
    { min: 1, max: 10 },
  )
    .nullable()
    .describe('Days of each month; -1 is the last one. Without days: the day of `startsOn`.'),
  missingDays: z
    .enum(['last-day', 'skip'])
    .describe('For a 31st or 29 February that does not exist: use the last day of the month, or skip the cycle.'),
  timeZone: TimeZone.describe('Where a cycle’s day begins. Default: the organization’s.'),
  startsOn: CalendarDate.describe('No cycle comes before. Default: the date of the document.'),
  endsOn: CalendarDate.nullable().describe('The last day on which there can be a cycle.'),
  cycles: z.int().min(1).max(1000).nullable().describe('How many cycles there are, instead of `endsOn`.'),
};

type RuleShape = { [K in keyof typeof fields]?: z.output<(typeof fields)[K]> | undefined };

export const daysFit = ({ frequency, weekdays, monthDays }: RuleShape): boolean =>
  frequency === undefined ||
  ((!monthDays || (frequency === 'monthly' && !weekdays)) &&
    (!weekdays ||
      (frequency === 'weekly' && weekdays.every((day) => day.length === 2)) ||
      (frequency === 'monthly' && weekdays.every((day) => day.length > 2))));
const daysError = {
  error:
    'has days that do not fit: weeks have weekdays (MO), months have monthDays or numbered weekdays (1MO), not both',
  params: { code: 'days_do_not_fit' },
};
const endsOnce = ({ endsOn, cycles }: RuleShape): boolean => !endsOn || !cycles;
const endsError = { error: 'must end on a day or after so many cycles, not both', params: { code: 'exactly_one' } };

const example = { frequency: 'monthly', monthDays: [15, -1], startsOn: '2026-11-15' } as const;

export const NewRecurrency = z
  .strictObject({
    ...fields,
    interval: fields.interval.default(1),
    weekdays: fields.weekdays.default(null),
    monthDays: fields.monthDays.default(null),
    missingDays: fields.missingDays.default('last-day'),
    timeZone: fields.timeZone.optional(),
    startsOn: fields.startsOn.optional(),
    endsOn: fields.endsOn.default(null),
    cycles: fields.cycles.default(null),
  })
  .refine(daysFit, daysError)
  .refine(endsOnce, endsError)
  .meta({
    description:
      'The document recurs by this rule: each cycle is a copy of it. An issued document is the cycle of its own date; a draft is only a template.',
    example,
  });

export const RecurrencyChange = z
  .strictObject({
    ...fields,
    status: RecurrencyStatus,
    pendingRecordId: z.uuid().describe('The invoice that cycles copy from now on, for example with a new price.'),
  })
  .partial()
  .refine(endsOnce, endsError)
  .meta({
    description: 'Changes, pauses or ends the recurrence. Cycles during a pause are skipped for good.',
    example: { status: 'paused' },
  });

export interface GivenRecurrency extends z.output<typeof NewRecurrency> {}
export interface GivenRecurrencyChange extends z.output<typeof RecurrencyChange> {}

const FailedCycle = z.object({
  cycleOn: CalendarDate.describe('The day of the cycle.'),
  attempts: z.int().describe('How often it was tried.'),
  message: z.string().describe('Why the last attempt failed.'),
  retryAt: Timestamp.nullable().describe('When it is retried; null: not automatically.'),
});

export const RecurrencyView = z.object({
  id: z.uuid(),
  version: z.int(),
  pendingRecordId: z.uuid().describe('The document that each cycle copies.'),
  status: RecurrencyStatus,
  ...fields,
  weekdays: z
    .array(z.string())
    .nullable()
    .describe('`MO` to `SU` of each week; of each month `1MO` or `-1FR`; null: other days.'),
  monthDays: z.array(z.int()).nullable().describe('Days of each month, from its end with a minus; null: other days.'),
  timeZone: z.string().describe('Where a cycle’s day begins.'),
  nextOn: CalendarDate.nullable().describe('The next cycle; null: there is none.'),
  pastDueAt: Timestamp.nullable().describe('Since when a due cycle has no document.'),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

export const RecurrencySummary = RecurrencyView.extend({
  contactId: z.uuid().nullable().describe('Of the document that is copied; null: nobody.'),
  contactName: z.string().nullable().describe('As printed on the document.'),
  direction: z.enum(['sale', 'purchase']).describe('`sale` to a customer, `purchase` from a supplier.'),
  currency: z.string(),
  total: z.string().describe('The total of the document that is copied.'),
  monthly: z.string().describe('Its current monthly value without taxes, in the organization’s currency.'),
  made: z.int().describe('How many documents were created.'),
  lastOn: CalendarDate.nullable().describe('The last cycle with a document.'),
  failed: z.array(FailedCycle).describe('Cycles whose document could not be created, oldest first; at most ten.'),
});

export const RecurrencyCycle = z.object({
  recurrencyId: z.uuid().describe('The recurrence.'),
  cycleOn: CalendarDate.describe('The day of the cycle.'),
  pendingRecordId: z.uuid().describe('The document that was created.'),
  date: CalendarDate.describe('The day of the document; a locked month gives it another than `cycleOn`.'),
  currency: z.string(),
  total: z.string().describe('Of the document, with taxes.'),
});

export const RecurrencyCatchUp = z.object({
  created: z.array(RecurrencyCycle).describe('The documents that were created.'),
  failed: z
    .array(
      z.object({
        recurrencyId: z.uuid().describe('The recurrence.'),
        cycleOn: CalendarDate.describe('The day of the cycle.'),
        message: z.string().describe('Why it could not be created.'),
      }),
    )
    .describe('Cycles whose document could not be created; they are tried again.'),
  hasMore: z.boolean().describe('More cycles are due than one request creates: repeat it.'),
});

const percent = z.string().nullable().describe('Percent; null where there was nothing to compare with.');

export const SubscriptionMonth = z.object({
  month: z.string().describe('YYYY-MM.'),
  mrr: z.string().describe('Monthly recurring revenue at its end.'),
  customers: z.int().describe('Contacts with a recurrence that is worth something, at its end.'),
  arpu: z.string().describe('Revenue per customer: `mrr` divided by `customers`.'),
  new: z.string().describe('Of customers who had nothing at its start.'),
  expansion: z.string().describe('Increase from customers who pay more than at the start.'),
  contraction: z.string().describe('Decrease from customers who pay less than at the start, without those who left.'),
  churned: z.string().describe('Of customers who have nothing any more.'),
  churnedCustomers: z.int().describe('Customers who have nothing any more.'),
  growth: percent.describe('Change of `mrr` over the month, in percent of its start.'),
  revenueChurn: percent.describe('`churned` and `contraction`, in percent of the revenue at its start.'),
  customerChurn: percent.describe('`churnedCustomers`, in percent of the customers at its start.'),
});
