import type { Module } from '#platform/module.ts';

/** What is where and what it is worth: positions, movements, serial numbers, production. */
export const inventory: Module = {
  name: 'inventory',
  uses: ['collaboration', 'organization', 'contacts', 'accounting', 'taxes', 'catalog'],
  groups: [],
  events: [],
  jobs: [],
};
