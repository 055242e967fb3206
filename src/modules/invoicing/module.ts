import { afterChargeSettled, mergeContacts } from '#modules/contacts/index.ts';
import { afterUnitsCorrected, beforeUnitsCorrected } from '#modules/inventory/index.ts';
import { afterProviderNotice } from '#modules/payments/index.ts';
import { implement } from '#platform/hook.ts';
import type { Module } from '#platform/module.ts';
import { contactBalanceRoutes } from './contact-balance/contact-balance.routes.ts';
import { mergeBalances } from './contact-balance/contact-balance.sql.ts';
import { tickCredits } from './credit/attention.ts';
import { creditRoutes } from './credit/credit.routes.ts';
import { refuseInstalments } from './credit/instalments-guard.ts';
import {
  invoiceCreated,
  invoicePaid,
  invoicePastDue,
  invoiceSharedViaEmail,
  invoiceUpdated,
  invoiceVoucherPrinted,
  recurrencyFailed,
  recurrencyInvoiceCreated,
  recurrencyPastDue,
  recurrencyUpdated,
} from './events.ts';
import { expireGiftCards, tickGiftCards } from './gift-card/expiry.ts';
import { giftCardRoutes } from './gift-card/gift-card.routes.ts';
import { moveCardsOfContacts } from './gift-card/gift-card.sql.ts';
import { beforeDocumentVoided } from './hooks.ts';
import { settleDocumentCharge } from './pay/charge.ts';
import { lookAtPayment } from './pay/notice.ts';
import { followPage } from './pay/page-follow.ts';
import { payRoutes } from './pay/pay.routes.ts';
import { followRefund } from './pay/refund.ts';
import { changeRoutes } from './pending/change.routes.ts';
import { copyRoutes } from './pending/copy.routes.ts';
import { correctElementUnits, selectElementsWith } from './pending/element.sql.ts';
import { linkRoutes } from './pending/link.routes.ts';
import { listRoutes } from './pending/list.routes.ts';
import { mergeDocuments } from './pending/merge.ts';
import { tickPastDue } from './pending/past-due.ts';
import { pendingRoutes } from './pending/pending.routes.ts';
import { selectPendingRecord } from './pending/pending.sql.ts';
import { lockPendingRecord } from './pending/pending.ts';
import { makeDueDocuments, tickRecurrencies } from './recurrence/catch-up.ts';
import { recurrencyRoutes } from './recurrence/recurrency.routes.ts';
import { selectRecurrency } from './recurrence/recurrency.sql.ts';
import { salesSettings, userSalesSettings } from './report/commissions.ts';
import { reportRoutes } from './report/report.routes.ts';
import { invoicingSettings } from './settings.ts';
import { shareRoutes } from './share/share.routes.ts';
import { templateRoutes } from './template/template.routes.ts';

/** Documents between the business and its contacts: quotes, orders, invoices, loans, and how they are paid. */
export const invoicing: Module = {
  name: 'invoicing',
  uses: [
    'identity',
    'collaboration',
    'organization',
    'payments',
    'contacts',
    'accounting',
    'taxes',
    'catalog',
    'inventory',
  ],
  groups: [
    {
      name: 'Pending record',
      description:
        'Quotes, orders, invoices and loans, sold and bought: their lines, what they come to, how they are paid in instalments and how they come again.',
      routes: [
        ...pendingRoutes,
        ...copyRoutes,
        ...changeRoutes,
        ...linkRoutes,
        ...payRoutes,
        ...listRoutes,
        ...creditRoutes,
        ...recurrencyRoutes,
        ...templateRoutes,
        ...shareRoutes,
        ...reportRoutes,
      ],
    },
    { name: 'Beneficiary', routes: contactBalanceRoutes },
    {
      name: 'Gift card',
      description: 'Cards with money on them: issued, redeemed in parts, canceled, and held against the books.',
      routes: giftCardRoutes,
    },
  ],
  events: [
    invoiceCreated,
    invoiceUpdated,
    invoicePaid,
    invoicePastDue,
    recurrencyInvoiceCreated,
    recurrencyPastDue,
    recurrencyFailed,
    recurrencyUpdated,
    invoiceVoucherPrinted,
    invoiceSharedViaEmail,
  ],
  jobs: [makeDueDocuments, expireGiftCards, followPage, followRefund],
  settings: [invoicingSettings, salesSettings],
  userSettings: [userSalesSettings],
  entityKinds: [
    {
      field: 'invoiceId',
      exists: async (ctx, id) => (await selectPendingRecord(ctx.tx, ctx.organizationId, id)) !== undefined,
    },
    {
      field: 'recurrencyId',
      exists: async (ctx, id) => (await selectRecurrency(ctx.tx, ctx.organizationId, id)) !== undefined,
    },
  ],
  tick: async (ctx) =>
    earliest([await tickGiftCards(ctx), await tickPastDue(ctx), await tickCredits(ctx), await tickRecurrencies(ctx)]),
  hooks: [
    implement(afterChargeSettled, settleDocumentCharge),
    implement(afterProviderNotice, lookAtPayment),
    implement(beforeDocumentVoided, refuseInstalments),
    implement(beforeUnitsCorrected, async (ctx, { kind, id }) => {
      if (kind === 'invoice') await lockPendingRecord(ctx, id);
    }),
    implement(afterUnitsCorrected, async ({ tx, organizationId }, correction) => {
      const { cause, resourceId } = correction;
      if (cause.kind !== 'invoice') return;
      const ids = await selectElementsWith(tx, organizationId, cause.id, resourceId);
      await correctElementUnits(tx, organizationId, ids, correction);
    }),
    implement(mergeContacts, async (ctx, merge) => {
      await mergeDocuments(ctx, merge);
      await mergeBalances(ctx.tx, ctx.organizationId, merge);
      await moveCardsOfContacts(ctx.tx, ctx.organizationId, merge);
    }),
  ],
};

const earliest = (moments: (Temporal.Instant | null)[]): Temporal.Instant | null =>
  moments.filter((moment) => moment !== null).toSorted(Temporal.Instant.compare)[0] ?? null;
