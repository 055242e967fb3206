import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';

export const Notification = z.object({
  id: z.uuid(),
  kind: z.string(),
  title: z.string(),
  body: z.string(),
  data: z.record(z.string(), z.string()).describe('The ids of the things that it is about.'),
  createdAt: Timestamp,
  readAt: Timestamp.nullable(),
});

export const unreadCount = z.number().int().describe('Of all kinds; up to 10,000.');

export const NotificationsRead = z
  .strictObject({
    ids: z.array(z.uuid()).min(1).max(200).optional(),
    all: z.literal(true).optional(),
    read: z.boolean().default(true),
  })
  .refine(({ ids, all }) => (ids === undefined) !== (all === undefined), {
    error: 'must name either ids or all',
    params: { code: 'exactly_one' },
  });
