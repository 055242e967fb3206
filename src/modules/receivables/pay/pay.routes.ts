import { z } from 'zod';
import {
  AccountArchived,
  AccountNotPostable,
  Amount,
  AmountOutOfRange,
  guardRefusals,
  RateUnknown,
} from '#modules/accounting/index.ts';
import { chargeRefusals } from '#modules/contacts/index.ts';
import {
  DocumentInInstalments,
  MoreThanDue,
  NotPayable,
  PaymentIsVoid,
  PaymentView,
  PendingRecordSummary,
  PendingRecordView,
} from '#modules/invoicing/index.ts';
import {
  ChargeElsewhere,
  PaymentDeclined,
  ProviderKeyReused,
  RefundExceedsCharge,
  WebAddress,
} from '#modules/payments/index.ts';
import { exampleId as id } from '#platform/http/example-ids.ts';
import { pageOf, pageQuery } from '#platform/http/page.ts';
import { RawAnswer, route } from '#platform/http/route.ts';
import { ProviderRefused } from '#platform/ports/port.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { BalanceTooLow } from '../contact-balance/contact-balance.ts';
import { GiftCardEnded, giftCardRefusals } from '../gift-card/movement.ts';
import { NotOfContact, payBulk } from './bulk.ts';
import { ChargeInProgress, chargeDocument } from './charge.ts';
import { leadToPage } from './page.ts';
import { ChangeView, NewBalancePayment, NewPayment, NewPayments } from './pay.schema.ts';
import { NothingDue, PaidBeforeIssued, payDocument } from './pay.ts';
import { listPayments } from './payments.ts';
import { RefundFailed } from './refund.ts';
import { sourceRefusals } from './sources.ts';
import { PaymentElsewhere, undoPayment } from './undo.ts';

/** What settling a document may be answered, whatever settles it. */
const settling = [
  NotPayable,
  DocumentInInstalments,
  NothingDue,
  PaidBeforeIssued,
  ReferenceNotFound,
  AccountNotPostable,
  ...sourceRefusals,
  ...guardRefusals,
];

const Paid = z.object({ document: PendingRecordSummary, payments: z.array(PaymentView), change: ChangeView });

