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

const Box = z.object({
  box: z.string().describe('The number of the box on the form.'),
  label: z.string().describe('What the form calls it.'),
  amount: z.string().describe('In the currency of the answer.'),
});
const DueFields = {
  period: Period,
  currency: z.string(),
  dueOn: CalendarDate.describe('The last day to declare and pay it.'),
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
      annex: z.array(Box).describe('The boxes of the annex (IT-1 A).'),
      boxes: z.array(Box).describe('The boxes of the IT-1.'),
      withheld: z.array(Box).describe('Amounts withheld from suppliers, by box.'),
      totals: z
        .object({
          collected: z.string().describe('ITBIS of sales.'),
          deductible: z.string().describe('ITBIS of purchases and imports that is deducted.'),
          withheldByOthers: z.string().describe('ITBIS that customers and card acquirers withheld.'),
          previousCredit: z.string().describe('Credit that the month before left over.'),
          surcharge: z.string().describe('For being late, if it is paid today.'),
          interest: z.string().describe('For being late, if it is paid today.'),
          withheldFromOthers: z.string().describe('ITBIS withheld from suppliers, which is paid with it.'),
          toPay: z.string().describe('What is to be paid in all, if it is paid today.'),
          newCredit: z.string().describe('Credit carried forward to the next month.'),
          previousWithheldCredit: z.string().describe('Excess of credit notes that the month before left over.'),
          newWithheldCredit: z
            .string()
            .describe('Excess of credit notes over the withholdings of the month, carried forward.'),
          toCost: z
            .string()
            .describe('ITBIS of purchases that gives no credit: paying the month posts it as an expense.'),
          proportion: z.string().describe('The coefficient of A54 for ITBIS that is deducted in proportion.'),
        })
        .describe('The figures that make the amount to pay.'),
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
    examples: { body: { period: '2026-10', accountId: exampleFiling.accountId } },
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
      boxes: z
        .array(
          z.object({
            box: z.string().describe('The number of the box on the form.'),
            base: z.string().describe('What the tax was withheld from.'),
            tax: z.string().describe('What was withheld.'),
            count: z.number().int().describe('How many documents it has.'),
            documents: z
              .array(
                z.object({
                  documentId: z.uuid().describe('The invoice, or the return whose credit note lowers the sums.'),
                  fiscalNumber: z.string().describe('Empty: it has none.'),
                  name: z.string().nullable().describe('Of the supplier; null: not known.'),
                  taxId: z.string().nullable().describe('Of the supplier; null: not known.'),
                  paidOn: CalendarDate.describe('The day on which it was settled.'),
                  base: z.string().describe('What the tax was withheld from.'),
                  tax: z.string().describe('What was withheld; negative: a return.'),
                  isOdd: z.boolean().describe('The tax is not what the rate makes of the base.'),
                }),
              )
              .describe('The documents of the box.'),
          }),
        )
        .describe('The boxes of the IR-17 with a withholding.'),
      totals: z
        .object({
          withheld: z.string().describe('Income tax withheld from suppliers.'),
          complementaryPay: z.string().describe('Pay in kind, as it was given.'),
          complementaryPayTax: z.string().describe('The tax on the pay in kind.'),
          previousCredit: z.string().describe('Credit that the month before left over.'),
          surcharge: z.string().describe('For being late, if it is paid today.'),
          interest: z.string().describe('For being late, if it is paid today.'),
          toPay: z.string().describe('What is to be paid in all, if it is paid today.'),
          newCredit: z.string().describe('Excess of credit notes over the amounts of the month, carried forward.'),
        })
        .describe('The figures that make the amount to pay.'),
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
      data: z
        .array(
          z.object({
            filing: z
              .enum(['606', '607', '608', '609', 'it1', 'ir17', 'payroll', 'tss', 'ir3', 'christmas'])
              .describe('The form or payment.'),
            name: z.string(),
            dueOn: CalendarDate.describe('The last day to file or pay it.'),
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
        )
        .describe('Next first.'),
    }),
    refusals: [PeriodNotBegun, LawUnknown],
    examples: { query: { period: '2026-10' } },
    handler: (ctx, { query }) => fiscalCalendar(ctx, query.period),
  }),
];
