import type { Module } from '#platform/module.ts';
import { feedRoutes } from './feed.routes.ts';

/** The public feed of an organization's events. */
export const events: Module = {
  name: 'events',
  uses: [],
  areas: ['events'],
  groups: [
    {
      name: 'Events',
      path: '/organization/events',
      description: 'The stream of all events in the organization.',
      routes: feedRoutes,
    },
  ],
};
