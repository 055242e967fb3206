import { countDays } from '#modules/billing/index.ts';
import { afterReturnIssued, beforeCreditNoteIssued, beforeReturnVoided } from '#modules/fulfilment/index.ts';
import { beforeDocumentVoided, beforeReceiptIssued, fillInFiscalStamps } from '#modules/invoicing/index.ts';
import { afterSettingsChanged } from '#modules/organization/index.ts';
import { implement } from '#platform/hook.ts';
import type { Module } from '#platform/module.ts';
import { companyRoutes } from './company/company.routes.ts';
import { testSetRoutes } from './company/test-set.routes.ts';
import { declarationRoutes } from './declaration/declaration.routes.ts';
import { remindOfTaxes, wakeTaxReminders } from './declaration/due-reminder.ts';
import { refuseUnacceptable, refuseUnacceptableNote } from './ecf/issue-check.ts';
import { filingRoutes } from './payment/filing.routes.ts';
import { entryRoutes } from './payroll/entry.routes.ts';
import { payrollRoutes } from './payroll/payroll.routes.ts';
import { approval, issuerAnswer } from './reception/answer.ts';
import { receivedRoutes } from './reception/received.routes.ts';
import { receptionRoutes } from './reception/reception.routes.ts';
import { reportRoutes } from './report/report.routes.ts';
import { annulmentRoutes } from './sending/annulment.routes.ts';
import { annulment } from './sending/annulment.ts';
import { delivery } from './sending/deliver.ts';
import { documentRoutes } from './sending/document.routes.ts';
import { countReceipts } from './sending/document.sql.ts';
import { resumeUnsigned } from './sending/document.ts';
import {
  addStamps,
  followInvoices,
  followReturn,
  submitReturn,
  voidWithInvoice,
  voidWithReturn,
} from './sending/follow-invoices.ts';
import { send } from './sending/send.ts';
import { sentReportRoutes } from './sent-report/sent-report.routes.ts';
import { storedReports } from './sent-report/sent-report.ts';
import { taxesSettings } from './settings.ts';
import { storeAllXml, storedXmls, storeXml } from './stored-xml/store-xml.ts';
import { taxReminders } from './ticks.ts';
import { withholdingRoutes } from './withholding/withholding.routes.ts';

/** Filings with the tax authority: electronic invoices, 606 and 607, monthly declarations and payments. */
export const filings: Module = {
  name: 'filings',
  uses: [
    'collaboration',
    'organization',
    'billing',
    'contacts',
    'accounting',
    'taxes',
    'catalog',
    'inventory',
    'invoicing',
    'receivables',
    'fulfilment',
  ],
  areas: ['payroll'],
  groups: [
    {
      name: 'Tax reports',
      path: '/taxes',
      description:
        'The 606 (purchases), 607 (sales), 608 (voided numbers) and 609 (payments abroad) of a month, as data and as the file to send; and those that were sent.',
      routes: [...reportRoutes, ...sentReportRoutes, ...withholdingRoutes],
    },
    {
      name: 'Tax payments',
      path: '/taxes',
      description: 'Monthly declarations (IT-1, IR-17) with their payments, and the tax calendar.',
      routes: [...declarationRoutes, ...filingRoutes],
    },
    {
      name: 'Payroll',
      path: '/taxes/rrhh',
      description: 'Employees, their variable pay, and the monthly payroll with its contributions (TSS, ISR).',
      routes: [...payrollRoutes, ...entryRoutes],
    },
    {
      name: 'Electronic invoices',
      path: '/einvoice',
      description:
        'Electronic invoices (e-CF): the issuing company and its certificate, sent documents, and certification runs.',
      routes: [...companyRoutes, ...testSetRoutes, ...documentRoutes, ...annulmentRoutes],
    },
    {
      name: 'Received electronic invoices',
      path: '/einvoice/received',
      description: 'Electronic invoices (e-CF) that other companies sent, and the answers to them.',
      routes: receivedRoutes,
    },
    {
      name: 'Electronic invoice reception',
      path: '/einvoice/receiver/fe',
      description:
        'The protocol of the tax authority by which other companies deliver electronic invoices (e-CF) to this one.',
      routes: receptionRoutes,
    },
  ],
  events: [],
  jobs: [resumeUnsigned, submitReturn, storeXml, storeAllXml],
  exchanges: [send, delivery, approval, issuerAnswer, annulment],
  stored: [...storedXmls, storedReports],
  settings: [taxesSettings],
  subscribers: [followInvoices],
  ticks: [{ tick: taxReminders, run: remindOfTaxes }],
  hooks: [
    implement(countDays, countReceipts),
    implement(afterSettingsChanged, wakeTaxReminders),
    implement(fillInFiscalStamps, addStamps),
    implement(beforeReceiptIssued, refuseUnacceptable),
    implement(beforeCreditNoteIssued, refuseUnacceptableNote),
    implement(beforeDocumentVoided, voidWithInvoice),
    implement(afterReturnIssued, followReturn),
    implement(beforeReturnVoided, voidWithReturn),
  ],
};
