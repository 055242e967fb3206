import { z } from 'zod';
import { settingsSection } from '#platform/settings/section.ts';

/** Which notifications are sent to members as letters too; the others are only in their lists. */
export const notificationSettings = settingsSection({
  name: 'notifications',
  fields: {
    mailedKinds: z
      .union([z.literal('all'), z.array(z.string().min(1).max(60)).max(100)])
      .default('all')
      .describe('`all`, or the kinds that are mailed.'),
  },
});

/** How one person wants to hear of things; a letter or a push also needs a subscription. */
export const userNotificationSettings = settingsSection({
  name: 'notifications',
  fields: {
    emailOnMention: z.boolean().default(true),
    pushOnMention: z.boolean().default(true),
    digest: z
      .enum(['none', 'daily'])
      .default('none')
      .describe('`daily`: each morning one letter with what is unread and was not mailed by itself.'),
  },
});
