import type { Module } from '#platform/module.ts';
import { exportRoutes } from './export/export.routes.ts';
import { makeExport, tickExports } from './export/export.ts';
import { exportExpiry } from './ticks.ts';

/** All data of an organization, over all modules: taking it out. */
export const portability: Module = {
  name: 'portability',
  uses: ['collaboration', 'organization'],
  groups: [
    {
      name: 'Organization exports',
      path: '/organization/export',
      description: 'Everything that the organization has, as one ZIP.',
      routes: exportRoutes,
    },
  ],
  jobs: [makeExport],
  ticks: [{ tick: exportExpiry, run: tickExports }],
};
