import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { route } from '#platform/http/route.ts';
import { ProviderRefused } from '#platform/ports/port.ts';
import { WebAddress } from '../payments.schema.ts';
import { methodTypes, ProviderKeyReused } from '../payproc.port.ts';
import { MerchantAccount } from './merchant.schema.ts';
import {
  acceptedMethods,
  linkToDashboard,
  linkToOnboarding,
  MerchantAccountMissing,
  openMerchant,
} from './merchant.ts';

export const merchantRoutes = [
  route('GET', '/v1/organization/pay/create', 'payments:write', {
    action: 'open',
    summary: 'Open the merchant account',
    description:
      'Opens the account through which the organization is paid online, and answers its state. Later, repeated or concurrent requests answer the same account with its current state.',
    needsFreshAuthentication: true,
    effect: true,
    reachesProvider: true,
    returns: MerchantAccount,
    refusals: [ProviderRefused, ProviderKeyReused],
    handler: (ctx) => openMerchant(ctx),
  }),
  route('GET', '/v1/organization/pay/link', 'payments:write', {
    summary: 'Get a fresh onboarding link',
    description:
      'A page of the provider where the merchant identifies itself. The link works once and for a few minutes; later the visitor is sent to `refreshUrl`, which should request a new one. A return to `returnUrl` does not mean that the onboarding is complete: read the state with `pay/dashboard`.',
    needsFreshAuthentication: true,
    effect: true,
    reachesProvider: true,
    query: z.strictObject({
      returnUrl: WebAddress.optional().describe('Where the merchant returns to. Default: this service.'),
      refreshUrl: WebAddress.optional().describe('Where an expired or used link leads. Default: this service.'),
    }),
    returns: z.object({
      url: z.string().describe('The page of the provider on which the merchant identifies itself.'),
      expiresAt: Timestamp.describe('The link works until then, and once.'),
    }),
    refusals: [MerchantAccountMissing, ProviderRefused],
    examples: { query: { returnUrl: 'https://shop.example/pay/done', refreshUrl: 'https://shop.example/pay/again' } },
    handler: (
      ctx,
      { query: { returnUrl = `${ctx.publicUrl}/pages/done`, refreshUrl = `${ctx.publicUrl}/pages/done` } },
    ) => linkToOnboarding(ctx, { returnUrl, refreshUrl }),
  }),
  route('GET', '/v1/organization/pay/dashboard', 'payments:write', {
    summary: 'Get the dashboard link and the state of the merchant account',
    description:
      'Reads the account at the provider, stores its state and answers it, with a link to the dashboard that works once. `url` is null until the onboarding is finished.',
    needsFreshAuthentication: true,
    effect: true,
    reachesProvider: true,
    returns: z.object({
      url: z.string().nullable().describe('The dashboard at the provider; null until the onboarding is finished.'),
      expiresAt: Timestamp.nullable().describe('The link works until then, and once; null where there is none.'),
      account: MerchantAccount.describe('The state of the account now.'),
    }),
    refusals: [MerchantAccountMissing, ProviderRefused],
    handler: (ctx) => linkToDashboard(ctx),
  }),
  route('GET', '/v1/organization/payproc/payment-methods', 'payments:read', {
    action: 'listPaymentMethods',
    summary: 'List the payment methods that the merchant account accepts',
    description:
      'The types of payment methods with which customers can pay the organization online. Empty before the merchant account is open; `pending` until the provider has the required details.',
    reachesProvider: true,
    returns: z.object({
      data: z
        .array(
          z.object({
            type: z.enum(methodTypes).describe('What customers pay with.'),
            name: z.string().describe("The provider's name for it."),
            status: z
              .enum(['active', 'pending'])
              .describe('`pending`: the provider still needs details of the merchant.'),
          }),
        )
        .describe('One for each type.'),
    }),
    refusals: [ProviderRefused],
    handler: (ctx) => acceptedMethods(ctx),
  }),
];
