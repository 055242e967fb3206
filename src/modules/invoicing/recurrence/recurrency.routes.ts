import { z } from 'zod';
import { CalendarDate } from '#platform/date.ts';
import { exampleId } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { NotFound } from '#platform/refusal.ts';
import { writingRefusals } from '../pending/writing-refusals.ts';
import { MonthsOutOfRange, subscriptionAnalytics } from './analytics.ts';
import { CycleMade, CycleUnknown, makeDueCycles, makeGivenCycle, makeNextCycle, NoNextCycle } from './catch-up.ts';
import { RecurrencyCatchUp, RecurrencyCycle, RecurrencySummary, SubscriptionMonth } from './recurrency.schema.ts';
import { recurrencyList } from './recurrency.sql.ts';
import { resumeRecurrencies } from './resume.ts';

const Month = z
  .string()
  .regex(/^(19|2\d)\d\d-(0[1-9]|1[0-2])$/, 'is a month such as 2026-11')
  .meta({ description: 'YYYY-MM', example: '2026-11' });

export const recurrencyRoutes = [
  route({
    method: 'POST',
    path: '/v1/record/pending/checkRecurrenciesAndCreate',
    action: 'createDue',
    summary: 'Make what is due',
    description:
      'Makes the documents of every cycle that has come and is not made yet, also those that were missed, each once however often and by however many it is asked; the clock does the same by itself. With `Dry-Run: true` it shows what it would make. A cycle that fails stands in no other’s way: it is tried again later. Emits `recurrency:invoice-created` for each, `recurrency:failed-to-create-invoice` for those that fail, and `recurrency:past-due` where a cycle is a day late.',
    access: { permission: 'invoicing:write' },
    returns: RecurrencyCatchUp,
    handler: (ctx) => makeDueCycles(ctx),
  }),
  route({
    method: 'POST',
    path: '/v1/record/pending/givenRecurrency',
    action: 'createCycle',
    summary: 'Make a stated cycle',
    description:
      'Makes the document of a cycle that failed, whose document was void, or that has not come yet. It is dated by its cycle, or today where that is still to come. Emits `recurrency:invoice-created`.',
    access: { permission: 'invoicing:write' },
    status: 201,
    body: z.strictObject({ recurrencyId: z.uuid(), cycleOn: CalendarDate }),
    returns: RecurrencyCycle,
    refusals: [NotFound, CycleUnknown, CycleMade, ...writingRefusals],
    examples: { body: { recurrencyId: exampleId, cycleOn: '2026-11-15' } },
    handler: (ctx, { body }) => makeGivenCycle(ctx, body.recurrencyId, body.cycleOn),
  }),
  route({
    method: 'POST',
    path: '/v1/record/pending/nextRecurrency',
    action: 'createNext',
    summary: 'Make the next cycle now',
    description:
      'Makes the document of the next cycle without waiting for its day. Emits `recurrency:invoice-created`.',
    access: { permission: 'invoicing:write' },
    status: 201,
    body: z.strictObject({ recurrencyId: z.uuid() }),
    returns: RecurrencyCycle,
    refusals: [NotFound, NoNextCycle, ...writingRefusals],
    examples: { body: { recurrencyId: exampleId } },
    handler: (ctx, { body }) => makeNextCycle(ctx, body.recurrencyId),
  }),
  route({
    method: 'GET',
    path: '/v1/record/pending/recurrencyResume',
    action: 'list',
    summary: 'All recurrences',
    description: 'The recurrences with their next cycle, the cycles that failed, and what they are worth a month.',
    access: { permission: 'invoicing:read' },
    query: recurrencyList.query,
    returns: pageOf(RecurrencySummary),
    examples: { query: { status: 'active' } },
    handler: (ctx, { query }) => resumeRecurrencies(ctx, query),
  }),
  route({
    method: 'GET',
    path: '/v1/record/pending/subscriptions/analytics',
    action: 'listSubscriptionMonths',
    summary: 'Subscriptions by month',
    description:
      'What recurring sales are worth a month without taxes (MRR), how that grew and shrank, churn and revenue per customer, for each month. A recurrence that comes every two months or every week counts with its average month. The month that has not ended is told as of today.',
    access: { permission: 'invoicing:read' },
    query: z.strictObject({
      from: Month.optional().describe('Default: eleven months before `to`.'),
      to: Month.optional().describe('Default: this month.'),
    }),
    returns: z.object({ currency: z.string(), data: z.array(SubscriptionMonth) }),
    refusals: [MonthsOutOfRange],
    examples: { query: { from: '2026-01', to: '2026-11' } },
    handler: (ctx, { query }) => subscriptionAnalytics(ctx, query),
  }),
];
