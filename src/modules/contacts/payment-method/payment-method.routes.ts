import { z } from 'zod';
import {
  ActivationCodeWrong,
  CardprocDisabled,
  MerchantAccountMissing,
  MerchantNotReady,
  methodTypes,
  PaymentMethodUnknown,
  setupStates,
  WebAddress,
} from '#modules/payments/index.ts';
import { Timestamp } from '#platform/date.ts';
import { exampleId as id } from '#platform/http/example-ids.ts';
import { cursorQuery, pageOf, pageQuery } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ProviderRefused } from '#platform/ports/port.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import {
  activateCard,
  beginContactSetup,
  deleteCard,
  listAllMethods,
  listMethods,
  startCapture,
  syncCards,
} from './payment-method.ts';
import { PaymentMethodElsewhere } from './saved-methods.ts';

const Params = z.strictObject({ beneficiaryId: z.uuid() });
const Month = z.string().regex(/^[0-9]{4}-(0[1-9]|1[0-2])$/, 'is a month such as 2026-11');

const SavedMethod = z.object({
  id: z.uuid(),
  beneficiaryId: z.uuid(),
  provider: z.enum(['payproc', 'cardproc']),
  type: z.enum(methodTypes),
  card: z
    .object({ brand: z.string(), last4: z.string(), expiresOn: z.string().nullable().describe('YYYY-MM') })
    .nullable()
    .describe('Null for what is not a card.'),
  state: z.enum(['pending', 'active']).describe('`pending`: the card must be activated before it can be charged.'),
  createdAt: Timestamp.describe('When this service learned of it.'),
});
const SavedMethods = z.object({ data: z.array(SavedMethod) });

export const paymentMethodRoutes = [
  route({
    method: 'GET',
    path: '/v1/beneficiary/payproc/payment-methods',
    action: 'listAll',
    summary: 'List the saved payment methods of all beneficiaries',
    description:
      'What beneficiaries have saved with the payment processor, newest first, as it was when the provider was last asked. `provider=cardproc` lists the cards at the card processor instead; `expiresUntil` finds those that expire soon.',
    access: { permission: 'contacts:read' },
    query: z.strictObject({
      ...pageQuery,
      ...cursorQuery,
      provider: z.enum(['payproc', 'cardproc']).default('payproc'),
      beneficiaryId: z.uuid().optional(),
      expiresUntil: Month.optional().describe('Expire in this month or before: YYYY-MM.'),
    }),
    returns: pageOf(SavedMethod.extend({ beneficiaryName: z.string() })),
    examples: { query: { expiresUntil: '2026-12' } },
    handler: (ctx, { query }) => listAllMethods(ctx, query),
  }),
  route({
    method: 'GET',
    path: '/v1/beneficiary/:beneficiaryId/payment-methods',
    action: 'list',
    summary: 'The saved payment methods of a beneficiary',
    description:
      'With what a beneficiary can be charged, at both providers, newest first. The payment processor is asked at once; cards at the card processor are shown as its last sync found them.',
    access: { permission: 'contacts:read' },
    reachesProvider: true,
    effect: true,
    params: Params,
    returns: SavedMethods,
    refusals: [ProviderRefused],
    handler: (ctx, { params }) => listMethods(ctx, params.beneficiaryId),
  }),
  route({
    method: 'POST',
    path: '/v1/beneficiary/:beneficiaryId/payproc/setup-intent',
    action: 'createSetupIntent',
    summary: 'Begin to save a payment method of a beneficiary',
    description:
      'Send the beneficiary to `url`, or, where the provider gives one, `clientSecret` to a card form of your own: the card never passes through this service. Coming back to `returnUrl` proves nothing; the saved method then appears in the list.',
    access: { permission: 'contacts:write' },
    reachesProvider: true,
    status: 201,
    params: Params,
    body: z.strictObject({
      returnUrl: WebAddress.optional().describe('Where the person comes back. Default: this service.'),
    }),
    returns: z.object({
      id: z.string(),
      clientSecret: z.string().nullable(),
      status: z.enum(setupStates),
      url: z.string(),
    }),
    refusals: [MerchantAccountMissing, MerchantNotReady, ProviderRefused],
    examples: { body: { returnUrl: 'https://shop.example/thanks' } },
    handler: (ctx, { params, body }) =>
      beginContactSetup(ctx, params.beneficiaryId, body.returnUrl ?? `${ctx.publicUrl}/docs`),
  }),
  route({
    method: 'POST',
    path: '/v1/beneficiary/:beneficiaryId/cardproc/capture-session',
    action: 'openCapturePage',
    summary: "Open the card processor's page for a beneficiary",
    description:
      'Opens a session in which the beneficiary enters a card on the page of the card processor: show `url` as it is or in a frame. For one visit; each call opens another. Afterwards call `sync`, then `activate`.',
    access: { permission: 'contacts:write' },
    reachesProvider: true,
    status: 201,
    params: Params,
    returns: z.object({
      sessionId: z.string(),
      url: z.string(),
      publicKey: z.string().nullable().describe("For the provider's own script."),
    }),
    refusals: [CardprocDisabled, ProviderRefused],
    handler: (ctx, { params }) => startCapture(ctx, params.beneficiaryId),
  }),
  route({
    method: 'POST',
    path: '/v1/beneficiary/:beneficiaryId/cardproc/sync',
    action: 'sync',
    summary: 'Ask the card processor what cards a beneficiary has',
    description:
      'Brings the cards of a beneficiary up to date with the card processor, and answers them. A new card is `pending` until it is activated; one that the processor no longer has is gone.',
    access: { permission: 'contacts:write' },
    reachesProvider: true,
    params: Params,
    returns: SavedMethods,
    refusals: [CardprocDisabled, ProviderRefused],
    handler: (ctx, { params }) => syncCards(ctx, params.beneficiaryId),
  }),
  route({
    method: 'POST',
    path: '/v1/beneficiary/:beneficiaryId/cardproc/activate',
    action: 'activate',
    summary: 'Activate a card of a beneficiary',
    description:
      'Repeats to the card processor the code that the bank sent to the card holder. From then on the card can be charged. Activating an active card changes nothing.',
    access: { permission: 'contacts:write' },
    reachesProvider: true,
    params: Params,
    body: z.strictObject({
      profileId: z.uuid().describe('The `id` of the card, as `sync` answers it.'),
      code: z.string().trim().min(1).max(40),
    }),
    returns: SavedMethod,
    refusals: [
      ReferenceNotFound,
      CardprocDisabled,
      ActivationCodeWrong,
      PaymentMethodUnknown,
      PaymentMethodElsewhere,
      ProviderRefused,
    ],
    examples: { body: { profileId: id, code: 'NX0K8G' } },
    handler: (ctx, { params, body }) => activateCard(ctx, params.beneficiaryId, body),
  }),
  route({
    method: 'DELETE',
    path: '/v1/beneficiary/:beneficiaryId/cardproc/payment-profile/:profileId',
    action: 'delete',
    summary: 'Forget a card of a beneficiary',
    description: 'The card processor forgets the card; it can never be charged again.',
    access: { permission: 'contacts:write' },
    reachesProvider: true,
    status: 204,
    params: z.strictObject({ beneficiaryId: z.uuid(), profileId: z.uuid() }),
    returns: z.void(),
    refusals: [PaymentMethodElsewhere, ProviderRefused],
    handler: (ctx, { params }) => deleteCard(ctx, params.beneficiaryId, params.profileId),
  }),
];
