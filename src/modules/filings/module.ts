import type { Module } from '#platform/module.ts';

/** What the tax authority gets: electronic invoices, 606 and 607, monthly declarations and payments. */
export const filings: Module = {
  name: 'filings',
  uses: ['organization', 'contacts', 'accounting', 'taxes', 'catalog', 'inventory', 'invoicing', 'fulfilment'],
  groups: [],
  events: [],
  jobs: [],
};
