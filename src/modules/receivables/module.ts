import {
  beforePostingRulesChanged,
  fillInOpenAmounts,
  fillInOpenInvoices,
  payFromBank,
} from '#modules/accounting/index.ts';
import { afterChargeSettled, mergeContacts } from '#modules/contacts/index.ts';
import {
  beforeDebtChanged,
  beforeDocumentVoided,
  fillInDueDates,
  fillInOwnDueDate,
  fillInPayLink,
  fillInPrepaid,
  fillInReversals,
} from '#modules/invoicing/index.ts';
import { afterProviderNotice } from '#modules/payments/index.ts';
import { implement } from '#platform/hook.ts';
import type { Module } from '#platform/module.ts';
import { chargeRoutes } from './charge/charge.routes.ts';
import { settleDocumentCharge } from './charge/charge.ts';
import { contactBalanceRoutes } from './contact-balance/contact-balance.routes.ts';
import { mergeBalances } from './contact-balance/contact-balance.sql.ts';
import { addOpenBalances, addPrepaid, refuseOtherAccounts } from './contact-balance/contact-balance.ts';
import { tickCredits } from './credit/attention.ts';
import { creditRoutes } from './credit/credit.routes.ts';
import { refuseInstalments } from './credit/instalments-guard.ts';
import { addInstalments } from './credit/open-instalments.ts';
import { addOwnDueDate, addPastDueDates } from './credit/past-due-dates.ts';
import { disputeRoutes } from './dispute/dispute.routes.ts';
import { followDispute, refreshDispute } from './dispute/dispute.ts';
import { findDisputes, tickDisputes } from './dispute/find-disputes.ts';
import { expireGiftCards, tickGiftCards } from './gift-card/expiry.ts';
import { giftCardRoutes } from './gift-card/gift-card.routes.ts';
import { payWithBankLines } from './pay/bank-payment.ts';
import { followPayment } from './pay/notice.ts';
import { payRoutes } from './pay/pay.routes.ts';
import { addReversals } from './pay/payments.ts';
import { excessRefund } from './payment-page/excess-refund.ts';
import { closePageOfVoid } from './payment-page/page.ts';
import { page } from './payment-page/page-exchange.ts';
import { addPayLink } from './payment-page/pay-link.ts';
import { paymentPageRoutes } from './payment-page/payment-page.routes.ts';
import { sendNumbered } from './receipt/email-receipt.ts';
import { receiptRoutes } from './receipt/receipt.routes.ts';
import { recountReceipts } from './receipt/receipt.sql.ts';
import { refund } from './refund/refund-exchange.ts';
import { returnRefund } from './return-refund/return-refund-exchange.ts';
import { invoicingSettings } from './settings.ts';
import { credits, giftCards, paymentReceipts, returnRefunds } from './tables.ts';
import { ticketRoutes } from './ticket/ticket.routes.ts';
import { creditAttention, disputeCheck, giftCardExpiry } from './ticks.ts';

/** Money owed on documents: payments, instalments, balances of contacts and gift cards. */
export const receivables: Module = {
  name: 'receivables',
  uses: ['collaboration', 'organization', 'payments', 'contacts', 'accounting', 'invoicing'],
  groups: [
    {
      name: 'Documents',
      path: '/record/pending',
      description: 'Documents (pending records): quotes, orders and invoices, sold and bought.',
      routes: ticketRoutes,
    },
    {
      name: 'Document payments',
      path: '/record/pending',
      description: 'Payments of documents (invoices): in cash, from a balance, with a saved card or on a payment page.',
      routes: [...payRoutes, ...chargeRoutes, ...paymentPageRoutes, ...receiptRoutes, ...disputeRoutes],
    },
    {
      name: 'Credits',
      path: '/record/pending/credit',
      description: 'Loans and invoices that are paid in instalments: plans, tables and payments.',
      routes: creditRoutes,
    },
    {
      name: 'Contact balances',
      path: '/beneficiary/balance',
      description: 'Money that a contact (customer) has paid in advance.',
      routes: contactBalanceRoutes,
    },
    {
      name: 'Gift cards',
      description: 'Gift cards: issued, redeemed in parts, canceled, and reconciled with the books.',
      routes: giftCardRoutes,
    },
  ],
  jobs: [expireGiftCards, refreshDispute, findDisputes, sendNumbered],
  exchanges: [refund, returnRefund, page, excessRefund],
  settings: [invoicingSettings],
  recounts: [{ what: 'payment receipts', recount: recountReceipts }],
  entityKinds: [{ field: 'creditId', exists: (ctx, id) => credits.exists(ctx, id) }],
  ticks: [
    { tick: giftCardExpiry, run: tickGiftCards },
    { tick: creditAttention, run: tickCredits },
    { tick: disputeCheck, run: tickDisputes },
  ],
  hooks: [
    implement(afterChargeSettled, settleDocumentCharge),
    implement(afterProviderNotice, followPayment),
    implement(afterProviderNotice, followDispute),
    implement(beforePostingRulesChanged, refuseOtherAccounts),
    implement(beforeDocumentVoided, refuseInstalments),
    implement(beforeDocumentVoided, closePageOfVoid),
    implement(beforeDebtChanged, refuseInstalments),
    implement(fillInDueDates, addPastDueDates),
    implement(fillInOwnDueDate, addOwnDueDate),
    implement(fillInReversals, addReversals),
    implement(fillInPayLink, addPayLink),
    implement(fillInPrepaid, addPrepaid),
    implement(fillInOpenAmounts, addOpenBalances),
    implement(fillInOpenInvoices, addInstalments),
    implement(payFromBank, payWithBankLines),
    implement(mergeContacts, async (ctx, { from, into }) => {
      await mergeBalances(ctx, { from, into });
      await giftCards.updateAll(ctx, { contactId: from }, { contactId: into });
      await credits.updateAll(ctx, { contactId: from }, { contactId: into });
      await returnRefunds.updateAll(ctx, { contactId: from }, { contactId: into });
      await paymentReceipts.updateAll(ctx, { contactId: from }, { contactId: into });
    }),
  ],
  demo: () => import('./demo.ts'),
};
