import type { Module } from '#platform/module.ts';
import { apiKeyRoutes } from './api-key/api-key.routes.ts';
import { inviteRoutes } from './invite/invite.routes.ts';
import { settleExpired } from './invite/invite.ts';
import { memberRoutes } from './member/member.routes.ts';
import { leaveEverywhere } from './member/member.ts';
import { organizationRoutes } from './organization/organization.routes.ts';
import { referralRoutes } from './referral/referral.routes.ts';

/** The business itself: its details, its people, its settings and its keys. */
export const organization: Module = {
  name: 'organization',
  uses: ['identity'],
  groups: [
    {
      name: 'Organization',
      description: 'The business: its details, its people, its settings and its keys.',
      routes: [...organizationRoutes, ...inviteRoutes, ...memberRoutes, ...apiKeyRoutes, ...referralRoutes],
    },
  ],
  hooks: { tick: settleExpired, closeUser: leaveEverywhere },
};
