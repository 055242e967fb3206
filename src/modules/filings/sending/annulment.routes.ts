import { z } from 'zod';
import { TooComplex } from '#platform/compute/computation.ts';
import { Timestamp } from '#platform/date.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ProviderRefused } from '#platform/ports/port.ts';
import { CertificateExpired } from '../company/certificate.ts';
import { CompanyNotRegistered } from '../company/company.ts';
import { EcfEnvironment, EcfType, ENcf } from '../ecf/ecf.schema.ts';
import { annulNumbers, NumbersNotUnused, NumbersOrder } from './annulment.ts';
import { annulmentList } from './document.sql.ts';

const AnnulmentView = z.object({
  id: z.uuid(),
  environment: EcfEnvironment,
  type: EcfType,
  firstNumber: ENcf.describe('The first number of the range.'),
  lastNumber: ENcf.describe('The last number of the range.'),
  count: z.number().int().describe('How many numbers these are.'),
  state: z
    .enum(['sending', 'accepted', 'refused', 'unknown'])
    .describe(
      '`sending`: the tax authority has not answered yet, and is asked again. `unknown`: an answer was lost, and a later one refused the numbers as annulled or invalid.',
    ),
  annulledBy: z.uuid().nullable().describe('Who asked for it; null: the service.'),
  annulledAt: Timestamp.describe('When it was asked for.'),
});

export const annulmentRoutes = [
  route('POST', '/v1/einvoice/annulment', 'taxes:write', {
    action: 'annul',
    summary: 'Annul numbers that were never sent',
    description:
      'Annuls e-NCF that were authorised and never sent (ANECF), both ends included, at most 10,000: numbers of a fiscal sequence (NCF) that were voided unused (`POST /v1/taxes/numerals/void`), and numbers of voided documents that never reached the tax authority. Reverse a document that was sent with a credit note instead.',
    reachesProvider: true,
    status: 201,
    body: z.strictObject({
      from: ENcf.describe('The first number of the range.'),
      to: ENcf.describe('The last number of the range.'),
    }),
    returns: AnnulmentView,
    refusals: [CompanyNotRegistered, CertificateExpired, NumbersOrder, NumbersNotUnused, ProviderRefused, TooComplex],
    examples: { body: { from: 'E310000000101', to: 'E310000000110' } },
    handler: (ctx, { body }) => annulNumbers(ctx, body),
  }),
  route('GET', '/v1/einvoice/annulment', 'taxes:read', {
    action: 'listAnnulments',
    summary: 'List annulled numbers',
    description: 'Every range that was sent for annulment, newest first, with the outcome.',
    query: annulmentList.query,
    returns: pageOf(AnnulmentView),
    handler: (ctx, { query }) => annulmentList.page(ctx, query),
  }),
];
