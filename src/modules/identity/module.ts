import type { Module } from '#platform/module.ts';
import { forgetOldCredentials } from './jobs.ts';
import { passkeyRoutes } from './passkey/passkey.routes.ts';
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
    {
      name: 'Passkey',
      description:
        'Signing in with a passkey instead of a password. Each ceremony is started here, done by the browser, and finished here.',
      routes: passkeyRoutes,
    },
  ],
  jobs: [forgetOldCredentials],
};
