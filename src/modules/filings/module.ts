import type { Module } from '#platform/module.ts';
import { declarationRoutes } from './declaration/declaration.routes.ts';
import { companyRoutes } from './einvoice/company.routes.ts';
import { deliverEcf } from './einvoice/deliver.ts';
import { documentRoutes } from './einvoice/document.routes.ts';
import { resumeUnsigned } from './einvoice/document.ts';
import {
  followInvoices,
  followReturn,
  submitReturn,
  tellStamps,
  voidWithInvoice,
  voidWithReturn,
} from './einvoice/follow-invoices.ts';
import { receivedRoutes } from './einvoice/received.routes.ts';
import { answerIssuer, sendApproval } from './einvoice/received.ts';
import { receptionRoutes } from './einvoice/reception.routes.ts';
import { sendEcf } from './einvoice/send.ts';
import { testSetRoutes } from './einvoice/test-set.routes.ts';
import { filingRoutes } from './payment/filing.routes.ts';
import { payrollRoutes } from './payroll/payroll.routes.ts';
import { reportRoutes } from './report/report.routes.ts';
import { taxesSettings } from './settings.ts';

/** What the tax authority gets: electronic invoices, 606 and 607, monthly declarations and payments. */
export const filings: Module = {
  name: 'filings',
  uses: [
    'collaboration',
    'organization',
    'contacts',
    'accounting',
    'taxes',
    'catalog',
    'inventory',
    'invoicing',
    'fulfilment',
  ],
  groups: [
    {
      name: 'Tax filings',
      description:
        'The 606 and 607, the monthly declarations of taxes and payroll, what they come to and their payment.',
      routes: [...reportRoutes, ...declarationRoutes, ...payrollRoutes, ...filingRoutes],
    },
    {
      name: 'Electronic-invoice provider',
      description:
        'Electronic invoices (e-CF): the company and its certificate, what was sent and what came of it, certification runs, and what others sent.',
      routes: [...companyRoutes, ...testSetRoutes, ...documentRoutes, ...receivedRoutes, ...receptionRoutes],
    },
  ],
  events: [],
  jobs: [sendEcf, resumeUnsigned, deliverEcf, sendApproval, answerIssuer, submitReturn],
  settings: [taxesSettings],
  subscribers: [followInvoices],
  hooks: {
    tellFiscalStamps: tellStamps,
    voidDocument: voidWithInvoice,
    returnIssued: followReturn,
    voidReturn: voidWithReturn,
  },
};
