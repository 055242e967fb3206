import { z } from 'zod';
import { Amount } from '#modules/accounting/index.ts';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { Currency, decimalWithin } from '#platform/money.ts';
import { Method, Reference } from '../pay/pay.schema.ts';
import { dayCounts, type Frequency, frequencies, methods } from './plan.ts';

const INSTALMENTS_MAX = 600;
const RATE_DECIMALS = 4;
const RATE_MAX = 1000;
const EVENTS_MAX = 100;

export const CreditDirection = z.enum(['granted', 'received']);
export const CreditStatus = z.enum(['active', 'settled', 'canceled']);

const Percent = decimalWithin({ min: 0, max: RATE_MAX, decimals: RATE_DECIMALS });

/** The terms of the repayment, except the amount. */
const plan = {
  method: z
    .enum(methods)
    .default('level')
    .describe(
      '`level`: equal instalments. `constant-capital`: equal parts of the capital, with the interest on top. `interest-only`: the capital at the end.',
    ),
  annualRate: Percent.default('0').describe('Percent a year, nominal.'),
  frequency: z.enum(Object.keys(frequencies) as [Frequency, ...Frequency[]]).default('monthly'),
  instalments: z.int().min(1).max(INSTALMENTS_MAX),
  startsOn: CalendarDate.optional().describe('The first day of interest. Default: today.'),
  firstDueOn: CalendarDate.optional().describe('Default: one period after `startsOn`.'),
  endOfMonth: z.boolean().default(false).describe('Instalments fall due on the last day of their month.'),
  graceInstalments: z
    .int()
    .min(0)
    .max(INSTALMENTS_MAX - 1)
    .default(0)
    .describe('How many instalments at the beginning pay interest only.'),
  dayCount: z.enum(dayCounts).default('periods').describe('How interest is calculated: equal periods, or by days.'),
  lateFeeRate: Percent.default('0').describe(
    'Percent of the unpaid part of an instalment, charged once when it is late.',
  ),
  lateFeeGraceDays: z
    .int()
    .min(0)
    .max(365)
    .default(0)
    .describe('How many days late an instalment may be without a fee.'),
};

export const CreditPlan = z.strictObject(plan).meta({
  example: { method: 'level', annualRate: '18', frequency: 'monthly', instalments: 12 },
});
export interface GivenPlan extends z.output<typeof CreditPlan> {}

export const NewCredit = z.strictObject({
  pendingRecordId: z.uuid().describe('An invoice that is issued and not yet paid in full.'),
  plan: CreditPlan,
});

export const NewLoan = z.strictObject({
  direction: CreditDirection.default('granted').describe('Cash that the business lends, or that it borrows.'),
  contactId: z.uuid(),
  accountId: z.uuid().describe('The account that pays or receives the money. The loan is in its currency.'),
  amount: Amount,
  date: CalendarDate.optional().describe('Default: today.'),
  divisionId: z
    .uuid()
    .nullable()
    .optional()
    .describe('Default: the division of the account, else the active division of the session.'),
  projectId: z.uuid().nullable().optional(),
  reference: Reference.optional(),
  notes: z.string().trim().max(5000).optional(),
  plan: CreditPlan,
});
export interface GivenLoan extends z.output<typeof NewLoan> {}

const paying = {
  creditId: z.uuid(),
  accountId: z
    .uuid()
    .describe('The account that receives or pays the money, in the currency of the credit or of the organization.'),
  date: CalendarDate.optional().describe('Default: today. Not before the last event of the credit.'),
  paymentMethod: Method.optional().describe('Default: the kind of the account.'),
  reference: Reference.optional(),
};

export const NewCreditPayment = z.strictObject({
  ...paying,
  amount: Amount.optional().describe('Default: the amount due, else the next instalment.'),
  waiveLateFees: z.boolean().default(false).describe('Waives the late fees owed before the payment is allocated.'),
});

export const NewCapitalPayment = z.strictObject({
  ...paying,
  amount: Amount.optional().describe('Default: the amount that pays the credit off today.'),
  effect: z
    .enum(['term', 'instalment'])
    .default('term')
    .describe('`term`: fewer instalments of the same size. `instalment`: the same number of smaller instalments.'),
});

export const CreditRateChange = z.strictObject({
  annualRate: Percent,
  date: CalendarDate.optional().describe('Default: today.'),
});

export const CreditCancellation = z.strictObject({
  remainder: z
    .enum(['owed', 'write-off'])
    .optional()
    .describe(
      'Required if payments were made. `owed`: the instalments end and the rest of the invoice is due at once. `write-off`: the rest is written off.',
    ),
});

const CreditEvent = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('payment'), date: CalendarDate, amount: Amount }),
    z.strictObject({
      kind: z.literal('capital'),
      date: CalendarDate,
      amount: Amount,
      effect: z.enum(['term', 'instalment']).default('term'),
    }),
    z.strictObject({ kind: z.literal('rate'), date: CalendarDate, annualRate: Percent }),
    z.strictObject({ kind: z.literal('waiver'), date: CalendarDate, amount: Amount }),
  ])
  .describe('A possible event.');
