import type { Module } from '#platform/module.ts';

/** What is sold and bought: resources, their prices, lists and discounts. */
export const catalog: Module = {
  name: 'catalog',
  uses: ['collaboration', 'organization', 'contacts', 'accounting', 'taxes'],
  groups: [],
  events: [],
  jobs: [],
};
