import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { route } from '#platform/http/route.ts';
import { applyAsPartner } from './partner.ts';

const Text = (max: number) => z.string().trim().min(1).max(max);

export const partnerRoutes = [
  route({
    method: 'POST',
    path: '/v1/organization/partner',
    action: 'applyAsPartner',
    summary: 'Apply to become a partner',
    description:
      'An application from anyone who wants to sell or support the service. It is kept for the operators, and the applicant gets a confirmation by e-mail.',
    access: 'public',
    attemptsPerHour: 10,
    status: 201,
    body: z.strictObject({
      name: Text(200),
      email: z
        .email()
        .max(254)
        .overwrite((text) => text.toLowerCase()),
      company: Text(200).optional(),
      phone: Text(40).optional(),
      country: z
        .string()
        .regex(/^[A-Z]{2}$/, 'is a two-letter country code')
        .optional(),
      website: z
        .url({ protocol: /^https?$/ })
        .max(500)
        .optional(),
      message: Text(5000).optional(),
    }),
    returns: z.object({ id: z.uuid(), status: z.enum(['new', 'accepted', 'declined']), createdAt: Timestamp }),
    examples: {
      body: { name: 'Ana Pérez', email: 'ana@example.com', company: 'Pérez y Asociados', country: 'DO' },
    },
    handler: (ctx, { body }) => applyAsPartner(ctx, body),
  }),
];
