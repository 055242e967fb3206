import type { Module } from '#platform/module.ts';
import { organizationRoutes } from './organization/organization.routes.ts';

/** The business itself: its details, its people, its settings and its keys. */
export const organization: Module = {
  name: 'organization',
  uses: ['identity'],
  groups: [
    {
      name: 'Organization',
      description: 'The business: its details, its people, its settings and its keys.',
      routes: [...organizationRoutes],
    },
  ],
};
