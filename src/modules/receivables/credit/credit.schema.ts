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

export const CreditDirection = z
  .enum(['granted', 'received'])
  .describe('`granted`: owed to the business. `received`: owed by it.');
export const CreditStatus = z
  .enum(['active', 'settled', 'canceled'])
  .describe('`settled`: all is paid or written off.');

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
  frequency: z
    .enum(Object.keys(frequencies) as [Frequency, ...Frequency[]])
    .default('monthly')
    .describe('How often an instalment is due.'),
  instalments: z.int().min(1).max(INSTALMENTS_MAX).describe('How many there are.'),
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
  plan: CreditPlan.describe('How the balance of the invoice is paid.'),
});

export const NewLoan = z.strictObject({
  direction: CreditDirection.default('granted').describe('Cash that the business lends, or that it borrows.'),
  contactId: z.uuid().describe('Who borrows, or lends.'),
  accountId: z.uuid().describe('The account that pays or receives the money. The loan is in its currency.'),
  amount: Amount.describe('The capital, in the currency of the account.'),
  date: CalendarDate.optional().describe('Default: today.'),
  divisionId: z
    .uuid()
    .nullable()
    .optional()
    .describe('Default: the division of the account, else the active division of the session.'),
  projectId: z.uuid().nullable().optional().describe('The project that its postings count for.'),
  reference: Reference.optional(),
  notes: z.string().trim().max(5000).optional().describe('Printed on the document.'),
  plan: CreditPlan.describe('How it is paid back.'),
});
export interface GivenLoan extends z.output<typeof NewLoan> {}

const paying = {
  creditId: z.uuid().describe('The credit: `GET /v1/record/pending/credit/resume`.'),
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
  annualRate: Percent.describe('Percent a year, nominal, from that day on.'),
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
    z.strictObject({
      kind: z.literal('payment').describe('What happens.'),
      date: CalendarDate.describe('The day on which it happens.'),
      amount: Amount.describe('In the currency of the credit.'),
    }),
    z.strictObject({
      kind: z.literal('capital').describe('What happens.'),
      date: CalendarDate.describe('The day on which it happens.'),
      amount: Amount.describe('In the currency of the credit.'),
      effect: z
        .enum(['term', 'instalment'])
        .default('term')
        .describe('`term`: fewer instalments. `instalment`: smaller ones.'),
    }),
    z.strictObject({
      kind: z.literal('rate').describe('What happens.'),
      date: CalendarDate.describe('The day on which it happens.'),
      annualRate: Percent.describe('Percent a year, nominal, from that day on.'),
    }),
    z.strictObject({
      kind: z.literal('waiver').describe('What happens.'),
      date: CalendarDate.describe('The day on which it happens.'),
      amount: Amount.describe('In the currency of the credit.'),
    }),
  ])
  .describe('A possible event.');
export type GivenCreditEvent = z.output<typeof CreditEvent>;

/** A new plan, or a credit with possible events. */
export const CreditTableRequest = z
  .strictObject({
    creditId: z.uuid().optional().describe('An existing credit: the events are added to its own.'),
    amount: Amount.optional().describe('The amount of a new plan.'),
    currency: Currency.optional().describe('Default: the organization’s.'),
    plan: CreditPlan.optional().describe('The terms of a new plan.'),
    events: z.array(CreditEvent).max(EVENTS_MAX).default([]).describe('In the order of their dates.'),
    on: CalendarDate.optional().describe('The table on this day. Default: today, or the last event.'),
  })
  .refine(({ creditId, amount, plan: given }) => (creditId ? !amount && !given : amount && given), {
    error: 'takes either creditId, or amount and plan',
    params: { code: 'exactly_one' },
  });
export interface GivenTable extends z.output<typeof CreditTableRequest> {}

const PartsView = z.object({
  lateFee: z.string().describe('The late fees of it.'),
  interest: z.string().describe('The interest of it.'),
  capital: z.string().describe('The capital of it.'),
  total: z.string().describe('The three together.'),
});

const RowView = z.object({
  number: z.int().nullable().describe('Of the instalment; null for capital paid ahead.'),
  kind: z.enum(['instalment', 'capital']).describe('`capital`: paid ahead of the plan.'),
  from: CalendarDate.describe('The first day of its interest.'),
  dueOn: CalendarDate.describe('The day on which it is due; of capital, on which it was paid.'),
  state: z.enum(['paid', 'overdue', 'partial', 'open']).describe('`partial`: paid in part. `overdue`: late.'),
  capital: z.string().describe('The capital of the instalment.'),
  interest: z.string().describe('The interest of the instalment.'),
  lateFee: z.string().describe('What it costs to be late, if it is.'),
  waived: z.string().describe('Of the late fee.'),
  total: z.string().describe('Capital, interest and late fee, waived or not.'),
  paid: z.string().describe('What is paid of it.'),
  open: z.string().describe('What is still to be paid of it.'),
  balance: z.string().describe('The capital left after this line.'),
});

