import { z } from 'zod';
import { LawUnknown, VoidReasonCode } from '#modules/taxes/index.ts';
import { CalendarDate } from '#platform/date.ts';
import { memoryQuery, pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { Period, PeriodNotBegun, PeriodQuery, periodQuery } from '../period.ts';
import { purchasesFile, purchasesReport } from './form-606.ts';
import { salesFile, salesReport } from './form-607.ts';
import { voidsFile, voidsReport } from './form-608.ts';
import { abroadFile, abroadReport } from './form-609.ts';
import { formDownload, TaxIdMissing } from './report.ts';

const money = z.string();

const Issues = {
  issues: z
    .array(
      z.object({
        documentId: z.uuid().nullable().describe('Null: about the file as a whole.'),
        fiscalNumber: z.string().nullable().describe('The number of the row; null: it has none.'),
        severity: z.enum(['rejected', 'warning']).describe('`rejected`: the tax authority would send the row back.'),
        code: z.string().describe('The problem, for programs.'),
        message: z.string().describe('The problem, for people.'),
      }),
    )
    .describe('Problems to correct before the file is sent; at most 500.'),
  rejectedCount: z.number().int().describe('Rows that the tax authority would send back.'),
  warningCount: z.number().int().describe('Rows that are doubtful.'),
};

const Head = {
  documentId: z.uuid().describe('The invoice, or the return whose credit note it is.'),
  name: z.string().nullable().describe('Of the other party, as on the document; null: none.'),
  taxId: z.string().nullable().describe('The RNC, cédula or passport; null: none.'),
  idType: z.string().describe('1 RNC, 2 cédula, 3 passport or foreign; empty: none.'),
  number: z.string().describe('The NCF or e-NCF.'),
  modified: z.string().nullable().describe('The number that a note modifies.'),
  date: CalendarDate.describe('The day of the document.'),
};

const PurchaseSums = {
  services: money.describe('The part of `net` that was services.'),
  goods: money.describe('The part of `net` that was goods.'),
  net: money.describe('Without taxes.'),
  itbis: money.describe('The ITBIS of the document.'),
  itbisWithheld: money.describe('Once the document is settled.'),
  itbisToCost: money.describe('The part of `itbis` that gives no credit: it is a cost.'),
  itbisToAdvance: money.describe('The rest of `itbis`, which the IT-1 deducts.'),
  isrWithheld: money.describe('Once the document is settled.'),
  isc: money.describe('Selective taxes.'),
  other: money.describe('Other taxes.'),
  tip: money.describe('The legal tip.'),
};

const PurchaseView = z.object({
  ...Head,
  ...PurchaseSums,
  expenseType: z.string().nullable().describe('01 to 11.'),
  paidOn: CalendarDate.nullable().describe(
    'The day on which it was settled, by the end of the month; null: it is not.',
  ),
  itbisProportional: money.describe('The part of `itbisToAdvance` that is deducted in proportion to taxed sales.'),
  withholdingType: z.string().describe('01 to 09; empty: none.'),
  paymentForm: z.string().describe('01 to 07.'),
});

const FormsView = z.object({
  cash: money.describe('In cash.'),
  transfer: money.describe('By transfer, cheque or deposit.'),
  card: money.describe('By card.'),
  credit: money.describe('Not paid yet, or settled without money.'),
  bonds: money.describe('With gift cards or vouchers.'),
  barter: money.describe('By barter.'),
  other: money.describe('In any other way.'),
});
const SaleSums = {
  net: money.describe('Without taxes.'),
  itbis: money.describe('The ITBIS of the document.'),
  itbisWithheld: money.describe('By the buyer, once the document is settled.'),
  isrWithheld: money.describe('By the buyer, once the document is settled.'),
  isc: money.describe('Selective taxes.'),
  other: money.describe('Other taxes.'),
  tip: money.describe('The legal tip.'),
  forms: FormsView.describe('How it was paid by the end of the month, with taxes.'),
};

const SaleView = z.object({
  ...Head,
  ...SaleSums,
  incomeType: z.string().describe('01 to 06.'),
  withheldOn: CalendarDate.nullable().describe(
    'The day on which tax was withheld, by the end of the month; null: none was.',
  ),
});

const AbroadSums = {
  net: money.describe('Without taxes.'),
  isrWithheld: money.describe('Income tax that was withheld.'),
};

const AbroadView = z.object({
  documentId: z.uuid().describe('The purchase.'),
  name: z.string().nullable().describe('Of the supplier; null: not known.'),
  idType: z.enum(['1', '2']).describe('1 person, 2 company.'),
  taxId: z.string().nullable().describe('The number of the supplier; null: not known.'),
  country: z.string().nullable().describe('Of the supplier, two letters; null: not given in `abroad` of the contact.'),
  service: z.string().nullable().describe('The detail of the service; its first digit is the type.'),
  related: z.boolean().describe('A related party (art. 281).'),
  number: z.string().describe('The B17 or E47.'),
  date: CalendarDate.describe('The day of the document.'),
  paidOn: CalendarDate.describe('The day on which it was settled.'),
  ...AbroadSums,
});

const VoidView = z.object({
  number: z.string().describe('The fiscal number that is void.'),
  voidedOn: CalendarDate.describe('The day of its document, or on which an unused number was voided.'),
  reason: VoidReasonCode,
  reasonText: z.string().describe('The reason in words, as the tax authority writes it.'),
});

const read = { examples: { query: { period: '2026-10' } } } as const;
const report = {
  ...read,
  query: z.strictObject({ ...memoryQuery, ...periodQuery }),
  refusals: [PeriodNotBegun, LawUnknown],
};
const file = {
  ...read,
  query: PeriodQuery,
  returns: { contentType: 'text/plain' },
  downloads: true as const,
  refusals: [PeriodNotBegun, TaxIdMissing, LawUnknown],
};

export const reportRoutes = [
  route('GET', '/v1/taxes/606', 'reports:read', {
    ...report,
    summary: 'List the purchases of a month (606)',
    description:
      'Every purchase with a fiscal number dated in the month, and older ones that were settled in it and had a withholding, with totals (less credit notes) and the rows that the tax authority would reject. Everything is in the organization’s currency. Payments after the month are not included.',
    returns: pageOf(PurchaseView).extend({
      period: Period,
      totals: z.object(PurchaseSums).describe('Of all rows, less credit notes.'),
      ...Issues,
    }),
    handler: (ctx, { query }) => purchasesReport(ctx, query),
  }),
  route('GET', '/v1/taxes/606/file', 'reports:read', {
    ...file,
    action: 'download606',
    summary: 'Download the 606 file',
    description:
      'The text file of the tax authority: a first line with form, RNC, month and number of rows, then 23 fields a row. It holds every row, also those that `GET /v1/taxes/606` says would be sent back.',
    handler: (ctx, { query }) => purchasesFile(ctx, query.period).then(formDownload),
  }),
  route('GET', '/v1/taxes/607', 'reports:read', {
    ...report,
    summary: 'List the sales of a month (607)',
    description:
      'Every sale with a fiscal number dated in the month, and older ones that were settled in it and from which the buyer withheld something: the row of the form, the totals, and what the tax authority would send back. Consumer invoices below the legal total are only in `consumerSummary`, as the portal asks for them.',
    returns: pageOf(SaleView).extend({
      period: Period,
      totals: z.object(SaleSums).describe('Of all rows, less credit notes.'),
      consumerSummary: z
        .object({ count: z.number().int().describe('How many invoices these are.'), ...SaleSums })
        .describe('Consumer invoices below the legal total, which have no row.'),
      ...Issues,
    }),
    handler: (ctx, { query }) => salesReport(ctx, query),
  }),
  route('GET', '/v1/taxes/607/file', 'reports:read', {
    ...file,
    action: 'download607',
    summary: 'Download the 607 file',
    description:
      'The text file of the tax authority, like that of the 606. It is sent while it is read, however many invoices there are.',
    handler: (ctx, { query }) => salesFile(ctx, query.period).then(formDownload),
  }),
  route('GET', '/v1/taxes/608', 'reports:read', {
    ...report,
    summary: 'List the voided numbers of a month (608)',
    description:
      'Each number that the form declares: those of voided documents, by the date of the document, and those that were voided unused. Electronic numbers are left out where the organization does not report electronic sales.',
    returns: pageOf(VoidView).extend({ period: Period, ...Issues }),
    handler: (ctx, { query }) => voidsReport(ctx, query),
  }),
  route('GET', '/v1/taxes/608/file', 'reports:read', {
    ...file,
    action: 'download608',
    summary: 'Download the 608 file (voided numbers)',
    description:
      'Numbers of voided documents, by the date of the document, and numbers that were voided unused, each with its day and reason.',
    handler: (ctx, { query }) => voidsFile(ctx, query.period).then(formDownload),
  }),
  route('GET', '/v1/taxes/609', 'reports:read', {
    ...report,
    summary: 'List the payments abroad of a month (609)',
    description:
      'The purchases with receipts of payments abroad (B17, E47) that were settled in the month, in the organization’s currency. Country, service and related party are those of the contact (`abroad`). Without the field for presumed income.',
    returns: pageOf(AbroadView).extend({
      period: Period,
      totals: z.object(AbroadSums).describe('Of all rows, less credit notes.'),
      ...Issues,
    }),
    handler: (ctx, { query }) => abroadReport(ctx, query),
  }),
  route('GET', '/v1/taxes/609/file', 'reports:read', {
    ...file,
    action: 'download609',
    summary: 'Download the 609 file (payments abroad)',
    description: 'The text file of the tax authority, with 13 fields a row.',
    handler: (ctx, { query }) => abroadFile(ctx, query.period).then(formDownload),
  }),
];
