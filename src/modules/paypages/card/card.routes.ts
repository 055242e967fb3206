import { z } from 'zod';
import { CardActivation, PaymentMethodElsewhere } from '#modules/contacts/index.ts';
import {
  ActivationCodeWrong,
  CardprocDisabled,
  MerchantAccountMissing,
  MerchantNotReady,
  PaymentMethodUnknown,
} from '#modules/payments/index.ts';
import { ContactRequired } from '#modules/receivables/index.ts';
import { exampleId as id } from '#platform/http/example-ids.ts';
import { route } from '#platform/http/route.ts';
import { ProviderRefused } from '#platform/ports/port.ts';
import { NotFound, ReferenceNotFound } from '#platform/refusal.ts';
import { pageForm } from '../html/refused.ts';
import { activatedPage, capturedPage, capturePage, setupPage } from '../html/step-pages.ts';
import { PageExpired } from '../page/open.ts';
import { byShareId } from '../page/page.schema.ts';
import { ActivatedCard, CapturedCards, CaptureStarted, PageSetup } from './card.schema.ts';
import { activateCaptured, createSetupIntent, openCapture, syncCaptured } from './card.ts';

const common = {
  reachesProvider: true,
  takesForms: true,
  params: byShareId,
} as const;
const empty = { body: z.strictObject({}), examples: { body: {} } };
const refusals = [NotFound, PageExpired, ContactRequired, ProviderRefused];

export const cardRoutes = [
  route('POST', '/v1/shared/:id/create-setup-intent', 'public', {
    ...common,
    ...empty,
    summary: 'Start to save a card on a page',
    description:
      'Send the visitor to `url`, or give `clientSecret`, if there is one, to your own card form: the card never passes through this service. The card is saved for the contact of the page.',
    attemptsPerHour: 300,
    status: 201,
    returns: PageSetup,
    refusals: [...refusals, MerchantAccountMissing, MerchantNotReady],
    page: setupPage,
    form: pageForm,
    handler: (ctx, { params }) => createSetupIntent(ctx, params.id),
  }),
  route('POST', '/v1/shared/:id/cardproc/capture-session', 'public', {
    ...common,
    ...empty,
    action: 'openCapturePage',
    summary: 'Open the page of the card processor from a page',
    description:
      'The contact enters a local card there, in a session for one visit. Afterwards call `sync`, then `activate`.',
    attemptsPerHour: 300,
    status: 201,
    returns: CaptureStarted,
    refusals: [...refusals, CardprocDisabled],
    page: capturePage,
    form: pageForm,
    handler: (ctx, { params }) => openCapture(ctx, params.id),
  }),
  route('POST', '/v1/shared/:id/cardproc/sync', 'public', {
    ...common,
    ...empty,
    action: 'syncCards',
    summary: 'Find the cards that were entered from a page',
    description: 'The cards that wait for their activation. Cards that were saved earlier are not shown.',
    attemptsPerHour: 600,
    returns: CapturedCards,
    refusals: [...refusals, CardprocDisabled],
    page: capturedPage,
    form: pageForm,
    handler: (ctx, { params }) => syncCaptured(ctx, params.id),
  }),
  route('POST', '/v1/shared/:id/cardproc/activate', 'public', {
    ...common,
    action: 'activateCard',
    summary: 'Activate a card that was entered from a page',
    description:
      'With the code that the bank gave the card holder. The answer has a proof with which this card can pay here (`pay-with-saved`).',
    attemptsPerHour: 120,
    showsSecret: true,
    body: CardActivation,
    returns: ActivatedCard,
    refusals: [
      ...refusals,
      ReferenceNotFound,
      CardprocDisabled,
      ActivationCodeWrong,
      PaymentMethodUnknown,
      PaymentMethodElsewhere,
    ],
    examples: { body: { profileId: id, code: 'NX0K8G' } },
    page: activatedPage,
    form: pageForm,
    handler: (ctx, { params, body }) => activateCaptured(ctx, params.id, body),
  }),
];