export const CreditTableView = z.object({
  currency: z.string(),
  on: CalendarDate.describe('The day whose table it is.'),
  principal: z.string().describe('The amount of the credit at its start.'),
  totals: z
    .object({
      capital: z.string().describe('All capital.'),
      interest: z.string().describe('The cost of the credit over its whole term.'),
      lateFee: z.string().describe('All late fees so far, waived ones left out.'),
      total: z.string().describe('All of it together.'),
    })
    .describe('Of the whole table.'),
  open: PartsView.describe('The amount owed of the whole table.'),
  due: PartsView.describe('The part that is due.'),
  payOff: PartsView.describe('The amount that pays the credit off on this day, without interest that has not accrued.'),
  allocations: z.array(PartsView).describe('The allocation of each event.'),
  rows: z.array(RowView).describe('The instalments, and capital that was paid ahead, in order.'),
});

export const CreditEventView = z.object({
  number: z.int().describe('1, 2, 3, … of its credit.'),
  kind: z
    .enum(['payment', 'capital', 'rate', 'waiver'])
    .describe('`capital`: paid ahead. `rate`: another interest rate. `waiver`: late fees are waived.'),
  date: CalendarDate.describe('The day on which it counts.'),
  amount: z.string().nullable().describe('What was paid or waived; null: a change of the rate.'),
  effect: z
    .enum(['term', 'instalment'])
    .nullable()
    .describe('`term`: fewer instalments. `instalment`: smaller ones. Null: not capital ahead.'),
  annualRate: z.string().nullable().describe('The new rate in percent; null: it is none.'),
  lateFee: z.string().describe('The part of the amount for late fees.'),
  interest: z.string().describe('The part of the amount for interest.'),
  capital: z.string().describe('The part of the amount for capital.'),
  accountId: z.uuid().nullable().describe('The account that the money is in; null: no money moved.'),
  recordId: z.uuid().nullable().describe('The record of the books; null: it posted none.'),
  createdBy: z.uuid().nullable(),
  createdAt: Timestamp,
  voidedAt: Timestamp.nullable().describe('When it was undone.'),
});

const credit = {
  id: z.uuid(),
  pendingRecordId: z.uuid().describe('The invoice under the plan, or the document of the loan.'),
  kind: z.enum(['invoice', 'loan']).describe('What is paid in instalments.'),
  direction: CreditDirection.describe('Owed to the business, or by it.'),
  contactId: z.uuid().nullable().describe('Who owes, or to whom; null: nobody is named.'),
  contactName: z.string().nullable().describe('As printed on the document.'),
  status: CreditStatus.describe('`settled`: all is paid or written off.'),
  principal: z.string().describe('The amount of the credit at its start.'),
  currency: z.string(),
  nextDueOn: CalendarDate.nullable().describe('The due date of the first unpaid instalment.'),
  writtenOff: z.string().describe('What was given up of it.'),
  createdAt: Timestamp,
  endedAt: Timestamp.nullable().describe('When it was settled or canceled; null: it is active.'),
};

export const CreditView = z.object({
  ...credit,
  plan: z
    .object({
      ...plan,
      startsOn: CalendarDate.describe('The first day of interest.'),
      firstDueOn: CalendarDate.describe('When the first instalment is due.'),
      annualRate: z.string().describe('Percent a year, nominal, at the start.'),
      lateFeeRate: z.string().describe('Percent of the unpaid part of an instalment, charged once when it is late.'),
    })
    .describe('Its terms.'),
  table: CreditTableView.describe('Its instalments as of today.'),
  events: z.array(CreditEventView).describe('What happened to it, the oldest first; undone ones too.'),
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
  openCapital: z.string().describe('The capital that is still owed, due or not.'),
  openInterest: z.string().describe('The interest that is still to be paid over the whole term.'),
  openLateFee: z.string().describe('The late fees that are still owed.'),
  due: z.string().describe('What is due of all that.'),
  overdue: z.string().describe('What is past due.'),
  paid: z.string().describe('All payments of credits that were not canceled.'),
  paidInterest: z.string().describe('The part of `paid` that was interest.'),
  paidLateFee: z.string().describe('The part of `paid` that was late fees.'),
});

export const CreditPaymentView = z.object({
  creditId: z.uuid().describe('The credit that was paid.'),
  recordId: z.uuid().describe('The record of the books; a receipt names the payment by it.'),
  date: CalendarDate.describe('The day on which it counts.'),
  currency: z.string(),
  amount: z.string().describe('What was paid, in the currency of the credit.'),
  lateFee: z.string().describe('The part for late fees.'),
  interest: z.string().describe('The part for interest.'),
  capital: z.string().describe('The part for capital.'),
  status: CreditStatus,
  open: PartsView.describe('What is still owed of the whole table.'),
});
