import { chargeRefusals } from '#modules/contacts/index.ts';
import { DocumentInInstalments, MoreThanDue } from '#modules/invoicing/index.ts';
import { MerchantAccountMissing, PaymentDeclined, ProviderKeyReused } from '#modules/payments/index.ts';
import {
  ChargeInProgress,
  ContactRequired,
  NothingDue,
  OnlinePaymentUnavailable,
  settlingRefusals,
} from '#modules/receivables/index.ts';
import { exampleId as id } from '#platform/http/example-ids.ts';
import { route } from '#platform/http/route.ts';
import { ProviderRefused } from '#platform/ports/port.ts';
import { NotFound } from '#platform/refusal.ts';
import { pageForm } from '../html/refused.ts';
import { intentPage, savedPage } from '../html/step-pages.ts';
import { PageExpired } from '../page/open.ts';
import { AmountNotOffered } from '../page/owed.ts';
import { byShareId } from '../page/page.schema.ts';
import { ProofRefused } from '../proof/proof.ts';
import { createIntent } from './intent.ts';
import { NewIntent, PageIntent, SavedOutcome, SavedPayment } from './payment.schema.ts';
import { payWithSaved } from './saved.ts';

export const paymentRoutes = [
  route('POST', '/v1/shared/:id/create-intent', 'public', {
    summary: 'Start a payment on a page',
    description:
      'Opens the page of the payment processor for the chosen amount: send the visitor to `url`. The card never passes through this service. A double click and a retry lead to the same payment; another amount closes the former one. The payment is booked when the processor reports it, or within a minute.',
    reachesProvider: true,
    attemptsPerHour: 600,
    takesForms: true,
    status: 201,
    params: byShareId,
    body: NewIntent,
    returns: PageIntent,
    refusals: [
      PageExpired,
      NothingDue,
      AmountNotOffered,
      ContactRequired,
      OnlinePaymentUnavailable,
      ChargeInProgress,
      MerchantAccountMissing,
      ProviderRefused,
      ProviderKeyReused,
    ],
    examples: { body: { what: 'part', amount: '500.00', paymentKey: '0b9d1c5e-4f6a' } },
    page: intentPage,
    form: pageForm,
    handler: (ctx, { params, body }) => createIntent(ctx, params.id, body),
  }),
  route('POST', '/v1/shared/:id/pay-with-saved', 'public', {
    summary: 'Pay with a saved card on a page',
    description:
      'Charges a card that the contact saved earlier. The link is not enough for it: it needs a proof, from a code that was sent to the contact’s own address, or from the activation of that card. With `requires_action` the contact confirms at `actionUrl`.',
    reachesProvider: true,
    attemptsPerHour: 300,
    takesForms: true,
    status: 201,
    params: byShareId,
    body: SavedPayment,
    returns: SavedOutcome,
    refusals: [
      ...new Set([
        NotFound,
        PageExpired,
        ProofRefused,
        OnlinePaymentUnavailable,
        NothingDue,
        AmountNotOffered,
        ChargeInProgress,
        PaymentDeclined,
        MoreThanDue,
        DocumentInInstalments,
        ...settlingRefusals,
        ...chargeRefusals,
      ]),
    ],
    examples: { body: { proof: 'prf_2jV0q1nqJm0d4o3mJp2y0T3v8tq5g7Wk', paymentMethodId: id } },
    page: savedPage,
    form: pageForm,
    handler: (ctx, { params, body }) => payWithSaved(ctx, params.id, body),
  }),
];
