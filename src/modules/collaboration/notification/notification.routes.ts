import { z } from 'zod';
import { OrganizationRequired } from '#platform/auth/permission.ts';
import { Timestamp } from '#platform/date.ts';
import { pageOf, pageQuery } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { listNotifications, markNotifications } from './notification.ts';

const NotificationView = z.object({
  id: z.uuid(),
  kind: z.string(),
  title: z.string(),
  body: z.string(),
  data: z.record(z.string(), z.string()).describe('The ids that lead there.'),
  createdAt: Timestamp,
  readAt: Timestamp.nullable(),
});

const unreadCount = z.number().int().describe('Of all kinds; up to 10,000.');

export const notificationRoutes = [
  route({
    method: 'GET',
    path: '/v1/organization/user/notifications',
    summary: 'My notifications',
    description:
      'What the person was told in this organization, the newest first. `webPushKey` is the key (VAPID) with which a browser subscribes to push messages before `POST /v1/user/subscribe`.',
    access: 'user',
    query: z.strictObject({
      ...pageQuery,
      unread: z.boolean().optional().describe('`true`: only unread ones; `false`: only read ones.'),
      kind: z.string().max(60).optional(),
    }),
    returns: pageOf(NotificationView).extend({ unreadCount, webPushKey: z.string() }),
    refusals: [OrganizationRequired],
    examples: { query: { unread: 'true' } },
    handler: (ctx, { query }) => listNotifications(ctx, query),
  }),
  route({
    method: 'PATCH',
    path: '/v1/organization/user/notifications',
    summary: 'Mark my notifications',
    description: 'Marks some of the person’s notifications, or all of them, as read or as unread.',
    access: 'user',
    body: z
      .strictObject({
        ids: z.array(z.uuid()).min(1).max(200).optional(),
        all: z.literal(true).optional(),
        read: z.boolean().default(true),
      })
      .refine(({ ids, all }) => (ids === undefined) !== (all === undefined), {
        error: 'names either ids or all',
        params: { code: 'exactly_one' },
      }),
    returns: z.object({ changedCount: z.number().int(), unreadCount }),
    refusals: [OrganizationRequired, ReferenceNotFound],
    examples: { body: { all: true, read: true } },
    handler: (ctx, { body }) => markNotifications(ctx, body.ids ?? null, body.read),
  }),
];
