import { z } from 'zod';
import { OrganizationRequired } from '#platform/auth/permission.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { Notification, NotificationsRead, unreadCount } from './notification.schema.ts';
import { notificationList } from './notification.sql.ts';
import { listNotifications, markNotifications } from './notification.ts';

export const notificationRoutes = [
  route('GET', '/v1/organization/user/notifications', 'user', {
    summary: 'List my notifications',
    description:
      'The notifications of the person in this organization, newest first. `webPushKey` is the key (VAPID) with which a browser subscribes to push messages before `POST /v1/user/subscribe`.',
    query: notificationList.query,
    returns: pageOf(Notification).extend({
      unreadCount,
      webPushKey: z.string().describe('The key (VAPID) with which a browser subscribes to push messages.'),
    }),
    refusals: [OrganizationRequired],
    examples: { query: { unread: 'true' } },
    handler: (ctx, { query }) => listNotifications(ctx, query),
  }),
  route('PATCH', '/v1/organization/user/notifications', 'user', {
    summary: 'Mark my notifications',
    description: 'Marks some of the person’s notifications, or all of them, as read or as unread.',
    body: NotificationsRead,
    returns: z.object({ changedCount: z.number().int().describe('How many were not marked so before.'), unreadCount }),
    refusals: [OrganizationRequired, ReferenceNotFound],
    examples: { body: { all: true, read: true } },
    handler: (ctx, { body }) => markNotifications(ctx, body),
  }),
];
