import { z } from 'zod';
import { guardRefusals } from '#modules/accounting/index.ts';
import { pageOf, pageQuery } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { Period } from '../period.ts';
import { exampleFiling, TaxPaymentKind, TaxPaymentView } from './filing.schema.ts';
import { FilingIsVoid, LaterFilingPaid, listFilings, voidFiling } from './filing.ts';

export const filingRoutes = [
  route({
    method: 'GET',
    path: '/v1/taxes/monthly-payment',
    action: 'list',
    summary: 'List what was declared and paid',
    description: 'Payments of ITBIS, withholdings and payroll, the newest month first, each with its figures.',
    access: { permission: 'taxes:read' },
    query: z.strictObject({
      ...pageQuery,
      kind: TaxPaymentKind.optional(),
      period: Period.optional(),
      status: z.enum(['paid', 'void']).optional(),
    }),
    returns: pageOf(TaxPaymentView),
    examples: {
      query: { kind: 'ir17', period: '2026-10' },
    },
    handler: (ctx, { query }) => listFilings(ctx, query),
  }),
  route({
    method: 'DELETE',
    path: '/v1/taxes/monthly-payment',
    action: 'delete',
    summary: 'Take a payment of taxes back',
    description:
      'For a correction: the record in the books is voided, the payment stays readable as void, and the month can be paid anew.',
    access: { permission: 'taxes:write' },
    body: z.strictObject({ id: z.uuid() }),
    returns: TaxPaymentView,
    refusals: [FilingIsVoid, LaterFilingPaid, ...guardRefusals],
    examples: { body: { id: exampleFiling.id } },
    handler: (ctx, { body }) => voidFiling(ctx, body.id),
  }),
];
