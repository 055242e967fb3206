import { z } from 'zod';
import { CalendarDate } from '#platform/date.ts';
import { pageOf, pageQuery } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { exampleTax, TaxCode, TaxFields, TaxKind, TaxView } from './tax.schema.ts';
import {
  AccountNotForTaxes,
  changeTax,
  createTax,
  listTaxes,
  RatesOverlap,
  TaxCodeTaken,
  TaxWithoutRate,
} from './tax.ts';

export const taxRoutes = [
  route({
    method: 'GET',
    path: '/v1/taxes/list',
    action: 'list',
    summary: 'List the taxes',
    description:
      'What can be put on a line of a document or kept back from a payment: the taxes of the law first, then the organization’s own. Each has all its dated rates, and in `rate` that of the day asked for. A rate of the law changes by itself on the day on which the law does.',
    access: { permission: 'taxes:read' },
    query: z.strictObject({
      ...pageQuery,
      itemsPerPage: pageQuery.itemsPerPage.default(100),
      kind: TaxKind.optional(),
      date: CalendarDate.optional().describe('The day of `rate`. Default: today.'),
      archived: z.boolean().default(false),
    }),
    returns: pageOf(TaxView),
    examples: {
      query: { kind: 'withheld-isr', date: '2026-11-15' },
      answer: { data: [exampleTax], page: 1, itemsPerPage: 100, total: 1, hasMore: false },
    },
    handler: (ctx, { query }) => listTaxes(ctx, query),
  }),
  route({
    method: 'POST',
    path: '/v1/taxes',
    summary: 'Create a tax',
    description:
      'A tax that the law’s list lacks, with the rates it has had and will have. Documents take the rate of their date.',
    access: { permission: 'taxes:write' },
    status: 201,
    body: z.strictObject({
      ...z.strictObject(TaxFields).partial().shape,
      code: TaxCode,
      name: TaxFields.name,
      kind: TaxKind,
      rates: TaxFields.rates.min(1),
    }),
    returns: TaxView,
    refusals: [TaxCodeTaken, RatesOverlap, TaxWithoutRate, ReferenceNotFound, AccountNotForTaxes],
    examples: {
      body: {
        code: 'ISC-ALCOHOL',
        name: 'Selectivo ad valorem al alcohol',
        kind: 'isc',
        fiscalCode: '023',
        rates: [{ validFrom: '2026-01-01', rate: '10' }],
      },
    },
    handler: (ctx, { body }) => createTax(ctx, body),
  }),
  route({
    method: 'PATCH',
    path: '/v1/taxes',
    summary: 'Change a tax',
    description:
      'Its name, account, code in filings, and whether it is archived. `rates` replaces all its rates; an empty list on a tax of the law goes back to the law’s. What is on documents already stays as it is.',
    access: { permission: 'taxes:write' },
    body: z.strictObject({
      id: z.uuid(),
      version: z.number().int().optional().describe('The one you read; refused if it changed meanwhile.'),
      ...z.strictObject(TaxFields).partial().shape,
      archived: z.boolean().optional(),
    }),
    returns: TaxView,
    refusals: [RatesOverlap, TaxWithoutRate, ReferenceNotFound, AccountNotForTaxes],
    examples: { body: { id: exampleTax.id, version: 1, archived: true }, answer: { ...exampleTax, archived: true } },
    handler: (ctx, { body }) => changeTax(ctx, body),
  }),
];
