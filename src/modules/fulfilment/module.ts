import type { Module } from '#platform/module.ts';

/** What follows a document: deliveries and returns. */
export const fulfilment: Module = {
  name: 'fulfilment',
  uses: ['organization', 'contacts', 'accounting', 'taxes', 'catalog', 'inventory', 'invoicing'],
  groups: [],
  events: [],
  jobs: [],
};
