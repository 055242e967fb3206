import type { Module } from '#platform/module.ts';
import { forgetOldCredentials } from './jobs.ts';
import { sessionRoutes } from './user/session.routes.ts';
import { userRoutes } from './user/user.routes.ts';

/** People and how they prove who they are. */
export const identity: Module = {
  name: 'identity',
  uses: [],
  groups: [
    {
      name: 'User',
      description: 'Signing in and out. There is no sign-up: the first code sent to a new address makes the account.',
      routes: [...userRoutes, ...sessionRoutes],
    },
  ],
  jobs: [forgetOldCredentials],
};
