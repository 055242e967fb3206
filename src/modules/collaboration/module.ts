import type { Module } from '#platform/module.ts';
import { commentRoutes } from './comment/comment.routes.ts';
import { commentCreated } from './events.ts';
import { sendDigests } from './notification/digest.ts';
import { notificationRoutes } from './notification/notification.routes.ts';
import { digests, pushNotification } from './notification/notify.ts';
import { notificationSettings, userNotificationSettings } from './notification/settings.ts';

/** Comments and notifications. */
export const collaboration: Module = {
  name: 'collaboration',
  uses: ['identity'],
  areas: ['comments'],
  groups: [
    {
      name: 'Comments',
      path: '/organization/comment',
      description: 'Comments on documents, contacts, products and everything else that has an id.',
      routes: commentRoutes,
    },
    {
      name: 'Notifications',
      path: '/organization/user/notifications',
      description: 'The notifications of the person who calls.',
      routes: notificationRoutes,
    },
  ],
  events: [commentCreated],
  jobs: [pushNotification],
  settings: [notificationSettings],
  userSettings: [userNotificationSettings],
  ticks: [{ tick: digests, run: sendDigests }],
};
