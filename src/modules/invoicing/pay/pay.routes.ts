import { z } from 'zod';
import { AccountArchived, AccountNotPostable, guardRefusals } from '#modules/accounting/index.ts';
import { pageOf, pageQuery } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { NotFound, PageTooDeep, ReferenceNotFound, VersionConflict } from '#platform/refusal.ts';
import { BalanceTooLow } from '../contact-balance/contact-balance.ts';
import { DocumentInInstalments } from '../credit/instalments-guard.ts';
import { GiftCardEnded, giftCardRefusals } from '../gift-card/movement.ts';
import { PendingRecordSummary } from '../pending/pending.schema.ts';
import { NotPayable, PaymentIsVoid } from '../pending/settle.ts';
import { NotOfContact, payBulk } from './bulk.ts';
import { ChangeView, PayBody, PayBulkBody, PaymentView, PayWithBalanceBody } from './pay.schema.ts';
import { NothingDue, PaidBeforeIssued, payDocument } from './pay.ts';
import { listPayments } from './payments.ts';
import { sourceRefusals } from './sources.ts';
import { PaymentElsewhere, undoPayment } from './undo.ts';

const id = '019a8c5e-7d4f-7b3a-9c1d-2e5f8a9b0c1d';

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
    summary: 'Pay a document',
    description:
      'Pays an invoice in full or in part, by one means or several: accounts, a gift card, the balance of the contact, and what the customer withholds for the tax authority. Each is a payment of its own with its record. A purchase is paid out of accounts. An account in another currency pays at the rates of the day, or as `settles` says, and what is won or lost against the rate of the document is posted as an exchange difference. Emits `invoice:updated`, and `invoice:paid` once nothing is due.',
    access: { permission: 'invoicing:write' },
    body: PayBody,
    returns: Paid,
    refusals: [NotFound, VersionConflict, ...settling, AccountArchived, ...giftCardRefusals],
    examples: {
      body: { id, payments: [{ accountId: id, amount: '1000.00' }, { balance: true }], overpayment: 'change' },
    },
    handler: (ctx, { body }) => payDocument(ctx, body),
  }),
  route({
    method: 'PATCH',
    path: '/v1/record/pending/pay-with-balance',
    summary: 'Pay a document with the balance of its contact',
    description:
      'Uses what the contact has paid in advance in the currency of the document: all that is due, or all that there is. However many documents are paid at once, no more is spent than there is.',
    access: { permission: 'invoicing:write' },
    body: PayWithBalanceBody,
    returns: Paid,
    refusals: [NotFound, VersionConflict, ...settling],
    examples: { body: { id, amount: '350.00' } },
    handler: (ctx, { body: { amount, ...body } }) =>
      payDocument(ctx, { ...body, payments: [{ balance: true, amount }], overpayment: 'refuse' }),
  }),
  route({
    method: 'PATCH',
    path: '/v1/record/pending/pay/bulk',
    summary: 'Pay many documents of a contact',
    description:
      'One payment for several invoices of one contact in the currency of the account: those that are named, or, with `amount`, those that fell due first, at most 200. All are paid, or none. Each gets its payment and its record.',
    access: { permission: 'invoicing:write' },
    body: PayBulkBody,
    returns: z.object({
      contactId: z.uuid(),
      currency: z.string(),
      paid: z.string().describe('All together, with what went to the balance.'),
      documents: z.array(z.object({ document: PendingRecordSummary, payment: PaymentView })),
    }),
    refusals: [...settling, AccountArchived, NotOfContact],
    examples: { body: { contactId: id, accountId: id, amount: '25000.00', paymentMethod: 'transfer' } },
    handler: (ctx, { body }) => payBulk(ctx, body),
  }),
  route({
    method: 'GET',
    path: '/v1/record/pending/:pendingRecordId/payments',
    summary: 'List the payments of a document',
    description: 'What has settled it, the oldest first; payments that were taken back are among them, as void.',
    access: { permission: 'invoicing:read' },
    params: z.strictObject({ pendingRecordId: z.uuid() }),
    query: z.strictObject(pageQuery),
    returns: pageOf(PaymentView),
    refusals: [NotFound, PageTooDeep],
    handler: (ctx, { params, query }) => listPayments(ctx, params.pendingRecordId, query),
  }),
  route({
    method: 'DELETE',
    path: '/v1/record/pending/payment',
    summary: 'Take a payment back',
    description:
      'The payment becomes void, its record is reversed, and the document is open again. A gift card or a balance has its money again; what went to the balance as overpayment is taken from it, and refused where it is spent. What a saved card, a credit or a return settled is taken back there.',
    access: { permission: 'invoicing:write' },
    body: z.strictObject({ id: z.uuid().describe('The payment.') }),
    returns: z.object({ document: PendingRecordSummary, payment: PaymentView }),
    refusals: [
      NotFound,
      PaymentIsVoid,
      PaymentElsewhere,
      DocumentInInstalments,
      BalanceTooLow,
      GiftCardEnded,
      ReferenceNotFound,
      ...guardRefusals,
      AccountNotPostable,
    ],
    examples: { body: { id } },
    handler: (ctx, { body }) => undoPayment(ctx, body.id),
  }),
];
