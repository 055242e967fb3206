import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { route } from '#platform/http/route.ts';
import { ProviderRefused } from '#platform/ports/port.ts';
import { WebAddress } from '../payments.schema.ts';
import { methodTypes, setupStates } from '../payproc.port.ts';
import { beginSetup, listOwnMethods, removeOwnMethod } from './customer.ts';

const PaymentMethodView = z.object({
  id: z.string().describe('The id at the provider.'),
  type: z.enum(methodTypes).describe('What kind of method it is; only a card has `card`.'),
  card: z
    .object({
      brand: z.string().describe('Of the card, for example `visa`.'),
      last4: z.string().describe('The last four digits of the card.'),
      expiresOn: z.string().describe('YYYY-MM'),
    })
    .nullable()
    .describe('Null for other types.'),
  createdAt: Timestamp.describe('When it was saved.'),
});

export const customerRoutes = [
  route('GET', '/v1/organization/customer/payment-methods', 'payments:read', {
    action: 'list',
    summary: "List the organization's own payment methods",
    description: 'The methods with which the organization pays for this service: newest first, at most 100.',
    reachesProvider: true,
    returns: z.object({ data: z.array(PaymentMethodView).describe('The newest first, at most 100.') }),
    refusals: [ProviderRefused],
    handler: (ctx) => listOwnMethods(ctx),
  }),
  route('DELETE', '/v1/organization/customer/payment-methods/:paymentMethodId', 'payments:write', {
    action: 'delete',
    summary: 'Delete one of its own payment methods',
    description: 'The provider deletes the method; it can never be charged again.',
    reachesProvider: true,
    params: z.strictObject({ paymentMethodId: z.string().max(255).describe('The `id` of the list.') }),
    refusals: [ProviderRefused],
    handler: (ctx, { params }) => removeOwnMethod(ctx, params.paymentMethodId),
  }),
  route('POST', '/v1/organization/customer/setup-intent', 'payments:write', {
    action: 'createSetupIntent',
    summary: 'Start to save a payment method',
    description:
      'Send a person to `url`, or pass `clientSecret`, if the provider gives one, to your own card form: the card never passes through this service. A return to `returnUrl` is no proof of success; a saved method appears in the list.',
    reachesProvider: true,
    status: 201,
    body: z.strictObject({
      returnUrl: WebAddress.optional().describe('Where the person returns to. Default: this service.'),
    }),
    returns: z.object({
      id: z.string().describe('The id at the provider.'),
      clientSecret: z.string().nullable().describe('For a card form of your own; null: the provider gives none.'),
      status: z.enum(setupStates).describe('How far the saving is; it begins with `requires_method`.'),
      url: z.string().describe('Where the person enters the card.'),
    }),
    refusals: [ProviderRefused],
    examples: { body: { returnUrl: 'https://shop.example/billing' } },
    handler: (ctx, { body }) => beginSetup(ctx, body.returnUrl ?? `${ctx.publicUrl}/pages/done`),
  }),
];
