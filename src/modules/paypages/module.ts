import { afterChargeSettled, mergeContacts } from '#modules/contacts/index.ts';
import { afterSettingsChanged } from '#modules/organization/index.ts';
import { afterProviderNotice } from '#modules/payments/index.ts';
import { afterDocumentCharge, fillInPrepayer, fillInReturnUrl } from '#modules/receivables/index.ts';
import { implement } from '#platform/hook.ts';
import type { Module } from '#platform/module.ts';
import { acceptRoutes } from './accept/accept.routes.ts';
import { autoChargeRoutes } from './auto-charge/auto-charge.routes.ts';
import { chargeWhenDue, tickAutoCharges } from './auto-charge/auto-charge.ts';
import { cardRoutes } from './card/card.routes.ts';
import { mergePayers } from './merge.ts';
import { pageAddress } from './page/open.ts';
import { pageRoutes } from './page/page.routes.ts';
import { followDocumentCharge, followSavedCharge } from './payment/book.ts';
import { paymentRoutes } from './payment/payment.routes.ts';
import { addPrepayer, checkPrepayment, prepayment, returnUrlOf } from './payment/prepayment.ts';
import { sendBalanceReceipt, sendReceipt } from './payment/receipt.ts';
import { proofRoutes } from './proof/proof.routes.ts';
import { sendReminder, tickReminders, wakeReminders } from './reminder/plan.ts';
import { reminderRoutes } from './reminder/reminder.routes.ts';
import { payPageSettings, reminderSettings } from './settings.ts';
import { sharedPages } from './tables.ts';
import { autoCharging, reminding } from './ticks.ts';

/** Pages by link on which customers see documents, pay, save cards and accept quotes. */
export const paypages: Module = {
  name: 'paypages',
  uses: ['collaboration', 'organization', 'payments', 'contacts', 'accounting', 'invoicing', 'receivables'],
  groups: [
    {
      name: 'Shared pages',
      path: '/shared',
      description:
        'Pages by link on which customers see a document (invoice, quote), pay it, save a card or accept a quote.',
      routes: [...pageRoutes, ...paymentRoutes, ...cardRoutes, ...proofRoutes, ...autoChargeRoutes, ...acceptRoutes],
    },
    {
      name: 'Payment reminders',
      path: '/beneficiary/reminder',
      description: 'E-mails that remind contacts (customers) of the invoices that they owe.',
      routes: reminderRoutes,
    },
  ],
  jobs: [sendReceipt, sendBalanceReceipt, chargeWhenDue, sendReminder],
  exchanges: [prepayment],
  settings: [payPageSettings, reminderSettings],
  sealed: [
    pageAddress.sealedKind('links of shared pages', async (tenant) => {
      const page = await sharedPages.find(tenant, {});
      return page && { id: page.id, sealed: page.sealedId };
    }),
  ],
  demo: () => import('./demo.ts'),
  ticks: [
    { tick: autoCharging, run: tickAutoCharges },
    { tick: reminding, run: tickReminders },
  ],
  hooks: [
    implement(afterChargeSettled, followSavedCharge),
    implement(afterProviderNotice, checkPrepayment),
    implement(afterDocumentCharge, followDocumentCharge),
    implement(fillInPrepayer, addPrepayer),
    implement(fillInReturnUrl, async (ctx, chargeId, link) => {
      link.url = (await returnUrlOf(ctx, chargeId)) ?? link.url;
    }),
    implement(mergeContacts, mergePayers),
    implement(afterSettingsChanged, wakeReminders),
  ],
};
