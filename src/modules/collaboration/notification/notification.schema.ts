import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';

export const Notification = z.object({
  id: z.uuid(),
  kind: z.string().describe('What happened, as the settings `notifications` name it.'),
  title: z.string().describe('One line, in the language of the person.'),
  body: z.string().describe('More about it; may be empty.'),
  data: z.record(z.string(), z.string()).describe('The ids of the things that it is about.'),
  createdAt: Timestamp,
  readAt: Timestamp.nullable().describe('When the person marked it as read; null: unread.'),
});

export const unreadCount = z.number().int().describe('Of all kinds; up to 10,000.');

export const NotificationsRead = z
  .strictObject({
    ids: z.array(z.uuid()).min(1).max(200).optional().describe('The notifications to mark. Instead of `all`.'),
    all: z.literal(true).optional().describe('Marks all of them. Instead of `ids`.'),
    read: z.boolean().default(true).describe('False marks them as unread.'),
  })
  .refine(({ ids, all }) => (ids === undefined) !== (all === undefined), {
    error: 'must name either ids or all',
    params: { code: 'exactly_one' },
  });
