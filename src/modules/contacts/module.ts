import type { Module } from '#platform/module.ts';

/** Who the organization buys from and sells to. */
export const contacts: Module = {
  name: 'contacts',
  uses: [],
};
