import type { Module } from '#platform/module.ts';
import { declarationRoutes } from './declaration/declaration.routes.ts';
import { filingRoutes } from './payment/filing.routes.ts';
import { payrollRoutes } from './payroll/payroll.routes.ts';
import { reportRoutes } from './report/report.routes.ts';
import { taxesSettings } from './settings.ts';

/** What the tax authority gets: electronic invoices, 606 and 607, monthly declarations and payments. */
export const filings: Module = {
  name: 'filings',
  uses: ['organization', 'contacts', 'accounting', 'taxes', 'catalog', 'inventory', 'invoicing', 'fulfilment'],
  groups: [
    {
      name: 'Tax filings',
      description:
        'The 606 and 607, the monthly declarations of taxes and payroll, what they come to and their payment.',
      routes: [...reportRoutes, ...declarationRoutes, ...payrollRoutes, ...filingRoutes],
    },
  ],
  events: [],
  jobs: [],
  settings: [taxesSettings],
};
