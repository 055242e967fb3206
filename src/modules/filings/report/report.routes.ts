import { z } from 'zod';
import { LawUnknown } from '#modules/taxes/index.ts';
import { CalendarDate } from '#platform/date.ts';
import { memoryQuery, pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { Period, PeriodNotBegun, PeriodQuery, periodQuery } from '../period.ts';
import { paymentForms } from './amounts.ts';
import { purchasesFile, purchasesReport } from './form-606.ts';
import { salesFile, salesReport } from './form-607.ts';
import { voidsFile } from './form-608.ts';
import { abroadFile, abroadReport } from './form-609.ts';
import { formDownload, TaxIdMissing } from './report.ts';

const money = z.string();

const Issues = {
  issues: z
    .array(
      z.object({
        documentId: z.uuid().nullable().describe('Null: about the file as a whole.'),
        fiscalNumber: z.string().nullable(),
        severity: z.enum(['rejected', 'warning']).describe('`rejected`: the tax authority would send the row back.'),
        code: z.string(),
        message: z.string(),
      }),
    )
    .describe('Problems to correct before the file is sent; at most 500.'),
  rejectedCount: z.number().int(),
  warningCount: z.number().int(),
};

const Head = {
  documentId: z.uuid().describe('The invoice, or the return whose credit note it is.'),
  name: z.string().nullable(),
  taxId: z.string().nullable(),
  idType: z.string().describe('1 RNC, 2 cédula, 3 passport or foreign; empty: none.'),
  number: z.string(),
  modified: z.string().nullable().describe('The number that a note modifies.'),
  date: CalendarDate,
};

const PurchaseSums = {
  services: money,
  goods: money,
  net: money.describe('Without taxes.'),
  itbis: money,
  itbisWithheld: money.describe('Once the document is settled.'),
  itbisToCost: money,
  itbisToAdvance: money,
  isrWithheld: money.describe('Once the document is settled.'),
  isc: money,
  other: money,
  tip: money,
};

const PurchaseView = z.object({
  ...Head,
  ...PurchaseSums,
  expenseType: z.string().nullable().describe('01 to 11.'),
  paidOn: CalendarDate.nullable(),
  itbisProportional: money,
  withholdingType: z.string().describe('01 to 09; empty: none.'),
  paymentForm: z.string().describe('01 to 07.'),
});

const FormsView = z.object(
  Object.fromEntries(paymentForms.map((form) => [form, money])) as Record<(typeof paymentForms)[number], typeof money>,
);
const SaleSums = {
  net: money.describe('Without taxes.'),
  itbis: money,
  itbisWithheld: money.describe('By the buyer, once the document is settled.'),
  isrWithheld: money.describe('By the buyer, once the document is settled.'),
  isc: money,
  other: money,
  tip: money,
  forms: FormsView.describe('How it was paid by the end of the month, with taxes.'),
};

const SaleView = z.object({
  ...Head,
  ...SaleSums,
  incomeType: z.string().describe('01 to 06.'),
  withheldOn: CalendarDate.nullable(),
});

const AbroadSums = { net: money.describe('Without taxes.'), isrWithheld: money };

const AbroadView = z.object({
  documentId: z.uuid(),
  name: z.string().nullable(),
  idType: z.enum(['1', '2']).describe('1 person, 2 company.'),
  taxId: z.string().nullable(),
  country: z.string().nullable(),
  service: z.string().nullable().describe('The detail of the service; its first digit is the type.'),
  related: z.boolean(),
  number: z.string(),
  date: CalendarDate,
  paidOn: CalendarDate,
  ...AbroadSums,
});

const read = {
  examples: { query: { period: '2026-10' } },
} as const;
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
    returns: pageOf(PurchaseView).extend({ period: Period, totals: z.object(PurchaseSums), ...Issues }),
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
      totals: z.object(SaleSums),
      consumerSummary: z.object({ count: z.number().int(), ...SaleSums }),
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
    returns: pageOf(AbroadView).extend({ period: Period, totals: z.object(AbroadSums), ...Issues }),
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
