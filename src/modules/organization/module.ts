import { beforeUserClosed } from '#modules/identity/index.ts';
import { implement } from '#platform/hook.ts';
import type { Module } from '#platform/module.ts';
import { generalSettings } from '#platform/settings/general.ts';
import { apiKeyRoutes } from './api-key/api-key.routes.ts';
import { sealedKeys } from './api-key/api-key.ts';
import { errorReported, organizationSettingsUpdated, userSettingsUpdated } from './events.ts';
import { imageRoutes } from './image/image.routes.ts';
import { storedImage } from './image/image.ts';
import { importRoutes } from './import/import.routes.ts';
import { inviteRoutes } from './invite/invite.routes.ts';
import { invitationExpiry, settleExpired } from './invite/invite.ts';
import { labelRoutes } from './label/label.routes.ts';
import { takeOffRest } from './label/label.ts';
import { logErrorRoutes } from './log-error/log-error.routes.ts';
import { memberRoutes } from './member/member.routes.ts';
import { leaveEverywhere } from './member/member.ts';
import { organizationRoutes } from './organization/organization.routes.ts';
import { partnerRoutes } from './partner/partner.routes.ts';
import { referralRoutes } from './referral/referral.routes.ts';
import { accountingSettings, interfaceSettings, resourcesSettings, tasksSettings } from './settings/sections.ts';
import { settingsRoutes } from './settings/settings.routes.ts';

/** The business itself: its details, its people, its settings and its keys. */
export const organization: Module = {
  name: 'organization',
  uses: ['identity'],
  areas: ['organization', 'members', 'settings'],
  groups: [
    {
      name: 'Organizations',
      description: 'The business: its details, its image, its ownership, and which one the session works in.',
      routes: [...organizationRoutes, ...referralRoutes, ...imageRoutes, ...partnerRoutes, ...importRoutes],
    },
    {
      name: 'Invitations',
      path: '/organization/invite',
      description: 'Invite people to the organization, and accept or decline an invitation.',
      routes: inviteRoutes,
    },
    {
      name: 'Members',
      path: '/organization/users',
      description: 'The people of the organization, their roles and permissions.',
      routes: memberRoutes,
    },
    {
      name: 'API keys',
      path: '/organization/api-key',
      description: 'Keys with which programs sign their requests.',
      routes: apiKeyRoutes,
    },
    {
      name: 'Settings',
      path: '/organization/settings',
      description: 'The settings of the organization and of each member.',
      routes: settingsRoutes,
    },
    {
      name: 'Labels',
      path: '/label',
      description: 'The labels of contacts, files, documents, tasks and conversations.',
      routes: labelRoutes,
    },
    {
      name: 'Error reports',
      path: '/organization/log-error',
      description: 'Errors that a user interface reports.',
      routes: logErrorRoutes,
    },
  ],
  events: [organizationSettingsUpdated, userSettingsUpdated, errorReported],
  jobs: [takeOffRest],
  settings: [generalSettings, accountingSettings, resourcesSettings, tasksSettings],
  userSettings: [interfaceSettings],
  sealed: [sealedKeys],
  stored: [storedImage],
  ticks: [{ tick: invitationExpiry, run: settleExpired }],
  hooks: [implement(beforeUserClosed, leaveEverywhere)],
  demo: () => import('./demo.ts'),
};
