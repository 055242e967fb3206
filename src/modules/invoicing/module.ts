import { beforePostingRulesChanged, fillInOpenAmounts, fillInOpenInvoices } from '#modules/accounting/index.ts';
import { countDays } from '#modules/billing/index.ts';
import { mergeContacts } from '#modules/contacts/index.ts';
import { fillInFields } from '#modules/files/index.ts';
import {
  afterCostsChanged,
  afterUnitsCorrected,
  beforeUnitsCorrected,
  fillInCauses,
} from '#modules/inventory/index.ts';
import { afterSettingsChanged, beforeCurrencyChanged, CurrencyInUse } from '#modules/organization/index.ts';
import { implement } from '#platform/hook.ts';
import type { Module } from '#platform/module.ts';
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
import { changeRoutes } from './pending/change.routes.ts';
import { correctElementUnits, selectElementsWith } from './pending/element.sql.ts';
import { followInvoices } from './pending/index-documents.ts';
import { listRoutes } from './pending/list.routes.ts';
import { mergeDocuments } from './pending/merge.ts';
import { pendingRoutes } from './pending/pending.routes.ts';
import { fillDocumentFields } from './pending/template-fields.ts';
import { fillInInvoices } from './posting/causes.ts';
import { recountNumbers } from './posting/recount-numbers.ts';
import { followSales, reportSale } from './posting/report-sale.ts';
import { followCosts } from './posting/stock.ts';
import { makeDueDocuments, tickRecurrencies } from './recurrence/catch-up.ts';
import { recurrencyRoutes } from './recurrence/recurrency.routes.ts';
import { keepCommissionRate, salesSettings, userSalesSettings } from './report/commission-rates.ts';
import { addOpenDocuments, refuseOtherDebtAccounts } from './report/open-amounts.ts';
import { reportRoutes } from './report/report.routes.ts';
import { countDocuments } from './report/report.sql.ts';
import { tickPastDue } from './settlement/past-due.ts';
import { addUnpaid } from './settlement/unpaid.ts';
import { sendDocument } from './share/email.ts';
import { shareRoutes } from './share/share.routes.ts';
import { sealedShareIds } from './share/share.ts';
import { sendStatement } from './statement/email-statement.ts';
import { statementRoutes } from './statement/statement.routes.ts';
import { pendingRecords, recurrencies } from './tables.ts';
import { templateRoutes } from './template/template.routes.ts';
import { pastDue, recurrenceCycles } from './ticks.ts';
import { copyRoutes } from './ties/copy.routes.ts';
import { linkRoutes } from './ties/link.routes.ts';

/** Documents between the business and its contacts: quotes, orders, invoices and loans. */
export const invoicing: Module = {
  name: 'invoicing',
  uses: [
    'identity',
    'collaboration',
    'organization',
    'files',
    'payments',
    'billing',
    'contacts',
    'accounting',
    'taxes',
    'catalog',
    'inventory',
  ],
  areas: ['invoicing'],
  groups: [
    {
      name: 'Documents',
      path: '/record/pending',
      description: 'Documents (pending records): quotes, orders and invoices, sold and bought.',
      routes: [...pendingRoutes, ...copyRoutes, ...linkRoutes, ...listRoutes, ...changeRoutes],
    },
    {
      name: 'Recurring documents',
      path: '/record/pending',
      description: 'Documents that repeat (subscriptions): cycles that are due, and their figures.',
      routes: recurrencyRoutes,
    },
    {
      name: 'Print templates',
      path: '/record/pending/template',
      description: 'The layout of printed documents.',
      routes: templateRoutes,
    },
    {
      name: 'Shared documents',
      path: '/record/pending',
      description: 'Documents on paper, by link and by e-mail.',
      routes: shareRoutes,
    },
    {
      name: 'Document reports',
      path: '/record/pending',
      description: 'Sales, receivables, commissions and the sales funnel, from documents (quotes, orders, invoices).',
      routes: reportRoutes,
    },
    {
      name: 'Account statements',
      path: '/beneficiary/statement',
      description: 'What a contact (customer, supplier) owed and paid in a period.',
      routes: statementRoutes,
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
  jobs: [makeDueDocuments, sendDocument, sendStatement, reportSale],
  subscribers: [followSales, followInvoices],
  recounts: [{ what: 'documents', recount: recountNumbers }],
  sealed: [sealedShareIds],
  settings: [salesSettings],
  userSettings: [userSalesSettings],
  entityKinds: [
    { field: 'invoiceId', exists: (ctx, id) => pendingRecords.exists(ctx, id) },
    { field: 'recurrencyId', exists: (ctx, id) => recurrencies.exists(ctx, id) },
  ],
  ticks: [
    { tick: pastDue, run: tickPastDue },
    { tick: recurrenceCycles, run: tickRecurrencies },
  ],
  hooks: [
    // Documents in the organization's currency have no rate, and all are counted in it.
    implement(beforeCurrencyChanged, async (ctx) => {
      if (await pendingRecords.exists(ctx, { status: ['draft', 'issued'] })) throw CurrencyInUse();
    }),
    implement(beforePostingRulesChanged, refuseOtherDebtAccounts),
    implement(beforeUnitsCorrected, async (ctx, { kind, id }) => {
      if (kind === 'invoice') await pendingRecords.lock(ctx, id);
    }),
    implement(afterUnitsCorrected, async (ctx, correction) => {
      const { cause, resourceId } = correction;
      if (cause.kind !== 'invoice') return;
      const ids = await selectElementsWith(ctx, cause.id, resourceId);
      await correctElementUnits(ctx, ids, correction);
    }),
    implement(afterCostsChanged, followCosts),
    implement(fillInCauses, fillInInvoices),
    implement(mergeContacts, mergeDocuments),
    implement(fillInOpenAmounts, addOpenDocuments),
    implement(fillInOpenInvoices, addUnpaid),
    implement(fillInFields, fillDocumentFields),
    implement(afterSettingsChanged, keepCommissionRate),
    implement(countDays, countDocuments),
  ],
  demo: () => import('./demo.ts'),
};
