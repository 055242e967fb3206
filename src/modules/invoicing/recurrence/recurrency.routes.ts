import { z } from 'zod';
import { CalendarDate } from '#platform/date.ts';
import { exampleId } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { NotFound } from '#platform/refusal.ts';
import { writingRefusals } from '../pending/writing-refusals.ts';
import { MonthsOutOfRange, subscriptionAnalytics } from './analytics.ts';
import { CycleMade, CycleUnknown, makeAllCycles, makeGivenCycle, makeNextCycle, NoNextCycle } from './catch-up.ts';
import { RecurrencyCatchUp, RecurrencyCycle, RecurrencySummary, SubscriptionMonth } from './recurrency.schema.ts';
import { recurrencyList } from './recurrency.sql.ts';
import { resumeRecurrencies } from './recurrency.ts';

const Month = z
  .string()
  .regex(/^(19|2\d)\d\d-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-11')
  .meta({ description: 'YYYY-MM', example: '2026-11' });

export const recurrencyRoutes = [
  route('POST', '/v1/record/pending/checkRecurrenciesAndCreate', 'invoicing:write', {
    action: 'createDue',
    summary: 'Create all due documents',
    description:
      'Creates the documents of all due cycles, missed ones included, each exactly once even with concurrent requests. The clock does the same by itself. With `Dry-Run: true` it shows what it would create. A failed cycle does not block the others; it is retried later, and at once by this request. Emits `recurrency:invoice-created` for each, `recurrency:failed-to-create-invoice` for those that fail, and `recurrency:past-due` if a cycle is a day late.',
    returns: RecurrencyCatchUp,
    handler: (ctx) => makeAllCycles(ctx),
  }),
  route('POST', '/v1/record/pending/givenRecurrency', 'invoicing:write', {
    action: 'createCycle',
    summary: 'Create the document of a cycle',
    description:
      'Creates the document of a cycle that failed, whose document was voided, or that is not due yet. Its date is that of the cycle, or today if that is in the future. Give another `date` if that month is locked or the goods arrived later. Emits `recurrency:invoice-created`.',
    status: 201,
    body: z.strictObject({
      recurrencyId: z.uuid().describe('The recurrence: `GET /v1/record/pending/recurrencyResume`.'),
      cycleOn: CalendarDate.describe('The day of the cycle.'),
      date: CalendarDate.optional().describe(
        'Of the document. Default: that of the cycle, or today if that is in the future.',
      ),
    }),
    returns: RecurrencyCycle,
    refusals: [NotFound, CycleUnknown, CycleMade, ...writingRefusals],
    examples: { body: { recurrencyId: exampleId, cycleOn: '2026-11-15' } },
    handler: (ctx, { body }) => makeGivenCycle(ctx, body),
  }),
  route('POST', '/v1/record/pending/nextRecurrency', 'invoicing:write', {
    action: 'createNext',
    summary: 'Create the next document now',
    description:
      'Creates the document of the next cycle without waiting for its day. Emits `recurrency:invoice-created`.',
    status: 201,
    body: z.strictObject({
      recurrencyId: z.uuid().describe('The recurrence: `GET /v1/record/pending/recurrencyResume`.'),
    }),
    returns: RecurrencyCycle,
    refusals: [NotFound, NoNextCycle, ...writingRefusals],
    examples: { body: { recurrencyId: exampleId } },
    handler: (ctx, { body }) => makeNextCycle(ctx, body.recurrencyId),
  }),
  route('GET', '/v1/record/pending/recurrencyResume', 'invoicing:read', {
    action: 'list',
    summary: 'List recurrences',
    description: 'Recurrences (subscriptions) with their next cycle, failed cycles and monthly value. Newest first.',
    query: recurrencyList.query,
    returns: pageOf(RecurrencySummary),
    examples: { query: { status: 'active' } },
    handler: (ctx, { query }) => resumeRecurrencies(ctx, query),
  }),
  route('GET', '/v1/record/pending/subscriptions/analytics', 'invoicing:read', {
    action: 'listSubscriptionMonths',
    summary: 'Read subscriptions by month',
    description:
      'For each month the recurring revenue without taxes (MRR), its growth and contraction, churn and revenue per customer. Other frequencies count with their monthly average. The current month is as of today.',
    query: z.strictObject({
      from: Month.optional().describe('Default: eleven months before `to`.'),
      to: Month.optional().describe('Default: this month.'),
    }),
    returns: z.object({
      currency: z.string().describe('The organization’s: every amount is in it.'),
      data: z.array(SubscriptionMonth).describe('One for each month, the oldest first.'),
    }),
    refusals: [MonthsOutOfRange],
    examples: { query: { from: '2026-01', to: '2026-11' } },
    handler: (ctx, { query }) => subscriptionAnalytics(ctx, query),
  }),
];
