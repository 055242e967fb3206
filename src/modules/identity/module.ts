import type { Module } from '#platform/module.ts';
import { forgetOldCredentials } from './jobs.ts';
import { passkeyRoutes } from './passkey/passkey.routes.ts';
import { addressRoutes } from './user/address.routes.ts';
import { sessionRoutes } from './user/session.routes.ts';
import { sealedPushKeys } from './user/subscription.ts';
import { userRoutes } from './user/user.routes.ts';

/** People and their authentication. */
export const identity: Module = {
  name: 'identity',
  uses: [],
  groups: [
    {
      name: 'Users',
      path: '/user',
      description: 'Sign in and out. There is no sign-up: the first code sent to a new address creates the account.',
      routes: [...userRoutes, ...sessionRoutes, ...addressRoutes],
    },
    {
      name: 'Passkeys',
      description:
        'Sign in with a passkey instead of a password. The API starts each ceremony, the browser performs it, and the API finishes it.',
      routes: passkeyRoutes,
    },
  ],
  jobs: [forgetOldCredentials],
  sealed: [sealedPushKeys],
};
