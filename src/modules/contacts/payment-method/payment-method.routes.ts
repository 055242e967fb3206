import { z } from 'zod';
import {
  ActivationCodeWrong,
  CardprocDisabled,
  MerchantAccountMissing,
  MerchantNotReady,
  PaymentMethodUnknown,
  WebAddress,
} from '#modules/payments/index.ts';
import { exampleId as id } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ProviderRefused } from '#platform/ports/port.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import {
  CaptureSession,
  CardActivation,
  ListedMethod,
  MethodSetup,
  SavedMethod,
  SavedMethods,
} from './payment-method.schema.ts';
import { methodList } from './payment-method.sql.ts';
import {
  activateCard,
  beginContactSetup,
  deleteCard,
  describeListed,
  listMethods,
  startCapture,
  syncCards,
} from './payment-method.ts';
import { PaymentMethodElsewhere } from './saved-methods.ts';

export const paymentMethodRoutes = [
  route('GET', '/v1/beneficiary/payproc/payment-methods', 'contacts:read', {
    action: 'listAll',
    summary: 'List the saved payment methods of all contacts',
    description:
      'The payment methods that contacts (customers) have saved with the payment processor, newest first, as of the last sync. `provider=cardproc` lists the cards at the card processor instead; `expiresUntil` finds those that expire soon.',
    query: methodList.query,
    returns: pageOf(ListedMethod),
    examples: { query: { expiresUntil: '2026-12' } },
    handler: (ctx, { query }) => methodList.page(ctx, query, (rows) => rows.map(describeListed)),
  }),
  route('GET', '/v1/beneficiary/:beneficiaryId/payment-methods', 'contacts:read', {
    action: 'list',
    summary: 'List the saved payment methods of a contact',
    description:
      'The saved payment methods of a contact (customer) at both providers, newest first. The payment processor is asked at once; cards at the card processor are as of the last sync.',
    reachesProvider: true,
    effect: true,
    returns: SavedMethods,
    refusals: [ProviderRefused],
    handler: (ctx, { params }) => listMethods(ctx, params.beneficiaryId),
  }),
  route('POST', '/v1/beneficiary/:beneficiaryId/payproc/setup-intent', 'contacts:write', {
    action: 'createSetupIntent',
    summary: 'Start to save a payment method of a contact',
    description:
      'Send the contact (customer) to `url`, or give `clientSecret`, if there is one, to a card form of your own: the card never passes through this service. A return to `returnUrl` proves nothing; look in the list for the saved method.',
    reachesProvider: true,
    status: 201,
    body: z.strictObject({
      returnUrl: WebAddress.optional().describe('The page to which the person returns. Default: this service.'),
    }),
    returns: MethodSetup,
    refusals: [MerchantAccountMissing, MerchantNotReady, ProviderRefused],
    examples: { body: { returnUrl: 'https://shop.example/thanks' } },
    handler: (ctx, { params, body }) =>
      beginContactSetup(ctx, params.beneficiaryId, body.returnUrl ?? `${ctx.publicUrl}/docs`),
  }),
  route('POST', '/v1/beneficiary/:beneficiaryId/cardproc/capture-session', 'contacts:write', {
    action: 'openCapturePage',
    summary: 'Open the page of the card processor for a contact',
    description:
      'Opens a session in which the contact (customer) enters a card on the page of the card processor: show `url` directly or in a frame. Each session is for one visit. Afterwards call `sync`, then `activate`.',
    reachesProvider: true,
    status: 201,
    returns: CaptureSession,
    refusals: [CardprocDisabled, ProviderRefused],
    handler: (ctx, { params }) => startCapture(ctx, params.beneficiaryId),
  }),
  route('POST', '/v1/beneficiary/:beneficiaryId/cardproc/sync', 'contacts:write', {
    action: 'sync',
    summary: 'Sync the cards of a contact with the card processor',
    description:
      'Reads the cards of a contact (customer) from the card processor and returns them. A new card is `pending` until it is activated; a card that the processor no longer has is removed.',
    reachesProvider: true,
    returns: SavedMethods,
    refusals: [CardprocDisabled, ProviderRefused],
    handler: (ctx, { params }) => syncCards(ctx, params.beneficiaryId),
  }),
  route('POST', '/v1/beneficiary/:beneficiaryId/cardproc/activate', 'contacts:write', {
    action: 'activate',
    summary: 'Activate a card of a contact',
    description:
      'Sends the code that the bank gave the card holder to the card processor. After that the card can be charged. Activating an active card changes nothing.',
    reachesProvider: true,
    body: CardActivation,
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
  route('DELETE', '/v1/beneficiary/:beneficiaryId/cardproc/payment-profile/:profileId', 'contacts:write', {
    action: 'delete',
    summary: 'Delete a card of a contact',
    description: 'The card processor deletes the card; it can never be charged again.',
    reachesProvider: true,
    refusals: [PaymentMethodElsewhere, ProviderRefused],
    handler: (ctx, { params }) => deleteCard(ctx, params.beneficiaryId, params.profileId),
  }),
];
