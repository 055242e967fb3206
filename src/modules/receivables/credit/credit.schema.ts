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

const Percent = decimalWithin({ min: 0, max: RATE_MAX, decimals: RATE_DECIMALS });

/** What is agreed about paying back, beside the amount. */
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
  startsOn: CalendarDate.optional().describe('Interest runs from this day. Default: today.'),
  firstDueOn: CalendarDate.optional().describe('Default: one period after `startsOn`.'),
  endOfMonth: z.boolean().default(false).describe('Instalments fall due on the last day of their month.'),
  graceInstalments: z
    .int()
    .min(0)
    .max(INSTALMENTS_MAX - 1)
    .default(0)
    .describe('The first so many instalments pay interest and no capital.'),
  dayCount: z
    .enum(dayCounts)
    .default('periods')
    .describe('How time becomes interest: every period alike, or by the days in it.'),
  lateFeeRate: Percent.default('0').describe(
    'Percent of what is unpaid of an instalment, charged once when it is late.',
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
  direction: z
    .enum(['granted', 'received'])
    .default('granted')
    .describe('Cash that the business lends, or that it borrows.'),
  contactId: z.uuid(),
  accountId: z.uuid().describe('Where the money leaves, or arrives. The loan is in its currency.'),
  amount: Amount,
  date: CalendarDate.optional().describe('Default: today.'),
  divisionId: z.uuid().nullable().optional(),
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
    .describe('Where the money arrives, or leaves: an account in the credit’s currency or in the organization’s.'),
  date: CalendarDate.optional().describe('Default: today. Not before what has happened to the credit already.'),
  paymentMethod: Method.optional().describe('Default: the kind of the account.'),
  reference: Reference.optional(),
};

export const NewCreditPayment = z.strictObject({
  ...paying,
  amount: Amount.optional().describe('Default: what is due, else the next instalment.'),
  waiveLateFees: z.boolean().default(false).describe('Forgives the late fees that are owed before the payment counts.'),
});

export const NewCapitalPayment = z.strictObject({
  ...paying,
  amount: Amount.optional().describe('Default: what pays the credit off today.'),
  effect: z
    .enum(['term', 'instalment'])
    .default('term')
    .describe(
      '`term`: instalments stay as they are, and there are fewer. `instalment`: there are as many, and they are smaller.',
    ),
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
      'Needed where something was paid. `owed`: the instalments end and the rest of the invoice is due at once. `write-off`: the rest is given up, or was forgiven.',
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
  .describe('Something that could happen.');
export type GivenCreditEvent = z.output<typeof CreditEvent>;

/** A plan before it exists, or a credit with what could happen next. */
export const CreditTableRequest = z
  .strictObject({
    creditId: z.uuid().optional().describe('A credit that exists: the events come on top of what has happened to it.'),
    amount: Amount.optional().describe('What would be lent, where there is no credit yet.'),
    currency: Currency.optional().describe('Default: the organization’s.'),
    plan: CreditPlan.optional(),
    events: z.array(CreditEvent).max(EVENTS_MAX).default([]).describe('In the order of their dates.'),
    on: CalendarDate.optional().describe('As it would be on this day. Default: today, or the last event.'),
  })
  .refine(({ creditId, amount, plan: given }) => (creditId ? !amount && !given : amount && given), {
    error: 'is about a credit that exists (creditId), or about an amount and a plan',
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
  number: z.int().nullable().describe('Of the instalment; null for capital that was paid ahead.'),
  kind: z.enum(['instalment', 'capital']),
  from: CalendarDate.describe('Its interest runs from this day.'),
  dueOn: CalendarDate,
  state: z.enum(['paid', 'overdue', 'partial', 'open']),
  capital: z.string(),
  interest: z.string(),
  lateFee: z.string(),
  waived: z.string().describe('Of the late fee.'),
  total: z.string(),
  paid: z.string(),
  open: z.string(),
  balance: z.string().describe('The capital that is left behind this line.'),
});

export const CreditTableView = z.object({
  currency: z.string(),
  on: CalendarDate,
  principal: z.string(),
  totals: z.object({
    capital: z.string(),
    interest: z.string().describe('What the credit costs, from the first instalment to the last.'),
    lateFee: z.string(),
    total: z.string(),
  }),
  open: PartsView.describe('What is owed of the whole table.'),
  due: PartsView.describe('The part of it that has fallen due.'),
  payOff: PartsView.describe('What pays everything off on this day: interest that has not run is not owed.'),
  allocations: z.array(PartsView).describe('What each event has paid.'),
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
  voidedAt: Timestamp.nullable().describe('When it was taken back.'),
});

const credit = {
  id: z.uuid(),
  pendingRecordId: z.uuid(),
  kind: z.enum(['invoice', 'loan']),
  direction: z.enum(['granted', 'received']).describe('Owed to the business, or by it.'),
  contactId: z.uuid().nullable(),
  contactName: z.string().nullable(),
  status: z.enum(['active', 'settled', 'canceled']),
  principal: z.string(),
  currency: z.string(),
  nextDueOn: CalendarDate.nullable().describe('When the first unpaid instalment falls, or fell, due.'),
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
  open: z.string().describe('What is owed of the whole table.'),
  due: z.string().describe('The part of it that has fallen due.'),
  overdue: z.string().describe('The part of it whose day has passed.'),
});

export const CreditTotals = z.object({
  direction: z.enum(['granted', 'received']),
  currency: z.string(),
  credits: z.int().describe('How many are active.'),
  principal: z.string().describe('Of the active ones.'),
  openCapital: z.string(),
  openInterest: z.string(),
  openLateFee: z.string(),
  due: z.string(),
  overdue: z.string(),
  paid: z.string().describe('What was ever paid, of all credits that were not canceled.'),
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
  status: z.enum(['active', 'settled', 'canceled']),
  open: PartsView,
});
