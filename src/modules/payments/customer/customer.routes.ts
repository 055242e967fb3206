import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { route } from '#platform/http/route.ts';
import { ProviderRefused } from '#platform/ports/port.ts';
import { WebAddress } from '../payments.schema.ts';
import { methodTypes, setupStates } from '../payproc.port.ts';
import { beginSetup, listOwnMethods, removeOwnMethod } from './customer.ts';

const PaymentMethodView = z.object({
  id: z.string(),
  type: z.enum(methodTypes),
  card: z
    .object({ brand: z.string(), last4: z.string(), expiresOn: z.string().describe('YYYY-MM') })
    .nullable()
    .describe('Null for what is not a card.'),
  createdAt: Timestamp,
});

export const customerRoutes = [
  route({
    method: 'GET',
    path: '/v1/organization/customer/payment-methods',
    action: 'list',
    summary: "The organization's own saved payment methods",
    description: 'With what the organization pays this service: newest first, at most 100.',
    access: { permission: 'payments:read' },
    reachesProvider: true,
    returns: z.object({ data: z.array(PaymentMethodView) }),
    refusals: [ProviderRefused],
    handler: (ctx) => listOwnMethods(ctx),
  }),
  route({
    method: 'DELETE',
    path: '/v1/organization/customer/payment-methods/:paymentMethodId',
    action: 'delete',
    summary: 'Forget one of its own payment methods',
    description: 'The provider forgets the method; it can never be charged again.',
    access: { permission: 'payments:write' },
    reachesProvider: true,
    status: 204,
    params: z.strictObject({ paymentMethodId: z.string().max(255) }),
    returns: z.void(),
    refusals: [ProviderRefused],
    handler: (ctx, { params }) => removeOwnMethod(ctx, params.paymentMethodId),
  }),
  route({
    method: 'POST',
    path: '/v1/organization/customer/setup-intent',
    action: 'createSetupIntent',
    summary: 'Begin to save a payment method',
    description:
      'Send a person to `url`, or, where the provider gives one, `clientSecret` to a card form of your own: the card never passes through this service. Coming back to `returnUrl` proves nothing; the saved method then appears in the list.',
    access: { permission: 'payments:write' },
    reachesProvider: true,
    status: 201,
    body: z.strictObject({
      returnUrl: WebAddress.optional().describe('Where the person comes back. Default: this service.'),
    }),
    returns: z.object({
      id: z.string(),
      clientSecret: z.string().nullable(),
      status: z.enum(setupStates),
      url: z.string(),
    }),
    refusals: [ProviderRefused],
    examples: {
      body: { returnUrl: 'https://shop.example/billing' },
    },
    handler: (ctx, { body }) => beginSetup(ctx, body.returnUrl ?? `${ctx.publicUrl}/docs`),
  }),
];
