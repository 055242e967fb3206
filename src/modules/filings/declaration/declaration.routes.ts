import { z } from 'zod';
import { LawUnknown } from '#modules/taxes/index.ts';
import { CalendarDate } from '#platform/date.ts';
import { route } from '#platform/http/route.ts';
import { decimalWithin } from '#platform/money.ts';
import { exampleFiling, PaymentFields, postingRefusals, TaxPayment } from '../payment/filing.schema.ts';
import { AccountNotInCurrency, AlreadyPaid, LaterFilingPaid } from '../payment/filing.ts';
import { Period, PeriodNotBegun, PeriodQuery, periodQuery } from '../period.ts';
import { BoxChanges } from './box-change.ts';
import { fiscalCalendar } from './calendar.ts';
import { ir17Summary, it1Summary, payIr17, payIt1 } from './declaration.ts';

const Given = decimalWithin({ min: 0, digits: 13, decimals: 2 });

const it1Given = {
  imports: Given.optional().describe('ITBIS paid at customs, which is in no purchase.'),
  cardsWithheld: Given.optional().describe('ITBIS that card acquirers withheld.'),
  previousCredit: Given.optional().describe('Default: what the payment of the month before left over.'),
};
const ir17Given = {
  previousCredit: Given.optional().describe('Default: what the payment of the month before left over.'),
  complementaryPay: Given.optional().describe('Pay in kind: housing, cars, school fees and the like.'),
};

const Box = z.object({ box: z.string(), label: z.string(), amount: z.string() });
const DueFields = {
  period: Period,
  currency: z.string(),
  dueOn: CalendarDate,
  filingId: z.uuid().nullable().describe('The payment; null: not paid yet.'),
  changes: BoxChanges,
};
const payRefusals = [
  PeriodNotBegun,
  LawUnknown,
  AlreadyPaid,
  LaterFilingPaid,
  AccountNotInCurrency,
  ...postingRefusals,
];

