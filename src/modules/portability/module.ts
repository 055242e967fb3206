import type { Module } from '#platform/module.ts';
import { closingRoutes } from './closing/closing.routes.ts';
import { eraseDue, eraseOrganization } from './erasure/erase.ts';
import { exportRoutes } from './export/export.routes.ts';
import { exportExpiry, makeExport, storedExports, tickExports } from './export/export.ts';

/** All data of an organization, over all modules: taking it out, and closing the organization. */
export const portability: Module = {
  name: 'portability',
  uses: ['collaboration', 'organization', 'billing'],
  groups: [
    {
      name: 'Organization exports',
      path: '/organization/export',
      description: 'Everything that the organization has, as one ZIP.',
      routes: exportRoutes,
    },
    {
      name: 'Closing',
      path: '/organization',
      description: 'Closing an organization, and reopening it.',
      routes: closingRoutes,
    },
  ],
  jobs: [makeExport, eraseOrganization, eraseDue],
  stored: [storedExports],
  ticks: [{ tick: exportExpiry, run: tickExports }],
};
