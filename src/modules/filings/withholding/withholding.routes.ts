import { z } from 'zod';
import { TooComplex } from '#platform/compute/computation.ts';
import { CalendarDate, isInOrder, outOfOrder } from '#platform/date.ts';
import { exampleId as id } from '#platform/http/example-ids.ts';
import { route } from '#platform/http/route.ts';
import { Currency } from '#platform/money.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { NothingWithheld, printCertificate } from './certificate.ts';
import { readWithholdings, TooManyWithheld } from './withholding.ts';

const Wanted = z
  .strictObject({
    beneficiaryId: z.uuid().describe('The supplier.'),
    from: CalendarDate.optional().describe('Default: the first of January of the year of `to`.'),
    to: CalendarDate.optional().describe('Default: today.'),
  })
  .refine(isInOrder, outOfOrder);

const WithheldTax = z.object({
  documentId: z.uuid().describe('The purchase or its return.'),
  fiscalNumber: z.string().describe('The NCF or e-NCF of the document.'),
  date: z.string().describe('The day of the document.'),
  paidOn: z.string().describe('The day on which the document was settled: its tax is declared in that month.'),
  tax: z.enum(['isr', 'itbis']).describe('`isr`: income tax.'),
  rate: z.string().describe('Percent.'),
  base: z.string().describe('What the rate was applied to.'),
  amount: z.string().describe('What was withheld; negative: a return.'),
});

export const withholdingRoutes = [
  route('GET', '/v1/taxes/withholding', 'reports:read', {
    action: 'getWithheld',
    summary: 'Read the taxes withheld from a supplier',
    description:
      'The ISR and ITBIS withheld from a contact (supplier) in a period, by document, in the organization’s currency. A document counts on the day on which it is settled, as in the IR-17 and the IT-1; returns are negative.',
    query: Wanted,
    returns: z.object({
      beneficiaryId: z.uuid().describe('The supplier.'),
      name: z.string().describe('Of the supplier.'),
      taxId: z.string().nullable().describe('Of the supplier; null: not known.'),
      from: CalendarDate.describe('The first day of the period.'),
      to: CalendarDate.describe('The last day of the period.'),
      currency: Currency,
      isr: z.string().describe('Income tax that was withheld.'),
      itbis: z.string().describe('ITBIS that was withheld.'),
      total: z.string().describe('Both together.'),
      rows: z.array(WithheldTax).describe('By document, the oldest first.'),
    }),
    refusals: [ReferenceNotFound, TooManyWithheld, TooComplex],
    examples: { query: { beneficiaryId: id, from: '2026-01-01', to: '2026-12-31' } },
    handler: (ctx, { query }) => readWithholdings(ctx, query),
  }),
  route('GET', '/v1/taxes/withholding/certificate', 'reports:read', {
    action: 'printCertificate',
    summary: 'Print a withholding certificate',
    description:
      'The certificate (certificación de retenciones) that a supplier asks for, as a PDF with every document and the totals.',
    query: Wanted,
    returns: { contentType: 'application/pdf' },
    refusals: [ReferenceNotFound, TooManyWithheld, NothingWithheld, TooComplex],
    examples: { query: { beneficiaryId: id, from: '2026-01-01', to: '2026-12-31' } },
    handler: (ctx, { query }) => printCertificate(ctx, query),
  }),
];