export const declarationRoutes = [
  route('GET', '/v1/taxes/monthly-payment-summary', 'reports:read', {
    action: 'getItbis',
    summary: 'Read the ITBIS of a month (IT-1)',
    description:
      'The boxes of the IT-1 and its annex from the documents of the month. ITBIS that others withhold counts when the document is settled. Paid today, with what being late adds.',
    query: z.strictObject({ ...periodQuery, ...it1Given }),
    returns: z.object({
      ...DueFields,
      annex: z.array(Box),
      boxes: z.array(Box),
      withheld: z.array(Box).describe('Amounts withheld from suppliers, by box.'),
      totals: z.object({
        collected: z.string(),
        deductible: z.string(),
        withheldByOthers: z.string(),
        previousCredit: z.string(),
        surcharge: z.string(),
        interest: z.string(),
        withheldFromOthers: z.string(),
        toPay: z.string(),
        newCredit: z.string().describe('Credit carried forward to the next month.'),
        previousWithheldCredit: z.string(),
        newWithheldCredit: z
          .string()
          .describe('Excess of credit notes over the withholdings of the month, carried forward.'),
        toCost: z
          .string()
          .describe('ITBIS of purchases that gives no credit: paying the month posts it as an expense.'),
        proportion: z.string().describe('The coefficient of A54 for ITBIS that is deducted in proportion.'),
      }),
    }),
    refusals: [PeriodNotBegun, LawUnknown],
    examples: { query: { period: '2026-10' } },
    handler: (ctx, { query }) => it1Summary(ctx, query),
  }),
  route('POST', '/v1/taxes/monthly-payment', 'taxes:write', {
    action: 'payItbis',
    summary: 'Pay the ITBIS of a month',
    description:
      'Declares the IT-1 as in the summary for the day of payment, keeps its figures and posts it. Once a month; DELETE voids it for a correction.',
    status: 201,
    body: z.strictObject({ ...PaymentFields, ...it1Given }),
    returns: TaxPayment,
    refusals: payRefusals,
    examples: {
      body: { period: '2026-10', accountId: exampleFiling.accountId },
    },
    handler: (ctx, { body }) => payIt1(ctx, body),
  }),
  route('GET', '/v1/taxes/ir17/monthly-payment-summary', 'reports:read', {
    action: 'getIr17',
    summary: 'Read the withholdings of a month (IR-17)',
    description:
      'Income tax withheld from suppliers whose documents were settled in the month, by box of the form, with the documents. `isOdd` marks a tax that is not what the rate makes of the base. Paid today, with what being late adds.',
    query: z.strictObject({ ...periodQuery, ...ir17Given }),
    returns: z.object({
      ...DueFields,
      boxes: z.array(
        z.object({
          box: z.string(),
          base: z.string(),
          tax: z.string(),
          count: z.number().int(),
          documents: z.array(
            z.object({
              documentId: z.uuid().describe('The invoice, or the return whose credit note lowers the sums.'),
              fiscalNumber: z.string().describe('Empty: it has none.'),
              name: z.string().nullable(),
              taxId: z.string().nullable(),
              paidOn: CalendarDate,
              base: z.string(),
              tax: z.string(),
              isOdd: z.boolean(),
            }),
          ),
        }),
      ),
      totals: z.object({
        withheld: z.string(),
        complementaryPay: z.string(),
        complementaryPayTax: z.string(),
        previousCredit: z.string(),
        surcharge: z.string(),
        interest: z.string(),
        toPay: z.string(),
        newCredit: z.string().describe('Excess of credit notes over the amounts of the month, carried forward.'),
      }),
    }),
    refusals: [PeriodNotBegun, LawUnknown],
    examples: { query: { period: '2026-10' } },
    handler: (ctx, { query }) => ir17Summary(ctx, query),
  }),
  route('POST', '/v1/taxes/ir17/monthly-payment', 'taxes:write', {
    action: 'payIr17',
    summary: 'Pay the withholdings of a month (IR-17)',
    description:
      'Declares the IR-17 as in the summary for the day of payment, keeps its figures, and posts it against the withholdings. Once a month; DELETE /v1/taxes/monthly-payment voids it for a correction.',
    status: 201,
    body: z.strictObject({ ...PaymentFields, ...ir17Given }),
    returns: TaxPayment,
    refusals: payRefusals,
    examples: { body: { period: '2026-10', accountId: exampleFiling.accountId } },
    handler: (ctx, { body }) => payIr17(ctx, body),
  }),
  route('GET', '/v1/taxes/calendar', 'taxes:read', {
    summary: 'List tax due dates of a month',
    description:
      'The forms and payments due for a month, next first, with their amounts if paid today. A day on a weekend moves to the next working day.',
    query: PeriodQuery,
    returns: z.object({
      period: Period,
      currency: z.string(),
      data: z.array(
        z.object({
          filing: z.enum(['606', '607', '608', '609', 'it1', 'ir17', 'payroll', 'tss', 'ir3', 'christmas']),
          name: z.string(),
          dueOn: CalendarDate,
          amount: z
            .string()
            .nullable()
            .describe(
              'Null: a report, with nothing to pay, or an amount of payroll for callers without `payroll:read`.',
            ),
          rows: z.number().int().nullable().describe('Rows of a report; null where they are not counted here.'),
          status: z
            .enum(['open', 'late', 'paid', 'report', 'sent'])
            .describe('`sent`: a report that was recorded as sent, `report`: one that was not.'),
          filingId: z.uuid().nullable().describe('The payment, or the sent report.'),
          changed: z
            .boolean()
            .describe(
              'The books differ from the payment (see `changes` of the summary), or a sent report has another number of rows now.',
            ),
        }),
      ),
    }),
    refusals: [PeriodNotBegun, LawUnknown],
    examples: {
      query: { period: '2026-10' },
    },
    handler: (ctx, { query }) => fiscalCalendar(ctx, query.period),
  }),
];
