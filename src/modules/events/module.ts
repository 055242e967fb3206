import type { Module } from '#platform/module.ts';
import { feedRoutes } from './feed.routes.ts';

/** The stream of everything that happened, as the organization reads it. */
export const events: Module = {
  name: 'events',
  uses: [],
  areas: ['events'],
  groups: [
    {
      name: 'Events',
      path: '/organization/events',
      description: 'The stream of everything that happened in the organization.',
      routes: feedRoutes,
    },
  ],
};
