import { CalendarDate } from '#platform/date.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { exampleTax, NewTax, Tax, TaxChange } from './tax.schema.ts';
import { taxList } from './tax.sql.ts';
import {
  AccountNotForTaxes,
  CreditOnlyOfItbis,
  changeTax,
  createTax,
  describeTax,
  RatesOverlap,
  TaxCodeTaken,
  TaxWithoutRate,
} from './tax.ts';

const { itemsPerPage } = taxList.query.shape;

export const taxRoutes = [
  route('GET', '/v1/taxes/list', 'taxes:read', {
    action: 'list',
    summary: 'List taxes',
    description:
      'Taxes that can be added to a document line or withheld from a payment: those of the law first, then the organization’s own. Each has all its dated rates; `rate` is the one on the requested day. A legal rate changes by itself on the day the law changes.',
    query: taxList.query.extend({
      itemsPerPage: itemsPerPage.default(100),
      date: CalendarDate.optional().describe('The day of `rate`. Default: today.'),
    }),
    returns: pageOf(Tax),
    examples: { query: { kind: 'withheld-isr', date: '2026-11-15' } },
    handler: (ctx, { query: { date = ctx.today.toString(), ...query } }) =>
      taxList.page(ctx, query, (rows) => rows.map((tax) => describeTax(tax, date))),
  }),
  route('POST', '/v1/taxes', 'taxes:write', {
    summary: 'Create a tax',
    description:
      'A tax that the law does not define, with its past and future rates. Documents use the rate of their date.',
    status: 201,
    body: NewTax,
    returns: Tax,
    refusals: [TaxCodeTaken, RatesOverlap, ReferenceNotFound, AccountNotForTaxes, CreditOnlyOfItbis],
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
  route('PATCH', '/v1/taxes', 'taxes:write', {
    summary: 'Change a tax',
    description:
      'Its name, account, code in filings, credit, and whether it is archived. `rates` replaces all its rates; an empty list on a tax of the law restores the legal rates. Existing documents do not change.',
    body: TaxChange,
    returns: Tax,
    refusals: [RatesOverlap, TaxWithoutRate, ReferenceNotFound, AccountNotForTaxes, CreditOnlyOfItbis],
    examples: { body: { id: exampleTax.id, version: 1, archived: true } },
    handler: (ctx, { body }) => changeTax(ctx, body),
  }),
];
