import { z } from 'zod';
import { guardRefusals } from '#modules/accounting/index.ts';
import { CreditChangedSince, CreditNotActive } from '#modules/receivables/index.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { exampleFiling, TaxPayment } from './filing.schema.ts';
import { filingList } from './filing.sql.ts';
import { describeFiling, FilingIsVoid, LaterFilingPaid, readableKinds, voidFiling } from './filing.ts';

export const filingRoutes = [
  route('GET', '/v1/taxes/monthly-payment', 'reports:read', {
    action: 'list',
    summary: 'List tax payments',
    description:
      'Payments of ITBIS, withholdings and payroll, newest month first, each with its figures. Those of payroll need `payroll:read`.',
    query: filingList.query,
    returns: pageOf(TaxPayment),
    examples: { query: { kind: 'ir17', period: '2026-10' } },
    handler: (ctx, { query }) =>
      filingList.page(ctx, { ...query, kind: readableKinds(ctx, query.kind) }, (rows) =>
        rows.map((row) => describeFiling(ctx, row)),
      ),
  }),
  route('DELETE', '/v1/taxes/monthly-payment', 'taxes:write', {
    action: 'delete',
    summary: 'Void a tax payment',
    description:
      'For a correction: its record in the books is voided, the payment stays readable as void, and the month can be paid again. Those of payroll need `payroll:write`.',
    body: z.strictObject({ id: z.uuid().describe('The payment to take back.') }),
    returns: TaxPayment,
    refusals: [FilingIsVoid, LaterFilingPaid, CreditChangedSince, CreditNotActive, ...guardRefusals],
    examples: { body: { id: exampleFiling.id } },
    handler: (ctx, { body }) => voidFiling(ctx, body.id),
  }),
];
