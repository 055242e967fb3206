import { afterReturnIssued, beforeReturnVoided } from '#modules/fulfilment/index.ts';
import { beforeDocumentVoided, fillInFiscalStamps } from '#modules/invoicing/index.ts';
import { implement } from '#platform/hook.ts';
import type { Module } from '#platform/module.ts';
import { companyRoutes } from './company/company.routes.ts';
import { testSetRoutes } from './company/test-set.routes.ts';
import { declarationRoutes } from './declaration/declaration.routes.ts';
import { filingRoutes } from './payment/filing.routes.ts';
import { payrollRoutes } from './payroll/payroll.routes.ts';
import { receivedRoutes } from './reception/received.routes.ts';
import { answerIssuer, sendApproval } from './reception/received.ts';
import { receptionRoutes } from './reception/reception.routes.ts';
import { reportRoutes } from './report/report.routes.ts';
import { deliverEcf } from './sending/deliver.ts';
import { documentRoutes } from './sending/document.routes.ts';
import { resumeUnsigned } from './sending/document.ts';
import {
  addStamps,
  followInvoices,
  followReturn,
  submitReturn,
  voidWithInvoice,
  voidWithReturn,
} from './sending/follow-invoices.ts';
import { sendEcf } from './sending/send.ts';
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
  hooks: [
    implement(fillInFiscalStamps, addStamps),
    implement(beforeDocumentVoided, voidWithInvoice),
    implement(afterReturnIssued, followReturn),
    implement(beforeReturnVoided, voidWithReturn),
  ],
};
