import type { Module } from '#platform/module.ts';

/** Documents between the business and its contacts: quotes, orders, invoices, loans, and how they are paid. */
export const invoicing: Module = {
  name: 'invoicing',
  uses: ['collaboration', 'organization', 'payments', 'contacts', 'accounting', 'taxes', 'catalog', 'inventory'],
  groups: [],
  events: [],
  jobs: [],
};
