import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { pageOf, pageQuery } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ProviderRefused } from '#platform/ports/port.ts';
import { CertificateExpired } from '../company/certificate.ts';
import { CompanyNotRegistered } from '../company/company.ts';
import { EcfEnvironment, EcfType, ENcf } from '../ecf/ecf.schema.ts';
import { annulNumbers, listAnnulments, NumbersNotUnused, NumbersOrder } from './annulment.ts';

const AnnulmentView = z.object({
  id: z.uuid(),
  environment: EcfEnvironment,
  type: EcfType,
  firstNumber: ENcf,
  lastNumber: ENcf,
  count: z.number().int(),
  annulledBy: z.uuid().nullable(),
  annulledAt: Timestamp,
});

export const annulmentRoutes = [
  route({
    method: 'POST',
    path: '/v1/einvoice/annulment',
    action: 'annul',
    summary: 'Annul unused numbers',
    description:
      'Gives up e-NCF that were authorised and are on no document (ANECF), both ends included, at most 10,000. Those of a range that is here are voided first (`POST /v1/taxes/numerals/void`), so that no document can take one meanwhile. A document that was sent is undone with a credit note instead.',
    access: { permission: 'taxes:write' },
    reachesProvider: true,
    status: 201,
    body: z.strictObject({ from: ENcf, to: ENcf }),
    returns: AnnulmentView,
    refusals: [CompanyNotRegistered, CertificateExpired, NumbersOrder, NumbersNotUnused, ProviderRefused],
    examples: { body: { from: 'E310000000101', to: 'E310000000110' } },
    handler: (ctx, { body }) => annulNumbers(ctx, body),
  }),
  route({
    method: 'GET',
    path: '/v1/einvoice/annulment',
    action: 'listAnnulments',
    summary: 'The numbers that were annulled',
    description: 'Every range that was given up, the newest first.',
    access: { permission: 'taxes:read' },
    query: z.strictObject(pageQuery),
    returns: pageOf(AnnulmentView),
    handler: (ctx, { query }) => listAnnulments(ctx, query),
  }),
];
