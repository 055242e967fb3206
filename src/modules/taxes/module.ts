import type { Module } from '#platform/module.ts';

/** Taxes with their dated rates, and the numbers that fiscal documents take. */
export const taxes: Module = {
  name: 'taxes',
  uses: ['organization', 'contacts', 'accounting'],
  groups: [],
  events: [],
  jobs: [],
};