export const payRoutes = [
  route({
    method: 'PATCH',
    path: '/v1/record/pending/pay',
    action: 'pay',
    summary: 'Pay a document',
    description:
      'Pays an invoice in full or in part, by one means or several: accounts, a gift card, the balance of the contact, and what the customer withholds for the tax authority. Each is a payment of its own with its record. A purchase is paid out of accounts. An account in another currency pays at the rates of the day, or as `settles` says, and what is won or lost against the rate of the document is posted as an exchange difference. Emits `invoice:updated`, and `invoice:paid` once nothing is due.',
    access: { permission: 'invoicing:write' },
    body: NewPayment,
    returns: Paid,
    refusals: [...settling, AccountArchived, ...giftCardRefusals],
    examples: {
      body: { id, payments: [{ accountId: id, amount: '1000.00' }, { balance: true }], overpayment: 'change' },
    },
    handler: (ctx, { body }) => payDocument(ctx, body),
  }),
  route({
    method: 'PATCH',
    path: '/v1/record/pending/pay-with-balance',
    action: 'payWithBalance',
    summary: 'Pay a document with the balance of its contact',
    description:
      'Uses what the contact has paid in advance in the currency of the document: all that is due, or all that there is. However many documents are paid at once, no more is spent than there is.',
    access: { permission: 'invoicing:write' },
    body: NewBalancePayment,
    returns: Paid,
    refusals: [...settling],
    examples: { body: { id, amount: '350.00' } },
    handler: (ctx, { body: { amount, ...body } }) =>
      payDocument(ctx, { ...body, payments: [{ balance: true, amount }], overpayment: 'refuse' }),
  }),
  route({
    method: 'PATCH',
    path: '/v1/record/pending/pay/bulk',
    action: 'payMany',
    summary: 'Pay many documents of a contact',
    description:
      'One payment for several invoices of one contact in the currency of the account: those that are named, or, with `amount`, those that fell due first, at most 200. All are paid, or none. Each gets its payment and its record.',
    access: { permission: 'invoicing:write' },
    body: NewPayments,
    returns: z.object({
      contactId: z.uuid(),
      currency: z.string(),
      paid: z.string().describe('All together, with what went to the balance.'),
      documents: z.array(z.object({ document: PendingRecordSummary, payment: PaymentView })),
    }),
    refusals: [...settling, AccountArchived, NotOfContact],
    examples: {
      body: { contactId: id, accountId: id, documents: [{ id, amount: '25000.00' }], paymentMethod: 'transfer' },
    },
    handler: (ctx, { body }) => payBulk(ctx, body),
  }),
  route({
    method: 'GET',
    path: '/v1/record/pending/:pendingRecordId/payments',
    action: 'list',
    summary: 'List the payments of a document',
    description: 'What has settled it, the oldest first; payments that were taken back are among them, as void.',
    access: { permission: 'invoicing:read' },
    params: z.strictObject({ pendingRecordId: z.uuid() }),
    query: z.strictObject(pageQuery),
    returns: pageOf(PaymentView),
    handler: (ctx, { params, query }) => listPayments(ctx, params.pendingRecordId, query),
  }),
  route({
    method: 'POST',
    path: '/v1/record/pending/charge',
    summary: 'Charge a saved card for a document',
    description:
      'Charges one of the contact’s saved methods for what is due, or a part of it, and pays the document with it. Repeated after a timeout it goes on with the same charge; if nobody repeats it, its outcome is found out and booked by itself. A decline is `payment_declined` with its reason. With `requires_action` the contact confirms the payment at `actionUrl`, and it is booked afterwards. What is not due any more when the money arrives is kept as balance of the contact.',
    access: { permission: 'invoicing:write' },
    reachesProvider: true,
    status: 201,
    body: z.strictObject({
      id: z.uuid().describe('The document.'),
      paymentMethodId: z.uuid().describe('Of the saved methods of its contact.'),
      amount: Amount.optional().describe('Default: all that is due.'),
      offSession: z
        .boolean()
        .default(true)
        .describe('The contact is not present: what would need them is declined instead of waiting.'),
      returnUrl: WebAddress.optional().describe('Where the contact comes back to from their bank.'),
    }),
    returns: z.object({
      id: z.uuid().describe('The charge: `sourceId` of its payment.'),
      status: z.enum(['succeeded', 'processing', 'requires_action', 'unknown']),
      amount: z.string(),
      currency: z.string(),
      actionUrl: z.string().nullable(),
      document: PendingRecordView,
    }),
    refusals: [...settling, MoreThanDue, ...chargeRefusals, PaymentDeclined, ChargeInProgress],
    examples: { body: { id, paymentMethodId: id } },
    handler: (ctx, { body }) => chargeDocument(ctx, body),
  }),
  route({
    method: 'GET',
    path: '/v1/record/pending/:pendingRecordId/pay/:organizationId',
    action: 'openPaymentPage',
    summary: 'Lead a payer to the payment page',
    description:
      'For the link in a letter, `payUrl` of the share: redirects to the page of the payment processor on which what is due can be paid. It is there once the merchant account is open, unless the setting `invoicing.onlinePayment` says no. In every other case, an unknown or a paid document as well as a void one or one in instalments, the answer is the same `not_found`. What is paid there is booked within a minute.',
    access: 'public',
    effect: true,
    reachesProvider: true,
    attemptsPerHour: 120,
    params: z.strictObject({ pendingRecordId: z.uuid(), organizationId: z.uuid() }),
    status: 302,
    returns: { contentType: 'text/plain' },
    refusals: [ProviderKeyReused],
    handler: async (ctx, { params }) => new RawAnswer(null, { location: await leadToPage(ctx, params) }, 302),
  }),
  route({
    method: 'DELETE',
    path: '/v1/record/pending/payment',
    action: 'delete',
    summary: 'Take a payment back',
    description:
      'The payment becomes void, its record is reversed, and the document is open again. A gift card or a balance has its money again; what went to the balance as overpayment is taken from it, and refused where it is spent. What was charged to a card, saved or on the payment page, is given back to the card by the provider first, with a record of its own on the day of the refund; what went beyond the document then stays the balance of the contact. A provider that refuses leaves the payment as it was, and the answer says why. One that takes its time, or that somebody else is asking at this moment, answers with `refund.status` `requested`, and one whose answer is lost with `provider_timeout`: repeated, it is the same refund, and if nobody repeats it, its outcome is found out and booked by itself. What a credit or a return settled is taken back there.',
    access: { permission: 'invoicing:write' },
    reachesProvider: true,
    body: z.strictObject({ id: z.uuid().describe('The payment.') }),
    returns: z.object({ document: PendingRecordSummary, payment: PaymentView }),
    refusals: [
      PaymentIsVoid,
      PaymentElsewhere,
      DocumentInInstalments,
      BalanceTooLow,
      GiftCardEnded,
      ReferenceNotFound,
      ...guardRefusals,
      AccountNotPostable,
      AmountOutOfRange,
      RateUnknown,
      ChargeElsewhere,
      RefundExceedsCharge,
      RefundFailed,
      ProviderRefused,
      ProviderKeyReused,
    ],
    examples: { body: { id } },
    handler: (ctx, { body }) => undoPayment(ctx, body.id),
  }),
];
