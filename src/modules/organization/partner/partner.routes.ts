import { route } from '#platform/http/route.ts';
import { NewPartnerApplication, PartnerApplication } from './partner.schema.ts';
import { applyAsPartner } from './partner.ts';

export const partnerRoutes = [
  route('POST', '/v1/organization/partner', 'public', {
    action: 'applyAsPartner',
    summary: 'Apply to become a partner',
    description:
      'An application from anyone who wants to sell or support the service. It is stored for the operators, and the applicant gets a confirmation by e-mail.',
    attemptsPerHour: 10,
    status: 201,
    body: NewPartnerApplication,
    returns: PartnerApplication,
    examples: { body: { name: 'Ana Pérez', email: 'ana@example.com', company: 'Pérez y Asociados', country: 'DO' } },
    handler: (ctx, { body }) => applyAsPartner(ctx, body),
  }),
];
