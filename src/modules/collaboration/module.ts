import type { Module } from '#platform/module.ts';

export const collaboration: Module = {
  name: 'collaboration',
  uses: [],
};
