import { z } from 'zod';
import { AccountArchived } from '#modules/accounting/index.ts';
import { PaymentView, PendingRecordSummary, paymentList } from '#modules/invoicing/index.ts';
import { exampleId as id } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { giftCardRefusals } from '../gift-card/movement.ts';
import { PaymentsApart } from '../receipt/paid.ts';
import { ReceiptView } from '../receipt/receipt.schema.ts';
import { NotOfContact, payBulk } from './bulk.ts';
import { ChangeView, NewBalancePayment, NewPayment, NewPayments } from './pay.schema.ts';
import { payDocument } from './pay.ts';
import { listPayments } from './payments.ts';
import { settlingRefusals } from './settling-refusals.ts';
import { undoPayment } from './undo.ts';
import { undoRefusals } from './undo-refusals.ts';

const receipt = ReceiptView.nullable().describe('If `receipt` asked for it and money was paid.');
const Paid = z.object({
  document: PendingRecordSummary.describe('The document afterwards.'),
  payments: z.array(PaymentView).describe('One for each means.'),
  change: ChangeView,
  receipt,
});

export const payRoutes = [
  route('PATCH', '/v1/record/pending/pay', 'invoicing:write', {
    action: 'pay',
    summary: 'Pay a document',
    description:
      'Pays an invoice in full or in part, by one means or several: accounts, a gift card, the balance of the contact (customer), and tax that the customer withholds. Each means is its own payment with its record. A purchase is paid from accounts. An account in another currency pays at the rates of the day, or as `settles` says; the difference to the rate of the document is posted as an exchange gain or loss. Emits `invoice:updated`, and `invoice:paid` once nothing is due.',
    body: NewPayment,
    returns: Paid,
    refusals: [...settlingRefusals, AccountArchived, ...giftCardRefusals, PaymentsApart],
    examples: {
      body: { id, payments: [{ accountId: id, amount: '1000.00' }, { balance: true }], overpayment: 'change' },
    },
    handler: (ctx, { body }) => payDocument(ctx, body),
  }),
  route('PATCH', '/v1/record/pending/pay-with-balance', 'invoicing:write', {
    action: 'payWithBalance',
    summary: 'Pay a document with the balance of its contact',
    description:
      'Uses the prepaid balance of the contact (customer), or our advance at the supplier of a purchase, in the currency of the document: the amount due, or the whole balance if it is less.',
    body: NewBalancePayment,
    returns: Paid,
    refusals: [...settlingRefusals],
    examples: { body: { id, amount: '350.00' } },
    handler: (ctx, { body: { amount, ...body } }) =>
      payDocument(ctx, { ...body, payments: [{ balance: true, amount }], overpayment: 'refuse' }),
  }),
  route('PATCH', '/v1/record/pending/pay/bulk', 'invoicing:write', {
    action: 'payMany',
    summary: 'Pay many documents of a contact',
    description:
      'One payment for several invoices of one contact in the currency of the account: the given ones, or, with `amount`, those that fell due first, at most 200. All are paid, or none. Each invoice gets its payment and its record.',
    body: NewPayments,
    returns: z.object({
      contactId: z.uuid().describe('Whose documents were paid.'),
      currency: z.string(),
      paid: z.string().describe('The total, with any overpayment.'),
      documents: z
        .array(
          z.object({
            document: PendingRecordSummary.describe('The document afterwards.'),
            payment: PaymentView.describe('The payment; it is void unless its refund has yet to be confirmed.'),
          }),
        )
        .describe('Each document that was paid, with its payment.'),
      receipt,
    }),
    refusals: [...settlingRefusals, AccountArchived, NotOfContact, PaymentsApart],
    examples: {
      body: { contactId: id, accountId: id, documents: [{ id, amount: '25000.00' }], paymentMethod: 'transfer' },
    },
    handler: (ctx, { body }) => payBulk(ctx, body),
  }),
  route('GET', '/v1/record/pending/:pendingRecordId/payments', 'invoicing:read', {
    action: 'list',
    summary: 'List the payments of a document',
    description: 'Oldest first; undone payments are included as void.',
    query: paymentList.query,
    returns: pageOf(PaymentView),
    handler: (ctx, { params, query }) => listPayments(ctx, params.pendingRecordId, query),
  }),
  route('DELETE', '/v1/record/pending/payment', 'invoicing:write', {
    action: 'delete',
    summary: 'Undo a payment',
    description:
      'Voids the payment, reverses its record and reopens the document (invoice). The money returns to the gift card or the balance that paid; an overpayment is taken from the balance, and refused if it has been spent. A card charge is first refunded by the provider, with its own record on the day of the refund; an overpayment then stays balance of the contact. A part that returns have refunded to the card stays as a payment of its own. If the provider refuses, the payment stays and the answer says why. If the refund takes time or another request is making it, `refund.status` is `requested`; if the answer is lost, the request ends with `provider_timeout`. A repetition continues the same refund; without one, the service finds out the outcome and books it.',
    reachesProvider: true,
    body: z.strictObject({ id: z.uuid().describe('The payment.') }),
    returns: z.object({
      document: PendingRecordSummary.describe('The document afterwards.'),
      payment: PaymentView.describe('The payment; it is void unless its refund has yet to be confirmed.'),
    }),
    refusals: undoRefusals,
    examples: { body: { id } },
    handler: (ctx, { body }) => undoPayment(ctx, body.id),
  }),
];