export type GivenCreditEvent = z.output<typeof CreditEvent>;

/** A new plan, or a credit with possible events. */
export const CreditTableRequest = z
  .strictObject({
    creditId: z.uuid().optional().describe('An existing credit: the events are added to its own.'),
    amount: Amount.optional().describe('The amount of a new plan.'),
    currency: Currency.optional().describe('Default: the organization’s.'),
    plan: CreditPlan.optional(),
    events: z.array(CreditEvent).max(EVENTS_MAX).default([]).describe('In the order of their dates.'),
    on: CalendarDate.optional().describe('The table on this day. Default: today, or the last event.'),
  })
  .refine(({ creditId, amount, plan: given }) => (creditId ? !amount && !given : amount && given), {
    error: 'takes either creditId, or amount and plan',
    params: { code: 'exactly_one' },
  });
export interface GivenTable extends z.output<typeof CreditTableRequest> {}

const PartsView = z.object({
  lateFee: z.string(),
  interest: z.string(),
  capital: z.string(),
  total: z.string(),
});

const RowView = z.object({
  number: z.int().nullable().describe('Of the instalment; null for capital paid ahead.'),
  kind: z.enum(['instalment', 'capital']),
  from: CalendarDate.describe('The first day of its interest.'),
  dueOn: CalendarDate,
  state: z.enum(['paid', 'overdue', 'partial', 'open']),
  capital: z.string(),
  interest: z.string(),
  lateFee: z.string(),
  waived: z.string().describe('Of the late fee.'),
  total: z.string(),
  paid: z.string(),
  open: z.string(),
  balance: z.string().describe('The capital left after this line.'),
});

export const CreditTableView = z.object({
  currency: z.string(),
  on: CalendarDate,
  principal: z.string(),
  totals: z.object({
    capital: z.string(),
    interest: z.string().describe('The cost of the credit over its whole term.'),
    lateFee: z.string(),
    total: z.string(),
  }),
  open: PartsView.describe('The amount owed of the whole table.'),
  due: PartsView.describe('The part that is due.'),
  payOff: PartsView.describe('The amount that pays the credit off on this day, without interest that has not accrued.'),
  allocations: z.array(PartsView).describe('The allocation of each event.'),
  rows: z.array(RowView),
});

export const CreditEventView = z.object({
  number: z.int(),
  kind: z.enum(['payment', 'capital', 'rate', 'waiver']),
  date: CalendarDate,
  amount: z.string().nullable(),
  effect: z.enum(['term', 'instalment']).nullable(),
  annualRate: z.string().nullable(),
  lateFee: z.string(),
  interest: z.string(),
  capital: z.string(),
  accountId: z.uuid().nullable(),
  recordId: z.uuid().nullable(),
  createdBy: z.uuid().nullable(),
  createdAt: Timestamp,
  voidedAt: Timestamp.nullable().describe('When it was undone.'),
});

const credit = {
  id: z.uuid(),
  pendingRecordId: z.uuid(),
  kind: z.enum(['invoice', 'loan']),
  direction: CreditDirection.describe('Owed to the business, or by it.'),
  contactId: z.uuid().nullable(),
  contactName: z.string().nullable(),
  status: CreditStatus,
  principal: z.string(),
  currency: z.string(),
  nextDueOn: CalendarDate.nullable().describe('The due date of the first unpaid instalment.'),
  writtenOff: z.string(),
  createdAt: Timestamp,
  endedAt: Timestamp.nullable(),
};

export const CreditView = z.object({
  ...credit,
  plan: z.object({
    ...plan,
    startsOn: CalendarDate,
    firstDueOn: CalendarDate,
    annualRate: z.string(),
    lateFeeRate: z.string(),
  }),
  table: CreditTableView,
  events: z.array(CreditEventView),
});

export const CreditSummary = z.object({
  ...credit,
  open: z.string().describe('The amount owed of the whole table.'),
  due: z.string().describe('The part that is due.'),
  overdue: z.string().describe('The part that is past due.'),
});

export const CreditTotals = z.object({
  direction: CreditDirection,
  currency: z.string(),
  credits: z.int().describe('How many are active.'),
  principal: z.string().describe('Of the active ones.'),
  openCapital: z.string(),
  openInterest: z.string(),
  openLateFee: z.string(),
  due: z.string(),
  overdue: z.string(),
  paid: z.string().describe('All payments of credits that were not canceled.'),
  paidInterest: z.string(),
  paidLateFee: z.string(),
});

export const CreditPaymentView = z.object({
  creditId: z.uuid(),
  recordId: z.uuid(),
  date: CalendarDate,
  currency: z.string(),
  amount: z.string(),
  lateFee: z.string(),
  interest: z.string(),
  capital: z.string(),
  status: CreditStatus,
  open: PartsView,
});
